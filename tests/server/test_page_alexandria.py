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
    STILL,
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
        expect(page.get_by_text("0 rooms stand").first).to_be_visible()
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
                expect(page.get_by_text(f"Round {s.round} of 5").first).to_be_visible()
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
        of_seats = "[data-region=players] .points"
        points = [page.locator(of_seats).all_inner_texts() for page in (ada, eve)]
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
        final = eve.locator(of_seats).all_inner_texts()
        assert len(final) == 4
        assert "?" not in final


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


SIZES = [(1440, 900), (1280, 720), (2560, 1440), (820, 1180), (390, 844), (844, 390)]

# what lies in the stage or in the strip, and where: not all of it may be in sight on the map
STRIP = """() => {
  const box = document.querySelector('[data-region=mine]').getBoundingClientRect();
  const cards = [...document.querySelectorAll('[data-region=mine] article, [data-region=mine] .tabs button')];
  return cards.filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const out = left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
    const step = card.nextElementSibling || card.parentElement.nextElementSibling;
    const edge = step ? Math.min(right, step.getBoundingClientRect().left + 1) : right;
    const at = document.elementFromPoint((left + edge) / 2, (top + bottom) / 2);
    return out || !(at === card || card.contains(at));
  }).map((card) => card.textContent.slice(0, 40));
}"""

ROOMS = """() => {
  const stage = document.querySelector('[data-region=stage]').getBoundingClientRect();
  return Object.fromEntries([...document.querySelectorAll('.map li[data-room]')].map((room) => {
    const { x, y, width } = room.firstElementChild.getBoundingClientRect();
    return [room.dataset.room, [x - stage.x, y - stage.y, width].map(Math.round).join(' ')];
  }));
}"""

# heroes, badges and names that lie on furniture
COVERING = """() => {
  const tiles = [...document.querySelectorAll('.map .tile svg:first-child')].map((tile) => tile.getBoundingClientRect());
  const over = [...document.querySelectorAll('.map .hero > svg, .map .badge, .map .go, .map .token, .map .name')];
  return over.flatMap((one) => {
    let box = one.getBoundingClientRect();
    if (one.matches('.name')) {
      const text = document.createRange();
      text.selectNodeContents(one);
      box = text.getBoundingClientRect();
    }
    const deep = tiles.filter((tile) =>
      Math.min(box.right - tile.left, tile.right - box.left) > 3 &&
      Math.min(box.bottom - tile.top, tile.bottom - box.top) > 3);
    return deep.length ? [`${one.className} ${one.textContent}`] : [];
  });
}"""


def test_the_hand_is_whole_and_nothing_lies_on_the_furniture(
    browser: Browser, server: Server
) -> None:
    """At every size; rooms keep their size from question to question."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = sit_down(context, server, "Ada", "random", "random", "random", game="alexandria")
        play(page, most=2)
        sizes: dict[tuple[int, int], set[str]] = {}
        for _ in range(4):
            play(page, PIECES, 3)
            page.wait_for_selector(".prompt.asked .choices button")
            for width, height in SIZES:
                resize(page, width, height)
                page.wait_for_selector(".map li[data-room]")
                page.wait_for_function(STILL)  # heroes walk to their places
                assert page.evaluate(STRIP) == [], f"cut off at {width} by {height}"
                assert page.evaluate(COVERING) == [], f"covered at {width} by {height}"
                rooms: dict[str, str] = page.evaluate(ROOMS)
                seen = sizes.setdefault((width, height), set())
                seen.add(",".join(sorted({place.split(" ")[2] for place in rooms.values()})))
        for (width, height), found in sizes.items():
            least = 120 if (width, height) in ((1440, 900), (2560, 1440)) else 84
            assert len(found) == 1, f"rooms of several sizes at {width} by {height}"
            assert int(found.pop()) >= least


def test_a_map_that_does_not_fit_is_moved_by_mouse_and_by_keyboard(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 390, "height": 844}
    ) as context:
        page = sit_down(context, server, "Ada", "random", "random", "random", game="alexandria")
        play(page, PIECES, 2)
        page.wait_for_selector(".map.pannable li[data-room]")
        stage = page.locator("[data-region=stage]").bounding_box()
        assert stage
        middle = (stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
        seen = [page.evaluate(ROOMS)]
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] - 60, middle[1] - 60, steps=4)
        page.mouse.move(middle[0] + 70, middle[1] + 70, steps=4)
        page.mouse.up()
        expect(page.locator(".sheet")).to_have_count(0)  # what was dragged was not pressed
        page.wait_for_function(STILL)
        seen.append(page.evaluate(ROOMS))
        page.locator(".map").focus()
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        page.keyboard.press("m")
        page.wait_for_function(STILL)
        seen.append(page.evaluate(ROOMS))
        page.keyboard.press("m")
        room = page.locator(".room.mine .look")
        room.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Close", exact=True)).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".sheet")).to_have_count(0)
        assert len({str(places) for places in seen}) == 3
        whole = {place.split(" ")[2] for place in seen[2].values()}
        assert max(int(size) for size in whole) < 84


def test_a_room_says_where_it_lies_and_what_is_near(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = sit_down(context, server, "Ada", "random", game="alexandria")
        play(page, PIECES, 2)
        rooms = page.get_by_role("list", name="Rooms of the Library").get_by_role("listitem")
        first = rooms.first.locator("p, span.hidden").last
        expect(first).to_contain_text("you are here")  # one's own room comes first
        expect(first).to_contain_text(re.compile(r"row \d, column \d+"))
        expect(first).to_contain_text("next to ")
        expect(rooms.nth(1)).to_contain_text("next to you")
