"""All tests: the interpreted build, then the compiled one where a C compiler is present."""

import os
import subprocess
import sys

import fast

COMPILED_TESTS = ["tests/kernel", "tests/games", "tests/every_game", "tests/bots", "tests/compiled"]


def pytest(title: str, arguments: list[str], **environment: str) -> int:
    """One run of pytest, in as many workers as asked for."""
    print(f"\nemberstacks: {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", sys.argv[1], "--dist", "worksteal", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


def main() -> int:
    """The exit code of the first run that failed, or 0."""
    code = pytest("testing the interpreted build", ["--ignore=tests/compiled"])
    if code != 0:
        return code
    built = fast.main()
    if built == 3:
        print("emberstacks: SKIPPED the tests of the compiled build, for want of a C compiler (see above)")
        return 0
    if built != 0:
        return built
    return pytest("testing the compiled build", COMPILED_TESTS, PYTHONPATH=".fast", EMBERSTACKS_TEST_COMPILED="1")


if __name__ == "__main__":
    sys.exit(main())
