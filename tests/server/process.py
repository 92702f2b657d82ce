"""The program of a test's server: as users run it, with luck that repeats and the limits that a
test asks for.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from emberstacks.server.app import create_app
from emberstacks.server.run import config, run
from emberstacks.server.settings import NO_LIMITS, Settings
from emberstacks.server.tables import socket
from emberstacks.server.wire import frames, timeouts


def settings_for(
    database: str,
    entropy: Callable[[int], bytes],
    *,
    grace: float = 60,
    limit: int = 100_000,
    sockets: int = 1000,
    secure: bool = False,
    patience: float = 5,
    pace: float = 0,
    **more: Any,
) -> Settings:
    """The settings of a server in tests: short times, and no limits unless a test says so."""
    return Settings(
        database=database,
        bot_workers=0,
        pace=pace,
        patience=patience,
        absence=1.0,
        review_limit=5.0,
        grace=grace,
        secure=secure,
        entropy=entropy,
        **{
            "reaction": 0.3,
            **NO_LIMITS,
            "requests_a_minute": limit,
            "sockets_an_address": sockets,
            **more,
        },
    )


def entropy_of(luck: Path) -> Callable[[int], bytes]:
    """Luck that repeats: it depends on what is written in a file, which is the name of the test."""
    calls: Counter[str] = Counter()

    def entropy(size: int) -> bytes:
        told = luck.read_text()
        calls[told] += 1
        return sha256(f"{told} {calls[told]}".encode()).digest()[:size]

    return entropy


def serve() -> None:
    """Serve until somebody stops it; the arguments are those of `Server.start` in conftest.py."""
    (
        database,
        port,
        grace,
        limit,
        sockets,
        secure,
        luck,
        patience,
        pace,
        more,
        head,
        waiting,
        messages,
    ) = sys.argv[1:]
    timeouts.HEAD_SECONDS = float(head)
    frames.MOST_WAITING = int(waiting)
    socket.A_SECOND = int(messages)
    settings = settings_for(
        database,
        entropy_of(Path(luck)),
        grace=float(grace),
        limit=int(limit),
        sockets=int(sockets),
        secure=secure == "True",
        patience=float(patience),
        pace=float(pace),
        **json.loads(more),
    )
    run(config(create_app(settings), int(port), log_level="warning"))
