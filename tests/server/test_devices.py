"""A person goes on with another device: a link, made on the first, brings name and games there,
once and not for long.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.browser import browser, come_in, sit_down, violations
from tests.server.conftest import Server
from tests.server.people import Player

__all__ = ["browser"]

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("devices") / "tables.db"


@pytest.fixture(scope="module")
def server(file: Path) -> Iterator[Server]:
    running = Server(f"sqlite:///{file}").start()
    yield running
    running.stop()


@pytest.fixture
def phone(server: Server) -> Iterator[Player]:
    with Player(server.base, "Somebody") as player:
        yield player


def link(player: Player) -> str:
    made = player.post("/api/session/link", {})
    assert made.status_code == 201, made.text
    assert made.json()["seconds"] == 600
    return str(made.json()["code"])


def test_a_link_brings_name_and_games(ada: Player, phone: Player) -> None:
    table = ada.open_table("me", "random")
    assert ada.post(f"/api/tables/{table}/start").is_success
    came = phone.post("/api/session/device", {"code": link(ada)})
    assert came.json() == ada.person
    assert phone.get("/api/session").json() == ada.person
    assert [game["table"]["id"] for game in phone.get("/api/mine/games").json()] == [table]
    phone.connect(table)
    assert phone.hear_turn()["choices"]
    assert ada.get("/api/session").json() == ada.person  # the first device stays


def test_it_works_once_and_a_new_one_replaces_it(ada: Player, phone: Player) -> None:
    first, second = link(ada), link(ada)
    refused = phone.post("/api/session/device", {"code": first})
    assert (refused.status_code, refused.json()["code"]) == (403, "old-link")
    assert phone.get("/api/session").json() == phone.person
    assert phone.post("/api/session/device", {"code": second}).is_success
    assert phone.post("/api/session/device", {"code": second}).status_code == 403


def test_of_many_at_once_one_has_it(ada: Player, server: Server) -> None:
    code = link(ada)
    won: list[bool] = []

    def take() -> None:
        with Player(server.base, "Thief") as thief:
            barrier.wait()
            won.append(thief.post("/api/session/device", {"code": code}).is_success)

    barrier = threading.Barrier(4)
    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == [False, False, False, True]


def test_the_database_does_not_have_it_and_time_runs_out(
    ada: Player, phone: Player, file: Path
) -> None:
    code = link(ada)
    with sqlite3.connect(file) as database:
        kept = database.execute(
            "SELECT id FROM links WHERE person = ?", (ada.person["id"],)
        ).fetchone()
        assert kept[0] != code
        database.execute(
            "UPDATE links SET until = until - 600 WHERE person = ?", (ada.person["id"],)
        )
    database.close()
    assert phone.post("/api/session/device", {"code": code}).status_code == 403


def test_nobody_makes_links_without_end_or_for_nobody(ada: Player, server: Server) -> None:
    answers = [ada.post("/api/session/link", {}).status_code for _ in range(21)]
    assert answers == [201] * 20 + [429]
    with Player(server.base, "Gone") as gone:
        gone.http.cookies.clear()
        assert gone.post("/api/session/link", {}).status_code == 403


def test_on_the_page_from_a_desk_to_a_phone(browser: Browser, server: Server) -> None:
    with (
        browser.new_context(reduced_motion="reduce") as desk,
        browser.new_context(
            viewport={"width": 390, "height": 844}, reduced_motion="reduce"
        ) as pocket,
    ):
        there = sit_down(desk, server, "Ada", "random")
        there.get_by_role("link", name="Emberstacks").first.click()
        there.get_by_role("button", name="You: Ada").click()
        there.get_by_role("button", name="Make a link").click()
        expect(there.get_by_role("img", name="The link as a QR code")).to_be_visible()
        assert there.get_by_role("img", name="The link as a QR code").evaluate(
            "(image) => image.naturalWidth > 0"
        )
        assert violations(there) == []
        address = there.get_by_label("Another device").last.input_value()
        expect(there.get_by_text("Scan it with the other device")).to_be_in_viewport()
        desk.grant_permissions(["clipboard-read", "clipboard-write"])
        there.get_by_role("button", name="Copy the link").click()
        expect(there.get_by_role("button", name="Copied")).to_be_visible()
        assert there.evaluate("navigator.clipboard.readText()") == address

        here = come_in(pocket, server, "Passer-by")
        expect(here.get_by_role("heading", name="Set up a table")).to_be_visible()
        here.goto(address)
        expect(here.get_by_text("In this browser you are Passer-by now.")).to_be_visible()
        assert violations(here) == []
        here.get_by_role("button", name="Continue here").click()
        expect(here.get_by_role("heading", name="Your games")).to_be_visible()
        expect(here.get_by_role("button", name="You: Ada")).to_be_visible()
        here.get_by_role("link", name="Continue").click()
        expect(here.locator(".choices button").first).to_be_visible()

        here.goto(f"{server.base}/device")
        expect(here.get_by_role("alert")).to_contain_text("This link is incomplete.")
        here.goto(address)
        here.get_by_role("button", name="Continue here").click()
        expect(here.get_by_role("alert")).to_contain_text("This link was used already")
