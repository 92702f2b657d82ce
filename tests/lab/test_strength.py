"""`make strength`: what is measured of each game, and where it is written."""

from __future__ import annotations

from pathlib import Path

import pytest
import strength

from emberstacks.games import GAMES


def test_every_kind_of_game_has_its_figures() -> None:
    rows = {game: list(strength.rows_for(game)) for game in GAMES}
    for game, found in rows.items():
        assert len(found) == len({(row.players, row.what()) for row in found}) > 1, game
        if GAMES[game].info.cooperative:
            assert [row.what() for row in found if row.other] == [
                "trials:2400 against trials:240, curse=columns sequels=True"
            ]
        else:
            assert (2, "expert against greedy") in [(row.players, row.what()) for row in found]
    assert (1, "expert, solo=lone-librarian") in [(row.players, row.what()) for row in rows["fire"]]


def test_rows_are_written_at_once_and_those_of_other_games_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "strength.md"
    kept = "| horror | 2 | expert against greedy | 10 | 55.0 % ± 17.6 | 0.1 ± 0.6 |"
    page.write_text(f"{strength.HEAD}{kept}\n", encoding="utf-8")
    monkeypatch.setattr(strength, "PAGE", page)
    cheap = [
        strength.Row("fire", 2, "greedy", "random"),
        strength.Row("fire", 4, "greedy", "random"),
        strength.Row("fire", 1, "random", options={"solo": "lone-librarian"}),
        strength.Row("librarians", 3, "greedy", "random"),
    ]
    monkeypatch.setattr(strength, "rows_for", lambda _: cheap)
    strength.measure(4, ["fire"], workers=1)
    lines = page.read_text(encoding="utf-8").splitlines()
    assert kept in lines
    measured = [line for line in lines if line.startswith("| fire |")]
    what = ["greedy against random", "greedy against 3 of random", "random, solo=lone-librarian"]
    assert [line.split(" | ")[2] for line in measured] == what
    assert float(measured[1].split(" | ")[4].split()[0]) > 50.0  # 25 would be a fair share
    assert measured[2].endswith(" points |")
    teams = [line.split(" | ")[2] for line in lines if line.startswith("| librarians |")]
    assert teams == ["greedy against random"]  # a whole team each
