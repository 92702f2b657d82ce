"""Ratings of people and bots, by game, from the games that ended on this server (openskill)."""

from __future__ import annotations

import asyncio
from importlib import import_module

from emberstacks.games import GAMES
from emberstacks.server.people.leaving import leavers
from emberstacks.server.store import Store
from emberstacks.server.store.profile import Played, Rated
from emberstacks.server.store.results import outcome_of

A_FEW = 50  # games in one transaction


def players_of(game: Played) -> list[str]:
    """The players of a game, in the order of their seats; nobody if the game says nothing about how
    well they play.

    It does not if all win or lose together, if it began in the middle of another game, or if all
    agreed to end it early.
    """
    row, chairs = game.row, game.chairs
    known = row.game in GAMES and not GAMES[row.game].info.cooperative
    if not known or row.position is not None or len(chairs) < 2 or not places(game):
        return []
    players = [chair.person if chair.kind == "person" else f"bot {chair.bot}" for chair in chairs]
    people = [chair.person for chair in chairs if chair.kind == "person"]
    return players if all(players) and people else []


def places(game: Played) -> list[int]:
    """The place of every seat: those who left come last, the others as they finished; none if
    nothing was decided.
    """
    gone, everybody = leavers(game), len(game.chairs)
    if len(gone) == everybody or not (game.row.result or gone):
        return []
    outcome = outcome_of(game.row.result)
    finished = [0] * everybody if outcome is None else outcome.ranks()
    return [everybody if seat in gone else place for seat, place in enumerate(finished)]


def rate(game: Played, known: Rated) -> Rated:
    """The players' new ratings; a bot on several seats learns from each."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    players = players_of(game)
    before = [
        model.rating(*known[player]) if player in known else model.rating() for player in players
    ]
    after = model.rate([[one] for one in before], ranks=[float(place) for place in places(game)])
    changes: dict[str, list[tuple[float, float]]] = {}
    for player, (one,) in zip(players, after, strict=True):
        changes.setdefault(player, []).append((one.mu, one.sigma))
    return {
        player: (
            sum(mu for mu, _ in found) / len(found),
            sum(sigma for _, sigma in found) / len(found),
        )
        for player, found in changes.items()
    }


async def keep_ratings(store: Store) -> None:
    """Rate the games that have ended since the last time."""
    if await store.to_rate():
        # a thread, because the first time takes a while
        await asyncio.to_thread(import_module, "openskill.models")
        await store.rate(A_FEW, players_of, rate)
