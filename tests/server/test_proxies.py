"""nginx and Caddy with the files of deploy/, before a real server: people play through them, over
TLS and a socket.
"""

from __future__ import annotations

import datetime
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO

import debian
import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.server import plain
from tests.server.conftest import Server, free_port
from tests.server.people import Player
from tests.waiting import until

pytestmark = pytest.mark.process

DEPLOY = Path(__file__).parents[2] / "deploy"
PATIENCE = 120  # seconds
ANSWERS = 12
Behind = Callable[[Path, int, int, int], AbstractContextManager[Path]]
NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    include {folder}/site.conf;
}}
"""
CADDY = """
{{
	admin off
	skip_install_trust
	http_port {http}
}}
import {file}
"""


def tool(name: str, package: str, folder: Path) -> str:
    """The proxy, from this machine or its Debian."""
    found = debian.program(name, package, folder)
    if found is None:
        pytest.skip(f"there is no {name} here, and it cannot be fetched")
    return found


def certified(folder: Path) -> None:
    """A certificate for localhost, which signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    )
    made = (
        made.serial_number(1)
        .not_valid_before(now - datetime.timedelta(1))
        .not_valid_after(now + datetime.timedelta(9))
    )
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
    made = made.add_extension(x509.BasicConstraints(True, None), True)
    (folder / "fullchain.pem").write_bytes(
        made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "privkey.pem").write_bytes(secret)


@contextmanager
def running(
    command: list[str], said: IO[bytes], **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=said, stderr=said)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def answering(proxy: subprocess.Popen[bytes], base: str, said: Path) -> None:
    """Wait until people come through."""

    def answers() -> bool:
        with suppress(httpx.TransportError):
            return plain.get(f"{base}/health").status_code == 200
        return False

    until(lambda: answers() or proxy.poll() is not None, PATIENCE)
    assert proxy.poll() is None, said.read_text()


@contextmanager
def behind_nginx(folder: Path, port: int, http: int, server: int) -> Iterator[Path]:
    """deploy/nginx.conf with ports and a name of our own; gives the certificate to trust."""
    program = tool("nginx", "nginx", folder)
    certified(folder)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for old, new in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{http};"),
        ("/etc/letsencrypt/live/games.example.org", str(folder)),
        ("server_name games.example.org;", "server_name localhost;"),
        ("server 127.0.0.1:8080;", f"server 127.0.0.1:{server};"),
    ):
        assert old in site
        site = site.replace(old, new)
    (folder / "site.conf").write_text(site, encoding="utf-8")
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder), encoding="utf-8")
    said = folder / "said"
    command = [program, "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]
    with said.open("wb") as file, running(command, file) as proxy:
        answering(proxy, f"https://localhost:{port}", said)
        yield folder / "fullchain.pem"


@contextmanager
def behind_caddy(folder: Path, port: int, http: int, server: int) -> Iterator[Path]:
    """deploy/Caddyfile as it is, and options that keep Caddy in its folder; gives the certificate
    to trust.
    """
    program = tool("caddy", "caddy", folder)
    (folder / "Caddyfile").write_text(
        CADDY.format(http=http, file=DEPLOY / "Caddyfile"), encoding="utf-8"
    )
    said = folder / "said"
    environment = {
        "EMBERSTACKS_SITE": f"https://localhost:{port}",
        "EMBERSTACKS_TABLE": f"127.0.0.1:{server}",
    }
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with said.open("wb") as file, running(command, file, **environment, **home) as proxy:
        answering(proxy, f"https://localhost:{port}", said)
        yield folder / "caddy/pki/authorities/local/root.crt"


@pytest.mark.parametrize("behind", [behind_nginx, behind_caddy])
def test_people_play_through_a_proxy(
    behind: Behind, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, http = free_port(), free_port()
    base = f"https://localhost:{port}"
    server = Server(database, secure=True, address=base, guests_an_hour=3).start()
    folder = tmp_path / "proxy"
    folder.mkdir()
    try:
        with behind(folder, port, http, server.port) as certificate:
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))  # sockets check it
            with Player(base, "Ada") as ada, Player(base, "Ben") as ben:
                table = ada.open_table("me", "open")
                assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).is_success
                assert ada.post(f"/api/tables/{table}/start").is_success
                for player in (ada, ben):
                    player.connect(table, Origin=base)
                assert take_turns([ada, ben]) >= ANSWERS
            stranger = {"Origin": "https://evil.example"}
            assert (
                plain.post(
                    f"{base}/api/session", json={"name": "Eve"}, headers=stranger
                ).status_code
                == 403
            )
            # the proxy says where people come from, whatever they claim: all guests here have one
            # address
            claims = [
                {"X-Forwarded-For": f"203.0.113.{k}", "Forwarded": f"for=203.0.113.{k}"}
                for k in range(3)
            ]
            made = [
                plain.post(f"{base}/api/session", json={"name": "Eve"}, headers=one).status_code
                for one in claims
            ]
            assert made == [201, 429, 429]
            moved = plain.get(f"http://localhost:{http}/learn/")
            assert moved.status_code in (301, 308)
            assert moved.headers["location"].startswith("https://localhost")
            assert plain.get(f"{base}/metrics").status_code == 403
    finally:
        server.stop()


def take_turns(players: list[Player]) -> int:
    """Answer over the sockets, whoever is asked; how many answers were given."""
    given = 0
    updates = [player.hear(lambda message: message["type"] == "update") for player in players]
    while given < ANSWERS:
        asked = next(k for k, update in enumerate(updates) if update["choices"])
        version = updates[asked]["version"]
        players[asked].move(updates[asked], updates[asked]["choices"][-1]["text"])
        updates = [player.hear_version(version + 1) for player in players]
        given += 1
    return given


def test_a_program_is_fetched_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CI has neither proxy: both come from packages, without an installation."""
    if shutil.which("apt-get") is None:
        pytest.skip("this is no Debian")
    real = shutil.which
    monkeypatch.setattr(
        shutil, "which", lambda name, **more: None if name == "nginx" else real(name, **more)
    )
    found = debian.program("nginx", "nginx", tmp_path)
    if found is None:
        pytest.skip("the package cannot be fetched")
    assert Path(found).is_relative_to(tmp_path)
    assert (
        "nginx version"
        in subprocess.run([found, "-v"], capture_output=True, text=True, check=True).stderr
    )
