"""Fire in the Library, the early prototype by Tony Miller and John Prather."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from emberstacks.games.fire_prototype import aid, gallery, view
from emberstacks.games.fire_prototype.components import CARDS, FIRE, Box, Components, load
from emberstacks.games.fire_prototype.state import EMPTY, FREE, UNUSED, FireTable, new_table
from emberstacks.games.fire_prototype.steps import BURN_BEFORE_THE_GAME, STEPS
from emberstacks.kernel.errors import BadPosition
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import AidPart, Game, GameInfo, Options, Piece
from emberstacks.kernel.notation import mark
from emberstacks.kernel.state import State

FOLDER: Final = Path(__file__).parent
# compiled in one group with the kernel (tools/compile/copy.py), because benchmarks compare this game with C
WITH_KERNEL: Final = True


class FirePrototype(Game):
    """Draw books from a burning library; press on, or score before the fire does."""

    def __init__(self, box: Components) -> None:
        self.box = box
        self.steps = STEPS
        self.info = GameInfo(
            id="fire-prototype",
            title="Fire in the Library (early prototype)",
            summary=(
                "Push your luck: draw books from a burning library and score them before the fire"
                " spreads."
            ),
            min_players=min(box.cards),  # §1.1
            max_players=max(box.cards),
            rules_version="1.0",
            designers="Tony Miller and John Prather",
            publisher="unpublished prototype of the game that Weird Giraffe Games brought out",
            shelf=90,
            minutes=15,  # docs/lengths.md says how this was worked out
            weight="light",
        )

    def set_up(self, players: int, options: Options, rules: int) -> State:
        return new_table(self.box, players, BURN_BEFORE_THE_GAME)

    def scores(self, s: State) -> list[int]:
        assert isinstance(s, FireTable)
        return [int(points) for points in s.knowledge]

    def summary(self, s: State) -> str:
        """§6.3 The most knowledge wins; a tie is a shared win."""
        winners = [mark(seat) for seat in self.winners(s)]
        points = max(self.scores(s))
        verb = "wins" if len(winners) == 1 else "share the win"
        return f"{' and '.join(winners)} {verb} with {points} points."

    def max_answers(self, players: int) -> int:
        """Setting up, then in each round at most two answers per card and three per space."""
        a_round = 2 * players + players * 3 * int(max(self.box.spaces))
        return int(self.box.burned_books) + players + int(self.box.rounds) * a_round

    def census(self, s: State) -> list[int]:
        """Tokens of each kind; the fires join the bag only when five books have burned (§1.5)."""
        assert isinstance(s, FireTable)
        tokens = [int(count) for count in s.bag]
        for shelf, count in enumerate(s.aside):
            tokens[shelf] += int(count)
        for token in s.spaces:
            if token != EMPTY:
                tokens[token] += 1
        if sum(s.aside) < self.box.burned_books:
            tokens[FIRE] += int(self.box.fires)
        return tokens

    def check(self, s: State) -> None:
        assert isinstance(s, FireTable)
        box = self.box
        if any(s.burned[shelf] > box.collapse[shelf] for shelf in range(FIRE)):
            raise BadPosition("a value tracker stands beyond its X.")
        in_play = [card for card in range(CARDS) if s.holder[card] != UNUSED]
        held = [int(s.holder[card]) for card in in_play if s.holder[card] != FREE]
        if (
            in_play != box.cards[int(s.seats)]
            or len(set(held)) != len(held)
            or min(held, default=0) < 0
        ):
            raise BadPosition(
                "the turn order cards are not those of this number of players, one to a seat."
            )
        if any((s.spaces[k] == EMPTY) != (k >= s.drawn) for k in range(len(s.spaces))):
            raise BadPosition("the tokens on the active card do not fill its spaces from the left.")
        taking = type(s.step).__name__ == "TakeCard"
        if s.step.seat >= 0 and (
            int(s.step.seat) in held if taking else s.holder[s.card] != s.step.seat
        ):
            raise BadPosition(
                "a player whose turn it is holds the active card, and a player who takes a card"
                " holds none."
            )

    def board(self, view_: Mapping[str, Any], names: Sequence[str]) -> str:
        return view.board(self.box, view_, names)

    def printed(self) -> Box:
        return self.box.printed()

    def aid(self, players: int, options: Options) -> list[AidPart]:
        return aid.aid(self.box)

    def pieces(self) -> list[Piece]:
        return gallery.pieces(self.box)

    def sources(self, s: State, events: Sequence[Event]) -> list[list[tuple[str, int]]]:
        return [list(found.items()) for found in gallery.sources(int(s.seats), events)]


GAME: Final[FirePrototype] = FirePrototype(load(FOLDER))
