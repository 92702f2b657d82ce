"""The page in a real browser: people play, reload, watch, use only the keyboard; axe finds nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.browser import (
    DESK,
    LOOKS,
    PHONE,
    browser,
    by_day_and_night,
    click_to_the_end,
    come_in,
    open_table,
    play_to_the_end,
    resize,
    wait_for_news,
)
from tests.server.conftest import Server

__all__ = ["browser"]


def two_and_a_bot(one: BrowserContext, two: BrowserContext, server: Server) -> tuple[Page, Page]:
    """Ada opens a table for a friend, Ben comes by its link, and the game begins."""
    ada = come_in(one, server, "Ada")
    address = open_table(ada, "Anyone", "Greedy bot")
    ben = come_in(two, server, "Ben", address.removeprefix(server.base))
    ben.get_by_role("button", name="Sit down").click()
    ada.get_by_role("button", name="Begin the game").click()
    return ada, ben


def test_two_people_and_a_bot_finish_a_game(browser: Browser, server: Server) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        ada, ben = two_and_a_bot(one, two, server)
        ada.wait_for_selector(".board")
        ben.wait_for_selector(".board")
        ben.reload()
        ben.wait_for_selector(".board")
        click_to_the_end(ada, ben)
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
        page.locator('input[name="game"][value="fire-prototype"]').check(force=True)  # the shortest
        button = page.get_by_role("button", name="Open the table")
        for _ in range(60):
            if button.evaluate("node => node === document.activeElement"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector(".board")
        page.keyboard.press("r")
        expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
        page.keyboard.press("Escape")
        for _ in range(LOOKS):
            if page.get_by_role("heading", name="The game is over").is_visible():
                return
            keys = page.locator(".prompt .choices button:not(.off) kbd")
            if keys.count():
                told = page.locator("[data-region=story] ol li").count()
                page.keyboard.press(keys.last.inner_text().lower())
                of_kind = page.locator(".prompt .kind kbd")
                if of_kind.count():
                    page.keyboard.press(of_kind.last.inner_text().lower())
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
            before = page.locator("[data-region=story] ol li").all_inner_texts()
            server.kill()
            expect(page.get_by_text("Connection lost, trying again")).to_be_visible()
            server.start()
            expect(page.get_by_text("Connection lost, trying again")).to_have_count(0)
            assert page.locator("[data-region=story] ol li").all_inner_texts() == before
            play_to_the_end(page)
    finally:
        server.stop()


@pytest.mark.parametrize(("width", "height"), [DESK, PHONE])
def test_axe_finds_nothing(browser: Browser, server: Server, width: int, height: int) -> None:
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.goto(server.base)
        page.wait_for_selector("#name")
        found = [("welcome", problem) for problem in by_day_and_night(page)]
        page.get_by_label("Your name at the table").fill("Ada")
        page.keyboard.press("Enter")
        page.wait_for_selector("#new")
        found += [("lobby", problem) for problem in by_day_and_night(page)]
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        shelf, form = page.locator(".shelf").bounding_box(), page.locator("form").bounding_box()
        assert shelf
        assert form
        # the games stand above or beside what is asked about one
        assert shelf["y"] < form["y"] + form["height"] / 2
        open_table(page, "Greedy bot", "Greedy bot")
        page.wait_for_selector(".choices button")
        found += [("table", problem) for problem in by_day_and_night(page)]
        page.get_by_role("button", name="Rules").click()
        page.wait_for_selector("dialog .clause")
        found += [("rules", problem) for problem in by_day_and_night(page)]
        assert found == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_end_is_in_sight_on_a_phone(browser: Browser, server: Server) -> None:
    with browser.new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce"
    ) as context:
        page = come_in(context, server, "Ada")
        open_table(page, "Greedy bot")
        page.wait_for_selector(".board")
        play_to_the_end(page)
        expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
        resize(page, 820, 1180)
        expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Show the board").click()
        expect(page.get_by_role("list", name="Ranking")).to_have_count(0)
        expect(page.locator(".board")).to_be_in_viewport(ratio=1)


def test_one_person_can_be_muted(browser: Browser, server: Server) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        ada, ben = two_and_a_bot(one, two, server)
        ben.get_by_label("Say something").fill("I will win!")
        ben.keyboard.press("Enter")
        expect(ada.get_by_text("I will win!")).to_be_visible()
        ada.get_by_label("Say something").fill("We shall see.")
        ada.keyboard.press("Enter")
        mute = ada.get_by_role("button", name="Mute Ben")
        mute.click()
        expect(mute).to_have_attribute("aria-pressed", "true")
        expect(ada.get_by_text("I will win!")).to_have_count(0)
        expect(ada.get_by_text("We shall see.")).to_be_visible()
        mute.click()
        expect(ada.get_by_text("I will win!")).to_be_visible()


DOUBLE_CLICK = """async bag => {
  const click = (detail) => bag.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
  const log = document.querySelector("[data-region=story] ol");
  const news = new Promise((heard) => new MutationObserver(heard).observe(log, { childList: true }));
  click(1);
  await news; // the next question is there
  click(2);
}"""


def test_a_double_click_answers_once(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        open_table(page, "Random bot")
        bag = page.get_by_role("button", name="Draw from the bag")
        for _ in range(3):
            expect(bag).to_be_enabled()
            told = page.locator("[data-region=story] ol li").count()
            bag.evaluate(DOUBLE_CLICK)
            page.wait_for_timeout(500)
            drawn = [
                line
                for line in page.locator("[data-region=story] ol li").all_inner_texts()[told:]
                if line.startswith("Ada draws")
            ]
            assert len(drawn) == 1, drawn
            if page.locator(".choices button").count() < 2:
                break
