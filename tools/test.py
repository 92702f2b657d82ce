"""All tests: the interpreted build, and the compiled one, which is built meanwhile, where a C compiler is present."""

import os
import subprocess
import sys

COMPILED_TESTS = ["tests/compiled", "tests/kernel", "tests/games/fire_prototype", "tests/every_game/test_golden.py"]
LAWS = ["tests/every_game/test_laws.py", "-k", "fire-prototype"]
NO_COMPILER = 3


def pytest(title: str, arguments: list[str], **environment: str) -> int:
    """One run of pytest, in as many workers as asked for."""
    print(f"\nemberstacks: {title}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", sys.argv[1], "--dist", "worksteal", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


def main() -> int:
    """The exit code of the first run that failed, or 0."""
    with subprocess.Popen([sys.executable, "tools/fast.py"]) as build:
        code = pytest("testing the interpreted build", ["--ignore=tests/compiled"])
        if code != 0:
            build.terminate()
            return code
    if build.returncode == NO_COMPILER:
        print("emberstacks: SKIPPED the tests of the compiled build, for want of a C compiler (see above)")
        return 0
    if build.returncode != 0:
        return build.returncode
    compiled = {"PYTHONPATH": ".fast", "EMBERSTACKS_TEST_COMPILED": "1"}
    return pytest("testing the compiled build", COMPILED_TESTS, **compiled) or pytest(
        "its games under the laws", LAWS, **compiled
    )


if __name__ == "__main__":
    sys.exit(main())
