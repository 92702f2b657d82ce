"""Which build runs: the source as it is, or what `make fast` has compiled from it into .fast beside src."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Final

from emberstacks.kernel import loop

FOLDER: Final = ".fast"
STAMP: Final = "stamp"  # the file in it that tells what it was made from
RENEW: Final = "'make fast' renews it"


def root() -> Path | None:
    """The folder of the source tree that this package, or what was compiled from it, lies in; None where it is installed."""
    folder = Path(__file__).absolute().parents[2]
    return folder if (folder / "setup.py").is_file() and (folder / "src" / "emberstacks").is_dir() else None


def stamp(tree: Path) -> str:
    """What a build of a source tree is made from, Python included."""
    digest = hashlib.sha256(sys.version.encode())
    for path in [tree / "setup.py", tree / "pyproject.toml", *sorted((tree / "src").rglob("*.*"))]:
        if path.suffix in (".py", ".toml", ".md", ".record"):
            digest.update(path.relative_to(tree).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def fresh(tree: Path) -> bool:
    """Has the source been compiled as it now is?"""
    made = tree / FOLDER / STAMP
    return made.is_file() and made.read_text(encoding="utf-8") == stamp(tree)


def page() -> Path:
    """Where the web page is built: in a source tree always there, whichever build runs."""
    tree = root()
    return (tree / "src/emberstacks" if tree is not None else Path(__file__).parent) / "static"


def compiled() -> bool:
    """Is it the compiled build that runs?"""
    return not loop.__file__.endswith(".py")


def better() -> Path | None:
    """The folder with a compiled build of just this source, where the source itself runs."""
    tree = root()
    return tree / FOLDER if tree is not None and not compiled() and fresh(tree) else None


def told() -> str:
    """Which build runs, in words, and what to do where the compiled one is out of date."""
    tree = root()
    stale = tree is not None and (tree / FOLDER).is_dir() and not fresh(tree)
    if compiled():
        return f"compiled from an older source ({RENEW})" if stale else "compiled"
    return f"interpreted, for the compiled build is older than the source ({RENEW})" if stale else "interpreted"


def start_again_compiled() -> None:
    """Run this very command by the compiled build instead, where there is one of just this source."""
    folder = better()
    path = os.environ.get("PYTHONPATH", "")
    if folder is None or os.name != "posix" or sys.flags.ignore_environment or str(folder) in path.split(os.pathsep):
        return  # the last of these: it was started so already, and something else stands before it
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [path])])}
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)
