"""The laws of the table, in every game: the regions keep their boxes whatever is asked, nothing
outside the story scrolls, and no choice is cut off.

`make test` looks at a few questions at two sizes of the window; `make still` at sixty at six sizes.
"""

from __future__ import annotations

import os
import random

import pytest
from playwright.sync_api import Browser, Page, expect

import emberstacks as es
from tests.server.browser import FIRST, browser, play_to_the_end, resize, settled, sit_down
from tests.server.conftest import Server

__all__ = ["browser"]

GAMES = [info.id for info in es.list_games()]
WHOLE = "EMBERSTACKS_STILL" in os.environ
SIZES = [(1440, 900), (390, 844)]
if WHOLE:
    SIZES += [(1280, 720), (820, 1180), (844, 390), (2560, 1440)]
ANSWERS = 60 if WHOLE else 10
CONTROLS = 10  # in the row of the bar

BOXES = """() => Object.fromEntries([...document.querySelectorAll("[data-region]")].map((region) => {
  const { x, y, width, height } = region.getBoundingClientRect();
  return [region.dataset.region, [x, y, width, height].map(Math.round).join(" ")];
}))"""

# what breaks a law, in words
WRONGS = """() => {
  const wrong = [];
  const called = (node) =>
    `${node.tagName}.${node.className.baseVal ?? node.className} ${node.textContent.trim().slice(0, 40)}`;
  const within = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1
    && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
  if (document.documentElement.scrollHeight > innerHeight + 1) wrong.push("the page scrolls");
  for (const node of document.querySelectorAll('.frame [data-region]:not([data-region="story"]) *')) {
    if (node.closest(".sheet, [data-pans]") || !node.checkVisibility()) continue;
    const { overflowX, overflowY } = getComputedStyle(node);
    if (/auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight + 1) wrong.push(`scrolls: ${called(node)}`);
    else if (/auto|scroll/.test(overflowX) && node.scrollWidth > node.clientWidth + 1) wrong.push(`scrolls: ${called(node)}`);
  }
  const bar = document.querySelector('[data-region="actions"]').getBoundingClientRect();
  const row = [...document.querySelectorAll(".prompt .row button")];
  if (row.length > MOST) wrong.push(`${row.length} controls in the bar`);
  for (const button of row) {
    if (!within(button.getBoundingClientRect(), bar)) wrong.push(`outside the bar: ${called(button)}`);
    const words = button.querySelector("span");
    if (words && (words.scrollWidth > words.clientWidth + 1 || button.scrollWidth > button.clientWidth + 1))
      wrong.push(`cut off: ${called(button)}`);
  }
  const mine = document.querySelector('[data-region="mine"]');
  for (const button of mine?.querySelectorAll("button") ?? []) {
    if (!button.checkVisibility()) continue;
    const { left, top, width, height } = button.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit || !(button.contains(hit) || hit.contains(button) || hit.closest('[data-region="mine"]')))
      wrong.push(`hidden: ${called(button)}`);
  }
  if (document.querySelector("dialog[open]")) wrong.push("a dialog has opened unasked");
  return wrong;
}""".replace("MOST", str(CONTROLS))

# opens the list of all choices and closes it again, within one moment of the page
OPENED = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const all = document.querySelector(".prompt .list");
  if (!all) return null;
  all.click();
  await drawn();
  const found = document.querySelector('.prompt [role="group"][aria-label="All choices"]') && (BOXES)();
  document.querySelector('.prompt .list[aria-expanded="true"]')?.click();
  await drawn();
  return found;
}""".replace("BOXES", BOXES)

GLOWING = """() => [...document.querySelectorAll('[data-region="stage"] button, [data-region="mine"] button')]
  .filter((one) => !one.dataset.why && one.checkVisibility() && getComputedStyle(one).boxShadow.includes("242"))
  .map((one) => one.getAttribute("aria-label"))"""


# a choice that is shown; where none is, the first of the list
PRESS = """async (chosen) => {
  const open = document.querySelector(".prompt .kind");
  const shown = [...document.querySelectorAll(open ? ".prompt .kind button" : ".prompt .row .choices .verb:not(.off)")];
  if (shown.length) shown[Math.floor(chosen * shown.length)].click();
  else document.querySelector(".prompt .list")?.click() ?? document.querySelector(".prompt .all button")?.click();
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
}"""


def asked(page: Page) -> bool:
    """Until the person is asked; not if the game has ended meanwhile."""
    page.wait_for_selector(".prompt.asked:not(.running):not(.stopped), .over")
    return page.locator(".over").count() == 0


def one_answer(page: Page, rng: random.Random) -> None:
    """Press a choice of the bar, and one of its kind if it opens."""
    chosen = rng.random()
    page.evaluate(PRESS, chosen)
    if page.locator(".prompt .kind").count():
        assert page.evaluate(WRONGS) == []
        page.evaluate(PRESS, chosen)
    settled(page)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_that_the_player_did_not_move(
    browser: Browser, server: Server, game: str, width: int, height: int
) -> None:
    rng = random.Random(width)
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = sit_down(context, server, "Ada", "random", game=game)
        assert asked(page)
        boxes = page.evaluate(BOXES)
        for _ in range(ANSWERS):
            if not asked(page):
                break
            assert page.evaluate(BOXES) == boxes
            assert page.evaluate(WRONGS) == []
            assert page.evaluate(OPENED) in (boxes, None)
            one_answer(page, rng)


@pytest.mark.parametrize("game", GAMES if WHOLE else GAMES[:1])
def test_the_end_moves_nothing_and_nothing_glows_after_it(
    browser: Browser, server: Server, game: str
) -> None:
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = sit_down(context, server, "Ada", "random", game=game)
        assert asked(page)
        boxes = page.evaluate(BOXES)
        play_to_the_end(page, FIRST)
        assert page.evaluate(BOXES) == boxes
        assert page.evaluate(GLOWING) == []
        expect(page.get_by_role("region", name="Ranking").get_by_role("heading")).to_be_visible()
        page.get_by_role("button", name="Show the board").click()
        assert page.evaluate(BOXES) == boxes


@pytest.mark.parametrize("game", GAMES)
def test_the_stage_is_as_large_in_every_game(browser: Browser, server: Server, game: str) -> None:
    """The sizes of docs/parts/page.md."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = sit_down(context, server, "Ada", "random", game=game)
        asked(page)
        for size, stage, act in (
            ((1440, 900), "12 50 1116 618", "12 674 1116 88"),
            ((1280, 720), "12 50 980 458", "12 514 980 84"),
            ((390, 844), "0 134 390 400", "0 654 390 138"),
            ((844, 390), "0 0 586 304", "586 80 258 266"),
            ((820, 1180), "10 128 800 578", "10 714 800 136"),
            ((2560, 1440), "18 75 2074 1017", "18 1101 2074 132"),
        ):
            resize(page, *size)
            found = page.evaluate(BOXES)
            assert (found["stage"], found["actions"]) == (stage, act), size
