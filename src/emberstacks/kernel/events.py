"""What happened and who may know it: for the log, the animation and the spoken text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, final

from emberstacks.kernel.ints import i64, mypyc_attr
from emberstacks.kernel.step import EVERYBODY

if TYPE_CHECKING:
    from emberstacks.kernel.state import State

ARGUMENTS: Final = 3  # every event has as many, so that screens can rely on them; -1 for none


@final
class Event:
    """One thing that happened. Seats outside `seen_by` read it without its secret."""

    def __init__(
        self, kind: str, args: list[int], text: str, seen_by: i64, veiled: str, because: str = ""
    ) -> None:
        self.kind = kind
        self.args = args  # the first is the secret, if there is one
        self.text = text
        self.seen_by: i64 = seen_by
        self.veiled = veiled  # the text for those who may not know
        self.because = (
            # the id of the piece that caused it, such as curse-plague; empty if it was somebody's
            # own choice
            because
        )

    def json(self, who: i64) -> dict[str, Any]:
        """The event as `who` (a mask; negative: the whole truth) may know it."""
        cause = {"because": self.because} if self.because else {}
        if who < 0 or self.seen_by & who:
            return {"kind": self.kind, "args": list(self.args), "text": self.text, **cause}
        return {"kind": self.kind, "args": [-1, *self.args[1:]], "text": self.veiled, **cause}


@mypyc_attr(allow_interpreted_subclasses=True)
class Happening:
    """A kind of event: a small class in the chapter where it happens. Its `note` has named
    arguments and the sentence:

    @final
    class Drawn(Happening):
        kind: ClassVar[str] = "draw"

        def note(self, s: FireTable, seat: i64, token: i64) -> None:
            if s.log is not None:  # playouts have no log, and pay nothing
                self.told(s, f"{mark(seat)} draws {s.article(token)}.", [seat, token])
    """

    kind: ClassVar[str] = ""  # on the wire, for ever

    def told(
        self,
        s: State,
        text: str,
        args: list[int],
        seen_by: i64 = EVERYBODY,
        veiled: str = "",
        because: str = "",
    ) -> None:
        """Write it into the log; those outside `seen_by` read the veiled text, and not the first
        argument.

        `because` is the id of the public piece that caused it (a monster, a card), if it was not
        the player's own choice.
        """
        assert s.log is not None
        s.log.append(
            Event(self.kind, args + [-1] * (ARGUMENTS - len(args)), text, seen_by, veiled, because)
        )
