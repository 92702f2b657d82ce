"""Lessons in a browser: by the accessibility tree alone, by keyboard alone, and with moves that the
lesson did not expect.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

import emberstacks as es
from emberstacks.lessons import lesson, lessons_of
from tests.server.browser import browser
from tests.server.conftest import Server
from tests.server.robot import LISTEN, PATIENCE, beneath, errors_of, tree

__all__ = ["browser"]

MEANT = "the lesson's next move"


def open_lesson(page: Page, server: Server, game: str, number: int = 1) -> None:
    page.goto(f"{server.base}/learn/{game}/{number}")
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()


def step(page: Page, number: int, of: int) -> None:
    expect(page.get_by_text(f"Step {number} of {of}", exact=True)).to_be_visible()


def finish_lesson(page: Page, stops: int) -> int:
    """Press what the tree says is next until the last step; returns how many moves that took."""
    moves = idle = 0
    while idle < PATIENCE:
        lines = tree(page)
        heading = next(
            (name for _, role, name, _ in lines if role == "heading" and "Step" in name), ""
        )
        if f"Step {stops} of {stops}" in heading:
            return moves
        asked = beneath(lines, "region", "Your turn")
        meant = [name for _, role, name, _ in asked if role == "button" and name.endswith(MEANT)]
        said = [
            name
            for _, role, name, _ in beneath(lines, "region", "Lesson")
            if role == "button" and name == "Next"
        ]
        if meant:
            button = (
                page.get_by_role("region", name="Your turn")
                .get_by_role("button", name=meant[-1], exact=True)
                .last
            )
            opens = button.get_attribute("aria-expanded") is not None
            button.click()
            moves += 0 if opens else 1
            if opens:
                continue
        elif said:
            page.get_by_role("region", name="Lesson").get_by_role("button", name="Next").click()
        else:
            page.wait_for_timeout(30)
            idle += 1
            continue
        idle = 0
        expect(page.locator("section[aria-label=Lesson] h2 small")).not_to_have_text(
            re.search(r"Step.*", heading)[0]  # type: ignore[index]
        )
    pytest.fail(f"the lesson did not end after {moves} moves: {tree(page)}")


@pytest.mark.parametrize("game", [info.id for info in es.list_games()])
def test_a_first_lesson_is_finished_by_the_accessibility_tree_alone(
    browser: Browser, server: Server, game: str
) -> None:
    one = lesson(game, 1)
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    ) as context:
        context.add_init_script(LISTEN)
        wrong = errors_of(context)
        page = context.new_page()
        open_lesson(page, server, game)
        assert finish_lesson(page, len(one.stops)) == sum(1 for stop in one.stops if stop.wanted)
        expect(page.get_by_role("button", name="Play a guided game")).to_be_visible()
        heard = page.evaluate("window.heard").__len__()
        assert heard > 0
        page.goto(f"{server.base}/learn/{game}")
        expect(page.get_by_role("link", name=f"1. {one.title}")).to_contain_text("done")
        assert wrong == []


def test_another_move_is_taken_seriously(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    ) as context:
        page = context.new_page()
        open_lesson(page, server, "fire-prototype")
        page.get_by_role("button", name="Next").click()
        page.get_by_role("button", name="Score 11 points").click()
        teacher = page.get_by_role("region", name="Lesson")
        expect(teacher).to_contain_text("one more draw costs you little")
        expect(page.get_by_role("region", name="Your turn")).to_have_count(0)
        page.get_by_role("button", name="Take it back").click()
        expect(page.get_by_role("region", name="Your turn")).to_be_visible()
        page.get_by_role("button", name="Score 11 points").click()
        page.get_by_role("button", name="Try it").click()
        expect(teacher).to_contain_text("trying something of your own")
        expect(page.locator("ol li").filter(has_text="Ada scores 11")).to_have_count(1)
        page.get_by_role("button", name="Take it back").click()
        expect(page.locator("ol li").filter(has_text="Ada scores 11")).to_have_count(0)
        step(page, 2, 12)


def test_by_keyboard_and_the_place_is_kept(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 390, "height": 844}
    ) as context:
        page = context.new_page()
        open_lesson(page, server, "fire-prototype")
        expect(page.locator(".words")).to_be_focused()
        page.keyboard.press("n")
        step(page, 2, 12)
        page.keyboard.press("d")
        step(page, 3, 12)
        page.keyboard.press("s")
        step(page, 4, 12)
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        page.keyboard.press("Enter")
        step(page, 5, 12)
        page.reload()
        step(page, 5, 12)
        page.keyboard.press("b")
        step(page, 4, 12)
        page.get_by_role("button", name="Start again").click()
        step(page, 1, 12)
        page.get_by_role("button", name="Next").click()
        page.get_by_role("button", name="Skip").click()
        step(page, 3, 12)
        page.get_by_role("button", name="Rule 3.5").click()
        expect(page.get_by_role("dialog")).to_be_visible()


def test_on_a_phone_the_next_move_leaves_room_for_the_board(
    browser: Browser, server: Server
) -> None:
    """Librarians has a step whose place is not on the screen by itself: left of shelf 4."""
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 390, "height": 844}
    ) as context:
        page = context.new_page()
        page.goto(server.base)
        page.evaluate(
            "place => localStorage.setItem('emberstacks-lessons', place)",
            json.dumps({"librarians/4": 3}),
        )
        open_lesson(page, server, "librarians", 4)
        step(page, 4, len(lesson("librarians", 4).stops))
        asked = page.get_by_role("region", name="Your turn")
        expect(asked.get_by_role("button", name=re.compile(MEANT))).to_have_count(1)
        expect(asked.get_by_role("button", name=re.compile(MEANT))).to_be_in_viewport(ratio=1)
        box = asked.bounding_box()
        assert box is not None
        assert box["height"] < 0.25 * 844
        place = page.locator("[data-glow]")
        expect(place).to_have_attribute("aria-label", "Shelf 4, place 1 to the left")
        expect(place).to_be_in_viewport(ratio=1)
        asked.get_by_role("button", name="All 5").click()
        every = asked.get_by_role("group", name="All choices").get_by_role("button")
        expect(every).to_have_count(5)
        asked.get_by_role("button", name="All 5").click()
        expect(every).to_have_count(0)
        place.click()
        step(page, 5, len(lesson("librarians", 4).stops))


POINTING = sorted(
    {
        info.id
        for info in es.list_games()
        for one in lessons_of(info.id).values()
        for stop in one.stops
        if stop.glow
    }
)


@pytest.mark.parametrize("game", POINTING)
def test_what_a_lesson_points_at_glows(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = context.new_page()
        page.goto(server.base)
        for number, one in lessons_of(game).items():
            for at in [at for at, stop in enumerate(one.stops) if stop.glow]:
                place = json.dumps({f"{game}/{number}": at})
                page.evaluate("place => localStorage.setItem('emberstacks-lessons', place)", place)
                open_lesson(page, server, game, number)
                step(page, at + 1, len(one.stops))
                for name in one.stops[at].glow or []:
                    lit = ", ".join(
                        f"[data-glow][{kind}^={json.dumps(name)} i]"
                        for kind in ("data-name", "aria-label", "title")
                    )
                    expect(
                        page.locator(lit).first, f"{name}: lesson {number}, step {at + 1}"
                    ).to_be_attached()


PLACES = [
    ("fire", 1, 1, "Draw from the bag"),
    ("librarians", 5, 1, "Pick Night Train"),
    ("horror", 2, 2, "Turn the Long Gallery"),
]


@pytest.mark.parametrize(("game", "number", "stop", "name"), PLACES)
def test_on_a_phone_the_place_of_the_next_move_glows_in_sight(
    browser: Browser, server: Server, game: str, number: int, stop: int, name: str
) -> None:
    """Also where it has another name than the answer: the bag, a card in the hand, a handle that
    asks which way.
    """
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(server.base)
        place = json.dumps({f"{game}/{number}": stop - 1})
        page.evaluate("place => localStorage.setItem('emberstacks-lessons', place)", place)
        open_lesson(page, server, game, number)
        step(page, stop, len(lesson(game, number).stops))
        lit = page.locator(f"[data-glow][aria-label^={json.dumps(name)}]:visible")
        expect(lit).to_have_count(1)
        expect(lit).to_be_in_viewport(ratio=1)
        seen = lit.evaluate(
            """(node) => { const { x, y, width, height } = node.getBoundingClientRect();
            return node.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"""
        )
        assert seen, "something lies over it"


def test_all_that_a_lesson_points_at_is_in_sight_if_it_fits(
    browser: Browser, server: Server
) -> None:
    """The five shelves of the prototype are lower than a phone, if nothing else is."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(server.base)
        page.evaluate(
            "place => localStorage.setItem('emberstacks-lessons', place)",
            json.dumps({"fire-prototype/2": 3}),
        )
        open_lesson(page, server, "fire-prototype", 2)
        step(page, 4, len(lesson("fire-prototype", 2).stops))
        expect(page.locator("[data-glow]")).to_have_count(5)
        for shelf in page.locator("[data-glow]").all():
            expect(shelf).to_be_in_viewport(ratio=0.95)


def test_large_text_is_large_in_lessons_too(browser: Browser, server: Server) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(server.base)
        heights = []
        for size in ("normal", "larger"):
            page.evaluate(
                "text => localStorage.setItem('emberstacks-settings', JSON.stringify({ text }))",
                size,
            )
            open_lesson(page, server, "fire")
            button = page.get_by_role("button", name="Start again").bounding_box()
            assert button is not None
            heights.append(button["height"])
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert heights[1] > 1.25 * heights[0]


def test_a_first_visit_starts_a_game_or_a_lesson_without_a_name(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    ) as context:
        wrong = errors_of(context)
        page = context.new_page()
        page.goto(server.base)
        for info in es.list_games()[1:]:
            expect(page.get_by_role("heading", name=info.title, exact=True)).to_be_visible()
        expect(page.get_by_role("link", name="Librarians: Learn in 3 minutes")).to_be_visible()
        expect(page.get_by_text("You can leave it empty.")).to_be_visible()
        expect(page.get_by_text("about 40 minutes · medium rules · cooperative")).to_be_visible()
        page.get_by_role("link", name="Show me how").click()
        expect(page.get_by_role("region", name="Lesson")).to_contain_text("run in to save books")
        page.goto(server.base)
        page.get_by_role("button", name="Play now").click()
        page.wait_for_url("**/table/*")
        expect(page.get_by_role("heading", name="Fire in the Library")).to_be_visible()
        expect(page.get_by_text("Guest (you)")).to_be_visible()
        table = page.url.rpartition("/")[2]
        seats = page.request.get(f"{server.base}/api/tables/{table}").json()["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "bot", "bot"]
        assert wrong == []
