"""Puzzles and challenges in a browser: solved by the accessibility tree and by keyboard, and kept
for somebody known.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

import emberstacks as es
from emberstacks.puzzles import puzzle, puzzles_of
from tests.server.browser import browser, choose_first, play_to_the_end, violations
from tests.server.conftest import Server
from tests.server.people import Player
from tests.server.robot import beneath, errors_of, tree
from tests.server.test_reviews import asked, finished

__all__ = ["browser"]

GAME = "fire-prototype"
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


def open_puzzle(page: Page, server: Server, game: str, number: int | None = None) -> None:
    page.set_default_timeout(60_000)
    page.goto(f"{server.base}/puzzle/{game}" + (f"/{number}" if number else ""))
    expect(page.get_by_role("region", name="Puzzle")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("region", name="Your turn").get_by_role("button").first).to_be_visible(
        timeout=60_000
    )


def press(page: Page, label: str) -> None:
    """Choose in the prompt, which may keep many choices behind a kind of choice."""
    prompt = page.get_by_role("region", name="Your turn")
    for _ in range(40):
        lines = beneath(tree(page), "region", "Your turn")
        names = [name for _, role, name, _ in lines if role == "button"]
        if label in names:
            prompt.get_by_role("button", name=label, exact=True).last.click()
            return
        closed = prompt.locator("button[aria-expanded=false]")
        for k in range(closed.count()):
            closed.nth(k).click()
            if prompt.get_by_role("button", name=label, exact=True).count():
                break
            prompt.locator("button[aria-expanded=true]").first.click()
        else:
            break
    pytest.fail(f"{label} is not among {tree(page)}")


@pytest.mark.parametrize("game", [info.id for info in es.list_games() if puzzles_of(info.id)])
def test_a_puzzle_of_every_game_is_shown_and_axe_finds_nothing(
    browser: Browser, server: Server, game: str
) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:  # type: ignore[arg-type]
        wrong = errors_of(context)
        page = context.new_page()
        open_puzzle(page, server, game)
        card = page.get_by_role("region", name="Puzzle")
        expect(card).to_contain_text("Puzzle of the day")
        expect(card).to_contain_text("Find the best choice for what you know.")
        assert violations(page) == []
        assert wrong == []


# the share of the window, right of which the card stands, that shows something of the board
BOARD = """() => {
  let seen = 0;
  for (let x = 10; x < 520; x += 10)
    for (let y = 60; y < 390; y += 10) seen += document.elementFromPoint(x, y)?.closest(".board") ? 1 : 0;
  return seen / (51 * 33);
}"""


@pytest.mark.parametrize("game", [info.id for info in es.list_games() if puzzles_of(info.id)])
def test_on_a_phone_held_sideways_the_board_stays_and_a_choice_is_in_sight(
    browser: Browser, server: Server, game: str
) -> None:
    with browser.new_context(viewport={"width": 844, "height": 390}) as context:
        page = context.new_page()
        open_puzzle(page, server, game, 3)
        card, prompt = page.locator(".teacher"), page.get_by_role("region", name="Your turn")
        expect(prompt.locator(".choices button").first).to_be_in_viewport(ratio=1)
        above, below = card.bounding_box(), prompt.bounding_box()
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"], (
            "the card and the question share a column"
        )
        assert below["y"] + below["height"] <= 390
        room = page.evaluate(BOARD)
        assert room > 0.4
        choose_first(page)
        expect(page.locator("section.done .words")).to_be_in_viewport(ratio=1)
        assert page.evaluate(BOARD) > 0.8 * room, "the grade stands beside the board, too"


def test_a_right_answer(browser: Browser, server: Server) -> None:
    one = puzzle(GAME, 1)
    label = next(choice.label for choice in one.choices() if choice.text == one.best)
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:  # type: ignore[arg-type]
        page = context.new_page()
        open_puzzle(page, server, GAME, 1)
        press(page, label)
        card = page.get_by_role("region", name="Puzzle")
        expect(card).to_contain_text(f"You chose “{label}”. That is the best choice.")
        expect(card).to_contain_text(one.why)
        expect(card).to_contain_text(
            "Choose a name in the lobby, and the server keeps your rating."
        )
        expect(page.get_by_role("region", name="Your turn")).to_have_count(0)


def test_by_keyboard_on_a_phone_with_a_worse_answer_and_another_puzzle(
    browser: Browser, server: Server
) -> None:
    one = puzzle(GAME, 1)
    worst = max(one.losses, key=lambda text: one.losses[text])
    labels = {choice.text: choice.label for choice in one.choices()}
    with browser.new_context(reduced_motion="reduce", viewport=PHONE) as context:  # type: ignore[arg-type]
        context.request.post(f"{server.base}/api/session", data={"name": "Ada"})
        page = context.new_page()
        open_puzzle(page, server, GAME, 1)
        expect(page.locator(".words")).to_be_focused()
        # the board, the task and the question are all there, and nothing scrolls away
        page.mouse.wheel(0, 3000)
        for part in (page.locator(".words"), page.locator(".board"), page.locator(".prompt")):
            expect(part).to_be_in_viewport(ratio=1)
        page.keyboard.press("a")
        page.keyboard.press(str(list(one.losses).index(worst) + 1))
        card = page.get_by_role("region", name="Puzzle")
        expect(card).to_contain_text(f"You chose “{labels[worst]}”.")
        expect(card).to_contain_text(f"Best: “{labels[one.best]}”.")
        expect(card).to_contain_text("1 puzzle tried")
        expect(page.locator(".words")).to_be_focused()
        page.get_by_text("What each choice is worth").click()
        expect(page.get_by_role("row").filter(has_text=labels[one.best])).to_contain_text(
            "the best choice"
        )
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert violations(page) == []
        page.get_by_role("button", name="Look again").click()
        expect(page.get_by_role("region", name="Your turn")).to_be_visible()
        page.keyboard.press("a")
        page.keyboard.press("1")
        page.get_by_role("link", name="Another puzzle").click()
        expect(page.get_by_role("region", name="Your turn")).to_be_visible()
        expect(card).not_to_contain_text(f"Puzzle 1 of {len(puzzles_of(GAME))}")
        expect(card).to_contain_text("1 puzzle tried")


def test_the_lobby_leads_to_puzzles_and_one_click_starts_a_challenge(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:  # type: ignore[arg-type]
        context.request.post(f"{server.base}/api/session", data={"name": "Ada"})
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(server.base)
        page.get_by_role("list", name="Puzzles of the day").get_by_role(
            "link", name="Fire in the Library", exact=True
        ).click()
        expect(page.get_by_role("region", name="Puzzle")).to_be_visible()
        number = next(
            one.number
            for one in puzzles_of("fire").values()
            if one.position["options"]["technology"]
        )
        page.goto(f"{server.base}/puzzle/fire/{number}")
        expect(page.get_by_role("region", name="Puzzle")).to_contain_text("This game has options: ")
        page.goto(server.base)
        expect(
            page.get_by_role("list", name="Challenges of the day").get_by_role("heading")
        ).to_have_count(3)
        page.get_by_role("button", name="Play: Lone Librarian").click()
        page.wait_for_url("**/table/*")
        expect(page.get_by_role("region", name="Your turn")).to_be_visible()
        table = page.url.rpartition("/")[2]
        page.goto(server.base)
        page.get_by_role("button", name="Continue: Lone Librarian").click()
        page.wait_for_url(f"**/table/{table}")


def test_the_results_of_a_challenge(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce", viewport=PHONE) as context:  # type: ignore[arg-type]
        context.request.post(f"{server.base}/api/session", data={"name": "Berta"})
        table = context.request.post(f"{server.base}/api/challenges/fire/solo-robot").json()["id"]
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{server.base}/table/{table}")
        play_to_the_end(page)
        # at the table too
        expect(page.get_by_role("heading", name="Solo Robot today")).to_be_visible()
        expect(
            page.get_by_text("Guests have no rank, because the same person could come twice.")
        ).to_be_visible()
        expect(page.get_by_role("columnheader", name="Rank")).to_have_count(0)
        expect(page.get_by_role("row").filter(has_text="Berta (you)")).to_be_visible()
        page.goto(server.base)
        # nobody else could win
        expect(page.get_by_text(re.compile(r"^\d+ points, (not )?won$"))).to_be_attached()
        page.get_by_role("listitem").filter(has_text="Solo Robot").get_by_text("1 result").click()
        expect(page.get_by_role("row").filter(has_text="Berta (you)")).to_be_visible()
        expect(page.get_by_role("button", name="Look at your game: Solo Robot")).to_be_visible()
        assert violations(page) == []


def test_the_results_of_a_team_tell_the_cards_that_are_left(
    browser: Browser, server: Server
) -> None:
    """Its points count below zero, which says nothing to somebody who looks at the table for the
    first time.
    """
    with browser.new_context(viewport=DESK) as context:  # type: ignore[arg-type]
        context.request.post(f"{server.base}/api/session", data={"name": "Ada"})
        days = context.request.get(f"{server.base}/api/challenges").json()
        team = next(one for one in days if one["game"] == "librarians")
        team["results"] = [{"rank": 1, "name": "Ben", "points": -44, "won": False, "you": False}]
        page = context.new_page()
        page.route("**/api/challenges", lambda route: route.fulfill(json=days))
        page.goto(server.base)
        page.get_by_role("listitem").filter(has_text=team["title"]).get_by_text("1 result").click()
        expect(page.get_by_role("columnheader", name="Cards left")).to_be_visible()
        expect(page.get_by_role("row", name="1 Ben 44", exact=True)).to_be_visible()


def test_after_a_review_the_costliest_decisions_come_back_as_puzzles(
    browser: Browser, server: Server
) -> None:
    with Player(server.base, "Ada") as ada:
        table = finished(ada, "me", "greedy")
        found = asked(ada, table)
        costly = [
            one for one in found["sides"][0]["decisions"] if one["better"] and one["loss"] >= 0.01
        ]
        worst = max(costly, key=lambda one: float(one["loss"]))
        cookie = {
            "name": "emberstacks",
            "value": ada.http.cookies["emberstacks"],
            "url": server.base,
        }
    with browser.new_context(reduced_motion="reduce", viewport=DESK) as context:  # type: ignore[arg-type]
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{server.base}/replay/{table}#review")
        again = page.get_by_role("link", name="Decide again: your costliest decisions as puzzles")
        expect(again).to_be_visible()
        assert again.evaluate(
            "(link) => link.getBoundingClientRect().bottom <"
            " document.querySelector('.board').getBoundingClientRect().top"
        )
        again.click()
        card = page.get_by_role("region", name="Puzzle")
        expect(card).to_contain_text("here you could have done better")
        press(page, worst["label"])
        expect(card).to_contain_text(f"You chose “{worst['label']}”.")
        expect(card).to_contain_text(f"Best: “{worst['better_label']}”.")
        assert violations(page) == []
        if len(costly) > 1:
            page.get_by_role("link", name="Next decision").click()
            expect(card).to_contain_text(f"2 of {min(6, len(costly))}")
