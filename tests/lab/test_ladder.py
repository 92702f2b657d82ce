"""`make ladder`: the levels of opponents, measured for some games or all."""

from __future__ import annotations

import sys
from pathlib import Path

import ladder
import pytest

from emberstacks.bots.levels import AT_TABLES


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(ladder, "PAGE", tmp_path / "ladder.md")
    return tmp_path / "ladder.md"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["ladder.py", *words])
    return ladder.main()


def rows(page: Path) -> list[list[str]]:
    lines = page.read_text(encoding="utf-8").splitlines()
    return [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in lines
        if line.startswith("| fire")
    ]


def test_every_level_plays_the_one_below() -> None:
    names = [(lower.name, higher.name) for lower, higher in ladder.steps()]
    assert names == [("novice", "apprentice"), ("apprentice", "adept"), ("adept", "expert")]


def test_rows_of_other_games_stay(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = "| fire | apprentice | novice | 8 | 81.2 % ± 17.9 | 32.6 ± 15.2 | 0.4 |"
    gone = "| fire-prototype | expert | adept | 30 | 68.3 % ± 12.9 | 12.6 ± 7.2 | 0.5 |"
    monkeypatch.setattr(ladder, "AT_TABLES", AT_TABLES[:3])  # the others think for long
    page.write_text(f"{ladder.HEAD}{gone}\n{kept}\n", encoding="utf-8")
    assert run(monkeypatch, "2", "fire-prototype") == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith(ladder.HEAD)
    assert kept in text
    assert gone not in text
    measured = [row[:4] for row in rows(page)]
    assert sorted(measured) == [
        ["fire", "apprentice", "novice", "8"],
        ["fire-prototype", "adept", "apprentice", "2"],
        ["fire-prototype", "apprentice", "novice", "2"],
    ]
    assert "fire-prototype, adept against apprentice: 2 of 2 seeds" in capsys.readouterr().err
    figures = [row[:-1] for row in rows(page)]
    ladder.measure(2, ["fire-prototype"], workers=1)
    # the number of workers changes nothing but the time
    assert [row[:-1] for row in rows(page)] == figures


def test_a_game_that_there_is_not(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "chess") == 2
    assert "There is no game 'chess'" in capsys.readouterr().err
    assert not page.exists()


def test_the_page_in_the_docs_is_one_of_its_own() -> None:
    text = (Path(__file__).parents[2] / "docs/ladder.md").read_text(encoding="utf-8")
    assert text.startswith(ladder.HEAD)
