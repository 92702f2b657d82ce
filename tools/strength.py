"""How strong is `expert`? `python tools/strength.py [SEEDS] [GAME ...]` measures it and writes
docs/strength.md.

Its wins against the yardstick `greedy` with two players, and alone against three of them; its solo
points, what teams of it clear, and whether more simulations win more. Seeds start at 1000; two
players play each twice, with seats swapped.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from measured import asked, renew

from emberstacks.bots.mind import mind_of
from emberstacks.games import game_by_id
from emberstacks.kernel.game import Value
from emberstacks.lab.games import Played, played
from emberstacks.lab.plan import Plan, planned
from emberstacks.lab.statistics import mean_interval, share_interval
from emberstacks.lab.tournament import Duel, held, round_robin
from emberstacks.lab.workers import Crew, crew_of, mapped

PAGE = Path("docs/strength.md")
FIRST = 1000  # seed
TEAM = 4  # players of a cooperative game
HEAD = """# How strong the strongest bot is

`expert` against the yardstick `greedy`, with 95 % intervals. `make strength` measures this again with the compiled build, and
`STRENGTH="100 horror"` plays 100 seeds of this game only. Seeds start at 1000. Two bots play each seed twice and swap seats,
so a fair share is 50 %. Among three `greedy`, one `expert` plays each seed once, on each seat in turn, and a fair share is
25 %. Two teams play the same seeds, and the one with the better result has won. Missing rows have not been measured.

| Game | Players | What | Seeds | Measured | Lead in points |
|---|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Row:
    """A figure to measure: a duel of two bots, one against several of another, or what a team or a
    solo player reaches.
    """

    game: str
    players: int
    one: str
    other: str = ""
    options: dict[str, Value] = field(default_factory=dict)

    @property
    def among_many(self) -> bool:
        """Does one bot play against several of another?"""
        return bool(self.other) and self.players > 2 and not game_by_id(self.game).info.cooperative

    def what(self) -> str:
        agreed = " ".join(f"{name}={value}" for name, value in self.options.items())
        others = (
            f" against {self.players - 1} of {self.other}"
            if self.among_many
            else f" against {self.other}"
        )
        return self.one + (others if self.other else "") + (f", {agreed}" if agreed else "")


def rows_for(game: str) -> Iterator[Row]:
    """What to measure in a game, by its kind."""
    info = game_by_id(game).info
    if info.cooperative:
        players = min(TEAM, info.max_players)
        wanted = [*[preset.options for preset in info.presets], *mind_of(game).measured] or [{}]
        # a preset may be what the mind wants to know of too
        for options in {repr(sorted(one.items())): one for one in wanted}.values():
            for spec in ("expert", "greedy"):
                yield Row(game, players, spec, options=dict(options))
        yield Row(game, players, "trials:2400", "trials:240", dict(mind_of(game).contest))
        return
    for players in (2, 4):
        if info.min_players <= players <= info.max_players:
            yield Row(game, players, "expert", "greedy")
    if info.min_players == 1:
        for spec in ("expert", "greedy"):
            yield Row(game, 1, spec, options=alone(game))
    yield Row(game, max(2, info.min_players), "ismcts:1000", "ismcts:100")


def alone(game: str) -> dict[str, Value]:
    """The last of the solo variants, if there are several."""
    options = {option.name: option for option in game_by_id(game).info.options}
    return {"solo": options["solo"].choices[-1]} if "solo" in options else {}


def measured(row: Row, seeds: int, crew: Crew) -> str:
    """A row of the table."""
    start = [row.game, str(row.players), row.what(), str(seeds)]
    if row.among_many:
        cells = [*start, one_of_many(row, seeds, crew), ""]
    elif row.other:
        duel = Duel(row.one, row.other)
        for duel in held(
            round_robin(
                row.game,
                [row.one, row.other],
                row.players,
                row.options,
                range(FIRST, FIRST + seeds),
            ),
            crew,
        ):
            print(".", end="", file=sys.stderr, flush=True)
        cells = [*start, duel.share().percent(), duel.lead().text()]
    else:
        plan = planned(row.game, [row.one] * row.players, None, row.options, seeds, FIRST)
        games = list(played(plan, range(FIRST, FIRST + seeds)))
        points = [float(one.scores[0]) for one in games]
        won = share_interval(sum(bool(one.winners) for one in games), seeds).percent()
        cells = [
            *start,
            f"won {won}",
            mean_interval(sum(points), sum(p * p for p in points), seeds).text() + " points",
        ]
    return "| " + " | ".join(cells) + " |"


def one_of_many(row: Row, seeds: int, crew: Crew) -> str:
    """The share of the wins of one bot among several of another, on each seat in turn."""
    plans = []
    for seed in range(FIRST, FIRST + seeds):
        seats = [row.other] * row.players
        seats[seed % row.players] = row.one
        plans.append(planned(row.game, seats, None, row.options, 1, seed))
    won = []
    for one in mapped(first_of, plans, crew):
        won.append(one.shares[one.seed % row.players])
        print(".", end="", file=sys.stderr, flush=True)
    return (
        mean_interval(100 * sum(won), 10_000 * sum(share * share for share in won), seeds).text()
        + " %"
    )


def first_of(plan: Plan) -> Played:
    """The first game of a plan."""
    return next(played(plan, range(plan.first_seed, plan.first_seed + 1)))


def measure(seeds: int, chosen: list[str], workers: int) -> None:
    """All rows of these games."""
    with crew_of(workers) as crew:
        renew(
            PAGE, HEAD, chosen, lambda game: (measured(row, seeds, crew) for row in rows_for(game))
        )


def main() -> int:
    return asked(measure)


if __name__ == "__main__":
    sys.exit(main())
