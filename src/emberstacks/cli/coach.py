"""The coach at the terminal: it thinks while you read, doubts a costly choice, and says less and
less (lessons/coach.py).
"""

from __future__ import annotations

import random
from concurrent.futures import Future, ThreadPoolExecutor

from emberstacks.bots.hints import hints
from emberstacks.cli import saves
from emberstacks.cli.screen import Screen
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice
from emberstacks.lessons.coach import Coaching, Progress, coaching, news, rule_lines

LEAVES = (
    "Coach: you play well on your own now, so I will be quiet. With --coach I come back in your"
    " next game."
)


class Coach:
    """Sits beside one person who plays with bots."""

    def __init__(self, screen: Screen, game: str, luck: int) -> None:
        self.screen = screen
        self.game = game
        self.luck = luck
        self.progress = Progress(told=kept().get(game, ()))
        self.lines = rule_lines(game)
        self.thoughts: Future[Coaching] | None = None  # about the question that is asked now
        self.thread = ThreadPoolExecutor(1)
        self.off = False

    def listen(self, match: Match, seat: int) -> None:
        """A question: tell what is new about it, and think about it while the person does."""
        choices = match.legal(seat)
        self.thoughts = None
        if self.off:
            return
        number = news(self.lines, match.clause, choices, self.progress.told)
        if number:
            self.screen.say(f"Coach: {self.lines[number]} (rules §{number})", "coach")
            self.progress.told = (*self.progress.told, number)
            keep(self.game, self.progress.told)
        if len(choices) > 1:
            self.thoughts = self.thread.submit(self.think, match.view(seat), choices, match.length)
            if self.progress.talks:
                self.matters()

    def think(self, view: dict[str, object], choices: list[Choice], length: int) -> Coaching:
        return coaching(hints(view, choices, random.Random(f"{self.luck}/coach/{length}")), choices)

    def matters(self) -> None:
        """Say what matters in the decision."""
        if self.thoughts is not None:
            self.screen.say(f"Coach: {self.thoughts.result().matters}", "coach")

    def agrees(self, choice: Choice) -> bool:
        """Is the choice fine, or does the person want it all the same?"""
        if self.off or self.thoughts is None:
            return True
        said = self.thoughts.result()
        regret = said.regrets.get(choice.code, "")
        self.thoughts = None  # a question counts once
        if said.counts():
            self.progress.decided(well=not regret)
        else:
            self.progress.judged += 1
        taken_back = False
        if regret:
            self.screen.say(f"Coach: {regret}", "coach")
            taken_back = not self.screen.ask("Take it back? [yes] ").lower().startswith("n")
        if self.progress.over:
            self.screen.say(LEAVES, "coach")
            self.off = True
        return not taken_back

    def close(self) -> None:
        self.thread.shutdown(cancel_futures=True)


# The rules told: a line for each game, so that nobody hears a rule twice.


def kept() -> dict[str, tuple[str, ...]]:
    try:
        lines = (saves.folder() / "coach.txt").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    return {
        game: tuple(told.split())
        for game, colon, told in (line.partition(": ") for line in lines)
        if colon
    }


def keep(game: str, told: tuple[str, ...]) -> None:
    known = {**kept(), game: told}
    saves.write(
        saves.folder() / "coach.txt",
        "".join(f"{one}: {' '.join(numbers)}\n" for one, numbers in known.items()),
    )
