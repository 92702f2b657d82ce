"""Reviews over HTTP: of finished games, for everyone who may replay them, made once."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from emberstacks.server.metrics import Metrics
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables import reviews
from emberstacks.server.tables.thinking import thinking_with
from tests.every_game.table import random_game
from tests.server.conftest import Server
from tests.server.people import Player
from tests.waiting import PATIENCE, until


def asked(player: Player, table: str) -> dict[str, Any]:
    """Ask until the review is there; the progress never goes back."""
    seen = [0.0]

    def made() -> Any:
        answer = player.post(f"/api/tables/{table}/review")
        assert answer.status_code == 200, answer.text
        state = answer.json()
        assert state["progress"] >= seen[-1]
        seen.append(state["progress"])
        return state["review"]

    # its process lets everybody else go first: on a busy computer it takes long
    review = until(made, 10 * PATIENCE)
    assert seen[-1] == 1.0
    return dict(review)


def finished(player: Player, *seats: str, **more: Any) -> str:
    table = player.open_table(*seats, **more)
    player.post(f"/api/tables/{table}/start")
    player.connect(table)
    player.play_on(player.hear_turn())
    return table


def test_a_review_of_a_finished_game(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Eve") as eve:
        table = finished(ada, "me", "random")
        first = ada.post(f"/api/tables/{table}/review").json()
        assert first["review"] is None
        # nobody waits meanwhile: another game is played to the end while the review is made
        finished(ada, "me", "greedy")
        found = asked(ada, table)
        assert [side["name"] for side in found["sides"]] == ["Ada", "Folio"]
        for side in found["sides"]:
            assert side["start"] + side["luck"] + side["decided"] == pytest.approx(side["end"])
            assert side["decisions"]
        assert sum(side["end"] for side in found["sides"]) == pytest.approx(1)
        # anyone who may look back may ask, and it is not made again
        again = eve.post(f"/api/tables/{table}/review").json()
        assert again == {"progress": 1.0, "review": found}


def test_a_busy_computer_cuts_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a review may take is work of its own: it waits for everybody else, and that does not
    count.
    """
    said: list[Any] = []
    monkeypatch.setattr("os.nice", lambda _by: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("time.process_time", lambda: 0.0)  # others work all the time
    match = random_game("fire-prototype", 2, 3)
    reviews.work(SimpleNamespace(send=said.append), match.record(), match.names, limit=0.000_001)  # type: ignore[arg-type]
    assert not said[-1]["late"]
    assert all(side["decisions"] for side in said[-1]["sides"])


@pytest.mark.process
def test_a_review_is_kept(database: str) -> None:
    running = Server(database).start()
    with Player(running.base, "Ada") as ada:
        table = finished(ada, "me", "random")
        found = asked(ada, table)
    running.kill()
    again = running.start()
    try:
        with Player(again.base, "Ben") as ben:
            assert ben.post(f"/api/tables/{table}/review").json() == {
                "progress": 1.0,
                "review": found,
            }
    finally:
        again.stop()


def test_no_review_before_the_end(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random", help=False)
        assert ada.post(f"/api/tables/{table}/review").json()["code"] == "not-begun"
        ada.post(f"/api/tables/{table}/start")
        answer = ada.post(f"/api/tables/{table}/review")
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
        assert ada.post("/api/tables/nothing/review").status_code == 404


def test_a_fork_is_no_way_to_a_review_of_a_game_without_help(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random", help=False)
        ada.post(f"/api/tables/{table}/start")
        ada.connect(table)
        ada.hear_turn()
        fork = ada.post(f"/api/tables/{table}/fork", {"answers": 0, "seat": 0}).json()["id"]
        ada.post(f"/api/tables/{fork}/start")
        ada.connect(fork)
        ada.play_on(ada.hear_turn())
        answer = ada.post(f"/api/tables/{fork}/review")
        assert (answer.status_code, answer.json()["code"]) == (403, "no-help")
        ada.connect(table)
        ada.play_on(ada.hear_turn())
        # the game itself is over now
        assert ada.post(f"/api/tables/{table}/review").status_code == 200


def test_decide_again_where_the_review_found_something_better(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Eve") as eve:
        table = finished(ada, "me", "greedy")
        early = ada.get(f"/api/mistakes/{table}/1")
        assert early.json()["message"] == "Review the game first; then you can decide again."
        found = asked(ada, table)
        costly = [
            one for one in found["sides"][0]["decisions"] if one["better"] and one["loss"] >= 0.01
        ]
        worst = max(costly, key=lambda one: float(one["loss"]))
        scene = ada.get(f"/api/mistakes/{table}/1").json()
        assert (scene["you"], scene["count"], scene["progress"]) == (0, min(6, len(costly)), None)
        texts = [choice["text"] for choice in scene["update"]["choices"]]
        assert {worst["choice"], worst["better"]} <= set(texts)
        right = ada.post(f"/api/mistakes/{table}/1", {"choice": worst["better"]}).json()
        wrong = ada.post(f"/api/mistakes/{table}/1", {"choice": worst["choice"]}).json()
        assert (right["grade"], right["why"]) == ("best", worst["reason"])
        assert f"wins {100 * worst['loss']:.0f} % less often" in wrong["words"]
        for text in texts:
            graded = ada.post(f"/api/mistakes/{table}/1", {"choice": text}).json()
            assert text in [choice["text"] for choice in graded["choices"]], "any choice is judged"
        assert (
            ada.post(f"/api/mistakes/{table}/1", {"choice": "sleep"}).json()["code"] == "bad-choice"
        )
        assert ada.get(f"/api/mistakes/{table}/7").status_code == 404
        assert ada.post(f"/api/mistakes/{table}/1/why", {"choice": "sleep"}).json()["message"]
        assert (
            eve.get(f"/api/mistakes/{table}/1").json()["message"]
            == "This is not one of your games."
        )


def test_a_review_whose_process_dies_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As often as anything else that thinks; then it has failed."""

    async def test(deaths: int) -> dict[str, Any]:
        thinking = thinking_with(0, Metrics())
        made = reviews.Reviews(None, thinking, Supervisor(), 1.0)  # type: ignore[arg-type]
        left = iter([EOFError()] * deaths + [None])

        async def process(*_: object) -> dict[str, Any]:
            died = next(left)
            if died is not None:
                raise died
            return {"the": "review"}

        monkeypatch.setattr(made, "made", process)
        return await made.tried("table", "", [])

    assert asyncio.run(test(2)) == {"the": "review"}
    with pytest.raises(EOFError):
        asyncio.run(test(3))


def test_a_review_that_is_given_up_while_its_process_starts_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    said: list[str] = []

    class Process:
        def __init__(self, **_: object) -> None:
            pass

        def start(self) -> None:
            begun.set()
            go_on.wait(60)
            said.append("started")

        def kill(self) -> None:
            said.append("ended")

        def join(self) -> None:
            pass

    async def test() -> None:
        context = SimpleNamespace(Process=Process, Pipe=multiprocessing.Pipe)
        monkeypatch.setattr("multiprocessing.get_context", lambda _how: context)
        thinking = thinking_with(0, Metrics())
        made = reviews.Reviews(None, thinking, Supervisor(), 1.0)  # type: ignore[arg-type]
        task = asyncio.create_task(made.made("table", "", []))
        await asyncio.to_thread(begun.wait, 60)
        task.cancel()
        await asyncio.sleep(0)
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(test())
    assert said == ["started", "ended"]
