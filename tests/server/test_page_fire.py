"""The board of Fire in the Library in a real browser: whole games played on its pieces, watched, and looked back at."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.server.browser import browser, clean_in_every_light, play, sit_down, violations
from tests.server.conftest import Server

__all__ = ["browser"]

OVER = "The game is over"
# what is pressed: a piece that glows, else the bag until four tokens lie on the card, else a button of the prompt
WANTED = """(choices) => {
  const labels = choices.map((one) => one.getAttribute("aria-label") ?? "");
  if (labels.includes("Keep all tools")) return choices[0];
  for (const piece of [".hand .glow button", ".market .glow button", ".middle .glow button", ".stage .pick"])
    if (document.querySelector(piece)) return document.querySelector(piece);
  const stop = choices[labels.findIndex((label) => label.startsWith("Stop and score"))];
  if (stop && document.querySelectorAll(".stage span.token").length > 3) return stop;
  return labels.includes("Draw a token") ? document.querySelector(".bag .grab") : choices[0];
}"""
BOLD = "(choices) => choices[0]"  # whoever always draws is soon through


def test_four_players_with_tools_to_the_end(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as one, browser.new_context(reduced_motion="reduce") as two:
        ada = sit_down(one, server, "Ada", "greedy", "greedy", "random", game="fire")
        ada.set_viewport_size({"width": 1440, "height": 900})
        eve = two.new_page()
        eve.goto(ada.url)
        eve.wait_for_selector(".board")
        play(ada, WANTED)
        expect(ada.get_by_role("heading", name=OVER)).to_be_visible()
        expect(ada.get_by_role("img", name=re.compile("has fallen")).first).to_be_visible()
        log = ada.locator("ol li").all_inner_texts()
        assert any(line.startswith("Ada plays the ") for line in log)
        assert any(line.startswith("Ada takes the ") and line.endswith("from the market.") for line in log)
        expect(eve.get_by_role("heading", name=OVER)).to_be_visible()
        assert eve.locator(".hand, .pick, .glow").count() == 0  # no tools of anybody, nothing to press
        ada.get_by_role("link", name="Look back at the game").click()
        ada.get_by_role("button", name="First").click()
        expect(ada.get_by_text("Step 0 of")).to_be_visible()
        expect(ada.get_by_role("img", name="Geography: 7 of 7 volumes left, a book is worth 1")).to_be_visible()
        expect(ada.locator(".hand")).to_have_count(1)
        ada.get_by_label("Seen by").select_option("spectator")
        expect(ada.locator(".hand")).to_have_count(0)


def test_alone_against_the_robot(browser: Browser, server: Server) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce") as context:
        ada = sit_down(context, server, "Ada", game="fire")
        expect(ada.locator(".people").get_by_text("Robot")).to_be_visible()
        play(ada, BOLD)
        expect(ada.get_by_text(re.compile("Ada with [0-9]+ points (beats|does not beat) the robot"))).to_be_visible()


def test_axe_finds_nothing_on_the_board(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce", viewport={"width": 1440, "height": 900}) as context:
        page = sit_down(context, server, "Ada", game="fire")
        page.get_by_role("button", name="Take the 6th card").last.click()
        page.get_by_role("button", name="Draw from the bag").click()
        expect(page.locator(".stage span.token")).to_have_count(1)
        page.get_by_role("button", name="Odds").click()
        expect(page.get_by_text("in the bag")).to_be_visible()
        clean_in_every_light(page)
        page.get_by_role("button", name="Player aid").click()
        expect(page.get_by_role("dialog", name="Player aid")).to_contain_text("You and the robot")
        assert violations(page) == []
