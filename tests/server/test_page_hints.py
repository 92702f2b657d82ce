"""Hints on the page: beside each choice where the server allows them, and nowhere else."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.server.browser import browser, come_in, open_table, sit_down, violations
from tests.server.conftest import Server

__all__ = ["browser"]


def test_each_choice_says_what_it_is_worth(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 360, "height": 740}
    ) as context:
        page = sit_down(context, server, "Ada", "greedy")
        page.wait_for_selector(".choices button")
        hint = page.get_by_role("button", name="Hint")
        expect(page.locator(".choices .hot")).to_have_count(0)  # nobody recommends anything yet
        hint.click()
        expect(page.locator(".word .worth")).to_be_in_viewport(ratio=1)
        best = page.get_by_role("button", name=re.compile("; best: "))
        expect(best).to_have_count(1)
        expect(page.locator(".choices .hot")).to_have_count(1)  # what is recommended glows
        page.keyboard.press("a")  # in the list, each choice says it
        every = page.get_by_role("group", name="All choices").get_by_role("button")
        expect(every.locator(".worth")).to_have_count(every.count())
        assert every.count() > 1
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        hint.click()
        expect(page.locator(".worth")).to_have_count(0)
        page.keyboard.press("h")
        expect(page.locator(".worth").first).to_be_visible()
        told = page.locator("ol li").count()
        page.keyboard.press("1")  # the list is still open
        expect(page.locator("ol li")).not_to_have_count(told)
        expect(page.locator(".worth")).to_have_count(0)  # they were for another question


def test_no_help_where_the_host_wants_none(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        page.locator('input[name="game"][value="fire-prototype"]').check(force=True)
        page.get_by_text("More", exact=True).click()
        page.get_by_role("switch", name="No help at this table").check(force=True)
        open_table(page, "Anyone")
        expect(page.get_by_text("No help at this table")).to_be_visible()
        page.get_by_role("button", name="Fill with bots").click()
        page.get_by_role("button", name="Begin the game").click()
        page.wait_for_selector(".choices button")
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
