"""A match as data, so that a long one can continue without being replayed from its start."""

from __future__ import annotations

from typing import Any

from emberstacks.kernel.codec import TRUTH, decode, encode
from emberstacks.kernel.events import Event
from emberstacks.kernel.match import Match, Past, fresh_dealer
from emberstacks.kernel.record import Answer
from emberstacks.kernel.step import CHANCE


def snapshot(match: Match) -> dict[str, Any]:
    """What a match knows beyond its start and its answers. It has secrets, so keep it as safe as
    the record.

    Not possible while some answers to a question for several seats are missing.
    """
    return {
        "state": encode(match._s, TRUTH),
        "quiet": list(match.past().quiet),
        "events": [
            [
                event.kind,
                [int(arg) for arg in event.args],
                event.text,
                int(event.seen_by),
                event.veiled,
                event.because,
            ]
            for event in match._tell()
        ],
    }


def restored(start: Match, answers: list[Answer], data: dict[str, Any]) -> Match:
    """The match after these answers, from its start and its snapshot; BadPosition if that makes no
    sense.
    """
    s = decode(start.game, int(start._start.rules), start.players, start.options, data["state"])
    dealer = fresh_dealer(start._dealer, start._seed)
    dealer.skip(sum(1 for acting, _ in answers if acting == CHANCE))
    before = start.past()
    quiet, quiet_seat = data["quiet"]
    past = Past(answers, before.fresh, before.proven, (quiet, quiet_seat), before.names)
    match = Match(
        start.game, start.players, start.options, dealer, start._start, start._seed, s, past
    )
    match._events = [
        # earlier snapshots say no cause
        Event(kind, [int(arg) for arg in args], text, seen_by, veiled, *because)
        for kind, args, text, seen_by, veiled, *because in data["events"]
    ]
    match._teller = s.clone()
    match._told = len(answers)
    return match
