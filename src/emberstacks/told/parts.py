"""What the fields of a position mean, for a screen that knows no rules: found out by asking the
game, never a match.

A game says what its fields are made of (kernel/declare.py), where all pieces are (`Game.census`),
what its draws are called (`Chance.text`) and what is in the box (`Game.pieces`). So we change one
number of a fresh position and look what the game makes of it. What stays unclear is a plain number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from emberstacks.kernel.domains import ONE, SEAT, SEAT_OR_NOBODY
from emberstacks.kernel.game import Game, Options, Piece, Value
from emberstacks.kernel.ints import append
from emberstacks.kernel.state import State
from emberstacks.kernel.step import Chance
from emberstacks.kernel.zones import Deck, Slots

Form = Literal["deck", "hand", "row", "heap", "number", "player"]
# of each kind: how a draw writes it, and the number of that outcome
Written = dict[int, tuple[str, int]]
NUMBERED: Final = re.compile(r"(.+) (\d+)")
NOTHING: Final = -1  # as a number of a seat or a piece


@dataclass(frozen=True)
class Kind:
    """A kind of piece."""

    name: str
    sign: str = ""  # its number, if that tells it apart
    written: str = ""  # as a draw writes it
    outcome: int = -1  # and its number there
    ids: frozenset[str] = frozenset()  # what choices call it


@dataclass(frozen=True)
class Field:
    """A field of a position, and what it means."""

    name: str
    form: Form
    several: bool  # a list of such parts
    seats: bool  # one for each seat
    blank: bool  # a number that begins as -1, which stands for nothing
    # of each part: the kind of each face, or of each place in a heap
    kinds: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Parts:
    """What a game's positions are made of."""

    kinds: tuple[Kind, ...]
    fields: tuple[Field, ...]


def parts_of(game: Game, players: int, options: Options, rules: int) -> Parts:
    """What the positions of such a game are made of."""
    return found_out(game, players, tuple(sorted(options.items())), rules)


@lru_cache(maxsize=64)
def found_out(
    game: Game, players: int, options: tuple[tuple[str, Value], ...], rules: int
) -> Parts:
    starts: dict[int, State] = {}
    for number in range(game.info.min_players, game.info.max_players + 1):
        with suppress(Exception):  # not all options are for all numbers of players
            starts[number] = game.start(number, dict(options), rules)
    asked = Asked(game, starts[players])
    fields = tuple(field_of(asked, starts, name) for name in starts[players].fields())
    return Parts(tuple(kinds_of(asked, fields, rules)), fields)


class Asked:
    """A game that is asked about its fresh position."""

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.start = start
        self.census = self.counted(start)

    def counted(self, s: State) -> list[int]:
        """How many pieces of each kind there are; none if the game does not say, or not for such a
        position.
        """
        try:
            return self.game.census(s)
        except Exception:  # whatever a game does with a position that cannot occur
            return []

    def added(self, twin: State) -> int:
        """The kind of the one piece that a changed position has more; -1 if it is not one."""
        after = self.counted(twin)
        if len(after) != len(self.census):
            return -1
        changed = [
            (kind, after[kind] - count)
            for kind, count in enumerate(self.census)
            if after[kind] != count
        ]
        return changed[0][0] if len(changed) == 1 and changed[0][1] == 1 else -1

    def pieces(self, place: Place, add: Callable[[Any, int], Any], most: int) -> tuple[int, ...]:
        """The kinds that `add` adds to a part with 0, 1, 2 and so on, up to the first that adds no
        other kind.
        """
        kinds: list[int] = []
        while len(kinds) < most:
            twin = self.start.clone()
            place.put(twin, add(place.of(twin), len(kinds)))
            kind = self.added(twin)
            if kind < 0 or kind in kinds:
                break
            kinds.append(kind)
        return tuple(kinds)


@dataclass(frozen=True)
class Place:
    """Where a part of a position is: a field, or one of the parts in its list."""

    name: str
    number: int = -1

    def of(self, s: State) -> Any:
        """The part itself."""
        field = getattr(s, self.name)
        return field if self.number < 0 else field[self.number]

    def put(self, s: State, part: Any) -> None:
        """Put another part there."""
        if self.number < 0:
            setattr(s, self.name, part)
        else:
            getattr(s, self.name)[self.number] = part


def field_of(asked: Asked, starts: dict[int, State], name: str) -> Field:
    """What a field means."""
    made_of = type(asked.start).MADE_OF[name]
    inner = made_of.removeprefix("list[").removesuffix("]")
    several = inner != made_of
    value = getattr(asked.start, name)
    seats = (several or inner == "Ints") and all(
        len(getattr(s, name)) == number for number, s in starts.items()
    )
    places = [Place(name, number) for number in range(len(value))] if several else [Place(name)]
    kinds = [FOUND[inner](asked, place) if inner in FOUND else () for place in places]
    form = FORMS[inner]
    if inner == "Ints":
        heaps = [heap(asked, place) for place in places]
        if any(heaps) and (several or not seats):
            form, kinds = "heap", heaps
        elif not any(kinds):
            form = "number"
    blank = form == "number" and not several and numbers(value) == {NOTHING}
    if inner == "i64" and all(names_seat(s, name) for s in starts.values()):
        form = "player"
    return Field(name, form, several, seats, blank, tuple(kinds))


def numbers(value: Any) -> set[int]:
    """The numbers in a number or a list."""
    return {value} if isinstance(value, int) else {int(number) for number in value}


def names_seat(start: State, name: str) -> bool:
    """Does a number name a player?"""
    shape = start.DOMAINS.get(name)
    return shape is not None and shape.how == ONE and shape.of in (SEAT, SEAT_OR_NOBODY)


def deck(asked: Asked, place: Place) -> tuple[int, ...]:
    """The kinds in a deck; without a census those of its own count."""
    size = len(place.of(asked.start).rest)
    return asked.pieces(place, more_in_deck, size) or tuple(range(size))


def hand(asked: Asked, place: Place) -> tuple[int, ...]:
    """The kinds of the faces in a hand."""
    return asked.pieces(place, one_more_slot, len(asked.census))


def row(asked: Asked, place: Place) -> tuple[int, ...]:
    """The kinds of the pieces that are listed one by one, if they are."""
    return asked.pieces(place, appended, len(asked.census))


def heap(asked: Asked, place: Place) -> tuple[int, ...]:
    """The kinds of the pieces that are counted, if all numbers are such counts."""
    counts = place.of(asked.start)
    kinds = asked.pieces(place, more, len(counts))
    return kinds if len(kinds) == len(counts) > 0 and min(counts) >= 0 else ()


FORMS: Final[dict[str, Form]] = {"Deck": "deck", "Slots": "hand", "Ints": "row", "i64": "number"}
FOUND: Final = {"Deck": deck, "Slots": hand, "Ints": row}


def more(counts: Any, k: int) -> Any:
    """Counts with one more at a place."""
    counts[k] += 1
    return counts


def more_in_deck(pile: Deck, k: int) -> Deck:
    """A deck with one more of a piece."""
    pile.rest[k] += 1
    return pile


def one_more_slot(slots: Slots, face: int) -> Slots:
    """A hand with one more piece."""
    slots.add((face, 0, 0, -1))
    return slots


def appended(faces: Any, face: int) -> Any:
    """A list with one more piece."""
    return append(faces, face)


def kinds_of(asked: Asked, fields: Sequence[Field], rules: int) -> list[Kind]:
    """All kinds of pieces, with the names of the box, else with those that draws write."""
    families = {family for field in fields for family in field.kinds if family}
    most = max([len(asked.census), *(kind + 1 for family in families for kind in family)])
    written = written_by_draws(asked, fields, rules)
    kinds = [drawn_kind(*written[k]) if k in written else Kind(f"#{k + 1}") for k in range(most)]
    for family in families:
        box = from_box(asked, family, written)
        split = [NUMBERED.fullmatch(piece.name) for piece in box]
        # such as Book 1, Book 2, Book 3
        alike = len({found[1] if found else "" for found in split}) == 1
        for kind, piece, found in zip(family, box, split, strict=False):
            text, outcome = written.get(kind, ("", -1))
            own = f"{piece.kind}-{piece.number}" if piece.kind else ""
            ids = {
                name.lower()
                for name in (piece.id, own, piece.name, piece.name.replace(" ", "-"), text)
                if name
            }
            kinds[kind] = Kind(
                piece.name, found[2] if found and alike else "", text, outcome, frozenset(ids)
            )
    return kinds


def drawn_kind(text: str, outcome: int) -> Kind:
    """A kind that only draws name.

    >>> drawn_kind("ash", 0).name, drawn_kind("4", 3).sign
    ('Ash', '4')
    """
    return Kind(
        text[:1].upper() + text[1:],
        text if text.isdecimal() else "",
        text,
        outcome,
        frozenset({text.lower()}),
    )


def from_box(asked: Asked, family: tuple[int, ...], written: Written) -> list[Piece]:
    """The pieces of the box that a family is: the one group with as many of each, and with the
    words of the draws.
    """
    pieces = asked.game.pieces() if asked.census else []
    names = list(dict.fromkeys(piece.group for piece in pieces))
    groups = [[piece for piece in pieces if piece.group == name] for name in names]
    counts = [asked.census[kind] for kind in family] if asked.census else []
    found = [
        group
        for group in (groups if len(groups) == 1 else [pieces, *groups])
        if [piece.count for piece in group] == counts
        and all(
            written.get(kind, ("", -1))[0].lower() in piece.name.lower()
            for kind, piece in zip(family, group, strict=True)
        )
    ]
    return found[0] if len(found) == 1 else []


def written_by_draws(asked: Asked, fields: Sequence[Field], rules: int) -> Written:
    """What the draws from decks and bags write for each kind."""
    found: Written = {}
    piles = [field for field in fields if field.form in ("deck", "heap") and field.kinds]
    for step in asked.game.steps_of(rules):
        if not issubclass(step, Chance):
            continue
        with suppress(Exception):  # whatever a draw does with a position in which it is not asked
            made: Any = step
            draw: Chance[Any] = made(*[0] * len(step.MADE_OF))
            for field in piles:
                if draws_from(asked, draw, field):
                    for place, kind in enumerate(field.kinds[0]):
                        found.setdefault(kind, (draw.text(asked.start, place), place))
    return found


def draws_from(asked: Asked, draw: Chance[Any], field: Field) -> bool:
    """Does one piece more in a pile, or in the first of several, make just its own draw likelier?"""
    place = Place(field.name, 0 if field.several else -1)
    add: Callable[[Any, int], Any] = more_in_deck if field.form == "deck" else more
    before = list(draw.weights(asked.start))
    for k in range(len(field.kinds[0])):
        twin = asked.start.clone()
        place.put(twin, add(place.of(twin), k))
        before[k] += 1
        if list(draw.weights(twin)) != before:
            return False
        before[k] -= 1
    return len(field.kinds[0]) > 0
