"""What is shown and when: updates one after the other, words after pieces, never late, skipped by a
key.

All by the page's own clock, which stands still unless a test moves it: a busy machine changes
nothing.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.browser import LOOKS, browser, come_in, open_table
from tests.server.conftest import Server

__all__ = ["browser"]

MOST = 1500  # milliseconds that a question may be late
LOOK = 20  # milliseconds between two looks

# writes down what the page hears and what it then shows
WITNESS = """
window.heard = [];
window.seen = [];
window.sent = [];
window.WebSocket = class extends WebSocket {
  constructor(...address) {
    super(...address);
    window.socket = this;
    this.addEventListener("message", (message) => {
      const update = JSON.parse(message.data);
      if (update.type !== "update") return;
      const asked = update.choices.length > 0 || update.view.over;
      window.heard.push({ at: performance.now(), log: update.events_from + update.events.length, asked });
    });
  }
  send(text) {
    window.sent.push(text);
    super.send(text);
  }
};
new MutationObserver(() => {
  const count = (where) => document.querySelectorAll(where).length;
  const asked = count(".choices button:not(.off)") > 0 || count("section.over") > 0;
  const tokens = count(".space .token");
  const [log, running] = [count("[data-region=story] ol li"), count(".running") > 0];
  window.seen.push({ at: performance.now(), log, tokens, running, asked });
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
Sight = dict[str, Any]


def sit_down(context: BrowserContext, server: Server, *chairs: str) -> Page:
    context.add_init_script(WITNESS)
    context.clock.install()
    page = come_in(context, server, "Ada")
    open_table(page, *chairs)
    page.wait_for_selector(".choices button")
    page.evaluate("window.heard = []; window.seen = []")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    until_asked(page)  # after a minute in which nothing was heard, the page has connected again
    return page


def until_asked(page: Page) -> None:
    """Until the page shows all that it has heard, and the person is asked again or the game is
    over.
    """
    for _ in range(LOOKS):
        heard, seen = page.evaluate("[window.heard.at(-1), window.seen.at(-1)]")
        if (
            heard
            and seen
            and heard["asked"]
            and seen["asked"]
            and seen["log"] == heard["log"]
            and not seen["running"]
        ):
            return
        page.wait_for_timeout(LOOK)  # no faster than the server's clock
        page.clock.run_for(LOOK)
    raise AssertionError(f"nobody was asked again: {heard} {seen}")


def answer(page: Page, choice: int) -> tuple[list[Sight], list[Sight]]:
    """Press a button and wait for the next question: what was heard and what was seen until then."""
    page.evaluate("window.heard = []; window.seen = []")
    page.locator(".choices button:not(.off)").nth(choice).click()
    of_kind = page.locator(".prompt .kind button")
    if of_kind.count():
        of_kind.nth(choice).click()
    until_asked(page)
    return page.evaluate("window.heard"), page.evaluate("window.seen")


def until_draw(page: Page) -> None:
    while not page.locator('.choices button[aria-label^="Draw"]').count():
        answer(page, 0)


def test_quick_bots_are_shown_one_after_the_other_and_nothing_is_late(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(reduced_motion="no-preference") as context:
        page = sit_down(context, server, "Greedy bot", "Greedy bot", "Greedy bot")
        most = 0
        for _ in range(3):
            heard, seen = answer(page, -1)
            told = {sight["log"] for sight in seen}
            # each was told by itself
            assert {update["log"] for update in heard} <= told | {seen[0]["log"]}
            first = next(sight for sight in reversed(heard) if sight["asked"])
            shown = next(
                sight for sight in seen if sight["log"] == first["log"] and not sight["running"]
            )
            assert shown["at"] - first["at"] < MOST + LOOK
            most = max(most, len(heard))
        assert most > 3


def test_words_follow_the_pieces(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="no-preference") as context:
        page = sit_down(context, server, "Greedy bot")
        until_draw(page)
        before = page.evaluate("window.seen.at(-1)")
        _, seen = answer(page, 0)
        landed = next(sight for sight in seen if sight["tokens"] > before["tokens"])
        assert landed["log"] == before["log"]
        assert landed["running"]


def test_a_key_skips_and_answers_nothing(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="no-preference") as context:
        page = sit_down(context, server, "Greedy bot")
        until_draw(page)
        page.evaluate("window.heard = []; window.sent = []")
        page.locator(".choices button").first.click()
        expect(page.locator(".running")).to_have_count(1)
        page.keyboard.press("1")
        behind = page.evaluate(
            "window.heard.at(-1).log - document.querySelectorAll('[data-region=story] ol li').length"
        )
        until_asked(page)
        assert behind == 0
        assert len(page.evaluate("window.sent")) == 1


def test_without_motion_everything_is_told_at_once(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = sit_down(context, server, "Greedy bot", "Greedy bot")
        for _ in range(3):
            _, seen = answer(page, -1)
            assert not any(sight["running"] for sight in seen)


def test_nothing_moves_for_who_comes_back(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="no-preference") as context:
        page = sit_down(context, server, "Greedy bot", "Greedy bot")
        until_draw(page)  # her own turn: nobody else does anything before she answers
        page.evaluate("window.heard = []; window.seen = []; window.socket.close()")
        until_asked(page)
        heard, seen = page.evaluate("[window.heard, window.seen]")
        assert heard[0]["log"] > 3  # the whole log came again
        assert not any(sight["running"] for sight in seen)
