"""`emberstacks lab tournament`: fair to both, honest about what it does not know."""

from __future__ import annotations

import json
import re
import resource
import signal
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from emberstacks.cli.app import main
from emberstacks.lab.games import Played
from emberstacks.lab.tournament import Duel, compared, held, ratings, round_robin
from emberstacks.lab.workers import Crew, WorkerLost, crew_of
from tests.lab.killing import killed


def run(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(["tournament", *words])
    return ended.value.code


def duels(
    game: str, bots: list[str], seeds: int, workers: int = 1, players: int | None = None
) -> list[Duel]:
    last: dict[tuple[str, str], Duel] = {}
    with crew_of(workers) as crew:
        for duel in held(round_robin(game, bots, players, {}, range(seeds)), crew):
            last[duel.one, duel.other] = duel
    return list(last.values())


@pytest.mark.both_builds
def test_every_pair_plays_every_seed_on_both_seatings() -> None:
    pairs = round_robin("fire-prototype", ["random", "greedy", "exact"], 4, {}, range(5, 8))
    assert len(pairs) == 3
    for pair in pairs:
        assert [meeting[0].first_seed for meeting in pair] == [5, 6, 7]
        for first, second in pair:
            assert first.seats[::2] == second.seats[1::2]
            assert first.seats[0] != second.seats[0]


@pytest.mark.both_builds
def test_the_better_bot_is_found() -> None:
    (duel,) = duels("fire-prototype", ["greedy", "random"], 8)
    assert duel.share().low > 0.5
    assert duel.lead().low > 0
    assert duel.share().high <= 1


def test_the_same_bot_under_two_names_is_no_better() -> None:
    """Both answer the same from the same generator, so that swapping seats cancels exactly."""
    (duel,) = duels("fire-prototype", ["ismcts:9", "ismcts:09"], 2)
    assert duel.share().middle == 0.5
    assert duel.lead().middle == 0


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    one, two = (duels("fire-prototype", ["greedy", "random"], 4, workers)[0] for workers in (1, 2))
    assert (one.shares, one.leads) == (two.shares, two.leads)


def test_a_team_is_compared_with_the_other_team() -> None:
    (duel,) = duels("librarians", ["random", "greedy"], 1)
    assert duel.lead().middle < 0


@pytest.mark.parametrize(
    ("mine", "theirs", "share"),
    [
        ((True, 0), (False, -3), 1.0),
        ((False, -9), (False, -3), 0.0),
        ((False, -3), (False, -3), 0.5),
    ],
)
def test_the_team_with_the_better_result_has_won(
    mine: tuple[bool, int], theirs: tuple[bool, int], share: float
) -> None:
    games = [
        Played(1, [points] * 2, [0, 1] if won else [], [], 9) for won, points in (mine, theirs)
    ]
    assert compared((), games, "expert", team=True) == (share, float(mine[1] - theirs[1]))


def test_few_seeds_are_not_certain() -> None:
    assert Duel("a", "b", [1.0, 1.0, 1.0], [5.0, 5.0, 5.0]).share().low < 0.8


def test_ratings_follow_the_results() -> None:
    rated = ratings(
        [Duel("a", "b", [1.0] * 20, [1.0] * 20), Duel("b", "c", [1.0] * 20, [1.0] * 20)]
    )
    assert rated["a"][0] > rated["b"][0] > rated["c"][0]


def test_it_can_be_told_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fire-prototype", "--bots", "greedy,random,novice", "--seeds", "2", "--workers", "1"]
    assert run(*words, "--json", "--out", str(tmp_path / "a.csv")) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["bot"], one["against"], one["seeds"]) for one in told["duels"]] == [
        ("greedy", "random", 2),
        ("greedy", "novice", 2),
        ("random", "novice", 2),
    ]
    assert all(one["lead"]["low"] <= one["lead"]["high"] for one in told["duels"])
    assert {one["bot"] for one in told["ratings"]} == {"greedy", "random", "novice"}
    assert sum(one["nash"]["middle"] for one in told["standings"]) == pytest.approx(1)


def test_it_goes_on_after_a_kill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, cut = tmp_path / "whole.csv", tmp_path / "cut.csv"
    words = ["fire-prototype", "--bots", "greedy,random,novice", "--seeds", "12"]
    assert run(*words, "--workers", "1", "--out", str(whole)) == 0
    table = capsys.readouterr().out
    killed(cut, "tournament", *words, out=cut)
    assert whole.read_bytes().startswith(cut.read_bytes())
    with open(cut, "a") as file:
        file.write("3,fire-proto")  # as if the kill had come in the middle of a line
    assert run(*words, "--workers", "1", "--out", str(cut)) == 0
    assert cut.read_bytes() == whole.read_bytes()
    assert capsys.readouterr().out == table
    assert len(cut.read_text().splitlines()) == 1 + 3 * 12


def test_more_seeds_are_added_and_other_tournaments_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, whole = tmp_path / "meetings.csv", tmp_path / "whole.csv"
    words = ["fire-prototype", "--bots", "greedy,random,novice", "--workers", "1"]
    assert run(*words, "--seeds", "1", "--out", str(path)) == 0
    assert run(*words, "--seeds", "3", "--out", str(path)) == 0
    assert run(*words, "--seeds", "3", "--out", str(whole)) == 0
    assert path.read_bytes() == whole.read_bytes()
    assert run(*words, "--seeds", "2", "--out", str(path)) == 2
    assert "already has more seeds than you want" in capsys.readouterr().err
    for other in (["--bots", "greedy,novice"], ["--players", "3"]):
        assert run("fire-prototype", *other, "--seeds", "5", "--out", str(path)) == 2
        assert "not of this tournament. Name another file with --out" in capsys.readouterr().err
    lines = whole.read_text().splitlines(keepends=True)
    for damage in (
        [*lines[:3], *lines[4:]],
        [*lines[:4], lines[4].replace(",random,", ",random,x"), *lines[5:]],
    ):
        path.write_text("".join(damage))
        assert run(*words, "--seeds", "9", "--out", str(path)) == 2
        assert "is damaged: line" in capsys.readouterr().err
        assert path.read_text() == "".join(damage)
    assert path.write_text("something else\n")
    assert run(*words, "--out", str(path)) == 2
    assert "does not hold results of these games" in capsys.readouterr().err


def limited() -> None:
    """As good as a full disk: no file may grow beyond 512 bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))


def test_a_full_disk_loses_no_meeting(tmp_path: Path) -> None:
    path = tmp_path / "meetings.csv"
    words = [
        "fire-prototype",
        "--bots",
        "random,novice",
        "--seeds",
        "20",
        "--workers",
        "1",
        "--out",
        str(path),
    ]
    command = [sys.executable, "-m", "emberstacks", "tournament", *words]
    result = subprocess.run(
        command, preexec_fn=limited, capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert "The disk is full" in result.stderr.splitlines()[-1]
    assert (
        "meetings; make room and run the same command to continue" in result.stderr.splitlines()[-1]
    )
    assert path.read_bytes().endswith(b"\n")
    assert run(*words) == 0
    assert len(path.read_text().splitlines()) == 21


def test_a_lost_worker_and_a_bot_that_goes_wrong_lose_no_meeting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The crew is lost after the second meeting; a program that answers nonsense spoils the first."""
    path = tmp_path / "meetings.csv"
    words = [
        "fire-prototype",
        "--bots",
        "random,novice",
        "--seeds",
        "4",
        "--workers",
        "1",
        "--out",
        str(path),
    ]
    with monkeypatch.context() as patched:
        patched.setattr(Crew, "result", losing(2))
        assert run(*words) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.endswith(
        f"A process is gone. {path} has 2 meetings; run the same command to continue."
    )
    assert run(*words) == 0
    program = tmp_path / "bot.py"
    program.write_text(
        'import sys\nfor line in sys.stdin:\n    print(\'{"choice": "dance"}\', flush=True)\n'
    )
    other = str(tmp_path / "other.csv")
    spoiled = [
        "--bots",
        f"random,stdio:{sys.executable} {program}",
        "--seeds",
        "2",
        "--workers",
        "1",
        "--out",
        other,
    ]
    assert run("fire-prototype", *spoiled) == 1
    assert f"{other} has 0 meetings; run the same command to continue" in capsys.readouterr().err


def losing(after: int) -> Any:
    """A crew's `result` that is lost after some pieces of work."""
    left = [None] * after

    def result(_: Crew, future: Future[Any]) -> Any:
        if not left:
            raise WorkerLost("A process is gone")
        left.pop()
        return future.result()

    return result


def test_every_bot_gets_a_rating(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["--bots", "greedy,random"]
    assert (
        run(
            "fire-prototype",
            *bots,
            "--seeds",
            "2",
            "--workers",
            "1",
            "--out",
            str(tmp_path / "meetings.csv"),
        )
        == 0
    )
    told = capsys.readouterr().out
    for name in ("greedy", "random"):
        assert re.search(rf"\d+\.\d ± \d+\.\d  {name}\n", told)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "There is no game 'chess'"),
        (["fire", "--bots", "greedy"], "at least two bots"),
        (["fire", "--bots", "greedy,greedy"], "each of them once"),
        (["fire", "--bots", "greedy,genius"], "There is no bot 'genius'"),
        (["fire", "--players", "9"], "1 to 6 players"),
        (["fire", "--seeds", "0"], "--seeds must be from 1"),
        (
            ["fire", "--out", "/nowhere/meetings.csv"],
            "Cannot write /nowhere/meetings.csv: No such file",
        ),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 2
    assert complaint in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
