"""The wheel is the whole of it: installed somewhere else, it plays in the terminal and serves the table with its page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import httpx
import pytest

import emberstacks
from emberstacks import build
from tests.server.conftest import free_port

ROOT = Path(__file__).parents[2]
UV = ROOT / ".uv/bin/uv"
PATIENCE = 120.0  # seconds


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a command says, outside the tree and without its settings."""
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**plain, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the sdist gives, so that both are tried."""
    if not UV.exists() or not (build.page() / "index.html").exists():
        pytest.skip("the wheel is built with uv (.uv) and with the page ('make web')")
    folder = tmp_path_factory.mktemp("dist")
    clean = folder / "tree"  # what an earlier build left beside the source must not get in
    shutil.copytree(ROOT / "src", clean / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clean / name)
    (clean / "tools").mkdir()
    shutil.copy(ROOT / "tools/rehearse.py", clean / "tools/rehearse.py")
    run(UV, "build", "--quiet", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder, clean, cwd=folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own that has the wheel and what a server needs, and nothing of this tree."""
    folder = tmp_path_factory.mktemp("elsewhere")
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    python = folder / "venv/bin/python"
    install = [str(UV), "pip", "install", "--quiet", "--python", str(python)]
    run(*install, "--require-hashes", "-r", ROOT / "requirements/play.lock", cwd=folder)
    run(*install, "--no-deps", wheel, cwd=folder)
    return folder


def test_the_wheel_holds_the_page_the_rules_and_the_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    source = ROOT / "src/emberstacks"
    wanted = [
        path
        for path in source.rglob("*")
        if path.suffix in (".py", ".toml", ".md", ".csv", ".html", ".js", ".css", ".svg", ".png", ".woff2", ".webmanifest")
    ]
    assert len(wanted) > 200
    packed = [path.relative_to(source.parent).as_posix() for path in wanted if "__pycache__" not in path.parts]
    assert [name for name in packed if name not in names] == []


def test_the_old_name_of_the_list_of_games_goes_on_working_for_a_while() -> None:
    with pytest.deprecated_call():
        assert emberstacks.games() == emberstacks.list_games()  # type: ignore[operator]  # mypy sees the package


def test_it_plays_in_the_terminal(installed: Path) -> None:
    told = run(installed / "venv/bin/emberstacks", "games", cwd=installed, HOME=str(installed))
    assert "fire-prototype" in told
    code = "import emberstacks as es, emberstacks.games.fire as fire; print(es.__file__, fire.GAME.info.id, es.VERSION)"
    where, game, version = run(installed / "venv/bin/python", "-c", code, cwd=installed).split()
    assert str(installed) in where
    assert game == "fire"
    assert version


def test_it_serves_the_table_with_its_page(installed: Path) -> None:
    port = free_port()
    command = [str(installed / "venv/bin/emberstacks"), "serve", "--port", str(port), "--no-browser"]
    home = {**os.environ, "HOME": str(installed), "XDG_DATA_HOME": "", "PYTHONPATH": ""}
    server = subprocess.Popen(command, cwd=installed, env=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        base = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + PATIENCE
        while not answers(base):
            assert server.poll() is None, server.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.2)
        with httpx.Client(base_url=base) as client:
            page = client.get("/").text
            scripts = [part.split('"')[0] for part in page.split('src="')[1:]]
            assert scripts
            for script in scripts:
                assert client.get(script).status_code == 200
            assert client.get("/api/games/horror/rules").json()["clauses"]
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def answers(base: str) -> bool:
    try:
        return httpx.get(f"{base}/health").status_code == 200
    except httpx.TransportError:
        return False
