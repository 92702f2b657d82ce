"""Several server processes on one PostgreSQL: people on different ones play together, and one may
die.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

import emberstacks as es
from emberstacks.server.store import Store
from emberstacks.server.store.outcomes import Unavailable
from tests.server.conftest import Server
from tests.server.people import Player

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def processes(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers that share the tables."""
    one, two = Server(postgres).start(), Server(postgres).start()
    yield one, two
    one.stop()
    two.stop()


def test_two_processes_share_a_table_and_one_dies(processes: tuple[Server, Server]) -> None:
    one, two = processes
    with Player(one.base, "Ada") as ada, Player(two.base, "Ben") as ben:
        table = ada.open_table("me", "open", "random")
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).status_code == 200
        ada.connect(table)
        ada.hear(lambda m: m["type"] == "table" and m["table"]["seats"][1]["kind"] == "person")
        ben.connect(table)
        assert ada.post(f"/api/tables/{table}/start").status_code == 200
        updates = [person.hear(lambda m: m["type"] == "update") for person in (ada, ben)]
        people = [ada, ben]
        for turn in range(1000):
            if updates[0]["view"]["over"] or updates[1]["view"]["over"]:
                break
            if turn == 6:
                two.kill()
                two.start()
                ben.connect(table)
                updates = [updates[0], ben.hear_version(updates[0]["version"])]
            seat = next((k for k in (0, 1) if updates[k]["choices"]), None)
            if seat is not None:
                people[seat].move(updates[seat], updates[seat]["choices"][-1]["text"])
            versions = [update["version"] for update in updates]
            newest = max(versions) + (1 if seat is not None or len(set(versions)) == 1 else 0)
            updates = [
                update if update["version"] >= newest else person.hear_version(newest)
                for person, update in zip(people, updates, strict=True)
            ]
            newest = max(update["version"] for update in updates)
            for k, person in enumerate(people):
                if updates[k]["version"] < newest:
                    updates[k] = person.hear_version(newest)
        record = ada.get(f"/api/tables/{table}/record").text
        assert es.read_record(record).verify() is None
        assert ben.get(f"/api/tables/{table}/record").text == record


def test_whoever_changes_over_sees_all_they_were_told(processes: tuple[Server, Server]) -> None:
    """After every answer that was told, the other process knows it, by its socket and by every
    page.
    """
    one, two = processes
    with Player(one.base, "Ada") as ada, Player(two.base, "Nobody") as moved:
        moved.becomes(ada)
        table = ada.open_table("me", "random")
        assert moved.get(f"/api/tables/{table}").json()["status"] == "open"
        assert ada.post(f"/api/tables/{table}/start").is_success
        assert moved.get(f"/api/tables/{table}").json()["status"] == "playing"
        assert moved.get("/api/tables").json()[0]["status"] == "playing"
        here, there = ada, moved
        here.connect(table)
        update = here.hear_turn()
        for _ in range(15):
            here.move(update, update["choices"][-1]["text"])
            told = here.hear(lambda m: m["type"] == "update")
            assert there.get(f"/api/tables/{table}/frames/0").json()["of"] >= told["version"]
            there.connect(table, seen=told["version"])
            again = there.hear(lambda m: m["type"] == "update")
            assert again["version"] >= told["version"]
            news = [event["text"] for event in told["events"]]
            assert [event["text"] for event in again["events"]][told["events_from"] :][
                : len(news)
            ] == news
            here.sockets[-1].close()
            here, there = there, here
            update = again if again["choices"] or again["view"]["over"] else here.hear_turn()
            if update["view"]["over"]:
                break


def test_answers_to_a_question_put_to_several_are_kept_and_opened_by_any_process(
    processes: tuple[Server, Server],
) -> None:
    one, two = processes
    with (
        Player(one.base, "Ada") as ada,
        Player(two.base, "Ben") as ben,
        Player(two.base, "Nobody") as moved,
    ):
        moved.becomes(ada)
        table = ada.open_table("me", "open", game="alexandria")
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).is_success
        assert ada.post(f"/api/tables/{table}/start").is_success
        people = [ada, ben]
        for person in people:
            person.connect(table)
        updates = [person.hear(lambda m: m["type"] == "update") for person in people]
        while not all(update["choices"] for update in updates):  # until both are asked at once
            seat = 0 if updates[0]["choices"] else 1
            people[seat].move(updates[seat], updates[seat]["choices"][0]["text"])
            newest = updates[seat]["version"] + 1
            updates = [person.hear_version(newest) for person in people]
            newest = max(update["version"] for update in updates)
            updates = [
                update if update["version"] == newest else person.hear_version(newest)
                for person, update in zip(people, updates, strict=True)
            ]
        ada.move(updates[0], updates[0]["choices"][0]["text"])
        told = ada.hear(lambda m: m["type"] == "update")
        assert told["view"] != updates[0]["view"]  # it shows what Ada has answered
        moved.connect(table, seen=updates[0]["version"])
        again = moved.hear(lambda m: m["type"] == "update")
        assert (again["version"], again["view"]) == (told["version"], told["view"])
        ben.move(updates[1], updates[1]["choices"][0]["text"])
        for person in (ada, ben, moved):
            person.hear_version(updates[0]["version"] + 1)
        assert (
            ada.get(f"/api/tables/{table}/record").text
            == moved.get(f"/api/tables/{table}/record").text
        )


def test_requests_of_one_browser_may_go_to_either_process(processes: tuple[Server, Server]) -> None:
    one, two = processes
    with Player(one.base, "Ada") as ada:
        for base in (two.base, one.base, two.base, one.base):
            ada.http.base_url = base
            assert ada.http.get("/api/session").json()["name"] == "Ada"
            assert ada.open_table("me", "random")


def test_what_one_transaction_does_wrong_is_no_trouble_of_the_database(postgres: str) -> None:
    """Somebody sends what no column takes: /health must not call the database broken for it."""

    async def scenario() -> None:
        store = Store(postgres)
        await store.open()
        with pytest.raises(Unavailable):
            await store.add_person("x" * 99, "too long for its column", 0.0)
        assert store.trouble == ""
        await store.close()

    asyncio.run(scenario())
