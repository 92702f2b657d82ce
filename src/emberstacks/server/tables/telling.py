"""Who is told what has happened at a table: players first, and a large audience in beats. A message
is made and encoded once for all who may see the same.
"""

from __future__ import annotations

import asyncio

from emberstacks.protocol import ChatLine, Table
from emberstacks.server.tables.live import Connection, LiveTable, encoded

AUDIENCE = 20  # spectators of one table; a larger audience is told in beats
BEAT = 0.05  # seconds: less than anybody can see


def table(live: LiveTable) -> None:
    """Tell everybody who sits there, and whether the game has begun."""
    info = live.info()
    made: dict[int | None, bytes] = {}
    for connection in live.connections:
        if connection.seat not in made:
            made[connection.seat] = encoded(Table(table=info, you=connection.seat))
        connection.write(made[connection.seat])


def line(live: LiveTable, said: ChatLine) -> None:
    """Send a line of chat; its number shows if it comes twice."""
    live.talked = max(live.talked, said.number)
    message = encoded(said)
    for connection in live.connections:
        connection.write(message)


def game(live: LiveTable, only: int | None = None) -> None:
    """Tell the game to everybody, players first, or to one seat."""
    if live.match is not None:
        those(
            live,
            [one for one in live.connections if one.seat is not None and only in (None, one.seat)],
        )
        if only is None:
            audience(live)


def audience(live: LiveTable) -> None:
    """Tell the game to spectators. A large audience gets everything new in one message per beat."""
    watching = [one for one in live.connections if one.seat is None]
    if live.match is None or not watching:
        return
    if len(watching) > AUDIENCE and not live.match.over:
        count, loop = live.match.event_count(None), asyncio.get_running_loop()
        taken_back = any(one.known_events > count for one in watching)  # nobody may miss this
        if not taken_back and loop.time() < live.next_beat:
            if not live.beat_waits:
                live.beat_waits = True
                loop.call_at(live.next_beat, beat, live)
            return
        live.next_beat = loop.time() + BEAT
    live.beat_waits = False
    those(live, watching)


def beat(live: LiveTable) -> None:
    """Tell a large audience, if something is new."""
    if live.beat_waits:
        audience(live)


def those(live: LiveTable, connections: list[Connection]) -> None:
    """Tell the game to some; made and encoded once for all who see the same and have seen the
    same.
    """
    told: dict[tuple[int | None, int], tuple[int, bytes]] = {}
    for connection in connections:
        sees = connection.seat, connection.known_events
        if sees not in told:
            update = live.update(*sees)
            told[sees] = update.events_from + len(update.events), encoded(update)
        connection.known_events, message = told[sees]
        connection.write(message)
