"""The turn of Fire in the Library; its end is worth its points, tools, and the fall of the library.

In the last round only the win counts, and for the Lone Librarian every turn that is still to come.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, Final

from emberstacks.bots.minds.fire.ending import FireRest
from emberstacks.bots.solver import Outlook, Turn
from emberstacks.games import game_by_id
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.state import OVER, State

SPREAD_OUT: Final = 1  # the value of the field `spread` once the fire has spread
TOOL: Final = 3.0  # points that a tool is worth; ours
WIN: Final = 40.0  # points; ours
PACE: Final = 14.0  # points that a turn brings on average, from games of bots; ours
SWING: Final = 9.0  # by which a turn differs from that; ours
# tools for which it matters on which space a book is
ORDERED: Final = ("FireWindow", "ChooseBook", "ChooseTarget")
INSIDE: Final = ("SaveBooks", "Draw", "DrawSeveral", "KeepOne", "PlaceOne", "ShoutBurn", *ORDERED)
# only the first answer may play a tool: the rest of the turn does without
SIMPLE: Final = ("draw", "stop", "dig")


class FireTurn(Turn):
    """Exact for drawing and stopping; others play no tools, and the player's own tools count with
    their price.
    """

    costly: ClassVar[float] = 2.0  # points; ours

    def __init__(self, start: State, seat: int) -> None:
        super().__init__(start, seat)
        table: Any = start
        game = game_by_id("fire")
        self.game = game
        self.when = table.round, table.card
        self.mine = table.card < len(table.holder) and table.holder[table.card] == seat
        self.score = int(table.score[seat])
        self.tools = int(table.hands[seat].count())
        self.lone = bool(table.variant.solo and not table.variant.robot)
        self.last = not table.variant.solo and FireRest(game).sure(start)

    def goes_on(self, s: State) -> bool:
        table: Any = s
        here = (table.round, table.card) == self.when and type(s.step).__name__ in INSIDE
        return bool(self.mine and here and table.spread != SPREAD_OUT)

    def key(self, s: State) -> Hashable:
        """The tokens on the card in no order, for what can still be drawn and lost; spaces are
        filled from the left.
        """
        table: Any = s
        places = len(table.spaces) // len(table.holder)
        on_card = table.spaces[table.card * places : (table.card + 1) * places]
        gaps = tuple(k for k, token in enumerate(on_card) if token < 0)
        hand = tuple(sorted(int(face) for face in table.hands[self.seat].face))
        rest = (
            int(table.gloves),
            int(table.digs),
            int(table.draws > 0),
            int(table.trigger),
            tuple(table.looked),
        )
        name = type(s.step).__name__
        scored = (
            int(table.score[self.seat]),
            int(table.cloaked),
            tuple(on_card) if name in ORDERED else (),
        )
        return (
            name,
            tuple(s.step.args()),
            tuple(s.sealed),
            tuple(table.bag),
            gaps,
            hand,
            rest,
            scored,
        )

    def answers(self, s: State, codes: Ints) -> Sequence[int]:
        if type(s.step).__name__ != "SaveBooks":
            return list(codes)
        return [code for code in codes if s.step.text(s, code) in SIMPLE]

    def end(self, s: State) -> Outlook:
        table: Any = s
        points = int(table.score[self.seat]) - self.score
        return Outlook(self.worth(table, points), float(table.spread == SPREAD_OUT), float(points))

    def worth(self, table: Any, points: int) -> float:
        """In points: what the turn brought, or what the game is worth if that is known."""
        tools = int(table.hands[self.seat].count()) - self.tools
        offered = type(table.step).__name__ in ("TakeTool", "DrawTool", "RevealTool")
        over = table.step is OVER
        if self.lone:
            missed = int(table.box.turns) - int(table.round) if over else 0
            return points + TOOL * (tools + offered) - PACE * missed
        if over or self.last:
            return 2 * WIN * (self.chance(table) - 0.5) + (0.01 if self.last else 1.0) * points
        return points + TOOL * (tools + offered)

    def chance(self, table: Any) -> float:
        """The share of the win; players whose turn is still to come get what a turn usually brings."""
        if table.step is OVER:
            winners = self.game.winners(table)
            return 1.0 / len(winners) if self.seat in winners else 0.0
        own = float(table.score[self.seat])
        waiting = {int(table.holder[card]) for card in range(table.card + 1, len(table.holder))}
        chance = 1.0
        for rival, score in enumerate(table.score):
            if rival != self.seat:
                spread = SWING if rival in waiting else 0.5
                ahead = own - float(score) - (PACE if rival in waiting else 0.0)
                chance *= 0.5 * (1.0 + math.erf(ahead / spread / math.sqrt(2.0)))
        return chance
