"""How much strangers may do. Limits are counted in the database, so that all processes share them,
and told in a sentence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from emberstacks.server.settings import Limits

MINUTE, HOUR = 60.0, 3600.0


@dataclass(frozen=True)
class Quota:
    """At most this often in this many seconds, for everyone with this key; the sentence says what
    was too much.
    """

    name: str
    who: str
    most: int
    seconds: float
    sentence: str

    @property
    def key(self) -> str:
        return f"{self.name}:{self.who}"[:120]


def whole_seconds(wait: float) -> int:
    return max(1, math.ceil(wait))


def told(sentence: str, wait: float) -> str:
    """
    >>> told("That was a lot.", 0.2), told("That was a lot.", 130)
    ('That was a lot. Try again in 1 second.', 'That was a lot. Try again in 3 minutes.')
    """
    seconds = whole_seconds(wait)
    number, unit = (seconds, "second") if seconds < 120 else (math.ceil(seconds / 60), "minute")
    return f"{sentence} Try again in {number} {unit}{'' if number == 1 else 's'}."


def new_table(limits: Limits, person: str, address: str) -> list[Quota]:
    sentence = "Many tables were opened just now."
    return [
        Quota("tables", person, limits.tables_a_minute, MINUTE, sentence),
        Quota("tables-address", address, limits.tables_a_minute_an_address, MINUTE, sentence),
        Quota("tables-all", "", limits.tables_a_minute_in_all, MINUTE, sentence),
    ]


def new_guest(limits: Limits, address: str) -> list[Quota]:
    sentence = "Many guests have come in just now."
    return [
        Quota("guests-address", address, limits.guests_an_hour, HOUR, sentence),
        Quota("guests-all", "", limits.guests_an_hour_in_all, HOUR, sentence),
    ]


def new_line(limits: Limits, person: str) -> list[Quota]:
    sentence = "That was a lot of chat."
    return [
        Quota("lines", person, limits.lines_a_minute, MINUTE, sentence),
        Quota("lines-all", "", limits.lines_a_minute_in_all, MINUTE, sentence),
    ]
