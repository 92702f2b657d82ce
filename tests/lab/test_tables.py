"""The lab from Python: the same rows as the commands, as tables that know where they come from."""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import interchange, parquet

import emberstacks as es
from emberstacks.cli.app import main
from emberstacks.lab import tables


def run(*words: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 0


def told_by(path: Path) -> list[dict[str, Any]]:
    with open(path, newline="") as file:
        return [plain(row) for row in csv.DictReader(file)]


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row with numbers as numbers, however they are written."""
    words = ("game", "rules", "options", "counts", "bot", "against")
    return {
        name: value if name in words or name.startswith("seat") else float(value)
        for name, value in row.items()
    }


@pytest.mark.both_builds
def test_simulate_has_the_rows_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    words = (
        "simulate fire --games 12 --bots greedy,random --seed 5 --option technology=True --workers"
        " 1 --counts --out"
    )
    run(*words.split(), str(path))
    found = tables.simulate(
        "fire",
        games=12,
        bots=["greedy", "random"],
        seed=5,
        options={"technology": True},
        counts=True,
    )
    assert [plain(row) for row in found.to_pylist()] == told_by(path)


def test_the_number_of_workers_changes_nothing() -> None:
    rows = [
        tables.simulate("fire-prototype", games=40, bots=["random"], players=3, workers=workers)
        for workers in (1, 2)
    ]
    assert rows[0].equals(rows[1])


def test_a_tournament_has_the_rows_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    words = (
        "tournament fire-prototype --bots random,greedy,novice --seeds 3 --seed 2 --workers 1 --out"
    )
    run(*words.split(), str(path))
    found = tables.tournament(
        "fire-prototype", bots=["random", "greedy", "novice"], seeds=3, seed=2
    )
    assert [plain(row) for row in found.to_pylist()] == told_by(path)


def test_balance_tells_every_figure_with_its_interval() -> None:
    found = tables.balance("fire-prototype", games=60, bots=["random"], players=3)
    rows = {(row["figure"], row["of"]): row for row in found.to_pylist()}
    assert sum(rows["wins", seat]["value"] for seat in "ABC") == pytest.approx(1)
    assert {("points", "A"), ("lead", ""), ("length", ""), ("comebacks", "")} <= rows.keys()
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows.values())
    assert rows["length", ""]["count"] == 60
    heroes = tables.balance("alexandria", games=2, bots=["random"], players=2).to_pylist()
    assert sum(row["count"] for row in heroes if row["figure"] == "wins by hero") == 4


def test_a_table_says_where_it_comes_from_and_parquet_keeps_it(tmp_path: Path) -> None:
    found = tables.simulate(
        "fire", games=3, bots=["random"], players=2, seed=7, options={"tools": False}
    )
    parquet.write_table(found, tmp_path / "rows.parquet")
    kept = parquet.read_table(tmp_path / "rows.parquet")
    assert kept.equals(found)
    told = {key.decode(): value.decode() for key, value in kept.schema.metadata.items()}
    assert (told["game"], told["rules"], told["seeds"]) == (
        "fire",
        kept["rules"][0].as_py(),
        "7 to 9",
    )
    assert json.loads(told["options"])["tools"] is False
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert told["commit"].rstrip("+") == head


def test_other_libraries_read_it_as_it_is() -> None:
    """By the dataframe interchange protocol and by Arrow's own, which pandas, polars and DuckDB
    understand.
    """
    found = tables.simulate("fire-prototype", games=3, bots=["random"], players=2)
    assert (found["rules"][0].as_py(), found["options"][0].as_py()) == ("1.0", "")
    assert interchange.from_dataframe(found.__dataframe__())["seed"].to_pylist() == [0, 1, 2]
    assert pyarrow.table(found)["length"].equals(found["length"])
    assert hasattr(found, "__arrow_c_stream__")


def test_mistakes_are_told_in_a_sentence() -> None:
    with pytest.raises(es.BadOptions, match="players"):
        tables.simulate("fire-prototype", players=9)
    with pytest.raises(es.BadBot):
        tables.simulate("fire-prototype", bots=["genius"])
    with pytest.raises(es.BadOptions, match="at least two bots"):
        tables.tournament("fire-prototype", bots=["random"])
