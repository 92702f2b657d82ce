"""Runs the application with uvicorn, on uvloop if it is installed, with our sockets and a patient
garbage collector.
"""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from litestar import Litestar

from emberstacks.server.services import services_of
from emberstacks.server.tables.socket import Front
from emberstacks.server.wire.frames import FrameSocket
from emberstacks.server.wire.timeouts import bounds

FAREWELL = 5  # seconds that requests get to end when the server is stopped
# new objects before the collector runs: fewer cost more time in all, more make everybody wait
# longer at once
YOUNG = 10_000


class Config(uvicorn.Config):
    """How uvicorn serves, and the application that it serves."""

    application: Litestar


def config(app: Litestar, port: int, host: str = "127.0.0.1", **more: Any) -> Config:
    """How the application is served; `more` goes to uvicorn."""
    ours: dict[str, Any] = {
        "ws": FrameSocket,
        "ws_per_message_deflate": False,
        "access_log": False,
        **bounds(),
    }
    ours["timeout_graceful_shutdown"] = FAREWELL
    made = Config(Front(app), host=host, port=port, **ours, **more)
    made.application = app
    return made


class Server(uvicorn.Server):
    """A server that says when it answers, and that thinks no longer when it is stopped, so that
    nobody waits for it.
    """

    def __init__(self, settings: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(settings)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # it has started
        if isinstance(self.config, Config) and "services" in self.config.application.state:
            services_of(self.config.application).thinking.stop()
        await super().shutdown(sockets)


def run(settings: uvicorn.Config, ready: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """Serve until somebody stops it; returns the server, which knows whether it ever started.
    `ready`: now it answers.
    """
    server = Server(settings, ready)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(server.serve())
    return server


def loop_factory() -> Any:
    """uvloop's event loop, which is faster than Python's own; None, for Python's, if there is no
    uvloop.
    """
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def calm_collector() -> None:
    """Objects from the start stay for ever, so the collector ignores them, and looks at new ones
    less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 50)
