"""The program of a test's server: as users run it, with luck that repeats and the limits that a
test asks for.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

from emberstacks.server.app import create_app
from emberstacks.server.run import config, run
from emberstacks.server.settings import NO_LIMITS, Settings
from emberstacks.server.tables import socket
from emberstacks.server.wire import frames, timeouts


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
    calls: Counter[str] = Counter()
    timeouts.HEAD_SECONDS = float(head)
    frames.MOST_WAITING = int(waiting)
    socket.A_SECOND = int(messages)

    def entropy(size: int) -> bytes:
        told = Path(luck).read_text()
        calls[told] += 1
        return sha256(f"{told} {calls[told]}".encode()).digest()[:size]

    settings = Settings(
        database=database,
        bot_workers=0,
        pace=float(pace),
        patience=float(patience),
        absence=1.0,
        review_limit=5.0,
        grace=float(grace),
        secure=secure == "True",
        entropy=entropy,
        **{
            "reaction": 0.3,
            **NO_LIMITS,
            "requests_a_minute": int(limit),
            "sockets_an_address": int(sockets),
            **json.loads(more),
        },
    )
    run(config(create_app(settings), int(port), log_level="warning"))
