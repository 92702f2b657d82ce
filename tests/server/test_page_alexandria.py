"""Alexandria in a real browser: games of two and of four to the end, by pieces and by keyboard; nothing hidden is shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.games.alexandria.steps.burning import next_to_burn
from emberstacks.kernel.masks import members
from emberstacks.kernel.view import decode_view
from tests.server.browser import browser, come_in, open_table, settled, violations
from tests.server.conftest import Server

__all__ = ["browser"]


def over(page: Page) -> bool:
    return page.locator("main h2", has_text="The game is over").count() > 0  # by role would take long on so full a table


def shown(page: Page) -> str:
    """What changes with every answer that counts: the table, the question and the length of the log."""
    return str(page.evaluate("document.querySelector('main').innerText + document.querySelectorAll('ol li').length"))


def wait_for_change(page: Page, before: str) -> None:
    for _ in range(500):
        if shown(page) != before:
            return
        page.wait_for_timeout(20)
    pytest.fail("an answer changed nothing")


def answer(page: Page, by_piece: bool) -> None:
    """Press the last lit piece, or the last choice of the prompt where no piece is lit or pieces are not wanted."""
    before = shown(page)
    pieces = page.locator(".board .press")
    if by_piece and pieces.count():
        pieces.last.focus()
        page.keyboard.press("Enter")
        if page.locator("dialog[open]").count():
            page.locator("dialog[open] button").first.click()
    else:
        page.locator(".choices button").last.click()
    wait_for_change(page, before)


def play(*pages: Page, answers: int = 600) -> int:
    """Everybody answers in turn, now by a piece, now by the prompt, until the game is over; returns how often."""
    given = 0
    for _ in range(1200):
        for page in pages:
            settled(page)
            if over(page) or given == answers:
                return given
            if page.locator(".prompt .who").get_by_text("Your turn").count():
                answer(page, by_piece=given % 4 != 0)
                given += 1
        pages[0].wait_for_timeout(10)
    pytest.fail("the game did not end")


def forecast(page: Page) -> set[str]:
    """The rooms that the page says may burn first."""
    first = page.get_by_role("region", name="May burn next").locator("li", has=page.locator(".at", has_text=re.compile("^1$")))
    return {room for text in first.locator("b").all_inner_texts() for room in re.split(", | or ", text)}


def test_two_play_to_the_end_and_look_back(browser: Browser, server: Server) -> None:
    """Pieces can be pressed by keyboard; in the replay the fire's forecast is at every step what the rules say."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        address = open_table(page, "Random bot", game="alexandria")
        page.wait_for_selector(".board")
        assert play(page) > 20
        expect(page.get_by_text("0 rooms stand")).to_be_visible()
        page.get_by_role("link", name="Look back at the game").click()
        table = address.rsplit("/", 1)[1]
        last = page.request.get(f"{server.base}/api/tables/{table}/frames/0").json()["of"]
        compared = 0
        for step in range(12, last, max(1, last // 12)):
            page.locator("input[type=range]").fill(str(step))
            expect(page.get_by_text(f"Step {step} of")).to_be_visible()
            view = page.request.get(f"{server.base}/api/tables/{table}/frames/{step}").json()["view"]
            s = decode_view(GAME, view)
            assert isinstance(s, Alexandria)
            if s.round > 0 and s.library:
                expect(page.get_by_text(f"Round {s.round} of 5")).to_be_visible()
                assert forecast(page) == {GAME.box.rooms[room] for room in members(next_to_burn(s))}
                compared += 1
        assert compared > 5
        assert problems == []


def test_four_play_to_the_end_with_hidden_totals(browser: Browser, server: Server) -> None:
    """Somebody and three bots; everybody is shown only the own points, a watcher none, until all is ashes."""
    with browser.new_context(reduced_motion="reduce") as one, browser.new_context(reduced_motion="reduce") as two:
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
        assert play(ada, answers=24) == 24
        points = [page.locator(".points").all_inner_texts() for page in (ada, eve)]
        assert [[told == "?" for told in seen] for seen in points] == [[False, True, True, True], [True, True, True, True]]
        assert eve.locator(".choices button, .board .press").count() == 0
        assert eve.get_by_role("region", name="Your hand").count() == 0
        assert ada.get_by_role("region", name="Your hand").count() == 1
        play(ada)
        expect(eve.get_by_role("heading", name="The game is over")).to_be_visible()
        assert "?" not in eve.locator(".points").all_inner_texts()


def test_axe_finds_nothing_on_the_board_of_alexandria(browser: Browser, server: Server) -> None:
    """When heroes and Dramatic Ends are chosen and in mid-game; by night and by day, on a desk and on a small phone."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        open_table(page, "Random bot", "Random bot", game="alexandria")
        found = []
        night, day = [("dark", 1440, 900), ("light", 360, 740)], [("light", 1440, 900), ("dark", 360, 740)]
        for moment, answers, looks in (("heroes", 0, night), ("ends", 1, day), ("actions", 12, night + day)):
            play(page, answers=answers)
            page.wait_for_selector(".choices button")
            for scheme, width, height in looks:
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.set_viewport_size({"width": width, "height": height})
                found += [(moment, scheme, width, problem) for problem in violations(page)]
                assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert found == []


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
    """The prompt covers neither the map nor the hand; on a phone both can be scrolled into sight above it."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        open_table(page, "Random bot", "Random bot", "Random bot", game="alexandria")
        play(page, answers=2)
        page.wait_for_selector(".hand .card")
        page.get_by_role("button", name="Move to another room").wait_for()
        for width, height in ((1440, 900), (1280, 800), (390, 844), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            assert page.evaluate(COVERED, [".frame", ".hand"]) == [], f"covered at {width} by {height}"
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
