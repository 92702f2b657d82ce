"""What do the levels lose? `python tools/losses.py [GAMES] [GAME ...]` measures it and writes
docs/losses.md.

Each level plays games against itself. Of each game, some answers are judged by a master: how much
of the chance to win (in a team: the team's) the answer costs against what the master would do, by
what the seat knew.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from measured import asked, renew

import emberstacks as es
from emberstacks.bots.levels import AT_TABLES
from emberstacks.bots.mind import mind_of
from emberstacks.bots.review import Moment, luck_of, moments
from emberstacks.bots.review.judge import Judge
from emberstacks.bots.table import play
from emberstacks.games import game_by_id
from emberstacks.lab.statistics import mean_interval, share_interval
from emberstacks.lab.workers import Crew, crew_of, mapped

PAGE = Path("docs/losses.md")
FIRST = 2000  # seed
JUDGED = 12  # answers of each game, from all over it
PLAYOUTS = 120  # games tried for an answer if the master would do something else
CLOSELY = 10  # times as many if it seems to lose or gain half of what is heavy
HEAVY = 0.25  # of the chance to win: nonsense, if something fair was there
HEAD = f"""# What the levels lose

Each level plays games against itself, with the fewest players that the game allows (at least two); Librarians is played
with the preset *Hard*. Of each game, {JUDGED} answers from all over it are shown to `master`, who knows what the seat knew.
If it would do something else, both choices are played on in {PLAYOUTS} games with the same luck, as in [a
review](review.md). The difference is what the answer has lost of the chance to win, or gained; the mean counts both. If it
seems to be more than an eighth, it is looked at again with ten times as many games. Seeds start at {FIRST}. `make losses`
measures this again; `LOSSES="20 fire"` plays 20 games of this game only. Missing rows have not been measured.

| Game | Level | Answers judged | Loses on average | Answers that lose more than {HEAVY:.0%} |
|---|---|---|---|---|
""".replace("%", " %")


def lost(task: tuple[str, str, int]) -> list[float]:
    """What each judged answer of one game costs."""
    game, level, seed = task
    players = max(2, game_by_id(game).info.min_players)
    match = es.new(game, players=players, seed=seed, **mind_of(game).contest)
    play(match, [es.bot(level)] * players, random.Random(seed))
    faced = moments(match, range(players))
    return [cost(faced[k * len(faced) // JUDGED], seed) for k in range(JUDGED)]


def cost(moment: Moment, seed: int) -> float:
    """How much more of the win the master's choice brings than the one that was made."""
    masters = es.bot("master").choose(moment.view, moment.choices, random.Random(seed))
    better = moment.choices.index(masters)
    if better == moment.made:
        return 0.0
    judge = Judge(moment.view, moment.choices, luck_of(seed, moment.at, moment.seat))
    found = gained(judge, moment.made, better, PLAYOUTS)
    return (
        gained(judge, moment.made, better, CLOSELY * PLAYOUTS) if abs(found) > HEAVY / 2 else found
    )


def gained(judge: Judge, made: int, better: int, games: int) -> float:
    """The same in a number of games, half of them with each choice."""
    ours, theirs = judge.tried([made, better], games // 2)
    return (sum(theirs) - sum(ours)) / len(ours)


def rows_for(game: str, games: int, crew: Crew) -> Iterator[str]:
    """A row of the table per level."""
    for level in AT_TABLES:
        losses = []
        for found in mapped(
            lost, [(game, level.name, seed) for seed in range(FIRST, FIRST + games)], crew
        ):
            losses += found
            print(".", end="", file=sys.stderr, flush=True)
        count = len(losses)
        mean = mean_interval(100 * sum(losses), 10_000 * sum(loss * loss for loss in losses), count)
        heavy = share_interval(sum(loss > HEAVY for loss in losses), count)
        yield f"| {game} | {level.name} | {count} | {mean.text()} % | {heavy.percent()} |"


def measure(games: int, chosen: list[str], workers: int) -> None:
    """All levels of these games."""
    with crew_of(workers) as crew:
        renew(PAGE, HEAD, chosen, lambda game: rows_for(game, games, crew))


def main() -> int:
    return asked(measure)


if __name__ == "__main__":
    sys.exit(main())
