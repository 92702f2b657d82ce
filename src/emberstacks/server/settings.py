"""What the person who runs a server may choose."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from emberstacks.server.limits import Limits


@dataclass(frozen=True)
class Settings(Limits):
    """What the person who runs a server may choose."""

    database: str
    direct: str = ""  # PostgreSQL itself, if `database` is a PgBouncer that pools transactions
    bot_workers: int = 1
    pace: float = 0.7
    grace: float = 60.0
    # seconds that a reaction window among people stays open; 0: until all have answered
    reaction: float = 8.0
    # seconds after which others may let a bot play for somebody who does not answer
    absence: float = 120.0
    keep_open: float = 14.0  # days after which a table that was never played is removed
    # days after which an unfinished game that nobody plays is removed; 0: never
    keep_unfinished: float = 180.0
    keep_guests: float = 7.0  # days after which a guest who never sat down is forgotten
    secure: bool = False  # behind HTTPS: cookies only travel encrypted
    # how people reach the server, for links in what it sends
    address: str = "http://localhost:8080"
    names: Sequence[str] = ()  # other names by which people reach it
    # the mail server, such as smtps://user:password@host; without one there is no e-mail
    smtp: str = ""
    mail_from: str = ""  # the sender of its e-mails
    inside: bool = False  # people may give addresses in a private network
    notice: float = 60.0  # seconds after which people who are asked and away are told
    # programs that send this may see /metrics; without it only this computer may, and not by a
    # proxy
    metrics_token: str = ""
    review_limit: float = 120.0  # seconds of work that the review of a game may take
    # seconds that the database may take before we tell people that it does not answer
    patience: float = 5.0
    # the program that runs the application holds the lock of the database already
    locked: bool = False
    entropy: Callable[[int], bytes] = os.urandom  # deals the tables; tests bring their own

    @cached_property
    def known_names(self) -> tuple[str, ...]:
        """The names that the host has given it."""
        return (urlsplit(self.address).hostname or "", *self.names)
