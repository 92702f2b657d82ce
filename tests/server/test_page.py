"""The page in a real browser: people play, reload, watch, use only the keyboard; axe finds nothing."""

from __future__ import annotations

import os
import re
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import emberstacks
from tests.server.conftest import Server

CHROMIUM = os.environ.get("EMBERSTACKS_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
PAGE = Path(emberstacks.__file__).parent / "static/index.html"

if CHROMIUM is None or not PAGE.exists():
    missing = "no Chromium was found ('apt-get install chromium')" if CHROMIUM is None else "the page is not built ('make web')"
    warnings.warn(f"SKIPPED the browser tests: {missing}", stacklevel=1)
    pytest.skip(f"the browser tests cannot run: {missing}", allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright  # noqa: E402

expect.set_options(timeout=30_000)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        print(f"Chromium {running.version}")
        yield running
        running.close()


def come_in(context: BrowserContext, server: Server, name: str, path: str = "/") -> Page:
    """Somebody opens the page and gives a name."""
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(server.base + path)
    page.get_by_label("Your name at the table").fill(name)
    page.keyboard.press("Enter")
    return page


def open_table(page: Page, *chairs: str) -> str:
    """A table with these on the chairs after one's own; returns its address."""
    expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
    for seat, wanted in enumerate(chairs, 2):
        chair = page.get_by_role("button", name=re.compile(f"Chair {seat}:"))
        while wanted not in (chair.get_attribute("aria-label") or ""):
            chair.click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    return page.url


def wait_for_news(page: Page, told: int) -> None:
    """Until the log has changed."""
    expect(page.locator("ol li")).not_to_have_count(told)


def play_to_the_end(*pages: Page) -> None:
    """Whoever is asked takes the last choice, until the game is over."""
    for _ in range(600):
        for page in pages:
            if page.get_by_role("heading", name="The game is over").is_visible():
                return
            choices = page.locator(".choices button")
            if choices.count():
                told = page.locator("ol li").count()
                choices.last.click()
                wait_for_news(page, told)
        pages[0].wait_for_timeout(20)
    pytest.fail("the game did not end")


def test_two_people_and_a_bot_finish_a_game(browser: Browser, server: Server) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        ada = come_in(one, server, "Ada")
        address = open_table(ada, "Anyone", "Greedy bot")
        ben = come_in(two, server, "Ben", address.removeprefix(server.base))
        ben.get_by_role("button", name="Sit down").click()
        ada.get_by_role("button", name="Begin the game").click()
        ada.wait_for_selector(".board")
        ben.wait_for_selector(".board")
        ben.reload()
        ben.wait_for_selector(".board")
        play_to_the_end(ada, ben)
        expect(ben.get_by_role("heading", name="The game is over")).to_be_visible()
        ada.get_by_role("link", name="Look back at the game").click()
        ada.get_by_role("button", name="First").click()
        expect(ada.get_by_text("Step 0 of")).to_be_visible()
        ada.keyboard.press("ArrowRight")
        expect(ada.get_by_text("Step 1 of")).to_be_visible()


def test_a_spectator_sees_and_cannot_act(browser: Browser, server: Server) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        ada = come_in(one, server, "Ada")
        address = open_table(ada, "Greedy bot", "Greedy bot")
        eve = two.new_page()
        eve.goto(address)
        eve.wait_for_selector(".board")
        assert eve.locator(".choices button").count() == 0
        expect(eve.get_by_label("Say something")).to_have_count(0)


def test_the_keyboard_alone_plays_a_game(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Kay")
        expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
        button = page.get_by_role("button", name="Open the table")
        for _ in range(60):
            if button.evaluate("node => node === document.activeElement"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector(".board")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
        page.keyboard.press("Escape")
        for _ in range(400):
            if page.get_by_role("heading", name="The game is over").is_visible():
                return
            choices = page.locator(".choices button")
            if choices.count():
                told = page.locator("ol li").count()
                page.keyboard.press(str(choices.count()))
                wait_for_news(page, told)
            page.wait_for_timeout(20)
        pytest.fail("the game did not end")


def test_a_killed_server_is_hardly_noticed(browser: Browser, database: str) -> None:
    server = Server(database).start()
    try:
        with browser.new_context() as context:
            page = come_in(context, server, "Ada")
            open_table(page, "Greedy bot", "Greedy bot")
            page.wait_for_selector(".choices button")
            before = page.locator("ol li").all_inner_texts()
            server.kill()
            expect(page.get_by_text("Connection lost, trying again")).to_be_visible()
            server.start()
            expect(page.get_by_text("Connection lost, trying again")).to_have_count(0)
            assert page.locator("ol li").all_inner_texts() == before
            play_to_the_end(page)
    finally:
        server.stop()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [(1440, 900), (360, 740)])
def test_axe_finds_nothing(browser: Browser, server: Server, scheme: str, size: tuple[int, int]) -> None:
    with browser.new_context(color_scheme=scheme, viewport={"width": size[0], "height": size[1]}) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto(server.base)
        page.wait_for_selector("#name")
        found = [("welcome", problem) for problem in violations(page)]
        page.get_by_label("Your name at the table").fill("Ada")
        page.keyboard.press("Enter")
        page.wait_for_selector("#new")
        found += [("lobby", problem) for problem in violations(page)]
        open_table(page, "Greedy bot", "Greedy bot")
        page.wait_for_selector(".choices button")
        page.get_by_role("button", name="Odds").click()
        found += [("table", problem) for problem in violations(page)]
        page.get_by_role("button", name="Rules").click()
        page.wait_for_selector("dialog .clause")
        found += [("rules", problem) for problem in violations(page)]
        assert found == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def violations(page: Page) -> list[str]:
    """What axe objects to: the rule and where."""
    page.wait_for_timeout(600)  # until pieces have arrived: a fading text has no contrast yet
    results = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary'][:160]}"
        for violation in results
        for node in violation["nodes"]
    ]
