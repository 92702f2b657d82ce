"""Alexandria in a real browser: games of two and of four to the end, by pieces and by keyboard;
nothing hidden is shown.
"""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

import emberstacks as es
from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.games.alexandria.steps.burning import next_to_burn
from emberstacks.kernel.masks import members
from tests.server.browser import (
    DESK,
    PHONE,
    browser,
    clean_in_every_light,
    come_in,
    open_table,
    play,
    resize,
    settled,
    sit_down,
)
from tests.server.conftest import Server

__all__ = ["browser"]


# now a lit piece, now the prompt
PIECES = """(choices, given) => (given % 4 && [...document.querySelectorAll(".board .press")].at(-1)) || choices.at(-1)"""


def by_keyboard(page: Page, answers: int) -> None:
    """Press the last lit piece with Enter, or the last choice of the prompt where no piece is lit."""
    for _ in range(answers):
        settled(page)
        page.wait_for_selector(".prompt.asked:not(.running):not(.stopped) .choices button")
        before = page.evaluate(SHOWN)
        (
            page.locator(".board .press").last
            if page.locator(".board .press").count()
            else page.locator(".choices button").last
        ).focus()
        page.keyboard.press("Enter")
        if page.locator("dialog[open]").count():
            page.locator("dialog[open] button").first.click()
        page.wait_for_function(f"before => {SHOWN} !== before", arg=before)


# what changes with every answer that counts: the table, the question and the length of the log
SHOWN = "(document.querySelector('main').innerText + document.querySelectorAll('ol li').length)"


def forecast(page: Page) -> set[str]:
    """The rooms that the page says may burn first."""
    first = page.get_by_role("region", name="May burn next").locator(
        "li", has=page.locator(".at", has_text=re.compile("^1$"))
    )
    names = first.locator("b").evaluate_all("rooms => rooms.map((one) => one.dataset.name)")
    return {room for text in names for room in re.split(", | or ", text)}


def test_two_play_to_the_end_and_look_back(browser: Browser, server: Server) -> None:
    """Pieces can be pressed by keyboard; in the replay the fire's forecast is at every step what
    the rules say.
    """
    with browser.new_context(reduced_motion="reduce") as context:
        problems: list[str] = []
        context.on("weberror", lambda error: problems.append(str(error.error)))
        page = sit_down(context, server, "Ada", "random", game="alexandria")
        address = page.url
        by_keyboard(page, 6)
        assert play(page, PIECES) > 14
        expect(page.get_by_text("0 rooms stand")).to_be_visible()
        page.get_by_role("link", name="Look back at the game").click()
        table = address.rsplit("/", 1)[1]
        last = page.request.get(f"{server.base}/api/tables/{table}/frames/0").json()["of"]
        game = es.read_record(page.request.get(f"{server.base}/api/tables/{table}/record").text())
        compared = 0
        for step in range(12, last, max(1, last // 12)):
            page.locator("input[type=range]").fill(str(step))
            expect(page.get_by_text(f"Step {step} of")).to_be_visible()
            s = game.after(step)._s
            assert isinstance(s, Alexandria)
            if s.round > 0 and s.library:
                expect(page.get_by_text(f"Round {s.round} of 5")).to_be_visible()
                assert forecast(page) == {GAME.box.rooms[room] for room in members(next_to_burn(s))}
                compared += 1
        assert compared > 5
        assert problems == []


def test_four_play_to_the_end_with_hidden_totals(browser: Browser, server: Server) -> None:
    """Somebody and three bots; everybody is shown only the own points, a watcher none, until all is
    ashes.
    """
    with (
        browser.new_context(reduced_motion="reduce") as one,
        browser.new_context(reduced_motion="reduce") as two,
    ):
        ada = come_in(one, server, "Ada")
        expect(ada.get_by_role("heading", name="Set up a table")).to_be_visible()
        ada.locator('input[name="game"][value="alexandria"]').check(force=True)
        expect(ada.get_by_role("switch", name="Hidden points")).to_be_hidden()
        ada.get_by_text("More options").click()
        ada.get_by_role("switch", name="Hidden points").check()
        address = open_table(ada, "Random bot", "Random bot", "Random bot", game="alexandria")
        eve = two.new_page()
        eve.goto(address)
        for page in (ada, eve):
            page.wait_for_selector(".board")
        assert play(ada, PIECES, 24) == 24
        points = [page.locator(".points").all_inner_texts() for page in (ada, eve)]
        assert [[told == "?" for told in seen] for seen in points] == [
            [False, True, True, True],
            [True, True, True, True],
        ]
        assert eve.locator(".choices button, .board .press").count() == 0
        assert eve.get_by_role("region", name="Your hand").count() == 0
        assert ada.get_by_role("region", name="Your hand").count() == 1
        eve.goto("about:blank")  # she looks again at the end: drawing every move twice takes long
        play(ada, PIECES)
        eve.goto(address)
        expect(eve.get_by_role("heading", name="The game is over")).to_be_visible()
        assert "?" not in eve.locator(".points").all_inner_texts()


def test_axe_finds_nothing_on_the_board_of_alexandria(browser: Browser, server: Server) -> None:
    """When heroes and Dramatic Ends are chosen and in mid-game; by night and by day, on a desk and
    on a small phone.
    """
    with browser.new_context(reduced_motion="reduce") as context:
        page = sit_down(context, server, "Ada", "random", "random", game="alexandria")
        # heroes, ends, actions
        for answers, sizes in ((0, (DESK,)), (1, (PHONE,)), (12, (DESK, PHONE))):
            play(page, PIECES, answers)
            page.wait_for_selector(".choices button")
            clean_in_every_light(page, sizes)


COVERED = """names => {
  const prompt = document.querySelector('.prompt');
  return names.filter(name => {
    const part = document.querySelector(name);
    if (document.documentElement.clientWidth <= 760) part.scrollIntoView({ block: 'start' });
    const [one, two] = [part.getBoundingClientRect(), prompt.getBoundingClientRect()];
    const top = document.querySelector('.bar').getBoundingClientRect().bottom;
    if (document.documentElement.clientWidth <= 760) return Math.max(one.top, 0) + 40 > two.top;
    return one.bottom > two.top - 4 || one.top < top || one.height < 80;
  });
}"""


def test_map_hand_and_prompt_are_seen_together(browser: Browser, server: Server) -> None:
    """The prompt covers neither the map nor the cards beside it; on a phone both can be scrolled
    into sight above it.
    """
    with browser.new_context(reduced_motion="reduce") as context:
        page = sit_down(context, server, "Ada", "random", "random", "random", game="alexandria")
        play(page, most=2)
        page.wait_for_selector(".hand .card")
        page.get_by_role("button", name="Move to another room").wait_for()
        for width, height in ((1440, 900), (1280, 800), (390, 844), (360, 740)):
            resize(page, width, height)
            assert page.evaluate(COVERED, [".frame", ".side"]) == [], (
                f"covered at {width} by {height}"
            )
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
