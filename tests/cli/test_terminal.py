"""Playing in a real terminal: questions, colours, keys."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style

import emberstacks as es
from emberstacks.cli.screen import STYLES, THEME, Screen
from tests.cli.terminal import Terminal, bold_game, only_save, saved

STYLED = re.compile(r"\x1b\[[0-9;]*m")
COLOURED = re.compile(r"\x1b\[[0-9;]*[34]8;[0-9;]*m|\x1b\[(?:\d+;)*[34][0-7]m")
CTRL_D = b"\x04"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def test_long_lines_of_a_board_go_on_below_their_words() -> None:
    """Between words, and under the column in which they began; in a pipe a line stays whole."""
    line = "  Amulet    [bold]before choosing[/]  a random token onto every card\n\n map | a | b"
    for terminal, shown in (
        (
            True,
            (
                "  Amulet    before choosing  a random\n            token onto every card\n\n map |"
                " a | b\n"
            ),
        ),
        (False, "  Amulet    before choosing  a random token onto every card\n\n map | a | b\n"),
    ):
        paper = io.StringIO()
        Screen(
            Console(file=paper, width=38, force_terminal=terminal, theme=THEME, highlight=False)
        ).marked(line)
        assert STYLED.sub("", paper.getvalue()) == shown


def test_a_game_can_be_named_by_its_id(home: Path) -> None:
    with Terminal(home, "play") as terminal:
        terminal.expect("Which game?")
        terminal.type("alexandria")
        terminal.expect("How many players? 2 to 4 [2] ")


def test_a_newcomer_is_playing_after_a_few_times_enter(home: Path) -> None:
    with Terminal(home, "play") as terminal:
        terminal.expect("Which game?")
        terminal.type("")
        terminal.expect("How many players? 1 to 6 [2] ")
        terminal.type("nine")
        terminal.expect("Please type a number from 1 to 6.")
        terminal.expect("[2] ")
        terminal.type("3")
        terminal.expect("Your name? [Reader] ")
        terminal.type("[Ada]")
        terminal.expect("cannot be a name")
        terminal.expect("Your name? [Reader] ")
        terminal.type("Ada")
        terminal.expect("Picks what is best right now")
        terminal.expect("Who sits in seat B: you, or which bot? [apprentice] ")
        terminal.type("genius")
        terminal.expect("There is no bot 'genius'")
        terminal.expect("Who sits in seat B")
        terminal.type("")
        terminal.expect("Who sits in seat C")
        terminal.type("novice")
        terminal.expect("> ")
        terminal.type("quit")
        terminal.expect("emberstacks play --resume")
        assert terminal.wait() == 0
    text = only_save(home).read_text(encoding="utf-8")
    assert '[Seats "you,apprentice,novice"]' in text
    assert '[Names "Ada,' in text


def test_a_few_moves_with_refusals_and_help(home: Path) -> None:
    with Terminal(
        home, "play", "fire-prototype", "--seats", "you,random", "--seed", "0"
    ) as terminal:
        terminal.expect("Reader> ")
        terminal.type("fly")
        terminal.expect("'fly' is not possible now")
        terminal.expect("Possible: draw or score.")
        terminal.expect("Reader> ")
        terminal.type("")
        terminal.expect("? for help")
        terminal.type("?")
        terminal.expect("§3.6")
        terminal.expect("leave; your game is saved")
        terminal.type("undo")
        terminal.expect("cannot take back")
        terminal.type("save no/such/folder/a.record")
        terminal.expect("There is no folder")
        terminal.type("d")
        terminal.expect("Reader draws a green book.")
        terminal.expect("▶")
        terminal.expect("Reader> ")
        terminal.type("2")
        terminal.expect("Reader scores 8, 3 for books and 5 for bravery, and now has 8.")
        terminal.expect("Reader> ")
        terminal.press(CTRL_D)
        terminal.expect("The game is saved in")
        assert terminal.wait() == 0
    words = es.read_record(only_save(home).read_text(encoding="utf-8")).record()
    assert "B draw" in words or "A draw" in words


def test_an_unfinished_game_is_offered_again(home: Path) -> None:
    with Terminal(
        home, "play", "fire-prototype", "--seats", "you,random", "--seed", "0"
    ) as terminal:
        terminal.expect("Reader> ")
        terminal.type("draw")
        terminal.expect("Reader> ")
        terminal.type("quit")
        assert terminal.wait() == 0
    with Terminal(home, "play") as terminal:
        terminal.expect("Continue your last game? [yes] ")
        terminal.type("")
        terminal.expect("Score 8 points")
        terminal.expect("Reader> ")
        terminal.interrupt()
        assert terminal.wait() == 130
    with Terminal(home, "play") as terminal:
        terminal.expect("[yes] ")
        terminal.type("no")
        terminal.expect("Which game?")
        terminal.press(CTRL_D)
        assert terminal.wait() == 0
    assert len(saved(home)) == 1


def test_ctrl_c_says_goodbye_and_loses_nothing(home: Path) -> None:
    with Terminal(
        home, "play", "fire-prototype", "--seats", "you,random", "--seed", "3"
    ) as terminal:
        terminal.expect("Reader> ")
        terminal.type("draw")
        terminal.expect("Reader> ")
        terminal.interrupt()
        terminal.expect("Continue with: emberstacks play --resume")
        assert terminal.wait() == 130
        assert "Traceback" not in terminal.screen
    match = es.read_record(only_save(home).read_text(encoding="utf-8"))
    assert [str(choice) for choice in match.legal()] == ["draw", "score"]


def test_sigterm_in_a_terminal(home: Path) -> None:
    with Terminal(
        home, "play", "fire-prototype", "--seats", "you,random", "--seed", "3"
    ) as terminal:
        terminal.expect("Reader> ")
        terminal.terminate()
        terminal.expect("The game is saved in")
        assert terminal.wait() == 143
        assert "Traceback" not in terminal.screen
    assert len(saved(home)) == 1


def test_colours_in_a_terminal_but_not_where_nobody_wants_them(home: Path) -> None:
    screens = []
    for number, wish in enumerate(
        ({"COLORTERM": "truecolor"}, {"NO_COLOR": "1"}, {"TERM": "dumb"})
    ):
        with Terminal(
            home, "play", "fire-prototype", "--seed", "3", "--save", f"{number}.record", **wish
        ) as terminal:
            terminal.expect("Reader> ")
            terminal.type("quit")
            assert terminal.wait() == 0
            screens.append(terminal.screen)
    assert COLOURED.search(screens[0])
    assert not COLOURED.search(screens[1])
    assert "\x1b[" not in screens[2].replace("\x1b[?2004", "")
    assert STYLED.sub("", screens[0]).count("✦ white") == screens[2].count("✦ white") == 1


def test_every_colour_survives_where_there_are_few() -> None:
    """In 256 colours no two pieces look the same, and none of the bright ones turns grey."""
    grounds = {}
    for name in (
        "white",
        "yellow",
        "black",
        "purple",
        "teal",
        "red",
        "green",
        "blue",
        "brown",
        "fire",
        "safe",
        "risky",
    ):
        ground = Style.parse(STYLES[name]).bgcolor
        assert ground is not None
        grounds[name] = ground.downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    assert len(set(grounds.values())) == len(grounds)
    for name in ("yellow", "purple", "teal", "red", "green", "blue", "brown", "fire", "risky"):
        assert max(grounds[name]) - min(grounds[name]) > 70, name


def test_a_replay_goes_forwards_backwards_and_to_any_event(home: Path) -> None:
    _, match = bold_game("random,random", seed=2)
    (home / "a.record").write_text(match.record(), encoding="utf-8")
    texts = [event["text"] for event in match.events(None)]
    with Terminal(home, "replay", "a.record") as terminal:
        terminal.expect(texts[0])
        terminal.expect(f"1 of {len(texts)}")
        terminal.type("")
        terminal.expect(texts[1])
        terminal.expect(f"2 of {len(texts)}")
        terminal.type("b")
        terminal.expect(texts[0])
        terminal.expect(f"1 of {len(texts)}")
        terminal.type("20")
        terminal.expect(texts[19])
        terminal.type("900")
        terminal.expect(f"a number from 1 to {len(texts)}")
        terminal.type(str(len(texts)))
        terminal.expect(texts[-1])
        assert match.result is not None
        terminal.expect(match.result.summary)
        terminal.type("q")
        assert terminal.wait() == 0


def test_rules_are_rendered_in_a_terminal(home: Path) -> None:
    with Terminal(home, "rules", "fire-prototype", "3.4") as terminal:
        assert terminal.wait() == 0
        assert "§3.4" in terminal.screen
        assert "**" not in terminal.screen
