"""The neutral board: a seat's view, sorted into hands, decks, piles and numbers for a game that
nobody has drawn.

It is made from the view alone, so it can tell nothing that the seat may not know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from emberstacks.kernel.game import Game
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.step import EVERYBODY
from emberstacks.protocol import EMPTY, HIDDEN, CardInfo, NeutralBoard, NumberInfo, PartInfo
from emberstacks.told.parts import Field, Kind, Parts, parts_of

STYLES: Final = re.compile(r"\[/?[a-z]*\]")  # marks for the colours of a terminal
UNKNOWN: Final = "?"
NOTHING: Final = "–"


def neutral_board(
    game: Game, view: Mapping[str, Any], names: Sequence[str], choices: Sequence[Choice]
) -> NeutralBoard:
    """What a seat sees, and what it can do with it."""
    parts = parts_of(
        game, view["players"], view["options"], game.rules_number(view["rules"], "view")
    )
    described = Described(game, view, parts)
    for field in parts.fields:
        described.add(field, view["state"][field.name])
    offer(parts, described.parts, view["seat"], choices)
    return NeutralBoard(
        parts=described.parts,
        numbers=described.numbers,
        text=STYLES.sub("", game.board(view, names)),
    )


class Described:
    """The parts and numbers of a view."""

    def __init__(self, game: Game, view: Mapping[str, Any], parts: Parts) -> None:
        self.options = {option.name: option for option in game.info.options}
        self.chosen = view["options"]
        self.kinds = parts.kinds
        self.parts: list[PartInfo] = []
        self.numbers: list[NumberInfo] = []

    def add(self, field: Field, value: Any) -> None:
        """A field with all its parts, or with its numbers."""
        if field.form == "number" or field.form == "player":
            self.add_numbers(field, value)
            return
        single = field.several or field.seats  # each part, or each piece, is one of several
        parts = value if field.several else [[one] for one in value] if field.seats else [value]
        for place, part in enumerate(parts):
            seat = place if field.seats else None
            title = readable(singular(field.name) if single else field.name)
            kinds = field.kinds[place if field.several else 0]
            cards, count = self.cards(field, part, kinds)
            self.parts.append(
                PartInfo(
                    field=field.name,
                    form=field.form,
                    name=f"{title} {place + 1}" if field.several and seat is None else title,
                    seat=seat,
                    count=count,
                    kinds=len(kinds),
                    cards=cards,
                    choices=[],
                )
            )

    def cards(self, field: Field, part: Any, kinds: tuple[int, ...]) -> tuple[list[CardInfo], int]:
        """The cards of a part, and how many pieces it has."""
        if field.form == "deck":
            shown = [self.card(face, kinds, "top") for face, *_ in part["top"]]
            below = [self.card(face, kinds, "bottom") for face, *_ in part["bottom"]]
            count = len(shown) + part["rest"] + len(below)
            return [card for card in shown[:1] + below[-1:] if card.kind != HIDDEN], count
        if field.form == "hand":
            known = sorted((face, seen) for face, seen, *_ in part if face is not None)
            cards = [
                self.card(face, kinds, "open" if seen == EVERYBODY else "") for face, seen in known
            ]
            hidden = len(part) - len(known)
            return cards + ([self.card(None, kinds, "", hidden)] if hidden else []), len(part)
        if field.form == "heap":
            return [
                self.card(face, kinds, "", count) for face, count in enumerate(part) if count
            ], sum(part)
        return [self.card(face, kinds) for face in part], sum(face >= 0 for face in part)

    def card(
        self,
        face: int | None,
        kinds: tuple[int, ...],
        note: Literal["", "open", "top", "bottom"] = "",
        count: int = 1,
    ) -> CardInfo:
        """A piece by its face, as a view has it."""
        kind = Kind("")
        number = (
            HIDDEN
            if face is None
            else EMPTY
            if face < 0
            else kinds[face]
            if face < len(kinds)
            else len(self.kinds) + face
        )
        if face is not None and face >= 0:
            kind = self.kinds[number] if face < len(kinds) else Kind(f"#{face + 1}")
        return CardInfo(
            kind=number,
            name=kind.name,
            sign=kind.sign,
            written=kind.written,
            count=count,
            note=note,
            choices=[],
        )

    def add_numbers(self, field: Field, value: Any) -> None:
        """A number, one for each seat, or a row of them."""
        option = self.options.get(field.name)
        if option is not None and field.form == "number" and isinstance(value, int):
            self.number(option.heading, option.word(self.chosen[field.name]))
        elif field.form == "player":
            self.number(readable(field.name), NOTHING, player=value if value >= 0 else None)
        elif field.seats:
            for seat, one in enumerate(value):
                self.number(readable(field.name), plain(one, field.blank), seat)
        else:
            self.number(readable(field.name), plain(value, field.blank))

    def number(
        self, name: str, value: str, seat: int | None = None, player: int | None = None
    ) -> None:
        self.numbers.append(NumberInfo(name=name, value=value, seat=seat, player=player))


def plain(value: Any, blank: bool) -> str:
    """A number as a view has it, or a row of them.

    >>> plain(3, False), plain([1, None, [2, 0]], False), plain(-1, True), plain([], False)
    ('3', '1 · ? · 2 · 0', '–', '–')
    """
    if isinstance(value, list):
        return " · ".join(plain(one, blank) for one in value) or NOTHING
    if value is None:
        return UNKNOWN
    return NOTHING if blank and value == -1 else str(value).replace("-", "−")


def readable(name: str) -> str:
    """
    >>> readable("round_tools")
    'Round tools'
    """
    return name.replace("_", " ").capitalize()


def singular(name: str) -> str:
    """One of several parts.

    >>> singular("hands"), singular("libraries"), singular("hand"), singular("glass")
    ('hand', 'library', 'hand', 'glass')
    """
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def offer(parts: Parts, shown: list[PartInfo], seat: int | None, choices: Sequence[Choice]) -> None:
    """Put each choice on what it is about: on a pile that it names, or on cards of a kind, where
    most of them are.
    """
    wanted: dict[int, list[str]] = {}
    for choice in choices:
        for kind in kinds_meant(parts, choice):
            wanted.setdefault(kind, []).append(choice.text)
        for part in shown:
            if {part.field, singular(part.field)} & {
                kind for kind, _ in choice.pieces
            } and part.seat in (None, seat):
                part.choices.append(choice.text)
    while wanted:
        seen = [{card.kind for card in part.cards} & wanted.keys() for part in shown]
        best = max(
            range(len(shown)), key=lambda k: (len(seen[k]), shown[k].seat == seat, -k), default=-1
        )
        if best < 0 or not seen[best]:
            return
        for card in shown[best].cards:
            card.choices += wanted.get(card.kind, [])
        for kind in seen[best]:
            del wanted[kind]


def kinds_meant(parts: Parts, choice: Choice) -> list[int]:
    """The kinds that a choice names as its pieces, or else in its words."""
    if choice.pieces:
        ids = {
            name
            for kind, number in choice.pieces
            for name in (kind.lower(), f"{kind.lower()}-{number}")
        }
        return [number for number, kind in enumerate(parts.kinds) if kind.ids & ids]
    found = [
        number for number, kind in enumerate(parts.kinds) if kind.written and says(choice, kind)
    ]
    exact = [number for number in found if parts.kinds[number].written.lower() == choice.text]
    return exact or found


def says(choice: Choice, kind: Kind) -> bool:
    """Does a choice have the word for a kind? A bare number may count anything, so its code must be
    that of the draw too.
    """
    written = kind.written.lower()
    if written.isdecimal():
        return (choice.text, choice.code) == (written, kind.outcome)
    return re.search(rf"(?<!\w){re.escape(written)}(?!\w)", choice.text) is not None
