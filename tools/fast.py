"""Compile kernel and games into .fast, outside the source tree; a second run without changes
returns at once.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from compile.progress import FILE, lines

from emberstacks.build import FOLDER, PROFILED, STAMP, fresh, stamp

TREE = Path()
WHERE = TREE / FOLDER
PAUSE = 0.5  # seconds between two looks at the progress
NO_COMPILER = 3
STOPPED = 130
TAKES = {
    "quick": "about two minutes of processor time",
    "1": "five to ten minutes of processor time, for a build about a fifth faster",
}


def compiler() -> bool:
    """Is there a C compiler?"""
    return bool(shutil.which(os.environ.get("CC", "cc").split()[0]) or shutil.which("gcc"))


def made_from(file: Path) -> str:
    """What a stamp says."""
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def say(text: str) -> None:
    """A line for people."""
    print(f"emberstacks: {text}", flush=True)


def build(how: str, log: Path) -> int:
    """Install the compiled package into its own folder, and tell how it goes on."""
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
    begun, told = time.monotonic(), 0
    with log.open("wb") as output:
        compiling = subprocess.Popen(
            command, env=environment, stdout=output, stderr=output, start_new_session=True
        )
        try:
            while True:
                ended = compiling.poll() is not None
                done = lines(TREE / FILE)
                for line in done[told:]:
                    say(f"{time.monotonic() - begun:4.0f} s: {line}")
                told = len(done)
                if ended:
                    return compiling.returncode
                time.sleep(PAUSE)
        finally:
            if compiling.poll() is None:
                end(compiling)


def end(compiling: subprocess.Popen[bytes]) -> None:
    """Stop the installer and the compilers that it has started."""
    if os.name == "posix":
        os.killpg(compiling.pid, signal.SIGTERM)
    else:
        compiling.terminate()
    compiling.wait()


def wanted() -> str:
    """Which build the command line asks for, as setup.py calls it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--profile",
        action="store_true",
        help="guide gcc by games that it plays: for releases and benchmarks",
    )
    return "1" if parser.parse_args().profile else "quick"


def main() -> int:
    """Build if anything has changed; returns 3 without a compiler and 1 if compiling failed."""
    how = wanted()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C
    source = stamp(TREE)  # taken now: changes made during the build are not in it
    if fresh(TREE) and (how == "quick" or made_from(WHERE / PROFILED) == source):
        return 0
    if not compiler():
        say(
            "no C compiler was found, so nothing is compiled; everything works without, only more"
            " slowly."
        )
        say(
            "to get one: 'apt-get install gcc' on Debian and Ubuntu, 'xcode-select --install' on"
            " macOS."
        )
        return NO_COMPILER
    say(f"compiling kernel and games into {FOLDER}: {TAKES[how]}. Ctrl-C stops it.")
    shutil.rmtree(WHERE, ignore_errors=True)
    # otherwise leftovers of an earlier build would be packed again
    shutil.rmtree("build", ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        try:
            code = build(how, log)
        except KeyboardInterrupt:
            shutil.rmtree(WHERE, ignore_errors=True)
            say("stopped; nothing is compiled, and everything works without, only more slowly.")
            return STOPPED
        if code != 0:
            print(log.read_text(encoding="utf-8", errors="replace"))
            say(
                "compiling failed (see above). Python's headers are needed: 'apt-get install"
                " python3-dev'."
            )
            return 1
    for name in (STAMP, *([PROFILED] if how == "1" else [])):
        (WHERE / name).write_text(source, encoding="utf-8")
    say("compiled. The lab's commands and the server use it by themselves.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
