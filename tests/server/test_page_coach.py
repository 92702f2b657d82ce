"""The coach on the page: it explains, doubts, takes back, says less and less, and can be switched
off.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, ViewportSize, expect

import emberstacks as es
from emberstacks.lessons import lesson
from emberstacks.lessons.coach import LEAVES, rule_lines
from tests.server.browser import browser, choose_first, come_in, settled, sit_down, violations
from tests.server.conftest import Server
from tests.server.robot import errors_of

__all__ = ["browser"]

DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
MATTERS = "This one matters, says the test."
DOUBT = "The other one looks better, says the test."


KNOWN = "fire-prototype 0/0 2.1 3.4 3.5 3.6 3.8 5.2"  # all its rules were told


def coached(context: BrowserContext, progress: str = "") -> None:
    """Anyone who comes in this context has a coach."""
    kept = json.dumps({"coach": "on", "coached": progress})
    context.add_init_script(
        "localStorage.getItem('emberstacks-settings') ??"
        f" localStorage.setItem('emberstacks-settings', '{kept}')"
    )


def updates(page: Page) -> list[dict[str, Any]]:
    """What the table tells the page from its next loading on."""
    heard: list[dict[str, Any]] = []

    def hear(said: Any) -> None:
        message = json.loads(said)
        if message["type"] == "update":
            heard.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return heard


def saying(page: Page, costly: list[str]) -> None:
    """From now on the coach speaks with the test's words, about the question that was asked last."""
    address, heard = page.url, updates(page)
    page.goto("about:blank")  # what the page has asked so far is forgotten

    def answer(route: Route) -> None:
        update = heard[-1]
        codes = [one["code"] for one in update["choices"] if one["text"] in costly]
        words = {"matters": MATTERS, "choice": None, "regrets": dict.fromkeys(codes, DOUBT)}
        route.fulfill(json={"version": update["version"], **words})

    page.route("**/api/tables/*/coach", answer)
    page.goto(address)
    page.wait_for_selector(".prompt.asked")


def coach_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Coach")


def kept(context: BrowserContext, server: Server) -> dict[str, Any]:
    """What the server remembers of the person."""
    found: dict[str, Any] = context.request.get(f"{server.base}/api/mine/settings").json()[
        "settings"
    ]
    return found


def test_a_guided_game_after_the_first_lesson(browser: Browser, server: Server) -> None:
    last = len(lesson("fire-prototype", 1).stops) - 1
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:
        wrong = errors_of(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(server.base)
        place = json.dumps({"fire-prototype/1": last})
        page.evaluate("place => localStorage.setItem('emberstacks-lessons', place)", place)
        page.goto(f"{server.base}/learn/fire-prototype/1")
        page.get_by_role("button", name="Play a guided game").click()
        page.wait_for_url("**/table/*")
        page.wait_for_selector(".prompt.asked")
        told = coach_of(page).locator("p").first
        expect(told).not_to_be_empty(timeout=60_000)
        rule = told.inner_text()
        assert rule in rule_lines("fire-prototype").values()
        table = page.url.rpartition("/")[2]
        seats = context.request.get(f"{server.base}/api/tables/{table}").json()["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "bot", "bot"]
        page.reload()
        expect(coach_of(page)).to_be_visible()
        expect(coach_of(page)).not_to_contain_text(rule)  # a rule is told once
        # a reload drops the coach's thoughts
        assert [one for one in wrong if "ERR_ABORTED" not in one] == []


def test_a_window_that_becomes_small_keeps_what_it_said(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:
        coached(context)
        page = sit_down(context, server, "Ada", "greedy", "greedy", game="fire")
        told = coach_of(page).locator("p").first
        expect(told).not_to_be_empty(timeout=60_000)
        rule = told.inner_text()
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            expect(coach_of(page).locator("p").first).to_have_text(rule)


@pytest.mark.parametrize("game", [info.id for info in es.list_games()])
def test_it_has_something_to_say_in_every_game(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:
        coached(context)
        page = sit_down(context, server, "Ada", "greedy", "greedy", game=game)
        page.wait_for_selector(".prompt.asked", timeout=60_000)
        expect(coach_of(page).locator("p").first).not_to_be_empty(timeout=60_000)
        choices = page.locator(".prompt.asked:not(.running) .choices button:not(.off)")
        while choices.count() < 2:  # where there is nothing to decide it only tells the rule
            choices.first.click()
            settled(page)
        expect(coach_of(page)).to_contain_text(
            re.compile("matters|cannot go far wrong|stands out|hard to say"), timeout=60_000
        )
        assert violations(page) == []


@pytest.mark.parametrize(
    ("size", "scheme"), [(DESK, "light"), (DESK, "dark"), (PHONE, "light"), (PHONE, "dark")]
)
def test_a_costly_choice_is_held_and_can_be_taken_back(
    browser: Browser, server: Server, size: Any, scheme: Any
) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport=size, color_scheme=scheme
    ) as context:
        coached(context, KNOWN)
        page = sit_down(context, server, "Ada", "greedy")
        saying(page, ["score"])
        expect(coach_of(page)).to_contain_text(MATTERS)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        score = page.get_by_role("region", name="Your turn").get_by_role(
            "button", name=re.compile("^Score")
        )
        question = score.inner_text()
        score.click()
        doubt = page.get_by_role("dialog", name="Are you sure?")
        expect(doubt).to_contain_text(DOUBT)
        expect(doubt.get_by_role("button", name="Take it back")).to_be_focused()
        assert violations(page) == []
        page.keyboard.press("Enter")
        expect(doubt).to_have_count(0)
        assert score.inner_text() == question, "nothing was sent"
        score.click()
        doubt.get_by_role("button", name="Play it anyway").click()
        expect(page.get_by_text(re.compile("^Ada scores")).first).to_be_attached()


def test_advice_that_was_turned_down_is_not_given_again(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:
        coached(context, KNOWN)
        page = sit_down(context, server, "Ada", "greedy")
        saying(page, ["draw"])
        expect(coach_of(page)).to_contain_text(MATTERS)
        draw = page.get_by_role("region", name="Your turn").get_by_role(
            "button", name=re.compile("^Draw")
        )
        doubt = page.get_by_role("dialog", name="Are you sure?")
        draw.click()
        doubt.get_by_role("button", name="Play it anyway").click()
        drawn = page.get_by_text(re.compile("^Ada draws"))
        expect(doubt).to_have_count(0)
        expect(coach_of(page)).to_contain_text(MATTERS)
        settled(page)
        before = drawn.count()
        draw.click()  # its first spaces are safe, so the same question comes again
        expect(drawn).not_to_have_count(before)
        expect(doubt).to_have_count(0)


@pytest.mark.parametrize(("game", "undoable"), [("librarians", True), ("fire-prototype", False)])
def test_what_it_finds_out_late_is_taken_back_if_nobody_has_learned_anything(
    browser: Browser, server: Server, game: str, undoable: bool
) -> None:
    """A book on the way to the shelf is a draft; a token from the bag has told everybody something."""
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:
        coached(context, KNOWN)
        page = sit_down(context, server, "Ada", "greedy", game=game)
        page.wait_for_selector(".prompt.asked")
        address, heard = page.url, updates(page)
        held: list[Route] = []
        page.goto("about:blank")  # what the page has asked so far is forgotten
        page.route("**/api/tables/*/coach", lambda route: held.append(route))
        with page.expect_request("**/api/tables/*/coach"):
            page.goto(address)
        page.wait_for_selector(".prompt.asked")
        asked = heard[-1]
        choose_first(page)
        settled(page)
        regrets = {choice["code"]: DOUBT for choice in asked["choices"]}
        held[0].fulfill(json={"version": asked["version"], "matters": MATTERS, "regrets": regrets})
        expect(coach_of(page)).to_contain_text(DOUBT)
        back = coach_of(page).get_by_role("button", name="Take it back")
        if undoable:
            back.click()
            expect(page.locator(".question")).to_have_text(asked["question"])
        else:
            expect(coach_of(page)).to_contain_text("next time you will know")
            expect(back).to_have_count(0)


def test_it_says_less_then_leaves(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:
        coached(context, KNOWN.replace("0/0", f"{LEAVES - 1}/{LEAVES - 1}"))
        page = sit_down(context, server, "Ada", "greedy")
        saying(page, ["score"])
        ask = page.get_by_role("button", name="What matters here?")
        expect(ask).to_be_visible()
        expect(coach_of(page)).not_to_contain_text(MATTERS)
        ask.click()
        expect(coach_of(page)).to_contain_text(MATTERS)
        # a good decision, the last that it waits for
        page.get_by_role("button", name=re.compile("^Draw")).first.click()
        expect(coach_of(page)).to_contain_text("You play well on your own now")
        coach_of(page).get_by_role("button", name="Close").click()
        expect(coach_of(page)).to_have_count(0)
        page.reload()
        page.wait_for_selector(".prompt")
        expect(coach_of(page)).to_have_count(0)
        assert f" {LEAVES}/{LEAVES} " in kept(context, server)["coached"], "it goes with the person"


def test_it_is_switched_off_and_on(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:
        coached(context)
        page = sit_down(context, server, "Ada", "greedy")
        coach_of(page).get_by_role("button", name="More").click()
        coach_of(page).get_by_role("button", name="Coach off").click()
        expect(coach_of(page)).to_have_count(0)
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("group", name="Coach").get_by_label("Off")).to_be_checked()
        page.get_by_role("group", name="Coach").get_by_label("On").check()
        page.keyboard.press("Escape")
        expect(coach_of(page)).to_be_visible()


def test_only_against_bots(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:
        coached(context)
        page = come_in(context, server, "Ada")
        switch = page.get_by_role("switch", name="Coach")
        expect(switch).to_be_checked()
        page.get_by_role("combobox", name="Chair 2", exact=True).select_option("open")
        expect(switch).to_have_count(0)
        page = sit_down(context, server, "Ada", "greedy", help=False)
        page.wait_for_selector(".prompt.asked")
        expect(coach_of(page)).to_have_count(0)
