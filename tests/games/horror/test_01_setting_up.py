"""Chapter 1 of RULES.md: setting up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import emberstacks as es
from emberstacks.games.horror import GAME
from emberstacks.games.horror.components import CELLS, NEIGHBOUR, NOWHERE, PORTAL
from emberstacks.games.horror.state import SECRETS
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from tests.games.horror.table import BOX, begun, place, push, table, texts, told

LAYOUTS = list(BOX.plans)


def test_two_to_six_people_play() -> None:
    """§1.1"""
    for players in range(2, 7):
        assert es.new("horror", players=players, seed=1).to_act == 0
    for players in (1, 7):
        with pytest.raises(es.BadOptions, match="2 to 6 players"):
            es.new("horror", players=players, seed=1)


def test_the_box_holds_what_the_rules_list() -> None:
    """§1.2"""
    assert (len(BOX.rooms), len(BOX.objects), len(set(BOX.objects))) == (16, 60, 60)
    assert (sum(BOX.blessing_copies), len(BOX.curses), list(BOX.coins)) == (10, 10, [8, 8])
    assert sorted(BOX.level) == [1, 1, 1, 1, 2, 2, 2, 2]
    assert [BOX.objects[page] for page in BOX.object][:2] == ["Oriental hand fan", "Hand mirror"]


def test_the_screen_shows_every_colour_once_in_each_row_and_column() -> None:
    """§1.2"""
    rows = [list(BOX.screen[6 * row : 6 * row + 6]) for row in range(6)]
    assert all(
        sorted(line) == list(range(6))
        for line in [*rows, *[list(column) for column in zip(*rows, strict=True)]]
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_rooms_hang_together_without_the_portal(layout: str) -> None:
    """§1.3, §1.4"""
    for seed in range(20):
        at = table(es.new("horror", players=2, seed=seed, layout=layout))["at"]
        rooms = {cell for cell in range(CELLS) if 0 <= at[cell] < PORTAL}
        assert len(rooms) == (15 if "grand" in layout else 8)
        reached, new = set(), {min(rooms)}
        while new:
            reached |= new
            new = {
                int(NEIGHBOUR[4 * cell + side]) for cell in new for side in range(4)
            } & rooms - reached
        assert reached == rooms
        beside = {int(NEIGHBOUR[4 * at.index(PORTAL) + side]) for side in range(4)} - {NOWHERE}
        assert len(beside & rooms) >= 2


def test_rooms_and_their_turns_are_random() -> None:
    """§1.3"""
    tables = [table(es.new("horror", players=2, seed=seed)) for seed in range(100, 160)]
    assert len({tuple(t["at"]) for t in tables}) == 60
    assert {t["turn"][3] for t in tables} == {0, 1, 2, 3}


def test_five_and_six_usually_play_in_the_grand_library() -> None:
    """§1.3"""
    rooms = [
        sum(1 for cell in table(es.new("horror", players=n, seed=1))["cell"] if cell >= 0)
        for n in range(2, 7)
    ]
    assert rooms == [9, 9, 9, 16, 16]


def test_rooms_can_be_laid_by_hand() -> None:
    """§1.3: on the plan that was agreed, cell by cell, by one player after the other."""
    match = es.new("horror", players=2, seed=1, laying="by-hand", characters="by-seat")
    assert (match.to_act, len(texts(match))) == (0, 32)
    assert (
        str(match.legal()[1].label)
        == "Great Hall: doors north (closed), east, south (closed) and west"
    )
    push(match, "lay rotunda east")
    assert told(match) == ["A lays the Rotunda on b2."]
    assert (match.to_act, len(texts(match))) == (1, 28)
    with pytest.raises(es.IllegalChoice, match="not laid yet"):
        match.push("lay rotunda north")
    while texts(match)[0].startswith("lay"):
        match.push(texts(match)[-1])
    at, turn = table(match)["at"], table(match)["turn"]
    assert (at[6], turn[1]) == (1, 1)
    assert sorted(room for room in at if room >= 0) == [*range(8), 15]
    assert "The library is laid out: 8 rooms and the Green Portal." in told(match)
    assert es.read_record(match.record()).to_json() == match.to_json()


def test_a_generated_library_can_be_laid_by_hand() -> None:
    """§1.4: its plan grows first."""
    match = es.new("horror", players=3, seed=1, laying="by-hand", layout="generated")
    assert sum(1 for cell in table(match)["at"] if cell == -1) == 8
    assert texts(match)[0] == "lay great hall north"


def test_generated_libraries_differ() -> None:
    """§1.4"""
    plans = {
        tuple(room >= 0 for room in table(es.new("horror", seed=k, layout="generated"))["at"])
        for k in range(40)
    }
    assert len(plans) > 30


@pytest.mark.parametrize(
    ("players", "option", "expected"), [(2, 0, 2), (3, 0, 3), (6, 0, 3), (4, 6, 6), (2, 1, 1)]
)
def test_the_number_of_secrets(players: int, option: int, expected: int) -> None:
    """§1.5"""
    match = es.new("horror", players=players, seed=1, secrets=option, characters="dealt")
    assert [len(rack) for rack in table(match)["rack"]] == [expected] * players


def test_characters_are_chosen_in_seat_order() -> None:
    """§1.6"""
    match = push(es.new("horror", players=3, seed=1), "eldred")
    assert match.to_act == 1
    assert texts(match) == ["betty", "hermione", "deckford"]
    with pytest.raises(es.IllegalChoice, match="somebody else has taken"):
        match.push("eldred")
    with pytest.raises(es.IllegalChoice, match="expansion"):
        match.push("vesper")


def test_characters_may_be_dealt_and_the_expansion_may_join() -> None:
    """§1.6"""
    seen = {
        who
        for k in range(30)
        for who in table(es.new("horror", seed=k, characters="dealt"))["character"]
    }
    assert seen == {0, 1, 2, 3}
    assert len(texts(es.new("horror", seed=1, expansion=True))) == 6
    assert len(texts(es.new("horror", players=5, seed=1))) == 6


def test_characters_may_go_by_seat() -> None:
    """§1.6: nobody is asked, and the host decides who sits where."""
    for players in (2, 4, 6):
        match = es.new("horror", players=players, seed=1, characters="by-seat")
        assert table(match)["character"] == list(range(players))
        assert "great hall" in texts(match)


def test_secrets_of_one_player_have_different_letters() -> None:
    """§1.7"""
    letters: Counter[int] = Counter()
    for seed in range(40):
        for rack in table(es.new("horror", players=4, seed=seed, characters="dealt"))["rack"]:
            lots = [lot for _, _, lot, _ in rack]
            assert len(set(lots)) == 3
            letters.update(lots)
    assert sorted(letters) == list(range(SECRETS, SECRETS + 6))


def test_letters_of_secrets_can_be_chosen_by_their_owner() -> None:
    """§1.7: in seat order, each letter once; which object it is, is dealt."""
    match = es.new("horror", players=2, seed=1, characters="by-seat", letters="chosen")
    assert (match.to_act, texts(match)) == (0, ["r", "g", "y", "b", "w", "k"])
    push(match, "k")
    with pytest.raises(es.IllegalChoice, match="you have a secret of that letter"):
        match.push("k")
    push(match, "r")
    assert match.to_act == 1
    push(match, "k", "g")
    lots = [sorted(lot for _, _, lot, _ in rack) for rack in table(match)["rack"]]
    assert lots == [[SECRETS, SECRETS + 5], [SECRETS + 1, SECRETS + 5]]
    assert es.read_record(match.record()).to_json() == match.to_json()


def test_only_the_owner_knows_a_secret() -> None:
    """§1.8"""
    match = begun()
    own, other, nobody = (match.view(who)["state"]["rack"][0] for who in (0, 1, None))
    assert sorted(face for face, *_ in own) == [1, 1]  # cavalry sabre and belladonna
    assert [face for face, *_ in other] == [face for face, *_ in nobody] == [None, None]
    assert "{?}" in match.record(1)
    assert "{cavalry sabre}" not in match.record(1)


def rolled(players: int, dice: Sequence[int]) -> list[str]:
    """What the log says when these are the rolls for who begins."""
    laid = begun(players).record().split("{white")[0]
    rolls = " ".join(f"{{white {die}}}" for die in dice)
    return [
        text
        for text in told(es.read_record(laid + rolls, seed=1))
        if "roll" in text or text.endswith("begins.")
    ]


def test_the_highest_roll_begins() -> None:
    """§1.9"""
    assert rolled(3, [2, 5, 4]) == ["A rolls 2.", "B rolls 5.", "C rolls 4.", "B begins."]


def test_those_who_tie_for_the_highest_roll_again() -> None:
    """§1.9"""
    log = rolled(3, [5, 1, 5, 3, 3, 2, 6])
    assert log[3:5] == ["A and C have rolled the highest and roll again.", "A rolls 3."]
    assert log[-3:] == ["A rolls 2.", "C rolls 6.", "C begins."]


def test_until_1_1_nobody_rolled_for_who_begins() -> None:
    """§1.9"""
    match = new_match(GAME, 2, {"characters": "by-seat"}, Dealer(1), 1, "1.1")
    assert not any("rolls" in line for line in told(match))
    assert "{A}" in match.record() or "{B}" in match.record()


def test_everybody_may_begin() -> None:
    """§1.9"""
    first = Counter(
        es.new("horror", players=3, seed=k, characters="dealt").to_act for k in range(300)
    )
    assert set(first) == {0, 1, 2}
    assert min(first.values()) > 70


def test_starting_rooms_are_chosen_in_turn_order() -> None:
    """§1.10"""
    match = es.new("horror", players=3, seed=2, characters="dealt")
    order = []
    while (
        "green portal" not in texts(match) and len(texts(match)) == 8 and "end" not in texts(match)
    ):
        with pytest.raises(es.IllegalChoice, match="nobody begins in the Portal"):
            match.push("green portal")
        order.append(match.to_act)
        match.push("great hall")
    first = order[0]
    assert first is not None
    assert order == [first, (first + 1) % 3, (first + 2) % 3]
    assert {place(match, seat) for seat in "ABC"} == {"great hall"}


def test_everybody_begins_at_0_with_nothing() -> None:
    """§1.11"""
    start = table(begun(players=4))
    assert start["fortitude"] == start["meter"] == start["loose"] == start["framed"] == [0] * 4
    assert set(start["marker"]) == {NOWHERE}
    assert start["hand"] == start["weapons"] == [[]] * 4


def test_no_two_rooms_are_alike() -> None:
    """§1.2: the doors of all rooms differ however they are turned."""
    rings = set()
    for room in range(8):
        sides = [int(BOX.doors[16 * room + side]) for side in range(4)]
        rings.add(min(tuple(sides[k:] + sides[:k]) for k in range(4)))
    assert len(rings) == 8
    assert GAME.info.id == "horror"
