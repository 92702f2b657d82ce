"""The table as text for a game that has drawn no board: every field of a view in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.kernel.domains import SEATS
from emberstacks.kernel.state import State
from emberstacks.kernel.zones import Slots

HIDDEN: Final = "?"
NOTHING: Final = "nothing"


def plain_board(title: str, start: State, table: Mapping[str, Any], names: Sequence[str]) -> str:
    """The table of a view, with the numbers that a position has; `start` says what its fields are."""
    lines = [f" [title]{title}[/]"]
    for name in start.fields():
        like, words = getattr(start, name), name.replace("_", " ").capitalize()
        if by_seat(start, name, like):
            found = [
                f"{who} {said(one, like)}" for who, one in zip(names, table[name], strict=True)
            ]
            lines.append(f" {words}: {', '.join(found)}")
        else:
            lines.append(f" {words}: {said(table[name], like)}")
    return "\n".join(lines)


def by_seat(start: State, name: str, like: Any) -> bool:
    """Does every seat have one of these?"""
    if name in start.DOMAINS:
        return start.DOMAINS[name].length is SEATS
    return isinstance(like, list) and len(like) == start.seats


def said(value: Any, like: Any) -> str:
    """A number, a row of them, pieces of which one may know some, or a deck."""
    if value is None:
        return HIDDEN
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        known = len(value["top"]) + len(value["bottom"])
        return f"{value['rest'] + known} face down"
    if value and isinstance(value[0], list) and is_slots(like):
        return " ".join(HIDDEN if face is None else str(face) for face, *_ in value)
    return " ".join(said(one, like) for one in value) or NOTHING


def is_slots(like: Any) -> bool:
    return isinstance(like, Slots) or (isinstance(like, list) and bool(like) and is_slots(like[0]))
