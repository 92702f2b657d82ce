"""Who has left a game: what a bot played for somebody is not theirs, and leaving is no way out of a
loss.
"""

from __future__ import annotations

from emberstacks.server.store.profile import Played


def mostly_bot(game: Played, seat: int) -> bool:
    """Did a bot give most of the answers of this seat?"""
    given = game.given.get(seat)
    return given is not None and given.bot > given.own


def leavers(game: Played) -> set[int]:
    """The people who have left: a bot gave their last answer, or most of them, or they ended a game
    against bots alone.
    """
    people = [int(chair.seat) for chair in game.chairs if chair.kind == "person"]
    gone = {
        seat
        for seat in people
        if seat in game.given and (game.given[seat].left or mostly_bot(game, seat))
    }
    return gone | ended_alone(game, gone)


def ended_alone(game: Played, gone: set[int]) -> set[int]:
    """Whoever ended a game early in which only bots were left, after at least one answer of their
    own.

    If several people agree to end a game, nobody has left it.
    """
    agreed = [
        int(chair.seat) for chair in game.chairs if chair.kind == "person" and chair.wants_end
    ]
    still = [seat for seat in agreed if seat not in gone]
    bots = any(chair.kind == "bot" for chair in game.chairs)
    if game.row.result or not bots or len(still) != 1:
        return set()
    return {seat for seat in still if seat in game.given and game.given[seat].own > 0}
