"""What is done to the source and to its C before they are compiled: a file before, and one after."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import mypyc
import pytest
from compile import mend
from compile.copy import groups
from compile.declare import Declared
from compile.profile import COUNT, COUNTED, ProfiledBuild
from compile.progress import FILE, lines
from compile.spell import Spelt
from setuptools import Distribution, Extension

from tests.tools.compile import declare_before

FILES = Path(__file__).parent / "compile"


@pytest.mark.parametrize("name", ["declare", "spell"])
def test_the_source(name: str) -> None:
    change = {"declare": Declared(vars(declare_before)), "spell": Spelt()}[name]
    before, after = (
        ast.parse((FILES / file).read_text(encoding="utf-8"))
        for file in (f"{name}_before.py", f"{name}_after.txt")
    )
    assert ast.dump(ast.parse(ast.unparse(change.visit(before)))) == ast.dump(after)


def test_the_c() -> None:
    before, after = (
        (FILES / file).read_text(encoding="utf-8") for file in ("mend_before.c", "mend_after.c")
    )
    assert mend.mended(before) == after
    assert mend.mended(after) == after


def test_the_patch_for_the_authors_of_mypyc_fits_the_mypyc_that_we_have() -> None:
    (patch,) = Path(mend.__file__).parent.glob("*.patch")
    assert patch.name == f"mypyc-{mend.KNOWN}.patch"
    _, *hunks = re.split(r"^@@.*\n", patch.read_text(encoding="utf-8"), flags=re.MULTILINE)
    source = (Path(mypyc.__file__).parent / "codegen/emit.py").read_text(encoding="utf-8")
    for hunk in hunks:
        before = "".join(line[1:] for line in hunk.splitlines(keepends=True) if line[0] != "+")
        assert source.count(before) == 1


def test_only_the_c_of_the_mypy_that_we_know_is_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    mend.check_version()
    monkeypatch.setattr(mend, "KNOWN", "1.0")
    with pytest.raises(SystemExit, match=r"the C of mypy 1\.0 is mended"):
        mend.check_version()


def test_the_copy(tmp_path: Path) -> None:
    """Files say themselves that they are compiled."""
    before, after = (
        (FILES / file).read_text(encoding="utf-8") for file in ("copy_before.txt", "copy_after.txt")
    )
    for line in before.splitlines():
        name, _, text = line.partition(": ")
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("; ", "\n"), encoding="utf-8")
    listed = [
        line
        for group, compiled in groups(tmp_path).items()
        for line in [group, *(f"    {each.relative_to(tmp_path).as_posix()}" for each in compiled)]
    ]
    assert listed == after.splitlines()


class Told(ProfiledBuild):
    """Tells what would be compiled, how, and when games are played."""

    def by_gcc(self) -> bool:
        """The way of gcc is tried everywhere."""
        return True

    def build_extension(self, ext: Any) -> None:
        """Once for each extension and pass."""
        TOLD.append((ext.name, ext.extra_compile_args, ext.extra_link_args))

    def rehearse(self) -> None:
        """Games."""
        TOLD.append("games")


TOLD: list[Any] = []


def test_what_a_profile_guides_is_compiled_twice_and_the_rest_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    TOLD.clear()
    monkeypatch.setattr("compile.profile.PLAIN_C", [])
    monkeypatch.setattr("compile.profile.HASTE", ["-haste"])
    extensions = [Extension(name, [], extra_compile_args=["-own"]) for name in ("one", "a__mypyc")]
    build = Told(Distribution({"ext_modules": extensions}))
    build.ensure_finalized()
    build.build_extensions()
    first, counting, played, counted = TOLD
    assert first == ("one", ["-own"], [])
    assert counting == ("a__mypyc", ["-own", COUNT, "-haste"], [COUNT])
    assert played == "games"
    assert counted == ("a__mypyc", ["-own", *COUNTED], [])
    assert [each.extra_compile_args for each in extensions] == [["-own"], ["-own"]]


def test_games_are_played_on_the_first_build(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []
    monkeypatch.setattr(
        subprocess, "run", lambda command, env, **_: played.append((command, env["PYTHONPATH"]))
    )
    build = ProfiledBuild(Distribution())
    build.build_lib = "lib"
    build.rehearse()
    assert played == [([sys.executable, "tools/rehearse.py"], "lib")]


class Small(ProfiledBuild):
    """Plays on an extension of a few lines."""

    def rehearse(self) -> None:
        """A call, in a process of its own: what was counted is written when that ends."""
        code = "import small__mypyc as small; print(small.twice(3))"
        env = {**os.environ, "PYTHONPATH": str(self.build_lib)}
        command = [sys.executable, "-c", code]
        TOLD.append(subprocess.check_output(command, env=env, text=True))


def test_gcc_takes_what_is_asked_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(FILES / "small.c", tmp_path)
    build = Small(Distribution({"ext_modules": [Extension("small__mypyc", ["small.c"])]}))
    build.build_temp, build.build_lib = "temp", "lib"
    build.ensure_finalized()
    if not shutil.which("gcc"):
        pytest.skip("there is no gcc")
    TOLD.clear()
    build.run()
    assert TOLD == ["6\n"]
    assert list(tmp_path.rglob("*.gcda")) != []
    assert lines(FILE) == ["compiled small"] * 2
    build.rehearse()
    assert TOLD == ["6\n", "6\n"]
