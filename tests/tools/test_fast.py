"""`make fast` says what it does, shows how far it is, and can be stopped. An installer that compiles
nothing stands in for uv.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = """#!{python}
import os, pathlib, sys, time
pathlib.Path("build").mkdir()
pathlib.Path("build/progress").write_text("one part is done\\nhalf a li")
pathlib.Path("uv").write_text(str(os.getpid()))
if "{ends}":
    pathlib.Path(".fast").mkdir()
    pathlib.Path("way").write_text(os.environ["EMBERSTACKS_COMPILE"])
else:
    time.sleep(600)  # until it is stopped
"""

# runs a program; in the background of a shell Ctrl-C is ignored, and so it would be in this program
STOPPABLE = """import pathlib, runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
del sys.argv[0]
sys.path[0] = str(pathlib.Path(sys.argv[0]).parent)
runpy.run_path(sys.argv[0], run_name="__main__")"""

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="a script stands in for uv"),
    pytest.mark.skipif(not shutil.which("gcc"), reason="there is no C compiler"),
]


def begin(tree: Path, *words: str, ends: bool) -> subprocess.Popen[str]:
    """`make fast` in a tree with nothing to compile."""
    uv = tree / ".uv/bin/uv"
    uv.parent.mkdir(parents=True, exist_ok=True)
    uv.write_text(UV.format(python=sys.executable, ends="yes" if ends else ""))
    uv.chmod(0o755)
    for name in ("setup.py", "pyproject.toml"):
        (tree / name).touch()
    (tree / "src").mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-c", STOPPABLE, str(ROOT / "tools/fast.py"), *words],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        text=True,
    )


def said(tree: Path, *words: str) -> str:
    """All it says, to its end."""
    out, _ = begin(tree, *words, ends=True).communicate(timeout=60)
    return out


def test_it_says_what_it_does_and_how_far_it_is(tmp_path: Path) -> None:
    first, second, last = said(tmp_path).splitlines()
    assert "compiling kernel and games into .fast: about two minutes" in first
    assert second.endswith("s: one part is done")
    assert "compiled." in last
    assert (tmp_path / "way").read_text() == "quick"


def test_a_build_with_a_profile_serves_for_both_and_one_without_only_for_people(
    tmp_path: Path,
) -> None:
    assert "compiling" in said(tmp_path)
    assert said(tmp_path) == ""
    assert "five to ten minutes" in said(tmp_path, "--profile")
    assert (tmp_path / "way").read_text() == "1"
    assert said(tmp_path, "--profile") == ""
    assert said(tmp_path) == ""


def test_stopped_it_leaves_nothing_behind(tmp_path: Path) -> None:
    compiling = begin(tmp_path, ends=False)
    assert compiling.stdout is not None
    compiling.stdout.readline()
    assert "one part is done" in compiling.stdout.readline()
    compiling.send_signal(signal.SIGINT)
    rest, _ = compiling.communicate(timeout=60)
    assert "stopped; nothing is compiled" in rest
    assert compiling.returncode == 130
    assert not (tmp_path / ".fast").exists()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "uv").read_text()), 0)
