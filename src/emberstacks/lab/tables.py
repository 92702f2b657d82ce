"""The lab from Python: the same games as the commands, as Arrow tables, which pandas, polars and
DuckDB read as they are.

>>> from emberstacks.lab import tables
>>> rows = tables.simulate("fire-prototype", games=4, bots=["greedy", "random"])
>>> rows.num_rows, rows.column_names[:3]
(4, ['seed', 'game', 'rules'])
"""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.game import Options
from emberstacks.kernel.notation import LETTERS
from emberstacks.lab.balance import Measures, interval, measured
from emberstacks.lab.evaluation import standings as evaluated
from emberstacks.lab.meetings import COLUMNS, row_of
from emberstacks.lab.parquet import as_text, check_parquet
from emberstacks.lab.plan import planned
from emberstacks.lab.source import about
from emberstacks.lab.statistics import Interval
from emberstacks.lab.tournament import Duel, held, in_order, round_robin
from emberstacks.lab.uses import by_role
from emberstacks.lab.workers import blocks, crew_of

BALANCE = ["figure", "of", "value", "low", "high", "count"]


def simulate(
    game: str,
    *,
    games: int = 100,
    bots: Sequence[str] = ("greedy",),
    players: int | None = None,
    options: Options | None = None,
    seed: int = 0,
    counts: bool = False,
    workers: int = 1,
) -> Any:
    """One row per game, as `emberstacks lab simulate` writes them. More workers need a script that
    can be imported.
    """
    check_parquet()
    plan = replace(planned(game, bots, players, options or {}, games, seed), counts=counts)
    text = io.StringIO()
    with crew_of(workers) as crew:
        for block in blocks(plan, range(seed, seed + games), crew):
            text.write(block.text)
            if block.trouble:
                raise BadBot(block.trouble)
    return read(plan.columns(), text.getvalue(), about(plan, games))


def tournament(
    game: str,
    *,
    bots: Sequence[str],
    seeds: int = 50,
    players: int | None = None,
    options: Options | None = None,
    seed: int = 0,
    workers: int = 1,
) -> Any:
    """One row per meeting of two bots, as `emberstacks lab tournament` writes them."""
    check_parquet()
    pairs = round_robin(game, bots, players, options or {}, range(seed, seed + seeds))
    with crew_of(workers) as crew:
        duels = held(pairs, crew)
        rows = [
            row_of(meeting, duel.shares[-1], duel.leads[-1])
            for (_, meeting), duel in zip(in_order(pairs), duels, strict=True)
        ]
    return read(COLUMNS, "".join(rows), about(pairs[0][0][0], seeds))


def standings(meetings: Any) -> Any:
    """Alpha-rank and Nash averaging of a tournament's table: one row per bot and figure, each with
    its 95 % interval.
    """
    import pyarrow

    duels: dict[tuple[str, str], Duel] = {}
    for one in meetings.to_pylist():
        duels.setdefault(
            (one["bot"], one["against"]), Duel(one["bot"], one["against"])
        ).shares.append(one["share"])
    seeds = len(next(iter(duels.values())).shares)
    figures = "alpha-rank", "part of the Nash mix", "share against the Nash mix"
    rows = [
        row(figure, one.name, value, seeds)
        for one in evaluated(list(duels.values()))
        for figure, value in zip(figures, one.values, strict=True)
    ]
    columns = {name: [row[k] for row in rows] for k, name in enumerate(BALANCE)}
    return pyarrow.table(columns, metadata=meetings.schema.metadata)


def balance(
    game: str,
    *,
    games: int = 500,
    bots: Sequence[str] = ("greedy",),
    players: int | None = None,
    options: Options | None = None,
    seed: int = 0,
    workers: int = 1,
) -> Any:
    """The figures of `emberstacks lab balance`, one per row, each with its 95 % interval and the
    number of games or seats.
    """
    check_parquet()
    import pyarrow

    plan = planned(game, bots, players, options or {}, games, seed)
    found = deque(measured(plan, game_by_id(game).info.cooperative, workers), maxlen=1)[0]
    rows = list(balance_rows(found))
    columns = {name: [row[k] for row in rows] for k, name in enumerate(BALANCE)}
    return pyarrow.table(columns, metadata=about(plan, games))


def balance_rows(found: Measures) -> Iterator[tuple[str, str, float, float, float, int]]:
    """What figure, of which seat, hero or answer, and the figure itself."""
    for seat, (wins, points) in enumerate(zip(found.wins, found.scores, strict=True)):
        yield row("wins", LETTERS[seat], interval(wins), found.games)
        yield row("points", LETTERS[seat], interval(points), found.games)
    for hero, (seats, share) in by_role(found.uses, found.wins).items():
        yield row("wins by hero", hero, share, seats)
    yield row("lead", "", interval(found.leads), found.games)
    yield row("length", "", interval(found.lengths), found.games)
    if found.leader:
        yield row(
            "comebacks", "", interval(1 - won for won in found.leader.values()), len(found.leader)
        )
    if found.decided:
        yield row("lead changes", "", interval(found.changes), found.games)
        yield row("decided", "", interval(found.decided.values()), len(found.decided))
    for value in found.uses.values(found.wins):
        yield row("wins with it less without", " ".join(value.kind), value.difference, value.users)
    for kind, times in found.uses.dead():
        yield row(
            "times possible, never used", " ".join(kind), Interval(times, times, times), times
        )


def row(
    figure: str, of: str, value: Interval, count: int
) -> tuple[str, str, float, float, float, int]:
    return figure, of, float(value.middle), float(value.low), float(value.high), count


def read(columns: Sequence[str], rows: str, metadata: Mapping[str, str]) -> Any:
    """Rows of CSV as a table that says where it comes from."""
    from pyarrow import csv

    text = ",".join(columns) + "\n" + rows
    return csv.read_csv(
        io.BytesIO(text.encode()), convert_options=as_text(columns)
    ).replace_schema_metadata(metadata)
