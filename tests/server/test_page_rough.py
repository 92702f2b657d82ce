"""Rough edges of a new person's walk: a silent connection, a double click, a wrong address, what is read aloud."""

from __future__ import annotations

import signal
import time

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import browser, come_in, open_table, violations
from tests.server.conftest import Server

__all__ = ["browser"]

LOST = "Connection lost, trying again"


def test_a_connection_that_dies_in_silence_is_told_and_a_move_waits(browser: Browser, database: str) -> None:
    server = Server(database).start()
    assert server.process is not None
    try:
        with browser.new_context(reduced_motion="reduce") as context:
            page = come_in(context, server, "Ada")
            open_table(page, "Random bot")
            choices = page.locator(".choices button")
            expect(choices.first).to_be_visible()
            told = page.locator("ol li").count()
            server.process.send_signal(signal.SIGSTOP)  # the socket stays open, and nobody answers
            began = time.monotonic()
            choices.first.click()
            expect(page.locator(".choices [aria-busy=true]")).to_have_count(1)  # shown as sent
            expect(page.get_by_text(LOST)).to_be_visible(timeout=5000)
            assert time.monotonic() - began < 4
            expect(page.locator(".choices button:not([aria-disabled=true])")).to_have_count(0)
            expect(page.get_by_text("Not sent yet")).to_be_visible()
            server.process.send_signal(signal.SIGCONT)
            expect(page.get_by_text(LOST)).to_have_count(0)
            expect(page.locator("ol li")).not_to_have_count(told)
            expect(page.locator(".choices [aria-busy=true]")).to_have_count(0)
    finally:
        server.process.send_signal(signal.SIGCONT)
        server.stop()


def test_a_double_click_opens_one_table(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Ada")
        expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
        button = page.get_by_role("button", name="Open the table")
        button.evaluate("button => { button.click(); button.click(); }")
        page.wait_for_url("**/table/*")
        page.wait_for_timeout(300)
        assert len(page.request.get(f"{server.base}/api/tables").json()) == 1


def test_a_wrong_address_helps(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        for path in ("/tabel/none", "/table/none", "/nothing/here"):
            page.goto(server.base + path)
            expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
            assert violations(page) == []
        page.get_by_role("link", name="Back to the lobby").click()
        expect(page.get_by_label("Your name at the table")).to_be_visible()


LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector(".hidden[role=log]");
  window.listener = new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) node.textContent && heard.push(node.textContent);
  });
  window.listener.observe(region, { childList: true });
}"""


def by_keyboard(page: Page, answers: int) -> None:
    """Only Enter is pressed: after each answer the focus must be on a choice again."""
    for _ in range(answers):
        focused = page.locator(".choices button:focus")
        over = page.locator("main h2", has_text="The game is over")
        expect(focused.or_(over).first).to_be_visible()
        if over.count():
            return
        told = page.locator("ol li").count()
        page.keyboard.press("Enter")
        expect(page.locator("ol li")).not_to_have_count(told)


def test_every_line_is_said_once_and_the_focus_stays_on_the_choices(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Kay")
        open_table(page, "Random bot", "Random bot")
        page.wait_for_selector(".choices button")
        page.evaluate(LISTEN)
        before = page.locator("ol li").count()
        page.keyboard.press("Tab")
        expect(page.get_by_text("press ? for the keys")).to_be_visible()
        page.locator(".choices button").last.focus()
        by_keyboard(page, 12)
        expect(page.locator(".prompt:not(.running), main h2")).not_to_have_count(0)
        page.wait_for_timeout(1000)
        lines = page.locator("ol li").all_text_contents()[before:]
        assert len(lines) > 12
        assert " ".join(page.evaluate("window.heard")) == " ".join(lines)


def test_the_keys_are_listed(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Kay")
        open_table(page, "Random bot")
        page.wait_for_selector(".choices button")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_contain_text("take back")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("dialog", name="Settings")).to_contain_text("take back")
