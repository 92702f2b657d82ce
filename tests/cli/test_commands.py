"""Every command, by what it prints and how it exits; and everything that can be asked wrongly."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.cli.app import ADMIN, COMMANDS, LAB
from emberstacks.kernel.errors import one_of
from emberstacks.kernel.rules import clauses
from tests.cli.terminal import bold_game, environment, everything_in, run, saved

RECORD = """[Game "fire-prototype"]
[Rules "1.0"]
[Players "2"]

{green} {green} {brown} {yellow} {white} {A} {B}
1. A {green}  A draw {white}  A score
2. B {fire}  B score
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def test_the_entry_point_is_the_command_line() -> None:
    (script,) = [
        script for script in entry_points(group="console_scripts") if script.name == "emberstacks"
    ]
    assert script.value == "emberstacks.cli.app:main"


@pytest.mark.parametrize("command", ["", *COMMANDS, *(f"lab {name}" for name in LAB)])
def test_help_everywhere_with_an_example(home: Path, command: str) -> None:
    done = run(home, *command.split(), "--help")
    assert done.returncode == 0
    assert f"Usage: emberstacks {command}" in done.stdout
    assert f"Example: emberstacks {command or 'play'}" in done.stdout
    assert not re.search(r"""default:[│\s]*(\]|""|\(\)|True|False|None)|--empty""", done.stdout), (
        "noise for programmers"
    )
    assert done.stderr == ""


def test_help_names_fourteen_commands_and_then_the_lab(home: Path) -> None:
    first, _, rest = run(home, "--help").stdout.partition("The lab")
    listed = re.findall(r"^│ (\w[\w-]*)  ", first, re.MULTILINE)
    assert listed == [name for name in COMMANDS if name != "lab"]
    assert len(listed) == 14
    assert re.findall(r"^│ (\w[\w-]*)  ", rest, re.MULTILINE) == ["lab"]
    assert re.findall(r"^│ (\w[\w-]*)  ", run(home, "lab", "--help").stdout, re.MULTILINE) == [*LAB]


def test_old_names_of_the_lab_still_work_and_say_so(home: Path) -> None:
    words = ["fire-prototype", "--games", "3", "--bots", "random", "--workers", "1"]
    new = run(home, "lab", "simulate", *words, "--out", "new.csv")
    old = run(home, "simulate", *words, "--out", "old.csv")
    assert (old.returncode, old.stdout) == (new.returncode, new.stdout) == (0, new.stdout)
    said = "emberstacks: 'simulate' is now 'emberstacks lab simulate'. The old name works too.\n"
    assert old.stderr == said + new.stderr.replace("new.csv", "old.csv")
    assert (home / "old.csv").read_text() == (home / "new.csv").read_text()
    for name in LAB:
        assert f"Usage: emberstacks lab {name} " in run(home, name, "--help").stdout


LISTS = [
    "games",
    "pieces fire axe",
    "lesson",
    "puzzle",
    "profile",
    "replay a.record",
    "rules fire 3",
]


@pytest.mark.parametrize("command", LISTS)
def test_a_list_can_be_json(home: Path, command: str) -> None:
    (home / "a.record").write_text(RECORD, encoding="utf-8")
    done = run(home, *command.split(), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    rows = json.loads(done.stdout)
    assert isinstance(rows, list)
    assert rows or command == "profile"
    plain = " ".join(run(home, *command.split()).stdout.split())
    for row in rows:
        assert str(row.get("text") or row.get("title") or row["game"]) in plain


def test_json_tells_what_a_player_may_see(home: Path) -> None:
    (home / "a.record").write_text(RECORD, encoding="utf-8")
    told = json.loads(run(home, "replay", "a.record", "--seat", "A", "--json").stdout)
    assert told == json.loads(json.dumps(es.read_record(RECORD, seed=1).events(0)[: len(told)]))


def test_a_reader_who_has_seen_enough_is_no_bug(home: Path) -> None:
    command = f"{sys.executable} -m emberstacks games --json | head -1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, env=environment(home), check=False
    )
    assert (done.stdout, done.stderr) == ("[\n", "")


def test_completion_knows_commands_and_options(home: Path) -> None:
    done = run(home, "--install-completion", "--shell", "bash")
    assert done.returncode == 0, done.stderr
    (script,) = home.rglob("completions/emberstacks")
    assert str(script) in (home / ".bashrc").read_text()
    for typed, wanted in [
        ("an", "analyse"),
        ("lab tou", "tournament"),
        ("play --se", "--seats"),
        ("lab simulate --co", "--counts"),
    ]:
        words = ["emberstacks", *typed.split()]
        typing = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}"
        code = f"source {script}; {typing}; _emberstacks; echo ${{COMPREPLY[@]}}"
        shown = subprocess.run(
            ["bash", "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
        assert wanted in shown
        assert all(word.startswith(words[-1]) for word in shown)


def test_version(home: Path) -> None:
    done = run(home, "--version")
    assert done.returncode == 0
    assert done.stdout.strip()[0].isdigit()


def test_starting_imports_no_more_than_needed() -> None:
    """Help must come at once; commands import what they need when they run."""
    code = (
        "import sys, emberstacks.cli.app; print([name for name in sys.modules if"
        " name.partition('.')[0] == 'rich'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_games(home: Path) -> None:
    done = run(home, "games")
    assert done.returncode == 0
    for info in es.list_games():
        assert info.id in done.stdout
        assert all(word in done.stdout for word in info.title.split())
        assert f"{info.min_players} to {info.max_players}" in done.stdout
        for option in info.options:
            line = next(
                line
                for line in done.stdout.splitlines()
                if line.strip().startswith(f"{option.name} = ")
            )
            assert all(str(choice) in line for choice in option.choices)
        said = " ".join(done.stdout.split())
        for preset in info.presets:
            assert f"{preset.name}: {preset.words}" in said
            assert preset.measured in said
            assert all(f"--option {name}={value}" in said for name, value in preset.options.items())


def test_rules_whole_chapter_and_clause(home: Path) -> None:
    text = es.new("fire-prototype").game.rules()
    assert run(home, "rules", "fire-prototype").stdout.strip() == text.strip()
    chapter = run(home, "rules", "fire-prototype", "3").stdout
    assert [number for number in clauses(text) if number in clauses(chapter)] == [
        f"3.{k}" for k in range(1, 10)
    ]
    clause = run(home, "rules", "fire-prototype", "3.4").stdout
    assert clauses(text)["3.4"] in clause
    assert clauses(text)["3.5"] not in clause


def test_replay_lists_every_event(home: Path) -> None:
    (home / "a.record").write_text(RECORD, encoding="utf-8")
    done = run(home, "replay", "a.record")
    assert done.returncode == 0
    events = [event["text"] for event in es.read_record(RECORD, seed=1).events(None)][:11]
    for number, text in enumerate(events, 1):
        assert f"{number:>4}  {text}\n" in done.stdout
    assert "The game is not over" in done.stdout


def test_replay_with_boards_shows_the_table_after_every_answer(home: Path) -> None:
    match = bold_game("random,random", seed=2)[1]
    (home / "a.record").write_text(match.record(), encoding="utf-8")
    steps = {len(match.after(k).events(0)) for k in range(match.length + 1)} - {0}
    done = run(home, "replay", "a.record", "--boards", "--seat", "a")
    assert done.stdout.count("Fire in the Library, early prototype") == len(steps)
    assert done.stdout.count("in the bag") == len(steps)
    assert match.result is not None
    assert match.result.summary in done.stdout


def test_verify_says_whether_the_draws_are_honest(home: Path) -> None:
    for seed in (2, None):
        match = es.new("fire-prototype", players=2, seed=seed)
        while not match.over:
            match.push(match.legal()[-1])
        (home / "a.record").write_text(match.record(), encoding="utf-8")
        done = run(home, "verify", "a.record")
        assert (done.returncode, done.stderr) == (0, "")
        assert "draws in a.record match its seed." in done.stdout


@pytest.mark.parametrize(
    ("header", "complaint"),
    [
        ("", "does not reveal its seed"),
        ('[Seed "3"]\n', "do not match its seed: draw 1 is recorded as green"),
    ],
)
def test_verify_fails_with_a_sentence(home: Path, header: str, complaint: str) -> None:
    (home / "a.record").write_text(header + RECORD, encoding="utf-8")
    done = run(home, "verify", "a.record")
    assert done.returncode == 1
    assert done.stdout == ""
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


WRONG_USE = [
    ("lessn", "Did you mean 'lesson'?"),
    ("simulte fire", "Did you mean 'lab simulate'?"),
    ("lab simulte fire", "Did you mean 'simulate'?"),
    ("lab nonsense", one_of([*LAB])),
    ("admin tabels", "Did you mean 'tables'? Try " + one_of([*ADMIN])),
    ("play --seads you", "Did you mean '--seats'?"),
    ("play librarian", "Did you mean 'librarians'?"),
    ("play --seats you,gredy", "Did you mean 'greedy'?"),
    ("play --option tols=no", "Did you mean 'tools'?"),
    ("lesson fire --json", "leave out the game"),
    ("puzzle fire --json", "leave out the game"),
    ("nonsense", one_of([*COMMANDS])),
    ("--nonsense", one_of([*COMMANDS])),
    ("games too many", "one argument too many"),
    ("rules", "needs GAME"),
    ("rules chess", "Choose fire, "),
    ("rules fire-prototype 9.9", "1.1 to 1.7"),
    ("play chess", "Choose fire, "),
    ("play fire-prototype fire-prototype", "one argument too many"),
    ("play --nonsense", "--players, --seats"),
    ("play --players", "--players needs a value"),
    ("play --players two", "a whole number, not 'two'"),
    ("play fire-prototype --players 1", "2 to 5 players"),
    ("play fire-prototype --players 6", "2 to 5 players"),
    ("play fire-prototype --players 3 --seats you,random", "3 players need 3 seats"),
    ("play fire-prototype --seats you", "2 to 5 players"),
    ("play --seats you,genius", "Choose novice, "),
    ("play --seats you,", "Choose novice, "),
    ("play --seats you,greedy:3", "takes no argument"),
    ("play --seats you,stdio:no-such-program", "cannot be started"),
    ("play --option dragons=yes", "no option 'dragons'"),
    ("play --option dragons", "name=value"),
    ("play --seed -1", "from 0 to"),
    ("play --seed 99999999999999999999", "from 0 to"),
    ("play --seed x", "a whole number"),
    ("play fire-prototype --names Ada", "2 players need 2 names"),
    ("play fire-prototype --names Ada,Ada", "the same name"),
    ("play fire-prototype --names [Ada],Ben", "cannot be a name"),
    ("play fire-prototype --names Bartholomew,Ben", "cannot be a name"),
    ("play --save no/such/folder/game.record", "no folder"),
    ("play --save a.record", "already exists"),
    ("play --resume", "no unfinished game"),
    ("play --resume missing.record", "no file missing.record"),
    ("play --resume damaged.record", "line 6"),
    ("play --resume picture.record", "not text"),
    ("play --resume misnamed.record", "2 players need 2 names"),
    ("play --resume misseated.record", "Choose novice, "),
    ("play --resume a.record --seed 3", "no other option"),
    ("replay", "needs FILE"),
    ("replay missing.record", "no file missing.record"),
    ("replay .", "directory"),
    ("replay damaged.record", "line 6"),
    ("replay redacted.record", "redacted for A"),
    ("replay a.record --seat C", "A, B or spectator"),
    ("replay a.record --seat AB", "A, B or spectator"),
    ("verify", "needs FILE"),
    ("verify missing.record", "no file missing.record"),
    ("verify damaged.record", "line 6"),
    ("verify empty.record", "line 1"),
]


@pytest.mark.parametrize(("arguments", "complaint"), WRONG_USE)
def test_wrong_use_is_told_in_one_sentence_and_writes_nothing(
    home: Path, arguments: str, complaint: str
) -> None:
    (home / "a.record").write_text(RECORD, encoding="utf-8")
    (home / "damaged.record").write_text(RECORD.replace("A draw", "A fly"), encoding="utf-8")
    (home / "redacted.record").write_text('[Seat "A"]\n' + RECORD, encoding="utf-8")
    (home / "misnamed.record").write_text(
        '[Seats "you,random"]\n[Names "Ada"]\n' + RECORD, encoding="utf-8"
    )
    (home / "misseated.record").write_text('[Seats "you,genius"]\n' + RECORD, encoding="utf-8")
    (home / "picture.record").write_bytes(b"\x89PNG\xff\xfe")
    (home / "empty.record").write_bytes(b"")
    before = everything_in(home)
    done = run(home, *arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("emberstacks: ")
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert everything_in(home) == before
    assert (home / "a.record").read_text(encoding="utf-8") == RECORD


def test_a_finished_game_is_not_resumed(home: Path) -> None:
    match = bold_game("random,random", seed=2)[1]
    (home / "a.record").write_text(match.record(), encoding="utf-8")
    done = run(home, "play", "--resume", "a.record")
    assert done.returncode == 2
    assert "is over" in done.stderr
    assert saved(home) == []


@pytest.mark.parametrize("line", ["fly", "take 1", "7", "undo", "? 9.9", "save a.record"])
def test_a_wrong_line_in_a_pipe_stops_the_game_and_writes_nothing(home: Path, line: str) -> None:
    (home / "a.record").write_text(RECORD, encoding="utf-8")
    before = everything_in(home)
    done = run(home, "play", "fire-prototype", "--seed", "3", lines=["", line, "draw"])
    assert done.returncode == 2
    assert done.stderr.startswith("emberstacks: Input line 2: ")
    assert len(done.stderr.splitlines()) == 1
    assert everything_in(home) == before


def test_a_bug_is_told_without_a_traceback(home: Path) -> None:
    code = (
        "import emberstacks.cli.games as games; games.Screen = None; import emberstacks.cli.app as"
        " app; app.main(['games'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment(home),
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_profile_adds_up_the_saved_games(home: Path) -> None:
    assert "You have not finished a game here yet." in run(home, "profile").stdout
    won = 0
    for seed in (1, 2):
        typed, match = bold_game("you,random", seed)
        done = run(
            home,
            "play",
            "fire-prototype",
            "--seats",
            "you,random",
            "--seed",
            str(seed),
            lines=typed,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        result = match.result
        assert result is not None
        won += 0 in result.winners
    (home / "emberstacks" / "broken.record").write_text("nonsense", encoding="utf-8")
    said = run(home, "profile").stdout
    assert f"2 games, {won} won" in said.splitlines()[0]
    assert f"with random: 2 games, {won} won" in said


@pytest.mark.parametrize("command", ["verify", "replay", "analyse", "play --resume"])
@pytest.mark.parametrize("nested", [600, 100_000])
def test_a_position_that_is_nested_deeply_is_told_in_a_sentence(
    home: Path, command: str, nested: int
) -> None:
    state = es.new("fire-prototype", players=2, seed=1).to_json()["state"]
    for position in (
        "[" * nested + "]" * nested,
        json.dumps({**state, "bag": 0}).replace("0", "[" * nested + "]" * nested, 1),
    ):
        text = position.replace('"', '\\"')
        (home / "deep.record").write_text(
            f'[Game "fire-prototype"]\n[Rules "1.0"]\n[Players "2"]\n[Position "{text}"]\n'
        )
        done = run(home, *command.split(), "deep.record")
        assert done.returncode == 2
        assert "line 4: " in done.stderr
        assert "bug" not in done.stderr
        assert done.stderr.count("\n") == 1
        assert len(done.stderr) < 300


@pytest.mark.parametrize("nested", [600, 100_000])
def test_such_a_position_as_json(nested: int) -> None:
    data = json.dumps({**es.new("fire-prototype", seed=1).to_json(), "players": "x"}).replace(
        '"x"', "[" * nested + "]" * nested
    )
    with pytest.raises(es.BadPosition):
        es.from_json(data)
