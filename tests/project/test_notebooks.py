"""The notebooks of the docs run from their first cell to their last, as somebody would run them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    matplotlib.use("Agg")
    monkeypatch.chdir(path.parent)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], (
                f"cell {number} keeps an output: clear it before you commit"
            )
            exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)
    drawn = names["axes"]
    assert drawn.has_data()
    plt.close("all")


def test_there_are_notebooks() -> None:
    found = {path.stem for path in NOTEBOOKS}
    assert found >= {"simulate", "train", "compare", "balanced", "strong", "luck", "strength"}
