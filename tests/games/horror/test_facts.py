"""The facts of a view: who can be out next, what the next marker calls, and what can be exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import emberstacks as es
from tests.games.horror.table import page_of, push, room_of, scene


def facts(match: es.Match) -> Any:
    return match.view(None, facts=True)["facts"]


def guest(match: es.Match, seat: int) -> Any:
    return facts(match)["guests"][seat]


def test_doors_to_the_portal() -> None:
    """§3.1 As the rooms lie now; the Folio Vault is sealed off."""
    match = scene(at={"A": "great hall", "B": "folio vault"})
    assert guest(match, 0)["doors"] == 2
    assert guest(match, 1)["doors"] is None
    assert guest(scene(at={"A": "long gallery"}), 0)["doors"] == 1


@pytest.mark.parametrize(
    ("position", "now", "soon"),
    [
        ({"at": {"A": "long gallery"}, "found": "A"}, True, True),
        ({"at": {"A": "long gallery"}}, False, False),  # §12.1 without the pages
        ({"at": {"A": "long gallery"}, "found": "A", "fortitude": {"A": -1}}, False, False),
        # no action left, but three in the next turn
        ({"at": {"A": "long gallery"}, "found": "A", "fields": {"actions": 0}}, False, True),
        ({"at": {"A": "long gallery"}, "found": "A", "curses": {"fingertrap": "A"}}, False, False),
        (
            {"at": {"A": "long gallery"}, "found": "A", "curses": {"unresolved business": "A"}},
            False,
            False,
        ),
        # §2.1 §12.1 the monster in the room hurts at the beginning of the next turn
        (
            {"at": {"A": "long gallery"}, "found": "A", "monsters": {"long gallery": [1]}},
            True,
            False,
        ),
    ],
)
def test_who_can_leave(position: Mapping[str, Any], now: bool, soon: bool) -> None:
    told = guest(scene(**position), 0)
    assert (told["now"], told["next"]) == (now, soon)


def test_who_can_leave_now_is_who_has_the_turn() -> None:
    match = scene(at={"B": "long gallery"}, found="B")
    assert (guest(match, 1)["now"], guest(match, 1)["next"]) == (False, True)


def test_turning_a_room_opens_a_way() -> None:
    """§3.3 From the sealed Folio Vault, one turn of it or of the room beside it and two doors."""
    match = scene(at={"A": "folio vault"}, found="A", fortitude={"A": 5})
    assert guest(match, 0)["now"]
    for choice in [text for text in texts_of(match) if text.startswith("turn ")]:
        after = push(scene(at={"A": "folio vault"}, found="A", fortitude={"A": 5}), choice)
        if guest(after, 0)["now"]:
            return
    pytest.fail("no turn leads towards the Portal")


def texts_of(match: es.Match) -> list[str]:
    return [str(choice.text) for choice in match.legal()]


def test_the_next_marker_calls_a_monster() -> None:
    """§11.1"""
    match = scene(markers={"A": ["map room bookcase 1", "map room bookcase 2"]})
    assert facts(match)["summoning"] == 3
    assert facts(match)["brink"] == [room_of("map room")]
    full = scene(
        markers={"A": ["map room bookcase 1", "map room bookcase 2"]},
        monsters={"map room": [1, 1, 1, 1]},
    )
    assert facts(full)["brink"] == []  # §11.3


def test_pages_of_a_set() -> None:
    """§5.4"""
    match = scene(loose={"A": "signal flare, snare trap, rue", "B": "jade idol"})
    told = [page_of("signal flare"), page_of("snare trap")]
    assert sorted(guest(match, 0)["sets"]) == sorted(told)
    three = scene(loose={"A": "signal flare, jade idol, rue"})
    assert len(guest(three, 0)["sets"]) == 3
    assert guest(scene(loose={"A": "signal flare, rue"}), 0)["sets"] == []
