"""What a bot is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice

View = Mapping[str, Any]  # what a seat may know
Choices = Sequence[Choice]


class Bot:
    """A player that is a program: it sees what its seat may know and picks one of the choices."""

    name = "bot"
    # does it set markers, in games that have them? Its view has those of the others (`markers`)
    talks = False

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        """One of the choices. The same generator gives the same choice; the budget is in seconds."""
        raise NotImplementedError

    def code(self, match: Match, seat: int, rng: random.Random | None = None) -> int | None:
        """The same answer as a number, without a view, because making one takes most of the time;
        None if the bot needs one.

        It may ask the match only for what the seat may know: its `codes`, and possible `worlds`.
        """
        return None

    def close(self) -> None:
        """Release what the bot holds: processes, files."""
