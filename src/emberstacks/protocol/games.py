"""The games and bots of this server: options, rules, boxes, player aids."""

from __future__ import annotations

from typing import Literal

from emberstacks.protocol.base import Value, Wire


class OptionInfo(Wire):
    """One thing that players may agree on before a game."""

    name: str
    title: str
    choices: list[Value]
    words: list[str]  # what each of the choices means
    default: Value
    help: str
    more: bool  # only shown on request


class PresetInfo(Wire):
    """Options that go together under one name; those it does not name stay at their default."""

    name: str
    options: dict[str, Value]
    words: str
    measured: str
    least: int  # players that it needs


class LessonCard(Wire):
    """A lesson as a list shows it."""

    number: int
    title: str
    minutes: int


class GameCard(Wire):
    """A game as the lobby shows it."""

    id: str
    title: str
    summary: str
    min_players: int
    max_players: int
    rules_version: str
    designers: str
    publisher: str
    cooperative: bool
    minutes: int  # how long a game takes, roughly; 0: nobody has said
    weight: str  # light, medium or heavy, or ""
    usual_bot: str  # the opponent or partner for a first game
    levels: list[str]  # the levels of bots that differ in this game, from weak to strong
    styles: list[str]  # and the styles
    options: list[OptionInfo]
    presets: list[PresetInfo]
    lessons: list[LessonCard]
    puzzles: int  # how many it has


class BotCard(Wire):
    """A bot as the lobby shows it."""

    spec: str
    help: str
    group: Literal["level", "style", ""]  # empty: for programmers
    # who plays like this, in the order in which they sit down; nobody for programmers' bots
    people: list[str]


class Catalogue(Wire):
    """Everything a table can be made of."""

    games: list[GameCard]
    bots: list[BotCard]
    docs: bool = False  # this server has the documentation, under /docs


class Clause(Wire):
    """One clause of the rules."""

    number: str
    text: str


class Rulebook(Wire):
    """The rules of a game: as a text, and clause by clause."""

    game: str
    version: str
    text: str
    clauses: list[Clause]


class SignInfo(Wire):
    """A symbol, by the name that the page draws it under, and what it means."""

    symbol: str
    meaning: str


class AidInfo(Wire):
    """A part of a player aid."""

    title: str
    lines: list[str]
    signs: list[SignInfo]


class PieceInfo(Wire):
    """One piece of a game's box, and what it does."""

    group: str
    name: str
    text: str
    count: int
    id: str  # its name in events, or ""
    kind: str  # for a screen that draws it: what it is,
    number: int  # and which one
    clause: str  # where the rules introduce it, or ""


class MeaningInfo(Wire):
    """What everything on the table whose name begins so means; `#` stands for a number, and `*` for
    any words.
    """

    name: str
    text: str
    clause: str  # or ""
