"""What happened and who may know it: for the log, the animation and the spoken text."""

from __future__ import annotations

from typing import Any, final

from emberstacks.kernel.ints import i64


@final
class Event:
    """One thing that happened. Seats outside `seen_by` read it without its secret."""

    def __init__(self, kind: str, args: list[int], text: str, seen_by: i64, veiled: str) -> None:
        self.kind = kind
        self.args = args  # the first is the secret, if there is one
        self.text = text
        self.seen_by: i64 = seen_by
        self.veiled = veiled  # the text for those who may not know

    def json(self, who: i64) -> dict[str, Any]:
        """The event as `who` (a mask; negative: the whole truth) may know it."""
        if who < 0 or self.seen_by & who:
            return {"kind": self.kind, "args": list(self.args), "text": self.text}
        return {"kind": self.kind, "args": [-1, *self.args[1:]], "text": self.veiled}
