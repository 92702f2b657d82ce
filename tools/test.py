"""All tests: the interpreted build, then the compiled one, which is built at the same time if there is a C compiler."""

import os
import shutil
import signal
import subprocess
import sys

import browser

# what is compiled, and the bots that handle states or call the rules; all others read views, which are the same in both builds
BOTS = (
    "alexandria",
    "endgame",
    "fire_prototype",
    "insights",
    "ismcts",
    "librarians",
    "librarians_shelves",
    "levels",
    "lookahead",
    "playouts",
    "review",
    "solver",
)
COMPILED_TESTS = ["tests/compiled", "tests/kernel", "tests/games", "tests/every_game"]
COMPILED_TESTS += [f"tests/bots/test_{name}.py" for name in BOTS]
NO_COMPILER = 3


def pytest(title: str, arguments: list[str], **environment: str) -> int:
    """One run of pytest, in as many workers as asked for."""
    print(f"\nemberstacks: {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", sys.argv[1], "--dist", "worksteal", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


def begin_compiling() -> subprocess.Popen[str]:
    """Compile during the first tests, which often wait, with low priority; in its own process group, so it can be ended."""
    patient = ["nice"] if shutil.which("nice") else []
    command = [*patient, sys.executable, "tools/fast.py", "--test"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, process_group=0)


def main() -> int:
    """The exit code of the first run that failed, or 0."""
    browser.ensure()
    compiling = begin_compiling()
    try:
        code = pytest("testing the interpreted build", ["--ignore=tests/compiled"])
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
    return pytest("testing the compiled build", COMPILED_TESTS, PYTHONPATH=".fast", EMBERSTACKS_TEST_COMPILED="1")


if __name__ == "__main__":
    sys.exit(main())
