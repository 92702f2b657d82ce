"""Every piece of every board can be asked: what it is, and why it cannot be used now."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooLate

import emberstacks as es
from emberstacks.games import GAMES as GAMES_BY_NAME
from emberstacks.games import with_figures
from tests.cli.test_serve import served, terminate
from tests.every_game.test_growth import GROWING, write_box
from tests.server.browser import Heard, browser, resize, settled, sit_down, until_here
from tests.server.conftest import Server

__all__ = ["browser"]

GAMES = [info.id for info in es.list_games()]
# positions of a game that are looked at, more where every piece can be used in all of them
FEW, AT_MOST = 4, 12
MOVES = 3  # between two of them

# A picture says what it is by a name that is shown on hover, focus and long press, or by the words
# right beside it. A picture that only decorates a piece that is named in words is marked as such.
NAMELESS = """() => {
  const names = "[title]:not([title='']), [role=img][aria-label], svg[aria-label], [data-name], [data-art]";
  const places = "button, a, span, b, li, small, em, p, h2, h3, h4, .head, dt, td, i, article";
  const shown = (node) => node.checkVisibility({ opacityProperty: true }) && node.getBoundingClientRect().width > 3;
  const said = (near) => {
    const copy = near.cloneNode(true);
    copy.querySelectorAll(".hidden, svg").forEach((one) => one.remove());
    return copy.textContent.trim();
  };
  const worded = (near) => near.matches(places) && said(near);
  const explained = (svg) => worded(svg.parentElement) || worded(svg.parentElement.parentElement);
  const where = (at) => at.matches(".frame") ? "" : `${at.tagName}.${at.getAttribute("class")} < ${where(at.parentElement)}`;
  return [...document.querySelectorAll(".frame svg")]
    .filter((svg) => !svg.parentElement.closest("svg") && !svg.closest(".prompt, .over, dialog") && shown(svg))
    .filter((svg) => !svg.closest(names) && !svg.closest("button[aria-label], a[aria-label]") && !explained(svg))
    .map((svg) => where(svg).slice(0, 160));
}"""

NAMELESS_BUTTONS = """() => [...document.querySelectorAll(".frame button")]
  .filter((button) => button.checkVisibility() && !(button.getAttribute("aria-label") ?? button.textContent).trim())
  .map((button) => button.outerHTML.slice(0, 120))"""


def go_on(page: Page, rng: random.Random) -> None:
    """Answer one question by the prompt, or open a kind of choices, or wait until it is asked."""
    prompt = page.locator(".prompt.asked:not(.running):not(.stopped)")
    of_kind = prompt.locator(".kind button")
    buttons = of_kind if of_kind.count() else prompt.locator(".choices button:not(.off)")
    expect(buttons.first.or_(page.get_by_role("heading", name="The game is over"))).to_be_visible()
    if buttons.count():
        buttons.nth(rng.randrange(buttons.count())).click()
        settled(page)


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_has_a_name_and_every_piece_says_why_not(
    browser: Browser, server: Server, game: str
) -> None:
    rng = random.Random(5)
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        heard = Heard(context)
        page = sit_down(context, server, "Ada", "random", game=game)
        reasons: set[str] = set()
        for look in range(AT_MOST):
            if look >= FEW and reasons:
                break
            for _ in range(MOVES):
                go_on(page, rng)
            if page.get_by_role("heading", name="The game is over").is_visible():
                break
            expect(page.locator(".prompt.asked:not(.running)")).to_be_visible()
            assert sorted(set(page.evaluate(NAMELESS))) == []
            assert page.evaluate(NAMELESS_BUTTONS) == []
            version = heard.version
            pieces = page.locator("[data-why]:visible").evaluate_all(
                "all => all.map((piece) => piece.dataset.why)"
            )
            for number in rng.sample(range(len(pieces)), min(4, len(pieces))):
                reasons |= ask(page, heard, version, pieces[number], number % 2 == 0)
        assert reasons


# Asks a piece why not, by keyboard or by pressing it; false if there is no such piece any more.
ASK = """([answer, byKey]) => {
  const piece = document.querySelector(`[data-why="${CSS.escape(answer)}"]`);
  if (byKey) piece?.focus();
  else piece?.click();
  return piece !== null;
}"""

# What the piece says, and what is read aloud at the same moment.
SAID = """() => {
  const bubble = document.querySelector(".bubble");
  const aloud = [...document.querySelectorAll("p.hidden[role=status]")].map((one) => one.textContent);
  return bubble && bubble.checkVisibility() ? { words: bubble.innerText, aloud } : null;
}"""


def ask(page: Page, heard: Heard, version: int, answer: str, by_key: bool) -> set[str]:
    """Ask a piece why not; it says a sentence and the rule. Nothing if the page has moved on to
    another question since this version, because it makes an only pass by itself.
    """
    page.keyboard.press("Shift")  # the focus is only shown to people who use the keyboard
    if not page.evaluate(ASK, [answer, by_key]):
        assert heard.later_than(page, version), f"{answer} is gone, and nothing has happened"
        return set()
    said: Any = until_here(page, lambda: page.evaluate(SAID) or heard.version > version)
    if said is True:
        return set()
    words = said["words"]
    assert re.search(r"^[A-Z].+[.?!]", words), words
    assert re.search(r"Rule \d+\.\d+", words), words
    sentence = words.partition(" Rule")[0].partition("\n")[0]
    assert sum(sentence in one for one in said["aloud"]) == 1, said
    page.keyboard.press("Escape")
    expect(page.locator(".bubble")).to_have_count(0)
    return {words}


def gallery(page: Page) -> int:
    """Open the gallery, where every piece is drawn; how many there are."""
    page.get_by_role("button", name="Pieces").click()
    listed = page.locator("dialog details li")
    expect(listed.first).to_be_visible()
    page.locator("dialog details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    # pieces are drawn one after the other
    undrawn = (
        "() => [...document.querySelectorAll('dialog details li')]"
        + """.filter((one) => {
            const drawn = one.querySelector(".drawn");
            return !drawn?.querySelector("svg, .cover, article, i") || drawn.getBoundingClientRect().width <= 20
                || [...drawn.querySelectorAll("path")].some((line) => !line.getAttribute("d"));
        }).map((one) => one.textContent)"""
    )
    with suppress(TooLate):
        page.wait_for_function(f"() => ({undrawn})().length === 0")
    assert page.evaluate(undrawn) == []
    return listed.count()


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_is_drawn_in_the_gallery_and_beside_the_rule_that_brings_it(
    browser: Browser, server: Server, game: str
) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", "random", game=game)
        assert gallery(page) == len(GAMES_BY_NAME[game].pieces())
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Rules", exact=True).click()
        pictures = page.locator("dialog .pictures li")
        expect(pictures.first).to_be_visible()
        assert pictures.count() >= 4
        assert page.locator("dialog p.clause em").count() == 0 or page.locator(
            "dialog p.clause em"
        ).first.evaluate(
            "ruling => ruling.closest('.now') !== null"
        )  # rulings are folded, but for the clause that was asked about
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Player aid").click()
        expect(
            page.get_by_role("dialog", name="Player aid").get_by_role("heading", name="Signs")
        ).to_be_visible()


@pytest.mark.parametrize("game", GROWING)
def test_pieces_that_nobody_has_drawn_have_plain_faces(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    """Those of the law of growth, at a server that plays with them."""
    box = tmp_path / "box"
    box.mkdir()
    write_box(game, box, since=GAMES_BY_NAME[game].info.rules_version)
    pieces = with_figures(game, box).pieces()
    assert len(pieces) > len(GAMES_BY_NAME[game].pieces())
    rng = random.Random(3)
    with (
        served(tmp_path, "--figures", str(box), end=terminate) as (base, _log),
        browser.new_context(reduced_motion="reduce") as context,
    ):
        wrong: list[str] = []
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        server: Any = SimpleNamespace(base=base)
        page = sit_down(context, server, "Ada", "random", game=game)
        for _ in range(MOVES):
            go_on(page, rng)
        assert gallery(page) == len(pieces)
        assert wrong == []


def test_open_choices_of_horror_leave_its_map_in_sight(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Ada", "random", game="horror")
        turn = page.get_by_role("button", name="Turn", exact=True)
        rng = random.Random(1)
        while not turn.count():
            go_on(page, rng)
        for width, height in ((1440, 900), (390, 844)):
            resize(page, width, height)
            if not page.locator(".choices.kind").count():
                turn.click()
            expect(page.locator(".choices.kind button").first).to_be_visible()
            page.wait_for_function(
                "() => document.querySelector('.map').getBoundingClientRect().bottom"
                " <= document.querySelector('[data-region=actions]').getBoundingClientRect().top + 2"
            )
