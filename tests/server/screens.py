"""Every screen of the page, one after the other, for tests and for tools/screens.py."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import BrowserContext, Page, expect

import emberstacks as es
from tests.server.browser import (
    choose_first,
    choose_last,
    open_table,
    play_to_the_end,
    settled,
)

ANSWERS = 3  # until a table has something on it


def some_answers(page: Page) -> None:
    """A little way into a game."""
    for _ in range(ANSWERS):
        expect(
            page.locator(".prompt.asked:not(.running):not(.stopped) .choices button").first
        ).to_be_visible()
        choose_first(page)
        settled(page)
    expect(
        page.locator(".prompt.asked:not(.running):not(.stopped) .choices button").first
    ).to_be_visible()


def drawers(page: Page, *names: str) -> Iterator[str]:
    """The panels that a button opens."""
    for name in names:
        page.get_by_role("button", name=name).first.click()
        expect(page.locator("dialog[open] h2")).to_be_visible()
        yield name.split(":")[0].lower()
        page.keyboard.press("Escape")


def learning(page: Page, base: str) -> Iterator[tuple[str, Page]]:
    """Lessons and puzzles, for which nobody needs a name."""
    page.goto(f"{base}/learn/fire-prototype")
    expect(page.get_by_role("heading", name="Learn Fire in the Library")).to_be_visible()
    yield "lessons", page
    page.goto(f"{base}/learn/fire-prototype/1")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Score 11 points").click()
    expect(page.get_by_role("button", name="Try it")).to_be_visible()
    yield "lesson", page
    page.goto(f"{base}/puzzle/fire-prototype/1")
    expect(page.get_by_role("region", name="Your turn")).to_be_visible()
    yield "puzzle", page
    choose_last(page)
    page.get_by_text("What each choice is worth").click()
    yield "puzzle answered", page


def screens(context: BrowserContext, base: str) -> Iterator[tuple[str, Page]]:
    """All of them, each with its name; the caller looks before the next one comes."""
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{base}/nothing/here")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    yield "missing", page
    page.goto(f"{base}/device#from-elsewhere")
    expect(page.get_by_role("heading", name="Continue here?")).to_be_visible()
    yield "device", page
    page.goto(f"{base}/mail#confirm=from-an-e-mail")
    expect(page.get_by_role("heading", name="Your e-mail address")).to_be_visible()
    yield "mail", page
    yield from learning(page, base)
    page.goto(base)
    page.get_by_label("Your name at the table").fill("Ada")
    yield "welcome", page
    page.keyboard.press("Enter")
    open_table(page, "Anyone", game="fire")
    expect(page.get_by_role("button", name="Fill with bots")).to_be_visible()
    yield "waiting", page
    page.get_by_role("link", name="Emberstacks").first.click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    yield "lobby", page
    for name in drawers(page, "Rules", "Settings", "Pieces", "You: Ada"):
        yield name, page
    for game in [info.id for info in es.list_games()]:
        page.goto(base)
        open_table(page, "Random bot", "Random bot", game=game)
        page.wait_for_selector(".choices button")
        some_answers(page)
        yield game, page
        for name in drawers(page, "Pieces"):
            yield f"{game} {name}", page
    play_to_the_end(page)  # the last game is the shortest
    yield "ending", page
    page.goto(f"{base}/me")
    expect(page.get_by_role("table", name="By game")).to_be_visible()
    yield "me", page
    page.go_back()
    page.get_by_role("link", name="Review the game").click()
    expect(page.get_by_role("columnheader", name="End", exact=True)).to_be_visible(timeout=90_000)
    yield "review", page
    page.goto(f"{base}/learn/fire-prototype")
    page.get_by_role("button", name="Play a guided game").click()
    expect(page.get_by_role("region", name="Coach").get_by_role("paragraph").first).to_be_visible()
    expect(
        page.locator(".prompt.asked:not(.running):not(.stopped) .choices button").first
    ).to_be_visible()
    yield "coach", page
