"""Playing through a pipe: whole games, saving, resuming, and everything that can interrupt a game."""

from __future__ import annotations

import random
import signal
import sys
import time
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.cli import saves
from emberstacks.cli.errors import Failure
from emberstacks.cli.seats import seated
from emberstacks.kernel import record
from emberstacks.kernel.rules import clauses
from tests.cli.terminal import PATIENCE, bold_game, everything_in, only_save, run, saved, start
from tests.waiting import until

SEATS = "you,random,you"
SEED = 3


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def moves(text: str) -> list[tuple[str, str, int]]:
    return record.read(text).tokens


def test_a_whole_game_through_a_pipe(home: Path) -> None:
    typed, match = bold_game(SEATS, SEED)
    done = run(home, "play", "fire-prototype", "--seats", SEATS, "--seed", str(SEED), lines=typed)
    assert (done.returncode, done.stderr) == (0, "")
    path = only_save(home)
    assert es.read_record(path.read_text(encoding="utf-8")).record() == match.record()
    match.names = ["Reader 1", "Random", "Reader 2"]
    assert match.result is not None
    assert match.result.summary in done.stdout
    assert f"The record is in {path}" in done.stdout
    assert f"emberstacks replay {path}" in done.stdout
    for event in match.events(None):
        assert event["text"] in done.stdout
    assert "\x1b" not in done.stdout
    assert run(home, "verify", str(path)).returncode == 0


def test_numbers_and_beginnings_stand_for_choices(home: Path) -> None:
    """A card goes by its own number; the first of a list of words is 1."""
    done = run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        "you,you",
        "--seed",
        "3",
        "--save",
        "a.record",
        lines=["1", "s", "SCORE", "3", " dr ", "quit"],
    )
    assert done.returncode == 0
    said = [
        text
        for kind, text, _ in moves((home / "a.record").read_text(encoding="utf-8"))
        if kind == "word"
    ]
    assert " ".join(said) == "draw score score take 3 draw"


def test_a_beginning_that_fits_several_is_refused(home: Path) -> None:
    done = run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        "you,you",
        "--seed",
        "3",
        lines=["score", "score", "take"],
    )
    assert done.returncode == 2
    assert "'take' could be take 2 or take 3." in done.stderr


def test_bots_play_among_themselves(home: Path) -> None:
    done = run(home, "play", "fire-prototype", "--seats", "random,random,random", "--seed", "4")
    match = bold_game("random,random,random", seed=4)[1]
    assert done.returncode == 0
    assert es.read_record(only_save(home).read_text(encoding="utf-8")).record() == match.record()
    assert "wins with" in done.stdout
    for score, name in (
        zip(match.result.scores, ("Random 1", "Random 2", "Random 3"), strict=True)
        if match.result
        else ()
    ):
        assert f". {name}: {score} (Round " in done.stdout


def test_unless_you_ask_for_a_solo_game_somebody_plays_with_you(home: Path) -> None:
    """A solo game has rules of its own, which nobody should meet by accident."""
    run(home, "play", "fire", "--seed", "1", input="quit\n")
    assert '[Seats "you,greedy"]' in only_save(home).read_text(encoding="utf-8")
    assert (
        "against the robot"
        in run(home, "play", "fire", "--players", "1", "--seed", "1", input="quit\n").stdout
    )


def test_a_team_is_not_told_points(home: Path) -> None:
    done = run(home, "play", "librarians", "--seats", "random,random", "--seed", "4")
    assert done.returncode == 0
    assert "together" in done.stdout
    assert "Cards that are left" not in done.stdout


@pytest.mark.parametrize("after", [0, 1, 9])
def test_an_interrupted_game_goes_on_as_if_nothing_had_happened(home: Path, after: int) -> None:
    typed, _ = bold_game(SEATS, SEED)
    whole, parts = home / "whole", home / "parts"
    for folder in (whole, parts):
        folder.mkdir()
    run(whole, "play", "fire-prototype", "--seats", SEATS, "--seed", str(SEED), lines=typed)
    first = run(
        parts, "play", "fire-prototype", "--seats", SEATS, "--seed", str(SEED), lines=typed[:after]
    )
    assert (first.returncode, first.stderr) == (0, "")
    assert "Continue with: emberstacks play --resume\n" in first.stdout
    second = run(parts, "play", "--resume", lines=[*typed[after : after + 3], "quit"])
    assert (second.returncode, second.stderr) == (0, "")
    third = run(parts, "play", "--resume", str(only_save(parts)), lines=typed[after + 3 :])
    assert (third.returncode, third.stderr) == (0, "")
    assert only_save(parts).read_text(encoding="utf-8") == only_save(whole).read_text(
        encoding="utf-8"
    )


def test_a_sealed_game_goes_on_with_the_same_secret(home: Path) -> None:
    run(home, "play", lines=[])
    before = record.read(only_save(home).read_text(encoding="utf-8")).headers
    run(home, "play", "--resume", lines=["score", "quit"])
    text = only_save(home).read_text(encoding="utf-8")
    after = record.read(text).headers
    assert before["Secret"] == after["Secret"]
    assert es.read_record(text).verify() is None


def test_a_foreign_record_is_resumed_in_a_copy(home: Path) -> None:
    match = es.new("fire-prototype", players=2, seed=3)
    text = "# a comment that must survive\n" + match.record(resumable=True)
    (home / "mail.record").write_text(text, encoding="utf-8")
    done = run(home, "play", "--resume", "mail.record", lines=["score", "quit"])
    assert done.returncode == 0
    assert (home / "mail.record").read_text(encoding="utf-8") == text
    assert "score" in [
        word
        for kind, word, _ in moves(only_save(home).read_text(encoding="utf-8"))
        if kind == "word"
    ]


def test_names_options_and_seats_are_kept(home: Path) -> None:
    run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        "you,random",
        "--names",
        "Ada,Ben O'Hara",
        "--save",
        "a.record",
        lines=[],
    )
    headers = record.read((home / "a.record").read_text(encoding="utf-8")).headers
    assert (headers["Seats"], headers["Names"]) == ("you,random", "Ada,Ben O'Hara")
    assert saved(home) == []
    done = run(home, "play", "--resume", "a.record", lines=["score"])
    assert "Ada, do you search" in done.stdout
    assert "emberstacks play --resume a.record" in done.stdout
    assert "Ada scores" in run(home, "replay", "a.record").stdout


def how_far(folder: Path) -> int:
    """How many moves are saved."""
    return max(len(moves(path.read_text(encoding="utf-8"))) for path in saved(folder))


def test_kill_9_never_harms_a_saved_game(home: Path) -> None:
    """However soon or late it comes, what lies on the disk is a beginning of the game, and can be
    gone on with.
    """
    typed, match = bold_game(SEATS, SEED)
    told = match.record()
    rng = random.Random(1)
    found = []
    for attempt in range(6):
        folder = home / str(attempt)
        folder.mkdir()
        process = start(folder, "play", "fire-prototype", "--seats", SEATS, "--seed", str(SEED))
        assert process.stdin is not None
        process.stdin.write("\n".join(typed[: 4 * attempt]) + "\n")
        process.stdin.flush()
        if attempt:
            until(lambda: saved(folder))  # noqa: B023 (it is called at once)
        if attempt > 3:  # the last two are killed later in their games
            first = saved(folder)[0].read_bytes()
            until(lambda: saved(folder)[0].read_bytes() != first)  # noqa: B023
        time.sleep(rng.random() / 20)
        process.kill()
        process.communicate(timeout=PATIENCE)
        for path in saved(folder):
            tokens = [token[:2] for token in moves(path.read_text(encoding="utf-8"))]
            assert tokens == [token[:2] for token in moves(told)][: len(tokens)]
            assert not es.read_record(path.read_text(encoding="utf-8")).over
            found.append(len(tokens))
    assert len(found) == 5
    assert max(found) > min(found)
    assert run(folder, "play", "--resume", lines=["quit"]).returncode == 0


def test_sigterm_saves_and_says_where(home: Path) -> None:
    process = start(home, "play", "fire-prototype", "--seats", "you,random", "--seed", "3")
    assert process.stdin is not None
    assert process.stdout is not None
    line = process.stdout.readline()
    while "2  score" not in line:
        assert line, "the game ended before it asked anything"
        line = process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    rest, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (143, "")
    assert f"The game is saved in {only_save(home)}" in rest


def test_a_write_that_fails_leaves_the_old_game(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = home / "a.record"
    saves.write(path, "before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(
        Failure, match=r"cannot be saved in .*: no space left on device. Save it elsewhere"
    ):
        saves.write(path, "after")
    assert path.read_text(encoding="utf-8") == "before"
    assert everything_in(home) == [path]


def test_a_place_where_nothing_can_be_saved_is_a_failure(home: Path) -> None:
    (home / "emberstacks").write_text("a file where the folder should be", encoding="utf-8")
    done = run(home, "play", "fire-prototype", "--seed", "3", lines=["score"])
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "--save FILE" in done.stderr


def test_a_bot_that_fails_ends_the_game_but_does_not_lose_it(home: Path) -> None:
    seats = f"you,stdio:{sys.executable} -c pass"
    done = run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        seats,
        "--names",
        "Ada,Ben",
        "--seed",
        "3",
        lines=["score"] * 9,
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert f"The game is saved in {only_save(home)}." in done.stderr
    assert not es.read_record(only_save(home).read_text(encoding="utf-8")).over


HONEST = """import json, sys
from pathlib import Path
Path(sys.argv[1]).touch()
for line in sys.stdin:
    print(json.dumps({"choice": 0}), flush=True)
"""


def with_a_program(home: Path) -> tuple[str, Path]:
    """A saved game against a program that leaves a trace when it is started: its seats, and the
    trace.
    """
    (home / "own.py").write_text(HONEST, encoding="utf-8")
    seats, trace = f"you,stdio:{sys.executable} {home / 'own.py'} {home / 'trace'}", home / "trace"
    done = run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        seats,
        "--names",
        "Ada,Ben",
        "--seed",
        "3",
        "--save",
        "a.record",
    )
    assert done.returncode == 0
    assert f"Continue with: emberstacks play --resume a.record --seats '{seats}'\n" in done.stdout
    trace.unlink()
    return seats, trace


def test_a_program_that_a_file_names_is_not_started(home: Path) -> None:
    seats, trace = with_a_program(home)
    (home / "emberstacks").mkdir(exist_ok=True)
    (home / "emberstacks" / "mail.record").write_bytes((home / "a.record").read_bytes())
    for words in (["--resume", "a.record"], ["--resume"]):
        done = run(home, "play", *words, lines=["score"] * 9)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert (
            "a bot that starts a program on this computer. A file alone may not do that"
            in done.stderr
        )
        assert "--seats" in done.stderr
        assert not trace.exists()
    other = run(home, "play", "--resume", "a.record", "--seats", f"{seats} more", lines=["score"])
    assert (other.returncode, trace.exists()) == (2, False)
    assert "can only repeat what the file says" in other.stderr


def test_the_same_program_named_again_at_the_command_line_plays_on(home: Path) -> None:
    seats, trace = with_a_program(home)
    done = run(home, "play", "--resume", "a.record", "--seats", seats, lines=["score", "quit"])
    assert (done.returncode, done.stderr) == (0, "")
    assert trace.exists()


@pytest.mark.parametrize(
    "seats",
    ["you,trained:/dev/zero", "you,tuned:/dev/zero", "you, stdio : true", "x," * 99 + "stdio:true"],
)
def test_a_file_names_no_other_file(home: Path, seats: str) -> None:
    text = es.new("fire-prototype", players=2, seed=3).record(resumable=True)
    (home / "a.record").write_text(f'[Seats "{seats}"]\n{text}', encoding="utf-8")
    done = run(home, "play", "--resume", "a.record", lines=["score"])
    assert done.returncode == 2
    assert "A file alone may not do that" in done.stderr


def without_ties() -> int:
    """A seed whose second round begins with two choices of which neither is left to chance."""
    for seed in range(100):
        match = es.new("fire-prototype", players=3, seed=seed)
        for _ in range(3):
            match.push("score")
        if len(set(match.view(None)["scores"])) == 3:
            return seed
    raise AssertionError("no such seed")


def test_undo_takes_back_what_revealed_nothing(home: Path) -> None:
    lines = ["score", "score", "score", "take 1", "undo", "take 2", "quit"]
    done = run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        "you,you,you",
        "--seed",
        str(without_ties()),
        lines=lines,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Took back the last answer." in done.stdout
    said = " ".join(
        word
        for kind, word, _ in moves(only_save(home).read_text(encoding="utf-8"))
        if kind == "word"
    )
    assert said == "score score score take 2"


def test_what_a_draw_has_revealed_is_not_taken_back(home: Path) -> None:
    done = run(home, "play", "fire-prototype", "--seed", "3", lines=["draw", "undo"])
    assert done.returncode == 2
    assert "You cannot take back the last answer" in done.stderr


def where_a_bot_chooses_first() -> int:
    """A seed whose second round begins with the choice of the bot in the last seat, and goes on
    with a person's.
    """
    for seed in range(100):
        match = es.new("fire-prototype", players=3, seed=seed)
        who = seated(match.game.info, 3, "you,you,random", None, seed)
        while match.view(None)["state"]["round"] == 1:
            seat = match.to_act
            match.push(who.choose(match, seat) if seat in who.bots else "score")
        scores = match.view(None)["scores"]
        if scores[2] < min(scores[:2]) and scores[0] != scores[1]:
            return seed
    raise AssertionError("no such seed")


def test_the_answer_of_a_bot_is_not_taken_back(home: Path) -> None:
    seed = where_a_bot_chooses_first()
    done = run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        "you,you,random",
        "--seed",
        str(seed),
        lines=["score", "score", "undo"],
    )
    assert done.returncode == 2
    assert "a bot has answered since" in done.stderr


def test_questions_explain_themselves_and_cite_the_rules(home: Path) -> None:
    known = clauses(es.new("fire-prototype").game.rules())
    done = run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        "you,random",
        "--seed",
        "0",
        lines=["?", "? 4.1", "? score", "rules", "log", "board", "record", "save b.record"],
    )
    assert (done.returncode, done.stderr) == (0, "")
    _, explained, clause, choice = done.stdout.split("Reader> ?")
    rest = done.stdout.rpartition("Reader> rules")[2]
    for number in ("3.6", "3.8"):
        assert f"**§{number}** {known[number]}" in explained
    assert "quit    leave" in explained
    assert known["4.1"] in clause
    assert "score: Score " in choice
    assert known["3.8"] in choice
    assert "# Fire in the Library" in rest
    assert '[Seat "A"]' in rest
    assert "Secret" not in rest
    assert (home / "b.record").exists()


def test_commands_can_be_told_from_choices(home: Path) -> None:
    """A slash makes a word a command, whatever the choices are called."""
    done = run(home, "play", "fire-prototype", "--seed", "3", lines=["/board", "/quit"])
    assert done.returncode == 0
    assert done.stdout.count("in the bag") == 2


def test_a_hint_says_what_each_choice_is_worth(home: Path) -> None:
    done = run(
        home,
        "play",
        "fire-prototype",
        "--seats",
        "you,random",
        "--seed",
        "3",
        lines=["hint", "quit"],
    )
    assert done.returncode == 0
    assert "points for sure" in done.stdout
    assert "% of cases" in done.stdout
    assert "→" in done.stdout
