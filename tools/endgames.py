"""What do solved endgames add? `python tools/endgames.py SECONDS GAME ...`: `exact` with and
without them, two players.

Every seed is played twice, with seats swapped, and as many seeds as fit into this much processor
time. A game where endgames make no difference is played once for both.
"""

import random
import sys
import time

import emberstacks as es
from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.endgame import favourite
from emberstacks.bots.exact import ExactBot
from emberstacks.bots.solving import foreseen
from emberstacks.bots.table import play
from emberstacks.games import GAMES
from emberstacks.kernel.game import Result
from emberstacks.kernel.notation import Choice
from emberstacks.lab.tournament import Duel

FIRST = 501  # seed


class Shadow(Bot):
    """Solves only turns, and remembers whether an endgame was solved and would have led to another
    answer.
    """

    def __init__(self) -> None:
        self.solved = False
        self.differs = False

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        chosen = ExactBot(endgames=False).choose(view, choices, rng)
        prospects = foreseen(view, choices) if len(choices) > 1 and not self.differs else None
        if prospects is not None:
            self.solved = True
            self.differs = choices[favourite(prospects, view["seat"])] != chosen
        return chosen


def end_of(game: str, seed: int, bots: list[Bot]) -> Result:
    result = play(es.new(game, players=2, seed=seed), bots, random.Random(seed)).result
    assert result is not None
    return result


def main() -> int:
    for game in sys.argv[2:]:
        duel = Duel("exact", "exact without endgames")
        solved = differ = 0
        began = time.process_time()
        while time.process_time() - began < float(sys.argv[1]):
            seed = FIRST + len(duel.shares)
            shadows = [Shadow(), Shadow()]
            alike = end_of(game, seed, [*shadows])
            share = lead = 0.0
            for seat, shadow in enumerate(shadows):
                bots: list[Bot] = [ExactBot(endgames=place == seat) for place in range(2)]
                result = end_of(game, seed, bots) if shadow.differs else alike
                share += GAMES[game].shares(result.winners, 2)[seat] / 2
                lead += (result.scores[seat] - result.scores[1 - seat]) / 2
                solved += shadow.solved
                differ += shadow.differs
            duel.shares.append(share)
            duel.leads.append(lead)
        cells = [
            f"`{game}`",
            str(len(duel.shares)),
            duel.share().percent(),
            duel.lead().text(),
            str(solved),
            str(differ),
        ]
        print("| " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
