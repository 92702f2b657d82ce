"""`emberstacks serve`: play in the browser, with friends and bots."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from cyclopts import Parameter

from emberstacks import build
from emberstacks.cli import saves
from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.figures import play_with
from emberstacks.server.settings import HostSettings, Limits, Settings, variable


@dataclass(frozen=True)
class Chosen(HostSettings):
    """The settings as the command line reads them: each has a flag and a variable.

    The other options have none: in a cluster, a variable for the port may mean something else.
    """


Chosen.__annotations__ = {
    name: Annotated[hint, Parameter(env_var=variable(name))]
    for name, hint in get_type_hints(HostSettings).items()
}


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8080,
    figures: Path | None = None,
    chosen: Annotated[Chosen, Parameter(name="*")] = Chosen(),  # noqa: B008 (it is frozen)
    browser: bool = True,
    proxy: str = "127.0.0.1,::1",
    limit: tuple[str, ...] = (),
    verbose: bool = False,
) -> None:
    """Start the server and open the table in the browser.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets others on the network in.
    port
        The port to listen on.
    figures
        A folder with edited copies of a game's data files to play with. Its games are saved in that folder.
    browser
        Open the table in the browser.
    proxy
        The address of your proxy, or its network, such as 172.31.251.0/24. Only from there may anybody say where people
        connect from.
    limit
        Change a limit, such as tables_a_minute=30; repeat for more. docs/hosting.md lists them.
    verbose
        Log everything, not only warnings. The log goes to standard error, one JSON object per line.
    """
    with without_collector():  # here, because no other command needs the server
        from emberstacks.server.app import create_app
        from emberstacks.server.run import config, run
        from emberstacks.server.store.opening import only_server, opened
        from emberstacks.server.store.outcomes import CannotOpen
        from emberstacks.server.wire.middleware import numbered

    if figures is not None:
        play_with(figures)
    where = chosen.database or default_database(figures)
    if where.partition(":")[0] not in ("sqlite", "postgresql", "postgres"):
        raise WrongUse(f"The database must be sqlite:///FILE or postgresql://..., not {where!r}.")
    trusted = proxies(proxy)
    check_port(host, port)
    logging.basicConfig(
        handlers=[json_handler()], level=logging.INFO if verbose else logging.WARNING, force=True
    )
    here = f"http://{reachable(host)}:{port}"
    logging.setLogRecordFactory(numbered())
    check_mail(chosen.smtp, chosen.mail_from)
    told = {one.name: getattr(chosen, one.name) for one in fields(HostSettings)}
    settings = Settings(**told | {"database": where} | limits(limit), locked=True, here=here)

    def ready() -> None:
        print(
            f"Emberstacks is at {here} (stop it with Ctrl-C). Games are saved in {place_of(where)}.",
            flush=True,
        )
        print(f"The build is {build.told()}.", flush=True)
        if host == "0.0.0.0":
            print("Others on your network can use the same address.", flush=True)
        if browser and sys.stdout.isatty():
            # some browsers never return
            threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()

    async def wait_for_database() -> None:
        await (await opened(where, settings.patience, settings.direct)).close()

    try:
        with only_server(where):
            asyncio.run(wait_for_database())
            app = config(
                create_app(settings), port, host, log_config=None, forwarded_allow_ips=trusted
            )
            if not run(app, ready).started:
                raise Failure("The server did not start. The lines above say why.")
    except CannotOpen as wrong:
        raise Failure(str(wrong)) from None
    except KeyboardInterrupt:  # while it waited for its database
        sys.exit(130)


def check_mail(smtp: str, sender: str) -> None:
    """Is the mail server one that we understand? Its password is never shown."""
    from emberstacks.server.notify.mail import MailServer

    try:
        if smtp:
            MailServer.from_text(smtp, sender)
    except ValueError as wrong:
        raise WrongUse(str(wrong)) from None


@contextmanager
def without_collector() -> Iterator[None]:
    """What is imported stays. Looking through it for garbage again and again takes a seventh of the
    time of a start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def limits(given: Sequence[str]) -> dict[str, Any]:
    """Limits as typed on the command line, by name."""
    known = [field.name for field in fields(Limits)]
    found = {}
    for text in given:
        name, _, number = text.replace("-", "_").partition("=")
        if name not in known:
            raise WrongUse(f"There is no limit {name!r}. Choose from {', '.join(known)}.")
        if not number.isdecimal() or not int(number):
            raise WrongUse(f"The limit {name} needs a number of at least 1, such as {name}=100.")
        found[name] = int(number)
    return found


def proxies(given: str) -> list[str]:
    """Addresses and networks of proxies, with commas between them, as uvicorn understands them.

    >>> proxies("127.0.0.1, 10.0.0.7/8,fd00::/8")
    ['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8']
    """
    try:
        return [str(ip_network(one.strip(), strict=False)) for one in given.split(",")]
    except ValueError:
        every = (
            " That would let everybody say where they come from; if you really mean it:"
            " 0.0.0.0/0,::/0." * (given == "*")
        )
        raise WrongUse(
            "--proxy needs the address of your proxy or its network, such as 172.31.251.0/24, not"
            f" {given!r}.{every}"
        ) from None


def reachable(host: str) -> str:
    """The address to open, for friends too: this computer's own on its network."""
    if host == "127.0.0.1":
        return "localhost"
    if host != "0.0.0.0":
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # nothing is sent: the system only says which address it would use
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def default_database(figures: Path | None = None) -> str:
    """A file in the user's data folder, or next to the figures that its games need."""
    folder = saves.folder() if figures is None else figures.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as wrong:
        raise Failure(
            f"Cannot make the folder {folder}: {saves.reason(wrong)}. Name a database with"
            " --database."
        ) from None
    return f"sqlite:///{folder / 'tables.db'}"


def place_of(database: str) -> str:
    """Where games are saved, without the database's address: that may hold a password.

    >>> place_of("sqlite:////var/lib/tables.db"), place_of("postgresql://ada:secret@here/tables")
    ('/var/lib/tables.db', 'the PostgreSQL database')
    """
    return (
        database.removeprefix("sqlite:///")
        if database.startswith("sqlite:")
        else "the PostgreSQL database"
    )


def check_port(host: str, port: int) -> None:
    """Before anything starts, say in words if the port is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else "there is no such port"
            raise Failure(
                f"Cannot listen on {host}:{port} ({reason}). Choose another --port or --host."
            ) from None


class JsonLines(logging.Formatter):
    """One JSON object per line, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record),
            "level": record.levelname,
            "from": record.name,
            "message": record.getMessage(),
        }
        if getattr(record, "request", ""):
            line["request"] = record.__dict__["request"]
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


def json_handler() -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    # it would leak the links to tables
    handler.addFilter(lambda record: '"WebSocket %s"' not in str(record.msg))
    return handler
