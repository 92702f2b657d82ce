"""People: who they are, where they are told that it is their turn, what they like and what they
have played.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from emberstacks.protocol.base import Value, Wire


class Person(Wire):
    """Who somebody is. An account has a password; a guest has only the browser's session."""

    id: str
    name: str
    account: bool


class NewGuest(Wire):
    name: str


class Credentials(Wire):
    name: str
    password: str


class Password(Wire):
    password: str


class NewPassword(Wire):
    """Another password for my account; whoever changes it must know the old one."""

    old: str
    new: str


class SessionInfo(Wire):
    """A browser, or a program, in which somebody is logged in."""

    id: str
    browser: str  # such as Firefox on Linux; empty if unknown
    created: float
    seen: float  # when it was last used, to the hour
    this: bool  # is it the one that asks?


class Farewell(Wire):
    """Delete me: so that nobody does it by mistake or for me, with my name and, if I have an
    account, its password.
    """

    name: str
    password: str = ""


class DeviceLink(Wire):
    """What brings me to another device, once, for some minutes: `/device#CODE` on this server."""

    code: str
    seconds: int  # for which it can be used


class DeviceCode(Wire):
    code: str


class AddressInfo(Wire):
    """Where a person is told that it is their turn."""

    id: str
    kind: Literal["push", "email", "ntfy", "webhook"]
    target: str
    confirmed: bool


class Addresses(Wire):
    """All such addresses of a person, and what this server can do."""

    addresses: list[AddressInfo]
    push_key: str  # what a browser needs to subscribe
    mail: bool  # this server can send e-mail


class PushAddress(Wire):
    """A browser's subscription, as its Push API gives it."""

    endpoint: Annotated[str, Meta(max_length=500)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class WebAddress(Wire):
    """An address that takes a POST: of a topic on an ntfy server, or of a program of one's own."""

    kind: Literal["ntfy", "webhook"]
    url: Annotated[str, Meta(max_length=500)]


class MailAddress(Wire):
    address: Annotated[str, Meta(max_length=254)]


class Code(Wire):
    """What a link in an e-mail brings."""

    code: Annotated[str, Meta(max_length=100)]


class Vacation(Wire):
    """Clocks of a day or more wait until then, in seconds since 1970; 0: not on vacation."""

    until: Annotated[float, Meta(ge=0, le=1e11)]


class Preferences(Wire):
    """What a person prefers; the page knows what it means."""

    settings: dict[str, Value]


class GamePlayed(Wire):
    """How often somebody has played a game, and won it."""

    game: str
    played: int
    won: int


class Month(Wire):
    """The games that ended in a month, such as 2026-11."""

    month: str
    played: int
    won: int


class OpponentPlayed(Wire):
    """Somebody met at tables: a person by name, or a kind of bot."""

    together: bool  # on the same side
    name: str
    bot: str
    played: int
    won: int  # by the person whose profile it is


class PlayedInfo(Wire):
    """A finished game."""

    table: str
    game: str
    at: float
    won: bool
    points: int
    others: list[str]


class SoloScore(Wire):
    """A finished solo game."""

    table: str
    game: str
    at: float
    won: bool
    points: int


class RatedBot(Wire):
    bot: str
    rating: int
    games: int


class Rating(Wire):
    """How well somebody plays a game: a new player has 1500, and the true value is probably within
    `doubt` of it.
    """

    game: str
    rating: int
    doubt: int
    games: int
    bots: list[RatedBot]  # what the bots have on the same scale, weakest first


class Profile(Wire):
    """What somebody has played. Games that ended without a result do not count."""

    name: str
    account: bool
    since: float
    games: list[GamePlayed]
    months: list[Month]  # oldest first
    opponents: list[OpponentPlayed]
    solo: list[SoloScore]  # the best, by game
    latest: list[PlayedInfo]
    ratings: list[Rating]
