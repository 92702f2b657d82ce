"""All tests: the interpreted build, then, where a C compiler is present, the compiled one."""

import os
import subprocess
import sys

import browser

COMPILED_TESTS = ["tests/compiled", "tests/kernel", "tests/games", "tests/every_game", "tests/bots"]
NO_COMPILER = 3


def pytest(title: str, arguments: list[str], **environment: str) -> int:
    """One run of pytest, in as many workers as asked for."""
    print(f"\nemberstacks: {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", sys.argv[1], "--dist", "worksteal", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


def main() -> int:
    """The exit code of the first run that failed, or 0."""
    browser.ensure()
    code = pytest("testing the interpreted build", ["--ignore=tests/compiled"])
    if code != 0:
        return code
    code = subprocess.run([sys.executable, "tools/fast.py"], check=False).returncode
    if code == NO_COMPILER:
        print("emberstacks: SKIPPED the tests of the compiled build, for want of a C compiler (see above)")
        return 0
    if code != 0:
        return code
    return pytest("testing the compiled build", COMPILED_TESTS, PYTHONPATH=".fast", EMBERSTACKS_TEST_COMPILED="1")


if __name__ == "__main__":
    sys.exit(main())
