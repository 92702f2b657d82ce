"""Puzzles and challenges in the terminal: solve, go on to another, look for new ones, play the
challenge of the day.
"""

from __future__ import annotations

import json
from pathlib import Path

import emberstacks as es
from emberstacks.puzzles import of_the_day, puzzle, puzzles_of, today
from tests.cli.terminal import run

GAME = "fire-prototype"


def label(number: int, choice: str) -> str:
    return next(one.label for one in puzzle(GAME, number).choices() if one.text == choice)


def test_the_list(tmp_path: Path) -> None:
    done = run(tmp_path, "puzzle")
    assert done.returncode == 0
    for info in es.list_games():
        count = len(puzzles_of(info.id))
        told = f"{count} puzzles; your rating is 1500" if count else "no puzzles yet"
        line = next(line for line in done.stdout.splitlines() if line.startswith(f"{info.id} "))
        assert line.endswith(f"{info.title}  ({told})")


def test_the_puzzle_of_the_day_is_graded_and_kept(tmp_path: Path) -> None:
    number = of_the_day(GAME, today())
    one = puzzle(GAME, number)
    done = run(tmp_path, "puzzle", GAME, lines=["sleep", one.best])
    if of_the_day(GAME, today()) != number:
        return  # midnight has come between
    assert done.returncode == 0, done.stderr
    assert f"the puzzle of the day (number {number}, rated {one.rating})" in done.stdout
    assert "'sleep' is not possible now" in done.stdout
    assert "That is the best choice." in done.stdout
    assert one.why in done.stdout
    assert f"*  {label(number, one.best)}  the best choice" in done.stdout
    kept = json.loads((tmp_path / "emberstacks" / "puzzles.json").read_text())
    assert kept[GAME][0][:3] == [number, today().isoformat(), True]
    assert "1 day in a row" in run(tmp_path, "puzzle").stdout


def test_a_worse_choice_says_what_it_loses_and_the_first_answer_counts(tmp_path: Path) -> None:
    number = next(number for number in puzzles_of(GAME) if number != of_the_day(GAME, today()))
    one = puzzle(GAME, number)
    worst = max(one.losses, key=lambda text: one.losses[text])
    first = run(tmp_path, "puzzle", GAME, str(number), lines=[worst])
    again = run(tmp_path, "puzzle", GAME, str(number), lines=[one.best])
    assert f"wins {100 * one.losses[worst]:.0f} % less often" in first.stdout
    assert first.stdout.splitlines()[-1].startswith("Your rating is 14")
    assert first.stdout.splitlines()[-1] == again.stdout.splitlines()[-1]


def test_a_puzzle_with_options_says_so(tmp_path: Path) -> None:
    number = next(
        one.number for one in puzzles_of("fire").values() if one.position["options"]["technology"]
    )
    done = run(tmp_path, "puzzle", "fire", str(number), lines=["quit"])
    assert "This game has options: " in done.stdout
    assert "This game has options" not in run(tmp_path, "puzzle", GAME, "1", lines=["quit"]).stdout


def test_another_one_follows(tmp_path: Path) -> None:
    one = puzzle(GAME, 1)
    done = run(tmp_path, "puzzle", GAME, "1", lines=[one.best, "yes", "quit"])
    assert done.stdout.count("Find the best choice for what you know.") == 2


def test_wrong_questions(tmp_path: Path) -> None:
    assert "There is no puzzle 99999" in run(tmp_path, "puzzle", GAME, "99999").stderr
    assert "Puzzles have numbers" in run(tmp_path, "puzzle", GAME, "two").stderr
    assert "There is no game 'chess'" in run(tmp_path, "puzzle", "chess").stderr
    assert (
        "--count, --games and --decisions must be"
        in run(tmp_path, "puzzles", GAME, "--count", "0").stderr
    )


def test_looking_for_puzzles_writes_a_file_that_can_be_continued(tmp_path: Path) -> None:
    first = run(
        tmp_path,
        "puzzles",
        GAME,
        "--bots",
        "greedy",
        "--decisions",
        "6",
        "--games",
        "1",
        "--out",
        "some.jsonl",
    )
    assert first.returncode == 0, first.stderr
    assert "from 1 games are in some.jsonl" in first.stdout
    second = run(
        tmp_path,
        "puzzles",
        GAME,
        "--bots",
        "greedy",
        "--decisions",
        "6",
        "--games",
        "1",
        "--out",
        "some.jsonl",
    )
    assert second.stdout == first.stdout
    other = run(
        tmp_path,
        "puzzles",
        GAME,
        "--bots",
        "random",
        "--decisions",
        "6",
        "--games",
        "1",
        "--out",
        "some.jsonl",
    )
    assert (
        "was made in another way: emberstacks lab puzzles fire-prototype --bots greedy --decisions"
        " 6 --seed 0" in other.stderr
    )


def test_the_challenge_of_the_day_is_the_same_every_time_and_has_one_try(tmp_path: Path) -> None:
    name = "lone-librarian"
    here, there = tmp_path / "here", tmp_path / "there"
    for home in (here, there):
        home.mkdir()
        done = run(home, "play", "--daily", name, lines=["take 1", "quit"])
        assert "Lone Librarian, your last days:" in done.stdout
        assert "not finished" in done.stdout
    files = [next((home / "emberstacks").glob("daily-*.record")) for home in (here, there)]
    if files[0].name != files[1].name:
        return  # midnight has come between
    assert files[0].read_text() == files[1].read_text()
    again = run(here, "play", "--daily", name, lines=["quit"])
    assert "The first try of a day counts." not in again.stdout, (
        "it goes on with the game that was begun"
    )
    whole = es.read_record(files[0].read_text())
    while not whole.over:
        whole.push(whole.legal()[0])
    files[0].write_text(whole.record())
    over = run(here, "play", "--daily", name)
    assert whole.result is not None
    won = "won" if 0 in whole.result.winners else "not won"
    assert f" {whole.result.scores[0]} points, {won}" in over.stdout


def test_a_challenge_takes_nothing_else(tmp_path: Path) -> None:
    assert (
        "There is no challenge 'chess'. Choose lone-librarian"
        in run(tmp_path, "play", "--daily", "chess").stderr
    )
    assert (
        "--daily takes its name and nothing else"
        in run(tmp_path, "play", "fire", "--daily", "team").stderr
    )
