"""Pages at rest stay as they are: nothing grows by itself, and nothing that has left the table
stays on it.
"""

from __future__ import annotations

import random

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import browser, play, settled, sit_down
from tests.server.conftest import Server

__all__ = ["browser"]

HEIGHT = "document.documentElement.scrollHeight"


def answer(page: Page, rng: random.Random, times: int) -> None:
    """Choices of the prompt by chance, by mouse and with all motion: a quick script would leave
    nothing behind.
    """
    for _ in range(times):
        choices = page.locator(".prompt.asked:not(.running) .choices button:not(.off)")
        over = page.locator("main h2", has_text="The game is over")
        expect(choices.or_(over).first).to_be_visible()
        if over.count():
            return
        choices.nth(rng.randrange(choices.count())).click()
        settled(page)
        page.wait_for_timeout(120)


def test_the_replay_of_alexandria_keeps_its_height(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="no-preference", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", "random", game="alexandria")
        play(page, most=3)
        page.goto(page.url.replace("/table/", "/replay/"))
        expect(page.locator(".map").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        before = page.evaluate(HEIGHT)
        page.wait_for_timeout(1500)
        assert page.evaluate(HEIGHT) == before
        assert before < 2000


def test_nothing_that_has_left_the_library_stays_on_it(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="no-preference", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", "random", game="librarians")
        answer(page, random.Random(5), 40)
        expect(page.locator("[inert], .gone")).to_have_count(0)  # when every motion is over
        places = page.locator(".cell").evaluate_all(
            "cells => cells.map((cell) => `${cell.getBoundingClientRect().x}"
            " ${cell.getBoundingClientRect().y}`)"
        )
        assert len(places) == len(set(places))  # nothing lies over something else


# what moved, and the most elements that came in one task: a phone answers no touch before such a
# task is over
FILLING = """window.shifted = window.most = 0;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) window.shifted += shift.value;
}).observe({ type: "layout-shift", buffered: true });
new MutationObserver((changes) => {
  let came = 0;
  for (const { addedNodes } of changes)
    for (const node of addedNodes) came += node.querySelectorAll ? node.querySelectorAll("*").length + 1 : 0;
  window.most = Math.max(window.most, came);
}).observe(document, { childList: true, subtree: true });"""


def test_the_lobby_fills_in_small_steps_and_keeps_still(browser: Browser, server: Server) -> None:
    """The puzzles and challenges of the day make it long enough to scroll, and the bar must not
    push everything aside.
    """
    with browser.new_context() as context:
        assert context.request.post(f"{server.base}/api/session", data={"name": "Ada"}).ok
        page = context.new_page()
        page.add_init_script(FILLING)
        for width, height in ((1350, 940), (820, 1180)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(server.base)
            expect(page.get_by_role("heading", name="Challenges of the day")).to_be_visible()
            expect(page.get_by_role("button", name="Open the table")).to_be_visible()
            page.wait_for_load_state("networkidle")
            assert page.evaluate("shifted") < 0.05, width  # 0.22 when the bar took its place late
            assert page.evaluate("most") < 100, width  # 162 when the whole form came at once


BAR = "document.querySelector('header').getBoundingClientRect().height"
SCREENS = (360, 390, 412, 768, 820, 1024, 1280, 1350, 1366, 1440, 1920)  # as wide as many are


def test_the_bar_is_as_high_before_its_fonts_have_come(browser: Browser, server: Server) -> None:
    """Letters of the system stand in for ours, and no line breaks anew when ours come."""
    heights: list[list[float]] = []
    for come in (True, False):
        with browser.new_context() as context:
            assert context.request.post(f"{server.base}/api/session", data={"name": "Ada"}).ok
            if not come:
                context.route("**/*.woff2", lambda route: route.abort())
            page = context.new_page()
            page.goto(server.base)
            expect(page.get_by_role("button", name="Open the table")).to_be_visible()
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.fonts.check('600 16px \"Source Sans 3\"')") is come
            heights.append([])
            for width in SCREENS:
                page.set_viewport_size({"width": width, "height": 900})
                heights[-1].append(page.evaluate(BAR))
    assert heights[0] == heights[1]  # 90 and 140 pixels at 1350 without the stand-ins
