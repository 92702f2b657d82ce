"""Chapter 13 of RULES.md: gifts at +5 and weaknesses at -5, a test for each."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.horror import GAME
from tests.games.horror.table import (
    cards_of,
    loose_pages,
    nerve,
    older,
    page_of,
    place,
    push,
    room_of,
    scene,
    table,
    texts,
    told,
)

ORDER = ("betty", "hermione", "deckford", "eldred", "crane", "vesper")


def playing(who: str, nerves: int, players: int = 2, **setup: Any) -> es.Match:
    """A is this character, with this Fortitude, in the advanced game."""
    others = tuple(other for other in ORDER if other != who)
    fortitude = {"A": nerves, **setup.pop("fortitude", {})}
    return scene(
        players,
        cast=(who, *others),
        fortitude=fortitude,
        abilities=setup.pop("abilities", True),
        **setup,
    )


def test_powers_apply_only_if_agreed_and_exactly_at_the_ends() -> None:
    """§13.1"""
    assert "turn here twice" in texts(playing("betty", 5))
    assert "turn here twice" not in texts(playing("betty", 4))
    assert "turn here twice" not in texts(playing("betty", 5, abilities=False))
    assert "turn here twice" not in texts(playing("crane", 5))


def test_a_power_ends_with_the_fortitude() -> None:
    """§13.1: the closed door cost her the fifth point."""
    match = push(playing("betty", 5), "go east")
    assert "turn here twice" not in texts(match)


def test_encore() -> None:
    """§13.2"""
    match = push(playing("betty", 5), "turn south twice")
    assert table(match)["turn"][room_of("map room")] == 2
    assert table(match)["actions"] == 2


def test_hysteria() -> None:
    """§13.3: C turns a room for Betty; the other two actions are hers again."""
    match = playing("betty", -5, players=3, hand={"A": "tincture"})
    assert texts(match) == ["ask b", "ask c", "tincture"]
    with pytest.raises(es.IllegalChoice, match="first name somebody who takes your next action"):
        match.push("end")
    push(match, "ask c")
    assert match.to_act == 2
    assert {text.split()[0] for text in texts(match)} == {"go", "turn", "look"}
    push(match, "turn here left")
    assert match.to_act == 0
    assert table(match)["actions"] == 2
    assert "end" in texts(match)


def test_hysteria_leaves_no_attack_to_others() -> None:
    """§13.3: not even with the dagger in her hand; and it ends when she drinks."""
    match = playing(
        "betty",
        -5,
        curses={"ritual dagger": "A"},
        hand={"A": "tincture*"},
        monsters={"great hall": [1]},
    )
    push(match, "ask b")
    assert {text.split()[0] for text in texts(match)} == {"go", "turn"}
    calm = push(playing("betty", -5, hand={"A": "tincture"}), "tincture")
    assert "end" in texts(calm)


def test_hysteria_in_the_fingertrap() -> None:
    """§13.3, §8.10: all that anybody can do for her is to try to break free."""
    match = push(playing("betty", -5, curses={"fingertrap": "A"}, chance=["white 5"]), "ask b")
    assert texts(match) == ["break free"]
    push(match, "break free")
    assert (table(match)["trap"], table(match)["actions"], match.to_act) == (-1, 2, 0)


def test_elegance() -> None:
    """§13.4"""
    match = push(playing("hermione", 5), "go east")
    assert nerve(match)[0] == 5
    assert push(playing("hermione", 5, at={"A": "map room"}, found="A"), "go east").over


def besotted(**setup: Any) -> es.Match:
    """A, Lady Hermione, begins her second turn at -5."""
    match = playing("hermione", -5, players=3, **setup)
    return push(match, "end", "end", "end")


def test_besotted_with_a_page() -> None:
    """§13.5: B, who needs it, frames it."""
    match = besotted(loose={"A": "scarab amulet, rue"})
    assert texts(match) == ["adore b", "adore c"]
    push(match, "adore b")
    assert texts(match) == ["give rue", "give scarab amulet"]
    push(match, "give scarab amulet")
    assert table(match)["framed"][1] == 1 << page_of("scarab amulet")
    assert loose_pages(match, "A") == ["rue"]
    assert "end" in texts(match)


def test_besotted_with_a_hidden_card() -> None:
    """§13.5: B and A know the card, C only sees that a Blessing changes hands."""
    match = push(besotted(hand={"A": "locket, dice"}), "adore b", "give locket")
    assert cards_of(match, "B") == ["locket"]
    assert [face for face, *_ in match.view(2)["state"]["hand"][1]] == [None]
    assert "give locket" in match.record(1)
    assert "A give a blessing" in match.record(2)
    assert "locket" not in match.record(2).lower()
    assert "A gives a Blessing to B." in [event["text"] for event in match.events(2)]
    assert "A gives the Blessing Blessed Locket to B." in [
        event["text"] for event in match.events(1)
    ]


def test_besotted_with_a_weapon() -> None:
    """§13.5: everybody still knows that the cards are weapons."""
    match = push(besotted(weapons={"A": "revolver, ice pick"}), "adore c", "give revolver")
    assert cards_of(match, "C") == ["revolver"]
    assert "A give a curse" in match.record(1)
    seen = match.view(1)["state"]["weapons"]
    assert [row[0] for row in [*seen[0], *seen[2]]] == [None, None]
    assert [row[3] for row in [*seen[0], *seen[2]]] == [GAME.box.kept, GAME.box.kept]


def test_besotted_comes_after_the_monsters() -> None:
    """§13.5: they take her to -5; and without a card there is nothing to give."""
    match = playing("hermione", -4, loose={"A": "rue"}, monsters={"great hall": [1]})
    assert texts(push(match, "end", "end")) == ["adore b"]
    assert "end" in texts(besotted())


def test_veteran() -> None:
    """§13.6: his die is higher, so he takes a page; once a turn with each opponent."""
    match = playing("deckford", 5, loose={"B": "rue, vervain"}, chance=["yellow 4", "white 3"])
    push(match, "duel b", "steal vervain")
    assert loose_pages(match, "A") == ["vervain"]
    assert nerve(match) == [5, 0]
    assert table(match)["actions"] == 3
    assert "duel b" not in texts(match)


def test_veteran_takes_what_a_weapon_would() -> None:
    """§13.6, §9.10: with blind theft agreed B, who has no page, can be duelled for a card of the
    hand.
    """
    assert "duel b" not in texts(playing("deckford", 5, hand={"B": "tincture*"}))
    match = playing(
        "deckford",
        5,
        hand={"B": "tincture*"},
        blind_theft=True,
        chance=["yellow 4", "white 3", "tincture"],
    )
    push(match, "duel b", "steal a blessing")
    assert (cards_of(match, "A"), cards_of(match, "B")) == (["tincture"], [])


def test_veteran_may_take_nothing() -> None:
    """§13.6"""
    match = playing("deckford", 5, loose={"B": "rue"}, chance=["yellow 4", "white 3"])
    assert texts(push(match, "duel b")) == ["steal rue", "take nothing"]
    push(match, "take nothing")
    assert loose_pages(match, "B") == ["rue"]
    assert "end" in texts(match)


def test_until_1_1_the_veteran_had_to_take_something() -> None:
    """§13.6"""
    match = older(playing("deckford", 5, loose={"B": "rue"}, chance=["yellow 4", "white 3"]))
    while "steal rue" not in texts(match):
        match.push("duel b" if "duel b" in texts(match) else "end")
    assert "take nothing" not in texts(match)


@pytest.mark.parametrize("white", [4, 5])
def test_veteran_does_not_win_a_tie(white: int) -> None:
    """§13.6"""
    match = push(
        playing("deckford", 5, loose={"B": "rue"}, chance=["yellow 4", f"white {white}"]), "duel b"
    )
    assert loose_pages(match, "B") == ["rue"]
    assert f"A does not win the duel with B, 4 to {white}." in told(match)


def test_veteran_against_the_locket() -> None:
    """§13.6, §9.8: only the Locket turns a duel away."""
    hand = {"B": "locket, third eye, corset"}
    match = playing("deckford", 5, hand=hand, loose={"B": "rue"}, chance=["yellow 4", "white 3"])
    push(match, "duel b", "pass")
    assert texts(match, 1) == ["pass", "locket"]
    push(match, "locket")
    assert loose_pages(match, "B") == ["rue"]


def test_coward() -> None:
    """§13.7: neither monsters nor players; but §8.8 the dagger overrides it."""
    match = playing("deckford", -5, weapons={"A": "ice pick"}, monsters={"great hall": [1]})
    assert not {"fight 1", "ice pick b"} & set(texts(match))
    with pytest.raises(es.IllegalChoice, match="a coward fights no monster"):
        match.push("fight 1")
    assert "stab b" in texts(playing("deckford", -5, curses={"ritual dagger": "A"}))
    assert "stab b" in texts(playing("eldred", -5, curses={"ritual dagger": "A"}))


def test_bookish() -> None:
    """§13.8"""
    match = playing(
        "eldred", 5, chance=["yellow 1", "white 1", "pith helmet", "blessing coin", "locket"]
    )
    push(match, "search both", "bookcase first")
    assert loose_pages(match, "A") == ["pith helmet"]
    assert cards_of(match, "A") == ["locket"]
    assert (table(match)["meter"][0], table(match)["actions"]) == (2, 2)


def test_bookish_goes_on_when_a_monster_ends_the_gift() -> None:
    """§13.8: the first of his two markers summons it."""
    markers = {"B": ["great hall bookcase 1", "great hall drawer 1"]}
    chance = ["yellow 1", "white 1", "pith helmet", "blessing coin", "locket"]
    match = push(
        playing("eldred", 5, markers=markers, chance=chance),
        "search both",
        "bookcase first",
        "go on",
    )
    assert nerve(match)[0] == 4
    assert cards_of(match, "A") == ["locket"]
    assert sum(1 for line in told(match) if "appears" in line) == 1


def test_bookish_needs_two_free_places() -> None:
    """§13.8: marker 2, which the second search uses, lies on the drawer and is lifted for it."""
    assert "search both" not in texts(playing("eldred", 5, markers={"A": ["great hall drawer 1"]}))
    others = [
        "rotunda drawer 1",
        "great hall drawer 1",
        "map room bookcase 1",
        "map room bookcase 2",
        "map room drawer 1",
    ]
    full = playing("eldred", 5, markers={"A": [*others, "rotunda bookcase 1"]})
    assert "search both" in texts(full)
    assert "search drawer" not in texts(full)


def test_bookish_in_either_order() -> None:
    """§13.8: the drawer first, and the markers lie where he searched, in that order."""
    match = playing(
        "eldred", 5, chance=["blessing coin", "locket", "yellow 1", "white 1", "pith helmet"]
    )
    push(match, "search both", "drawer first")
    lines = told(match)
    assert lines.index("A keeps a Blessing.") < lines.index(
        "A rolls 1 on the yellow and 1 on the white die."
    )
    assert [fixture & 2 for fixture in table(match)["marker"][:2]] == [2, 0]


@pytest.mark.parametrize("order", ["bookcase first", "drawer first"])
def test_bookish_is_not_refused_by_which_marker_is_due(order: str) -> None:
    """§13.8: marker 2 lies on the only bookcase; both are lifted, so that he can begin with it,
    too.
    """
    away = [
        "rotunda drawer 1",
        "great hall bookcase 1",
        "rotunda bookcase 1",
        "map room drawer 1",
        "folio vault bookcase 1",
    ]
    match = playing("eldred", 5, markers={"A": [*away, "folio vault drawer 1"]})
    assert "search both" in texts(match)
    push(match, "search both", order)
    fixtures = table(match)["marker"][:6]
    assert len(set(fixtures)) == 6
    assert {fixture >> 2 for fixture in fixtures[:2]} == {room_of("great hall")}


def test_bookish_brings_one_monster_at_most() -> None:
    """§13.8, §11.2: a marker lifted and placed in the same room changes nothing."""
    markers = {
        "A": ["great hall bookcase 1", "great hall drawer 1", *FOUR_ELSEWHERE],
        "B": ["great hall bookcase 1"],
    }
    match = push(playing("eldred", 5, markers=markers), "search both", "drawer first")
    assert not [line for line in told(match) if "appears" in line]


FOUR_ELSEWHERE = [
    "map room drawer 1",
    "rotunda drawer 1",
    "folio vault bookcase 1",
    "folio vault drawer 1",
]


def test_idiocy() -> None:
    """§13.9: no card of his is of use, not even in defence or on dice."""
    match = playing("eldred", -5, hand={"A": "tincture, corset, dice"}, weapons={"A": "ice pick"})
    assert not {"tincture", "ice pick b"} & set(texts(match))
    with pytest.raises(es.IllegalChoice, match="seized by idiocy"):
        match.push("tincture")
    victim = playing("eldred", -5, hand={"A": "corset"}, weapons={"B": "ice pick"})
    push(victim, "end", "ice pick a")
    assert victim.to_act == 1


def test_composed() -> None:
    """§13.10"""
    match = push(playing("crane", 5, at={"A": "rotunda"}), "look mirror map room")
    assert (place(match, "A"), nerve(match)[0]) == ("map room", 5)


def test_tremors() -> None:
    """§13.11"""
    match = playing("crane", -5)
    assert "You have 2 actions left." in match.question
    assert push(match, "turn here left", "turn here left").to_act == 1


def test_tremors_that_come_in_mid_turn() -> None:
    """§13.11: his third action is gone as soon as the mirror has taken him to -5."""
    match = playing("crane", -3, at={"A": "rotunda"})
    assert push(match, "turn here left", "look mirror map room").to_act == 1


def test_second_sight() -> None:
    """§13.12: only she sees the other page, and knows that it is the last of its deck."""
    match = playing("vesper", 5, chance=["yellow 1", "white 1", "pith helmet", "hunting horn"])
    push(match, "search bookcase")
    assert texts(match) == ["keep hunting horn", "keep pith helmet"]
    assert "pith helmet" not in match.record(1)
    assert "pith helmet" in match.record(0)
    push(match, "keep hunting horn")
    assert loose_pages(match, "A") == ["hunting horn"]
    assert match.view(0)["state"]["pages"][0]["bottom"] == [[page_of("pith helmet"), 1, 0, -1]]
    assert match.view(1)["state"]["pages"][0]["bottom"] == [[None, 1, 0, -1]]
    assert "pith helmet" not in match.record(1)


def test_second_sight_of_a_single_page() -> None:
    """§13.12: where only one page is left she simply finds it."""
    red = (
        "cavalry sabre, powder flask, hunting horn, bowie knife, campaign medal, pith helmet, snare"
        " trap, brass knuckles"
    )
    match = playing(
        "vesper", 5, loose={"B": red + ", signal flare"}, chance=["yellow 1", "white 1"]
    )
    push(match, "search bookcase")
    assert loose_pages(match, "A") == ["pistol and ammunition"]


def test_trance() -> None:
    """§13.13"""
    assert nerve(push(playing("vesper", -5, chance=["white 6"]), "look picture"))[0] == -4
