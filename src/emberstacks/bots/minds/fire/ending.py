"""The rest of a game of Fire in the Library: a stage is a turn, and what others hold unseen is left
out.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from emberstacks.bots.endgame import Rest
from emberstacks.kernel.game import Game
from emberstacks.kernel.state import State
from emberstacks.kernel.versions import V1_1

SPREAD_OUT: Final = 1  # the value of the field `spread` once the fire has spread
PLACED: Final = ("axe", "cloak", "slingshot")  # tools that care on which space a book is


class FireRest(Rest):
    """Nothing ever leaves the table, so what was used up follows from what is left."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        fire: Any = game
        self.box = fire.box
        self.placed = sum(1 << kind for kind, name in enumerate(self.box.tools) if name in PLACED)

    def near(self, s: State) -> bool:
        """The fire that has just been triggered may be the last, or the round is."""
        table: Any = s
        return bool(table.trigger >= 0 and table.spread != SPREAD_OUT) or self.sure(s)

    def sure(self, s: State) -> bool:
        """The game ends with this round no matter what."""
        table: Any = s
        if table.variant.robot:
            return False
        if table.variant.solo:
            return bool(table.round == self.box.turns)
        burned = [int(count) for count in table.burned]
        track = len(self.box.index) // len(burned)
        lowest = sorted(
            range(len(burned)),
            key=lambda section: self.box.index[section * track + burned[section]],
        )
        # under rules 1.0 only the first burning is foreseen
        due = lowest[: 2 if table.variant.wild and s.rules >= V1_1 else 1]
        return any(burned[section] + 1 == self.box.collapse[section] for section in due)

    def key(self, s: State) -> Hashable:
        """Scores count, and who is first among equals; the order of open tools never matters."""
        table: Any = s
        steps = (
            tuple((type(step).__name__, *step.args()) for step in [*s.below, s.step]),
            tuple(s.sealed),
        )
        hands = tuple(tuple(sorted(zip(hand.face, hand.seen, strict=True))) for hand in table.hands)
        tools = hands, tuple(sorted(table.market)), tuple(table.deck.rest)
        order = tuple(
            sorted(
                range(len(table.score)), key=lambda who: (table.score[who], table.arrived[who], who)
            )
        )
        people = tuple(table.score), order, tuple(table.holder)
        aside = (
            tuple(table.round_tokens),
            tuple(table.boxed),
            tuple(table.given),
            tuple(table.looked),
        )
        turn = (
            int(table.card),
            int(table.round),
            int(table.draws > 0),
            int(table.gloves),
            int(table.digs),
            int(table.trigger),
        )
        scored = (
            int(table.cloaked),
            tuple(table.saved),
            int(table.bravery),
            int(table.lost),
            int(table.spread),
        )
        return (
            steps,
            tools,
            people,
            self.spaces(table),
            tuple(table.bag),
            tuple(table.burned),
            aside,
            turn,
            scored,
        )

    def spaces(self, table: Any) -> Hashable:
        """The tokens on the cards; those of the turn without their order, if nothing to come
        depends on it.
        """
        tokens = list(table.spaces)
        places = len(tokens) // len(table.holder)
        first, last = table.card * places, (table.card + 1) * places
        # if books still score when the library falls, it matters which books on the card have
        # burned before
        scoring = any(token >= 0 for token in tokens[last:]) or any(table.boxed) or any(table.given)
        if not scoring and not any(
            table.in_hand(seat) & self.placed for seat in range(table.seats)
        ):
            here = tokens[first:last]
            empty = [space for space, token in enumerate(here) if token < 0]
            tokens[first:last] = [*sorted(token for token in here if token >= 0), *empty]
        return tuple(tokens)

    def stage(self, s: State) -> Hashable:
        table: Any = s
        return int(table.round), int(table.card)
