"""Markers of Librarians (§8.3): talk beside the game, set by anybody at any time."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.games.librarians.table import position
from tests.server.browser import browser, come_in
from tests.server.conftest import Server, in_memory
from tests.server.people import Message, Player

__all__ = ["browser"]


def begun(host: Player, guest: Player, talk: str = "markers") -> str:
    """A game of Librarians for two people, both at their screens."""
    plan = [{"kind": "host"}, {"kind": "open"}]
    made = host.post(
        "/api/tables", {"game": "librarians", "seats": plan, "options": {"talk": talk}}
    )
    table = str(made.json()["id"])
    assert guest.post(f"/api/tables/{table}/sit", {"seat": 1}).is_success
    assert host.post(f"/api/tables/{table}/start").is_success
    for player in (host, guest):
        player.connect(table)
        player.hear(lambda message: message["type"] == "update")
    return table


def markers(message: Message) -> list[dict[str, Any] | None]:
    return (
        [seat["marker"] for seat in message["table"]["seats"]] if message["type"] == "table" else []
    )


def test_both_set_markers_before_anybody_has_played(server: Server) -> None:
    """No matter who is asked, the other one may speak too. The game itself does not change."""
    with (
        Player(server.base, "Ada") as ada,
        Player(server.base, "Ben") as ben,
        Player(server.base, "Eve") as eve,
    ):
        table = begun(ada, ben)
        before = ada.get(f"/api/tables/{table}/record").text
        ada.say(type="mark", piece="shelf 2")
        piece = next(marker for marker in markers(ben.hear(lambda m: any(markers(m)))) if marker)
        assert piece["kind"] == "cell"
        ben.say(type="mark", piece=f"cell-{piece['number']}")
        assert ada.hear(lambda m: all(markers(m)) and len(markers(m)) == 2)
        ben.say(type="mark", piece="")
        assert ada.hear(lambda m: markers(m) == [piece, None])
        eve.connect(table)
        # people who come later see it too
        assert markers(eve.hear(lambda m: m["type"] == "table")) == [piece, None]
        eve.say(type="mark", piece="shelf 2")
        assert eve.hear(lambda m: m["type"] == "refused")["code"] == "not-seated"
        assert ada.get(f"/api/tables/{table}/record").text == before


@pytest.mark.parametrize(
    ("talk", "piece", "clause"),
    [("silent", "shelf 1", "8.1"), ("markers", "cell-0", "8.3"), ("chat", "\x00", "8.3")],
)
def test_a_marker_that_may_not_be_is_refused(
    server: Server, talk: str, piece: str, clause: str
) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        begun(ada, ben, talk)
        ben.say(type="mark", piece=piece)
        refused = ben.hear(lambda m: m["type"] == "refused")
        assert (refused["code"], refused["clause"]) == ("illegal", clause)


def test_a_bot_asks_for_the_place_that_it_needs(database: str) -> None:
    """The bot has drawn an F, which fits in one place alone; the person hears of it after the bot's
    turn.
    """
    at = position(
        ["AR . > MG", "EG EY > ZK"],
        hand="NB UR",
        others=["WB XK"],
        deck="FR GG",
        options={"talk": "markers"},
    )
    server = in_memory(database)
    try:
        with Player(server.base, "Ada") as ada:
            plan = [{"kind": "bot", "bot": "expert"}, {"kind": "host"}]
            made = ada.post(
                "/api/tables", {"game": "librarians", "seats": plan, "options": {"talk": "markers"}}
            )
            table = str(made.json()["id"])
            server.stop()
            with sqlite3.connect(database.removeprefix("sqlite:///")) as written:
                written.execute(
                    "UPDATE tables SET position = ? WHERE id = ?", (json.dumps(at.to_json()), table)
                )
            server.start()
            assert ada.post(f"/api/tables/{table}/start").is_success
            ada.connect(table)
            wanted = {"kind": "cell", "number": int(at.marker(0, "1l1")[0].removeprefix("cell-"))}
            assert ada.hear(lambda m: markers(m) == [wanted, None])
    finally:
        server.stop()


def test_a_game_without_markers_says_so(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random")
        ada.connect(table)
        ada.say(type="mark", piece="shelf 1")
        assert ada.hear(lambda m: m["type"] == "refused")["code"] == "not-playing"
        assert ada.post(f"/api/tables/{table}/start").is_success
        ada.say(type="mark", piece="shelf 1")
        assert "no markers" in ada.hear(lambda m: m["type"] == "refused")["message"]


def posted(page: Page, path: str, data: Message) -> Message:
    """What the page's own person asks the server for."""
    asking = """([path, data]) => fetch(path, {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify(data)}).then((reply) => reply.json())"""
    return dict(page.evaluate(asking, [path, data]))


def test_markers_on_the_page(browser: Browser, server: Server) -> None:
    """One click to begin, one on the place. You can do it when you are not asked, and both see it
    at once.
    """
    with browser.new_context() as one, browser.new_context() as two:
        ada, ben = come_in(one, server, "Ada"), come_in(two, server, "Ben")
        asking = {
            "game": "librarians",
            "seats": [{"kind": "host"}, {"kind": "open"}],
            "options": {"talk": "markers"},
        }
        table = posted(ada, "/api/tables", asking)["id"]
        posted(ben, f"/api/tables/{table}/sit", {"seat": 1})
        posted(ada, f"/api/tables/{table}/start", {})
        ada.goto(f"{server.base}/table/{table}")
        ben.goto(f"{server.base}/table/{table}")
        for page, other in ((ada, ben), (ben, ada)):
            page.get_by_role("button", name="Set a marker").click()
            page.get_by_role(
                "button", name="Ask the others to leave shelf 2, place 1 to the right alone"
            ).click()
            name = "Ada" if page is ada else "Ben"
            for screen in (page, other):
                expect(
                    screen.get_by_role("img", name=f"{name} asks to leave this place alone")
                ).to_be_visible()
            page.get_by_role("button", name="Take it back").click()
            expect(
                other.get_by_role("img", name=f"{name} asks to leave this place alone")
            ).to_have_count(0)
