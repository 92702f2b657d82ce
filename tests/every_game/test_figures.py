"""A box that is read again from its files is the same box: nothing of it comes from anywhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import emberstacks
from emberstacks.games import GAMES


def contents(box: Any) -> dict[str, object]:
    """Everything in a box, on either build."""
    names = [name for name in dir(box) if not name.startswith("_")]
    return {name: getattr(box, name) for name in names if not callable(getattr(box, name))}


@pytest.mark.parametrize("name", GAMES)
def test_a_box_is_what_its_files_say(name: str) -> None:
    folder = Path(emberstacks.__file__).parent / "games" / name.replace("-", "_")
    game: Any = GAMES[name]
    again: Any = game.with_figures(folder)
    assert again.box is not game.box
    assert contents(game.box)
    assert contents(again.box) == contents(game.box)
    assert again.printed() == game.printed()
