"""Librarians in a real browser: people and a bot play it out; drafts, reasons, drag and drop,
keyboard, spectators, replay.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, expect

import emberstacks as es
from tests.games.librarians.table import position, push
from tests.server.browser import (
    browser,
    clean_in_every_light,
    come_in,
    open_table,
    settled,
    undrawn,
    until_here,
)
from tests.server.conftest import Server

__all__ = ["browser"]

OVER = "The game is over"


def over(page: Page) -> bool:
    return page.get_by_role("heading", name=OVER).is_visible()


def answered(page: Page, before: str) -> None:
    """Until the question, the choices or the turn has changed."""
    until_here(page, lambda: over(page) or state_of(page) != before)


def state_of(page: Page) -> str:
    return str(
        page.evaluate(
            "[document.querySelector('.prompt')?.innerText, document.querySelectorAll('.row"
            " .cell.book').length, document.querySelectorAll('.hand .card').length].join()"
        )
    )


def asked(page: Page) -> bool:
    settled(page)
    return not over(page) and page.locator(".prompt:not(.running) .choices button").count() > 0


def take_turn(page: Page, rng: random.Random) -> None:
    """Cards are picked in the hand and placed in the library; what is neither is answered in the
    prompt.
    """
    while asked(page):
        before = state_of(page)
        end = page.locator(".prompt .verb.end:not(.off)", has_text="End turn")
        places = page.locator("button.place")
        cards = page.locator(".hand button.card")
        if end.count():
            end.first.click()
        elif places.count():
            places.nth(rng.randrange(places.count())).click()
        elif cards.count():
            cards.nth(rng.randrange(cards.count())).click()
        else:
            page.locator(".prompt .choices button:not(.off)").last.click()
        answered(page, before)


def asks(page: Page, other: Page) -> bool:
    """Is it this one of two who is asked? Waits until one of them is."""
    question = ".prompt:not(.running) .choices button"
    until_here(page, lambda: any(each.locator(question).count() for each in (page, other)))
    return page.locator(question).count() > 0


def my_turn(page: Page) -> None:
    page.wait_for_selector(".prompt:not(.running) .choices button")


def test_two_people_and_a_bot_clear_or_lose_a_game(browser: Browser, server: Server) -> None:
    rng = random.Random(5)
    size = {"width": 1440, "height": 900}
    with (
        browser.new_context(reduced_motion="reduce", viewport=size) as one,  # type: ignore[arg-type]
        browser.new_context(reduced_motion="reduce", viewport=size) as two,  # type: ignore[arg-type]
        browser.new_context(reduced_motion="reduce") as three,
    ):
        ada = come_in(one, server, "Ada")
        address = open_table(ada, "Anyone", "Random bot", game="librarians")
        ben = come_in(two, server, "Ben", address.removeprefix(server.base))
        ben.get_by_role("button", name="Sit down").click()
        ada.get_by_role("button", name="Begin the game").click()
        eve = three.new_page()
        eve.goto(address)
        for page in (ada, ben, eve):
            page.wait_for_selector(".row")
        expect(eve.locator(".hand .card")).to_have_count(0)
        with undrawn(eve):
            for _ in range(2000):
                if over(ada):
                    break
                for page in (ada, ben):
                    take_turn(page, rng)
                ada.wait_for_timeout(20)
        for page in (ada, ben, eve):
            expect(page.get_by_role("heading", name=OVER)).to_be_visible()
            expect(page.locator("main")).to_contain_text(re.compile("lose together|win together"))
        ada.get_by_role("link", name="Look back at the game").click()
        ada.get_by_role("button", name="First").click()
        expect(ada.get_by_text("Step 0 of")).to_be_visible()
        ada.get_by_role("button", name="Last").click()
        expect(ada.locator(".row .cell.book").first).to_be_visible()


def test_a_draft_is_seen_by_its_owner_alone_and_taken_back(
    browser: Browser, server: Server
) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        ada = come_in(one, server, "Ada")
        address = open_table(ada, "Anyone", game="librarians")
        ben = come_in(two, server, "Ben", address.removeprefix(server.base))
        ben.get_by_role("button", name="Sit down").click()
        ada.get_by_role("button", name="Begin the game").click()
        for page in (ada, ben):
            page.wait_for_selector(".row")
        asked, other = (ada, ben) if asks(ada, ben) else (ben, ada)
        asked.locator(".hand .card").first.click()
        expect(asked.locator("button.place").first).to_be_visible()
        asked.keyboard.press("Escape")
        expect(asked.locator("button.place")).to_have_count(0)
        for laid in (1, 2):
            card = asked.locator(".hand button.card").first
            card.click()
            place = asked.locator("button.place").first
            expect(place).to_be_visible()
            asked.keyboard.press("Escape")
            expect(asked.locator("button.place")).to_have_count(0)
            box = card.bounding_box()
            assert box is not None
            card.hover()
            asked.mouse.down()
            asked.mouse.move(box["x"] + 30, box["y"] - 40, steps=4)
            expect(asked.locator("button.place").first).to_be_visible()
            asked.locator("button.place").first.hover()
            asked.mouse.up()
            expect(asked.locator(".row .cell.book")).to_have_count(laid)
        other.reload()
        other.wait_for_selector(".row")
        expect(other.locator(".row .cell.book")).to_have_count(0)
        expect(other.get_by_text("plays")).to_have_count(0)
        asked.keyboard.press("u")
        expect(asked.locator(".row .cell.book")).to_have_count(1)
        expect(asked.locator("button.place").first).to_be_visible()
        asked.keyboard.press("u")
        expect(asked.locator("button.place")).to_have_count(0)
        expect(asked.get_by_role("button", name="End your turn")).to_have_count(0)
        asked.locator(".hand button.card").first.click()
        asked.locator("button.place").first.click()
        expect(asked.locator(".row .cell.book")).to_have_count(2)
        asked.get_by_role("button", name="End your turn").click()
        expect(other.locator(".row .cell.book")).to_have_count(2)


@contextmanager
def table_at(
    database: str, begun: es.Match, options: dict[str, str], *people: BrowserContext, bots: int = 0
) -> Iterator[list[Page]]:
    """These people and greedy bots at a table that begins at this position; each sees it."""
    server = Server(database).start()
    try:
        for context, name in zip(people, ("Ada", "Ben"), strict=False):
            assert context.request.post(f"{server.base}/api/session", data={"name": name}).ok
        seats = [
            {"kind": "host"},
            *[{"kind": "open"}] * (len(people) - 1),
            *[{"kind": "bot", "bot": "greedy"}] * bots,
        ]
        plan = {"game": "librarians", "seats": seats, "options": options}
        table = people[0].request.post(f"{server.base}/api/tables", data=plan).json()["id"]
        for seat, context in enumerate(people[1:], 1):
            assert context.request.post(
                f"{server.base}/api/tables/{table}/sit", data={"seat": seat}
            ).ok
        server.stop()
        with sqlite3.connect(database.removeprefix("sqlite:///")) as written:
            written.execute(
                "UPDATE tables SET position = ? WHERE id = ?", (json.dumps(begun.to_json()), table)
            )
        server.start()
        assert people[0].request.post(f"{server.base}/api/tables/{table}/start").ok
        pages = [context.new_page() for context in people]
        for page in pages:
            page.goto(f"{server.base}/table/{table}")
        yield pages
    finally:
        server.stop()


def test_places_light_up_within_two_frames_and_refusals_have_a_reason(
    browser: Browser, database: str
) -> None:
    begun = position(["AR > LR+LK", "<"], hand="UR MG", others=["QR FR"])
    with (
        browser.new_context(
            viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
        ) as context,
        table_at(database, begun, {}, context, bots=1) as (page,),
    ):
        my_turn(page)
        frames = page.evaluate("""async () => {
                const places = () => document.querySelectorAll("button.place").length;
                const card = [...document.querySelectorAll(".hand button.card")].at(-1);
                if (places()) throw new Error("places are lit before a card is picked");
                card.click();
                for (let frame = 1; frame < 60; frame++) {
                    await new Promise(requestAnimationFrame);
                    if (places()) return frame;
                }
                return 60;
            }""")
        assert frames <= 2
        expect(page.locator("button.why").first).to_be_attached()
        expect(page.locator("button.why").first).to_have_css("background-image", "none")
        page.locator("button.why").first.hover()  # what is only passed over says nothing
        expect(page.locator(".reason")).to_have_count(0)
        page.locator("button.why").first.focus()
        expect(page.locator(".reason")).to_contain_text(
            re.compile("cannot go there .shelf [1-4], place [0-9]+ to the (left|right).:")
        )
        expect(page.get_by_label("Say something")).to_have_count(0)
        expect(page.get_by_text("This table is silent until the game is over.")).to_be_visible()


def test_the_keyboard_alone_plays_a_book(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Kay")
        open_table(page, "Greedy bot", game="librarians")
        my_turn(page)
        page.locator(".hand button.card").first.focus()
        laid = page.locator(".row .cell.book").count()
        page.keyboard.press("Enter")
        expect(page.locator("button.place").first).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(page.locator("button.place:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator(".row .cell.book")).not_to_have_count(laid)


def test_digits_are_the_books_of_the_hand(browser: Browser, server: Server) -> None:
    """In its order; the same digit again puts the book back."""
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Kay")
        open_table(page, "Greedy bot", game="librarians")
        my_turn(page)
        cards = page.locator(".hand .card")
        at = cards.evaluate_all("all => all.findIndex((card) => card.tagName === 'BUTTON')")
        page.keyboard.press(str(at + 1))
        expect(cards.nth(at)).to_have_attribute("aria-pressed", "true")
        expect(page.locator("button.place").first).to_be_focused()
        expect(page.get_by_role("group", name="Play")).to_have_count(0)  # no list has opened
        page.keyboard.press(str(at + 1))
        expect(page.locator("button.place")).to_have_count(0)


def test_a_shelf_keeps_its_scale_until_books_need_more(browser: Browser, database: str) -> None:
    """Picking a book, putting it back and asking why moves no book by a pixel."""
    begun = position(["AR > LR+LK", "<"], hand="UR MG", others=["QR FR"])
    with (
        browser.new_context(
            viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
        ) as context,
        table_at(database, begun, {}, context, bots=1) as (page,),
    ):
        my_turn(page)
        where = """() => [...document.querySelectorAll(".cell.book, .cell.shelf, .case, [data-region=stage]")].map(
            (one) => Object.values(one.getBoundingClientRect().toJSON()).join())"""
        before = page.evaluate(where)
        page.locator(".hand button.card").last.click()
        page.wait_for_selector("button.place")
        page.locator("button.why").first.focus()
        expect(page.locator(".reason")).to_be_visible()
        assert page.evaluate(where) == before
        page.keyboard.press("Escape")
        expect(page.locator("button.place")).to_have_count(0)
        assert page.evaluate(where) == before


def test_a_tap_of_science_is_answered_with_one_click(browser: Browser, database: str) -> None:
    """§6.18: two cards are tapped, the other player presses one button, and both read the answer."""
    options = {"yellow": "science"}
    tapped = position(
        ["AR > LR+LK", "<"], hand="UR MG", others=["QR"], powers=["science"], options=options
    )
    push(tapped, "use science", "1r1", "shelf 2")
    with (
        browser.new_context(reduced_motion="reduce") as one,
        browser.new_context(reduced_motion="reduce") as two,
        table_at(database, tapped, options, one, two) as (ada, ben),
    ):
        expect(ben.get_by_role("img", name="tapped")).to_have_count(2)
        # nobody answers a tap of their own
        expect(ada.get_by_role("button", name="Yes", exact=True)).to_have_count(0)
        ben.get_by_role("button", name="Yes", exact=True).click()
        for page in (ada, ben):
            expect(page.locator("ol li").last).to_have_text("Ben answers: yes.")
        expect(ada.locator(".prompt.asked")).to_be_visible()  # her turn goes on


def test_axe_finds_nothing(browser: Browser, database: str) -> None:
    """With a card picked and its places lit; by night and by day, on a desk and on a small phone."""
    begun = position(["AR > LR+LK", "<"], hand="UR MG", others=["QR FR"])
    with (
        browser.new_context(
            reduced_motion="reduce", viewport={"width": 1440, "height": 900}
        ) as context,
        table_at(database, begun, {}, context, bots=1) as (page,),
    ):
        my_turn(page)
        page.locator(".hand button.card").first.click()
        page.wait_for_selector("button.place")
        clean_in_every_light(page)
