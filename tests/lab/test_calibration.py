"""`make calibration`: whether the chances of reviews come true, and where it is written."""

from __future__ import annotations

from pathlib import Path

import calibration
import pytest

from emberstacks.games import GAMES


def test_rows_of_a_game_are_written_and_others_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "calibration.md"
    kept = "| horror | all | 4 | 30 % | 31.0 % ± 20.0 | 0.20 | 0.22 |"
    page.write_text(f"{calibration.HEAD}{kept}\n", encoding="utf-8")
    monkeypatch.setattr(calibration, "PAGE", page)
    monkeypatch.setattr(calibration, "PARTS", (0.5, 0.9))
    calibration.measure(2, ["fire-prototype"], 1)
    text = page.read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| fire-prototype")]
    assert kept in text
    assert rows[0][1:3] == ["all", "4"]
    assert sum(int(row[2]) for row in rows[1:]) == 4  # every position is in one of the tenths


def test_what_came_true_is_compared_with_what_was_said() -> None:
    rows = [(1, 0.9, 1.0), (1, 0.7, 1.0), (2, 0.3, 0.0), (3, 0.6, 0.0)]
    assert calibration.row("chess", "all", rows).startswith("| chess | all | 4 | 62 % | 50.0 % ± ")
    assert calibration.errors(rows) == " 0.14 | 0.25 |"
    assert calibration.errors([(k, 0.5, k % 2) for k in range(8)]) == " 0.25 | 0.25 |"


def test_a_team_is_measured_with_every_preset_and_rivals_with_the_usual_rules() -> None:
    assert all(calibration.tables(game) == [("all", {})] for game in GAMES if game != "librarians")
    assert [said for said, _ in calibration.tables("librarians")][-1] == "all, *Merciless*"
