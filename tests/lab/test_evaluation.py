"""Alpha-rank and Nash averaging: as the literature has them, with intervals; and ladders."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from emberstacks.cli.app import main
from emberstacks.lab import tables
from emberstacks.lab.drama import course, decided, lead_changes
from emberstacks.lab.evaluation import ALPHA, POPULATION, Matrix, alpha_rank, nash_mix, standings
from emberstacks.lab.tournament import Duel, round_robin

CIRCLE = [[0.5, 0.9, 0.1], [0.1, 0.5, 0.8], [0.9, 0.2, 0.5]]
PLAIN = [[0.5, 0.55, 0.6], [0.45, 0.5, 0.52], [0.4, 0.48, 0.5]]
MIXED = [[0.5, 0.6, 0.45, 0.7], [0.4, 0.5, 0.6, 0.5], [0.55, 0.4, 0.5, 0.6], [0.3, 0.5, 0.4, 0.5]]
EQUAL = [[0.5] * 3 for _ in range(3)]


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("shares", [CIRCLE, PLAIN, MIXED, EQUAL])
def test_alpha_rank_is_that_of_openspiel(shares: Matrix, monkeypatch: pytest.MonkeyPatch) -> None:
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("open_spiel")
    if "networkx" not in sys.modules:
        monkeypatch.setitem(sys.modules, "networkx", ModuleType("networkx"))  # it only draws
    from open_spiel.python.egt import alpharank

    theirs = alpharank.compute(
        [numpy.array(shares)], m=POPULATION, alpha=ALPHA, use_local_selection_model=False
    )[2]
    assert alpha_rank(shares) == pytest.approx(list(theirs), abs=1e-6)


def test_nobody_beats_the_nash_mix() -> None:
    """In a circle each bot has the part that the two others' meeting decides (3 : 4 : 4); a bot
    that always loses has none.
    """
    assert nash_mix(CIRCLE) == pytest.approx([3 / 11, 4 / 11, 4 / 11], abs=0.005)
    for shares in (CIRCLE, PLAIN, MIXED):
        mix = nash_mix(shares)
        assert sum(mix) == pytest.approx(1)
        assert max(sum(a * b for a, b in zip(row, mix, strict=True)) for row in shares) < 0.503
    assert nash_mix(PLAIN)[0] > 0.98
    assert nash_mix(EQUAL) == pytest.approx([1 / 3] * 3)  # the most even of all mixes that do


def test_copies_of_a_bot_share_its_part() -> None:
    """A second copy of a bot must not make the others look better: that is what Nash averaging is
    for.
    """
    twice = [[*row, row[0]] for row in CIRCLE]
    twice.append([*CIRCLE[0], 0.5])
    mix = nash_mix(twice)
    assert mix[0] == pytest.approx(mix[3])
    assert [mix[0] + mix[3], *mix[1:3]] == pytest.approx(nash_mix(CIRCLE), abs=0.01)


def test_few_seeds_make_wide_intervals() -> None:
    rng = random.Random(1)
    few, many = (
        standings(
            [
                Duel(pair[0], pair[1], [float(rng.random() < 0.6) for _ in range(seeds)])
                for pair in ("ab", "bc", "ac")
            ]
        )
        for seeds in (8, 800)
    )
    widths = [max(one.against.high - one.against.low for one in found) for found in (few, many)]
    assert widths[1] < 0.15 < widths[0]
    assert [one.name for one in many] == ["a", "b", "c"]


def test_a_tournament_shows_them_and_a_ladder_plays_neighbours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "tournament",
        "fire-prototype",
        "--bots",
        "random,greedy,cautious",
        "--seeds",
        "4",
        "--workers",
        "1",
    ]
    with pytest.raises(SystemExit):
        main([*words, "--out", str(tmp_path / "a.csv")])
    said = capsys.readouterr().out
    assert all(
        heading in said for heading in ("alpha-rank", "part of the Nash mix", "share against it")
    )
    with pytest.raises(SystemExit):
        main([*words, "--ladder", "--out", str(tmp_path / "b.csv")])
    said = capsys.readouterr().out
    assert "alpha-rank" not in said  # not everybody met
    met = {
        tuple(line.split(",")[5:7]) for line in (tmp_path / "b.csv").read_text().splitlines()[1:]
    }
    assert met == {("random", "greedy"), ("greedy", "cautious")}


def test_the_lab_from_python_has_them() -> None:
    meetings = tables.tournament("fire-prototype", bots=["random", "greedy", "exact"], seeds=6)
    found = {(one["figure"], one["of"]): one for one in tables.standings(meetings).to_pylist()}
    assert len(found) == 9
    assert found["alpha-rank", "random"]["value"] < 0.05
    best = max(one["value"] for (figure, _), one in found.items() if figure == "alpha-rank")
    assert best > 0.5
    assert all(
        one["low"] <= one["value"] <= one["high"] and one["count"] == 6 for one in found.values()
    )


def test_a_ladder_has_neighbours_only() -> None:
    pairs = round_robin(
        "fire-prototype", ["random", "greedy", "exact"], 2, {}, range(2), ladder=True
    )
    assert [(pair[0][0].seats[0], pair[0][1].seats[0]) for pair in pairs] == [
        ("random", "greedy"),
        ("greedy", "exact"),
    ]


def test_the_course_of_a_game_ends_with_its_result() -> None:
    import emberstacks as es
    from emberstacks.bots.table import play

    match = play(es.new("fire", 3, 5), [es.bot("greedy")] * 3, random.Random(5))
    points = course(match)
    assert match.result is not None
    assert points[-1] == match.result.scores
    assert len(points) == 1 + sum(1 for seat, _ in match.answers() if seat >= 0)
    middle = match.after(
        [at for at, (seat, _) in enumerate(match.answers()) if seat >= 0][len(points) // 2]
    )
    assert points[len(points) // 2] == [middle.view(seat)["scores"][seat] for seat in range(3)]


def test_a_lead_that_nobody_takes_is_no_change_and_a_late_winner_decides_late() -> None:
    assert lead_changes([[0, 0], [1, 0], [1, 1], [2, 1]]) == 0
    assert lead_changes([[3, 0], [3, 4], [5, 4]]) == 2
    assert decided([[1, 0], [2, 0], [2, 3]], 1) == 1.0
    assert decided([[0, 1], [0, 2], [2, 3]], 1) == 0.0
    assert decided([[0, 0], [2, 2]], 1) == 1.0  # the rules broke the tie at the end
