"""Matches can be pickled and copied deeply, in both builds: for other processes, caches and
checkpoints.

A pickle holds the secrets of its game, so keep it as safe as the whole record.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import Any

from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer, ScriptedDealer, SealedDealer
from emberstacks.kernel.codec import TRUTH, decode, encode
from emberstacks.kernel.match import Match, Past
from emberstacks.kernel.record import Answer

SEALED, SCRIPTED, SEEDED = "sealed", "scripted", "seeded"


def reduced(match: Match) -> tuple[Callable[..., Match], tuple[Any, ...]]:
    """How to make the match again, from plain data."""
    saved = match.saved()
    past, states = saved.past, (encode(saved.start, TRUTH), encode(saved.now, TRUTH))
    agreed = saved.game.info.id, int(saved.start.rules), saved.players, saved.options
    kept = past.answers, past.fresh, past.proven, past.quiet, past.names
    return revived, (agreed, dealt_by(saved.dealer), saved.seed, states, kept)


def revived(
    agreed: tuple[str, int, int, dict[str, Any]],
    dealer: tuple[str, Any, int],
    seed: int | None,
    states: tuple[dict[str, Any], dict[str, Any]],
    kept: tuple[list[Answer], bool, bool, tuple[int, int], list[str]],
) -> Match:
    """The match of a pickle."""
    name, rules, players, options = agreed
    game = game_by_id(name)
    start, now = (decode(game, rules, players, options, state) for state in states)
    return Match(game, players, options, dealer_again(*dealer), start, seed, now, Past(*kept))


def dealt_by(dealer: Dealer) -> tuple[str, Any, int]:
    """A dealer as plain data: its kind, what it draws from, and how far it has come."""
    if isinstance(dealer, SealedDealer):
        return SEALED, dealer.secret, int(dealer.picks)
    if isinstance(dealer, ScriptedDealer):
        return SCRIPTED, dealer.script, int(dealer.word)
    return SEEDED, None, int(dealer.word)


def dealer_again(kind: str, source: Any, at: int) -> Dealer:
    if kind == SEALED:
        sealed = SealedDealer(source)
        sealed.picks = at
        return sealed
    dealer = ScriptedDealer(list(source)) if kind == SCRIPTED else Dealer(0)
    dealer.word = at
    return dealer


copyreg.pickle(Match, reduced)
