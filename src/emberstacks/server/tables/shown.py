"""A finished game that was played elsewhere, kept as a table so that its replay can be opened."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256
from typing import Any

from emberstacks.kernel.match import Match
from emberstacks.protocol import MAX_NAME, MAX_TITLE
from emberstacks.server import clock
from emberstacks.server.services import Services
from emberstacks.server.store.outcomes import Conflict
from emberstacks.server.store.results import kept
from emberstacks.server.store.tables import options_text


async def show_game(services: Services, match: Match, title: str, bots: list[str]) -> str:
    """Keep a finished game with these bots on its chairs; the id of its table, which is the same
    for the same game.
    """
    record = match.record()
    assert match.result is not None
    table = urlsafe_b64encode(sha256(f"{record}{bots}".encode()).digest()[:16]).decode().rstrip("=")
    now = clock.now()
    row: dict[str, Any] = {
        "id": table,
        "game": match.game.info.id,
        "players": match.players,
        "options": options_text(match.options),
        "title": title[:MAX_TITLE],
        "public": False,
        "clock": 0,
        "silent": False,
        "help": True,  # so that it may be reviewed
        "status": "over",
        "host": "",
        "secret": "",
        "position": record,
        "created": now,
        "changed": now,
        "result": kept(match.result),
        "next": "",
        "rules": match.to_json()["rules"],
    }
    chairs = [
        {
            "table": table,
            "seat": seat,
            "kind": "bot",
            "person": "",
            "bot": bot[:MAX_NAME],
            "name": name[:MAX_NAME],
            "stand_in": False,
        }
        for seat, (bot, name) in enumerate(zip(bots, match.names, strict=True))
    ]
    with suppress(Conflict):  # somebody has opened it before
        await services.store.add_table(row, chairs)
    return table
