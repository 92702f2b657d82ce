"""The copy of the source that is compiled: nothing is ever written into src."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

COPY = Path("build/fast-source")
# a file of bots says this if searches, self-play and simulations run through it
COMPILED = re.compile(r"^COMPILED\b", re.MULTILINE)
# a game says this if it is compiled in one group with the kernel
WITH_KERNEL = re.compile(r"^WITH_KERNEL\b", re.MULTILINE)
LEFT_OUT = ("kernel/errors.py", "kernel/ints.py")


def copied() -> Path:
    """The package in the copy, with machine integers instead of Python's."""
    shutil.rmtree(COPY, ignore_errors=True)
    package = COPY / "emberstacks"
    shutil.copytree("src/emberstacks", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "kernel/ints_fast.py").replace(package / "kernel/ints.py")
    return package


def groups(package: Path) -> dict[str, list[Path]]:
    """The files that are compiled, in groups: one C file each, so that several compilers can work
    at once. The first has the kernel, what all bots share, and games that ask to be in it; each
    other game has its own, with its mind.
    """
    kernel = [*files(package, "kernel"), *marked(package, "bots/*.py")]
    found = {"emberstacks": kernel}
    for init in sorted(package.glob("games/*/__init__.py")):
        game = init.parent.name
        parts = [*files(package, f"games/{game}"), *marked(package, f"bots/minds/{game}/*.py")]
        if said(WITH_KERNEL, init):
            kernel += parts
        else:
            found[f"emberstacks_{game}"] = parts
    return found


def files(package: Path, folder: str) -> list[Path]:
    """All files of a folder that can be compiled."""
    left_out = {package / name for name in LEFT_OUT}
    return [file for file in sorted((package / folder).rglob("*.py")) if file not in left_out]


def marked(package: Path, pattern: str) -> list[Path]:
    """Those files that say themselves that they are compiled."""
    return [file for file in sorted(package.glob(pattern)) if said(COMPILED, file)]


def said(marker: re.Pattern[str], file: Path) -> bool:
    """Does a file have a marker?"""
    return marker.search(file.read_text(encoding="utf-8")) is not None
