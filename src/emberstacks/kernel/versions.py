"""Versions of a game's rules. A state knows its own as a number, so that a rule can ask: `if s.rules < V1_1:`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

V1_0: Final = 10
V1_1: Final = 11
V1_2: Final = 12


def number_of(version: str) -> int:
    """The number that stands for a version in a state; -1 if it is not a version.

    >>> number_of("1.1"), number_of("1.x")
    (11, -1)
    """
    major, dot, minor = version.partition(".")
    if not (major.isdecimal() and major.isascii() and dot and minor.isdecimal() and minor.isascii() and len(minor) == 1):
        return -1
    return 10 * int(major[:3]) + int(minor)


def version_of(number: int) -> str:
    """The version that a number stands for.

    >>> version_of(V1_1)
    '1.1'
    """
    return f"{number // 10}.{number % 10}"


def unknown_version(what: str, game: str, version: str, known: Sequence[str]) -> str:
    """Why something of another version cannot be read, and which versions can.

    >>> unknown_version("record", "fire", "1.3", ["1.0", "1.1"])
    'this record follows rules 1.3 of fire; this Emberstacks knows 1.0 and 1.1.'
    """
    listed = " and ".join([", ".join(known[:-1]), known[-1]]) if len(known) > 1 else known[0]
    return f"this {what} follows rules {version} of {game}; this Emberstacks knows {listed}."
