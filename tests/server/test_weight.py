"""What the first look at the page weighs on the wire."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

import emberstacks as es
from emberstacks.server import app
from tests.server import plain
from tests.server.browser import browser, sit_down
from tests.server.conftest import Server

__all__ = ["browser"]

MOST = 170_000  # bytes of a first screen: files, fonts, answers and all their headers
LITTLE = 500  # bytes that are not worth packing


def test_what_the_page_names_is_packed_and_kept(server: Server) -> None:
    index = plain.get(server.base)
    assert index.headers["cache-control"] == "no-cache"
    names = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', index.text)
    assert names
    for screen, part in (
        ("", "Lobby"),
        ("table/some", "Table"),
        ("replay/some", "Replay"),
        ("learn/fire", "Learn"),
    ):
        early = re.findall("<([^>]+)>", plain.get(f"{server.base}/{screen}").headers["link"])
        assert any(name.startswith(f"/assets/{part}-") for name in early)
        names += early
    assert "link" not in plain.get(f"{server.base}/nothing/here").headers
    for name in names:
        answer = plain.get(server.base + name, headers={"Accept-Encoding": "gzip"})
        assert len(answer.content) < LITTLE or answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        # only pages obey it, and every file would carry it
        assert "content-security-policy" not in answer.headers
    for path in ("/", "/worker.js", "/api/session", "/nothing/here"):
        assert (
            "frame-ancestors 'none'"
            in plain.get(server.base + path).headers["content-security-policy"]
        )


@pytest.mark.parametrize(
    "links",
    [
        None,
        b"",
        b"\xff",
        b"[]",
        b'{"": "</assets/Lobby.js>", "table": "</assets/Table.js>"}',
        b'{"screens": {"": ["/assets/Lobby.js"]}}',
    ],
    ids=["missing", "empty", "not text", "a list", "older", "newer"],
)
def test_a_page_of_another_build_still_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bytes | None
) -> None:
    """Its list of what to fetch early may be missing or look different."""
    (tmp_path / "index.html").write_text("the page")
    if links is not None:
        (tmp_path / "links.json").write_bytes(links)
    monkeypatch.setattr(app, "PAGE", tmp_path)
    for screen in ("", "table", "me"):
        answer = app.the_page(200, screen, "fire")
        assert (answer.status_code, answer.content, "Link" in answer.headers) == (
            200,
            b"the page",
            False,
        )


def weigh(context: BrowserContext, address: str, shown: str) -> dict[str, float]:
    """What a browser that comes for the first time fetches for a page, in bytes by address."""
    page: Page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}
    wire.on(
        "Network.requestWillBeSent",
        lambda told: names.update({told["requestId"]: told["request"]["url"]}),
    )
    wire.on(
        "Network.loadingFinished",
        lambda told: sizes.update({names[told["requestId"]]: told["encodedDataLength"]}),
    )
    page.goto(address)
    page.wait_for_selector(shown)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    early = [
        name
        for name in names.values()
        if name.endswith((".js", ".css", "/api/games", "/api/session", "/box"))
    ]
    assert sorted(early) == sorted(set(early)), (
        "what is asked for early is used, and not fetched again"
    )
    return sizes


@pytest.mark.parametrize("game", ["", *(info.id for info in es.list_games())])
def test_every_first_screen_is_light(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context() as context:
        page = sit_down(context, server, "Ada", "random", game=game or "fire-prototype")
        address, person = page.url if game else server.base, context.cookies()
        early = plain.get(address).headers["link"]
        assert not game or (f"</assets/{game}-" in early and f"</api/games/{game}/box>" in early), (
            "a table names its board"
        )
    # without the worker: what it keeps for later is fetched later
    with browser.new_context() as fresh:
        fresh.add_cookies(person)  # type: ignore[arg-type]
        sizes = weigh(fresh, address, ".choices button" if game else "#new")
    fonts = [size for name, size in sizes.items() if name.endswith("woff2")]
    assert fonts, "fonts are part of it"
    assert sum(sizes.values()) < MOST, sizes
