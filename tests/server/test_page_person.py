"""What the page does for a person: their name, their pace, what happened since, what the review may
claim.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.server.browser import (
    browser,
    choose_first,
    choose_last,
    come_in,
    settled,
    sit_down,
    wait_for_news,
)
from tests.server.conftest import Server

__all__ = ["browser"]

RUNNING = """() => {
  window.ran = false;
  const look = new MutationObserver(() => (window.ran ||= document.querySelector(".prompt.running") !== null));
  look.observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
}"""


# the lines of the log between the first person's last turn and the one that has begun
MISSED = """() => {
  const lines = [...document.querySelectorAll("[data-region=story] ol li")];
  const turn = lines.find((line) => line.matches(".turn") && line.textContent.includes("Pat"));
  const colour = turn.style.getPropertyValue("--seat");
  const own = (line) => line.style.getPropertyValue("--seat") === colour;
  const begun = lines.findLastIndex((line) => own(line) && line.matches(".turn"));
  const before = lines.slice(0, begun).findLastIndex(own);
  return lines.slice(before + 1, begun).filter((line) => !line.hidden)
    .map((line) => line.querySelector("span").textContent);
}"""


def choose_pace(page: Page, pace: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Speed of other players' moves").get_by_label(
        pace, exact=True
    ).check()
    page.keyboard.press("Escape")


def answer(page: Page) -> None:
    told = page.locator("[data-region=story] ol li").count()
    choose_last(page)
    wait_for_news(page, told)


def test_a_name_can_be_changed(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        page = come_in(context, server, "Ada")
        page.get_by_role("button", name="You: Ada").click()
        page.get_by_label("Your name at the table").fill("Adele")
        page.get_by_role("button", name="Change my name").click()
        expect(page.get_by_text("Saved.")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="You: Adele")).to_be_visible()


def test_the_others_move_at_the_pace_that_was_chosen_and_can_be_followed(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(
        reduced_motion="no-preference", viewport={"width": 1280, "height": 900}
    ) as context:
        page = sit_down(context, server, "Pat", "random", "random")
        page.wait_for_selector(".choices button")
        choose_pace(page, "Slow")
        choose_last(page)
        expect(page.locator(".prompt.running")).to_be_visible()
        choose_pace(page, "Instant")
        expect(page.locator(".prompt:not(.running) .choices button").first).to_be_visible()
        page.evaluate(RUNNING)
        strip = page.get_by_role("region", name="Since your last turn")
        for _ in range(12):
            answer(page)
            expect(page.locator(".prompt:not(.running) .choices button").first).to_be_visible()
            if strip.count():
                break
        assert page.evaluate("window.ran") is False
        count = re.search("1 of ([0-9]+)", strip.inner_text())
        assert count
        lines = page.evaluate(MISSED)
        assert len(lines) == int(count[1])
        # what the strip tells is what stands in the log between one's turns, step by step
        for number, line in enumerate(lines, 1):
            expect(strip).to_contain_text(f"{number} of {len(lines)}")
            expect(strip.locator(".event")).to_have_text(line)
            if number < len(lines):
                strip.get_by_role("button", name="Next").click()
        strip.get_by_role("button", name="Back").click()
        expect(strip.locator(".event")).to_have_text(lines[-2])
        strip.get_by_role("button", name="Close").click()
        expect(strip).to_have_count(0)


def test_since_the_last_turn_is_only_what_the_others_did_meanwhile(
    browser: Browser, server: Server
) -> None:
    """Not what I do after it, and after a lost connection not what I have seen before."""
    routes: list[WebSocketRoute] = []
    mute = False

    def relay(route: WebSocketRoute) -> None:
        routes.append(route)
        beyond = route.connect_to_server()
        route.on_message(lambda text: None if mute else beyond.send(text))
        beyond.on_message(lambda text: None if mute else route.send(text))

    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        other = sit_down(context, server, "Pat", "random", "random", game="librarians")
        page = context.new_page()
        page.route_web_socket("**/ws/**", relay)
        page.goto(other.url)
        strip, lines = (
            page.get_by_role("region", name="Since your last turn"),
            page.locator("[data-region=story] ol li"),
        )

        def turn(where: Page) -> None:
            """Play until my turn is over and the next one has begun."""
            expect(
                where.locator(".prompt.asked:not(.running) .choices button").first
            ).to_be_visible()
            told = where.locator("[data-region=story] ol li").count()
            for _ in range(20):
                choose_last(where)
                settled(where)
                expect(
                    where.locator(".prompt.asked:not(.running) .choices button").first
                ).to_be_visible()
                if any(
                    "draws a card" in line
                    for line in where.locator("[data-region=story] ol li").all_text_contents()[
                        told:
                    ]
                ):
                    return

        turn(page)
        expect(strip).to_contain_text(re.compile("1 of [0-9]+"))
        count = strip.locator(".place").inner_text()
        told = lines.count()
        while lines.count() == told:  # first which book, then where
            choose_first(page)
            settled(page)
        expect(strip.locator(".place")).to_have_text(count)
        seen = lines.count()
        expect(other.locator("[data-region=story] ol li")).to_have_count(seen)
        mute = True
        turn(other)
        mute = False
        routes[-1].close()
        expect(lines).to_have_count(other.locator("[data-region=story] ol li").count())
        expect(strip.locator(".place")).to_have_text(f"1 of {len(page.evaluate(MISSED))}")


def test_instant_bots_do_not_wait(browser: Browser, database: str) -> None:
    """Not even on a server on which they usually wait for longer than this test, and not after the
    page is opened again.
    """
    server = Server(database, pace=600).start()
    try:
        with browser.new_context() as context:
            page = sit_down(context, server, "Pat", "random")
            choose_pace(page, "Instant")
            for _ in range(2):
                for _ in range(3):
                    # score, so that it is the bot's turn
                    choose_last(page)
                    settled(page)
                    expect(
                        page.locator(".prompt.asked:not(.running) .choices button").first
                    ).to_be_visible()
                page.reload()
    finally:
        server.stop()


@pytest.mark.parametrize("game", ["alexandria", "librarians"])
def test_what_comes_before_play_is_folded_away(browser: Browser, server: Server, game: str) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        page = sit_down(context, server, "Fay", "random", game=game)
        page.wait_for_selector(".choices button")
        fold = page.get_by_role("button", name=re.compile("the setup"))
        for _ in range(12):  # choosing a hero is part of setting up
            if not fold.count():
                told = page.locator("[data-region=story] ol li").count()
                choose_first(page)
                wait_for_news(page, told)
        expect(fold).to_have_attribute("aria-expanded", "false")
        count = re.search("[0-9]+", fold.inner_text())
        assert count
        expect(page.locator("ol li[hidden]")).to_have_count(int(count[0]))
        fold.click()
        expect(page.locator("ol li[hidden]")).to_have_count(0)


def decision(at: int, before: float, after: float) -> dict[str, object]:
    words = dict.fromkeys(("question", "choice", "label", "better", "better_label", "reason"), "")
    figures = {"error": 0.1, "loss": before - after, "loss_error": 0.1, "games": 30}
    return {"at": at, "seat": 0, "before": before, "after": after, **words, **figures}


@pytest.mark.parametrize(
    ("measure", "side", "shared"),
    [
        ("chance", {"start": 0.22, "luck": 2.56, "decided": -1.78, "end": 1.0}, False),  # a team
        # a team, by accident within bounds
        ("chance", {"start": 0.4, "luck": 0.2, "decided": -0.6, "end": 0.0}, False),
        ("points", {"start": 20.0, "luck": 260.0, "decided": -250.0, "end": 30.0}, False),
        ("points", {"start": 20.0, "luck": 14.0, "decided": -4.0, "end": 30.0}, True),
    ],
)
def test_a_review_claims_no_more_than_it_knows(
    browser: Browser, server: Server, measure: str, side: dict[str, float], shared: bool
) -> None:
    made = [decision(1, side["start"], side["start"]), decision(3, side["end"], side["end"])]
    sides = [{"seats": [0, 1], "name": "Everybody", "decisions": made, **side}]
    counts = {
        "answers": 4,
        "decisions": 2,
        "judged": 2,
        "games": 60,
        "playouts": 60,
        "seed": 1,
        "late": False,
    }
    review = {
        "game": "librarians",
        "measure": measure,
        "sides": sides,
        "turning": [],
        "costliest": [],
        **counts,
    }

    def finished(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "status": "over"})

    with browser.new_context(reduced_motion="reduce") as context:
        page = sit_down(context, server, "Rev", "random", game="librarians")
        table = page.url
        page.wait_for_selector(".choices button")
        page.route(re.compile("/api/tables/[^/]+$"), finished)
        page.route("**/review", lambda route: route.fulfill(json={"progress": 1, "review": review}))
        page.goto(table.replace("/table/", "/replay/") + "#review")
        expect(page.get_by_role("columnheader", name="End", exact=True)).to_be_visible()
        expect(page.get_by_role("columnheader", name="Luck and others")).to_have_count(int(shared))
        row = page.get_by_role("row", name=re.compile("Everybody"))
        figures = [
            float(part) for part in re.findall(r"-?[0-9.]+", row.inner_text().replace("−", "-"))
        ]
        assert len(figures) == (4 if shared else 2)
        if shared:
            assert figures[0] + figures[1] + figures[2] == pytest.approx(figures[3])
