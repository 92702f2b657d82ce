"""One guest must not starve the others: what is remembered, refused and counted, through a real
server.
"""

from __future__ import annotations

import http.client
import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute
from litestar.serialization import encode_json
from websockets.exceptions import ConnectionClosed

from emberstacks import build
from emberstacks.games import GAMES
from emberstacks.kernel.game import Piece
from emberstacks.lessons import contents_of, lessons_of, title_of
from emberstacks.puzzles import count_in, count_of, puzzles_of
from emberstacks.server.wire import cache
from emberstacks.server.wire.cache import made
from emberstacks.told import box, catalogue
from tests.server import plain
from tests.server.conftest import Server, in_memory
from tests.server.memory import InMemory
from tests.server.people import Player, opened_at
from tests.waiting import until

LIMIT = 60  # requests a minute


@pytest.fixture
def busy(database: str) -> Iterator[Server]:
    """A server of its own, whose figures tell only what a test did. It thinks in another process
    than the one that asks, which would otherwise ask no faster than it thinks.
    """
    running = Server(database).start()
    yield running
    running.stop()


def figure(server: Server, name: str, kind: str) -> float:
    found = re.search(
        rf'^{name}{{kind="{kind}"}} (\S+)$', plain.get(f"{server.base}/metrics").text, re.MULTILINE
    )
    assert found is not None, f"there is no {name} of {kind}"
    return float(found[1])


def begun(player: Player, game: str = "fire") -> str:
    """A table at which a person is asked something that is worth a thought."""
    table = player.open_table("me", "random", game=game)
    player.post(f"/api/tables/{table}/start")
    player.connect(table)
    player.hear_turn()
    return table


def together(work: Callable[[Any], httpx.Response], what: list[Any]) -> list[httpx.Response]:
    answers: list[httpx.Response] = []
    threads = [threading.Thread(target=lambda one=one: answers.append(work(one))) for one in what]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def check_busy(answer: httpx.Response, words: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (429, "busy"), answer.text
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert words in answer.json()["message"]
    assert "Try again in" in answer.json()["message"]


@pytest.mark.process
def test_a_hint_and_the_coach_of_one_question_are_thought_about_once(busy: Server) -> None:
    with Player(busy.base, "Ada") as ada:
        table = begun(ada)
        asked = [*["hint"] * 6, *["coach"] * 6]
        answers = together(lambda what: ada.post(f"/api/tables/{table}/{what}"), asked)
        assert {answer.status_code for answer in answers} == {200}
        hints = [answer.json() for answer in answers if isinstance(answer.json(), list)]
        assert hints == hints[:1] * 6
        assert ada.post(f"/api/tables/{table}/hint").json() == hints[0]
        assert figure(busy, "emberstacks_thinking_seconds_count", "hints") == 1
        update = next(message for message in reversed(ada.received) if message.get("choices"))
        ada.move(update, update["choices"][-1]["text"])
        ada.hear_turn()
        assert ada.post(f"/api/tables/{table}/hint").status_code == 200
        assert figure(busy, "emberstacks_thinking_seconds_count", "hints") == 2, (
            "another question is thought about"
        )


@pytest.mark.process
def test_somebody_who_asks_for_many_hints_is_refused_and_nobody_else(busy: Server) -> None:
    with Player(busy.base, "Greedy") as greedy, Player(busy.base, "Ada") as ada:
        tables = [begun(greedy) for _ in range(16)]
        own = begun(ada)
        answers: list[httpx.Response] = []
        asking = threading.Thread(
            target=lambda: answers.extend(
                together(lambda table: greedy.post(f"/api/tables/{table}/hint"), tables)
            )
        )
        asking.start()
        until(lambda: figure(busy, "emberstacks_thinking_waiting", "hints") >= 2)
        assert ada.post(f"/api/tables/{own}/hint").status_code == 200
        asking.join()
        assert {answer.status_code for answer in answers} == {200, 429}
        check_busy(
            next(one for one in answers if one.status_code == 429),
            "You are waiting for answers about several games",
        )
        assert 'emberstacks_limited_total{limit="hints"}' in plain.get(f"{busy.base}/metrics").text


@pytest.mark.process
def test_whoever_hangs_up_leaves_the_queue(busy: Server) -> None:
    with Player(busy.base, "Ada") as ada:
        tables = [begun(ada) for _ in range(4)]
        cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
        lines = [http.client.HTTPConnection("127.0.0.1", busy.port) for _ in tables]
        for line, table in zip(lines, tables, strict=True):
            line.request("POST", f"/api/tables/{table}/hint", headers={"Cookie": cookie})
        until(lambda: figure(busy, "emberstacks_thinking_waiting", "hints") >= 2)
        for line in lines:
            line.close()
        until(lambda: figure(busy, "emberstacks_thinking_waiting", "hints") == 0)
        until(lambda: figure(busy, "emberstacks_thinking_running", "hints") == 0)
        assert figure(busy, "emberstacks_thinking_wait_seconds_count", "hints") < len(tables), (
            "some were never begun"
        )


@pytest.mark.process
def test_reviews_of_one_person_do_not_keep_others_from_theirs(busy: Server) -> None:
    with Player(busy.base, "Greedy") as greedy, Player(busy.base, "Ada") as ada:
        tables = [greedy.open_table("random", "random") for _ in range(8)]
        own = ada.open_table("random", "random")
        for player, table in [*((greedy, table) for table in tables), (ada, own)]:
            player.post(f"/api/tables/{table}/start")
        until(
            lambda: all(
                ada.get(f"/api/tables/{table}").json()["status"] == "over"
                for table in [*tables, own]
            )
        )
        answers = [greedy.post(f"/api/tables/{table}/review") for table in tables]
        assert [answer.status_code for answer in answers[:3]] == [
            200,
            200,
            200,
        ], "one is made, two wait"
        check_busy(
            answers[-1], "Two of your games, or many at your address, already wait for a review."
        )
        assert figure(busy, "emberstacks_thinking_waiting", "reviews") == 2
        assert ada.post(f"/api/tables/{own}/review").status_code == 200
        assert greedy.post(f"/api/tables/{tables[1]}/review").status_code == 200, (
            "asking how far it is, is always allowed"
        )


@pytest.mark.process
def test_a_novice_answers_while_somebody_has_many_experts(busy: Server) -> None:
    """A whole game against a novice is over before the queue of another person's experts is."""
    with Player(busy.base, "Greedy") as greedy, Player(busy.base, "Ada") as ada:
        for _ in range(6):
            greedy.post(f"/api/tables/{greedy.open_table(*['expert'] * 4)}/start")
        until(lambda: figure(busy, "emberstacks_thinking_waiting", "bots") >= 5)
        table = ada.open_table("me", "novice")
        ada.post(f"/api/tables/{table}/start")
        ada.connect(table)
        ada.play_on(ada.hear_turn())
        until(lambda: ada.get(f"/api/tables/{table}").json()["status"] == "over")
        # between two thoughts of a table it waits for nothing
        until(lambda: figure(busy, "emberstacks_thinking_waiting", "bots") >= 5)
        for _ in range(20):
            assert figure(busy, "emberstacks_thinking_running", "bots") <= 1, (
                "one at a time, although two could think"
            )


@pytest.mark.process
def test_a_server_that_is_stopped_waits_for_nobodys_hints(busy: Server) -> None:
    """25 hints take more than half a minute. They end at once, with a sentence, and bots make no
    move.
    """
    statuses: list[int] = []

    def ask(player: Player, table: str) -> None:
        try:
            statuses.append(player.post(f"/api/tables/{table}/hint").status_code)
        except httpx.TransportError:  # it was about to ask
            statuses.append(0)

    with ExitStack() as stack:
        people = [stack.enter_context(Player(busy.base, f"Guest {number}")) for number in range(5)]
        asked = [(player, begun(player)) for player in people for _ in range(5)]
        threads = [threading.Thread(target=ask, args=one) for one in asked]
        for thread in threads:
            thread.start()
        until(lambda: figure(busy, "emberstacks_thinking_waiting", "hints") >= 15)
        assert busy.process is not None
        busy.process.terminate()
        # as uvicorn ends, after everything is closed
        assert busy.process.wait(120) == -signal.SIGTERM
        for thread in threads:
            thread.join()
    assert 503 in statuses
    assert statuses.count(200) < len(asked) / 2


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/no/such/page"),
        ("GET", "/api/nothing"),
        ("PUT", "/api/games"),
        ("GET", "/assets/nothing.js"),
        ("GET", "/assets/no/such/file.js"),
        ("GET", "/assets/"),
        ("GET", "/assets/" + "x" * 300),
        ("PUT", "/assets/FILE"),
        ("OPTIONS", "/assets/FILE"),
    ],
)
def test_wrong_addresses_and_methods_count_as_requests(
    database: str, method: str, path: str
) -> None:
    server = in_memory(database, limit=LIMIT)
    path = path.replace("FILE", next((build.page() / "assets").iterdir()).name)
    try:
        with plain.Client(base_url=server.base) as client:
            # a new minute may begin in between
            answers = [client.request(method, path) for _ in range(3 * LIMIT)]
            refused = next(
                answer for answer in answers if answer.status_code not in (204, 404, 405)
            )
            assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")
            assert int(refused.headers["retry-after"]) >= 1
            assert (
                path.startswith("/assets/")
                or "default-src 'none'" in refused.headers["content-security-policy"]
            )
            assert refused.headers["x-request-id"]
    finally:
        server.stop()


def test_sockets_of_tables_that_do_not_exist_count_as_requests(database: str) -> None:
    server = in_memory(database, limit=LIMIT)
    try:
        codes = set()
        for _ in range(3 * LIMIT):  # a new minute may begin in between
            with (
                opened_at(server.base, "/ws/nothing", {}) as socket,
                pytest.raises(ConnectionClosed) as end,
            ):
                socket.recv(timeout=60)
            assert end.value.rcvd is not None
            codes.add(end.value.rcvd.code)
        assert codes == {4404, 4429}
    finally:
        server.stop()


def test_files_of_the_page_do_not_count(database: str) -> None:
    server = in_memory(database, limit=LIMIT)
    try:
        file = next((build.page() / "assets").iterdir()).name
        with plain.Client(base_url=server.base) as client:
            assert {client.get(f"/assets/{file}").status_code for _ in range(3 * LIMIT)} == {200}
    finally:
        server.stop()


def test_every_kind_of_thinking_has_its_figures(server: Server) -> None:
    text = plain.get(f"{server.base}/metrics").text
    for kind in ("bots", "markers", "hints", "mistakes", "reviews"):
        for name in ("waiting", "running", "wait_seconds_count"):
            assert f'emberstacks_thinking_{name}{{kind="{kind}"}}' in text


# What never changes


def test_the_contents_of_lessons_and_puzzles_are_known_without_reading_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for game in GAMES:
        assert contents_of(game) == {
            number: (one.title, one.minutes) for number, one in lessons_of(game).items()
        }
        assert count_of(game) == len(puzzles_of(game))
    for cached in (title_of, count_in):
        cached.cache_clear()
    monkeypatch.setattr("emberstacks.lessons.read_lesson", pytest.fail)
    monkeypatch.setattr("emberstacks.puzzles.Shelf", pytest.fail)
    assert all(card.puzzles and card.lessons for card in catalogue.catalogue(False).games)


def test_what_never_changes_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def pieces(_game: object) -> list[Piece]:
        calls.append("pieces")
        return []

    monkeypatch.setattr(type(GAMES["fire"]), "pieces", pieces)
    made.cache_clear()
    try:
        assert made(box.pieces, "fire") is made(box.pieces, "fire")
        assert calls == ["pieces"]
    finally:
        made.cache_clear()


def test_every_page_that_never_changes_is_made_once(
    server: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is asked for, packed or not: everything that a route marks as such."""
    paths = [
        route.path.replace("{game:str}", "fire")
        for route in server.application.app.routes
        if isinstance(route, HTTPRoute)
        and any(handler.opt.get(cache.COMPRESSED) for handler in route.route_handlers)
    ]
    assert sorted(paths) == [
        "/api/games",
        *(f"/api/games/fire/{part}" for part in ("box", "coach", "meanings", "pieces", "rules")),
    ]
    times: list[object] = []

    def counted(value: object) -> bytes:
        times.append(value)
        return encode_json(value)

    monkeypatch.setattr(cache, "encode_json", counted)
    made.cache_clear()
    with plain.Client(base_url=server.base) as client:
        for path in paths:
            times.clear()
            for packing in ("identity", "gzip", "gzip"):
                answer = client.get(path, headers={"Accept-Encoding": packing})
                assert answer.status_code == 200
            assert len(times) == 1, path


def test_what_never_changes_is_the_same_compressed_and_plain(server: Server) -> None:
    with plain.Client(base_url=server.base) as client:
        for path in (
            "",
            "/fire/pieces",
            "/fire/box",
            "/fire/rules",
            "/fire/meanings",
            "/fire/coach",
        ):
            bare = client.get(f"/api/games{path}", headers={"Accept-Encoding": "identity"})
            small = client.get(f"/api/games{path}", headers={"Accept-Encoding": "gzip"})
            assert ("content-encoding" in bare.headers, small.headers["content-encoding"]) == (
                False,
                "gzip",
            )
            assert bare.json() == small.json()
            assert int(small.headers["content-length"]) < int(bare.headers["content-length"])
            assert small.headers["content-type"] == "application/json"
            assert small.headers["vary"] == "Accept-Encoding"
            assert small.headers["cache-control"] == "no-store"
        for path in ("pieces", "box", "rules", "meanings", "coach"):
            assert (
                client.get(f"/api/games/chess/{path}").json()["message"]
                == "There is no game 'chess'."
            )
