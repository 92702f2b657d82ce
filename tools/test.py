"""All tests: the interpreted build, then the compiled one, which is built at the same time if there
is a C compiler.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import browser
from fast import compiler

# of the tests of bots and of the lab, those marked both_builds run on the source as well
COMPILED_TESTS = [
    "tests/compiled",
    "tests/kernel",
    "tests/games",
    "tests/every_game",
    "tests/bots",
    "tests/lab",
    "tests/envs/test_openspiel.py",
    "tests/envs/test_pages.py",
    "tests/envs/test_batch.py",
    "tests/envs/test_vector.py",
]
NO_COMPILER = 3
SOME_FAILED = 1  # pytest's exit code
FLAKY = Path("tests/flaky.txt")  # the only tests that are tried again; the list may only shrink
# workers more than cores, while many tests wait for servers and browsers more than half of their
# time
SPARE = 1


def pytest(title: str, workers: int, arguments: list[str], **environment: str) -> int:
    """One run of pytest."""
    print(f"\nemberstacks: {title}", flush=True)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        str(workers),
        "--dist",
        "worksteal",
        *arguments,
    ]
    begun = time.monotonic()
    # compile once
    inherited = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    code = subprocess.run(command, env={**inherited, **environment}, check=False).returncode
    print(f"emberstacks: {title} took {(time.monotonic() - begun) / 60:.1f} minutes", flush=True)
    return code


def known_flaky() -> tuple[str, ...]:
    """The tests that have failed for no reason that anybody has found yet."""
    lines = FLAKY.read_text(encoding="utf-8").splitlines()
    return tuple(name for line in lines if (name := line.partition("#")[0].strip()))


def test(title: str, workers: int, arguments: list[str], **environment: str) -> int:
    """A run of pytest. Only if nothing but known flaky tests failed, they are tried once more,
    alone, and told.
    """
    with tempfile.TemporaryDirectory() as folder:
        failed = Path(folder) / "failed"
        code = pytest(title, workers, arguments, EMBERSTACKS_FAILED=str(failed), **environment)
        again = failed.read_text(encoding="utf-8").splitlines() if failed.exists() else []
    flaky = known_flaky()
    if (
        code != SOME_FAILED
        or not again
        or not all(name in flaky or name.partition("[")[0] in flaky for name in again)
    ):
        return code
    return pytest(
        f"trying again, alone, known flaky tests: {', '.join(again)}", 0, again, **environment
    )


def begin_compiling() -> subprocess.Popen[str]:
    """Compile during the first tests, which often wait, with low priority; in its own process
    group, so it can be ended.
    """
    patient = ["nice"] if shutil.which("nice") else []
    command = [*patient, sys.executable, "tools/fast.py"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, process_group=0
    )


def main() -> int:
    """The exit code of the first run that failed, or 0."""
    workers = int(sys.argv[1])
    flaky = known_flaky()
    print(
        f"emberstacks: {len(flaky)} known flaky tests would be tried"
        f" again{': ' if flaky else ''}{', '.join(flaky)}",
        flush=True,
    )
    browser.ensure()
    compiling = begin_compiling()
    try:
        follows = {"EMBERSTACKS_COMPILED_FOLLOWS": "1"} if compiler() else {}
        code = test(
            "testing the interpreted build", workers + SPARE, ["--ignore=tests/compiled"], **follows
        )
        if code != 0:
            return code
        said, _ = compiling.communicate()
    finally:
        if compiling.poll() is None:
            os.killpg(compiling.pid, signal.SIGTERM)
    print(f"\n{said}", end="", flush=True)
    if compiling.returncode == NO_COMPILER:
        print(
            "emberstacks: SKIPPED the tests of the compiled build, because there is no C compiler"
            " (see above)"
        )
        return 0
    if compiling.returncode != 0:
        return compiling.returncode
    return test(
        "testing the compiled build",
        workers,
        COMPILED_TESTS,
        PYTHONPATH=".fast",
        EMBERSTACKS_TEST_COMPILED="1",
    )


if __name__ == "__main__":
    sys.exit(main())
