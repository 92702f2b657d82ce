"""Compile kernel and games into .fast, outside the source tree; a second run without changes
returns at once.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from emberstacks.build import FOLDER, STAMP, fresh, stamp

TREE = Path()
WHERE = TREE / FOLDER


def build(how: str) -> subprocess.CompletedProcess[str]:
    """Install the compiled package into its own folder."""
    uv = Path(".uv/bin/uv")
    tool = (
        [str(uv), "pip", "install", "--python", sys.executable]
        if uv.exists()
        else [sys.executable, "-m", "pip", "install"]
    )
    command = [*tool, "--quiet", "--no-deps", "--no-build-isolation", "--target", str(WHERE), "."]
    # mypy may be checking types at the same time, so mypyc has a cache of its own
    environment = {
        **os.environ,
        "EMBERSTACKS_COMPILE": how,
        "MYPY_CACHE_DIR": str(TREE / "build/mypy"),
    }
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def compiler() -> bool:
    """Is there a C compiler?"""
    return bool(shutil.which(os.environ.get("CC", "cc").split()[0]) or shutil.which("gcc"))


def made_from(file: Path) -> str:
    """What a stamp says."""
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def wanted() -> str:
    """Which build the command line asks for, as setup.py calls it."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="Without an option: the profile-guided build."
    )
    only_for_tests = parser.add_mutually_exclusive_group()
    for name, what in (("test", "optimise just the core"), ("quick", "optimise nothing")):
        more = f"{what}; such a build is only for tests, and no command uses it by itself"
        only_for_tests.add_argument(
            f"--{name}", dest="how", action="store_const", const=name, default="1", help=more
        )
    return str(parser.parse_args().how)


def main() -> int:
    """Build if anything has changed; returns 3 without a compiler and 1 if compiling failed."""
    how = wanted()
    source = stamp(TREE)  # taken now: changes made during the build are not in it
    tested = WHERE / "tested"
    if (fresh(TREE) and how != "quick") or (how == "test" and made_from(tested) == source):
        return 0
    if not compiler():
        print(
            "emberstacks: no C compiler was found, so nothing is compiled; everything works"
            " without, only more slowly."
        )
        print(
            "emberstacks: to get one: 'apt-get install gcc' on Debian and Ubuntu, 'xcode-select"
            " --install' on macOS."
        )
        return 3
    print("emberstacks: compiling kernel and games (some minutes)", flush=True)
    shutil.rmtree(WHERE, ignore_errors=True)
    # otherwise leftovers of an earlier build would be packed again
    shutil.rmtree("build", ignore_errors=True)
    result = build(how)
    if result.returncode != 0:
        print(result.stdout + result.stderr)
        print(
            "emberstacks: compiling failed (see above). Python's headers are needed: 'apt-get"
            " install python3-dev'."
        )
        return 1
    if how != "quick":
        (WHERE / STAMP if how == "1" else tested).write_text(source, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
