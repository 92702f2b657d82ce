"""The review on the page: asked for after the game, shown as a curve and as words, and a way back
to each moment.
"""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.server.browser import FIRST, browser, play_to_the_end, sit_down, violations
from tests.server.conftest import Server

__all__ = ["browser"]

# milliseconds: a review lets everything else go first, and only a test that fails waits so long
PATIENCE = 240_000


def test_a_game_is_reviewed(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 360, "height": 740}
    ) as context:
        page = sit_down(context, server, "Ada", "greedy")
        page.wait_for_selector(".choices button")
        page.goto(page.url.replace("/table/", "/replay/") + "#review")
        expect(page.get_by_label("Seen by")).to_be_visible()
        # never while the game goes on
        expect(page.get_by_role("heading", name="Review")).to_have_count(0)
        page.goto(page.url.replace("/replay/", "/table/").removesuffix("#review"))
        play_to_the_end(page, FIRST)
        page.get_by_role("link", name="Review the game").click()
        expect(page.get_by_role("progressbar")).to_be_visible()
        curve = page.get_by_role(
            "img", name="A curve for each player: the chance to win, step by step"
        )
        expect(curve).to_be_visible(timeout=PATIENCE)
        # a mark for each, not colour alone
        assert len({path.get_attribute("d") for path in curve.locator(".mark").all()}) == 2
        expect(page.get_by_role("row", name=re.compile("Ada.*(100|0).%$"))).to_be_visible()
        page.get_by_text("All decisions as a table").click()
        expect(page.get_by_role("columnheader", name="Choice made")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        expect(page.get_by_role("heading", name="Costliest decisions")).to_be_visible()
        page.get_by_role("slider").press("Home")
        expect(page.get_by_text(re.compile("^Step 0 of "))).to_be_visible()
        # the end is one, because nobody knew it before
        moment = page.locator("section[aria-labelledby=turning] button").last
        step = re.sub("^.*Step", "Step", (moment.text_content() or "").strip())
        moment.click()
        expect(page.get_by_text(re.compile(f"^{step} of "))).to_be_visible()
        buttons, board = (
            page.locator(part).bounding_box() for part in (".controls", "main > .board")
        )
        assert buttons
        assert board
        assert buttons["y"] >= 0  # they stay above the board that one looks at
        assert buttons["y"] + buttons["height"] <= board["y"] + 1 < 370
        # nothing is that certain
        assert "±\u00a00" not in page.inner_text("main").replace(" ", "\u00a0")
        page.get_by_role("button", name="Ada").click()
        expect(curve.locator(".band")).to_have_count(1)
