"""What receives notices in tests: a web server, a mail server and a browser's half of Web Push."""

from __future__ import annotations

import json
import os
import socketserver
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message as Mail
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, cast

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text_of(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Got(NamedTuple):
    """A request that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


class WebSink:
    """A web server that takes everything and answers with a status, but only while its gate is
    open.
    """

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self.status = 201
        self.got: list[Got] = []
        self.gate = threading.Event()
        self.gate.set()


@contextmanager
def web_sink() -> Iterator[WebSink]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            sink.got.append(
                Got(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            )
            sink.gate.wait()
            self.send_response(sink.status)
            self.send_header("Location", f"{sink.base}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        sink = WebSink(server.server_port)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield sink
        finally:
            sink.gate.set()
            server.shutdown()


class MailSink:
    """A mail server."""

    def __init__(self, port: int) -> None:
        self.address = f"smtp://127.0.0.1:{port}"
        self.got: list[Mail] = []


@contextmanager
def mail_sink() -> Iterator[MailSink]:
    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline():
                word = line.split()[0].upper().decode() if line.split() else ""
                if word == "DATA":
                    self.say("354 go on")
                    self.take()
                    self.say("250 taken")
                elif word == "QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 well")

        def take(self) -> None:
            lines = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            sink.got.append(message_from_bytes(b"".join(lines)))

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address, daemon_threads = True, True

    with Server(("127.0.0.1", 0), Handler) as server:
        sink = MailSink(server.server_address[1])
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield sink
        server.shutdown()


class PushBrowser:
    """The half of Web Push that a browser has: it decrypts, and checks who sent."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self) -> dict[str, str]:
        return {
            "endpoint": self.endpoint,
            "p256dh": text_of(self.point),
            "auth": text_of(self.auth),
        }

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message, as RFC 8291 says."""
        salt, size, theirs = body[:16], body[20], body[21 : 21 + body[20]]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), sender)
        secret = HKDF(
            hashes.SHA256(), 32, self.auth, b"WebPush: info\0" + self.point + theirs
        ).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, body[21 + size :], None)
        assert plain[-1:] == b"\x02"
        return dict(json.loads(plain[:-1]))


def claims_of(authorization: str, public: str) -> dict[str, Any]:
    """What the sender says about itself; fails if it is not signed with the key that the page was
    given (RFC 8292).
    """
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", public)
    text, _, signed = parts["t"].rpartition(".")
    raw = bytes_of(signed)
    signature = encode_dss_signature(
        int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    )
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(public))
    key.verify(signature, text.encode(), ec.ECDSA(hashes.SHA256()))
    return cast(dict[str, Any], json.loads(bytes_of(text.partition(".")[2])))
