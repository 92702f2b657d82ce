"""All tests: the interpreted build, then the compiled one, which is built at the same time if there is a C compiler."""

import os
import shutil
import signal
import subprocess
import sys

import browser

# of the tests of bots only those marked both_builds
COMPILED_TESTS = [
    "tests/compiled",
    "tests/kernel",
    "tests/games",
    "tests/every_game",
    "tests/bots",
    "tests/envs/test_openspiel.py",
    "tests/envs/test_pages.py",
    "tests/envs/test_batch.py",
    "tests/envs/test_vector.py",
]
NO_COMPILER = 3


def pytest(title: str, workers: int, arguments: list[str], **environment: str) -> int:
    """One run of pytest."""
    print(f"\nemberstacks: {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(workers), "--dist", "worksteal", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


def begin_compiling() -> subprocess.Popen[str]:
    """Compile during the first tests, which often wait, with low priority; in its own process group, so it can be ended."""
    patient = ["nice"] if shutil.which("nice") else []
    command = [*patient, sys.executable, "tools/fast.py", "--test"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, process_group=0)


def main() -> int:
    """The exit code of the first run that failed, or 0."""
    workers = int(sys.argv[1])
    browser.ensure()
    compiling = begin_compiling()
    try:
        code = pytest("testing the interpreted build", workers, ["--ignore=tests/compiled"])
        if code != 0:
            return code
        said, _ = compiling.communicate()
    finally:
        if compiling.poll() is None:
            os.killpg(compiling.pid, signal.SIGTERM)
    print(f"\n{said}", end="", flush=True)
    if compiling.returncode == NO_COMPILER:
        print("emberstacks: SKIPPED the tests of the compiled build, because there is no C compiler (see above)")
        return 0
    if compiling.returncode != 0:
        return compiling.returncode
    return pytest("testing the compiled build", workers, COMPILED_TESTS, PYTHONPATH=".fast", EMBERSTACKS_TEST_COMPILED="1")


if __name__ == "__main__":
    sys.exit(main())
