"""`make losses`: what the answers of each level lose, and where it is written."""

from __future__ import annotations

import random
from pathlib import Path

import losses
import pytest

import emberstacks as es
from emberstacks.bots.levels import AT_TABLES
from emberstacks.bots.review import moments
from emberstacks.bots.review.judge import Judge
from emberstacks.bots.table import play


def test_rows_of_every_level_are_written_and_others_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "losses.md"
    kept = "| horror | novice | 24 | 1.0 ± 0.5 % | 0.0 % ± 6.9 |"
    page.write_text(f"{losses.HEAD}{kept}\n", encoding="utf-8")
    monkeypatch.setattr(losses, "PAGE", page)
    monkeypatch.setattr(losses, "JUDGED", 3)
    monkeypatch.setattr(losses, "PLAYOUTS", 16)
    monkeypatch.setattr(losses, "AT_TABLES", AT_TABLES[:2])
    losses.measure(2, ["fire-prototype"], 1)
    rows = [
        line.split(" | ")
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("| fire-prototype")
    ]
    assert [row[1:3] for row in rows] == [["novice", "6"], ["apprentice", "6"]]
    assert kept in page.read_text(encoding="utf-8")


def test_nonsense_costs_and_the_best_choice_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losses, "JUDGED", 8)
    lost = {
        spec: sum(sum(losses.lost(("fire-prototype", spec, seed))) for seed in (2000, 2001))
        for spec in ("random", "exact")
    }
    assert lost["exact"] < lost["random"]


def test_a_large_difference_is_looked_at_again_and_the_masters_own_choice_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = es.new("fire-prototype", players=2, seed=4)
    play(match, [es.bot("greedy")] * 2, random.Random(4))
    moment = moments(match, [0])[3]
    tried: list[int] = []

    def gained(_: Judge, __: int, ___: int, games: int) -> float:
        tried.append(games)
        return -0.2 if len(tried) == 1 else 0.01

    monkeypatch.setattr(losses, "gained", gained)
    masters = es.bot("master").choose(moment.view, moment.choices, random.Random(1))
    own = moment.choices.index(masters)
    assert losses.cost(moment._replace(made=own), 1) == 0.0
    assert tried == []
    assert losses.cost(moment._replace(made=1 - own), 1) == 0.01
    assert tried == [losses.PLAYOUTS, losses.CLOSELY * losses.PLAYOUTS]
