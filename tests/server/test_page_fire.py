"""The board of Fire in the Library in a real browser: whole games played on its pieces, watched, and looked back at."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.browser import browser, come_in, open_table, settled, violations
from tests.server.conftest import Server

__all__ = ["browser"]

OVER = "The game is over"
# what can be pressed, best first
PIECES = (".hand .glow button", ".market .glow button", ".middle .glow button", ".stage .pick")


def wanted(page: Page) -> Locator:
    """A piece that glows, else the bag until four tokens lie on the card, else a button of the prompt."""
    prompt = page.locator(".choices button")
    labels = [prompt.nth(k).get_attribute("aria-label") or "" for k in range(prompt.count())]
    if "Keep all tools" in labels:
        return prompt.first
    for piece in PIECES:
        if page.locator(piece).count():
            return page.locator(piece).first
    stop = [k for k, label in enumerate(labels) if label.startswith("Stop and score")]
    if stop and page.locator(".stage span.token").count() > 3:
        return prompt.nth(stop[0])
    return page.locator(".bag") if "Draw a token" in labels else prompt.first


def bold(page: Page) -> Locator:
    """The first button of the prompt: whoever always draws is soon through."""
    return page.locator(".choices button").first


def play(page: Page, wish: Callable[[Page], Locator]) -> None:
    """Press what is wished for until the game is over."""
    for _ in range(900):
        settled(page)
        if page.get_by_role("heading", name=OVER).is_visible():
            return
        if page.locator(".choices button").count():
            told = page.locator("ol li").count()
            question = page.locator(".question b").inner_text()
            wish(page).click()
            for _ in range(500):
                if page.locator("ol li").count() != told or page.locator(".question b").all_inner_texts() != [question]:
                    break
                page.wait_for_timeout(10)
        page.wait_for_timeout(10)
    pytest.fail("the game did not end")


def test_four_players_with_tools_to_the_end(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as one, browser.new_context(reduced_motion="reduce") as two:
        ada = come_in(one, server, "Ada")
        ada.set_viewport_size({"width": 1440, "height": 900})
        address = open_table(ada, "Greedy bot", "Greedy bot", "Random bot", game="fire")
        ada.wait_for_selector(".board")
        eve = two.new_page()
        eve.goto(address)
        eve.wait_for_selector(".board")
        play(ada, wanted)
        expect(ada.get_by_role("heading", name=OVER)).to_be_visible()
        expect(ada.get_by_role("img", name=re.compile("has fallen")).first).to_be_visible()
        log = ada.locator("ol li").all_inner_texts()
        assert any(line.startswith("Ada plays the ") for line in log)
        assert any(line.startswith("Ada takes the ") and line.endswith("from the market.") for line in log)
        expect(eve.get_by_role("heading", name=OVER)).to_be_visible()
        assert eve.locator(".hand, .pick, .glow").count() == 0  # no tools of anybody, nothing to press
        ada.get_by_role("link", name="Look back at the game").click()
        ada.get_by_role("button", name="First").click()
        expect(ada.get_by_text("Step 0 of")).to_be_visible()
        expect(ada.get_by_role("img", name="Geography: 7 of 7 volumes left, a book is worth 1")).to_be_visible()
        expect(ada.locator(".hand")).to_have_count(1)
        ada.get_by_label("Seen by").select_option("spectator")
        expect(ada.locator(".hand")).to_have_count(0)


def test_alone_against_the_robot(browser: Browser, server: Server) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce") as context:
        ada = come_in(context, server, "Ada")
        open_table(ada, game="fire")
        ada.wait_for_selector(".board")
        expect(ada.locator(".people").get_by_text("Robot")).to_be_visible()
        play(ada, bold)
        expect(ada.get_by_text(re.compile("Ada with [0-9]+ points (beats|does not beat) the robot"))).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 1440), ("light", 360)])
def test_axe_finds_nothing_on_the_board(browser: Browser, server: Server, scheme: str, width: int) -> None:
    size = {"width": width, "height": 900}
    with browser.new_context(color_scheme=scheme, viewport=size) as context:  # type: ignore[arg-type]
        page = come_in(context, server, "Ada")
        open_table(page, game="fire")
        page.get_by_role("button", name="Take the 6th card").last.click()
        page.get_by_role("button", name="Draw from the bag").click()
        expect(page.locator(".stage span.token")).to_have_count(1)
        page.get_by_role("button", name="Odds").click()
        expect(page.get_by_text("in the bag")).to_be_visible()
        assert violations(page) == []
        page.get_by_role("button", name="Player aid").click()
        expect(page.get_by_role("dialog", name="Player aid")).to_contain_text("You and the robot")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
