"""What the person who runs a server may choose, each declared once: `emberstacks serve` has a flag and
a variable for every setting, and docs/hosting.md a row.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit


def setting(default: Any, words: str) -> Any:
    """A setting with its default, and what it does, in words for the help and the docs."""
    return field(default=default, metadata={"help": words})


def variable(name: str) -> str:
    """The variable that gives a setting, which a flag overrides.

    >>> variable("keep_unfinished")
    'EMBERSTACKS_KEEP_UNFINISHED'
    """
    return f"EMBERSTACKS_{name.upper()}"


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much of everything is allowed, each at least 1; an address may be a household or a
    school.
    """

    requests_a_minute: int = setting(
        600,
        "requests from an address, also for what does not exist, and sockets that it opens;"
        " without the page's own files",
    )
    sockets_an_address: int = setting(100, "open sockets from an address")
    sockets_a_person: int = setting(30, "open sockets of a person")
    sockets_in_all: int = setting(20_000, "open sockets")
    tables_a_person: int = setting(50, "tables open or being played, as host")
    tables_in_all: int = setting(100_000, "tables open or being played")
    tables_a_minute: int = setting(12, "tables opened by a person")
    tables_a_minute_an_address: int = setting(60, "tables opened from an address")
    tables_a_minute_in_all: int = setting(600, "tables opened by everybody")
    guests_an_hour: int = setting(120, "new guests from an address")
    guests_an_hour_in_all: int = setting(6_000, "new guests")
    lines_a_minute: int = setting(30, "lines of chat by a person; markers count as well")
    lines_a_minute_in_all: int = setting(6_000, "lines of chat by everybody")
    addresses_a_person: int = setting(
        10, "addresses at which a person is told that it is their turn"
    )
    notices_an_hour: int = setting(30, "notices to a person")
    confirmations_an_hour: int = setting(
        100, "e-mails that ask whether an address is right, to everybody"
    )
    wrong_passwords: int = setting(
        5,
        "wrong passwords for an account; after these, each try must wait twice as long as the one"
        " before",
    )
    wrong_passwords_an_address: int = setting(20, "the same, from an address")
    longest_lock: int = setting(900, "the longest such wait, in seconds")


# for tests and measurements
NO_LIMITS: dict[str, Any] = {limit.name: 10**9 for limit in fields(Limits)}


@dataclass(frozen=True)
class HostSettings:
    """What a host may choose, apart from limits."""

    database: str = setting(
        "",
        "sqlite:///FILE or postgresql://...; by default a file in your data folder. If it holds a"
        " password, use the variable.",
    )
    direct: str = setting(
        "",
        "Only if the database is a PgBouncer that pools transactions: the address of PostgreSQL"
        " itself.",
    )
    bot_workers: int = setting(
        1,
        "How many processes think for experts and hints, besides those for quick bots, reviews and"
        " people who wait.",
    )
    keep_unfinished: int = setting(
        180, "Delete unfinished games after this many days without a move; 0 keeps them."
    )
    secure: bool = setting(
        False, "Send cookies only over https. Use it if people reach the server that way."
    )
    address: str = setting(
        "",
        "How people reach the server, such as https://games.example.org: for links in e-mails, and"
        " because it answers to no other name than this, its own and its numbers. By default the"
        " address that it prints.",
    )
    name: tuple[str, ...] = setting(
        (),
        "Another name by which people reach it, such as raspberrypi.fritz.box; repeat for more.",
    )
    smtp: str = setting(
        "",
        "The mail server, such as smtps://user:password@mail.example.org. It is safer to use the"
        " variable.",
    )
    mail_from: str = setting("", "The address that e-mails come from, such as games@example.org.")
    private_addresses: bool = setting(
        False,
        "Let people name webhooks in your own network. Only do this if you trust everybody who"
        " plays here.",
    )
    metrics_token: str = setting(
        "",
        "Lets programs with this token read /metrics; without one, only this computer may. It is"
        " safer to use the variable.",
    )


@dataclass(frozen=True)
class Settings(HostSettings, Limits):
    """All that a server goes by: what its host has chosen, and figures of our own."""

    pace: float = 0.7  # seconds a bot waits, so that people can follow
    grace: float = 60.0  # seconds after which a bot stands in for somebody who is gone
    # seconds that a reaction window among people stays open; 0: until all have answered
    reaction: float = 8.0
    # seconds after which others may let a bot play for somebody who does not answer
    absence: float = 120.0
    keep_open: float = 14.0  # days after which a table that was never played is removed
    keep_guests: float = 7.0  # days after which a guest who never sat down is forgotten
    notice: float = 60.0  # seconds after which people who are asked and away are told
    review_limit: float = 120.0  # seconds of work that the review of a game may take
    # seconds that the database may take before we tell people that it does not answer
    patience: float = 5.0
    # the program that runs the application holds the lock of the database already
    locked: bool = False
    here: str = "http://localhost:8080"  # how this computer reaches the server
    entropy: Callable[[int], bytes] = os.urandom  # deals the tables; tests bring their own

    @property
    def reached(self) -> str:
        """How people reach the server, for links in what it sends."""
        return self.address or self.here

    @cached_property
    def known_names(self) -> tuple[str, ...]:
        """The names that the host has given it."""
        return (urlsplit(self.reached).hostname or "", *self.name)
