"""`emberstacks serve`: the table in the browser, for friends and bots."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from emberstacks import build
from emberstacks.cli import saves
from emberstacks.cli.errors import Failure, WrongUse


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8080,
    database: str = "",
    direct: str = "",
    browser: bool = True,
    bot_workers: int = 1,
    keep_unfinished: int = 180,
    secure: bool = False,
    proxy: str = "127.0.0.1",
    limit: tuple[str, ...] = (),
    metrics_token: str = "",
    verbose: bool = False,
) -> None:
    """Start the server and open the table in the browser.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets others on the network in.
    port
        The port to listen on.
    database
        sqlite:///FILE or postgresql://...; give it as EMBERSTACKS_DATABASE where it holds a password. [a file of your own]
    direct
        Where the database is a PgBouncer that pools transactions: PostgreSQL itself, to listen to other servers.
    browser
        Open the table in the browser.
    bot_workers
        How many processes bots may think in.
    keep_unfinished
        Days after which a game that nobody goes on with is removed; 0: never.
    secure
        The server is reached by https, so that cookies only travel encrypted.
    proxy
        The address of the proxy before the server: only a proxy is believed when it tells where people come from.
    limit
        Another limit than the usual one, such as tables_a_minute=30; may be given several times. docs/hosting.md lists them.
    metrics_token
        Whoever shows this token may see /metrics; better given as EMBERSTACKS_METRICS_TOKEN.
    verbose
        Log everything, not only what is wrong; the log is JSON, one object a line, on standard error.
    """
    from emberstacks.server.app import Settings, create_app  # here, for no other command needs the server
    from emberstacks.server.run import config, run
    from emberstacks.server.turnstile import numbered

    where = database or os.environ.get("EMBERSTACKS_DATABASE") or default_database()
    if where.partition(":")[0] not in ("sqlite", "postgresql", "postgres"):
        raise WrongUse(f"The database is sqlite:///FILE or postgresql://..., not {where!r}.")
    check_port(host, port)
    logging.basicConfig(handlers=[json_handler()], level=logging.INFO if verbose else logging.WARNING, force=True)
    address = f"http://{reachable(host)}:{port}"
    print(f"Emberstacks is at {address} (stop it with Ctrl-C). Games are kept in {told(where)}.", flush=True)
    print(f"The build is {build.told()}.", flush=True)
    if host == "0.0.0.0":
        print("Others on your network come in by the same address.", flush=True)
    if browser and sys.stdout.isatty():
        threading.Timer(1.5, webbrowser.open, [address]).start()
    logging.setLogRecordFactory(numbered())
    settings = Settings(
        database=where,
        direct=direct,
        bot_workers=bot_workers,
        keep_unfinished=keep_unfinished,
        secure=secure,
        metrics_token=metrics_token or os.environ.get("EMBERSTACKS_METRICS_TOKEN", ""),
        **limits(limit),
    )
    if not run(config(create_app(settings), port, host, log_config=None, forwarded_allow_ips=proxy)).started:
        raise Failure("The server did not start; what it said above tells why.")


def limits(given: Sequence[str]) -> dict[str, Any]:
    """Limits as people write them, by their names."""
    from emberstacks.server.limits import Limits

    known = [field.name for field in fields(Limits)]
    found = {}
    for text in given:
        name, _, number = text.replace("-", "_").partition("=")
        if name not in known:
            raise WrongUse(f"There is no limit {name!r}; there is {', '.join(known)}.")
        if not number.isdecimal() or not int(number):
            raise WrongUse(f"The limit {name} needs a number of at least 1, such as {name}=100.")
        found[name] = int(number)
    return found


def reachable(host: str) -> str:
    """The name to come in by, for friends too: of all addresses the one that this computer has on its network."""
    if host == "127.0.0.1":
        return "localhost"
    if host != "0.0.0.0":
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only says by which way it would go
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def default_database() -> str:
    """A file in the user's data folder."""
    folder = saves.folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return f"sqlite:///{folder / 'tables.db'}"


def told(database: str) -> str:
    """Where games are kept, in words that anybody may read: the address of a server can hold a password.

    >>> told("sqlite:////var/lib/tables.db"), told("postgresql://ada:secret@here/tables")
    ('/var/lib/tables.db', 'the PostgreSQL database')
    """
    return database.removeprefix("sqlite:///") if database.startswith("sqlite:") else "the PostgreSQL database"


def check_port(host: str, port: int) -> None:
    """Say it in words, before anything starts, where the port cannot be had."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else "there is no such port"
            raise Failure(
                f"{host}:{port} cannot be listened on ({reason}); name another with --port, or with --host."
            ) from None


class JsonLines(logging.Formatter):
    """One JSON object a line, for people's log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": self.formatTime(record), "level": record.levelname, "from": record.name, "message": record.getMessage()}
        if getattr(record, "request", ""):
            line["request"] = record.__dict__["request"]
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


def json_handler() -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: '"WebSocket %s"' not in str(record.msg))  # it would tell the links of tables
    return handler
