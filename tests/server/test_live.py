"""Live play: choices with the view, moves with their version, refusals that teach, nothing lost."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

import emberstacks as es
from tests.server.conftest import Server
from tests.server.people import Message, Player


def seated(*people: Player, bots: tuple[str, ...] = ()) -> tuple[str, list[Message]]:
    """A started game with these people and bots, and what each person is first told of it."""
    host = people[0]
    table = host.open_table("me", *["open"] * (len(people) - 1), *bots)
    for seat, guest in enumerate(people[1:], 1):
        assert guest.post(f"/api/tables/{table}/sit", {"seat": seat}).status_code == 200
    for person in people:
        person.connect(table)
        person.hear(lambda message: message["type"] == "table")
    started = host.post(f"/api/tables/{table}/start")
    assert started.status_code == 200, started.text
    return table, [person.hear(lambda message: message["type"] == "update") for person in people]


def test_two_people_and_a_bot_play_to_the_end(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table, updates = seated(ada, ben, bots=("greedy",))
        seats = {0: (ada, updates[0]), 1: (ben, updates[1])}
        while not seats[0][1]["view"]["over"]:
            asked = next((who for who in seats.values() if who[1]["choices"]), None)
            if asked is not None:
                asked[0].move(asked[1], asked[1]["choices"][-1]["text"])
            seats = {
                seat: (person, person.hear(lambda m: m["type"] == "update"))
                for seat, (person, _) in seats.items()
            }
        record = ada.get(f"/api/tables/{table}/record").text
        assert es.read_record(record).verify() is None
        assert ben.get(f"/api/tables/{table}").json()["status"] == "over"


def test_stale_double_and_foreign_moves_do_no_harm(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        _, updates = seated(ada, ben)
        asked, other = (ada, ben) if updates[0]["choices"] else (ben, ada)
        update = updates[0] if asked is ada else updates[1]
        other.move(update, "draw")
        assert other.hear(lambda m: m["type"] == "refused")["code"] == "not-asked"
        asked.move({"version": update["version"] - 1}, "draw")
        assert asked.hear(lambda m: m["type"] == "refused")["code"] == "stale"
        asked.move(update, "score")
        asked.move(update, "score")
        assert asked.hear(lambda m: m["type"] == "update")["version"] > update["version"]
        assert asked.hear(lambda m: m["type"] == "refused")["code"] == "stale"


def test_a_refused_move_teaches(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        ada_table = ada.open_table("me", "random")
        ada.connect(ada_table)
        ada.post(f"/api/tables/{ada_table}/start")
        update = ada.hear_turn()
        ada.move(update, "sing")
        refused = ada.hear(lambda m: m["type"] == "refused")
        assert refused["code"] == "illegal"
        assert refused["clause"] == update["clause"]
        assert refused["legal"] == [choice["text"] for choice in update["choices"]]
        numbers = [
            clause["number"]
            for clause in ada.get("/api/games/fire-prototype/rules").json()["clauses"]
        ]
        assert refused["clause"] in numbers


@pytest.mark.parametrize(
    "junk",
    [
        "junk",
        "[]",
        '{"type": "sing"}',
        '{"type": "move"}',
        '{"type": "move", "version": "x", "choice": 1}',
    ],
)
def test_malformed_messages_leave_the_connection_alive(server: Server, junk: str) -> None:
    with Player(server.base, "Ada") as ada:
        socket = ada.connect(ada.open_table("me", "random"))
        socket.send(junk)
        assert ada.hear(lambda m: m["type"] == "refused")["code"] == "malformed"
        socket.send("x" * 5000)
        assert ada.hear(lambda m: m["type"] == "refused")["code"] == "malformed"
        ada.say(type="say", text="still here")
        assert ada.hear(lambda m: m["type"] == "chat")["text"] == "still here"


def test_why_not_is_answered_and_changes_nothing(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Eve") as eve:
        table = ada.open_table("me", "random")
        ada.connect(table)
        ada.post(f"/api/tables/{table}/start")
        update = ada.hear_turn()
        ada.say(type="why", choice="douse")
        said = ada.hear(lambda message: message["type"] == "reason")
        assert said == {
            "type": "reason",
            "choice": "douse",
            "message": said["message"],
            "clause": "5.2",
        }
        assert "bucket" in said["message"]
        ada.say(type="why", choice=update["choices"][0]["text"])
        assert ada.hear(lambda message: message["type"] == "reason")["message"] == ""
        ada.move(update, update["choices"][0]["text"])
        assert ada.hear_version(update["version"] + 1)  # the question still stood
        eve.connect(table)
        eve.say(type="why", choice="douse")
        assert eve.hear(lambda message: message["type"] == "refused")["code"] == "not-seated"


def test_floods_are_limited(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        ada.connect(ada.open_table("me", "random"))
        for _ in range(60):
            ada.say(type="say", text="hello")
        assert ada.hear(lambda m: m["type"] == "refused")["code"] == "too-fast"


def test_a_foreign_page_cannot_open_a_socket(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random")
        socket = ada.connect(table, Origin="http://evil.example")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403


def test_a_link_cannot_be_guessed(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        assert len(ada.open_table("me", "random")) >= 22
        assert ada.get("/api/tables/AAAAAAAAAAAAAAAAAAAAAA").status_code == 404
        with pytest.raises(ConnectionClosed) as closed:
            ada.connect("AAAAAAAAAAAAAAAAAAAAAA").recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_spectators_watch_and_cannot_act(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Eve") as eve:
        table, (update,) = seated(ada, bots=("random",))
        eve.connect(table)
        seen = eve.hear(lambda m: m["type"] == "update")
        assert seen["choices"] == []
        assert seen["view"]["seat"] is None
        eve.move(update, "draw")
        assert eve.hear(lambda m: m["type"] == "refused")["code"] == "not-seated"
        eve.say(type="say", text="psst")
        assert eve.hear(lambda m: m["type"] == "refused")["code"] == "not-seated"
        assert "Secret" not in eve.get(f"/api/tables/{table}/record").text


def test_a_reconnected_page_is_told_everything_again(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table, _ = seated(ada, bots=("random",))
        before = ada.received[-1] if ada.received[-1].get("choices") else ada.hear_turn()
        ada.sockets[-1].close()
        ada.connect(table)
        again = ada.hear_turn()
        assert again["events_from"] == 0
        assert again["view"] == before["view"]
        assert again["version"] == before["version"]


def test_undo_where_nothing_was_revealed(server: Server) -> None:
    """With three people, taking a card can be taken back until the next has chosen."""
    with (
        Player(server.base, "Ada") as ada,
        Player(server.base, "Ben") as ben,
        Player(server.base, "Cy") as cy,
    ):
        _, updates = seated(ada, ben, cy)
        people = [ada, ben, cy]
        for _ in range(400):
            seat = next(k for k, update in enumerate(updates) if update["choices"])
            update = updates[seat]
            people[seat].move(update, update["choices"][-1]["text"])
            updates = [person.hear(lambda m: m["type"] == "update") for person in people]
            if updates[seat]["can_undo"]:
                people[seat].say(type="undo", version=updates[seat]["version"])
                undone = [person.hear(lambda m: m["type"] == "update") for person in people]
                assert undone[seat]["view"] == update["view"]
                assert undone[seat]["choices"] == update["choices"]
                others = [other for other in people if other is not people[seat]]
                others[0].say(type="undo", version=undone[seat]["version"])
                assert others[0].hear(lambda m: m["type"] == "refused")["code"] == "illegal"
                return
            if updates[0]["view"]["over"]:
                break
        pytest.fail("no answer of a whole game could be taken back")


def test_somebody_who_leaves_is_stood_in_for_and_returns(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table, _ = seated(ada, ben)
        ben.say(type="leave")
        away = ada.hear(lambda m: m["type"] == "table" and m["table"]["seats"][1]["stand_in"])
        assert away["table"]["seats"][1]["name"] == "Ben"
        ben.sockets[-1].close()
        ben.connect(table)
        assert not ben.hear(lambda m: m["type"] == "table")["table"]["seats"][1]["stand_in"]


def test_silent_tables_are_silent(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        ada.connect(ada.open_table("me", "random", silent=True))
        ada.say(type="say", text="psst")
        assert ada.hear(lambda m: m["type"] == "refused")["code"] == "silent"
