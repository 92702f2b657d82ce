"""Games for the profile-guided build: the compiler counts what happens in them and makes that fast."""

import random
import sys
from contextlib import suppress
from typing import Any

import emberstacks as es
from emberstacks.bots.ismcts import Insight, Search
from emberstacks.bots.mind import mind_of
from emberstacks.bots.playouts import run_games
from emberstacks.bots.table import chosen
from emberstacks.games import GAMES
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints

Games: Any = None
# without NumPy the build works all the same, and batches are a little slower
with suppress(ImportError):
    from emberstacks.envs.batch import Games

SHORT = "--short" in sys.argv  # for its test
# random games per number of players: the larger part, as in simulations and searches
ROUNDS = 2 if SHORT else 2000
BATCH = 32  # games side by side: enough of them that the compiler does not take them for rare
STEPS = 20 if SHORT else 300
SIMULATIONS = 20 if SHORT else 500
# of bots at first sight: enough that the compiler does not call them rare either
ANSWERS = 12 if SHORT else 3000
LOOKS = 8 if SHORT else 40  # decisions where everything is shown
THOUGHTS = 2 if SHORT else 12  # answers of an expert, which thinks ahead
APART = 7  # answers at first sight between two of these


def searched(match: es.Match, insight: Insight) -> None:
    """Think about the first decision of a game."""
    seat = match.waiting[0]
    Search(match.game, match.worlds(seat), seat, Dealer(1), insight, Ints(match.codes())).run(
        SIMULATIONS, 0.0
    )


def looked_at(match: es.Match) -> None:
    """A game as at a table: labels, views, boards, positions, and in the end the record, written
    and read.
    """
    rng = random.Random(1)
    for look in range(LOOKS):
        if match.over:
            break
        seat = match.to_act
        match.legal(seat)
        match.view(None)
        match.board(seat)
        match.push(rng.choice(match.codes(seat)), seat)
        if look % 4 == 0:
            es.from_json(match.to_json())
    while not match.over:
        match.push(rng.choice(match.codes()))
    es.read_record(match.record()).verify()


def answered(name: str, spec: str) -> None:
    """Games of bots that answer at first sight."""
    rng, bot, match = random.Random(1), es.bot(spec), es.new(name, seed=1)
    for number in range(ANSWERS):
        if match.over:
            match = es.new(name, seed=number)
        seat = match.waiting[0]
        match.push(chosen(match, seat, bot, rng), seat)


def thought_about(match: es.Match) -> None:
    """A game of bots that answer at first sight, in which an expert answers now and then."""
    rng, quick, expert = random.Random(1), es.bot("greedy"), es.bot("expert")
    for number in range(THOUGHTS * APART):
        if match.over:
            break
        seat = match.waiting[0]
        match.push(chosen(match, seat, expert if number % APART == APART - 1 else quick, rng), seat)


def learned(name: str, players: int) -> None:
    """Games side by side, as learners play them."""
    if Games is None:
        return
    games = Games(name, players, BATCH)
    arrays = games.arrays()
    games.reset(1, arrays)
    for _ in range(STEPS):
        games.step(games.sample(), arrays)


def main() -> None:
    """Every game, with every number of players."""
    for name, game in GAMES.items():
        for players in range(game.info.min_players, game.info.max_players + 1):
            run_games(game, players, {}, ROUNDS, 0)
            learned(name, players)
        match = es.new(name, seed=1)
        searched(match, Insight(1000))
        searched(match, mind_of(name).insight)
        looked_at(match)
        for spec in ("greedy", "quick"):
            answered(name, spec)
        for players in {max(2, game.info.min_players), min(4, game.info.max_players)}:
            thought_about(es.new(name, players=players, seed=1))


if __name__ == "__main__":
    main()
