"""Strangers at the port: no bytes that anybody sends stop the server for others or make its memory
grow. What they can say in well-formed requests is in test_nonsense.py.
"""

from __future__ import annotations

import json
import random
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from emberstacks.server.wire.frames import TOO_SLOW
from tests.server.conftest import Server
from tests.server.people import Line, Player

pytestmark = pytest.mark.process

SOON = 4.0  # seconds in which a whole request must come, here; usually 10
BEHIND = 100_000  # bytes that a slow reader may lag behind, here; usually ten times as many


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Both databases, for each refuses other things; SQLite on uvloop and PostgreSQL on Python's
    own event loop.
    """
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('strangers') / 'tables.db'}"
    else:
        database = request.getfixturevalue("postgres")
    running = Server(database, uvloop=request.param == "sqlite", head=SOON, waiting=BEHIND).start()
    yield running
    running.stop()


def test_the_server_runs_on_the_event_loop_that_is_meant(server: Server) -> None:
    assert server.process is not None
    loaded = Path(f"/proc/{server.process.pid}/maps").read_text()
    assert ("/uvloop/" in loaded) == server.database.startswith("sqlite")


@pytest.fixture(scope="module")
def eve(server: Server) -> Iterator[Player]:
    with Player(server.base, "Eve") as somebody:
        yield somebody


def kilobytes(server: Server) -> int:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def door(server: Server) -> socket.socket:
    """A connection to the server on which nothing was said yet."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def flood(link: Line) -> None:
    link.send("x" * 15_000_000)
    for _ in range(10):
        link.recv(timeout=60)


def test_large_messages_are_not_read(server: Server, eve: Player) -> None:
    table = eve.open_table("me", "random")
    before = kilobytes(server)
    for _ in range(3):
        link = eve.connect(table)
        with pytest.raises((ConnectionClosed, OSError)):
            flood(link)
    assert kilobytes(server) - before < 8_000


def test_half_open_connections_stop_nobody(server: Server) -> None:
    """As many as uvicorn would wait for; they are closed when their time is over, and before it
    nobody notices them.
    """
    held, slow = [door(server) for _ in range(450)], door(server)
    try:
        for one in held:
            one.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half")
        slow.send(
            b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
            b" application/json\r\nContent-Length: 20\r\n\r\n{"
        )
        with Player(server.base, "Ada") as ada:
            ada.connect(ada.open_table("me", "random"))
            assert ada.hear(lambda m: m["type"] == "table")
            end = time.monotonic() + server.head + 10
            for one in [*held, slow]:
                one.settimeout(max(0.1, end - time.monotonic()))
                with suppress(ConnectionResetError):
                    assert one.recv(1000) == b""
    finally:
        for one in [*held, slow]:
            one.close()


def test_an_endless_head_is_cut_off(server: Server) -> None:
    with door(server) as link, pytest.raises((BrokenPipeError, ConnectionResetError)):
        endless_head(link)


def endless_head(link: socket.socket) -> None:
    link.send(b"GET / HTTP/1.1\r\n")
    for number in range(10_000):
        link.send(f"X-{number}: {'a' * 1000}\r\n".encode())
        time.sleep(0.001)


# What the Autobahn suite would try: frames that no honest client sends


def upgraded(server: Server, table: str) -> socket.socket:
    """A bare socket at a table, past the handshake."""
    link = door(server)
    head = [
        f"GET /ws/{table} HTTP/1.1",
        f"Host: {urlsplit(server.base).netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    link.send("\r\n".join([*head, "", ""]).encode())
    assert b"101" in link.recv(4096)
    return link


def frame(first: int, data: bytes = b"", masked: bool = True, size: bytes | None = None) -> bytes:
    length = (
        bytes([len(data) | (0x80 if masked else 0)])
        if size is None
        else bytes([size[0] | (0x80 if masked else 0)]) + size[1:]
    )
    return bytes([first]) + length + (b"\0\0\0\0" if masked else b"") + data


BAD_FRAMES = {
    "an opcode that is reserved": frame(0x83),
    "a control opcode that is reserved": frame(0x8B),
    "reserved bits": frame(0xC1, b"hi"),
    "not masked": frame(0x81, b"hi", masked=False),
    "a ping in parts": frame(0x09, b"a"),
    "a ping that is too long": frame(0x89, b"", size=b"\x7e\x00\xff") + b"a" * 255,
    "a part of nothing": frame(0x80, b"hi"),
    "a new message within one": frame(0x01, b"a") + frame(0x81, b"b"),
    "no UTF-8": frame(0x81, b"\xff\xfe"),
    "no UTF-8 over two parts": frame(0x01, b"\xce") + frame(0x80, b"\xff"),
    "a close code that is reserved": frame(0x88, b"\x03\xed"),
    "a close of one byte": frame(0x88, b"\x03"),
    "a length of 2**63": frame(0x81, b"", size=b"\x7f" + b"\xff" * 8),
    "a length that is too much": frame(0x81, b"", size=b"\x7f" + (2**30).to_bytes(8, "big")),
    "a thousand empty parts": frame(0x01, b"a") + frame(0x00) * 1000,
}


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_bad_frames_close_one_socket_and_harm_nobody(
    server: Server, eve: Player, name: str
) -> None:
    table = eve.open_table("me", "random")
    with upgraded(server, table) as link:
        link.send(BAD_FRAMES[name])
        try:
            while link.recv(65_536):
                pass
        except ConnectionResetError:
            pass
    eve.connect(table)
    assert eve.hear(lambda m: m["type"] == "table")
    eve.sockets[-1].close()


def test_a_fuzzed_socket_harms_nobody(server: Server, eve: Player) -> None:
    """Random bytes, random frames, random JSON; whatever becomes of that socket, the table goes on."""
    rng = random.Random(13)
    table = eve.open_table("me", "random")
    assert eve.post(f"/api/tables/{table}/start").is_success
    words = [
        "type",
        "move",
        "undo",
        "say",
        "leave",
        "mark",
        "piece",
        "version",
        "choice",
        "text",
        "\x00",
        "\ud800",
        -1,
        2**80,
        1e308,
        None,
        True,
    ]

    def value(depth: int) -> object:
        kind = rng.randrange(4 if depth < 4 else 1)
        if kind == 0:
            return rng.choice(words)
        if kind == 1:
            return [value(depth + 1) for _ in range(rng.randrange(4))]
        return {str(rng.choice(words)): value(depth + 1) for _ in range(rng.randrange(5))}

    for _ in range(25):
        with upgraded(server, table) as link:
            for _ in range(12):
                kind = rng.randrange(3)
                text = json.dumps(value(0)).encode()[:120]
                junk = (
                    rng.randbytes(rng.randrange(60))
                    if kind == 0
                    else frame(rng.randrange(256) if kind == 1 else 0x81, text)
                )
                try:
                    link.send(junk)
                except OSError:
                    break
    eve.connect(table)
    assert eve.hear_turn()["choices"]


def deaf(server: Server, table: str) -> socket.socket:
    """A socket at a table that asks for answers until the server takes no more, and reads none of
    them.
    """
    link = upgraded(server, table)
    link.setblocking(False)
    pings = frame(0x89, b"a" * 125) * 500
    sent, stuck = 0, 0
    while stuck < 50:
        assert sent < 60_000_000, "the server takes questions whose answers nobody reads"
        try:
            sent += link.send(pings[sent % len(pings) :])
            stuck = 0
        except BlockingIOError:
            stuck += 1
            time.sleep(0.01)
    return link


def test_whoever_does_not_read_is_not_waited_for(server: Server, eve: Player) -> None:
    """A reader who asks for answers and takes none costs little, and others play on."""
    table = eve.open_table("me", "random")
    before = kilobytes(server)
    with deaf(server, table):
        eve.connect(table)
        assert eve.post(f"/api/tables/{table}/start").is_success
        assert eve.hear_turn()["choices"]
        assert kilobytes(server) - before < 15_000


def test_whoever_lags_far_behind_is_sent_away(server: Server, eve: Player) -> None:
    """What somebody has not read is kept up to a limit; then the socket is closed with a reason,
    and they may come back.
    """
    table = eve.open_table("me", "random", "random", "random", game="librarians")
    with deaf(server, table) as link:
        eve.connect(table)
        assert eve.post(f"/api/tables/{table}/start").is_success
        eve.play_on(eve.hear_turn())
        link.settimeout(20)
        goodbye = struct.pack(">H", TOO_SLOW) + b"The connection is too slow"
        heard = b""
        while goodbye not in heard:
            more = link.recv(1 << 20)
            assert more, "the connection ended without a reason"
            heard = heard[-200:] + more
