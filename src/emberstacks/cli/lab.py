"""`emberstacks lab`: the lab as a page on this computer, with the table beside it to watch any of its games."""

from __future__ import annotations

import logging
import multiprocessing
import secrets
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from emberstacks import build
from emberstacks.cli import saves
from emberstacks.cli.errors import Failure
from emberstacks.cli.figures import Folder, play_with
from emberstacks.cli.serve import check_port, without_collector
from emberstacks.cli.simulate import checked_workers
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS

HERE: Final = "127.0.0.1"
PREFIX: Final = "/lab"


def lab(
    *,
    folder: Annotated[Path | None, Parameter(help="Where runs are kept; by default in your data folder.")] = None,
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8090,
    figures: Folder = None,
    browser: Annotated[bool, Parameter(help="Open the page in the browser.")] = True,
    workers: Annotated[int | None, Parameter(help="How many processes play; by default one per core.")] = None,
) -> None:
    """Open the lab in the browser: start runs, watch them, compare them, and open any of their games."""
    with without_collector():  # here, because no other command needs all of these
        from emberstacks.lab.desk.app import create_app
        from emberstacks.lab.desk.foreman import Foreman
        from emberstacks.lab.desk.runs import Shelf
        from emberstacks.server.app import Settings
        from emberstacks.server.app import create_app as create_tables
        from emberstacks.server.run import config, run
        from emberstacks.server.tables.shown import show_game

    if figures is not None:
        play_with(figures)
    processes = checked_workers(workers)
    place = (folder or saves.folder() / "lab").absolute()
    check_port(HERE, port)
    shelf = Shelf(place)
    foreman = Foreman(processes)
    tables = create_tables(Settings(database=f"sqlite:///{place / 'tables.db'}", address=f"http://localhost:{port}"))

    async def watch(match: Match, title: str, bots: list[str]) -> str:
        match.names = [f"{bot.partition(':')[0]} {LETTERS[seat]}" for seat, bot in enumerate(bots)]
        return f"/replay/{await show_game(tables.state, match, title, bots)}"

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    settings = config(tables, port, HERE, log_config=None)
    settings.app = Both(create_app(shelf, foreman, watch), settings.app, tables.state)
    here = f"http://localhost:{port}{PREFIX}"
    print(f"The lab is at {here} (stop it with Ctrl-C). Runs are kept in {place}.", flush=True)
    print(f"The build is {build.told()}.", flush=True)
    if browser and sys.stdout.isatty():
        threading.Timer(1.5, webbrowser.open, [here]).start()
    try:
        if not run(settings).started:
            raise Failure("The lab did not start. The lines above say why.")
    finally:
        foreman.close()
        for child in multiprocessing.active_children():  # otherwise they would finish their games first
            child.terminate()
        shelf.close()


class Both:
    """The lab under its own address, and the table everywhere else.

    Cookies of one computer are shared by all its ports, so a cookie of the lab would log people out of their own server.
    The lab has one user, so their session is added here, and the browser never sees a cookie.
    """

    def __init__(self, desk: Any, tables: Any, state: Any) -> None:
        self.desk, self.tables, self.state = desk, tables, state
        self.token = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.tables(scope, receive, send)
        elif scope["type"] == "http" and (scope["path"] == PREFIX or scope["path"].startswith(f"{PREFIX}/")):
            await self.desk(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == "/":
            headers = [(b"location", PREFIX.encode()), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": 307, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
        elif scope["type"] == "websocket" and not local(scope):
            await receive()
            await send({"type": "websocket.close", "code": 4403})
        elif not local(scope):
            await send({"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self.tables(await self.known(scope), receive, without_cookies(send))

    async def known(self, scope: Any) -> Any:
        """The same request from somebody whom the table knows."""
        from emberstacks.server.people.accounts import COOKIE, session_id

        if not self.token:
            token, person = secrets.token_urlsafe(32), secrets.token_urlsafe(12)
            await self.state.store.add_person(person, "You", time.time())
            await self.state.store.add_session(session_id(token), person, time.time())
            self.token = token
        headers = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
        return {**scope, "headers": [*headers, (b"cookie", f"{COOKIE}={self.token}".encode())]}


def local(scope: Any) -> bool:
    """Is this computer asked by its own name? A page of another site could give it one of its own."""
    host = dict(scope["headers"]).get(b"host", b"").decode("latin-1").rpartition(":")[0]
    return host in ("localhost", "127.0.0.1", "[::1]")


def without_cookies(send: Any) -> Any:
    """Send all but cookies."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [pair for pair in message["headers"] if pair[0].lower() != b"set-cookie"]}
        await send(message)

    return sending
