"""Rough edges of a new person's walk: a silent connection, a double click, a wrong address, what is
read aloud.
"""

from __future__ import annotations

import json
import re
import signal
import time

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

import emberstacks as es
from tests.server.browser import (
    browser,
    choose_first,
    come_in,
    open_table,
    settled,
    sit_down,
    violations,
    wait_for_news,
)
from tests.server.conftest import Server
from tests.server.robot import LISTEN

__all__ = ["browser"]

LOST = "Connection lost, trying again"


def test_a_connection_that_dies_in_silence_is_told_and_a_move_waits(
    browser: Browser, database: str
) -> None:
    server = Server(database).start()
    assert server.process is not None
    try:
        with browser.new_context(reduced_motion="reduce") as context:
            context.clock.install()
            page = sit_down(context, server, "Ada", "random")
            choices = page.locator(".choices button")
            expect(choices.first).to_be_visible()
            told = page.locator("ol li").count()
            server.process.send_signal(signal.SIGSTOP)  # the socket stays open, and nobody answers
            choices.first.click()
            expect(page.locator(".choices [aria-busy=true]")).to_have_count(1)  # shown as sent
            # by the page's own clock, which a busy machine does not slow down
            page.clock.run_for(3000)
            assert page.get_by_text(LOST).is_visible()
            expect(page.locator(".choices button:not([aria-disabled=true])")).to_have_count(0)
            expect(page.get_by_text("Not sent yet")).to_be_visible()
            server.process.send_signal(signal.SIGCONT)
            expect(page.get_by_text(LOST)).to_have_count(0)
            expect(page.locator("ol li")).not_to_have_count(told)
            expect(page.locator(".choices [aria-busy=true]")).to_have_count(0)
    finally:
        server.process.send_signal(signal.SIGCONT)
        server.stop()


def test_a_choice_that_came_too_quickly_is_sent_again(browser: Browser, server: Server) -> None:
    sent = []

    def strict(route: WebSocketRoute) -> None:
        """A server that has heard too much just before the first choice."""
        behind = route.connect_to_server()

        def said(message: str | bytes) -> None:
            choice = json.loads(message)["type"] == "move"
            sent.extend([message] if choice else [])
            if choice and len(sent) == 1:
                refusal = {
                    "code": "too-fast",
                    "message": "That was too much at once.",
                    "clause": "",
                    "legal": [],
                    "version": 0,
                }
                route.send(json.dumps({"type": "refused", **refusal}))
            else:
                behind.send(message)

        route.on_message(said)

    with browser.new_context(reduced_motion="reduce") as context:
        context.route_web_socket("**/ws/**", strict)
        page = sit_down(context, server, "Ada", "random")
        told = page.locator("ol li").count()
        page.locator(".choices button").first.click()
        wait_for_news(page, told)
        settled(page)
        assert sent[0] == sent[1]
        expect(page.get_by_text("That was too much at once.")).to_have_count(0)


def test_a_double_click_opens_one_table(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Ada")
        expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
        button = page.get_by_role("button", name="Open the table")
        opened: list[str] = []
        page.on("request", lambda request: opened.append(request.method + request.url))
        button.evaluate("button => { button.click(); button.click(); }")
        page.wait_for_url("**/table/*")
        assert opened.count(f"POST{server.base}/api/tables") == 1
        assert len(page.request.get(f"{server.base}/api/mine/games").json()) == 1


def test_games_that_come_late_are_waited_for(browser: Browser, server: Server) -> None:
    def late(route: Route) -> None:
        time.sleep(1)
        route.continue_()

    with browser.new_context() as context:
        page = come_in(context, server, "Ada")
        expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
        page.route("**/api/games", late)
        page.reload()
        expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()


def test_a_wrong_address_helps(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        for path in ("/tabel/none", "/table/none", "/nothing/here"):
            page.goto(server.base + path)
            expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
            assert violations(page) == []
        page.get_by_role("link", name="Back to the lobby").click()
        expect(page.get_by_label("Your name at the table")).to_be_visible()
        page.get_by_label("Your name at the table").fill("Ada")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
        wrong = {
            "/replay/none": "table",
            "/mistakes/none": "table",
            "/learn/chess": "game",
            "/learn/fire/99": "lesson",
        }
        for path, thing in {
            **wrong,
            "/puzzle/chess": "puzzle",
            "/puzzle/fire/9999": "puzzle",
        }.items():
            page.goto(server.base + path)
            expect(page.get_by_role("heading", name=f"There is no such {thing}.")).to_be_visible()
            expect(page.get_by_role("link", name="Back to the lobby")).to_be_visible()
            assert violations(page) == []


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
        # a kind of choices opens, and its first has the focus
        opened = ".kind button:focus"
        page.wait_for_function(
            "([opened, told]) => document.querySelector(opened) || document.querySelectorAll('ol li').length !== told",
            arg=[opened, told],
        )
        if page.locator(opened).count():
            page.keyboard.press("Enter")
        expect(page.locator("ol li")).not_to_have_count(told)


def test_every_line_is_said_once_and_the_focus_stays_on_the_choices(
    browser: Browser, server: Server
) -> None:
    with browser.new_context() as context:
        context.add_init_script(LISTEN)
        page = sit_down(context, server, "Kay", "random", "random")
        page.wait_for_selector(".choices button")
        page.keyboard.press("Tab")
        expect(page.get_by_text("press ? for the keys")).to_be_visible()
        page.locator(".choices button:not(.off)").last.focus()
        by_keyboard(page, 12)
        expect(page.locator(".prompt:not(.running), main h2")).not_to_have_count(0)
        lines = page.locator("[data-region=story] ol li > span").all_text_contents()
        assert len(lines) > 12
        page.wait_for_function("last => window.heard.at(-1)?.endsWith(last)", arg=lines[-1])
        assert " ".join(page.evaluate("window.heard")) == " ".join(lines)


# what an answer changes: the table, the question, the length of the log, or which button is in
# focus
SHOWN = (
    "[document.activeElement, ...document.querySelectorAll('main, ol')].map((one) =>"
    " one.innerText).join()"
)
SETTLED = f"""(before) => {{
  if ({SHOWN} === before) return false;
  if (document.querySelector("main h2")?.textContent === "The game is over") return "over";
  const asked = document.querySelector(".prompt.asked:not(.running):not(.stopped)");
  return asked && document.activeElement.matches(".prompt .choices button:not(.off)") && "focused";
}}"""


@pytest.mark.parametrize("game", [info.id for info in es.list_games()])
def test_the_focus_returns_to_the_next_choice(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    ) as context:
        page = sit_down(context, server, "Kay", "random", game=game)
        page.wait_for_selector(".choices button")
        page.keyboard.press("Tab")
        page.locator(".choices button:not(.off)").first.focus()
        before = page.locator("ol li").count()
        for _ in range(14):
            shown = page.evaluate(SHOWN)
            # an answer, or a kind of answers, whose first is then in focus
            page.keyboard.press("Enter")
            if page.wait_for_function(SETTLED, arg=shown).json_value() == "over":
                break
        assert page.locator("ol li").count() > before + 2


def test_what_was_taken_back_is_said_too(browser: Browser, server: Server) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    ) as context:
        context.add_init_script(LISTEN)
        page = sit_down(context, server, "Kay", "random", game="librarians")
        undo = page.get_by_role("button", name="Take back")
        page.wait_for_selector(".choices button")
        before = page.locator("ol li").count()
        while page.locator("ol li").count() == before or not undo.count():
            choose_first(page)
            settled(page)
        lines = page.locator("ol li").all_text_contents()[before:]
        page.keyboard.press("u")
        page.wait_for_function("() => window.heard.at(-1) === 'Taken back.'")
        choose_first(page)
        page.wait_for_function("line => window.heard.at(-1).endsWith(line)", arg=lines[-1])


COUNT = """
window.moves = 0;
window.WebSocket = class extends WebSocket {
  send(text) {
    if (JSON.parse(text).type === "move") window.moves++;
    super.send(text);
  }
};
"""


def test_one_question_gets_one_answer(browser: Browser, server: Server) -> None:
    """Also where two choices of one kind are pressed before the first has its answer."""
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    ) as context:
        context.add_init_script(COUNT)
        page = sit_down(context, server, "Kay", "random", game="horror")
        page.wait_for_selector(".choices button")
        kind = page.locator(".kind button")
        for _ in range(40):
            group = page.locator(".prompt.asked:not(.stopped) .choices button[aria-expanded]").first
            if group.count():
                group.click()
                if kind.count() > 1:
                    break
            page.locator(".prompt.asked:not(.stopped) .choices button").first.click()
            settled(page)
        before = page.evaluate("window.moves")
        kind.first.evaluate(
            "one => { const other = one.nextElementSibling; one.click(); other.click(); }"
        )
        page.wait_for_function(f"window.moves > {before}")
        settled(page)
        assert page.evaluate("window.moves") == before + 1
        expect(page.get_by_role("alert")).to_have_count(0)


def test_the_keys_are_listed(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = sit_down(context, server, "Kay", "random")
        page.wait_for_selector(".choices button")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_contain_text("take back")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("dialog", name="Settings")).to_contain_text("take back")


def test_somebody_who_does_not_answer_is_in_sight_on_a_phone(
    browser: Browser, server: Server
) -> None:
    """With what the other can do about it; and when the game is ended early, nobody thinks any
    more.
    """
    with (
        browser.new_context(viewport={"width": 390, "height": 844}) as one,
        browser.new_context() as two,
    ):
        one.clock.install()
        ada = come_in(one, server, "Ada")
        table = open_table(ada, "Anyone").rpartition("/")[2]
        ben = two.request
        assert ben.post(f"{server.base}/api/session", data={"name": "Ben"}).ok
        assert ben.post(f"{server.base}/api/tables/{table}/sit", data={"seat": 1}).ok
        ada.get_by_role("button", name="Begin the game").click()
        mine = ada.locator(".prompt.asked .choices button")
        expect(ada.locator(".prompt")).to_be_visible()
        while not ada.get_by_text("Ben is thinking").is_visible():
            if mine.count():
                mine.last.click()
            settled(ada)
        stand_in = ada.get_by_role("button", name="Let a bot play for Ben")
        expect(stand_in).to_have_count(0)
        ada.clock.fast_forward("02:10")
        ada.clock.resume()
        expect(ada.get_by_text("Ben has not answered for a while.")).to_be_in_viewport()
        assert violations(ada) == []
        # for the page, the server was silent for long
        expect(ada.get_by_text(LOST)).to_have_count(0)
        # only the page's clock went forward; the server gives everybody a second
        ada.wait_for_timeout(1200)
        stand_in.click()
        expect(stand_in).to_have_count(0)
        assert one.request.post(f"{server.base}/api/tables/{table}/end").ok  # a bot is not asked
        expect(ada.get_by_role("heading", name="The game is over")).to_be_visible()
        ada.get_by_role("button", name="Players").click()
        expect(ada.locator(".state").first).to_be_attached()
        expect(ada.locator(".state", has_text=re.compile("thinking|Your turn"))).to_have_count(0)


def test_a_new_question_is_read_from_its_beginning(browser: Browser, server: Server) -> None:
    """Also on a phone held sideways, after a choice from the end of a long list."""
    with browser.new_context(viewport={"width": 844, "height": 390}) as context:
        page = sit_down(context, server, "Ada", "random", game="horror")
        prompt = page.locator(".prompt.asked:not(.running):not(.stopped)")
        whole = prompt.get_by_role("button", name=re.compile("^All [0-9]+"))
        sheet = page.get_by_role("group", name="All choices")
        scrolled = False
        for _ in range(12):
            expect(prompt.locator(".choices button").first).to_be_visible()
            if not whole.count():
                choose_first(page)
                settled(page)
                continue
            whole.click()
            expect(sheet.locator("button").first).to_be_in_viewport(ratio=1)
            assert sheet.evaluate("(node) => node.scrollTop") == 0
            if scrolled:
                return
            question = prompt.inner_text()
            scrolled = sheet.evaluate("(node) => ((node.scrollTop = 9999), node.scrollTop)") > 0
            sheet.locator("button").last.click()
            settled(page)
            expect(page.locator(".prompt")).not_to_have_text(question)
            # the list is gone with its question
            expect(sheet).to_have_count(0)
        pytest.fail("no list was too long for the window")
