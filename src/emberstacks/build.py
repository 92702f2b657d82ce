"""Which build is running: the source, or what `make fast` compiled from it into .fast next to src."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Final

from emberstacks.kernel import loop

FOLDER: Final = ".fast"
STAMP: Final = "stamp"  # the file in it that says what it was made from
PROFILED: Final = "profiled"  # the same, if a profile has guided the compiler
RENEW: Final = "run 'make fast' to update it"


def root() -> Path | None:
    """The source tree that this package or its compiled build is in; None if it is installed."""
    folder = Path(__file__).absolute().parents[2]
    return (
        folder
        if (folder / "setup.py").is_file() and (folder / "src" / "emberstacks").is_dir()
        else None
    )


def stamp(tree: Path) -> str:
    """A fingerprint of everything a build is made from, Python included."""
    digest = hashlib.sha256(sys.version.encode())
    sources = [*(tree / "tools/compile").glob("*.py"), *(tree / "src").rglob("*.*")]
    for path in [tree / "setup.py", tree / "pyproject.toml", *sorted(sources)]:
        if path.suffix in (".py", ".toml", ".md", ".record", ".lesson", ".jsonl"):
            digest.update(path.relative_to(tree).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def fresh(tree: Path) -> bool:
    """Is the compiled build up to date?"""
    made = tree / FOLDER / STAMP
    return made.is_file() and made.read_text(encoding="utf-8") == stamp(tree)


def page() -> Path:
    """Where the web page is: in a source tree always the same place, for both builds."""
    tree = root()
    return (tree / "src/emberstacks" if tree is not None else Path(__file__).parent) / "static"


def compiled() -> bool:
    """Is the compiled build running?"""
    return not loop.__file__.endswith(".py")


def better() -> Path | None:
    """The folder of an up-to-date compiled build, if the source is running instead."""
    tree = root()
    return tree / FOLDER if tree is not None and not compiled() and fresh(tree) else None


def told() -> str:
    """Which build is running, and what to do if the compiled one is out of date."""
    tree = root()
    stale = tree is not None and (tree / FOLDER).is_dir() and not fresh(tree)
    if compiled():
        return f"compiled, but older than the source ({RENEW})" if stale else "compiled"
    return (
        f"interpreted, because the compiled build is older than the source ({RENEW})"
        if stale
        else "interpreted"
    )


def start_again_compiled() -> None:
    """Run this same command on the compiled build instead, if there is an up-to-date one."""
    folder = better()
    path = os.environ.get("PYTHONPATH", "")
    if (
        folder is None
        or os.name != "posix"
        or sys.flags.ignore_environment
        or str(folder) in path.split(os.pathsep)
    ):
        return  # in the last case it is already on the path, behind something else
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [path])]),
    }
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)
