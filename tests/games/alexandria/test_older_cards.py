"""What some cards did until rules 1.1 and 1.3: games that began under these rules keep them, and so
do their screens.
"""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.kernel.versions import V1_0, V1_1, V1_2, V1_3, V1_4
from tests.games.alexandria.table import burning, card, do, points, position, texts, time

CHANGED = (
    "no witnesses",
    "open the strongroom",
    "niche behind the wall",
    "bind the wounds",
    "students of herophilos",
    "pull them clear",
    "read aloud",
)
CHANGED_LATER = ("torch to the stacks",)  # until rules 1.3


def test_bind_the_wounds() -> None:
    """It brought 3 points, and 1 Time to the other Hero."""
    match = position("kallista octavia", hands={"A": "bind the wounds"}, rules="1.1")
    do(match, "A play bind the wounds", "A pay alone", "A leave")
    assert (time(match), points(match)) == ([6, 9], [13, 10])


def test_no_witnesses() -> None:
    """2 points."""
    match = do(
        burning("house of healing", hands={"A": "no witnesses"}, rules="1.1"), "A no witnesses"
    )
    assert points(match) == [12, 8]


def test_open_the_strongroom() -> None:
    """2 points."""
    script = "ivory aulos, cat of bubastis, ivory serapis"
    hands, furniture = {"A": "open the strongroom"}, {"A": "chest"}
    match = position(
        "neferhotep octavia", hands=hands, furniture=furniture, script=script, rules="1.1"
    )
    do(match, "A play open the strongroom", "A pay alone", "A keep cat of bubastis", "A enough")
    assert points(match)[0] == 12


def test_niche_behind_the_wall() -> None:
    """2 points for an Instrument."""
    hands, furniture = {"A": "niche behind the wall"}, {"A": "carpet"}
    match = position(
        "neferhotep octavia",
        hands=hands,
        furniture=furniture,
        script="ivory aulos, cat of bubastis",
        rules="1.1",
    )
    do(match, "A play niche behind the wall", "A pay alone", "A keep ivory aulos")
    assert points(match)[0] == 12


def test_students_of_herophilos() -> None:
    """1 point for a Physician."""
    script = "herophilus of chalcedon, meleager of gadara"
    hands, furniture = {"A": "students of herophilos"}, {"A": "lectern"}
    match = position(
        "kallista octavia", hands=hands, furniture=furniture, script=script, rules="1.1"
    )
    assert (
        points(
            do(match, "A play students of herophilos", "A keep herophilus of chalcedon", "A leave")
        )[0]
        == 11
    )


def test_pull_them_clear() -> None:
    """1 point and a card."""
    match = burning(
        "envoys' antechamber",
        "kallista octavia",
        hands={"A": "pull them clear"},
        script="roll call",
        rules="1.1",
    )
    assert points(do(match, "A pull them clear"))[0] == 11


def test_read_aloud() -> None:
    """1 point in company."""
    hands, furniture = {"A": "read aloud"}, {"A": "carpet"}
    match = position(
        "lysandros octavia",
        hands=hands,
        furniture=furniture,
        at={"B": "catalogue hall"},
        rules="1.1",
    )
    assert points(do(match, "A play read aloud"))[0] == 11


@pytest.mark.parametrize(("rules", "gained"), [("1.3", 2), ("1.4", 3)])
def test_torch_to_the_stacks(rules: str, gained: int) -> None:
    """2 points, also under 1.2 and 1.3."""
    match = position(
        "octavia neferhotep",
        hands={"A": "torch to the stacks"},
        furniture={"A": "bookshelf"},
        rules=rules,
    )
    do(match, "A play torch to the stacks")
    assert points(match)[0] == 10 + gained


@pytest.mark.parametrize("rules", ["1.0", "1.1", "1.2"])
def test_what_a_choice_says_follows_the_rules_of_its_game(rules: str) -> None:
    match = position("kallista octavia", hands={"A": "bind the wounds"}, rules=rules)
    choice = next(choice for choice in match.legal() if str(choice) == "play bind the wounds")
    assert ("gain 2 points" in match.brings(choice)) == (rules == "1.2")


def test_a_screen_knows_the_older_cards() -> None:
    until = GAME.printed()["until"]
    older = until["1.1"]["cards"]
    assert sorted(older) == sorted(card(name) for name in (*CHANGED, *CHANGED_LATER))
    assert sorted(until["1.3"]["cards"]) == sorted(card(name) for name in CHANGED_LATER)
    assert all(older[number]["text"] != GAME.printed()["cards"][number]["text"] for number in older)


def test_new_games_use_the_new_cards() -> None:
    options = GAME.full_options(2, {})
    for rules, box in (
        (V1_0, GAME.editions.of(V1_1)),
        (V1_1, GAME.editions.of(V1_1)),
        (V1_2, GAME.editions.of(V1_3)),
        (V1_3, GAME.editions.of(V1_3)),
        (V1_4, GAME.box),
    ):
        s = GAME.start(2, options, rules)
        assert isinstance(s, Alexandria)
        assert s.box is box
    assert es.new("alexandria", players=2, seed=1).to_json()["rules"] == "1.4"


def test_the_gallery_tells_both() -> None:
    told = {piece.name: piece.text for piece in GAME.pieces()}
    assert told["Pull Them Clear"].endswith("gain 1 point and draw 1 card.")
    assert sum("rules 1.1" in text for text in told.values()) == len(CHANGED)
    assert told["Cat of Bubastis"].endswith("rules 1.3 or older: part of nothing.")
    assert told["Ivory Aulos"].endswith("rules 1.3 or older: part of House of the Muses.")


def test_a_screen_knows_the_older_collections() -> None:
    older = GAME.printed()["until"]["1.3"]["collections"]
    before = GAME.editions.of(V1_3)
    assert {card: before.collection_of[card] for card in older} == older
    assert len(older) == 10


def test_time_gained_on_0_is_another_action() -> None:
    """§2.7: B has none left; A's Bind the Wounds gives 1 back."""
    match = position("kallista octavia", hands={"A": "bind the wounds"}, time=[2, 0], rules="1.1")
    do(match, "A play bind the wounds", "A leave")
    assert (time(match), match.to_act) == ([0, 1], 1)


def test_which_hero_is_meant() -> None:
    """§3.12: nearby for Bind the Wounds."""
    where, hands = {"C": "scriptorium"}, {"A": "bind the wounds"}
    match = position("kallista octavia lysandros", at=where, hands=hands, rules="1.1")
    do(match, "A play bind the wounds", "A pay alone")
    assert texts(match) == ["octavia", "lysandros"]
    with pytest.raises(es.IllegalChoice, match="not close enough"):
        match.push("neferhotep")
    assert time(do(match, "A lysandros", "A leave")) == [6, 8, 9]
