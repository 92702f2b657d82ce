"""The page: your games, settings, an account, a gallery, leaving and coming back, endings and their
proof.
"""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    browser,
    by_day_and_night,
    come_in,
    open_table,
    play_to_the_end,
    violations,
)
from tests.server.conftest import Server

__all__ = ["browser"]


def clean_everywhere(page: Page) -> None:
    """Axe finds nothing by night, by day and in forced colours."""
    assert by_day_and_night(page) == []
    page.emulate_media(color_scheme="light", forced_colors="active")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark", forced_colors="none")


def test_a_game_from_the_lobby_to_its_proof(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        open_table(page, "Greedy bot")
        page.wait_for_selector(".choices button")
        page.get_by_role("button", name="Leave or pause").click()
        page.get_by_role("button", name="Leave; your game is saved").click()
        expect(page.get_by_role("heading", name="Your games")).to_be_visible()
        page.get_by_role("link", name=re.compile("Your turn.* Continue")).click()
        page.wait_for_selector(".board")
        play_to_the_end(page)
        ranking = page.get_by_role("list", name="Ranking")
        expect(ranking.get_by_role("listitem")).to_have_count(2)
        expect(ranking).to_contain_text(re.compile("Winner|Shares the win"))
        page.get_by_text("More about this game").click()
        page.get_by_role("button", name="Check every draw").click()
        expect(
            page.get_by_text(re.compile("All [0-9]+ draws follow from the secret"))
        ).to_be_in_viewport()
        clean_everywhere(page)
        page.get_by_role("button", name="Play again").click()
        page.wait_for_selector(".choices button")  # against bots it begins at once
        page.goto(server.base)
        page.get_by_text("Finished games (1)").click()
        # the lobby has looked again
        page.wait_for_event("response", lambda answer: answer.url.endswith("/api/mine/games"))
        # what was opened stays open
        expect(page.get_by_text(re.compile("(Ada|Folio) won "))).to_be_visible()
        clean_everywhere(page)
        page.locator("details .own .remove").click()
        expect(page.get_by_text("Finished games")).to_have_count(0)


def test_settings_and_account_follow_the_person(browser: Browser, server: Server) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        ada = come_in(one, server, "Adelheid")
        ada.get_by_role("button", name="Settings").click()
        ada.get_by_label("Ask me first").check()
        ada.get_by_label("Larger").check()
        clean_everywhere(ada)
        ada.keyboard.press("Escape")
        ada.get_by_role("button", name="You: Adelheid").click()
        ada.get_by_label("Password").fill("burning books")
        ada.get_by_role("button", name="Keep my name with a password").click()
        expect(ada.get_by_text("You have an account.")).to_be_visible()
        clean_everywhere(ada)
        elsewhere = two.new_page()
        elsewhere.goto(server.base)
        elsewhere.get_by_role("button", name="I have an account").click()
        dialog = elsewhere.get_by_role("dialog")
        dialog.get_by_label("Your name at the table").fill("Adelheid")
        dialog.get_by_label("Password").fill("burning books")
        dialog.get_by_role("button", name="Log in").click()
        expect(elsewhere.get_by_role("heading", name="Set up a table")).to_be_visible()
        expect(elsewhere.locator('html[data-text="larger"]')).to_have_count(1)
        open_table(elsewhere, "Greedy bot")
        elsewhere.locator(".choices button").first.click()
        expect(elsewhere.get_by_role("dialog", name="Send this answer?")).to_be_visible()
        told = elsewhere.locator("ol li").count()
        elsewhere.get_by_role("button", name="Send", exact=True).click()
        expect(elsewhere.locator("ol li")).not_to_have_count(told)


def test_the_gallery_shows_every_piece(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Gil")
        page.locator('input[name="game"][value="fire"]').check(force=True)
        page.get_by_role("button", name="Pieces").click()
        page.get_by_role("searchbox", name="Search").fill("shovel")
        expect(page.get_by_role("dialog").get_by_role("listitem").first).to_contain_text(
            re.compile("shovel", re.IGNORECASE)
        )
        clean_everywhere(page)


def test_levels_stand_in_order_and_programmers_bots_are_hidden(
    browser: Browser, server: Server
) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Lea")
        chair = page.get_by_role("combobox", name="Chair 2", exact=True)
        expect(chair).to_have_value("apprentice")
        values = chair.locator("option").evaluate_all(
            "options => options.map((option) => option.value)"
        )
        levels = ["host", "open", "novice", "apprentice", "adept", "expert"]
        assert values == [*levels, "cautious", "daring", "friendly"]
        # nobody pushes their luck there
        page.locator(".shelf label").filter(has_text="Horror in the Library").click()
        expect(chair.locator("option")).to_have_count(len([*levels, "friendly"]))


def test_the_published_games_come_first_and_one_of_them_is_chosen(
    browser: Browser, server: Server
) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Flo")
        games = page.locator('input[name="game"]')
        expect(games).to_have_count(5)
        assert games.evaluate_all("all => all.map((one) => one.value)")[-1] == "fire-prototype"
        expect(page.locator('input[name="game"]:checked')).to_have_value("fire")
