"""The wheel is the whole of it: installed somewhere else, it plays in the terminal and serves the
table with its page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from emberstacks import build
from tests.server import plain
from tests.server.browser import browser
from tests.server.installed import make_a_move, serving

__all__ = ["browser"]

ROOT = Path(__file__).parents[2]
UV = ROOT / ".uv/bin/uv"


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a command says, outside the tree and without its settings."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "VIRTUAL_ENV")
    }
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**plain, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source and nothing else: what an earlier build left beside it must not get in."""
    if not UV.exists() or not (build.page() / "index.html").exists():
        pytest.skip("the wheel is built with uv (.uv) and with the page ('make web')")
    clean = tmp_path_factory.mktemp("source") / "tree"
    shutil.copytree(
        ROOT / "src", clean / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clean / name)
    (clean / "tools").mkdir()
    shutil.copy(ROOT / "tools/rehearse.py", clean / "tools/rehearse.py")
    shutil.copytree(
        ROOT / "tools/compile",
        clean / "tools/compile",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return clean


@pytest.fixture(scope="module")
def wheel(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the sdist gives, so that both are tried."""
    folder = tmp_path_factory.mktemp("dist")
    run(
        UV,
        "build",
        "--quiet",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "--out-dir",
        folder,
        tree,
        cwd=folder,
    )
    (found,) = folder.glob("*.whl")
    return found


def test_a_compiled_wheel_has_the_same_source_to_be_built_from(tree: Path, tmp_path: Path) -> None:
    """`EMBERSTACKS_COMPILE=1 make dist`, as the container does it, makes the wheel from the sdist."""
    command = [
        str(UV),
        "build",
        "--quiet",
        "--sdist",
        "--no-build-isolation",
        "--python",
        sys.executable,
    ]
    run(*command, "--out-dir", tmp_path, tree, cwd=tmp_path, EMBERSTACKS_COMPILE="quick")
    (found,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(found) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert {
        "src/emberstacks/kernel/loop.py",
        "src/emberstacks/games/fire/state.py",
        "tools/rehearse.py",
        *(f"tools/compile/{file.name}" for file in (ROOT / "tools/compile").glob("*.py")),
    } <= set(names)
    assert [name for name in names if name.startswith("build/")] == []


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own that has the wheel and what a server needs, and nothing of this
    tree.
    """
    folder = tmp_path_factory.mktemp("elsewhere")
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    python = folder / "venv/bin/python"
    install = [str(UV), "pip", "install", "--quiet", "--python", str(python)]
    run(
        *install, "--require-hashes", "--no-deps", "-r", ROOT / "requirements/play.lock", cwd=folder
    )
    run(*install, "--no-deps", wheel, cwd=folder)
    return folder


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    source = ROOT / "src/emberstacks"
    wanted = [path for path in source.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert len(wanted) > 200
    assert [
        str(path) for path in wanted if path.relative_to(source.parent).as_posix() not in names
    ] == []


def test_it_plays_in_the_terminal(installed: Path) -> None:
    told = run(installed / "venv/bin/emberstacks", "games", cwd=installed, HOME=str(installed))
    assert "fire-prototype" in told
    code = (
        "import emberstacks as es, emberstacks.games.fire as fire; print(es.__file__,"
        " fire.GAME.info.id, es.VERSION)"
    )
    where, game, version = run(installed / "venv/bin/python", "-c", code, cwd=installed).split()
    assert str(installed) in where
    assert game == "fire"
    assert version


def test_it_serves_the_table_with_its_page_and_a_game_begins(
    installed: Path, browser: Browser
) -> None:
    home = {**os.environ, "HOME": str(installed), "XDG_DATA_HOME": "", "PYTHONPATH": ""}
    with serving([str(installed / "venv/bin/emberstacks")], installed, home) as server:
        make_a_move(browser, server)
        assert plain.get(f"{server.base}/api/games/horror/rules").json()["clauses"]


def test_every_module_can_be_imported_with_the_extras(installed: Path) -> None:
    """All that is heavy is an extra: with these beside it, nothing of the package is missing. The
    extras are those of this environment, which has them all by the same lock.
    """
    code = """
import importlib, pkgutil, sys, emberstacks
assert emberstacks.__file__.startswith(sys.prefix), emberstacks.__file__
found = [module.name for module in pkgutil.walk_packages(emberstacks.__path__, "emberstacks.")]
for name in found:
    if not name.endswith(("__main__", "ints_fast")) and ".migrations." not in name:  # these are run, not imported
        importlib.import_module(name)
print(len(found))
"""
    extras = sysconfig.get_path("platlib")
    assert (
        int(run(installed / "venv/bin/python", "-c", code, cwd=installed, PYTHONPATH=extras)) > 150
    )
