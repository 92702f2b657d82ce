"""Do the chances of a review come true? `python tools/calibration.py [GAMES] [GAME ...]` measures
it for docs/calibration.md.

Bots play games, a seat's chance to win is judged at several points of each, and compared with what
came of it.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from measured import asked, renew

import emberstacks as es
from emberstacks.bots.mind import mind_of
from emberstacks.bots.review.judge import Judge
from emberstacks.bots.table import play
from emberstacks.games import game_by_id
from emberstacks.kernel.game import Value
from emberstacks.lab.statistics import NORMAL, Interval

PAGE = Path("docs/calibration.md")
BOT = "greedy"
PLAYERS = 3
PARTS = (0.25, 0.5, 0.75, 0.92)  # of a game at which it is judged
FIRST = 901  # seed
BINS = 10  # chances are put together by tenths
HEAD = f"""# Do the chances come true?

Games of three `{BOT}` bots. At four points of each game, [a review](review.md) says what chance one seat has to win. This page
compares that with what came of it. A good judge says 30 % of positions of which 30 % are won. The error is the mean
squared error of the chances (the Brier score). Next to it is the error of somebody who never looks at the board and always
says the average. Intervals are 95 % and count games, because positions of one game are not independent. Seeds start at
{FIRST}. `make calibration` measures this again; `CALIBRATION="100 fire"` plays 100 games of this game only.

| Game | Chances said | Positions | Said on average | Came true | Error | Error without looking |
|---|---|---|---|---|---|---|
"""
Judged = tuple[int, float, float]  # the seed of a game, a seat's chance, and what came of it


def judged(game: str, options: dict[str, Value], games: int) -> list[Judged]:
    """Several positions of each game."""
    rng = random.Random(1)
    rows = []
    for seed in range(FIRST, FIRST + games):
        match = es.new(game, players=PLAYERS, seed=seed, **options)
        play(match, [es.bot(BOT)] * PLAYERS, random.Random(seed - FIRST + 1))
        assert match.result is not None
        for part in PARTS:
            then = match.after(int(part * match.length))
            if not then.over:
                seat = rng.randrange(PLAYERS)
                judge = Judge(then.view(seat), [], seed - FIRST + 1)
                chance = judge.as_it_stands(mind_of(game).ground.playouts // 2).mean
                rows.append((seed, chance, match.game.shares(match.result.winners, PLAYERS)[seat]))
        print(".", end="", file=sys.stderr, flush=True)
    return rows


def came_true(rows: list[Judged]) -> Interval:
    """The share that came true."""
    surprise: dict[int, float] = {}
    for seed, chance, end in rows:
        surprise[seed] = surprise.get(seed, 0.0) + end - chance
    came = sum(end for _, _, end in rows) / len(rows)
    half = NORMAL * sum(each * each for each in surprise.values()) ** 0.5 / len(rows)
    return Interval(came, max(0.0, came - half), min(1.0, came + half))


def row(game: str, said: str, rows: list[Judged]) -> str:
    """A row of the table."""
    chance = sum(chance for _, chance, _ in rows) / len(rows)
    return f"| {game} | {said} | {len(rows)} | {100 * chance:.0f} % | {came_true(rows).percent()} |"


def errors(rows: list[Judged]) -> str:
    """The last cells of a row for all chances."""
    share = sum(end for _, _, end in rows) / len(rows)
    error = sum((chance - end) ** 2 for _, chance, end in rows) / len(rows)
    blind = sum((share - end) ** 2 for _, _, end in rows) / len(rows)
    return f" {error:.2f} | {blind:.2f} |"


def tables(game: str) -> list[tuple[str, dict[str, Value]]]:
    """The rules to measure with, and what to call them: the usual ones, or in a cooperative game
    every preset.
    """
    info = game_by_id(game).info
    presets = (
        [(f"all, *{preset.name}*", dict(preset.options)) for preset in info.presets]
        if info.cooperative
        else []
    )
    return presets or [("all", {})]


def rows_for(game: str, games: int) -> Iterator[str]:
    """A row for all chances, and one for each tenth."""
    every = []
    for said, options in tables(game):
        rows = judged(game, options, games)
        yield row(game, said, rows) + errors(rows)
        every += rows
    for tenth in range(BINS):
        some = [one for one in every if min(int(BINS * one[1]), BINS - 1) == tenth]
        if some:
            yield row(game, f"{10 * tenth} to {10 * tenth + 10} %", some) + " | |"


def measure(games: int, chosen: list[str], _: int) -> None:
    """All rows of these games."""
    renew(PAGE, HEAD, chosen, lambda game: rows_for(game, games))


def main() -> int:
    return asked(measure)


if __name__ == "__main__":
    sys.exit(main())
