"""Reads a table from the database: who sits there, and its match from the log, one event after the
other.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Container, Sequence
from typing import Any

import msgspec

from emberstacks import read_record
from emberstacks.games import game_by_id
from emberstacks.kernel.begin import match_from_json, new_match
from emberstacks.kernel.chance import SealedDealer
from emberstacks.kernel.codec import TRUTH
from emberstacks.kernel.match import Match
from emberstacks.kernel.step import CHANCE
from emberstacks.server.store import Store
from emberstacks.server.store.log import ANSWER, CLOCK, MOST_LINES, STAND_IN, UNDO, News
from emberstacks.server.store.rows import ChairRow, LogRow, TableRow
from emberstacks.server.tables.live import LiveTable
from emberstacks.server.tables.snapshots import put_back

log = logging.getLogger("emberstacks.reading")

WORTH_IT = 16  # entries of the log: replaying this few is as fast as reading a snapshot


class Unreadable(Exception):
    """The log of a table cannot be followed, and where it breaks off."""


async def reread(store: Store, live: LiveTable) -> bool:
    """The table and its chairs as the database has them now; true if anything has changed.

    One reading at a time: if there were two, the older one could come back last.
    """
    async with live.rereading:
        return take_seating(live, await store.table(live.id))


def take_seating(live: LiveTable, found: tuple[TableRow, list[ChairRow]] | None) -> bool:
    """A table and its chairs as the database has them; true if people must be told of a change."""
    if found is None:
        live.ended = True  # somebody has removed it
        return False
    same = told_of(found[0]) == told_of(live.row) and found[1] == live.chairs
    live.row = found[0]
    if same:
        return False
    live.chairs = found[1]
    if live.match is not None:
        # somebody may have deleted their name
        live.match.names = [chair.name for chair in live.chairs]
    for connection in live.connections:
        connection.seat = live.seat_of(connection.person)
    return True


def told_of(row: TableRow) -> dict[str, Any]:
    """What people are told about a table, apart from what every move changes."""
    return {
        name: value
        for name, value in msgspec.structs.asdict(row).items()
        if name not in ("changed", "due")
    }


async def read_on(store: Store, live: LiveTable) -> bool:
    """Follow the log from the last version known; true if there was anything new."""
    if live.row.status == "open" or live.aside:
        return False
    news = await store.news(live.id, live.version, MOST_LINES)
    fresh = live.match is None and len(news.log) >= WORTH_IT
    return await take_news(store, live, news, await store.snapshot(live.id) if fresh else None)


async def take_news(store: Store, live: LiveTable, news: News, snapshot: str | None = None) -> bool:
    """Follow the new entries of the log; true if there were any.

    If that fails, what we remember of the game may be wrong: we forget it and read the log from its
    start, once. If that fails too, this table alone is set aside.
    """
    if live.row.status == "open" or live.aside:
        return False
    remembered = live.version > 0 or snapshot is not None
    try:
        take(live, news, snapshot)
    except Exception as wrong:
        if not remembered:
            set_aside(live, wrong)
            return True
        log.warning("table %s (%s) is read again from its start: %s", live.id, live.row.game, wrong)
        live.forget()
        everything = await store.news(live.id, 0, MOST_LINES)
        try:
            take(live, everything, None)
        except Exception as still:
            set_aside(live, still)
        return True
    return bool(news.log)


def take(live: LiveTable, news: News, snapshot: str | None) -> None:
    """What the database says about a game: its log, and the answers that wait for others."""
    if live.match is None:
        live.match = opened_match(live)
    follow(live, news.log if snapshot is None else put_back(live, live.match, news.log, snapshot))
    live.held = dict(news.sealed)
    complete = (
        news.sealed
        and not live.timed
        and with_sealed(live.match, news.sealed).length > live.match.length
    )
    live.unopened = bool(complete)


def set_aside(live: LiveTable, wrong: Exception) -> None:
    """The log cannot be followed: keep how far it went, and say why."""
    words = str(wrong) if isinstance(wrong, Unreadable) else "the table cannot be set up as it was"
    live.aside = f"This game cannot continue: {words}. You can download its record so far."
    live.so_far, live.match = live.match, None
    log.error(
        "table %s (%s) is set aside: %s",
        live.id,
        live.row.game,
        words,
        exc_info=wrong.__cause__ or wrong,
    )


def with_sealed(match: Match, given: list[tuple[int, int]]) -> Match:
    """The match with these answers to a question put to several; when all are there, they are
    opened.
    """
    after = match.copy()
    for seat, code in given:
        after.push(code, seat)
    return after


def follow(live: LiveTable, rows: Sequence[LogRow]) -> None:
    """Replay the log, event by event. Chance follows from the secret, and must match what was
    logged.
    """
    match = live.match
    assert match is not None
    if rows:
        # a game that began in the middle of a question: the log has all answers to it
        match.unseal()
    count = match.length if live.version else 0  # answers of the log that have been replayed
    for row in rows:
        try:
            draft = match.drafted(None)
            if row.kind == UNDO:
                match.undo()
                count -= 1
                live.by_clock = {
                    number for number in live.by_clock if number < match.event_count(TRUTH)
                }
                for connection in live.connections:
                    connection.known_events = 0
            else:
                count += 1
                draft = 0
                if row.seat != CHANCE:
                    if row.kind == CLOCK:
                        live.by_clock.add(match.event_count(TRUTH))
                    match.push(row.code, row.seat)
                elif match.answers(count - 1)[:1] != [(CHANCE, row.code)]:
                    raise Unreadable(f"entry {row.version} of its log is not what its secret deals")
        except Unreadable:
            raise
        except Exception as wrong:  # the rules, or a damaged row, may raise anything
            raise Unreadable(f"entry {row.version} of its log cannot be replayed") from wrong
        live.reached(row.version, row.at, row.seat if draft or match.drafted(None) else None)
    if rows and match.length != count:
        raise Unreadable("its log ends before what chance answered")


def opened_match(live: LiveTable) -> Match:
    """The match of a table at its beginning."""
    row = live.row
    game = game_by_id(row.game)
    dealer = SealedDealer(bytes.fromhex(row.secret))
    # a record: a game that was played elsewhere
    if row.position is not None and row.position.startswith("["):
        match = read_record(row.position)
    elif row.position is not None:
        match = match_from_json(game, json.loads(row.position), dealer, None)
    else:
        match = new_match(game, row.players, json.loads(row.options), dealer, None, row.rules)
    match.names = [chair.name for chair in live.chairs]
    return match


def event_rows(
    table: str,
    version: int,
    answers: list[tuple[int, int]],
    now: float,
    kind: str = ANSWER,
    absent: Container[int] = (),
) -> list[dict[str, Any]]:
    """Answers as rows of the log. It remembers what a bot answered for the people who are absent."""
    by_bot = STAND_IN if kind == ANSWER else kind
    return [
        {
            "table": table,
            "version": version + k,
            "kind": by_bot if seat in absent else kind,
            "seat": seat,
            "code": code,
            "at": now,
        }
        for k, (seat, code) in enumerate(answers, 1)
    ]
