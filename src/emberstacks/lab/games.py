"""Whole games of bots, as rows: the same seed gives the same row on any machine."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from emberstacks.bots.api import Bot
from emberstacks.bots.playouts import random_game
from emberstacks.bots.specs import bot
from emberstacks.bots.table import play
from emberstacks.games import game_by_id
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import EmberstacksError
from emberstacks.kernel.match import Match
from emberstacks.lab.counts import AnyChoice, Counting, Counts, counted
from emberstacks.lab.plan import Plan
from emberstacks.lab.totals import Totals


@dataclass(frozen=True)
class Played:
    """One finished game."""

    seed: int
    scores: list[int]
    winners: list[int]
    shares: list[float]  # each seat's share of the win
    length: int  # answers by seats, including forced ones
    counts: Counts | None = None  # if the plan asks for them


@dataclass(frozen=True)
class Block:
    """Rows as text, one line each, their totals, and what went wrong after them."""

    text: str
    totals: Totals
    trouble: str = ""


def played(plan: Plan, seeds: range) -> Iterator[Played]:
    """The games of these seeds, one after the other."""
    at_random = set(plan.seats) == {"random"}
    if at_random and not plan.counts:
        yield from played_at_random(plan, seeds)
        return
    game = game_by_id(plan.game)
    for seed in seeds:
        match, seats = whole_game(plan, seed)
        result = match.result
        assert result is not None
        length = sum(1 for seat, _ in match.answers() if seat >= 0)
        shares = game.shares(result.winners, plan.players)
        yield Played(
            seed,
            result.scores,
            result.winners,
            shares,
            length,
            counted(match, seats) if plan.counts else None,
        )


def whole_game(plan: Plan, seed: int) -> tuple[Match, list[Counting]]:
    """The game of a plan with this seed, played to its end, and who counted in it, if the plan asks
    for that.
    """
    game = game_by_id(plan.game)
    at_random = set(plan.seats) == {"random"}
    match = new_match(game, plan.players, plan.options, Dealer(seed), seed)
    # new bots for each game, so that none remembers another one
    bots = (
        [AnyChoice(Dealer(~seed))] * plan.players
        if at_random
        else [bot(spec) for spec in plan.seats]
    )
    seats = (
        [Counting(player, game.max_answers(plan.players)) for player in bots] if plan.counts else []
    )
    try:
        if at_random:
            play_blindly(match, seats or bots)
        else:
            play(match, seats or bots, random.Random(seed))
    finally:
        for player in bots:
            player.close()
    return match, seats


def play_blindly(match: Match, bots: Sequence[Bot]) -> None:
    """Let bots decide that need no view, so that none has to be made."""
    while (seat := match.to_act) is not None:
        match.push(bots[seat].choose({}, match.legal(seat)), seat)


def played_at_random(plan: Plan, seeds: range) -> Iterator[Played]:
    """If no bot needs a view, the kernel plays alone: the same games, much faster."""
    game = game_by_id(plan.game)
    start = game.start(plan.players, plan.options)
    for seed in seeds:
        s, decisions = random_game(start, seed)
        winners = game.winners(s)
        yield Played(seed, game.scores(s), winners, game.shares(winners, plan.players), decisions)


def block(plan: Plan, seeds: range) -> Block:
    """The rows of these seeds; if a bot fails, the block ends but keeps the rows before it."""
    text = io.StringIO()
    totals = Totals(plan.players)
    fixed = as_csv(plan.fixed())
    try:
        for one in played(plan, seeds):
            counts = "," + as_csv([one.counts.json()]) if one.counts is not None else ""
            scores = ",".join([str(points) for points in one.scores])
            shares = [f"{share:.4g}" for share in one.shares]
            text.write(f"{one.seed},{fixed},{scores},{','.join(shares)},{one.length}{counts}\n")
            # as a reader of the rows would
            totals.add(one.scores, [float(share) for share in shares], one.length)
    except EmberstacksError as wrong:
        return Block(
            text.getvalue(), totals, f"In the game with seed {seeds[totals.games]}: {wrong}"
        )
    return Block(text.getvalue(), totals)


def as_csv(cells: Sequence[str]) -> str:
    """Cells next to each other, quoted if necessary."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()
