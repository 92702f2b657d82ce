"""What do the levels lose? `python tools/losses.py [GAMES] [GAME ...]` measures it and writes docs/losses.md.

Each level plays games against itself. Of each game, some answers are judged as a review judges them: how much of the chance
to win (in a team: the team's) the answer costs against the best choice found, by what the seat knew.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from measured import asked, renew

import emberstacks as es
from emberstacks.bots.levels import levels_of
from emberstacks.bots.review import decision, moments
from emberstacks.bots.table import play
from emberstacks.games import game_by_id
from emberstacks.lab.statistics import mean_interval, share_interval

PAGE = Path("docs/losses.md")
FIRST = 2000  # seed
JUDGED = 12  # answers of each game, from all over it
PLAYOUTS = 120  # games tried for each
HEAVY = 0.25  # of the chance to win: nonsense, if something fair was there
HEAD = f"""# What the levels lose

Each level plays games against itself, with the fewest players that the game allows (at least two). Of each game, {JUDGED}
answers from all over it are judged as [a review](review.md) judges them, by what the seat knew: how much of the chance to win
an answer costs against the best choice found, in {PLAYOUTS} games tried. A loss that may be luck counts as none, so the true
losses are a little higher. Seeds start at {FIRST}. `make losses` measures this again; `LOSSES="20 fire"` plays 20 games of
this game only. Missing rows have not been measured.

| Game | Level | Answers judged | Loses on average | Answers that lose more than {HEAVY:.0%} |
|---|---|---|---|---|
""".replace("%", " %")


def lost(game: str, level: str, games: int) -> Iterator[float]:
    """What each judged answer costs."""
    players = max(2, game_by_id(game).info.min_players)
    for seed in range(FIRST, FIRST + games):
        match = es.new(game, players=players, seed=seed)
        play(match, [es.bot(level)] * players, random.Random(seed))
        faced = moments(match, range(players))
        for k in range(JUDGED):
            yield decision(match, faced[k * len(faced) // JUDGED], PLAYOUTS, seed).loss
        print(".", end="", file=sys.stderr, flush=True)


def rows_for(game: str, games: int) -> Iterator[str]:
    """A row of the table per level."""
    for level in levels_of(game):
        losses = list(lost(game, level.name, games))
        count = len(losses)
        mean = mean_interval(100 * sum(losses), 10_000 * sum(loss * loss for loss in losses), count)
        heavy = share_interval(sum(loss > HEAVY for loss in losses), count)
        yield f"| {game} | {level.name} | {count} | {mean.text()} % | {heavy.percent()} |"


def measure(games: int, chosen: list[str], _: int) -> None:
    """All levels of these games."""
    renew(PAGE, HEAD, chosen, lambda game: rows_for(game, games))


def main() -> int:
    return asked(measure)


if __name__ == "__main__":
    sys.exit(main())
