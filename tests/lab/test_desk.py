"""The lab as a page: runs are started, watched, stopped, continued and compared; nonsense gets a
sentence; nothing is lost.
"""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import re
import signal
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import emberstacks as es
from emberstacks.cli.app import main
from emberstacks.kernel.match import Match
from emberstacks.lab import results
from emberstacks.lab.desk.app import create_app
from emberstacks.lab.desk.foreman import Foreman
from emberstacks.lab.desk.runs import BadRun, Shelf
from tests.waiting import until

QUICK = {
    "kind": "balance",
    "game": "fire-prototype",
    "bots": "random",
    "players": "3",
    "games": "40",
    "seed": "5",
}
DUEL = {
    "kind": "tournament",
    "game": "fire-prototype",
    "bots": "greedy,random",
    "games": "3",
    "seed": "7",
}
WAIT = 240  # seconds: a busy machine is slow


class Desk:
    """A lab in this process, and a browser without a screen."""

    def __init__(self, folder: Path, own: bool = False) -> None:
        self.shelf, self.foreman = Shelf(folder, own), Foreman(1)
        self.shown: list[tuple[Match, str, list[str]]] = []

        async def watch(match: Match, title: str, bots: list[str]) -> str:
            self.shown.append((match, title, bots))
            return "/replay/it"

        self.client = TestClient(
            create_app(self.shelf, self.foreman, watch), base_url="http://127.0.0.1"
        )

    def start(self, fields: dict[str, str]) -> int:
        answer = self.client.post("/lab/runs", data=fields, follow_redirects=False)
        assert answer.status_code == 303, alert(answer.text)
        return int(answer.headers["location"].rpartition("/")[2])

    def get(self, address: str, status: int = 200) -> str:
        answer = self.client.get(address, follow_redirects=False)
        assert answer.status_code == status, answer.text
        return answer.text

    def until(self, number: int, words: str) -> str:
        """Look again and again, as the page does, until it says so."""

        def told() -> str:
            text = self.get(f"/lab/runs/{number}/live?seen=")
            return text if words in text else ""

        return until(told, WAIT)

    def close(self) -> None:
        self.foreman.close()
        self.foreman.thread.join(WAIT)
        self.shelf.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    one = Desk(tmp_path / "lab")
    yield one
    one.close()


def alert(text: str) -> str:
    found = re.search(r'role="alert">([^<]*)', text)
    return unescape(found[1]) if found else ""


def balance(tmp_path: Path, *words: str) -> str:
    """What the command writes, without the line that names the command."""
    path = tmp_path / "page.html"
    with pytest.raises(SystemExit) as ended:
        main(["balance", *words, "--workers", "1", "--out", str(path)])
    assert ended.value.code == 0
    return without_command(path.read_text(encoding="utf-8"))


def without_command(page: str) -> str:
    return re.sub(r"<code>.*?</code>", "", page)


def test_a_run_ends_with_the_page_of_the_command(desk: Desk, tmp_path: Path) -> None:
    number = desk.start({**QUICK, "option.more": "nonsense that no option has"})
    done = desk.until(number, "Done: 40 games.")
    assert "Wins by seat" in done
    assert f"Run {number}" in desk.get("/lab")
    page = desk.get(f"/lab/runs/{number}")
    assert (
        "emberstacks lab balance fire-prototype --games 40 --bots random --seed 5 --players 3"
        in page
    )
    words = ["fire-prototype", "--games", "40", "--bots", "random", "--players", "3", "--seed", "5"]
    assert without_command(desk.get(f"/lab/runs/{number}/report.html")) == balance(tmp_path, *words)
    assert desk.client.get(f"/lab/runs/{number}/live?seen=40-done-0").status_code == 204


def test_two_runs_side_by_side(desk: Desk, tmp_path: Path) -> None:
    first = desk.start({**QUICK, "game": "fire", "games": "30"})
    second = desk.start({**QUICK, "game": "fire", "games": "30", "option.tools": "False"})
    desk.until(second, "Done: 30 games.")
    page = desk.get(f"/lab/compare?run={first}&run={second}")
    assert "The difference" in page
    assert "Tool cards no" in page
    words = [
        "fire",
        "--games",
        "30",
        "--bots",
        "random",
        "--players",
        "3",
        "--seed",
        "5",
        "--against-option",
        "tools=False",
    ]
    assert without_command(
        desk.get(f"/lab/compare/report.html?run={first}&run={second}")
    ) == balance(tmp_path, *words)
    assert (
        alert(desk.get(f"/lab/compare?run={first}", 404)) == "Choose from 2 to 4 runs to compare."
    )


def test_any_game_of_a_run_can_be_opened(desk: Desk) -> None:
    number = desk.start({**QUICK, "bots": "greedy,random,random", "games": "3"})
    desk.until(number, "Done: 3 games.")
    listed = desk.get(f"/lab/runs/{number}/games?sort=longest")
    assert listed.count("/watch") == 3
    match = es.read_record(desk.get(f"/lab/runs/{number}/games/1/0/record"))
    measures = desk.shelf.find(number).measures  # type: ignore[attr-defined]
    assert match.result is not None
    assert match.result.scores == [scores[1] for scores in measures.scores]
    desk.get(f"/lab/runs/{number}/games/1/0/watch", 303)
    [(shown, title, bots)] = desk.shown
    assert shown.record() == match.record()
    assert (title, bots) == (f"Run {number}, seed 6", ["greedy", "random", "random"])
    assert (
        alert(desk.get(f"/lab/runs/{number}/games/3/0/watch", 404))
        == f"Run {number} has no game 3."
    )


def test_a_tournament_has_the_rows_of_the_command(desk: Desk, tmp_path: Path) -> None:
    number = desk.start(DUEL)
    assert "Ratings" in desk.until(number, "Done: 3 meetings.")
    path = tmp_path / "rows.csv"
    with pytest.raises(SystemExit):
        main(
            [
                "tournament",
                "fire-prototype",
                "--bots",
                "greedy,random",
                "--seeds",
                "3",
                "--seed",
                "7",
                "--out",
                str(path),
            ]
        )
    assert desk.get(f"/lab/runs/{number}/rows.csv") == path.read_text(encoding="utf-8")
    assert desk.get(f"/lab/runs/{number}/games").count("/watch") == 6
    swapped = es.read_record(desk.get(f"/lab/runs/{number}/games/2/1/record"))
    assert swapped.over
    assert desk.get(f"/lab/compare?run={number}&run={desk.start(DUEL)}", 404)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"game": "chess"},
            (
                "There is no game 'chess'. Choose fire, horror, librarians, alexandria or"
                " fire-prototype."
            ),
        ),
        ({"games": "lots"}, "The number of games must be a whole number, not 'lots'."),
        (
            {"games": "0"},
            "A run here has from 1 to 20000 games, not 0. For more, use the commands.",
        ),
        ({"games": "9" * 600}, "'games' is longer than 500 signs."),
        ({"seed": "-1"}, "The first seed must be a whole number, not '-1'."),
        ({"bots": " , "}, "Name at least one bot, such as greedy."),
        (
            {"bots": "greedy,random"},
            "3 players need 3 bots, or one for all seats, but 'greedy,random' has 2.",
        ),
        ({"players": "70"}, "Fire in the Library (early prototype) is for 2 to 5 players, not 70."),
        ({"kind": "party"}, "A run is a balance or a tournament, not 'party'."),
        ({"kind": "tournament"}, "A tournament needs at least two bots, and each of them once."),
        (
            {"figures": "/nowhere"},
            "Other figures are files of this computer. Start the lab with --allow-programs",
        ),
        (
            {"bots": "stdio:/no/such/program"},
            "The bot 'stdio:/no/such/program' starts a program on this computer. Start the lab",
        ),
        (
            {"bots": "trained:/dev/zero"},
            "The bot 'trained:/dev/zero' reads a file of this computer. Start the lab",
        ),
    ],
)
def test_nonsense_gets_a_sentence_and_the_form_back(
    desk: Desk, fields: dict[str, str], sentence: str
) -> None:
    answer = desk.client.post("/lab/runs", data={**QUICK, **fields})
    assert answer.status_code == 400
    assert sentence in alert(answer.text)
    assert 'name="seed"' in answer.text
    assert "There are none yet" in desk.get("/lab")


def leaves_a_trace(tmp_path: Path) -> tuple[str, Path]:
    """A bot that is a program, and the file by which one sees that it was started."""
    trace = tmp_path / "trace"
    return f"stdio:touch {trace}", trace


def test_no_form_and_no_file_of_a_run_starts_a_program(desk: Desk, tmp_path: Path) -> None:
    bot, trace = leaves_a_trace(tmp_path)
    assert desk.client.post("/lab/runs", data={**QUICK, "bots": bot}).status_code == 400
    assert "stdio:COMMAND" not in desk.get("/lab/new?game=fire")
    number = desk.start({**QUICK, "games": "1"})
    desk.close()
    about = tmp_path / "lab" / str(number) / "run.json"
    data = json.loads(about.read_text())
    data["wish"]["bots"] = [bot]
    about.write_text(json.dumps(data))  # as somebody might send it
    again = Desk(tmp_path / "lab")
    try:
        assert "starts a program on this computer. Start the lab with --allow-programs" in unescape(
            again.get("/lab")
        )
        assert again.get(f"/lab/runs/{number}", 404)
        assert again.client.post(f"/lab/runs/{number}/continue").status_code == 404
    finally:
        again.close()
    assert not trace.exists()


def test_a_lab_that_allows_it_takes_programs_and_files(tmp_path: Path) -> None:
    bot, trace = leaves_a_trace(tmp_path)
    desk = Desk(tmp_path / "lab", own=True)
    try:
        desk.start({**QUICK, "bots": bot})
        assert trace.exists()
        assert "stdio:COMMAND" in desk.get("/lab/new?game=fire")
        for fields, sentence in (
            ({"figures": "/nowhere"}, "/nowhere"),
            ({"bots": "stdio:/no/such/program"}, "cannot be started"),
        ):
            assert sentence in alert(desk.client.post("/lab/runs", data={**QUICK, **fields}).text)
    finally:
        desk.close()


def test_addresses_that_make_no_sense(desk: Desk) -> None:
    assert alert(desk.get("/lab/runs/9", 404)) == "There is no run 9."
    assert alert(desk.get("/lab/nowhere", 404)) == "There is no such page."
    assert alert(desk.get("/lab/new?like=9", 404)) == "There is no run 9."
    assert alert(desk.get("/lab/new?like=nine", 400)) == "The address makes no sense."


def test_pages_of_other_sites_are_kept_out(desk: Desk) -> None:
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example"},
    ):
        assert desk.client.post("/lab/runs", data=QUICK, headers=headers).status_code == 403
    assert desk.client.get("/lab", headers={"Host": "evil.example:8090"}).status_code == 403
    assert desk.shelf.runs == {}


def test_a_run_that_was_cut_short_continues_after_a_restart(desk: Desk, tmp_path: Path) -> None:
    number = desk.start(QUICK)
    desk.until(number, "Done: 40 games.")
    whole = desk.get(f"/lab/runs/{number}/report.html")
    with pytest.raises(BadRun, match="Another lab has"):
        Shelf(tmp_path / "lab")
    desk.close()
    rows = tmp_path / "lab" / str(number) / "rows.csv"
    lines = rows.read_bytes().splitlines(keepends=True)
    rows.write_bytes(b"".join(lines[:18]) + lines[18][:50])  # as a power cut leaves it
    (tmp_path / "lab" / "9").mkdir()
    (tmp_path / "lab" / "9" / "run.json").write_text('{"wish": 7}')
    foreign = tmp_path / "lab" / "8"
    foreign.mkdir()
    data = json.loads((tmp_path / "lab" / str(number) / "run.json").read_text())
    data["about"]["figures"] = "abc"
    (foreign / "run.json").write_text(json.dumps(data))
    again = Desk(tmp_path / "lab")
    try:
        assert (
            "Run 8 cannot be played any more: its rules or figures are not those of this lab."
            in again.get("/lab")
        )
        again.client.post("/lab/runs/8/delete")
        assert "Run 9 cannot be read: its file run.json is damaged." in again.get("/lab")
        assert "Stopped after 17 of 40 games." in again.get(f"/lab/runs/{number}")
        again.client.post(f"/lab/runs/{number}/continue")
        again.until(number, "Done: 40 games.")
        assert again.get(f"/lab/runs/{number}/report.html") == whole
        again.client.post("/lab/runs/9/delete")
        again.client.post(f"/lab/runs/{number}/delete")
        assert "There are none yet" in again.get("/lab")
        assert not rows.exists()
    finally:
        again.close()


def test_stopping_keeps_the_games(desk: Desk) -> None:
    number = desk.start({**QUICK, "games": "20000"})
    waiting = desk.start(QUICK)
    desk.until(number, "decisions")
    assert "Waiting for the run before it." in desk.get(f"/lab/runs/{waiting}")
    desk.client.post(f"/lab/runs/{waiting}/stop")
    desk.client.post(f"/lab/runs/{number}/stop")
    stopped = re.search(r"Stopped after (\d+) of 20000 games", desk.get(f"/lab/runs/{number}"))
    assert stopped is not None
    run = desk.shelf.find(number)
    assert run.rows.read_bytes().count(b"\n") == int(stopped[1]) + 1 == run.done + 1


def test_a_killed_worker_costs_no_finished_game(desk: Desk) -> None:
    number = desk.start({**QUICK, "games": "2000"})
    desk.until(number, "decisions")
    for child in multiprocessing.active_children():
        if child.pid is not None:
            os.kill(child.pid, signal.SIGKILL)
    text = desk.until(number, "Continue")
    run = desk.shelf.find(number)
    assert (
        alert(text)
        == f"A process that played games has ended, perhaps because memory ran out. The {run.done}"
        " games before it are kept."
    )
    done = run.done
    desk.client.post(f"/lab/runs/{number}/continue")
    desk.until(number, "Playing")
    until(lambda: run.done > done, WAIT)
    desk.client.post(f"/lab/runs/{number}/stop")
    assert desk.get(f"/lab/runs/{number}").count('role="alert"') == 0


class FullDisk:
    """A file on a disk that is nearly full."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, text: str) -> int:
        self.room -= len(text)
        if self.room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return int(self.file.write(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def test_a_full_disk_stops_a_run_with_a_sentence(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = results.opened
    monkeypatch.setattr(results, "opened", lambda path: FullDisk(real(path), 20_000))
    number = desk.start(QUICK)
    text = desk.until(number, "Continue")
    run = desk.shelf.find(number)
    assert (
        alert(text)
        == f"The disk is full. {run.rows} has {run.done} games; make room and press Continue."
    )
    assert 0 < run.done < 40
    assert run.rows.read_bytes().count(b"\n") == run.done + 1
    monkeypatch.setattr(results, "opened", real)
    desk.client.post(f"/lab/runs/{number}/continue")
    desk.until(number, "Done: 40 games.")
