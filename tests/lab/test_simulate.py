"""`emberstacks lab simulate`: the same rows however it is run, and none of them lost."""

from __future__ import annotations

import csv
import json
import resource
import signal
import subprocess
import sys
import tracemalloc
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.cli.app import main
from emberstacks.games import GAMES
from emberstacks.lab.games import block, played
from emberstacks.lab.plan import planned
from emberstacks.lab.results import BadResults, Results
from tests.every_game.table import settings
from tests.lab.killing import killed

RANDOM = ["simulate", "fire-prototype", "--bots", "random", "--players", "3"]


def run(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return ended.value.code


def rows(path: Path) -> list[dict[str, str]]:
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.both_builds
@pytest.mark.parametrize(("name", "players"), settings())
def test_every_game_gives_the_rows_of_its_seeds(name: str, players: int) -> None:
    plan = planned(name, ["random"], players, {}, 2, 5)
    for one in played(plan, range(5, 7)):
        match = es.new(name, players=players, seed=one.seed)
        assert len(one.scores) == match.players
        assert one.length > 0
        if not GAMES[name].info.cooperative and players > 1:
            assert sum(one.shares) in (0.0, pytest.approx(1.0))


@pytest.mark.both_builds
def test_a_row_says_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    words = ["--games", "2", "--seed", "7", "--workers", "1", "--out", str(path)]
    assert (
        run("simulate", "fire", "--bots", "greedy,random", "--option", "tools=False", *words) == 0
    )
    first, second = rows(path)
    assert (first["seed"], second["seed"], first["game"], first["rules"]) == (
        "7",
        "8",
        "fire",
        GAMES["fire"].info.rules_version,
    )
    assert (first["seat_A"], first["seat_B"]) == ("greedy", "random")
    assert "tools=False" in first["options"].split()
    assert float(first["win_A"]) + float(first["win_B"]) == 1
    assert int(first["length"]) > 10


@pytest.mark.both_builds
def test_the_rows_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    files = []
    for workers in ("1", "2"):
        path = tmp_path / f"{workers}.csv"
        assert run(*RANDOM, "--games", "300", "--workers", workers, "--out", str(path)) == 0
        files.append(path.read_bytes())
    assert files[0] == files[1]
    assert files[0].count(b"\n") == 301


def test_bots_give_the_same_rows_in_blocks_of_any_size() -> None:
    plan = planned("fire-prototype", ["greedy", "ismcts:5"], None, {}, 4, 3)
    assert block(plan, range(3, 7)).text == "".join(
        block(plan, range(seed, seed + 1)).text for seed in range(3, 7)
    )


def test_rows_add_up_to_the_same_when_they_are_read_again(tmp_path: Path) -> None:
    """Shared wins included: a third of one is written as 0.3333, and counts as that at once."""
    plan = planned("horror", ["random"], 3, {}, 60, 0)
    with closing(Results(tmp_path / "rows.csv", plan)) as results:
        for seeds in (range(20), range(20, 50), range(50, 60)):
            results.keep(block(plan, seeds))
        written = vars(results.totals)
    with closing(Results(tmp_path / "rows.csv", plan)) as results:
        read = vars(results.totals)
    assert read.pop("wins") == pytest.approx(written.pop("wins"), abs=1e-9)
    assert read == written
    assert written["games"] == 60


@pytest.mark.parametrize(("name", "players"), settings())
def test_counting_changes_no_game_and_misses_no_answer(name: str, players: int) -> None:
    plan = planned(name, ["random"], players, {}, 2, 5)
    counted = list(played(replace(plan, counts=True), range(5, 7)))
    for one, plain in zip(counted, played(plan, range(5, 7)), strict=True):
        assert (one.scores, one.winners, one.length) == (plain.scores, plain.winners, plain.length)
        assert one.counts is not None
        assert sum(seat.total() for seat in one.counts.chosen) == one.length
        assert all(
            chosen <= offered
            for chosen, offered in zip(one.counts.chosen, one.counts.offered, strict=True)
        )
        assert len(one.counts.middle) == players


def test_counts_are_a_column_that_is_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, again = tmp_path / "rows.csv", tmp_path / "again.csv"
    words = ["simulate", "fire-prototype", "--bots", "greedy,random", "--counts"]
    assert run(*words, "--games", "6", "--workers", "2", "--out", str(path)) == 0
    for row in rows(path):
        counts = json.loads(row["counts"])
        assert sum(
            times for seat in "AB" for step in counts[seat].values() for times in step.values()
        ) == int(row["length"])
        assert counts["A"]["DrawOrScore"]["draw"] > 0
        assert counts["events"]["round"] > 1
        assert counts["events"].get("douse", 0) == sum(
            counts[seat].get("UseBucket", {}).get("douse", 0) for seat in "AB"
        )
    lines = path.read_text().splitlines(keepends=True)
    again.write_text("".join(lines[:3]) + lines[3][:-30])
    assert run(*words, "--games", "6", "--workers", "1", "--out", str(again)) == 0
    assert again.read_bytes() == path.read_bytes()
    again.write_text("".join([*lines[:3], lines[3].replace('""draw""', "draw"), *lines[4:]]))
    assert run(*words, "--games", "6", "--workers", "1", "--out", str(again)) == 2
    assert "line 4 is not the row of seed 2" in capsys.readouterr().err
    assert run(*words[:-1], "--games", "6", "--workers", "1", "--out", str(path)) == 2
    assert "does not hold results of these games" in capsys.readouterr().err


def test_it_goes_on_after_a_kill(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.csv", tmp_path / "cut.csv"
    words = ["simulate", "fire-prototype", "--bots", "greedy,random", "--games", "60"]
    assert run(*words, "--workers", "1", "--out", str(whole)) == 0
    killed(cut, *words, out=cut)
    assert whole.read_bytes().startswith(cut.read_bytes())
    with open(cut, "a") as file:
        file.write("59,fire-pro")  # as if the kill had come in the middle of a line
    assert run(*words, "--workers", "1", "--out", str(cut)) == 0
    assert cut.read_bytes() == whole.read_bytes()


def test_more_games_are_added_and_fewer_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "rows.csv")
    assert run(*RANDOM, "--games", "3", "--workers", "1", "--out", path) == 0
    assert run(*RANDOM, "--games", "5", "--workers", "1", "--out", path) == 0
    assert [row["seed"] for row in rows(Path(path))] == list("01234")
    assert run(*RANDOM, "--games", "4", "--workers", "1", "--out", path) == 2
    assert "already has 5 games" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "There is no game 'chess'"),
        (["fire-prototype", "--bots", "genius,random"], "There is no bot 'genius'"),
        (
            ["fire-prototype", "--bots", "random,random,random", "--players", "2"],
            "2 players need 2 bots",
        ),
        (["fire-prototype", "--bots", "random", "--players", "9"], "2 to 5 players"),
        (["fire-prototype", "--option", "tools=no"], "has no option 'tools'"),
        (["fire-prototype", "--games", "0"], "number of games must be from 1"),
        (["fire-prototype", "--games", "many"], "whole number"),
        (["fire-prototype", "--seed", "-4"], "first seed must be from 0"),
        (["fire-prototype", "--workers", "0"], "--workers must be from 1 to 256"),
        (
            ["fire-prototype", "--out", "/nowhere/rows.csv"],
            "Cannot write /nowhere/rows.csv: No such file",
        ),
        (["fire-prototype", "--out", "/dev/null"], "is not a file"),
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
    assert run("simulate", *words) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert complaint in said
    assert list(tmp_path.iterdir()) == []  # nothing was written


def damage(text: str, way: str) -> str:
    lines = text.splitlines(keepends=True)
    if way == "line lost":
        return "".join(lines[:3] + lines[4:])
    if way == "line doubled":
        return "".join([*lines[:3], lines[2], *lines[3:]])
    if way == "figures gone":
        return "".join([*lines[:3], lines[3].replace(",random", ",random,x"), *lines[4:]])
    if way == "zeros":
        return "".join(lines[:3]) + "\0" * 500 + "\n" + "".join(lines[4:])
    return "some other file without a line end"


@pytest.mark.parametrize(
    "way", ["line lost", "line doubled", "figures gone", "zeros", "another file"]
)
def test_a_damaged_file_is_left_as_it_is(
    way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rows.csv"
    assert run(*RANDOM, "--games", "6", "--workers", "1", "--out", str(path)) == 0
    path.write_text(damage(path.read_text(), way))
    before = path.read_bytes()
    assert run(*RANDOM, "--games", "9", "--workers", "1", "--out", str(path)) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert "ame another file with --out" in said
    assert path.read_bytes() == before


def test_a_file_of_other_games_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    plan = planned("fire-prototype", ["random"], 2, {}, 1, 0)
    with closing(Results(path, plan)) as results:
        results.keep(block(plan, range(1)))
    with pytest.raises(BadResults, match="holds games of"):
        Results(path, planned("fire-prototype", ["greedy"], 2, {}, 1, 0))
    with pytest.raises(BadResults, match="does not hold results of these games"):
        Results(path, planned("fire-prototype", ["random"], 3, {}, 1, 0))


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    plan = planned("fire-prototype", ["random"], 2, {}, 1, 0)
    results = Results(tmp_path / "rows.csv", plan)
    with pytest.raises(BadResults, match="Somebody else is writing"):
        Results(tmp_path / "rows.csv", plan)
    results.close()
    Results(tmp_path / "rows.csv", plan).close()


def limited() -> None:
    """As good as a full disk: no file may grow beyond 4 kB."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def test_a_full_disk_loses_no_whole_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    words = [*RANDOM, "--games", "400", "--workers", "1", "--out", str(path)]
    command = [sys.executable, "-m", "emberstacks", *words]
    result = subprocess.run(
        command, preexec_fn=limited, capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert "The disk is full" in result.stderr.splitlines()[-1]
    assert "run the same command to continue" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr
    assert 0 < path.stat().st_size <= 4096
    assert path.read_bytes().endswith(b"\n")
    assert run(*words) == 0
    assert len(rows(path)) == 400


def test_a_bot_that_goes_wrong_loses_no_finished_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program answers well in the first two games, and badly from then on."""
    program = tmp_path / "bot.py"
    program.write_text(
        "import json, pathlib, sys\n"
        f"count = pathlib.Path({str(tmp_path / 'count')!r})\n"
        "begun = int(count.read_text()) if count.exists() else 0\n"
        "count.write_text(str(begun + 1))\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'choice': 0 if begun < 3 else 'dance'}), flush=True)\n"
    )
    path = tmp_path / "rows.csv"
    words = ["--games", "5", "--workers", "1", "--out", str(path)]
    assert (
        run(
            "simulate",
            "fire-prototype",
            "--bots",
            f"stdio:{sys.executable} {program},random",
            *words,
        )
        == 1
    )
    said = capsys.readouterr().err
    assert "In the game with seed 2: The bot 'stdio:" in said
    assert "has the 2 games before it" in said
    assert len(rows(path)) == 2


def test_rows_become_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rows.csv"
    words = [*RANDOM, "--games", "20", "--workers", "1", "--out", str(path)]
    try:
        from pyarrow import parquet
    except ImportError:
        assert run(*words, "--parquet") == 2
        assert "pip install emberstacks[lab]" in capsys.readouterr().err
        return
    assert run(*words, "--no-parquet") == 0
    assert not path.with_suffix(".parquet").exists()
    assert run(*words) == 0
    table = parquet.read_table(path.with_suffix(".parquet"))
    assert table.num_rows == 20
    assert table.schema.metadata[b"seeds"] == b"0 to 19"
    assert {b"commit", b"game", b"rules", b"options"} < set(table.schema.metadata)
    assert [str(score) for score in table["score_A"].to_pylist()] == [
        row["score_A"] for row in rows(path)
    ]


def test_memory_does_not_grow_with_the_number_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a block is held as a whole, so each must be of one size
    monkeypatch.setattr("emberstacks.lab.workers.LARGEST", 20)

    def most(games: int) -> int:
        tracemalloc.start()
        words = [
            "--games",
            str(games),
            "--workers",
            "1",
            "--no-parquet",
            "--out",
            str(tmp_path / f"{games}.csv"),
        ]
        assert run(*RANDOM, *words) == 0
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    most(1)  # imports
    assert most(500) - most(100) < 400 * 30  # bytes of a game; its row alone has more
