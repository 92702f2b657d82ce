"""People come back after a restart: their browsers, their tables, their bots and clocks."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.cli.terminal import run
from tests.server.browser import (
    browser,
    choose_last,
    come_in,
    open_table,
    settled,
    wait_for_news,
)
from tests.server.conftest import Server
from tests.server.test_revival import change

__all__ = ["browser"]


def test_a_browser_goes_on_after_a_restart(browser: Browser, database: str) -> None:
    """The page stays open while the server is killed and started: the game goes on, and the next
    table opens.
    """
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
            told = page.locator("[data-region=story] ol li").count()
            choose_last(page)
            wait_for_news(page, told)
    finally:
        server.stop()


def test_the_page_tells_the_host_why_a_table_is_set_aside(browser: Browser, database: str) -> None:
    """The reason stands where the board was, and the record so far can be downloaded."""
    server = Server(database).start()
    try:
        with browser.new_context() as context:
            page = come_in(context, server, "Ada")
            address = open_table(page, "Random bot")
            table = address.rsplit("/", 1)[-1]
            told = page.locator("[data-region=story] ol li").count()
            choose_last(page)
            wait_for_news(page, told)
            settled(page)  # the news may be the bot's
            server.kill()
            change(
                database, f"UPDATE events SET code = 77 WHERE \"table\" = '{table}' AND seat = 0"
            )
            server.start()
            page.goto(address)
            expect(page.get_by_role("alert")).to_contain_text("This game cannot continue: entry")
            with page.expect_download() as download:
                page.locator("main.gone a[download]").click()
            record = download.value.path().read_text()
            assert record.startswith('[Game "')
            assert "# This game cannot continue: entry" in record
    finally:
        server.stop()


def test_a_game_that_the_host_sets_aside_comes_back_on_the_open_page(
    browser: Browser, tmp_path: Path, database: str
) -> None:
    """Nobody has to reload: the reason takes the place of the board, and the board the place of the
    reason.
    """
    server = Server(database).start()
    try:
        with browser.new_context() as context:
            page = come_in(context, server, "Ada")
            table = open_table(page, "Random bot").rsplit("/", 1)[-1]
            choices = page.locator(".prompt:not(.running) .choices button")
            expect(choices.first).to_be_visible()
            assert (
                run(
                    tmp_path,
                    "admin",
                    "aside",
                    table,
                    "--why",
                    "It is late.",
                    "--database",
                    database,
                ).returncode
                == 0
            )
            expect(page.get_by_role("alert")).to_contain_text(
                "The host of this server has set this game aside. It is late."
            )
            expect(choices).to_have_count(0)
            assert run(tmp_path, "admin", "back", table, "--database", database).returncode == 0
            expect(choices.first).to_be_visible()
            told = page.locator("[data-region=story] ol li").count()
            choose_last(page)
            wait_for_news(page, told)
            assert (
                run(
                    tmp_path, "admin", "remove-table", table, "--yes", "--database", database
                ).returncode
                == 0
            )
            expect(page.get_by_role("alert")).to_contain_text("This table has been removed.")
    finally:
        server.stop()
