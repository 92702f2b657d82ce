"""Versions of a game's rules. A state knows its own as a number, so that a rule can ask: `if
s.rules < V1_1:`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

V1_0: Final = 100
V1_1: Final = 101
V1_2: Final = 102
V1_3: Final = 103
V1_4: Final = 104


def number_of(version: str) -> int:
    """The number that stands for a version in a state; -1 if it is not a version.

    >>> number_of("1.1"), number_of("1.10"), number_of("1.01"), number_of("1.x")
    (101, 110, -1, -1)
    """
    form = re.fullmatch(r"([1-9][0-9]?)\.(0|[1-9][0-9]?)", version)
    return 100 * int(form[1]) + int(form[2]) if form else -1


def version_of(number: int) -> str:
    """The version that a number stands for.

    >>> version_of(V1_1)
    '1.1'
    """
    return f"{number // 100}.{number % 100}"


def unknown_version(what: str, game: str, version: str, known: Sequence[str]) -> str:
    """Why something of another version cannot be read, and which versions can.

    >>> unknown_version("record", "fire", "1.3", ["1.0", "1.1"])
    'this record follows rules 1.3 of fire; this Emberstacks knows 1.0 and 1.1.'
    """
    listed = " and ".join([", ".join(known[:-1]), known[-1]]) if len(known) > 1 else known[0]
    return f"this {what} follows rules {version} of {game}; this Emberstacks knows {listed}."
