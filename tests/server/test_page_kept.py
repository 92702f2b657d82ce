"""The page as something that a browser keeps: installed, opened without a server, renewed with it,
and forgotten on wish.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

import emberstacks
from tests.server import plain
from tests.server.browser import browser, come_in, open_table, play_to_the_end, sit_down, violations
from tests.server.conftest import Server

__all__ = ["browser"]

KEPT = """async () => {
  const names = await caches.keys();
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map((request) => new URL(request.url).pathname);
}"""
READY = (
    "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
)


def wait_for_worker(page: Page) -> None:
    """Until the browser keeps the page."""
    page.wait_for_function(READY)


def test_the_page_can_be_installed(server: Server) -> None:
    index = plain.get(server.base).text
    found = re.search(r'rel="manifest" href="([^"]+)"', index)
    assert found
    manifest = json.loads(plain.get(server.base + found[1]).text)
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        answer = plain.get(server.base + icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(answer.content[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
    worker = plain.get(f"{server.base}/worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in worker.headers["content-security-policy"]


def test_the_page_opens_without_a_server_says_so_and_goes_on(
    browser: Browser, database: str
) -> None:
    server = Server(database).start()
    try:
        with browser.new_context(service_workers="allow") as context:
            page = sit_down(context, server, "Ada", "random")
            table = page.url
            page.wait_for_selector(".choices button")
            wait_for_worker(page)
            server.stop()
            page.goto(table)
            expect(page.get_by_role("heading", name="No connection")).to_be_visible()
            expect(page.get_by_role("status")).to_contain_text("Your game is safe on the server.")
            assert violations(page) == []
            page.goto(server.base)
            expect(page.get_by_role("status")).to_contain_text("Your games are safe on the server.")
            server.start()
            expect(page.get_by_role("heading", name="Your games")).to_be_visible()  # by itself
            server.stop()
            # the lobby says it too
            expect(page.get_by_text("Connection lost, trying again")).to_be_visible()
            server.start()
            expect(page.get_by_text("Connection lost, trying again")).to_have_count(0)
            page.get_by_role("link", name=re.compile("Continue")).click()
            expect(page.locator(".choices button").first).to_be_visible()
    finally:
        server.stop()


def test_settings_that_come_late_are_not_kept_after_somebody_has_left(
    browser: Browser, server: Server
) -> None:
    with browser.new_context() as context:
        page = sit_down(context, server, "Ada", "random")
        held: list[Route] = []
        page.route("**/api/mine/settings", lambda route: held.append(route))
        page.goto(server.base)
        page.get_by_role("button", name="You: Ada").click()
        assert held, "the page asks for the settings"
        gone: list[Route] = []
        page.route(
            f"{server.base}/", lambda route: gone.append(route)
        )  # so that the page stays for a moment after it has forgotten everything
        with page.expect_request(f"{server.base}/"):
            page.get_by_role("button", name=re.compile("^Log out")).click()
        answer = json.dumps({"settings": {"theme": "dark"}})
        for route in list(held):
            with page.expect_response("**/api/mine/settings"):
                route.fulfill(body=answer, content_type="application/json")
        gone[0].continue_()
        expect(page.get_by_role("button", name="Come in")).to_be_visible()
        assert page.evaluate("Object.keys(localStorage)") == []


def test_only_the_page_is_kept_and_nothing_of_a_person_after_they_left(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(service_workers="allow") as context:
        page = sit_down(context, server, "Ada", "random")
        page.wait_for_selector(".choices button")
        wait_for_worker(page)
        page.reload()  # now the worker sees every request
        play_to_the_end(page)
        page.get_by_role("link", name="Look back at the game").click()
        expect(page.get_by_label("Seen by")).to_be_visible()
        kept = page.evaluate(KEPT)
        assert "/" in kept
        assert [path for path in kept if path != "/" and not path.startswith("/assets/")] == []
        answer = page.request.get(f"{server.base}/api/mine/games")
        assert answer.headers["cache-control"] == "no-store"
        page.goto(server.base)
        page.get_by_role("button", name="You: Ada").click()
        page.get_by_role("button", name=re.compile("^Log out")).click()
        expect(page.get_by_role("button", name="Come in")).to_be_visible()
        assert page.evaluate("[Object.keys(localStorage), Object.keys(sessionStorage)]") == [[], []]
        assert context.cookies() == []
        assert "Ada" not in page.evaluate("async () => (await (await caches.match('/')).text())")


@pytest.fixture
def newer_page(tmp_path: Path) -> Path:
    """The package with a page of another build, for a server of its own."""
    source = Path(emberstacks.__file__).parent
    copy = tmp_path / "newer/emberstacks"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("site"))
    static = copy / "static"
    (entry,) = re.findall(r'src="/assets/(index-[^"]+\.js)"', (static / "index.html").read_text())
    (static / "assets" / entry).rename(static / "assets/index-newer.js")
    for name in ("index.html", "worker.js"):
        text = (
            (static / name)
            .read_text()
            .replace(entry, "index-newer.js")
            .replace("emberstacks-", "emberstacks-newer-", 1)
        )
        (static / name).write_text(text)
    for part in (static / "assets").glob("*.js"):
        part.write_text(part.read_text().replace(entry, "index-newer.js"))
    return copy.parent


def test_a_new_build_replaces_the_page_that_is_open(
    browser: Browser, database: str, newer_page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(database).start()
    try:
        with browser.new_context(service_workers="allow") as context:
            page = sit_down(context, server, "Ada", "random")
            page.wait_for_selector(".choices button")
            wait_for_worker(page)
            server.stop()
            monkeypatch.setenv("PYTHONPATH", str(newer_page))
            server.start()
            # the same game, by the new page
            expect(page.locator('script[src="/assets/index-newer.js"]')).to_have_count(1)
            expect(page.locator(".choices button").first).to_be_visible()
            page.wait_for_function(
                "() => caches.keys().then((names) => names.length === 1 &&"
                " names[0].includes('newer'))"
            )
    finally:
        server.stop()


# a screen, a board, a panel
@pytest.mark.parametrize("part", ["Table", "fire-prototype", "Settings"])
def test_a_part_that_cannot_be_fetched_is_told_with_what_to_do(
    browser: Browser, server: Server, part: str
) -> None:
    """Offline, or the server has a newer page: each screen, board and panel is a file of its own."""
    with browser.new_context() as context:
        page = sit_down(context, server, "Ada", "random")
        page.goto(server.base)
        wanted = page.get_by_role("link", name=re.compile("Continue"))
        if part == "Settings":
            wanted = page.get_by_role("button", name="Settings")
        expect(wanted).to_be_visible()
        page.route(f"**/assets/{part}-*.js", lambda route: route.abort())
        wanted.click()
        expect(page.get_by_role("alert")).to_contain_text("Load the page again to continue.")
        assert violations(page) == []
        page.unroute_all()
        page.get_by_role("button", name="Load the page again").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        if part == "Settings":
            wanted.click()
        expect(page.locator(".choices button, dialog[open] h2").first).to_be_visible()


def test_a_fingerprint_that_is_changed_afterwards_is_noticed(
    browser: Browser, server: Server
) -> None:
    secret = b"another secret, chosen to please"
    changed = "sha256:" + hashlib.sha256(secret).hexdigest()

    def lie(route: WebSocketRoute) -> None:
        """A server that commits to something else as soon as the game is over."""

        def told(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "table" and said["table"]["status"] == "over":
                said["table"]["commitment"] = changed
            route.send(json.dumps(said))

        route.connect_to_server().on_message(told)

    with browser.new_context() as context:
        page = come_in(context, server, "Ada")
        page.route_web_socket("**/ws/**", lie)
        proof = {"commitment": changed, "secret": secret.hex(), "draws": []}
        page.route("**/draws", lambda route: route.fulfill(json=proof))
        open_table(page, "Random bot")
        page.wait_for_selector(".choices button")
        play_to_the_end(page)
        page.get_by_text("More about this game").click()
        page.get_by_role("button", name="Check every draw").click()
        expect(
            page.get_by_text("Something is wrong: the secret does not fit the fingerprint")
        ).to_be_visible()
