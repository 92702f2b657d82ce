"""How much strangers may do. Limits are counted in the database, so that all processes share them,
and told in a sentence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

MINUTE, HOUR = 60.0, 3600.0


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much of everything is allowed; an address may be a household or a school."""

    # of an address, opening a socket among them; files of the page do not count
    requests_a_minute: int = 600
    sockets_an_address: int = 100
    sockets_a_person: int = 30
    sockets_in_all: int = 20_000
    tables_a_person: int = 50  # open or being played, as host
    tables_in_all: int = 100_000  # open or being played
    tables_a_minute: int = 12  # opened by a person
    tables_a_minute_an_address: int = 60
    tables_a_minute_in_all: int = 600
    guests_an_hour: int = 120  # of an address
    guests_an_hour_in_all: int = 6_000
    lines_a_minute: int = 30  # of chat, by a person
    lines_a_minute_in_all: int = 6_000
    addresses_a_person: int = 10  # at which a person is told that it is their turn
    notices_an_hour: int = 30  # to a person
    confirmations_an_hour: int = 100  # e-mails that ask whether an address is right, to everybody
    # for an account, until each further try must wait longer than the one before
    wrong_passwords: int = 5
    wrong_passwords_an_address: int = 20
    longest_lock: int = 900  # seconds that the next try must wait at most


# for tests and measurements
NO_LIMITS: dict[str, Any] = {limit.name: 10**9 for limit in fields(Limits)}


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
