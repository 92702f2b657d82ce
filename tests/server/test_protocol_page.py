"""docs/protocol.md is true: its client plays a whole game, and it names every request and every
message.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from emberstacks import protocol
from tests.server import plain
from tests.server.conftest import Server

pytestmark = pytest.mark.process

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")


def test_the_client_of_the_page_plays_a_game_to_its_end(server: Server) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", code, server.base],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout.splitlines()[-1]


def test_every_request_is_on_the_page(server: Server) -> None:
    schema = plain.get(f"{server.base}/schema/openapi.json").json()
    found = {
        f"{method.upper()} {path}"
        for path, methods in schema["paths"].items()
        for method in methods
    }
    told = set(re.findall(r"`((?:GET|POST|PUT|PATCH|DELETE) /api/[^`]+)`", PAGE))
    assert told == {request for request in found if " /api/" in request}


def test_every_message_is_on_the_page() -> None:
    said = {message.__struct_config__.tag for message in get_args(protocol.Incoming)}
    heard = {message.__struct_config__.tag for message in get_args(protocol.Outgoing)}
    assert said == set(re.findall(r'^\| `{"type": "(\w+)"', PAGE, flags=re.MULTILINE))
    socket = PAGE.partition("The server says:")[2]
    assert heard == set(re.findall(r"^\| `(\w+)` \|", socket, flags=re.MULTILINE))
