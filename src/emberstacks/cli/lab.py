"""`emberstacks lab`: the lab as a page on this computer, with the table beside it to watch any of
its games.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import secrets
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl, quote, urlencode

from cyclopts import App, Parameter

from emberstacks import build
from emberstacks.cli import saves
from emberstacks.cli.app import COMMANDS, LAB, add_command
from emberstacks.cli.errors import Failure
from emberstacks.cli.figures import Folder, play_with
from emberstacks.cli.serve import check_port, without_collector
from emberstacks.cli.simulate import checked_workers
from emberstacks.hosts import is_here, name_of
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS

HERE: Final = "127.0.0.1"
PREFIX: Final = "/lab"
TOKEN: Final = "token"
LOCKED: Final = (
    "This lab is not for everybody on this computer. Open the address that it printed, with its"
    " token."
)


def lab(
    *,
    folder: Annotated[
        Path | None, Parameter(help="Where runs are kept; by default in your data folder.")
    ] = None,
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8090,
    figures: Folder = None,
    browser: Annotated[bool, Parameter(help="Open the page in the browser.")] = True,
    allow_programs: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help=(
                "Let runs start programs and read files of this computer: bots such as"
                " stdio:COMMAND and trained:FILE, "
                "and folders of other figures."
            ),
        ),
    ] = False,
    workers: Annotated[
        int | None, Parameter(help="How many processes play; by default one per core.")
    ] = None,
) -> None:
    """Open the lab in the browser: start runs, watch them, compare them, and open any of their
    games.
    """
    with without_collector():  # here, because no other command needs all of these
        from emberstacks.lab.desk.app import create_app
        from emberstacks.lab.desk.foreman import Foreman
        from emberstacks.lab.desk.runs import Shelf
        from emberstacks.server.app import create_app as create_tables
        from emberstacks.server.run import config, run
        from emberstacks.server.services import services_of
        from emberstacks.server.settings import Settings
        from emberstacks.server.tables.shown import show_game

    if figures is not None:
        play_with(figures)
    processes = checked_workers(workers)
    place = (folder or saves.folder() / "lab").absolute()
    check_port(HERE, port)
    shelf = Shelf(place, allow_programs)
    foreman = Foreman(processes)
    tables = create_tables(
        Settings(database=f"sqlite:///{place / 'tables.db'}", address=f"http://localhost:{port}")
    )

    async def watch(match: Match, title: str, bots: list[str]) -> str:
        match.names = [f"{bot.partition(':')[0]} {LETTERS[seat]}" for seat, bot in enumerate(bots)]
        return f"/replay/{await show_game(services_of(tables), match, title, bots)}"

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    settings = config(tables, port, HERE, log_config=None)
    key = Key(port)
    settings.app = Both(create_app(shelf, foreman, watch), settings.app, tables, key)
    here = f"http://localhost:{port}{PREFIX}?{TOKEN}={key.secret}"
    print(f"The lab is at {here} (stop it with Ctrl-C). Runs are kept in {place}.", flush=True)
    print(f"The build is {build.told()}.", flush=True)
    if browser and sys.stdout.isatty():
        threading.Timer(1.5, webbrowser.open, [opening(place, here).as_uri()]).start()
    try:
        if not run(settings).started:
            raise Failure("The lab did not start. The lines above say why.")
    finally:
        foreman.close()
        # otherwise they would finish their games first
        for child in multiprocessing.active_children():
            child.terminate()
        shelf.close()


app = App(name="lab", help_epilogue=f"Example: {COMMANDS['lab'][1]}", help_format="plaintext")
app.default(lab)
for place, (name, told) in enumerate(LAB.items()):
    add_command(app, name.replace("-", "_"), name, told, place)


def opening(folder: Path, address: str) -> Path:
    """A page that leads to the lab, which only its owner can read: everybody sees the command line
    of a browser.
    """
    file = folder / "open.html"
    file.unlink(missing_ok=True)
    with open(
        os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8"
    ) as page:
        page.write(
            '<!doctype html><title>Emberstacks lab</title><meta http-equiv="refresh"'
            f' content="0;url={address}">\n'
        )
    return file


class Key:
    """What the owner of a lab has and other people on the same computer have not: a token in the
    address that it prints.

    A browser brings it once and then has it as a cookie. Cookies of one computer are shared by all
    its ports, so its name has the port of the lab. Programs send it as `Authorization: Bearer
    TOKEN`.
    """

    def __init__(self, port: int) -> None:
        self.secret = secrets.token_urlsafe(32)
        self.cookie = f"emberstacks-lab-{port}"

    def fits(self, token: str) -> bool:
        return secrets.compare_digest(token.encode(), self.secret.encode())

    def known(self, scope: Any) -> bool:
        """Has the one who asks been here before, or brings a program the token?"""
        given = [
            (name, value.decode("latin-1"))
            for name, value in scope["headers"]
            if name in (b"cookie", b"authorization")
        ]
        cookies = [
            pair.strip().partition("=")
            for name, text in given
            if name == b"cookie"
            for pair in text.split(";")
        ]
        tokens = [value for name, _, value in cookies if name == self.cookie]
        tokens += [text.removeprefix("Bearer ") for name, text in given if name == b"authorization"]
        return any(self.fits(token) for token in tokens)

    def brought(self, scope: Any) -> bool:
        """Is the token in the address?"""
        return any(
            name == TOKEN and self.fits(value)
            for name, value in parse_qsl(scope["query_string"].decode("latin-1"))
        )

    def entry(self, scope: Any) -> list[tuple[bytes, bytes]]:
        """The same address without the token, which no history should keep, and the cookie."""
        query = urlencode(
            [
                pair
                for pair in parse_qsl(scope["query_string"].decode("latin-1"))
                if pair[0] != TOKEN
            ]
        )
        path = quote(f"/{scope['path'].lstrip('/')}") + (f"?{query}" if query else "")
        cookie = f"{self.cookie}={self.secret}; Path=/; HttpOnly; SameSite=Lax"
        return [
            (b"location", path.encode()),
            (b"set-cookie", cookie.encode()),
            (b"referrer-policy", b"no-referrer"),
        ]


async def answer(
    send: Any, status: int, headers: list[tuple[bytes, bytes]], sentence: str = ""
) -> None:
    """A short answer of our own."""
    plain = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(sentence)).encode()),
    ]
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [*headers, *plain, (b"cache-control", b"no-store")],
        }
    )
    await send({"type": "http.response.body", "body": sentence.encode()})


class Both:
    """The lab under its own address, and the table everywhere else, for nobody but the owner of the
    lab.

    A session cookie of the lab would log people out of their own server on the same computer. The
    lab has one user, so their session is added here, and the browser never sees that cookie.
    """

    def __init__(self, desk: Any, tables: Any, app: Any, key: Key) -> None:
        self.desk, self.tables, self.app, self.key = desk, tables, app, key
        self.token = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        here = scope["type"] == "lifespan" or local(scope)
        if scope["type"] == "lifespan":
            await self.tables(scope, receive, send)
        elif scope["type"] == "websocket" and not (here and self.key.known(scope)):
            await receive()
            await send({"type": "websocket.close", "code": 4403})
        elif not here:
            await answer(send, 403, [], "The lab only answers on this computer, as localhost.")
        elif scope["type"] == "http" and self.key.brought(scope):
            await answer(send, 303, self.key.entry(scope))
        elif not self.key.known(scope):
            await answer(send, 403, [], LOCKED)
        elif scope["type"] == "http" and (
            scope["path"] == PREFIX or scope["path"].startswith(f"{PREFIX}/")
        ):
            await self.desk(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == "/":
            await answer(send, 307, [(b"location", PREFIX.encode())])
        else:
            await self.tables(await self.known(scope), receive, without_cookies(send))

    async def known(self, scope: Any) -> Any:
        """The same request from somebody whom the table knows."""
        from emberstacks.server.people.accounts import COOKIE, session_id
        from emberstacks.server.services import services_of

        if not self.token:
            token, person = secrets.token_urlsafe(32), secrets.token_urlsafe(12)
            store = services_of(self.app).store
            await store.add_person(person, "You", time.time())
            await store.add_session(session_id(token), person, time.time())
            self.token = token
        headers = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
        return {**scope, "headers": [*headers, (b"cookie", f"{COOKIE}={self.token}".encode())]}


def local(scope: Any) -> bool:
    """Is this computer asked by its own name? A page of another site could give it one of its own."""
    return is_here(name_of(dict(scope["headers"]).get(b"host", b"").decode("latin-1")))


def without_cookies(send: Any) -> Any:
    """Send all but cookies."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {
                **message,
                "headers": [
                    pair for pair in message["headers"] if pair[0].lower() != b"set-cookie"
                ],
            }
        await send(message)

    return sending
