"""Bots around a table."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from emberstacks.bots.api import Bot
from emberstacks.bots.talk import SILENCE, marked, overheard
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice


def play(match: Match, bots: Sequence[Bot | None], rng: random.Random | None = None) -> Match:
    """Let bots decide, each from its own view, until the game is over or it is the turn of a seat
    without a bot (None).

    >>> import emberstacks as es
    >>> match = play(es.new("fire-prototype", players=2, seed=7), [es.bot("greedy"), es.bot("random")], random.Random(7))
    >>> match.over
    True
    """
    if len(bots) != match.players:
        raise BadBot(
            f"This game has {match.players} seats, so give {match.players} bots (None for a"
            f" person), not {len(bots)}."
        )
    markers: dict[int, str] = {}
    while True:
        asked = [(seat, bot) for seat in match.waiting if (bot := bots[seat]) is not None]
        if not asked:
            return match
        for seat, choice in [(seat, chosen(match, seat, bot, rng, markers)) for seat, bot in asked]:
            match.push(choice, seat)
        for seat, bot in asked:
            if bot.talks and seat not in match.waiting:
                markers[seat] = marked(match, seat, bot)


def chosen(
    match: Match,
    seat: int,
    bot: Bot,
    rng: random.Random | None,
    markers: Mapping[int, str] = SILENCE,
) -> Choice | int:
    """What a bot answers; some need no view, and making one takes most of the time."""
    code = bot.code(match, seat, rng)
    return (
        bot.choose(overheard(match.view(seat), seat, markers), match.legal(seat), rng)
        if code is None
        else code
    )
