"""A box that is read again from its files is the same box: nothing of it comes from anywhere else."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import emberstacks
from emberstacks.bots.learned import shipped, shipped_for
from emberstacks.games import GAMES, folder_of, game_by_id, playing_with, with_figures
from emberstacks.lessons import lessons_of


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


def test_other_figures_are_played_with_in_one_place_only(tmp_path: Path) -> None:
    """While one thread plays with other figures, all others see the box on the shelf, and caches
    keep the two apart.
    """
    for file in folder_of(GAMES["fire-prototype"]).glob("*.toml"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    other = with_figures("fire-prototype", tmp_path)
    with playing_with(other), ThreadPoolExecutor(1) as elsewhere:
        assert game_by_id("fire-prototype") is other
        assert shipped("fire-prototype") is shipped_for(other)
        assert elsewhere.submit(game_by_id, "fire-prototype").result() is GAMES["fire-prototype"]
        assert elsewhere.submit(shipped, "fire-prototype").result() is shipped_for(
            GAMES["fire-prototype"]
        )
        assert lessons_of("fire-prototype") == {}  # they were made for other figures
        assert elsewhere.submit(lessons_of, "fire-prototype").result()
    assert game_by_id("fire-prototype") is GAMES["fire-prototype"]
    with pytest.raises(TypeError):
        GAMES["fire-prototype"] = other  # type: ignore[index]
