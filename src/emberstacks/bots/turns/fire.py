"""The turn of Fire in the Library; its end is worth its points, tools, and the fall of the library."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final

from emberstacks.bots.solver import Outlook, Turn
from emberstacks.games import game_by_id
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.state import OVER, State

SPREAD_OUT: Final = 1  # the value of the field `spread` where the fire has spread
TOOL: Final = 3.0  # points that a tool is worth; ours
WIN: Final = 40.0  # points; ours
INSIDE: Final = ("SaveBooks", "Draw", "DrawSeveral", "KeepOne", "PlaceOne", "FireWindow", "ShoutBurn")
SIMPLE: Final = ("draw", "stop", "dig")  # of all tools only the first answer may be one: the rest of the turn does without


class FireTurn(Turn):
    """Exact for whoever draws and stops; others play no tools, and own tools count with their price."""

    def __init__(self, start: State, seat: int) -> None:
        super().__init__(start, seat)
        table: Any = start
        self.when = table.round, table.card
        self.mine = table.card < len(table.holder) and table.holder[table.card] == seat
        self.score = int(table.score[seat])
        self.tools = int(table.hands[seat].count())

    def goes_on(self, s: State) -> bool:
        table: Any = s
        here = (table.round, table.card) == self.when and type(s.step).__name__ in INSIDE
        return bool(self.mine and here and table.spread != SPREAD_OUT)

    def key(self, s: State) -> Hashable:
        """The tokens on the card in no order, for what can still be drawn and lost; spaces are filled from the left."""
        table: Any = s
        places = len(table.spaces) // len(table.holder)
        on_card = table.spaces[table.card * places : (table.card + 1) * places]
        gaps = tuple(k for k, token in enumerate(on_card) if token < 0)
        hand = tuple(sorted(int(face) for face in table.hands[self.seat].face))
        rest = int(table.gloves), int(table.digs), int(table.draws > 0), int(table.trigger), tuple(table.looked)
        return type(s.step).__name__, tuple(s.step.args()), tuple(s.sealed), tuple(table.bag), gaps, hand, rest

    def answers(self, s: State, codes: Ints) -> Sequence[int]:
        if type(s.step).__name__ != "SaveBooks":
            return list(codes)
        return [code for code in codes if s.step.text(s, code) in SIMPLE]

    def end(self, s: State) -> Outlook:
        table: Any = s
        points = int(table.score[self.seat]) - self.score
        tools = int(table.hands[self.seat].count()) - self.tools
        offered = type(s.step).__name__ in ("TakeTool", "DrawTool", "RevealTool")
        worth = points + TOOL * (tools + offered)
        if s.step is OVER:
            won = self.seat in game_by_id("fire").winners(s)
            worth += WIN if won else -WIN
        return Outlook(worth, float(table.spread == SPREAD_OUT), float(points))
