"""`make losses`: what the answers of each level lose, and where it is written."""

from __future__ import annotations

from pathlib import Path

import losses
import pytest

from emberstacks.bots.levels import LEVELS


def test_rows_of_every_level_are_written_and_others_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "losses.md"
    kept = "| horror | novice | 24 | 1.0 ± 0.5 % | 0.0 % ± 6.9 |"
    page.write_text(f"{losses.HEAD}{kept}\n", encoding="utf-8")
    monkeypatch.setattr(losses, "PAGE", page)
    monkeypatch.setattr(losses, "JUDGED", 3)
    monkeypatch.setattr(losses, "PLAYOUTS", 16)
    monkeypatch.setattr(losses, "levels_of", lambda _: [level for level in LEVELS if level.patience == 0][:2])
    losses.measure(2, ["fire-prototype"], 1)
    rows = [line.split(" | ") for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| fire-prototype")]
    assert [row[1:3] for row in rows] == [["novice", "6"], ["apprentice", "6"]]
    assert kept in page.read_text(encoding="utf-8")


def test_nonsense_costs_and_the_best_choice_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losses, "JUDGED", 8)
    lost = {
        spec: sum(sum(losses.lost(("fire-prototype", spec, seed))) for seed in (2000, 2001)) for spec in ("random", "exact")
    }
    assert lost["exact"] < lost["random"]
