"""What the rest of the project knows of a game: its facts and options as data, its steps, its start
and its result.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from emberstacks.kernel.board import plain_board
from emberstacks.kernel.errors import BadOptions, BadPosition, IllegalChoice, meant, one_of
from emberstacks.kernel.events import Event
from emberstacks.kernel.ints import i64, mypyc_attr
from emberstacks.kernel.loop import run
from emberstacks.kernel.notation import mark
from emberstacks.kernel.state import State
from emberstacks.kernel.step import Auto, Chance, Step
from emberstacks.kernel.versions import number_of, unknown_version, version_of

NEWEST: Final = 0  # as a version of the rules
Value = str | int | bool
Options = Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """One thing that players may agree on before a game; the CLI, the lobby and the docs show this
    data.
    """

    name: str
    choices: tuple[Value, ...]
    default: Value
    help: str
    more: bool = False  # for experts: lists show it after the others, or on request
    title: str = ""  # its name for people; by default the name with spaces
    # what choices mean, unless they speak for themselves
    words: dict[Value, str] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """
        >>> Option("exactly_two", (False, True), False, "").heading, Option("ages", ("off",), "off", "", title="Ages").heading
        ('Exactly two', 'Ages')
        """
        return self.title or self.name.replace("_", " ").capitalize()

    def word(self, choice: Value) -> str:
        """A choice as people say it.

        >>> rounds = Option("rounds", (0, 9), 0, "", words={0: "no limit"})
        >>> rounds.word(0), rounds.word(9), rounds.word(True)
        ('no limit', '9', 'yes')
        """
        if isinstance(choice, bool):
            return "yes" if choice else "no"
        return self.words.get(choice, str(choice).replace("-", " ").replace("+", " and "))


@dataclass(frozen=True)
class Preset:
    """Options that go together under one name, such as a difficulty; the others keep their
    defaults.
    """

    name: str
    options: Options
    words: str  # what it switches on
    measured: str = ""  # how such games turn out, with the number of games
    least: int = 1  # players that it needs


@dataclass(frozen=True)
class Challenge:
    """A game that everybody can try each day with the same deal: you alone, or you with bots as
    partners.
    """

    name: str
    title: str
    words: str  # what it is about
    players: int
    options: Options


@dataclass(frozen=True)
class GameInfo:
    """The facts about a game, apart from its rules."""

    id: str
    title: str
    summary: str
    min_players: int
    max_players: int
    rules_version: str
    designers: str
    publisher: str = "unpublished"
    options: list[Option] = field(default_factory=list)
    presets: list[Preset] = field(default_factory=list)  # the first is for a first game
    challenges: list[Challenge] = field(default_factory=list)  # of the day
    # older versions still played, with their own options
    earlier: Mapping[str, list[Option]] = field(default_factory=dict)
    shelf: int = 50  # the order of the games: the lowest first
    cooperative: bool = False  # all win or lose together
    minutes: int = 0  # about how long people play it; 0: nobody has said
    weight: str = ""  # light, medium or heavy: how much there is to learn
    # a turn is a draft: hidden from others and open to undo until it ends or its owner learns
    # something
    drafts: bool = False


@dataclass(frozen=True)
class Result:
    """How a game ended: points per seat, the seats that won (all of them share the win), and a
    sentence.
    """

    scores: list[int]
    winners: list[int]
    summary: str


@dataclass(frozen=True)
class Piece:
    """One kind of piece in a game's box, for a gallery."""

    group: str
    name: str
    text: str  # what it does, in a sentence or two
    count: int = 1
    # the name that events and screens have for it, such as tool-axe; otherwise its kind and number
    id: str = ""
    clause: str = ""  # where the rules introduce it, unless a clause begins with its name
    kind: str = ""  # for a screen that draws it: what it is, such as a tool,
    number: int = 0  # and which one

    def __post_init__(self) -> None:
        if not self.id and self.kind:
            object.__setattr__(self, "id", f"{self.kind}-{self.number}")


@dataclass(frozen=True)
class AidPart:
    """A part of a player aid: a few lines, or symbols with their meaning."""

    title: str
    lines: list[str]
    # the name of a symbol, and its meaning
    signs: list[tuple[str, str]] = field(default_factory=list)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game. A subclass sets its facts in the constructor and fills in these methods; it holds
    no state of any match.
    """

    info: GameInfo
    # every step class, in rulebook order; their blocks number the actions
    steps: tuple[type[Step[Any]], ...]
    figures: str = ""  # the fingerprint of the data files, if they are not the game's own
    # of the pieces in the order of the census, for a game without `pieces`
    names: Sequence[str] = ()

    def set_up(self, players: int, options: Options, rules: int) -> State:
        """The table before the first answer; steps that resolve themselves may be on top of the
        stack.
        """
        raise NotImplementedError

    def start(self, players: int, options: Options, rules: int = NEWEST) -> State:
        """The position before the first answer, under a version of the rules (`rules_number`)."""
        if rules == NEWEST:
            rules = number_of(self.info.rules_version)
        s = self.set_up(players, options, rules)
        s.rules = rules
        run(s)
        return s

    def versions(self) -> list[str]:
        """The versions of the rules that can be played, the newest last."""
        return [*self.info.earlier, self.info.rules_version]

    def rules_number(self, version: str, what: str) -> int:
        """The number of a version of the rules; BadOptions lists those that can be played."""
        if version not in self.versions():
            raise BadOptions(unknown_version(what, self.info.id, version, self.versions()))
        return number_of(version)

    def options_of(self, rules: int) -> list[Option]:
        """The options under a version of the rules."""
        return self.info.earlier.get(version_of(rules), self.info.options)

    def scores(self, s: State) -> list[int]:
        """The points of every seat, at any time: the field `points`, unless the game says
        otherwise.
        """
        table: Any = s
        if "points" not in s.FIELDS:
            raise NotImplementedError("a game whose state has no field 'points' has scores(s)")
        return [int(points) for points in table.points]

    def scores_seen(self, s: State, who: i64) -> list[int | None]:
        """The points that the seats in the mask may know."""
        return list(self.scores(s))

    def winners(self, s: State) -> list[int]:
        """Who has won a finished game: the most points, ties shared, unless the game says
        otherwise.
        """
        scores = self.scores(s)
        best = scores[0]
        # not max(): compiled it is ten times slower, and searches come here after every playout
        for points in scores:
            if points > best:
                best = points
        return [seat for seat, points in enumerate(scores) if points == best]

    def shares(self, winners: list[int], players: int) -> list[float]:
        """Each seat's share of the win: all, part of a shared one, or nothing; a team wins
        together.
        """
        share = 1.0 if self.info.cooperative else 1.0 / max(1, len(winners))
        return [share if seat in winners else 0.0 for seat in range(players)]

    def summary(self, s: State) -> str:
        """Why and how the game ended, in a sentence: who wins with how many points, unless the game
        says more.
        """
        winners = self.winners(s)
        verb = "wins" if len(winners) == 1 else "share the win"
        points = self.scores(s)[winners[0]]
        return f"{' and '.join(mark(seat) for seat in winners)} {verb} with {points} points."

    def max_answers(self, players: int) -> int:
        """No game has more answers than this, including those of chance."""
        raise NotImplementedError

    def census(self, s: State) -> list[int]:
        """How many pieces of each kind there are in all zones together; this never changes during a
        game. Unless a game says it, nobody counts.
        """
        return []

    def check(self, s: State) -> None:
        """Refuse a position that cannot occur (BadPosition); the census is compared afterwards."""

    def of_today(self, options: Options) -> Options:
        """Options under today's names, if they had others before."""
        return options

    def check_combination(self, players: int, options: Options, rules: int) -> None:
        """Refuse options that make no sense together (BadOptions)."""

    def facts(self, s: State) -> Mapping[str, Any]:
        """Public consequences of a position, such as what burns next, so that screens and bots need
        no rules.
        """
        return {}

    def board(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """A seat's view as text for a terminal, with [style]...[/] marks; field by field, unless a
        game draws it.
        """
        start = self.start(view["players"], view["options"], number_of(view["rules"]))
        return plain_board(self.info.title, start, view["state"], names)

    def silent(self, options: Options) -> bool:
        """May nobody talk at the table until the game is over?"""
        return False

    def marker(self, s: State, place: str) -> tuple[str, str]:
        """A marker, which is talk outside the game: the piece it is put on and what it says, or
        IllegalChoice.

        A marker is not an answer: it changes no state and is in no record. The server or the
        terminal keeps it.
        """
        raise IllegalChoice("This game has no markers.", "", [])

    def printed(self) -> Mapping[str, Any]:
        """What is printed on the pieces, for screens that draw them: a TypedDict, from which the
        page has its types.
        """
        return {}

    def pieces(self) -> list[Piece]:
        """Everything in the box, group by group; with `names`, what the census counts."""
        players, rules = self.info.min_players, number_of(self.info.rules_version)
        if not self.names:
            return []
        census = self.census(self.start(players, self.full_options(players, {}), rules))
        return [
            Piece("Pieces", name, f"There {'is' if count == 1 else 'are'} {count}.", count)
            for name, count in zip(self.names, census, strict=True)
        ]

    def aid(self, players: int, options: Options) -> list[AidPart]:
        """The player aid for these options: a round in a few lines, the symbols, what things cost."""
        return []

    def sources(self, s: State, events: Sequence[Event]) -> list[list[tuple[str, int]]]:
        """Where the points of every seat in a finished game came from; they add up to its score."""
        return [[("Points", points)] for points in self.scores(s)]

    def roles(self, s: State) -> list[str]:
        """The hero or character of every seat in a finished game; empty if the game has none."""
        return []

    def tiebreaks(self, s: State) -> list[list[int]]:
        """Breaks ties in points; more is better."""
        return [[] for _ in range(s.seats)]

    def ranking(self, s: State) -> list[tuple[int, int]]:
        """Ranks and seats of a finished game: winners first, then by points; equal seats share a
        rank.
        """
        scores, winners, ties = self.scores(s), self.winners(s), self.tiebreaks(s)
        keys = [
            (seat not in winners, -scores[seat], [-merit for merit in ties[seat]])
            for seat in range(s.seats)
        ]
        seats = sorted(range(s.seats), key=lambda seat: (keys[seat], seat))
        return [(1 + sum(1 for other in keys if other < keys[seat]), seat) for seat in seats]

    @property
    def folder(self) -> Path:
        """Where the game's own files are: beside the class that has a RULES.md there."""
        folders = [
            Path(getattr(sys.modules[cls.__module__], "__file__", None) or "").parent
            for cls in type(self).__mro__
        ]
        return next((folder for folder in folders if (folder / "RULES.md").is_file()), folders[0])

    def rules(self) -> str:
        """The text of RULES.md."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def with_figures(self, folder: Path) -> Game:
        """The same rules with the figures from another folder's data files, as `load` in the game's
        components.py reads them.
        """
        make: Any = type(self)
        return cast(Game, make(import_module(f"{make.__module__}.components").load(folder)))

    def steps_of(self, rules: int) -> list[type[Step[Any]]]:
        """The step classes that there were under a version of the rules."""
        return [step for step in self.steps if step.since <= rules]

    def first_actions(self, rules: int = NEWEST) -> dict[str, int]:
        """The fixed numbering of actions for learners: the first number of each step that asks
        seats, and of the "end".

        It stays the same for a version of the rules: new pieces take numbers within the block of
        their step.
        """
        numbers: dict[str, int] = {}
        first = 0
        for step in self.steps_of(rules or number_of(self.info.rules_version)):
            if not issubclass(step, (Chance, Auto)):
                numbers[step.__name__] = first
                first += max(step.size, step.block)
        numbers["end"] = first
        return numbers

    def result(self, s: State) -> Result:
        return Result(self.scores(s), self.winners(s), self.summary(s))

    def full_options(self, players: int, options: Options, rules: int = NEWEST) -> dict[str, Value]:
        """The options with all defaults filled in; refuses what is unknown or makes no sense."""
        info = self.info
        offered = self.options_of(rules)
        if offered is info.options:
            options = self.of_today(options)
        if not info.min_players <= players <= info.max_players:
            raise BadOptions(
                f"{info.title} is for {info.min_players} to {info.max_players} players, not"
                f" {players}."
            )
        known = {option.name: option for option in offered}
        for name, value in options.items():
            if name not in known:
                raise BadOptions(
                    f"{info.title} has no option {name!r}.{meant(name, list(known))} Choose"
                    f" {one_of(list(known))}."
                )
            if not any(
                value == choice and type(value) is type(choice) for choice in known[name].choices
            ):
                possible = one_of([str(choice) for choice in known[name].choices])
                raise BadOptions(f"Option {name!r} cannot be {value!r}. Choose {possible}.")
        full = {option.name: options.get(option.name, option.default) for option in offered}
        self.check_combination(
            players, full, number_of(info.rules_version) if rules == NEWEST else rules
        )
        return full

    def checked(self, s: State, census: list[int]) -> State:
        """The state, if it can occur."""
        for name in s.fields():
            if name in s.DOMAINS:
                s.DOMAINS[name].check(s, name, getattr(s, name))
        self.check(s)
        found = self.census(s)
        wrong = [kind for kind in range(len(census)) if found[kind] != census[kind]]
        if wrong:
            first, more = (
                wrong[0],
                (f", and {len(wrong) - 1} more kinds are wrong" if len(wrong) > 1 else ""),
            )
            counts = f"of piece {first} there are {found[first]} instead of {census[first]}"
            raise BadPosition(f"pieces are missing or doubled: {counts}{more}.")
        return s
