"""Your games in the lobby: the clock, unread chat, playing again; the last set-up; a pause and a
vacation at the table.
"""

from __future__ import annotations

import re
import time

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    browser,
    clean_in_every_light,
    come_in,
    open_table,
    play_to_the_end,
    resize,
    sit_down,
    violations,
)
from tests.server.conftest import Server
from tests.server.people import Player

__all__ = ["browser"]

BADGE = "navigator.setAppBadge = async (number) => { (window.badges ??= []).push(number); }"


def meet(page: Page, server: Server, other: Player, **more: object) -> str:
    """A game of the person at the page and another one, begun; returns the id of its table."""
    seats = [{"kind": "host"}, {"kind": "open"}]
    made = page.request.post(
        f"{server.base}/api/tables", data={"game": "fire-prototype", "seats": seats, **more}
    )
    table = str(made.json()["id"])
    assert other.post(f"/api/tables/{table}/sit", {"seat": 1}).status_code == 200
    assert page.request.post(f"{server.base}/api/tables/{table}/start").ok
    return table


def at_home(page: Page) -> None:
    expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()


def test_the_clock_unread_chat_and_a_badge(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context, Player(server.base, "Ben") as ben:
        page = sit_down(context, server, "Ada", "random")
        table = meet(page, server, ben, clock=86_400)
        with ben.connect(table):
            ben.hear(lambda message: message["type"] == "update")
            for text in ("Hello", "Are you there?"):
                ben.say(type="say", text=text)
                ben.hear(lambda message: message["type"] == "chat")
        page.add_init_script(BADGE)
        page.goto(server.base)
        row = page.locator(f'.own:has(a[href="/table/{table}"])')
        expect(row).to_contain_text(re.compile("2[34] h left"))
        expect(row).to_contain_text("2 new lines of chat")
        expect(page).to_have_title(re.compile(r"^\([12]\) Emberstacks$"))
        page.wait_for_function("() => (window.badges ?? []).at(-1) > 0")
        clean_in_every_light(page)
        # on a phone they are below the form
        page.get_by_role("link", name=re.compile("^Your turn")).click()
        expect(row).to_be_in_viewport()
        page.set_viewport_size({"width": 1440, "height": 900})
        row.get_by_role("link").click()
        expect(page.get_by_role("log", name="Chat")).to_contain_text("Are you there?")
        page.get_by_role("link", name="Emberstacks").first.click()
        expect(row).to_be_visible()
        expect(row).not_to_contain_text("new lines")


def test_a_finished_game_is_reviewed_or_played_again(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = sit_down(context, server, "Ada", "random")
        play_to_the_end(page)
        page.goto(server.base)
        row = page.locator("details .own")
        expect(row.get_by_role("link", name="Review", exact=True)).to_have_attribute(
            "href", re.compile("^/replay/.+#review$")
        )
        clean_in_every_light(page)
        page.set_viewport_size({"width": 1440, "height": 900})
        row.get_by_role("button", name="Play again").click()
        page.wait_for_url("**/table/*")
        expect(page.locator(".choices button").first).to_be_visible()


def test_the_last_set_up_is_remembered(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        at_home(page)
        expect(page.get_by_text("1 to 6 players. About 35 minutes.")).to_be_visible()
        page.get_by_text("A day", exact=True).click()
        page.get_by_role("link", name="Do you want to be told when it is your turn?").click()
        expect(page.get_by_role("heading", name="Tell me when it is my turn")).to_be_in_viewport()
        page.go_back()
        page.get_by_text("A day", exact=True).click()
        page.get_by_text("Full game", exact=True).click()
        open_table(page, "Expert", "Anyone", "Novice", game="fire")
        page.goto(server.base)
        at_home(page)
        chairs = page.get_by_role("combobox", name=re.compile("^Chair [0-9]"))
        expect(chairs).to_have_count(4)
        assert chairs.evaluate_all("all => all.map((one) => one.value)") == [
            "host",
            "expert",
            "open",
            "novice",
        ]
        expect(page.get_by_role("radio", name="A day")).to_be_checked()
        expect(page.get_by_role("radio", name="Full game")).to_be_checked()
        page.evaluate(
            'localStorage.setItem(\'emberstacks-table-fire\', \'{"seats": [{"kind": "bot", "bot":'
            ' "gone"}]}\')'
        )
        page.reload()  # what no longer fits is forgotten
        at_home(page)
        expect(chairs).to_have_count(3)


def test_bots_have_names_and_faces_from_the_lobby_to_the_table(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        at_home(page)
        chairs = page.locator(".chair")
        expect(chairs.nth(1)).to_contain_text("Tilda")
        expect(chairs.nth(2)).to_contain_text("Jonas")  # another one of the same kind
        page.get_by_role("combobox", name="Chair 3", exact=True).select_option("daring")
        expect(chairs.nth(2)).to_contain_text("Saffron")
        page.get_by_role("button", name="Who is who?").click()
        people = page.locator(".people li")
        expect(people.filter(has_text="Pip, novice")).to_contain_text("New to the game")
        looks = people.locator(".figure").evaluate_all(
            "all => all.map((one) => one.querySelector('g').innerHTML)"
        )
        assert len(set(looks)) == len(looks) > 5  # one cannot be taken for another
        clean_in_every_light(page)
        resize(page, 1440, 900)
        drawn = chairs.nth(2).locator(".figure g").inner_html()
        page.get_by_role("button", name="Open the table").click()
        seat = page.locator("[data-region=players] li").nth(2)
        expect(seat).to_contain_text("Saffron")
        expect(seat).to_contain_text("Daring")
        assert seat.locator(".figure g").first.inner_html() == drawn


def test_two_people_pause_and_go_on_vacation(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context, Player(server.base, "Ben") as ben:
        page = sit_down(context, server, "Ada", "random")
        table = meet(page, server, ben)
        page.goto(f"{server.base}/table/{table}")
        page.wait_for_selector(".prompt")
        ben.http.put("/api/mine/vacation", json={"until": time.time() + 5 * 86_400})
        expect(page.get_by_text(re.compile("^on vacation until "))).to_be_visible()
        expect(page.get_by_text(re.compile("thinking"))).to_have_count(0)  # whoever is asked
        page.set_viewport_size({"width": 390, "height": 844})
        ben.post(f"/api/tables/{table}/pause")
        # not behind a tab
        wish = page.locator(".slot").get_by_text("Ben would like to pause the game.")
        expect(wish).to_be_visible()
        clean_in_every_light(page)
        page.get_by_role("button", name="Not now", exact=True).click()
        expect(wish).to_have_count(0)
        assert not ben.get(f"/api/tables/{table}").json()["seats"][1]["wants_pause"]
        ben.post(f"/api/tables/{table}/end")
        expect(page.locator(".slot").get_by_text("Ben would like to end the game.")).to_be_visible()
        page.set_viewport_size({"width": 1440, "height": 900})
        page.get_by_role("button", name="Leave or pause").click()
        page.get_by_role("dialog").get_by_role("button", name="Pause the game").click()
        expect(page.get_by_text("You asked to pause.").first).to_be_visible()
        page.keyboard.press("Escape")
        assert ben.post(f"/api/tables/{table}/pause").json()["paused"] is True
        expect(page.get_by_role("heading", name="The game is paused")).to_be_visible()
        clean_in_every_light(page)
        page.set_viewport_size({"width": 1440, "height": 900})
        page.get_by_role("button", name="Resume the game").click()
        page.wait_for_selector(".prompt")


def test_a_friends_link_says_what_it_invites_to(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context, Player(server.base, "Ben") as ben:
        table = ben.open_table("me", "open", game="horror")
        page = context.new_page()
        page.goto(f"{server.base}/table/{table}")
        expect(
            page.get_by_text("You are invited to Ben's table: Horror in the Library.")
        ).to_be_visible()
        assert violations(page) == []
        page.get_by_label("Your name at the table").fill("Ada")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()


WATCH = """() => {
    window.wrong = 0;
    const look = () => { if (document.querySelector(".over")?.textContent.includes("You agreed to end")) wrong += 1; };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""


def test_a_game_that_was_played_out_never_says_that_it_was_broken_off(
    browser: Browser, server: Server
) -> None:
    """The table is over before the page has shown the last move."""
    with browser.new_context(reduced_motion="no-preference") as context:  # pieces move
        page = sit_down(context, server, "Ada", "random")
        page.evaluate(WATCH)
        play_to_the_end(page)
        assert page.evaluate("window.wrong") == 0
