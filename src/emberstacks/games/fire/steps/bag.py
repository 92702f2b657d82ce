"""What all draws in a turn have in common."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import TOKENS
from emberstacks.games.fire.state import FireTable
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import Chance


@final
class Drawn(Happening):
    """§3.1 A token comes out of the bag."""

    kind: ClassVar[str] = "draw"

    def note(self, s: FireTable, seat: i64, token: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} draws {s.article(token)}.", [seat, token])


DRAWN: Final = Drawn()


class TokenDraw(Chance[FireTable]):
    """The active player draws a token from the bag."""

    size: ClassVar[int] = TOKENS

    def actor(self, s: FireTable) -> i64:
        return s.active()

    def weights(self, s: FireTable) -> Ints:
        return s.bag

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]
