"""Chapter 4 of RULES.md: searching."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.horror.components import NOWHERE
from tests.games.horror.table import (
    cards_of,
    loose_pages,
    nerve,
    push,
    room_of,
    scene,
    table,
    texts,
    told,
)

ROUND_TRIP = [
    "great hall bookcase 1",
    "map room bookcase 1",
    "map room bookcase 2",
    "rotunda bookcase 1",
    "rotunda drawer 1",
    "map room drawer 1",
]


def test_searching_needs_fortitude_0() -> None:
    """§4.1"""
    assert "search drawer" in texts(scene())
    low = scene(fortitude={"A": -1})
    assert "search drawer" not in texts(low)
    with pytest.raises(es.IllegalChoice, match="need Fortitude 0 or more"):
        low.push("search drawer")


def test_only_ones_own_marker_blocks_a_place() -> None:
    """§4.1: the Great Hall has one bookcase and one drawer."""
    match = scene(markers={"A": ["great hall drawer 1"], "B": ["great hall bookcase 1"]})
    assert "search bookcase" in texts(match)
    assert "search drawer" not in texts(match)
    with pytest.raises(es.IllegalChoice, match="markers lie on every drawer"):
        match.push("search drawer")


def test_the_second_bookcase_is_used_when_the_first_is_taken() -> None:
    """§4.1"""
    match = scene(at={"A": "map room"}, markers={"A": ["map room bookcase 1"]})
    push(match, "search bookcase")
    assert table(match)["marker"][:2] == [4 * room_of("map room"), 4 * room_of("map room") + 1]


def test_markers_are_used_in_order_and_again() -> None:
    """§4.2: all six are out, so number 1 comes from the Great Hall's bookcase."""
    match = scene(
        at={"A": "rotunda", "B": "rotunda"},
        markers={"A": ROUND_TRIP[:3]},
        chance=["blessing coin", "locket"],
    )
    push(match, "search drawer")
    assert table(match)["meter"][0] == 4
    full = scene(markers={"A": ROUND_TRIP}, chance=["blessing coin", "locket"])
    push(full, "search drawer")
    assert "A takes marker 1 from a bookcase of the Great Hall." in told(full)
    assert table(full)["marker"][0] == 4 * room_of("great hall") + 2
    assert table(full)["meter"][0] == 1
    assert NOWHERE not in table(full)["marker"][:6]


def test_a_marker_is_lifted_before_a_place_is_looked_for() -> None:
    """§4.2: marker 1 lies on the only bookcase of the room, and is the next to be used."""
    match = scene(markers={"A": ROUND_TRIP})
    assert "search bookcase" in texts(match)
    assert "search bookcase" not in texts(scene(markers={"A": ROUND_TRIP[:5]}))


def test_first_the_marker_then_the_monster_then_the_search() -> None:
    """§4.3: the monster takes A below 0, and the drawer is searched all the same."""
    match = scene(
        markers={"B": ["great hall bookcase 1", "great hall drawer 1"]},
        chance=["curse coin", "nihilism"],
    )
    push(match, "search drawer", "go on")
    log = told(match)
    order = [
        next(k for k, line in enumerate(log) if part in line)
        for part in ("places marker", "appears", "loses 1", "coin")
    ]
    assert order == sorted(order)
    assert nerve(match) == [0, -1]  # Nihilism put A back to 0


def test_coins_stay_out_until_the_last_is_drawn() -> None:
    """§4.4"""
    match = scene(fields={"coins": [1, 1]}, chance=["curse coin", "canker spider"])
    push(match, "search drawer")
    assert table(match)["coins"] == [1, 0]
    last = scene(fields={"coins": [0, 1]}, chance=["curse coin", "canker spider"])
    push(last, "search drawer")
    assert table(last)["coins"] == [8, 8]
    assert "That was the last coin: all sixteen go back into the bag." in told(last)


def test_the_coin_says_which_card_is_drawn() -> None:
    """§4.5"""
    blessed = push(scene(chance=["blessing coin", "antidote"]), "search drawer")
    assert cards_of(blessed, "A") == ["antidote"]
    cursed = push(scene(chance=["curse coin", "revolver"]), "search drawer")
    assert cards_of(cursed, "A") == ["revolver"]


def test_an_empty_deck_gives_no_card() -> None:
    """§4.5: all ten Blessings are in B's hand."""
    words = (
        "tincture, tincture, mysterious mirror, book, locket, third eye, corset, antidote,"
        " lockpicks, dice"
    )
    match = push(
        scene(at={"B": "rotunda"}, hand={"B": words}, chance=["blessing coin"]), "search drawer"
    )
    assert cards_of(match, "A") == []
    assert "A finds nothing: that deck is empty." in told(match)


@pytest.mark.parametrize(
    ("yellow", "white", "page"),
    [
        (1, 1, "pith helmet"),
        (4, 3, "rue"),
        (3, 1, "bone key"),
        (4, 1, "sun disc"),
        (6, 1, "hat pin"),
        (5, 1, "playbill"),
    ],
)
def test_the_dice_name_a_book_and_its_colour(yellow: int, white: int, page: str) -> None:
    """§4.6: column by the yellow, row by the white die."""
    match = scene(chance=[f"yellow {yellow}", f"white {white}", page])
    push(match, "search bookcase")
    assert loose_pages(match, "A") == [page]


def test_without_pages_of_a_colour_nothing_is_found() -> None:
    """§4.7"""
    red = (
        "pistol and ammunition, cavalry sabre, powder flask, hunting horn, bowie knife, campaign"
        " medal, pith helmet"
    )
    match = scene(
        loose={"B": red + ", snare trap, brass knuckles, signal flare"},
        chance=["yellow 1", "white 1"],
    )
    push(match, "search bookcase")
    assert "A finds nothing: there is no red page left." in told(match)
    assert table(match)["actions"] == 2
