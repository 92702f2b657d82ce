"""Do the chances of a review come true? `python tools/calibration.py GAMES GAME ...` plays games of `greedy` and compares."""

import random
import sys

import emberstacks as es
from emberstacks.bots.review.grounds import ground_of
from emberstacks.bots.review.judge import Judge
from emberstacks.bots.table import play

PLAYERS = 3
PARTS = (0.25, 0.5, 0.75, 0.92)  # of a game at which it is judged
FIRST = 901  # seed
BINS = 5  # chances are put together by fifths


def judged(game: str, games: int) -> list[tuple[float, float]]:
    """The chance of a seat at several points of several games, and what became of it."""
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
                chance = judge.as_it_stands(min(60, ground_of(game).playouts // 2)).mean
                rows.append((chance, match.game.shares(match.result.winners, PLAYERS)[seat]))
    return rows


def main() -> int:
    games = int(sys.argv[1])
    for game in sys.argv[2:]:
        rows = judged(game, games)
        share = sum(end for _, end in rows) / len(rows)
        error = sum((chance - end) ** 2 for chance, end in rows) / len(rows)
        print(f"| `{game}` | {games} | {len(rows)} | {error:.2f} | {share * (1 - share):.2f} |", flush=True)
        for fifth in range(BINS):
            some = [(chance, end) for chance, end in rows if min(int(BINS * chance), BINS - 1) == fifth]
            if some:
                said, came = (sum(pair[k] for pair in some) / len(some) for k in (0, 1))
                print(f"    said {100 * said:.0f} %, came true {100 * came:.0f} % ({len(some)} positions)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
