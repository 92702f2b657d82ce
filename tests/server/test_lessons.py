"""Lessons over HTTP: nobody needs a name for them, and where somebody stands comes with every
request.
"""

from __future__ import annotations

from typing import Any

from emberstacks.lessons import lesson
from tests.server import plain
from tests.server.conftest import Server

GAME = "fire-prototype"


def ask(server: Server, path: str, status: int = 200, **place: Any) -> dict[str, Any]:
    answer = plain.post(f"{server.base}/api/lessons/{path}", json=place)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def test_the_catalogue_names_the_lessons(server: Server) -> None:
    games = plain.get(f"{server.base}/api/games").json()["games"]
    found = {game["id"]: game["lessons"] for game in games}
    assert found[GAME][0] == {"number": 1, "title": "Into the fire", "minutes": 3}


def test_every_step_of_a_lesson(server: Server) -> None:
    one = lesson(GAME, 1)
    known: list[str] = []
    for stop in range(len(one.stops)):
        scene = ask(server, f"{GAME}/1", stop=stop)
        assert scene["words"] == one.stops[stop].words
        last = scene["updates"][-1]
        texts = [choice["text"] for choice in last["choices"]]
        assert (scene["wanted"] in texts) if scene["moves"] else texts == []
        for update in scene["updates"]:
            assert stop == 0 or update["events_from"] == len(known)
            known = [
                *known[: update["events_from"]],
                *[event["text"] for event in update["events"]],
            ]
        assert known == [event["text"] for event in scene["events"]]


def test_something_else_is_tried(server: Server) -> None:
    scene = ask(server, f"{GAME}/1", stop=2)
    assert scene["others"]["draw"] == "Brave! Watch what happens."
    tried = ask(server, f"{GAME}/1", stop=2, tried=["draw"])
    assert "bust" in [event["kind"] for event in tried["events"]]
    assert "bust" not in [event["kind"] for event in scene["events"]]
    assert (tried["wanted"], tried["points"]) == ("", False)


def test_why_not(server: Server) -> None:
    reason = ask(server, f"{GAME}/1/why", stop=2, choice="bucket")
    assert "do you search for more books or score what you have?" in reason["message"]
    assert reason["clause"] == "3.6"
    assert ask(server, f"{GAME}/1/why", stop=2, choice="draw")["message"] == ""


def test_what_is_not_there(server: Server) -> None:
    assert ask(server, "chess/1", 404)["message"] == "There is no such lesson."
    assert ask(server, f"{GAME}/77", 404)["code"] == "not-found"
    assert "is not possible" in ask(server, f"{GAME}/1", 400, stop=2, tried=["sleep"])["message"]
    assert "nothing to try here" in ask(server, f"{GAME}/1", 400, stop=0, tried=["draw"])["message"]
    assert plain.get(
        f"{server.base}/learn/{GAME}/1", headers={"accept": "text/html"}
    ).status_code in (200, 503)
