"""`emberstacks balance`: a page that says what the games say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from emberstacks.cli.app import main
from emberstacks.lab.balance import Figures, bins, figures
from emberstacks.lab.plan import planned
from emberstacks.lab.report import page, verdict
from emberstacks.lab.statistics import Interval


def run(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(["balance", *words])
    return ended.value.code


def of(game: str, bots: list[str], players: int | None, games: int, workers: int = 1) -> Figures:
    last = None
    for last in figures(planned(game, bots, players, {}, games, 0), game == "librarians", workers):
        pass
    assert last is not None
    return last


def test_two_sets_of_rules_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    words = ["fire", "--bots", "random", "--players", "2", "--games", "30", "--against-option", "tools=False"]
    assert run(*words, "--workers", "1", "--out", str(path)) == 0
    text = path.read_text()
    assert text.count("<section>") == 2
    assert "tools True" in text
    assert "tools False" in text
    assert "--against-option tools=False" in text
    assert not re.search(r"(?:src|href)=|<script", text)  # it needs nothing else
    assert run(*words, "--workers", "2", "--out", str(path)) == 0
    assert path.read_text() == text  # the same command, the same page


def test_all_games_are_counted() -> None:
    found = of("fire-prototype", ["random"], 3, 50)
    assert found.games == 50
    assert sum(sum(wins) for wins in found.wins) == pytest.approx(50)
    assert sum(count for _, _, count in bins(found.lengths, 9)) == 50
    assert min(found.leads) >= 0


@pytest.mark.parametrize(("game", "players"), [("librarians", 2), ("fire", 1)])
def test_a_team_and_a_lone_player_have_no_fair_share(game: str, players: int) -> None:
    text = page([of(game, ["random"], players, 3)], "x")
    assert "fair share" not in text
    assert "Won in" in text


def test_an_unfair_seat_is_named() -> None:
    assert "No seat differs" in verdict([Interval(0.5, 0.4, 0.6), Interval(0.5, 0.4, 0.6)], 0.5)
    assert verdict([Interval(0.7, 0.6, 0.8), Interval(0.3, 0.2, 0.4)], 0.5).startswith("Seat A and B differ ")


def test_a_better_bot_makes_its_seat_better() -> None:
    assert "differ from the fair share" in page([of("fire-prototype", ["greedy", "random"], None, 20)], "x")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "There is no game 'chess'"),
        (["fire", "--against", "chess"], "There is no game 'chess'"),
        (["fire", "--against-option", "tools=perhaps"], "it can be"),
        (["fire", "--out", "/nowhere/page.html"], "there is no folder"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words) == 2
    assert complaint in capsys.readouterr().err
