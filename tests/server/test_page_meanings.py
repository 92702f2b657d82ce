"""The table explains itself: the same words by mouse, by touch, by key and for those who listen."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

import emberstacks as es
from emberstacks.lessons import lesson
from emberstacks.lessons.meanings import meanings
from tests.server.browser import browser, settled, sit_down, violations
from tests.server.conftest import Server
from tests.server.test_page_lessons import open_lesson, step

__all__ = ["browser"]

THINGS = """() => [...document.querySelectorAll(
  ":is(main, aside) :is([data-name], [title], [role=img][aria-label], svg[aria-label])"
)].filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 0)
  .map((node) => node.getAttribute("data-name") ?? node.getAttribute("title") ?? node.getAttribute("aria-label"))"""


def at_stop(page: Page, server: Server, game: str, stop: int) -> None:
    """The first lesson of a game at one of its steps: always the same board."""
    page.goto(server.base)
    page.evaluate(
        "place => localStorage.setItem('emberstacks-lessons', place)",
        json.dumps({f"{game}/1": stop}),
    )
    open_lesson(page, server, game)
    step(page, stop + 1, len(lesson(game, 1).stops))


@pytest.mark.parametrize("game", [info.id for info in es.list_games()])
def test_everything_with_a_name_has_a_meaning(browser: Browser, server: Server, game: str) -> None:
    known = [
        re.escape(one.name).replace(r"\*", ".+").replace(r"\#", r"[−-]?\d+")
        for one in meanings(game)
    ]
    patterns = [re.compile(rf"{name}(?!\w)", re.IGNORECASE) for name in known]
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = context.new_page()
        for stop in range(0, len(lesson(game, 1).stops), 4):
            at_stop(page, server, game, stop)
            things = set(page.evaluate(THINGS)) - set(lesson(game, 1).names)
            assert len(things) > 5
            assert [name for name in things if not any(one.match(name) for one in patterns)] == []


def test_the_key_i_goes_from_thing_to_thing_and_says_what_it_is(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", "greedy", game="fire")
        card, spoken = page.locator("div.name"), page.locator("p.hidden[role=status]").last
        safe = next(one for one in meanings("fire") if one.name == "A safe space")
        page.keyboard.press("i")
        expect(card).to_be_visible()
        first = card.inner_text()
        page.keyboard.press("ArrowRight")
        expect(card).not_to_have_text(first)
        page.keyboard.press("ArrowLeft")
        expect(card).to_contain_text(first.splitlines()[0])
        for _ in range(60):
            if "safe space" in card.inner_text():
                break
            page.keyboard.press("ArrowRight")
        expect(card).to_contain_text(safe.text)
        expect(page.get_by_role("status").filter(has_text=safe.text)).to_contain_text("Rule 3.3")
        assert spoken.count() == 1
        assert violations(page) == []
        page.keyboard.press("r")
        expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)


def test_a_choice_says_what_it_would_bring_before_it_is_made(
    browser: Browser, server: Server
) -> None:
    """By mouse, by keyboard and for those who listen: the same words."""
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = context.new_page()
        at_stop(page, server, "librarians", 0)
        prompt = page.get_by_role("region", name="Your turn")
        prompt.get_by_role("button", name="Play; best").click()
        choice = prompt.get_by_role("button", name="Play Borrowed Boots").first
        said = "A complete line of Romance brings its power: Five cards leave the deck unplayed."
        expect(choice).to_have_accessible_description(said)
        line = prompt.locator(
            ".word"
        )  # which has the words of a choice, so that no card lies over the others
        choice.hover()
        expect(line).to_have_text(said)
        page.mouse.move(1, 1)
        expect(line).not_to_contain_text(said)
        choice.focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        expect(line).to_have_text(said)
        expect(page.locator("div.name")).to_have_count(0)
        expect(prompt.get_by_role("button", name="Rule 3.1")).to_be_visible()
        assert violations(page) == []
        step(page, 1, len(lesson("librarians", 1).stops))


def test_the_mouse_and_a_finger_get_the_same_words(browser: Browser, server: Server) -> None:
    safe = next(one for one in meanings("fire") if one.name == "A safe space")
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 390, "height": 844}, has_touch=True
    ) as context:
        page = sit_down(context, server, "Ada", "greedy", game="fire")
        space = page.locator("[data-name^='A safe space']:visible").first
        settled(page)
        space.hover()
        card = page.locator("div.name")
        expect(card).to_contain_text(safe.text)
        # as when the story goes on beside it: the mouse still rests
        page.evaluate("window.dispatchEvent(new Event('scroll'))")
        expect(card).to_contain_text(safe.text)
        expect(card.get_by_role("button")).to_have_count(0)
        page.mouse.move(1, 1)
        expect(card).to_have_count(0)
        space.dispatch_event(
            "pointerdown", {"pointerType": "touch", **middle(space.bounding_box())}
        )
        expect(card).to_contain_text(safe.text)
        card.get_by_role("button", name="Rule 3.3").click()
        expect(page.get_by_role("dialog", name="Rules")).to_be_visible()


def middle(box: object) -> dict[str, float]:
    assert isinstance(box, dict)
    return {
        "clientX": box["x"] + box["width"] / 2,
        "clientY": box["y"] + box["height"] / 2,
        "bubbles": True,
    }
