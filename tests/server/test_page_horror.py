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

ANY = ".choices button:not(.off)"  # of the bar, whatever is asked


def short_game(page: Page, *chairs: str, **options: str) -> str:
    """A table of Horror where one page is enough and ten rounds are the most; returns its address."""
    expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
    page.locator('input[name="game"][value="horror"]').check(force=True)
    page.get_by_text("More options").click()
    for name, value in {"Pages to find": "1", "Last round": "10", **options}.items():
        page.get_by_role("combobox", name=re.compile(name)).select_option(value)
    return open_table(page, *chairs, game="horror")


def answer(page: Page, button: Locator) -> None:
    """Press a button, then wait until the table has moved on; what means several choices is asked
    in the stage or in the bar.
    """
    before = asked(page)
    button.click()
    more = page.locator(".pick button:not(.away), .prompt .choices.kind button")
    lit = page.locator(".board .enter, .board .stand")

    def moved_on() -> bool:
        if asked(page) != before:
            return True
        if more.count():
            more.first.click()
        elif page.locator(".pick").count() and lit.count():
            lit.first.click()
        return False

    until_here(page, moved_on)


def asked(page: Page) -> str:
    """The question, and how much has happened."""
    return f"{page.locator('.prompt h2').all_inner_texts()} {page.locator('ol li').count()}"


def use_the_board(page: Page) -> None:
    """Use lit furniture, else go through a lit door, else take the last choice of the prompt."""
    for lit in (".board .use", ".board .enter", ".choices:not(.kind) button:not(.off)"):
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
            if ada.locator(ANY).count() and used < 15:
                use_the_board(ada)
                used += 1
            elif ada.locator(ANY).count():
                answer(ada, ada.locator(ANY).last)
            elif ben.locator(ANY).count():
                answer(ben, ben.locator(ANY).last)
            ada.wait_for_timeout(20)
        expect(over).to_be_visible()
        expect(ben.get_by_role("heading", name="The game is over")).to_be_visible()
        ada.get_by_role("link", name="Look back at the game").click()
        expect(ada.locator(".room")).to_have_count(9)
        for viewer in ("Ada", "Ben"):  # the strip is that of whose eyes one borrows
            ada.get_by_label("Seen by").select_option(viewer)
            expect(ada.get_by_role("group", name=f"Cards of {viewer}")).to_be_visible()
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
        group = page.get_by_role("button", name="Turn", exact=True)
        expect(group).to_be_visible()
        before = here.locator("svg.tile").first.get_attribute("style")
        page.keyboard.press("t")
        expect(page.get_by_role("group", name="Turn", exact=True)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("group", name="Turn", exact=True)).to_have_count(0)
        page.keyboard.press("t")
        page.keyboard.press("a")
        expect(page.locator("ol li").last).to_have_text(
            "Kay turns the Reading Room a quarter left."
        )
        mine = page.locator("[data-region='mine']")
        expect(mine.get_by_role("img", name="2 actions left").first).to_be_visible()
        assert here.locator("svg.tile").first.get_attribute("style") != before
        expect(page.locator(".prompt.running")).to_have_count(0)
        page.keyboard.press("s")
        expect(mine.get_by_role("img", name="1 action left").first).to_be_visible()
        expect(page.locator(".screen svg.grid")).to_have_attribute(
            "aria-label", re.compile("^Yellow [1-6], white [1-6]: a .* page")
        )
        expect(page.locator(".prompt.running")).to_have_count(0)
        page.keyboard.press("e")
        expect(page.locator("ol li", has_text="'s turn.").nth(1)).to_be_visible()


def test_a_handle_shows_how_the_room_would_lie(browser: Browser, server: Server) -> None:
    """In the corners of the rooms that can be turned; with the keyboard, and by a click."""
    with browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    ) as context:
        page = come_in(context, server, "Kay")
        short_game(page, "Greedy bot", "Greedy bot")
        answer(page, page.locator(".guests li button").first)
        answer(page, page.locator(".room .enter").first)
        handle = page.locator(".room.here .handle.left")
        expect(handle).to_be_visible()
        lying = page.locator(".room.here svg.tile").first
        before = lying.get_attribute("style")
        handle.hover()
        expect(page.locator(".room.here.ghostly")).to_be_visible()
        assert lying.get_attribute("style") != before
        page.mouse.move(5, 5)
        expect(page.locator(".ghostly")).to_have_count(0)
        assert lying.get_attribute("style") == before
        answer(page, handle)
        assert lying.get_attribute("style") != before


# what lies more than three pixels over a piece of furniture, and how much furniture there is
OVERLAPS = """() => {
  const kinds = ['search it', 'look'].map((word) => `.tile g[data-name*="${word}"]`).join(', ');
  const box = (node) => node.getBoundingClientRect();
  const over = [];
  for (const room of document.querySelectorAll('.room'))
    for (const thing of room.querySelectorAll('.marker, .standee, h3, .handle')) {
      if (getComputedStyle(thing).clipPath !== 'none') continue;
      for (const [one, other] of [...room.querySelectorAll(kinds)].map((node) => [box(thing), box(node)])) {
        const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (x > 3 && y > 3) over.push(`${thing.className} ${thing.textContent}`);
      }
    }
  return [document.querySelectorAll(kinds).length, over];
}"""


def test_the_map_keeps_its_place_and_nothing_covers_its_furniture(
    browser: Browser, server: Server
) -> None:
    """From choosing a character to the third turn; at a desk and on a phone."""
    with browser.new_context(
        viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    ) as context:
        page = come_in(context, server, "Ada")
        short_game(page, "Greedy bot", "Greedy bot")
        expect(page.locator(".guests")).to_be_visible()
        places = set()
        for _ in range(9):
            for width, height in ((1440, 900), (390, 844)):
                page.set_viewport_size({"width": width, "height": height})
                box = page.locator(".map").bounding_box()
                assert box is not None
                places.add((width, *(round(box[key]) for key in ("x", "y", "width", "height"))))
                drawn, over = page.evaluate(OVERLAPS)
                assert drawn
                assert over == []
            page.set_viewport_size({"width": 1440, "height": 900})
            settled(page)
            if not page.locator(ANY).count():
                break
            use_the_board(page)
        assert len(places) == 2


def test_a_spectator_sees_the_library_and_no_secret(browser: Browser, server: Server) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        ada = come_in(one, server, "Ada")
        address = short_game(ada, "Greedy bot", "Greedy bot")
        answer(ada, ada.locator(".guests li button").first)
        answer(ada, ada.locator(".room .enter").first)
        expect(ada.get_by_role("button", name="End turn")).to_be_visible()
        eve = two.new_page()
        eve.goto(address)
        expect(eve.locator(".room")).to_have_count(9)
        assert eve.locator(".room button").count() == 0
        secrets = "[data-region='mine'] .secret"
        expect(eve.locator(secrets)).to_have_text(re.compile(r"^\s*hidden"))
        expect(ada.locator(secrets)).not_to_have_text(re.compile(r"^\s*hidden"))


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
        answer(page, page.locator(".guests li button").first)
        answer(page, page.locator(".room .enter").first)
        page.get_by_role("button", name="Turn", exact=True).click()
        clean_in_every_light(page)
