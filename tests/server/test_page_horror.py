"""The board of Horror in a real browser: a game of three, the map by keyboard, spectators, replay;
axe finds nothing.
"""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.browser import (
    LOOKS,
    browser,
    clean_in_every_light,
    come_in,
    open_table,
    settled,
    sit_down,
    until_here,
)
from tests.server.conftest import Server

__all__ = ["browser"]


def short_game(page: Page, *chairs: str, **options: str) -> str:
    """A table of Horror where one page is enough and ten rounds are the most; returns its address."""
    expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
    page.locator('input[name="game"][value="horror"]').check(force=True)
    page.get_by_text("More options").click()
    for name, value in {"Pages to find": "1", "Last round": "10", **options}.items():
        page.get_by_role("combobox", name=re.compile(name)).select_option(value)
    return open_table(page, *chairs, game="horror")


def asked(page: Page) -> str:
    """What stands in the prompt, and how much has happened."""
    return f"{page.locator('.prompt').all_inner_texts()} {page.locator('ol li').count()}"


def answer(page: Page, button: Locator) -> None:
    """Press a button, then wait until the table has moved on."""
    before = asked(page)
    button.click()
    dialog = page.locator("dialog[open] .brass")

    def moved_on() -> bool:
        if dialog.count():
            dialog.first.click()
        return asked(page) != before

    until_here(page, moved_on)


def use_the_board(page: Page) -> None:
    """Use lit furniture, else go through a lit door, else take the last choice of the prompt."""
    for lit in (".board .use", ".board .enter", ".choices:not(.kind) button"):
        buttons = page.locator(lit)
        if buttons.count():
            answer(page, buttons.first if lit.startswith(".board") else buttons.last)
            return


def test_two_people_and_a_bot_finish_a_game(browser: Browser, server: Server) -> None:
    with (
        browser.new_context(reduced_motion="reduce") as one,
        browser.new_context(reduced_motion="reduce") as two,
    ):
        ada = come_in(one, server, "Ada")
        address = short_game(ada, "Anyone", "Greedy bot")
        ben = come_in(two, server, "Ben", address.removeprefix(server.base))
        ben.get_by_role("button", name="Sit down").click()
        ada.get_by_role("button", name="Begin the game").click()
        ada.wait_for_selector(".board")
        ben.wait_for_selector(".board")
        over = ada.get_by_role("heading", name="The game is over")
        used = 0  # of the board; later Ada only ends her turns, so that the test stays short
        for _ in range(LOOKS):
            settled(ada)
            settled(ben)
            if over.is_visible():
                break
            if ada.locator(".choices button").count() and used < 15:
                use_the_board(ada)
                used += 1
            elif ada.locator(".choices button").count():
                answer(ada, ada.locator(".choices button").last)
            elif ben.locator(".choices button").count():
                answer(ben, ben.locator(".choices button").last)
            ada.wait_for_timeout(20)
        expect(over).to_be_visible()
        expect(ben.get_by_role("heading", name="The game is over")).to_be_visible()
        ada.get_by_role("link", name="Look back at the game").click()
        expect(ada.locator(".room")).to_have_count(9)
        ada.get_by_role("button", name="First").click()
        expect(ada.get_by_text("Step 0 of")).to_be_visible()
        expect(ada.locator(".room")).to_have_count(1)
        ada.keyboard.press("ArrowRight")
        expect(ada.get_by_text("Step 1 of")).to_be_visible()
        expect(ada.locator(".room")).to_have_count(2)


def test_the_keyboard_turns_rooms_and_walks(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Kay")
        short_game(page, "Greedy bot", "Greedy bot")
        page.get_by_role("button", name="Betty Sizzle").first.focus()
        page.keyboard.press("Enter")
        room = page.locator(".room").get_by_role("button", name="Begin in the Reading Room")
        room.focus()
        page.keyboard.press("Enter")
        here = page.locator(".room.here")
        expect(here.get_by_role("heading")).to_have_text("Reading Room")
        expect(here).to_contain_text(re.compile("(North|East|South|West): an open door"))
        group = page.get_by_role("button", name="Turn a room")
        expect(group).to_be_visible()
        before = here.locator("svg.tile").first.get_attribute("style")
        place = key_of(page, "Turn a room")
        page.keyboard.press(place)
        expect(group).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("Escape")
        expect(group).to_have_attribute("aria-expanded", "false")
        page.keyboard.press(place)
        page.keyboard.press("1")
        expect(page.locator("ol li").last).to_have_text(
            "Kay turns the Reading Room a quarter left."
        )
        expect(page.locator(".board").get_by_role("img", name="2 actions left")).to_be_visible()
        assert here.locator("svg.tile").first.get_attribute("style") != before
        page.keyboard.press(key_of(page, "Search a bookcase"))
        expect(page.locator(".board").get_by_role("img", name="1 action left")).to_be_visible()
        expect(page.locator(".screen svg.grid")).to_have_attribute(
            "aria-label", re.compile("^Yellow [1-6], white [1-6]: a .* page")
        )
        page.keyboard.press(key_of(page, "End the turn"))
        expect(page.locator("ol li", has_text="'s turn.").nth(1)).to_be_visible()


def key_of(page: Page, name: str) -> str:
    """The key that the prompt gives to a choice."""
    expect(page.locator(".prompt.running")).to_have_count(0)
    return (
        page.locator(".prompt .choices:not(.kind) button", has_text=name)
        .locator("kbd")
        .inner_text()
    )


def test_everything_is_in_sight_above_the_prompt(browser: Browser, server: Server) -> None:
    """The map, one's cards and the bookcase screen end where the prompt of a whole turn begins."""
    with browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    ) as context:
        page = come_in(context, server, "Ada")
        short_game(page, "Greedy bot", "Greedy bot")
        answer(page, page.locator(".choices button").first)
        answer(page, page.locator(".room .enter").first)
        expect(page.get_by_role("button", name="End the turn")).to_be_visible()
        prompt = page.locator(".prompt").bounding_box()
        assert prompt is not None
        for part in (".map", ".screen"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= prompt["y"], part


def test_a_spectator_sees_the_library_and_no_secret(browser: Browser, server: Server) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        ada = come_in(one, server, "Ada")
        address = short_game(ada, "Greedy bot", "Greedy bot")
        ada.locator(".choices button").first.click()
        ada.locator(".room .enter").first.click()
        expect(ada.get_by_role("button", name="End the turn")).to_be_visible()
        eve = two.new_page()
        eve.goto(address)
        expect(eve.locator(".room")).to_have_count(9)
        assert eve.locator(".room button").count() == 0
        expect(eve.locator(".secret")).to_have_text(re.compile(r"^\s*hidden"))
        expect(ada.locator(".secret")).not_to_have_text(re.compile(r"^\s*hidden"))


def test_axe_finds_nothing(browser: Browser, server: Server) -> None:
    """When characters are chosen and within a turn; by night and by day, on a desk and on a small
    phone.
    """
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", "greedy", "greedy", game="horror")
        page.wait_for_selector(".room")
        clean_in_every_light(page)
        page.set_viewport_size({"width": 1440, "height": 900})
        answer(page, page.locator(".choices button").first)
        answer(page, page.locator(".room .enter").first)
        page.get_by_role("button", name="Turn a room").click()
        clean_in_every_light(page)
