"""How tests use the page: people who come in, open a table and play, and what axe says of it."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import axe_playwright_python  # type: ignore[import-untyped]
import pytest
from browser import chromium
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    WebSocket,
    expect,
    sync_playwright,
)

import emberstacks
from tests.server.conftest import Server
from tests.waiting import until

CHROMIUM = chromium()
PAGE = Path(emberstacks.__file__).parent / "static/index.html"
PATIENCE = int(
    os.environ.get("EMBERSTACKS_PATIENCE", "60000")
)  # milliseconds: a busy machine is slow, and only a test that fails waits so long

T = TypeVar("T")
# at a page in which nothing happens, 20 milliseconds apart: as long
LOOKS = int(os.environ.get("EMBERSTACKS_LOOKS", "3000"))

expect.set_options(timeout=PATIENCE)


def why_not() -> str:
    """What is missing for tests in a browser, if anything is."""
    if CHROMIUM is None:
        return "no Chromium was found ('apt-get install chromium')"
    return "" if PAGE.exists() else "the page is not built ('make web')"


class Shared:
    """The browser that consecutive tests share; each opens contexts of its own in it."""

    def __init__(self) -> None:
        self.driver: Playwright | None = None
        self.running: Browser | None = None

    def get(self) -> Browser:
        """The one that runs, or a new one."""
        if self.running is None or not self.running.is_connected():
            self.close()
            self.driver = sync_playwright().start()
            arguments = [
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
            ]
            # a process less, and no optimising of what runs once: together a sixth of the work of a
            # short test
            arguments += ["--in-process-gpu", "--js-flags=--no-opt"]
            arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
            self.running = calm(
                self.driver.chromium.launch(
                    executable_path=CHROMIUM,
                    args=arguments,
                    # as people on Windows and Linux see the page
                    ignore_default_args=["--hide-scrollbars"],
                )
            )
        return self.running

    def close(self) -> None:
        """Before a test that needs none: Playwright has an event loop, and a test may want one of
        its own.
        """
        if self.running is not None:
            self.running.close()
        if self.driver is not None:
            self.driver.stop()
        self.driver = self.running = None


SHARED = Shared()  # tests/conftest.py closes it


@pytest.fixture
def browser() -> Browser:
    """A browser; without one the test is skipped, loudly."""
    if why_not():
        warnings.warn(pytest.PytestWarning(f"SKIPPED the browser tests: {why_not()}"), stacklevel=1)
        pytest.skip(f"the browser tests cannot run: {why_not()}")
    return SHARED.get()


def calm(running: Browser) -> Browser:
    """Its contexts wait long, show no motion and keep no page for later, which is most of a
    browser's work; tests of motion and of the service worker ask for them.
    """
    new_context = running.new_context

    def calm_context(**wishes: Any) -> BrowserContext:
        context = new_context(**{"reduced_motion": "reduce", "service_workers": "block", **wishes})
        context.set_default_timeout(PATIENCE)
        return context

    running.new_context = calm_context  # type: ignore[method-assign]
    return running


class Heard:
    """What the pages that a context opens from now on are told of their tables."""

    def __init__(self, context: BrowserContext) -> None:
        self.version = 0  # of the last question
        context.on("page", lambda page: page.on("websocket", self.follow))

    def follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", self.hear)

    def hear(self, message: str | bytes) -> None:
        told = json.loads(message)
        if told["type"] == "update":
            self.version = max(self.version, told["version"])

    def later_than(self, page: Page, version: int) -> bool:
        """Does something happen after this, for as long as a busy machine may need?"""
        until_here(page, lambda: self.version > version)
        return True


def until_here(page: Page, wanted: Callable[[], T]) -> T:
    """What is wanted, as soon as it is there or true; the page's events arrive meanwhile."""
    return until(wanted, rest=lambda seconds: page.wait_for_timeout(1000 * seconds))


def come_in(context: BrowserContext, server: Server, name: str, path: str = "/") -> Page:
    """Somebody opens the page and gives a name."""
    page = context.new_page()
    page.goto(server.base + path)
    page.get_by_label("Your name at the table").fill(name)
    page.keyboard.press("Enter")
    return page


def open_table(page: Page, *chairs: str, game: str = "fire-prototype") -> str:
    """A table of a game with these on the chairs after one's own; returns its address."""
    expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
    page.locator(f'input[name="game"][value="{game}"]').check(force=True)
    all_chairs = page.get_by_role("combobox", name=re.compile("^Chair [0-9]"))
    expect(all_chairs.first).to_be_visible()
    while all_chairs.count() > len(chairs) + 1:
        page.get_by_role("button", name="One chair fewer").click()
    while all_chairs.count() < len(chairs) + 1:
        page.get_by_role("button", name="One chair more").click()
    for seat, wanted in enumerate(chairs, 2):
        chair = page.get_by_role("combobox", name=f"Chair {seat}", exact=True)
        spec = "open" if wanted == "Anyone" else wanted.removesuffix(" bot").lower()
        # those that programmers use are not offered at once
        if not chair.locator(f'option[value="{spec}"]').count():
            page.get_by_text("More", exact=True).click()
            page.get_by_role("switch", name="Show every bot").check()
        chair.select_option(spec)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    return page.url


def sit_down(
    context: BrowserContext,
    server: Server,
    name: str,
    *bots: str,
    game: str = "fire-prototype",
    **more: Any,
) -> Page:
    """Somebody at a new table with these bots, without the way through the lobby; the page shows it
    and is ready.
    """
    page = context.new_page()
    assert context.request.post(f"{server.base}/api/session", data={"name": name}).ok
    seats = [{"kind": "host", "bot": ""}, *({"kind": "bot", "bot": bot} for bot in bots)]
    made = context.request.post(
        f"{server.base}/api/tables", data={"game": game, "seats": seats, **more}
    )
    assert made.ok, made.text()
    assert context.request.post(f"{server.base}/api/tables/{made.json()['id']}/start").ok
    page.goto(f"{server.base}/table/{made.json()['id']}")
    page.wait_for_selector(".prompt")
    return page


def resize(page: Page, width: int, height: int) -> None:
    """Another size of the window, until all that looks at it has looked."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    )


def settled(page: Page) -> None:
    """Until what was sent has its answer: before that the page still shows the old question."""
    expect(page.locator(".prompt[aria-busy=true]")).to_have_count(0)


def choose(page: Page, place: int) -> None:
    """Press the choice at this place, and if it is a kind of choices, the one there in it."""
    page.locator(".prompt:not(.running) .choices button:not(.off)").nth(place).click()
    of_kind = page.locator(".prompt .kind button")
    if of_kind.count():
        of_kind.nth(place).click()


def choose_first(page: Page) -> None:
    choose(page, 0)


def choose_last(page: Page) -> None:
    choose(page, -1)


def wait_for_news(page: Page, told: int) -> None:
    """Until the log has changed."""
    expect(page.locator("[data-region=story] ol li")).not_to_have_count(told)


# Looks and answers within one moment of the page, so that no question can change in between. A kind
# of choices that is opened takes the place of the others; a window that asks to confirm is
# confirmed. In a long game the browser does not draw what nobody looks at, which is more than half
# of its work; afterwards it draws everything.
PLAY = """(most) => new Promise((done) => {
  let given = 0;
  const wish = %s;
  const root = document.documentElement.style;
  if (most > %d) root.contentVisibility = "hidden";
  const look = () => {
    const over = [...document.querySelectorAll("main h2")].some((head) => head.textContent === "The game is over");
    if (over || given >= most) {
      root.contentVisibility = "";
      return done(given);
    }
    setTimeout(look, 10);
    const sure = document.querySelector("dialog[open] .brass") ?? document.querySelector("dialog[open] button");
    const prompt = document.querySelector(".prompt.asked:not(.running):not(.stopped)");
    const open = prompt?.querySelector(".choices.kind");
    const choices = [...((open ?? prompt)?.querySelectorAll(open ? "button" : ".choices .verb:not(.off)") ?? [])];
    const wanted = sure ?? (choices.length ? wish(choices, given) : null);
    if (!wanted) return;
    wanted.click();
    given += sure ? 0 : 1;
  };
  look();
})"""
SEEN = 5  # answers that are drawn
LAST, FIRST = "(choices) => choices.at(-1)", "(choices) => choices[0]"


def play(page: Page, wish: str = LAST, most: int = 2000) -> int:
    """Press what is wished for (a function of the choices, in the page) until the game is over or
    enough is answered.
    """
    given = int(page.evaluate(PLAY % (wish, SEEN), most))
    settled(page)
    return given


def play_to_the_end(page: Page, wish: str = LAST) -> None:
    """Until the game is over."""
    play(page, wish)
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()


def click_to_the_end(*pages: Page, clicks: int = 16) -> None:
    """On several pages: the player who is asked takes the last choice until the game is over, this
    often with a mouse.

    A mouse costs ten times the work of a press within the page, so the rest is pressed there, on
    all pages at once.
    """
    left = clicks
    for _ in range(LOOKS):
        for page in pages:
            assert not page.get_by_role("heading", name="The game is over").is_visible(), (
                "the game was too short"
            )
            choices = page.locator(".prompt:not(.running) .choices button:not(.off)")
            if choices.count():
                told = page.locator("[data-region=story] ol li").count()
                choose_last(page)
                wait_for_news(page, told)
                left -= 1
        if left <= 0:
            break
        pages[0].wait_for_timeout(20)
    for page in pages:
        page.evaluate(f"() => void ({PLAY % (LAST, SEEN)})({LOOKS})")
    for page in pages:
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()


@contextmanager
def undrawn(page: Page) -> Iterator[None]:
    """A page that follows a long game without drawing it, and draws everything at the end: that is
    most of a browser's work.
    """
    style = "document.documentElement.style.contentVisibility"
    page.evaluate(f"() => {{ {style} = 'hidden' }}")
    yield
    page.evaluate(f"() => {{ {style} = '' }}")


AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# what axe judges by colours; all else is the same in every light
COLOURS = ["color-contrast", "link-in-text-block"]
# a fading text has no contrast yet; flames never rest
STILL = """() => document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""


def violations(page: Page, *, forced: bool = False, colours_only: bool = False) -> list[str]:
    """What axe objects to: the rule and where. In forced colours it sees ours, though the browser
    paints its own.
    """
    page.wait_for_function(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    options: dict[str, Any] = {
        "resultTypes": ["violations"],
        "rules": {"color-contrast": {"enabled": not forced}},
    }
    if colours_only:
        options["runOnly"] = COLOURS
    results = page.evaluate(
        "(options) => axe.run(document, options).then((found) => found.violations)", options
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary'][:160]}"
        for violation in results
        for node in violation["nodes"]
    ]


def by_day_and_night(page: Page) -> list[str]:
    """What axe objects to in either theme: by night only colours are judged again."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [
            f"{scheme}: {problem}" for problem in violations(page, colours_only=scheme == "dark")
        ]
    return found


DESK, PHONE = (1440, 900), (360, 740)
# what makes the page wider than the screen; what scrolls by itself does not
TOO_WIDE = """() => document.documentElement.scrollWidth <= window.innerWidth ? [] :
  [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > window.innerWidth)
    .map((one) => `${one.outerHTML.slice(0, 120)} ends at ${one.getBoundingClientRect().right}`)"""


def clean_in_every_light(page: Page, sizes: tuple[tuple[int, int], ...] = (DESK, PHONE)) -> None:
    """Axe finds nothing by day and by night, on a desk and on a small phone, and nothing is wider
    than the screen.
    """
    found = []
    for width, height in sizes:
        resize(page, width, height)
        found += [f"{width} {problem}" for problem in by_day_and_night(page)]
        assert page.evaluate(TOO_WIDE) == [], width
    assert not found, "\n".join(found)
