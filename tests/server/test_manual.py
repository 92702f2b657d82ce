"""The documentation site: built, whole, and readable under /docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from walkthrough import PICTURES, first_game, pictured

import docs
from emberstacks.games import GAMES
from emberstacks.kernel.rules import clauses
from emberstacks.lessons import lesson
from tests.server import plain
from tests.server.browser import browser, come_in, violations
from tests.server.conftest import Server

__all__ = ["browser"]


@pytest.fixture(scope="module", autouse=True)
def site() -> None:
    assert docs.main() == 0  # it checks every link within the site


def test_it_has_a_page_for_every_game_with_an_anchor_for_every_clause() -> None:
    for name, game in GAMES.items():
        page = docs.Links((docs.SITE / "play" / name / "index.html").read_text(encoding="utf-8"))
        assert set(clauses(game.rules())) <= page.anchors
        assert {"the-rules", "how-strong-are-the-bots"} <= page.anchors
        assert ("variants" in page.anchors) == bool(game.info.options)
    reference = (docs.SITE / "build/reference/index.html").read_text(encoding="utf-8")
    assert "emberstacks.read_record" in reference
    assert "emberstacks.kernel.match.Match.push" in reference


def test_a_first_game_is_told_with_pictures_of_the_page() -> None:
    for name, game in GAMES.items():
        one = lesson(name, 1)
        told = first_game(game)
        assert len(re.findall(r"^\*\*\d+\.\*\* ", told, re.MULTILINE)) == len(one.stops)
        pictures = re.findall(r"\(\.\./first-game/(.*?)\)", told)
        assert len(pictures) == len(pictured(one)), "'make pictures' takes those that are missing"
        for picture in pictures:
            assert (PICTURES / picture).stat().st_size < 60_000
            assert (docs.SITE / "first-game" / picture).is_file()
    kept = {path.name for path in PICTURES.iterdir()}
    assert kept == {
        f"{name}-{stop + 1}.webp" for name in GAMES for stop in pictured(lesson(name, 1))
    }


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#there">b</a> <a href="c.html">c</a> <a href="b.html#gone">b</a>'
    )
    (tmp_path / "b.html").write_text('<p id="there">b</p>')
    assert docs.broken(tmp_path) == ["a.html: c.html", "a.html: b.html#gone"]


def test_the_server_shows_nothing_else(server: Server) -> None:
    with plain.Client(base_url=server.base) as client:
        assert client.get("/docs").headers["location"] == "/docs/"
        assert "Emberstacks" in client.get("/docs/").text
        for address in (
            "/docs/nothing",
            "/docs/%2e%2e/server/app.py",
            "/docs/..%2fserver%2fapp.py",
            "/docs/%00",
        ):
            assert client.get(address).status_code in (400, 404), address


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_can_be_read_and_searched(browser: Browser, server: Server, theme: str) -> None:
    with browser.new_context(color_scheme=theme) as context:  # type: ignore[arg-type]
        page = context.new_page()
        trouble: list[str] = []
        page.on(
            "console",
            lambda message: trouble.append(message.text) if message.type == "error" else None,
        )
        page.on("pageerror", lambda error: trouble.append(str(error)))
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(request.url))
        for path in ("/docs/", "/docs/play/librarians/", "/docs/build/reference/"):
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(server.base + path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            # all else is the same in the dark
            assert violations(page, colours_only=theme == "dark") == []
            page.set_viewport_size({"width": 390, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        page.set_viewport_size({"width": 1280, "height": 800})
        page.keyboard.press("/")
        page.get_by_placeholder("Search").last.fill("Overdue")
        page.locator("a[href*='h=Overdue']").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Write a game in an hour")
        assert trouble == []
        assert [url for url in loaded if not url.startswith(server.base)] == []


def test_the_lobby_leads_there_if_it_has_been_built(browser: Browser, server: Server) -> None:
    assert plain.get(f"{server.base}/api/games").json()["docs"] is True
    with browser.new_context() as context:
        page = come_in(context, server, "Ada")
        page.get_by_role("link", name="Documentation").click()
        expect(page).to_have_url(f"{server.base}/docs/")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.route(
            "**/api/games",
            lambda route: route.fulfill(json=plain.get(route.request.url).json() | {"docs": False}),
        )
        page.goto(server.base)
        expect(page.get_by_role("heading", name="Emberstacks")).to_be_visible()
        expect(page.get_by_role("link", name="Documentation")).to_have_count(0)
