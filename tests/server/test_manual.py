"""The documentation site: built, whole, and readable under /docs."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

import docs
from emberstacks.games import GAMES
from emberstacks.kernel.rules import clauses
from tests.server.browser import browser, violations
from tests.server.conftest import Server

__all__ = ["browser"]


@pytest.fixture(scope="module", autouse=True)
def site() -> None:
    assert docs.main() == 0  # it checks every link within the site


def test_it_has_a_page_for_every_game_with_an_anchor_for_every_clause() -> None:
    for name, game in GAMES.items():
        page = docs.Links((docs.SITE / "play" / name / "index.html").read_text(encoding="utf-8"))
        assert set(clauses(game.rules())) <= page.anchors
    reference = (docs.SITE / "build/reference/index.html").read_text(encoding="utf-8")
    assert "emberstacks.read_record" in reference
    assert "emberstacks.kernel.match.Match.push" in reference


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#there">b</a> <a href="c.html">c</a> <a href="b.html#gone">b</a>')
    (tmp_path / "b.html").write_text('<p id="there">b</p>')
    assert docs.broken(tmp_path) == ["a.html: c.html", "a.html: b.html#gone"]


def test_the_server_shows_nothing_else(server: Server) -> None:
    with httpx.Client(base_url=server.base) as client:
        assert client.get("/docs").headers["location"] == "/docs/"
        assert "Emberstacks" in client.get("/docs/").text
        for address in ("/docs/nothing", "/docs/%2e%2e/server/app.py", "/docs/..%2fserver%2fapp.py", "/docs/%00"):
            assert client.get(address).status_code in (400, 404), address


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_can_be_read_and_searched(browser: Browser, server: Server, theme: str) -> None:
    with browser.new_context(color_scheme=theme) as context:  # type: ignore[arg-type]
        page = context.new_page()
        trouble: list[str] = []
        page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(request.url))
        for path in ("/docs/", "/docs/build/tutorial/", "/docs/play/fire/"):
            page.goto(server.base + path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert violations(page) == []
        assert trouble == []
        assert [url for url in loaded if not url.startswith(server.base)] == []
    found = json.loads((docs.SITE / "search.json").read_text(encoding="utf-8"))
    assert "Overdue" in json.dumps(found)
