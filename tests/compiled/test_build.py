"""The compiled build is really compiled, all of it that should be, and nothing of it is in the
source tree.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from compile.copy import groups
from playwright.sync_api import Browser

import emberstacks
from tests.server.browser import browser
from tests.server.installed import make_a_move, serving

__all__ = ["browser"]

ROOT = Path(__file__).parents[2]
MUST = {  # whatever the markers say
    "emberstacks.bots.ismcts",
    "emberstacks.bots.network",
    "emberstacks.bots.playouts",
    "emberstacks.bots.minds.fire.playouts",
    "emberstacks.games.horror.steps.turn",
    "emberstacks.kernel.loop",
}


def modules() -> list[str]:
    """All that the build compiles (tools/compile/copy.py)."""
    source = ROOT / "src"
    files = {file for compiled in groups(source / "emberstacks").values() for file in compiled}
    parts = [file.relative_to(source).with_suffix("").parts for file in sorted(files)]
    names = [".".join(each).removesuffix(".__init__") for each in parts]
    return [name for name in names if name != "emberstacks.kernel.ints_fast"]


def test_what_counts_most_is_among_it() -> None:
    assert set(modules()) >= MUST
    assert len(modules()) > 100


@pytest.mark.parametrize("name", modules())
def test_kernel_games_and_what_bots_run_through_are_compiled(name: str) -> None:
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


@pytest.mark.slow
def test_the_compiled_wheel_is_whole_and_serves_its_page(browser: Browser, tmp_path: Path) -> None:
    """`.fast` is the compiled wheel, installed into a folder: moved out of the tree it has its page
    and its data.
    """
    wheel = Path(emberstacks.__file__).parents[1]
    (told,) = wheel.glob("*.dist-info/WHEEL")
    assert "Root-Is-Purelib: false" in told.read_text(encoding="utf-8")
    away = tmp_path / "away"
    shutil.copytree(wheel, away)
    source = ROOT / "src/emberstacks"
    wanted = [
        path for path in source.rglob("*") if path.is_file() and path.suffix not in (".pyc", ".py")
    ]
    wanted = [
        path for path in wanted if path.relative_to(source).parts[0] not in ("static", "site")
    ]  # may be built again later
    assert [
        str(path)
        for path in wanted
        if not (away / "emberstacks" / path.relative_to(source)).is_file()
    ] == []
    home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": "", "PYTHONPATH": str(away)}
    code = (
        "import emberstacks, sys; from emberstacks.kernel import loop; print(emberstacks.__file__,"
        " loop.__file__)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=home,
        capture_output=True,
        text=True,
        check=True,
    )
    package, kernel = found.stdout.split()
    assert package.startswith(str(away))
    assert kernel.startswith(str(away))
    assert not kernel.endswith(".py")
    with serving([sys.executable, "-m", "emberstacks"], tmp_path, home) as server:
        make_a_move(browser, server)
