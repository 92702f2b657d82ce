"""People come back after a restart: their browsers, their tables, their bots and clocks."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.server.browser import browser, come_in, open_table, wait_for_news
from tests.server.conftest import Server

__all__ = ["browser"]


def test_a_browser_goes_on_after_a_restart(browser: Browser, database: str) -> None:
    """The page stays open while the server is killed and started: the game goes on, and the next table opens."""
    server = Server(database).start()
    try:
        with browser.new_context() as context:
            page = come_in(context, server, "Ada")
            table = open_table(page, "Random bot")
            expect(page.locator(".prompt .choices button").first).to_be_visible()
            lobby = context.new_page()
            lobby.goto(server.base)
            expect(lobby.get_by_role("heading", name="Set up a table")).to_be_visible()
            server.kill()
            server.start()
            assert open_table(lobby, "Random bot") != table
            page.bring_to_front()
            expect(page.get_by_text("Connection lost")).to_have_count(0)
            choices = page.locator(".prompt:not(.running) .choices button")
            told = page.locator("ol li").count()
            choices.last.click()
            wait_for_news(page, told)
    finally:
        server.stop()
