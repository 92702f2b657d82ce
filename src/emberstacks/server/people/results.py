"""Reads the result of a game as the database keeps it, such as "A 30, B 104; won by B"."""

from __future__ import annotations

import re

from emberstacks.kernel.notation import LETTERS


def winners_of(result: str) -> list[int]:
    """The seats that have won.

    >>> winners_of("A 30, B 104; won by B"), winners_of("A 0, B 0; won by nobody"), winners_of("")
    ([1], [], [])
    """
    found = re.search(r"; won by (.+)$", result)
    return [LETTERS.index(letter) for letter in found[1].split(" and ") if letter in LETTERS] if found else []


def points_of(result: str) -> list[int]:
    """The points of every seat.

    >>> points_of("A 30, B -4; won by A"), points_of("")
    ([30, -4], [])
    """
    return [int(number) for number in re.findall(r"[A-Z] (-?\d+)", result.partition(";")[0])]


def ranks_of(result: str) -> list[int]:
    """The place of every seat: winners are first, and points decide about the others.

    >>> ranks_of("A 30, B 104, C 20, D 30; won by B")
    [1, 0, 3, 1]
    """
    winners, points = winners_of(result), points_of(result)
    order = [(seat not in winners, 0 if seat in winners else -score) for seat, score in enumerate(points)]
    return [sum(other < mine for other in order) for mine in order]
