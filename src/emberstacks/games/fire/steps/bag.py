"""What all draws in a turn have in common."""

from __future__ import annotations

from typing import ClassVar

from emberstacks.games.fire.components import TOKENS
from emberstacks.games.fire.state import FireTable
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.step import Chance


class TokenDraw(Chance[FireTable]):
    """The active player draws a token from the bag."""

    size: ClassVar[int] = TOKENS

    def actor(self, s: FireTable) -> i64:
        return s.active()

    def weights(self, s: FireTable) -> Ints:
        return s.bag

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]
