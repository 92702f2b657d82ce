"""Our own rows: fire-prototype with four players, from the kernel to the friendly face; every game,
the lab, the search.
"""

from __future__ import annotations

import csv
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import emberstacks as es
from emberstacks.bots.ismcts import Insight, Search
from emberstacks.bots.playouts import run_games
from emberstacks.bots.table import play
from emberstacks.cli.app import main
from emberstacks.games import GAMES
from emberstacks.kernel import loop
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.notation import LETTERS
from emberstacks.kernel.view import view

GAME = GAMES["fire-prototype"]
PLAYERS = 4
MIDDLE = 40  # decisions: about the middle of a game
SIMULATIONS = 100  # of one search
BUILD = "interpreted" if loop.__file__.endswith(".py") else "compiled"


class Playouts:
    """Many games in one call."""

    build = BUILD

    def __init__(self, name: str = GAME.info.id) -> None:
        self.game = GAMES[name]
        self.options = self.game.full_options(PLAYERS, {})
        self.middle = middle(name)._s
        self.seat = loop.to_act(self.middle)

    def play(self, games: int, first: int) -> dict[str, Any]:
        totals = run_games(self.game, PLAYERS, self.options, games, first)
        return {"decisions": int(totals.decisions), "scores": totals.scores}

    def clone(self, count: int) -> None:
        loop.clones(self.middle, count)

    def view(self, count: int) -> None:
        for _ in range(count):
            view(self.game, self.options, self.middle, 0)

    def legal(self, count: int) -> None:
        for _ in range(count):
            loop.legal(self.middle, self.seat)


class PythonLoop(Playouts):
    """The kernel's functions called one by one from a loop in interpreted Python."""

    def play(self, games: int, first: int) -> dict[str, Any]:
        decisions, scores = 0, [0] * PLAYERS
        start = GAME.start(PLAYERS, {})
        for seed in range(first, first + games):
            s, dealer, policy = start.clone(), Dealer(seed), Dealer(~seed)
            loop.settle(s, dealer)
            while (seat := loop.to_act(s)) >= 0:
                codes = loop.legal(s, seat)
                loop.answer(s, codes[policy.below(len(codes))])
                loop.settle(s, dealer)
                decisions += 1
            scores = [total + points for total, points in zip(scores, GAME.scores(s), strict=True)]
        return {"decisions": decisions, "scores": scores}


class Codes:
    """Matches, as a program plays them: answers are numbers, checked and recorded."""

    build = BUILD

    def __init__(self) -> None:
        self.middle = middle(GAME.info.id)

    def play(self, games: int, first: int) -> dict[str, Any]:
        decisions, scores = 0, [0] * PLAYERS
        for seed in range(first, first + games):
            match = es.new("fire-prototype", players=PLAYERS, seed=seed)
            decisions += self.play_match(match, Dealer(~seed))
            scores = [
                total + points for total, points in zip(scores, GAME.scores(match._s), strict=True)
            ]
        return {"decisions": decisions, "scores": scores}

    def play_match(self, match: es.Match, policy: Dealer) -> int:
        decisions = 0
        while not match.over:
            codes = match.codes()
            match.push(codes[policy.below(len(codes))])
            decisions += 1
        return decisions

    def clone(self, count: int) -> None:
        for _ in range(count):
            self.middle.copy()

    def view(self, count: int) -> None:
        for _ in range(count):
            self.middle.view(0)


class Choices(Codes):
    """Matches, as a person plays them: every choice an object with its text, label, clause and
    pieces.
    """

    def play_match(self, match: es.Match, policy: Dealer) -> int:
        decisions = 0
        while not match.over:
            choices = match.legal()
            match.push(choices[policy.below(len(choices))])
            decisions += 1
        return decisions


class Simulate:
    """The command `simulate` with one worker: everything from its words to the rows in the file and
    the table at the end.
    """

    build = BUILD

    def __init__(self, name: str) -> None:
        self.name = name
        self.play(1, 0)  # imports what the command needs, as the peers have imported what they need

    def play(self, games: int, first: int) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rows.csv"
            words = (
                f"simulate {self.name} --games {games} --seed {first} --bots random --players"
                f" {PLAYERS}".split()
            )
            words += ["--workers", "1", "--no-parquet", "--out", str(path)]
            start = time.process_time()
            try:
                main(words)
            except SystemExit as ended:
                if ended.code:
                    raise
            seconds = time.process_time() - start
            with open(path, newline="") as file:
                rows = list(csv.DictReader(file))
        scores = [sum(int(row[f"score_{letter}"]) for row in rows) for letter in LETTERS[:PLAYERS]]
        return {
            "seconds": seconds,
            "decisions": sum(int(row["length"]) for row in rows),
            "scores": scores,
        }


class Answers:
    """Matches between bots of one kind that answer at first sight; only answers with a choice
    count, but all time does.
    """

    build = BUILD

    def __init__(self, name: str, spec: str) -> None:
        self.name, self.bot = name, es.bot(spec)
        self.play(1, 0)  # reads the weights

    def play(self, games: int, first: int) -> dict[str, Any]:
        decisions, seconds = 0, 0.0
        for seed in range(first, first + games):
            match = es.new(self.name, players=PLAYERS, seed=seed)
            start = time.process_time()
            play(match, [self.bot] * PLAYERS, random.Random(seed))
            seconds += time.process_time() - start
            decisions += choices_in(match)
        return {"seconds": seconds, "decisions": decisions}


def choices_in(match: es.Match) -> int:
    """How many answers of a finished match had an alternative."""
    count, s = 0, match.after(0)._s
    for seat, code in match.answers():
        if seat >= 0 and len(loop.legal(s, seat)) > 1:
            count += 1
        loop.give(s, seat, code)
    return count


class Searches:
    """Information-set tree search with random playouts to the end, from the view of who is asked
    first.
    """

    build = BUILD

    def __init__(self) -> None:
        match = es.new(GAME.info.id, players=PLAYERS, seed=0)
        self.seat = match.waiting[0]
        self.worlds = match.worlds(self.seat)
        self.codes = Ints(match.codes())

    def play(self, simulations: int, first: int) -> dict[str, Any]:
        decisions = 0
        for done in range(0, simulations, SIMULATIONS):
            search = Search(
                GAME, self.worlds, self.seat, Dealer(first + done), Insight(10_000), self.codes
            )
            search.run(min(SIMULATIONS, simulations - done), 0.0)
            decisions += int(search.decisions)
        return {"decisions": decisions}


def middle(name: str) -> es.Match:
    """A match in the middle of its game, or not long before its end where that comes sooner."""
    match = es.new(name, players=PLAYERS, seed=0)
    policy = Dealer(~0)
    before = match
    for _ in range(MIDDLE):
        before = match.copy()
        codes = match.codes()
        match.push(codes[policy.below(len(codes))])
        if match.over:
            return before
    return match
