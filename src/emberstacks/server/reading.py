"""How a match is read from the log: its beginning, and then one event after the other."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row

from emberstacks.games import game_by_id
from emberstacks.kernel.begin import match_from_json, new_match
from emberstacks.kernel.chance import SealedDealer
from emberstacks.kernel.match import Match
from emberstacks.kernel.step import CHANCE
from emberstacks.server.live import LiveTable
from emberstacks.server.store import ANSWER, UNDO, Store


async def read_on(store: Store, live: LiveTable) -> bool:
    """Follow the log from the last version known; true if there was anything new."""
    if live.row.status == "open":
        return False
    if live.match is None:
        live.match = opened_match(live)
    rows = await store.log(live.row.id, live.version)
    for row in rows:
        follow(live, row)
    for seat, code in await store.sealed(live.row.id, live.version):
        if live.timed:
            live.held[seat] = code
        else:
            live.match.push(code, seat)
    return bool(rows)


def follow(live: LiveTable, row: Row[Any]) -> None:
    """One event of the log; what chance answers follows from the secret and is only compared."""
    match = live.match
    assert match is not None
    if row.kind == UNDO:
        match.undo()
        for connection in live.connections:
            connection.known_events = 0
    elif row.seat != CHANCE:
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


def event_rows(table: str, version: int, answers: list[tuple[int, int]], now: float) -> list[dict[str, Any]]:
    """Answers as rows of the log."""
    return [
        {"table": table, "version": version + k, "kind": ANSWER, "seat": seat, "code": code, "at": now}
        for k, (seat, code) in enumerate(answers, 1)
    ]
