"""How a match is read from the log: its beginning, and then one event after the other."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row

from emberstacks.games import game_by_id
from emberstacks.kernel.begin import match_from_json, new_match
from emberstacks.kernel.chance import SealedDealer
from emberstacks.kernel.codec import TRUTH
from emberstacks.kernel.match import Match
from emberstacks.kernel.step import CHANCE
from emberstacks.server.live import LiveTable
from emberstacks.server.store import ANSWER, CLOCK, UNDO, Store


async def read_on(store: Store, live: LiveTable) -> bool:
    """Follow the log from the last version known; true if there was anything new."""
    if live.row.status == "open":
        return False
    if live.match is None:
        live.match = opened_match(live)
    rows = await store.log(live.row.id, live.version)
    for row in rows:
        follow(live, row)
    given = await store.sealed(live.row.id, live.version)
    if live.timed:
        live.held = dict(given)
    elif given:
        after = with_sealed(live.match, given)
        if after.length == live.match.length:
            live.match = after
        else:
            live.unopened = True
    return bool(rows)


def with_sealed(match: Match, given: list[tuple[int, int]]) -> Match:
    """The match with these answers to a question put to several; when all are there, they are opened."""
    after = match.copy()
    waiting = match.waiting
    for seat, code in sorted(given, key=lambda answer: answer[0] in waiting):  # what may open them comes last
        after.push(code, seat)
    return after


def follow(live: LiveTable, row: Row[Any]) -> None:
    """One event of the log; what chance answers follows from the secret and is only compared."""
    match = live.match
    assert match is not None
    if row.kind == UNDO:
        match.undo()
        live.by_clock = {number for number in live.by_clock if number < match.event_count(TRUTH)}
        for connection in live.connections:
            connection.known_events = 0
    elif row.seat != CHANCE:
        if row.kind == CLOCK:
            live.by_clock.add(match.event_count(TRUTH))
        match.push(row.code, row.seat)
    live.reached(row.version, row.at)
    live.held = {}


def opened_match(live: LiveTable) -> Match:
    """The match of a table at its beginning."""
    row = live.row
    game = game_by_id(row.game)
    dealer = SealedDealer(bytes.fromhex(row.secret))
    if row.position is not None:
        match = match_from_json(game, json.loads(row.position), dealer, None)
    else:
        match = new_match(game, row.players, json.loads(row.options), dealer, None)
    match.names = [chair.name for chair in live.chairs]
    return match


def event_rows(
    table: str, version: int, answers: list[tuple[int, int]], now: float, kind: str = ANSWER
) -> list[dict[str, Any]]:
    """Answers as rows of the log."""
    return [
        {"table": table, "version": version + k, "kind": kind, "seat": seat, "code": code, "at": now}
        for k, (seat, code) in enumerate(answers, 1)
    ]
