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
        assert [hint["text"] for hint in hints] == [choice["text"] for choice in update["choices"]]
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
        assert ada.post(f"/api/tables/{table}/fork", {"answers": 0, "seat": 0}).json()["help"] is True
        assert ada.post(f"/api/tables/{table}/rematch").json()["help"] is False


def test_no_hints_against_other_people(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table = ada.open_table("me", "open")
        ben.post(f"/api/tables/{table}/sit", {"seat": 1})
        ada.post(f"/api/tables/{table}/start")
        for player in (ada, ben):
            answer = player.post(f"/api/tables/{table}/hint")
            assert (answer.status_code, answer.json()["code"]) == (403, "no-hints")
