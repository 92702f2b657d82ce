"""Several server processes on one PostgreSQL: people on different ones play together, and one may die."""

from __future__ import annotations

import emberstacks as es
from tests.server.conftest import Server
from tests.server.people import Player


def test_two_processes_share_a_table_and_one_dies(postgres: str) -> None:
    one, two = Server(postgres).start(), Server(postgres).start()
    try:
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
    finally:
        one.stop()
        two.stop()


def test_requests_of_one_browser_may_go_to_either_process(postgres: str) -> None:
    one, two = Server(postgres).start(), Server(postgres).start()
    try:
        with Player(one.base, "Ada") as ada:
            for base in (two.base, one.base, two.base, one.base):
                ada.http.base_url = base
                assert ada.http.get("/api/session").json()["name"] == "Ada"
                assert ada.open_table("me", "random")
    finally:
        one.stop()
        two.stop()
