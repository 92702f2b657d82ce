"""The board of Fire in the Library in a real browser: whole games played on its pieces, watched,
and looked back at.
"""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, WebSocket, expect

from tests.server.browser import FIRST, browser, clean_in_every_light, play, sit_down, undrawn
from tests.server.conftest import Server

__all__ = ["browser"]

OVER = "The game is over"
# what is pressed: a piece that glows, else the bag until four tokens lie on the card, else a button
# of the prompt
WANTED = """(choices) => {
  const labels = choices.map((one) => one.getAttribute("aria-label") ?? "");
  if (labels.includes("Keep all tools")) return choices[labels.indexOf("Keep all tools")];
  for (const piece of [".hand .glow button", ".market .glow button", ".middle .glow button", ".low .pick"])
    if (document.querySelector(piece)) return document.querySelector(piece);
  const stop = choices[labels.findIndex((label) => label.startsWith("Stop and score"))];
  if (stop && document.querySelectorAll(".low span.token").length > 3) return stop;
  return labels.some((label) => label.endsWith("Draw a token")) ? document.querySelector(".bag .grab") : choices[0];
}"""
ONCE = """(choices) => {
  const asked = document.querySelector(".prompt").textContent;
  return asked.includes("Answered") || (choices.length === 1 && asked.includes("Pass")) ? null : choices[0];
}"""
BOLD = FIRST  # always drawing ends the game soon


def test_four_players_with_tools_to_the_end(browser: Browser, server: Server) -> None:
    with (
        browser.new_context(reduced_motion="reduce") as one,
        browser.new_context(reduced_motion="reduce") as two,
    ):
        ada = sit_down(one, server, "Ada", "greedy", "greedy", "random", game="fire")
        ada.set_viewport_size({"width": 1440, "height": 900})
        eve = two.new_page()
        eve.goto(ada.url)
        eve.wait_for_selector(".board")
        with undrawn(eve):
            play(ada, WANTED)
        expect(ada.get_by_role("heading", name=OVER)).to_be_visible()
        expect(ada.get_by_role("img", name=re.compile("has fallen")).first).to_be_visible()
        log = ada.locator("ol li").all_inner_texts()
        assert any(line.startswith("Ada plays the ") for line in log)
        assert any(
            line.startswith("Ada takes the ") and " from the market " in line for line in log
        )
        expect(eve.get_by_role("heading", name=OVER)).to_be_visible()
        # no tools of anybody, nothing to press
        assert eve.locator(".hand, .pick, .glow").count() == 0
        ada.get_by_role("link", name="Look back at the game").click()
        ada.get_by_role("button", name="First").click()
        expect(ada.get_by_text("Step 0 of")).to_be_visible()
        expect(
            ada.get_by_role("img", name="Geography: 7 of 7 volumes left, a book is worth 1")
        ).to_be_visible()
        expect(ada.locator(".hand")).to_have_count(1)
        ada.get_by_label("Seen by").select_option("spectator")
        expect(ada.locator(".hand")).to_have_count(0)


def test_a_fire_that_triggers_leaves_nothing_to_score_by_stopping(
    browser: Browser, server: Server
) -> None:
    """The first lesson draws a fire that only a Bucket puts out; until then nobody can stop."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.goto(server.base)
        # before the next draw, and with the fire on the card
        for stop, shown in ((13, 1), (12, 0)):
            page.evaluate(
                "place => localStorage.setItem('emberstacks-lessons', place)",
                json.dumps({"fire/1": stop}),
            )
            page.goto(f"{server.base}/learn/fire/1")
            expect(page.get_by_text(f"Step {stop + 1} of")).to_be_visible()
            expect(page.locator(".low").get_by_text("if you stop")).to_have_count(shown)


def test_a_pass_that_is_the_only_choice_is_made_once(browser: Browser, database: str) -> None:
    """Also while bots still think and it could be changed; nothing is refused, so nobody reads that
    the game has moved on.
    """
    server = Server(database, pace=0.3).start()
    sent: list[tuple[int, str]] = []
    refused: list[str] = []

    def look(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "move":
            sent.append((message["version"], message["choice"]))
        elif message["type"] == "refused":
            refused.append(message["message"])

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", look)
        socket.on("framereceived", look)

    try:
        with browser.new_context(reduced_motion="reduce") as context:
            context.on("page", lambda page: page.on("websocket", watch))
            ada = sit_down(context, server, "Ada", "greedy", "greedy", game="fire")
            play(ada, ONCE, 40)
    finally:
        server.stop()
    assert [choice for _, choice in sent].count("pass") > 0
    assert len({version for version, _ in sent}) == len(sent)
    assert refused == []


def test_alone_against_the_robot(browser: Browser, server: Server) -> None:
    with browser.new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce"
    ) as context:
        ada = sit_down(context, server, "Ada", game="fire")
        expect(ada.get_by_role("region", name="The library").get_by_text("Robot")).to_be_visible()
        play(ada, BOLD)
        expect(
            ada.get_by_text(re.compile("Ada with [0-9]+ points (beats|does not beat) the robot"))
        ).to_be_visible()


def test_axe_finds_nothing_on_the_board(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", game="fire")
        page.get_by_role("button", name="Take the 6th card").last.click()
        page.get_by_role("button", name="Draw from the bag").click()
        expect(page.locator(".low span.token")).to_have_count(1)
        expect(page.get_by_text("in the bag")).to_be_visible()
        page.get_by_role("button", name="Player aid").click()
        expect(page.get_by_role("dialog", name="Player aid")).to_contain_text("You and the robot")
        clean_in_every_light(page)
        page.set_viewport_size({"width": 1440, "height": 900})
        page.keyboard.press("Escape")
        clean_in_every_light(page)
