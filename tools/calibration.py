"""Do the chances of a review come true? `python tools/calibration.py GAMES GAME ...` plays games of `greedy` and compares."""

import random
import sys

import emberstacks as es
from emberstacks.bots.mind import mind_of
from emberstacks.bots.review.judge import Judge
from emberstacks.bots.table import play
from emberstacks.lab.statistics import NORMAL, Interval

PLAYERS = 3
PARTS = (0.25, 0.5, 0.75, 0.92)  # of a game at which it is judged
FIRST = 901  # seed
BINS = 10  # chances are put together by tenths


def judged(game: str, games: int) -> list[tuple[int, float, float]]:
    """For several games: their seed, a seat's chance at several points, and what came of it."""
    rng = random.Random(1)
    rows = []
    for seed in range(FIRST, FIRST + games):
        match = es.new(game, players=PLAYERS, seed=seed)
        play(match, [es.bot("greedy")] * PLAYERS, random.Random(seed - FIRST + 1))
        assert match.result is not None
        for part in PARTS:
            then = match.after(int(part * match.length))
            if not then.over:
                seat = rng.randrange(PLAYERS)
                judge = Judge(then.view(seat), [], seed - FIRST + 1)
                chance = judge.as_it_stands(mind_of(game).ground.playouts // 2).mean
                rows.append((seed, chance, match.game.shares(match.result.winners, PLAYERS)[seat]))
    return rows


def came_true(rows: list[tuple[int, float, float]]) -> Interval:
    """The share that came true; predictions for one game are not independent, so the interval counts games."""
    surprise: dict[int, float] = {}
    for seed, chance, end in rows:
        surprise[seed] = surprise.get(seed, 0.0) + end - chance
    came = sum(end for _, _, end in rows) / len(rows)
    half = NORMAL * sum(each * each for each in surprise.values()) ** 0.5 / len(rows)
    return Interval(came, max(0.0, came - half), min(1.0, came + half))


def main() -> int:
    games = int(sys.argv[1])
    for game in sys.argv[2:]:
        rows = judged(game, games)
        share = sum(end for _, _, end in rows) / len(rows)
        error = sum((chance - end) ** 2 for _, chance, end in rows) / len(rows)
        print(f"| `{game}` | {games} | {len(rows)} | {error:.2f} | {share * (1 - share):.2f} |", flush=True)
        for tenth in range(BINS):
            some = [row for row in rows if min(int(BINS * row[1]), BINS - 1) == tenth]
            if some:
                said = sum(chance for _, chance, _ in some) / len(some)
                print(f"    said {100 * said:.0f} %, came true {came_true(some).percent()} ({len(some)} positions)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
