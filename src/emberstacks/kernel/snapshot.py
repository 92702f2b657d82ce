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
    saved = match.saved(events=True)
    return {
        "state": encode(saved.now, TRUTH),
        "quiet": list(saved.past.quiet),
        "events": [
            [
                event.kind,
                [int(arg) for arg in event.args],
                event.text,
                int(event.seen_by),
                event.veiled,
                event.because,
            ]
            for event in saved.past.events or []
        ],
    }


def restored(start: Match, answers: list[Answer], data: dict[str, Any]) -> Match:
    """The match after these answers, from its start and its snapshot; BadPosition if that makes no
    sense.
    """
    saved = start.saved()
    rules, before = int(saved.start.rules), saved.past
    saved.now = decode(saved.game, rules, saved.players, saved.options, data["state"])
    saved.dealer = fresh_dealer(saved.dealer, saved.seed)
    saved.dealer.skip(sum(1 for acting, _ in answers if acting == CHANCE))
    quiet, quiet_seat = data["quiet"]
    events = [
        # earlier snapshots say no cause
        Event(kind, [int(arg) for arg in args], text, seen_by, veiled, *because)
        for kind, args, text, seen_by, veiled, *because in data["events"]
    ]
    saved.past = Past(
        answers, before.fresh, before.proven, (quiet, quiet_seat), before.names, events
    )
    return saved.match()
