"""The compiled build is used by itself where it is there and fresh; a folder stands in for it here,
so nothing is compiled.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from emberstacks import build
from emberstacks.cli.app import HEAVY

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.both_builds

SIMULATE = ["simulate", "fire-prototype", "--bots", "random", "--games", "2", "--workers", "1"]


def run(tree: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of that source tree."""
    surroundings = {**os.environ, "PYTHONPATH": str(tree / "src"), **environment}
    command = [sys.executable, "-m", "emberstacks", *words]
    return subprocess.run(
        command, cwd=tree.parent, env=surroundings, capture_output=True, text=True, check=False
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree of its own, with something in place of a compiled build that only says that it
    was run.
    """
    copy = tmp_path / "tree"
    shutil.copytree(
        ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("static", "site", "*.egg-info")
    )
    for name in ("setup.py", "pyproject.toml"):
        shutil.copy(ROOT / name, copy)
    (copy / ".fast/emberstacks").mkdir(parents=True)
    (copy / ".fast/emberstacks/__init__.py").touch()
    (copy / ".fast/emberstacks/__main__.py").write_text(
        "import sys\nprint('the other build:', *sys.argv[1:])\n"
    )
    (copy / ".fast/stamp").write_text(build.stamp(copy))
    return copy


@pytest.mark.parametrize("command", HEAVY)
def test_a_fresh_compiled_build_takes_over(tree: Path, command: str) -> None:
    done = run(tree, command, "fire-prototype", "--bots", "random,greedy")
    assert (done.returncode, done.stdout) == (
        0,
        f"the other build: {command} fire-prototype --bots random,greedy\n",
    )
    assert done.stderr == ""


def test_a_stale_one_is_left_alone_and_named(tree: Path) -> None:
    (tree / "src/emberstacks/games/fire/later.toml").write_text(
        "# written after the build was made\n"
    )
    done = run(tree, *SIMULATE)
    assert done.returncode == 0
    assert (
        "interpreted, because the compiled build is older than the source (run 'make fast' to"
        " update it).\n" in done.stderr
    )


def test_without_one_the_source_runs(tree: Path) -> None:
    shutil.rmtree(tree / ".fast")
    done = run(tree, *SIMULATE)
    assert done.returncode == 0
    assert "The build is interpreted.\n" in done.stderr


def test_other_commands_stay_with_the_source(tree: Path) -> None:
    assert "the other build" not in run(tree, "games").stdout


def test_it_is_never_started_twice(tree: Path) -> None:
    """Where something else stands before the compiled build on the path, the command runs all the
    same.
    """
    before = os.pathsep.join([str(tree / "src"), str(tree / ".fast")])
    done = run(tree, *SIMULATE, PYTHONPATH=before)
    assert done.returncode == 0
    assert "The build is interpreted.\n" in done.stderr


@pytest.mark.parametrize("folder", ["src", ".fast"])
def test_the_page_is_the_one_of_the_source_tree(
    tree: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.setattr(build, "__file__", str(tree / folder / "emberstacks/build.py"))
    assert build.page() == tree / "src/emberstacks/static"


def test_an_installed_package_runs_as_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "__file__", str(tmp_path / "lib/emberstacks/build.py"))
    assert build.root() is None
    assert build.better() is None
    assert build.told() in ("compiled", "interpreted")
