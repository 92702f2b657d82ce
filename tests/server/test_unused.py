"""What the framework asks for and the server does not use is not installed for players and hosts."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.server import plain
from tests.server.conftest import in_memory

ROOT = Path(__file__).parents[2]
UNUSED = (ROOT / "requirements/unused.txt").read_text(encoding="utf-8").split()


@pytest.mark.parametrize("name", ["play", "host"])
def test_it_is_in_no_list(name: str) -> None:
    listed = (ROOT / f"requirements/{name}.lock").read_text(encoding="utf-8")
    assert [each for each in UNUSED if re.search(rf"^{each}==", listed, re.MULTILINE)] == []


def test_the_server_describes_itself_without_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name.replace("-", "_") for name in UNUSED]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, "litestar._openapi.schema_generation.examples", None)
    server = in_memory(database)
    try:
        described = plain.get(f"{server.base}/schema/openapi.json").json()
        assert "/api/tables" in described["paths"]
    finally:
        server.stop()
