"""What belongs to a person, and coming and going: games, settings, names, leaving, ending,
rematches, and after the game.
"""

from __future__ import annotations

import time

import httpx

from tests.server.conftest import Server
from tests.server.people import Player
from tests.waiting import until


def games(player: Player) -> dict[str, dict[str, object]]:
    return {game["table"]["id"]: game for game in player.get("/api/mine/games").json()}


def two(ada: Player, ben: Player, **more: object) -> str:
    table = ada.open_table("me", "open", **more)
    assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).status_code == 200
    assert ada.post(f"/api/tables/{table}/start").status_code == 200
    return table


def finished(ada: Player) -> str:
    table = ada.open_table("me", "random")
    ada.post(f"/api/tables/{table}/start")
    ada.connect(table)
    ada.play_on(ada.hear_turn())
    return table


def test_my_games_say_whose_turn_it_is_and_how_they_ended(ada: Player) -> None:
    table = finished(ada)
    running = ada.open_table("me", "open")
    ada.post(f"/api/tables/{running}/fill", {"bot": "random"})
    ada.post(f"/api/tables/{running}/start")
    ended = games(ada)[table]
    assert ended["waiting"] == []
    assert " won (Ada " in str(ended["outcome"])
    assert "by A" not in str(ended["outcome"])
    assert abs(float(str(games(ada)[running]["since"])) - time.time()) < 60


def test_a_finished_game_is_counted_out_and_can_be_drawn_again(ada: Player) -> None:
    table = finished(ada)
    ending = ada.get(f"/api/tables/{table}/ending").json()
    assert ending["places"][0]["winner"]
    assert all(
        sum(source["points"] for source in place["sources"]) == place["points"]
        for place in ending["places"]
    )
    proof = ada.get(f"/api/tables/{table}/draws").json()
    assert proof["commitment"] == ada.get(f"/api/tables/{table}").json()["commitment"]
    assert proof["draws"]


def test_nothing_is_counted_out_or_revealed_before_the_end(ada: Player, ben: Player) -> None:
    table = two(ada, ben)
    for what in ("ending", "draws"):
        assert ada.get(f"/api/tables/{table}/{what}").json()["code"] == "not-over"


def test_a_game_is_taken_off_my_list_only(ada: Player, ben: Player) -> None:
    table = two(ada, ben)
    ada.http.delete(
        f"/api/mine/games/{table}", headers={"x-csrftoken": ada.http.cookies.get("csrftoken") or ""}
    )
    assert table not in games(ada)
    assert table in games(ben)
    assert ben.get(f"/api/tables/{table}").json()["seats"][0]["stand_in"]


def test_settings_stay_with_the_person(ada: Player, ben: Player) -> None:
    token = {"x-csrftoken": ada.http.cookies.get("csrftoken") or ""}
    wanted = {"settings": {"theme": "dark", "pace": "slow", "volume": 40}}
    assert ada.http.put("/api/mine/settings", json=wanted, headers=token).status_code == 200
    assert ada.get("/api/mine/settings").json() == wanted
    assert ben.get("/api/mine/settings").json() == {"settings": {}}
    long = {"settings": {f"x{k}": "y" * 90 for k in range(60)}}
    assert ada.http.put("/api/mine/settings", json=long, headers=token).json()["code"] == "too-much"


def test_two_people_of_one_name_can_be_told_apart(ada: Player, server: Server) -> None:
    table = ada.open_table("me", "open", "open")
    with Player(server.base, "Ada") as other:
        seats = other.post(f"/api/tables/{table}/sit", {"seat": 1}).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Ada 2", ""]


def test_whoever_leaves_can_take_the_seat_again(ada: Player, ben: Player) -> None:
    table = two(ada, ben)
    assert ada.post(f"/api/tables/{table}/leave").json()["seats"][0]["stand_in"]
    assert not ada.post(f"/api/tables/{table}/return").json()["seats"][0]["stand_in"]


def test_others_wait_a_while_before_a_bot_stands_in(ada: Player, ben: Player) -> None:
    began = time.monotonic()
    table = two(ada, ben)
    waiting = games(ada)[table]["waiting"]
    late, other = (0, ben) if waiting == [0] else (1, ada)
    answers: list[httpx.Response] = []

    def stands_in() -> bool:
        answers.append(other.post(f"/api/tables/{table}/absent", {"seat": late}))
        return answers[-1].is_success

    until(stands_in)
    assert time.monotonic() - began >= 1.0, "the server of these tests has a second's patience"
    assert {answer.json()["code"] for answer in answers[:-1]} <= {"too-early"}
    assert answers[-1].json()["seats"][late]["stand_in"]


def test_a_game_ends_unfinished_when_all_agree(ada: Player, ben: Player) -> None:
    table = two(ada, ben)
    assert ada.post(f"/api/tables/{table}/end").json()["status"] == "playing"
    assert ben.get(f"/api/tables/{table}").json()["seats"][0]["wants_end"]
    ended = ben.post(f"/api/tables/{table}/end").json()
    assert (ended["status"], ended["result"]) == ("over", None)
    assert games(ada)[table]["outcome"] == "Ended without a result"
    assert ada.post(f"/api/tables/{table}/leave").json()["code"] == "not-playing"


def test_a_rematch_against_bots_begins_at_once(ada: Player) -> None:
    table = finished(ada)
    assert ada.post(f"/api/tables/{table}/rematch").json()["status"] == "playing"


def test_the_others_join_a_rematch_on_their_old_chairs(ada: Player, ben: Player) -> None:
    table = two(ada, ben)
    ada.post(f"/api/tables/{table}/end")
    ben.post(f"/api/tables/{table}/end")
    new = ada.post(f"/api/tables/{table}/rematch").json()
    assert [seat["kind"] for seat in new["seats"]] == ["person", "open"]
    joined = ben.post(f"/api/tables/{table}/rematch").json()
    assert joined["id"] == new["id"]
    assert [seat["name"] for seat in joined["seats"]] == ["Ada", "Ben"]
