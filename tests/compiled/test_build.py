"""The compiled build is really compiled, all of it that should be, and nothing of it is in the source tree."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import emberstacks

ROOT = Path(__file__).parents[2]
INTERPRETED = {"emberstacks.games", "emberstacks.kernel.errors", "emberstacks.kernel.ints", "emberstacks.kernel.ints_fast"}


def modules() -> list[str]:
    names = []
    for part in ("kernel", "games"):
        for path in sorted((ROOT / "src/emberstacks" / part).rglob("*.py")):
            parts = path.relative_to(ROOT / "src").with_suffix("").parts
            names.append(".".join(parts).removesuffix(".__init__"))
    return [name for name in names if name not in INTERPRETED]


@pytest.mark.parametrize("name", modules())
def test_kernel_and_games_are_compiled(name: str) -> None:
    file = importlib.import_module(name).__file__
    assert file is not None
    assert file.endswith((".so", ".pyd"))


def test_the_number_types_are_the_fast_ones() -> None:
    ints = importlib.import_module("emberstacks.kernel.ints")
    assert ints.__file__ is not None
    assert ints.__file__.endswith(".py")  # compiling the alias would break it
    assert "vec" in str(ints.Ints)


def test_nothing_is_compiled_into_the_source_tree() -> None:
    assert list((ROOT / "src").rglob("*.so")) == []
    assert not Path(emberstacks.__file__).is_relative_to(ROOT / "src")
