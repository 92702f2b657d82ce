"""How the page fills a screen: no needless bar, no prompt over the board, pieces that grow, targets
that fingers hit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.server.browser import (
    FIRST,
    browser,
    choose_first,
    come_in,
    play,
    resize,
    settled,
    sit_down,
    violations,
)
from tests.server.conftest import Server
from tests.server.test_page_fire import WANTED
from tests.server.test_page_screens import SMALL

__all__ = ["browser"]

BARS = """() => [...document.querySelectorAll("*")].flatMap((node) => {
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  if (box.width < 2 || node.matches("ol, ol *")) return [];
  const found = [];
  if (/auto|scroll/.test(style.overflowY) && node.scrollHeight > node.clientHeight + 1) found.push(`down ${node.className}`);
  if (/auto|scroll/.test(style.overflowX) && node.scrollWidth > node.clientWidth + 1) found.push(`across ${node.className}`);
  return found;
})"""


def shown_instead(
    context: BrowserContext, server: Server, game: str, change: Callable[[dict[str, Any]], None]
) -> Page:
    """A table whose page is shown another position than the server has: one that play would seldom
    lead to.
    """

    def between(page_side: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            news = json.loads(message)
            if news["type"] == "update":
                change(news["view"]["state"])
            page_side.send(json.dumps(news))

        page_side.connect_to_server().on_message(pass_on)

    context.route_web_socket(re.compile("/ws/"), between)
    page = sit_down(context, server, "Ada", "random", game=game)
    expect(page.locator(".prompt.asked .choices button").first).to_be_visible()
    return page


def four_tools(state: dict[str, Any]) -> None:
    state["hands"][0] = [[piece] for piece in (0, 2, 5, 8)]


def seven_columns(state: dict[str, Any]) -> None:
    state["x"] = [room % 7 for room in range(len(state["x"]))]
    state["y"] = [room // 7 for room in range(len(state["y"]))]


def test_a_hand_of_four_tools_can_be_read_at_a_desk(browser: Browser, server: Server) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = shown_instead(context, server, "fire", four_tools)
        expect(page.locator(".hand .card")).to_have_count(4)
        ends = page.locator(".hand .held").evaluate_all(
            "all => all.map((one) => [one.getBoundingClientRect().right,"
            " one.firstElementChild.getBoundingClientRect().right])"
        )
        # no card lies over the one before it
        assert all(abs(place - card) < 1 for place, card in ends), ends
        assert page.evaluate(OVERLAPS, [".hand .card", ".market .card"]) == []


def test_four_players_of_fire_fit_beside_the_board(browser: Browser, server: Server) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = sit_down(context, server, "Ada", "random", "random", "random", game="fire")
        players = page.get_by_role("complementary", name="Players")
        expect(players.get_by_role("listitem")).to_have_count(4)
        for player in players.get_by_role("listitem").all():
            expect(player).to_be_in_viewport(ratio=1)
        assert players.evaluate("(part) => part.scrollHeight <= part.clientHeight")
        assert page.evaluate(BARS) == []


def test_a_tablet_shows_the_whole_title(browser: Browser, server: Server) -> None:
    """A phone held sideways has no room for it and only says it."""
    with browser.new_context(viewport={"width": 820, "height": 1180}) as context:
        page = sit_down(context, server, "Ada", "random", game="horror")
        title = page.get_by_role("heading", name="Horror in the Library")
        assert title.evaluate("(head) => head.scrollWidth <= head.clientWidth")
        resize(page, 844, 390)
        expect(title).to_have_count(1)


@pytest.mark.parametrize("width", [360, 390, 820])
def test_a_wide_library_of_alexandria_fits_a_phone(
    browser: Browser, server: Server, width: int
) -> None:
    with browser.new_context(viewport={"width": width, "height": 844}) as context:
        page = shown_instead(context, server, "alexandria", seven_columns)
        while page.get_by_text("The Library is not built yet.").count():
            assert play(page, "(choices) => choices[0]", 1)
        assert page.locator(".map .room").count() > 7
        assert [
            bar for bar in page.evaluate(BARS) if bar.startswith("across") and "choices" not in bar
        ] == []


def test_an_answered_puzzle_is_part_of_the_page(browser: Browser, server: Server) -> None:
    """Whoever answered sees the grade; only a long account of all choices has a bar, down to whose
    end one can scroll, and the page has none.
    """
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{server.base}/puzzle/fire-prototype/1")
        expect(page.get_by_role("region", name="Your turn")).to_be_visible()
        choose_first(page)
        expect(page.get_by_text("You chose")).to_be_in_viewport()
        page.get_by_text("What each choice is worth").click()
        bars = page.evaluate(BARS)
        assert [bar for bar in bars if not bar.startswith("down teacher")] == []
        last = page.locator(".teacher details li, .teacher details tr").last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=0.9)


def test_the_lobby_has_no_bars_and_shows_every_game(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Ada")
        expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
        for width, height in (
            (1280, 800),
            (1440, 900),
            (1920, 1080),
            (2560, 1440),
            (390, 844),
            (844, 390),
        ):
            resize(page, width, height)
            assert page.evaluate(BARS) == []
            assert page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )


# which of the second kind lie under one of the first
OVERLAPS = """([above, beneath]) => {
  const boxes = (kind) => [...document.querySelectorAll(kind)].map((node) => node.getBoundingClientRect());
  const apart = (one, two) =>
    one.right - 1 < two.left || two.right - 1 < one.left || one.bottom - 1 < two.top || two.bottom - 1 < one.top;
  return boxes(beneath).filter((one) => boxes(above).some((two) => !apart(one, two)));
}"""


STAGE_AND_MINE = "[data-region=stage], [data-region=mine]"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_prompt_covers_no_card_of_the_prototype(
    browser: Browser, server: Server, players: int
) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = sit_down(context, server, "Ada", *["random"] * (players - 1))
        for _ in range(6):
            assert play(page, FIRST, 1)
            expect(page.locator(".prompt.asked .choices button").first).to_be_visible()
            assert page.evaluate(OVERLAPS, [".prompt", STAGE_AND_MINE]) == []


def test_the_whole_library_is_in_sight_when_the_window_becomes_small(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = sit_down(context, server, "Ada", "random", "random", game="librarians")
        play(page, FIRST, 2)
        for width, height in ((390, 844), (844, 390), (820, 1180)):
            resize(page, width, height)
            page.wait_for_function("""() => {
              const stage = document.querySelector("[data-region=stage]").getBoundingClientRect();
              return [...document.querySelectorAll(".case .cell")].every((cell) => {
                const box = cell.getBoundingClientRect();
                return box.left >= stage.left && box.right <= stage.right && box.bottom <= stage.bottom;
              });
            }""")


# only the story scrolls
NO_BARS = f"() => !({BARS})().length && document.documentElement.scrollHeight <= innerHeight"
WIDER = "([part, width]) => document.querySelector(part).getBoundingClientRect().width > width"
# the prompt is beside the board, not over it
BESIDE = """() => {
  const [board, prompt] = ["[data-region=stage]", ".prompt"].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  const { scrollWidth, clientWidth } = document.documentElement;
  return board.right <= prompt.left + 1 && scrollWidth <= clientWidth;
}"""


@pytest.mark.parametrize("game", ["fire", "alexandria", "librarians"])
def test_a_table_uses_its_screen(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = sit_down(context, server, "Ada", "random", game=game)
        expect(page.locator(".choices button").first).to_be_visible()
        page.wait_for_function(NO_BARS)
        resize(page, 2560, 1440)
        page.wait_for_function(WIDER, arg=[".frame", 2500])
        resize(page, 820, 1180)
        page.wait_for_function(WIDER, arg=["[data-region=stage]", 780])
        for width, height in ((844, 390), (720, 450)):  # a phone held sideways, a desk at 200 %
            resize(page, width, height)
            page.wait_for_function(BESIDE)


# what hurts on a phone or a tablet: a bar within the page, a prompt over most of the board, words
# that touch or overflow
CROWDED = f"""() => {{
  const bars = ({BARS})().filter((bar) => !/hand|row/.test(bar));
  const prompt = document.querySelector(".prompt").getBoundingClientRect();
  const wide = (node) => node.getBoundingClientRect().width;
  const touching = [...document.querySelectorAll(".spaces em")].filter((word) => wide(word) > wide(word.closest(".space")));
  const full = [...document.querySelectorAll(".hand .book")].filter((book) => book.scrollHeight > book.clientHeight + 1);
  const high = innerHeight > 520 && prompt.height > innerHeight * 0.4;
  return [...bars, ...(high ? [`prompt ${{prompt.height}}`] : []), ...[...touching, ...full].map((node) => node.textContent)];
}}"""
# a wide map and a long question; nothing stands beside them
ACROSS_ONLY = re.compile("across (frame|choices)|down prompt")


@pytest.mark.parametrize("game", ["fire", "alexandria", "librarians", "horror"])
def test_nothing_is_crowded_on_a_phone_and_a_tablet(
    browser: Browser, server: Server, game: str
) -> None:
    with browser.new_context(viewport={"width": 820, "height": 1180}) as context:
        page = sit_down(context, server, "Ada", "random", "random", "random", game=game)
        for _ in range(7):
            assert play(page, FIRST, 1)
            expect(page.locator(".prompt.asked .choices button").first).to_be_visible()
            for width, height in ((820, 1180), (390, 844), (844, 390)):
                resize(page, width, height)
                crowded = page.evaluate(CROWDED)
                assert [
                    one for one in crowded if width == 820 or not ACROSS_ONLY.match(one)
                ] == [], (width, height)


HIDDEN_TEXTS = """() => {
  const fold = document.querySelector("[data-region=mine]").getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".hand .card p, .market .card p")]
    .filter((text) => text.checkVisibility() && text.getBoundingClientRect().bottom > fold)
    .map((text) => text.textContent);
}"""


def test_every_tool_of_fire_can_be_read_at_a_desk(browser: Browser, server: Server) -> None:
    """Whatever is asked, with what happened since the last turn beside it, no text of a tool falls
    below the fold.
    """
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", "greedy", "greedy", "random", game="fire")
        strips = 0
        for _ in range(25):
            assert play(page, WANTED, 1)
            strips += page.get_by_role("region", name="Since your last turn").count()
            assert page.evaluate(HIDDEN_TEXTS) == [], page.locator(".prompt").inner_text()
        assert strips > 5


SINCE = "section[aria-label='Since your last turn']"


@pytest.mark.parametrize(("game", "bots"), [("horror", 2), ("alexandria", 3)])
def test_what_happened_since_covers_nothing_and_only_long_parts_scroll(
    browser: Browser, server: Server, game: str, bots: int
) -> None:
    """The strip takes its room from the story, and four players need no bar."""
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", *["random"] * bots, game=game)
        strips = 0
        for _ in range(20):
            assert play(page, FIRST, 1)
            expect(page.locator(".prompt.asked:not(.running)")).to_be_visible()
            strips += page.locator(SINCE).count()
            assert page.evaluate(OVERLAPS, [SINCE, f".prompt, {STAGE_AND_MINE}"]) == []
            assert page.evaluate(BARS) == []
        assert strips > 2


def test_fingers_hit_what_they_mean_and_the_log_opens_at_its_newest_line(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 390, "height": 844}, has_touch=True
    ) as context:
        page = sit_down(context, server, "Ada", "random")
        for _ in range(12):
            choices = page.locator(".prompt.asked:not(.running) .choices button:not(.off)")
            over = page.locator("main h2", has_text="The game is over")
            expect(choices.or_(over).first).to_be_visible()
            if over.count():
                break
            told = page.locator("ol li").count()
            choices.last.click()
            if page.locator(".prompt .kind button").count():
                page.locator(".prompt .kind button").last.click()
            expect(page.locator("ol li")).not_to_have_count(told)
        assert page.evaluate(SMALL) == []
        page.get_by_role("button", name="What happened").click()
        expect(page.locator("ol li").last).to_be_in_viewport()


def test_forced_colours_keep_edges_and_symbols(browser: Browser, server: Server) -> None:
    with browser.new_context(forced_colors="active", reduced_motion="reduce") as context:
        page = sit_down(context, server, "Ada", "random", game="librarians")
        expect(page.locator(".choices button").first).to_be_visible()
        for name in (".verb", ".tool"):
            edges = page.locator(f"{name}:visible").evaluate_all(
                "all => all.map((one) => getComputedStyle(one).borderTopWidth)"
            )
            assert edges
            assert "0px" not in edges
        page.locator(".hand button.card").first.click()
        page.wait_for_selector("button.place")
        kept = page.locator(".case, button.why").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).forcedColorAdjust)"
        )
        assert set(kept) == {"none"}
        assert violations(page, forced=True) == []
        grounds = page.locator(".prompt, .panel").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).backgroundColor)"
        )
        assert not [ground for ground in grounds if ground.startswith("rgba")]


def test_forced_colours_keep_signs_of_horror(browser: Browser, server: Server) -> None:
    with browser.new_context(
        viewport={"width": 1440, "height": 900}, forced_colors="active"
    ) as context:
        page = sit_down(context, server, "Ada", "random", game="horror")
        while not page.locator(".handle").count():  # rooms can be turned in one's own turn
            assert play(page, FIRST, 1)
        kept = page.locator(".meter li, .handle").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).forcedColorAdjust)"
        )
        assert set(kept) == {"none"}
        assert violations(page, forced=True) == []


def test_rules_can_be_searched(browser: Browser, server: Server) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = come_in(context, server, "Ada")
        expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
        page.get_by_role("button", name="Rules").click()
        drawer = page.get_by_role("dialog", name="Rules")
        expect(
            drawer.get_by_role("navigation", name="Contents").get_by_role("button").first
        ).to_be_visible()
        # one bar, not two
        assert len([bar for bar in page.evaluate(BARS) if "inside" in bar or "panel" in bar]) == 1
        all_clauses = drawer.locator("p.clause").count()
        drawer.locator(".inside").evaluate("(inside) => inside.scrollTo(0, 40)")
        drawer.get_by_label("Search the rules").fill("bag")
        # what is sought stays in sight
        assert drawer.locator(".inside").evaluate("(inside) => inside.scrollTop") == 0
        expect(drawer.get_by_text("rules found")).to_be_visible()
        assert 0 < drawer.locator("p.clause").count() < all_clauses


def test_icons_say_their_names_under_mouse_and_finger(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", "random", game="horror")
        expect(page.locator(".choices button").first).to_be_visible()
        while not page.locator("aside .part [data-name]").count():
            choose_first(page)
            settled(page)
        # a card vanishes when somebody moves
        expect(page.locator(".prompt.asked .choices button").first).to_be_visible()
        page.locator("aside .part [data-name]").first.hover()
        expect(page.locator(".name > span").first).to_have_text("Fortitude")
        page.mouse.move(700, 880)
        expect(page.locator(".name")).to_have_count(0)
        press = """node => { const { x, y } = node.getBoundingClientRect();
          const at = { bubbles: true, pointerType: "touch", clientX: x + 5, clientY: y + 5 };
          node.dispatchEvent(new PointerEvent("pointerdown", at)); }"""
        page.locator("aside .part [data-name]").nth(1).evaluate(press)
        expect(page.locator(".name > span").first).to_have_text("Secrets found")


def test_a_lesson_stands_beside_its_board_on_a_phone_held_sideways(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(viewport={"width": 844, "height": 390}) as context:
        page = context.new_page()
        for path in ("learn/fire-prototype/1", "puzzle/fire-prototype/1"):
            page.goto(f"{server.base}/{path}")
            expect(page.locator(".teacher")).to_be_visible()
            for part in page.locator(".teacher, .prompt").all():
                assert page.evaluate(OVERLAPS, [".teacher, .prompt", "[data-region=stage]"]) == []
                expect(part).to_be_in_viewport()
            assert not [bar for bar in page.evaluate(BARS) if bar.startswith("across")]


@pytest.mark.parametrize("game", ["fire", "librarians"])
def test_larger_text_covers_no_board_on_a_phone_held_sideways(
    browser: Browser, server: Server, game: str
) -> None:
    with browser.new_context(viewport={"width": 844, "height": 390}) as context:
        page = sit_down(context, server, "Ada", "random", game=game)
        expect(page.locator(".choices button").first).to_be_visible()
        page.evaluate("document.documentElement.dataset.text = 'larger'")
        page.wait_for_function(BESIDE)
        box = page.locator(".prompt").bounding_box()
        assert box
        assert box["y"] + box["height"] <= 390


def test_a_lost_connection_moves_nothing(browser: Browser, server: Server) -> None:
    """The news has its place, the page grows no wider, and the prompt stays beside the board."""
    with browser.new_context(viewport={"width": 844, "height": 390}) as context:
        page = sit_down(context, server, "Ada", "random", game="fire")
        expect(page.locator(".choices button").first).to_be_visible()
        page.wait_for_function(BESIDE)
        context.set_offline(True)
        expect(page.get_by_text("Connection lost, trying again")).to_be_visible()
        page.wait_for_function(BESIDE)
        for width, height in ((390, 844), (820, 1180)):
            resize(page, width, height)
            assert page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )
            expect(page.get_by_text("Connection lost, trying again")).to_be_in_viewport(ratio=1)


def test_the_map_of_alexandria_keeps_its_place_however_long_the_words_above_it_are(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = sit_down(context, server, "Ada", "random", game="alexandria")
        boxes = set()
        for _ in range(12):
            assert play(page, FIRST, 1)
            box = page.locator("[data-region=stage] .map").bounding_box()
            assert box
            boxes.add(tuple(box.values()))
        assert len(boxes) == 1, boxes
