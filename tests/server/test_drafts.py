"""A turn that is a draft: only its owner is told of it, over the socket and over HTTP, until it is
ended.
"""

from __future__ import annotations

import pytest

from tests.server.conftest import Server
from tests.server.people import Message, Player


def begun(ada: Player, ben: Player) -> tuple[str, Player, Player, Message, Message]:
    """A game of Librarians: the table, who is asked and who waits, and what both were told."""
    table = ada.open_table("me", "open", game="librarians")
    ben.post(f"/api/tables/{table}/sit", {"seat": 1})
    for person in (ada, ben):
        person.connect(table)
    assert ada.post(f"/api/tables/{table}/start").status_code == 200
    first, second = (
        person.hear(lambda message: message["type"] == "update") for person in (ada, ben)
    )
    return (
        (table, ada, ben, first, second) if first["choices"] else (table, ben, ada, second, first)
    )


def answer(person: Player, update: Message, choice: str) -> Message:
    person.move(update, choice)
    return person.hear(
        lambda message: message["type"] == "update" and message["version"] > update["version"]
    )


def test_nobody_else_is_told_of_a_draft(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table, asked, other, update, seen = begun(ada, ben)
        known = other.get(f"/api/tables/{table}/record").text
        for _ in range(2):
            update = answer(
                asked,
                update,
                next(c["text"] for c in update["choices"] if c["text"].startswith("play ")),
            )
            update = answer(asked, update, update["choices"][0]["text"])
        assert update["can_undo"]
        assert len(update["view"]["state"]["laid"]) == 2
        other.connect(table)  # as after a reload: the draft is still nobody else's
        again = other.hear(lambda message: message["type"] == "update")
        assert {key: again[key] for key in ("version", "view", "question", "choices")} == {
            key: seen[key] for key in ("version", "view", "question", "choices")
        }
        assert other.get(f"/api/tables/{table}/record").text == known
        assert asked.get(f"/api/tables/{table}/record").text != known
        answers = asked.get(f"/api/tables/{table}/frames/0").json()["of"]
        assert other.get(f"/api/tables/{table}/frames/0").json()["of"] == answers - 4
        assert other.get(f"/api/tables/{table}/frames/{answers}").status_code == 400
        assert (
            other.post(f"/api/tables/{table}/fork", {"answers": answers, "seat": 0}).status_code
            == 400
        )
        update = answer(asked, update, "end")
        told = other.hear(lambda message: message["type"] == "update")
        assert told["version"] == update["version"]
        assert len(told["view"]["state"]["laid"]) == 2


@pytest.mark.process
def test_a_draft_outlives_the_server_and_is_taken_back(database: str) -> None:
    server = Server(database).start()
    try:
        with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
            table, asked, _, first, _ = begun(ada, ben)
            update = answer(asked, first, first["choices"][0]["text"])
            update = answer(asked, update, update["choices"][0]["text"])
            server.kill()
            server.start()
            asked.connect(table)
            update = asked.hear(lambda message: message["type"] == "update")
            for _ in range(2):
                asked.say(type="undo", version=update["version"])
                update = asked.hear(lambda message: message["type"] == "update")
            assert (update["view"], update["choices"]) == (first["view"], first["choices"])
            assert not update["can_undo"]
    finally:
        server.stop()


def test_the_table_is_silent_by_itself(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        quiet = ada.open_table("me", "greedy", game="librarians")
        talking = ada.open_table("me", "greedy", game="librarians", options={"talk": "chat"})
        assert ada.get(f"/api/tables/{quiet}").json()["silent"]
        assert not ada.get(f"/api/tables/{talking}").json()["silent"]
