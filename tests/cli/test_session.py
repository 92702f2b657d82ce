"""Several people at one keyboard, and what a session makes of what they type."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import emberstacks as es
from emberstacks.cli.errors import Failure
from emberstacks.cli.screen import THEME, Screen
from emberstacks.cli.seats import seated
from emberstacks.cli.session import Session, picked
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import ScriptedDealer
from emberstacks.kernel.game import Game
from emberstacks.kernel.notation import Choice
from tests.cli.envelopes import EnvelopesGame
from tests.games.librarians.table import position


class Scripted(Screen):
    """A terminal whose lines are known beforehand; what is shown is cut where the screen is
    cleared.
    """

    def __init__(self, *lines: str) -> None:
        self.paper = io.StringIO()
        super().__init__(Console(file=self.paper, width=80, theme=THEME, highlight=False))
        self.interactive = True
        self.lines = list(lines)
        self.pages: list[str] = []

    def ask(self, prompt: str) -> str:
        self.paper.write(prompt)
        if not self.lines:
            raise EOFError
        self.paper.write(f"{self.lines[0]}\n")
        return self.lines.pop(0)

    def clear(self) -> None:
        self.pages.append(self.paper.getvalue())
        self.paper.seek(0)
        self.paper.truncate()

    def all_pages(self) -> list[str]:
        return [*self.pages, self.paper.getvalue()]


def session(screen: Screen, game: Game, folder: Path, script: list[str]) -> Session:
    match = new_match(game, 2, {}, ScriptedDealer(script), 7)
    return Session(
        screen, match, seated(game.info, 2, "you,you", "Ada,Ben", 7), folder / "a.record"
    )


def test_nobody_sees_the_secret_of_the_person_before(tmp_path: Path) -> None:
    screen = Scripted("", "bid 1", "", "", "log", "record", "bid 2")
    assert session(screen, EnvelopesGame(), tmp_path, ["amber", "cobalt"]).run() == 0
    start, first, second = screen.all_pages()
    assert start == ""
    assert "Ada, press Enter when you are at the keyboard." in first
    assert "Ada finds amber." in first
    assert first.index("press Enter when") < first.index("amber")
    assert first.endswith(
        "Ada bids 1.\n · Ben finds something.\nPress Enter to hide this, then pass the keyboard to"
        " Ben.\n"
    )
    assert "Ben, press Enter when you are at the keyboard." in second
    assert "Ben finds cobalt." in second
    assert "Ada finds something." in second
    assert "Ada: closed" in second
    assert "{?}" in second
    assert "amber" not in second
    assert "cobalt" not in first
    end = second[second.index("Ben> bid 2") :]
    assert "Ben bids 2." in end
    assert "Ben: closed" in end  # the last board is for everybody's eyes


def test_a_resumed_game_shows_nothing_before_the_right_person_sits_there(tmp_path: Path) -> None:
    screen = Scripted("")
    assert session(screen, EnvelopesGame(), tmp_path, ["amber", "cobalt"]).run() == 0
    first, second = screen.all_pages()
    assert first == ""
    assert second.startswith("Ada, press Enter when you are at the keyboard.\n")


def test_an_open_game_needs_no_handing_over(tmp_path: Path) -> None:
    screen = Scripted("score", "score", "quit")
    match = es.new("fire-prototype", players=2, seed=3)
    assert (
        Session(
            screen, match, seated(match.game.info, 2, "you,you", None, 3), tmp_path / "a.record"
        ).run()
        == 0
    )
    assert len(screen.all_pages()) == 1
    assert "press Enter" not in screen.all_pages()[0]


@pytest.mark.parametrize(("seats", "asked"), [("you,greedy", False), ("you,you", True)])
def test_a_pass_that_is_the_only_choice_is_made_among_bots(
    tmp_path: Path, seats: str, asked: bool
) -> None:
    screen = Scripted(*["1", ""] * 40)
    match = es.new("fire", players=2, seed=3)
    assert (
        Session(
            screen, match, seated(match.game.info, 2, seats, None, 3), tmp_path / "a.record"
        ).run()
        == 0
    )
    assert "A pass" in match.record()
    assert ("  1  pass" in "".join(screen.all_pages())) == asked


def test_a_choice_says_what_it_would_bring(tmp_path: Path) -> None:
    screen = Scripted()
    match = es.new("librarians", players=2, seed=3)
    playing = Session(
        screen, match, seated(match.game.info, 2, "you,you", None, 3), tmp_path / "a.record"
    )
    first = match.legal()[0]
    assert playing.understand(match.waiting[0], "? 1") is None
    shown = " ".join(screen.all_pages()[-1].split())
    assert first.label in shown
    assert match.brings(first).startswith("A complete line of ")
    assert match.brings(first) in shown


@pytest.mark.parametrize("game", [info.id for info in es.list_games()])
def test_the_player_aid_is_shown_whole(tmp_path: Path, game: str) -> None:
    screen = Scripted()
    match = es.new(game, players=2, seed=3)
    playing = Session(
        screen, match, seated(match.game.info, 2, "you,you", None, 3), tmp_path / "a.record"
    )
    assert playing.understand(match.waiting[0], "aid") is None
    shown = " ".join(screen.all_pages()[-1].split())
    parts = match.game.aid(2, match.options)
    assert parts
    for part in parts:
        for line in (
            part.title,
            *part.lines,
            *[f"{sign}: {meaning}" for sign, meaning in part.signs],
        ):
            assert " ".join(line.split()) in shown


def test_a_full_disk_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    screen = Scripted("score", "score")
    match = es.new("fire-prototype", players=2, seed=2)
    playing = Session(
        screen, match, seated(match.game.info, 2, "you,you", None, 2), tmp_path / "a.record"
    )
    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", full)
        playing.ask(1)
    assert "no space left on device" in screen.all_pages()[0]
    playing.ask(0)
    assert (
        es.read_record((tmp_path / "a.record").read_text(encoding="utf-8")).record()
        == match.record()
    )


def test_a_game_that_cannot_be_saved_is_not_lost(tmp_path: Path) -> None:
    screen = Scripted("score", "quit")
    match = es.new("fire-prototype", players=2, seed=3)
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    playing = Session(
        screen,
        match,
        seated(match.game.info, 2, "you,you", None, 3),
        tmp_path / "file" / "a.record",
    )
    with pytest.raises(Failure, match="cannot be saved"):
        playing.run()
    text = screen.all_pages()[0]
    assert es.read_record(text[text.index("[Game") :]).record() == match.record()


def choices(*texts: str) -> list[Choice]:
    return [Choice("Step", 0, code, text, text, "1.1", []) for code, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "line", "meant"),
    [
        (("draw", "score"), "draw", "draw"),
        (("draw", "score"), " DRAW", "draw"),
        (("draw", "score"), "2", "score"),
        (("draw", "score"), "0", None),
        (("draw", "score"), "3", None),
        (("draw", "score"), "sc", "score"),
        (("draw", "score"), "scored", None),
        (("take 2", "take 3"), "2", "take 2"),
        (("take 2", "take 3"), "1", None),
        (("take 2", "take 3"), "take", None),
        (("take 2", "pass"), "1", "take 2"),
        (("take 2", "pass"), "2", "pass"),  # as the list says
        (("take 7", "pass"), "7", "take 7"),
        # all end in numbers of their own
        (("play zeppelin post 2", "play thirteen lamps 1"), "1", "play thirteen lamps 1"),
        (("play boots", "play thirteen lamps 1"), "1", "play boots"),
        (("take 1", "take 12"), "take 1", "take 1"),
        (("end",), "", "end"),
    ],
)
def test_what_a_line_means(texts: tuple[str, ...], line: str, meant: str | None) -> None:
    choice = picked(choices(*texts), line)
    assert (None if choice is None else str(choice)) == meant


def test_many_choices_are_listed_in_columns(tmp_path: Path) -> None:
    screen = Scripted()
    session(screen, EnvelopesGame(), tmp_path, ["amber"]).question(0)
    lines = screen.all_pages()[0].splitlines()
    assert len(lines) < 12
    assert all(len(line) <= 80 for line in lines)
    for number in range(30):
        assert any(f"{number} bid {number}" in line for line in lines)


def test_markers_are_set_at_any_time_by_anybody_at_the_keyboard(tmp_path: Path) -> None:
    """Librarians §8.3: for oneself, and for somebody who is not asked now; the record has none of
    it.
    """
    match = es.new("librarians", 2, seed=4, talk="markers")
    assert match.to_act is not None
    other = "BA"[match.to_act]
    names = ["Ada", "Ben"]
    them, me = names["AB".index(other)], names[match.to_act]
    before = match.record()
    screen = Scripted(
        "", f"{other} mark shelf 2", "mark 1r1", "mark 9r9", "board", "mark", "mark", "quit"
    )
    run = Session(
        screen, match, seated(match.game.info, 2, "you,you", "Ada,Ben", 7), tmp_path / "a.record"
    )
    assert run.run() == 0
    shown = " ".join(screen.all_pages()[-1].split())
    assert f"{them} asks: Please leave shelf 2 alone." in shown
    assert f"{me} asks: Please leave shelf 1, place 1 to the right alone." in shown
    assert "a book or a place beside the library" in shown
    assert f"Marker of {them}: Please leave shelf 2 alone." in shown
    assert "You take your marker back." in shown
    assert "You have no marker on the table" in shown
    assert match.record() == before


def test_a_bot_sets_a_marker_after_its_turn(tmp_path: Path) -> None:
    """It has drawn an F, which fits in one place alone."""
    match = position(
        ["AR . > MG", "EG EY > ZK"],
        hand="NB UR",
        others=["WB XK"],
        deck="FR GG",
        options={"talk": "markers"},
    )
    screen = Scripted("", "board", "quit")
    run = Session(
        screen, match, seated(match.game.info, 2, "expert,you", "Bot,Ada", 7), tmp_path / "a.record"
    )
    assert run.run() == 0
    shown = " ".join(screen.all_pages()[-1].split())
    assert "Bot asks: Please leave shelf 1, place 1 to the left alone." in shown
    assert "Marker of Bot: Please leave" in shown
