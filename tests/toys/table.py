"""Toy matches for the tests: by script, by record, by chance."""

from __future__ import annotations

import random

from emberstacks.kernel.begin import match_from_record, new_match
from emberstacks.kernel.chance import ScriptedDealer
from emberstacks.kernel.game import Game
from emberstacks.kernel.match import Match, dealer_of
from emberstacks.kernel.record import read
from tests.toys.auction import AUCTION
from tests.toys.smugglers import SMUGGLERS


def smuggling(draws: str, moves: str = "", players: int = 3, hand: int = 1) -> Match:
    """A game of Smugglers with these draws (words) and moves (between commas)."""
    match = new_match(SMUGGLERS, players, {"hand": hand}, ScriptedDealer(draws.split()), None)
    for move in moves.split(",") if moves else []:
        match.push(move)
    return match


def auctioning(draws: str, players: int = 3) -> Match:
    """A game of Auction with these draws, up to the first bids."""
    return new_match(AUCTION, players, {}, ScriptedDealer(draws.split()), None)


def again(match: Match) -> Match:
    """The match that its record tells."""
    return match_from_record(match.game, read(match.record()), 1)


def at_random(game: Game, players: int, seed: int, decisions: int) -> Match:
    """A seeded match after some random decisions, answers to questions to several seats in any
    order.
    """
    rng = random.Random(seed)
    match = new_match(game, players, {}, dealer_of(seed), seed)
    for _ in range(decisions):
        if not match.over:
            seat = rng.choice(match.waiting)
            match.push(rng.choice(match.codes(seat)), seat)
    return match
