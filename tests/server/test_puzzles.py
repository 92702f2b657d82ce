"""Puzzles over HTTP: anybody can solve them, and the server keeps the tries of somebody known."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from emberstacks.puzzles import of_the_day, puzzle, puzzles_of, today
from tests.server import plain
from tests.server.conftest import Server
from tests.server.people import Player

GAME = "fire-prototype"


def answered(player: Player, number: int, choice: str) -> dict[str, Any]:
    given = player.post(f"/api/puzzles/{GAME}/{number}", {"choice": choice})
    assert given.status_code == 200, given.text
    return dict(given.json())


def another_day() -> int:
    """A puzzle that is not the one of today, nor that of tomorrow if it comes meanwhile."""
    near = {of_the_day(GAME, today() + timedelta(days=k)) for k in (0, 1)}
    return next(number for number in puzzles_of(GAME) if number not in near)


def test_the_catalogue_says_how_many_there_are(server: Server) -> None:
    games = plain.get(f"{server.base}/api/games").json()["games"]
    assert {game["id"]: game["puzzles"] for game in games} == {
        game["id"]: len(puzzles_of(game["id"])) for game in games
    }


def test_the_puzzle_of_the_day_is_shown_as_its_seat_sees_it(server: Server) -> None:
    scene = plain.get(f"{server.base}/api/puzzles/{GAME}/0").json()
    assert scene["daily"] is True
    one = puzzle(GAME, scene["number"])
    assert scene["you"] == scene["update"]["view"]["seat"] == one.seat
    assert [choice["text"] for choice in scene["update"]["choices"]] == list(one.losses)
    assert scene["progress"] == {"rating": 1500, "streak": 0, "tried": 0, "kept": False}


def test_nothing_of_the_answer_comes_before_it_is_given(server: Server) -> None:
    text = plain.get(f"{server.base}/api/puzzles/{GAME}/1").text
    one = puzzle(GAME, 1)
    assert one.why not in text
    assert "losses" not in text


def test_an_answer_is_graded_by_its_loss(server: Server) -> None:
    one = puzzle(GAME, 1)
    worst = max(one.losses, key=lambda text: one.losses[text])
    with plain.Client(base_url=server.base) as http:
        right = http.post(f"/api/puzzles/{GAME}/1", json={"choice": one.best}).json()
        wrong = http.post(f"/api/puzzles/{GAME}/1", json={"choice": worst}).json()
    assert (right["grade"], right["solved"], right["words"]) == (
        "best",
        True,
        "That is the best choice.",
    )
    assert not wrong["solved"]
    assert "less often" in wrong["words"]
    assert wrong["why"] == one.why
    assert [choice["best"] for choice in wrong["choices"]] == [
        True,
        *[False] * (len(one.losses) - 1),
    ]
    assert right["progress"]["rating"] > 1500 > wrong["progress"]["rating"], (
        "nobody known: nothing was kept"
    )
    assert right["another"] in puzzles_of(GAME)


def test_the_first_answer_of_somebody_known_counts(ada: Player) -> None:
    number = another_day()
    one = puzzle(GAME, number)
    worst = max(one.losses, key=lambda text: one.losses[text])
    first = answered(ada, number, worst)["progress"]
    second = answered(ada, number, one.best)["progress"]
    assert first["rating"] == second["rating"] < 1500
    assert (second["tried"], second["kept"]) == (1, True)
    assert ada.get(f"/api/puzzles/{GAME}/{number}").json()["progress"] == second
    with Player(ada.base, "Ben") as ben:
        assert ben.get(f"/api/puzzles/{GAME}/{number}").json()["progress"]["tried"] == 0


def test_days_in_a_row_begin_with_the_puzzle_of_the_day(ada: Player) -> None:
    number = ada.get(f"/api/puzzles/{GAME}/0").json()["number"]
    given = answered(ada, number, puzzle(GAME, number).best)
    assert given["progress"]["streak"] == 1
    assert given["another"] != number
    assert answered(ada, given["another"], puzzle(GAME, given["another"]).best)["another"] not in (
        number,
        given["another"],
        0,
    )


def test_why_not(ada: Player) -> None:
    reason = ada.post(f"/api/puzzles/{GAME}/1/why", {"choice": "sleep"}).json()
    assert reason["message"]
    assert (
        ada.post(f"/api/puzzles/{GAME}/1/why", {"choice": puzzle(GAME, 1).best}).json()["message"]
        == ""
    )


def test_what_is_not_there(ada: Player) -> None:
    assert ada.get("/api/puzzles/chess/1").status_code == 404
    assert ada.get(f"/api/puzzles/{GAME}/99999").json()["message"] == "There is no such puzzle."
    assert ada.post(f"/api/puzzles/{GAME}/1", {"choice": "sleep"}).json()["code"] == "bad-choice"
    assert ada.http.get(f"/puzzle/{GAME}/1", headers={"accept": "text/html"}).status_code in (
        200,
        503,
    )
