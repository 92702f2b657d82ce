"""Hints over HTTP: for those who play with bots, and for nobody else."""

from __future__ import annotations

from tests.server.conftest import Server
from tests.server.people import Player


def test_hints_for_whoever_plays_with_bots(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Eve") as eve:
        table = ada.open_table("me", "random")
        assert ada.post(f"/api/tables/{table}/hint").json()["code"] == "not-begun"
        ada.post(f"/api/tables/{table}/start")
        ada.connect(table)
        update = ada.hear_turn()
        assert update["can_hint"] is True
        hints = ada.post(f"/api/tables/{table}/hint").json()
        assert [hint["code"] for hint in hints] == [choice["code"] for choice in update["choices"]]
        assert sum(hint["best"] for hint in hints) <= 1
        assert eve.post(f"/api/tables/{table}/hint").json()["code"] == "no-hints"


def test_no_hints_where_the_host_wants_none(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random", help=False)
        assert ada.get(f"/api/tables/{table}").json()["help"] is False
        ada.post(f"/api/tables/{table}/start")
        ada.connect(table)
        update = ada.hear_turn()
        assert update["can_hint"] is False
        answer = ada.post(f"/api/tables/{table}/hint")
        assert (answer.status_code, answer.json()["code"]) == (403, "no-hints")
        fork = ada.post(f"/api/tables/{table}/fork", {"answers": 0, "seat": 0}).json()
        assert fork["help"] is False  # no way around it while the game goes on
        ada.play_on(update)
        assert (
            ada.post(f"/api/tables/{table}/fork", {"answers": 0, "seat": 0}).json()["help"] is True
        )
        assert ada.post(f"/api/tables/{table}/rematch").json()["help"] is False


def test_no_hints_against_other_people(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table = ada.open_table("me", "open")
        ben.post(f"/api/tables/{table}/sit", {"seat": 1})
        ada.post(f"/api/tables/{table}/start")
        for player in (ada, ben):
            answer = player.post(f"/api/tables/{table}/hint")
            assert (answer.status_code, answer.json()["code"]) == (403, "no-hints")


def fork_of(player: Player, table: str) -> dict[str, object]:
    made = player.post(f"/api/tables/{table}/fork", {"answers": 2, "seat": 0, "bot": "random"})
    assert made.status_code == 201, made.text
    return dict(made.json())


def test_a_fork_gives_no_hints_for_a_running_game_of_people(server: Server) -> None:
    """Nor does a fork of such a fork, also when that is over; when the game itself is, everything
    helps.
    """
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table = ada.open_table("me", "open")
        ben.post(f"/api/tables/{table}/sit", {"seat": 1})
        ada.post(f"/api/tables/{table}/start")
        fork = fork_of(ada, table)
        assert fork["help"] is False
        ada.post(f"/api/tables/{fork['id']}/start")
        ada.connect(str(fork["id"]))
        update = ada.hear_turn()
        assert update["can_hint"] is False
        assert ada.post(f"/api/tables/{fork['id']}/hint").json()["code"] == "no-hints"
        ada.play_on(update)
        assert ada.post(f"/api/tables/{fork['id']}/review").json()["code"] == "no-help"
        again = fork_of(ada, str(fork["id"]))
        assert again["help"] is False
        for player in (ada, ben):
            player.post(f"/api/tables/{table}/end")
        assert fork_of(ada, str(fork["id"]))["help"] is True
        assert fork_of(ada, table)["help"] is True


def test_a_fork_of_ones_own_game_with_bots_helps(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Eve") as eve:
        table = ada.open_table("me", "random")
        ada.post(f"/api/tables/{table}/start")
        assert fork_of(ada, table)["help"] is True
        strict = ada.open_table("me", "random", help=False)
        ada.post(f"/api/tables/{strict}/start")
        fork = str(fork_of(ada, strict)["id"])
        ada.post(f"/api/tables/{fork}/start")
        ada.connect(fork)
        ada.play_on(ada.hear_turn())
        assert fork_of(ada, fork)["help"] is False, (
            "nor is a finished fork a way around the host's wish"
        )
        assert eve.get(f"/api/tables/{fork}").json()["help"] is False


def test_the_coach_says_what_matters_and_what_is_costly(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Eve") as eve:
        table = ada.open_table("me", "random")
        ada.post(f"/api/tables/{table}/start")
        ada.connect(table)
        update = ada.hear_turn()
        said = ada.post(f"/api/tables/{table}/coach").json()
        assert said["version"] == update["version"]
        assert said["matters"]
        codes = {choice["code"] for choice in update["choices"]}
        assert {int(code) for code in said["regrets"]} < codes
        assert said["choice"] in {*codes, None}
        assert eve.post(f"/api/tables/{table}/coach").json()["code"] == "no-hints"


def test_the_coach_tells_rules_in_other_words(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        book = ada.get("/api/games/fire/coach").json()
        told = {line["number"]: line["text"] for line in book["lines"]}
        rules = {
            line["number"]: line["text"]
            for line in ada.get("/api/games/fire/rules").json()["clauses"]
        }
        assert set(told) <= set(rules)
        assert told["3.2"] != rules["3.2"]
        assert 0 < book["talks"] < book["leaves"] < book["most"]
        assert ada.get("/api/games/chess/coach").json()["code"] == "not-found"
