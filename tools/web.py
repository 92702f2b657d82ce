"""Build the web page into src/emberstacks/static; a second run without changes returns at once.
`--check` checks its types and runs the tests of its classes.

The types of the messages are written first, from the server's own (wire.py), and those of tables
and boxes, from the games' own (states.py). npm is the machine's own if there is one; otherwise it
comes from the Python package index (requirements/node.lock).
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import states
import wire

WEB = Path("web")
STATIC = Path("src/emberstacks/static")
STAMP = STATIC / "stamp"
OLDEST = 20


def stamp() -> str:
    """What the page was built from."""
    digest = hashlib.sha256("".join([wire.schema(), *map(states.source, states.drawn())]).encode())
    written = [wire.TARGET, *map(states.target, states.drawn())]
    for path in sorted(WEB.rglob("*")):
        if path.parent.name == "test" or path.name.endswith(".test.ts"):
            continue
        if path.is_file() and "node_modules" not in path.parts and path not in written:
            digest.update(str(path).encode() + path.read_bytes())
    return digest.hexdigest()


def npm() -> list[str]:
    """The npm to use: the machine's own if its Node is new enough, else one in a private
    environment.
    """
    if shutil.which("npm") and shutil.which("node"):
        version = subprocess.run(
            ["node", "--version"], capture_output=True, text=True, check=False
        ).stdout
        found = re.match(r"v(\d+)", version)
        if found and int(found[1]) >= OLDEST:
            return ["npm"]
    own = Path(".node/bin")
    if not (own / "npm").exists():
        print("emberstacks: no Node.js here, so a private one is fetched", flush=True)
        subprocess.run([sys.executable, "-m", "venv", ".node"], check=True)
        lock = ["--require-hashes", "-r", "requirements/node.lock"]
        subprocess.run([str(own / "python"), "-m", "pip", "install", "--quiet", *lock], check=True)
    os.environ["PATH"] = f"{own.resolve()}{os.pathsep}{os.environ['PATH']}"
    return [str(own.resolve() / "npm")]


def run(command: list[str]) -> None:
    """One step in web/; its output is only shown if it fails."""
    result = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(result.stdout + result.stderr)
        sys.exit(f"emberstacks: '{' '.join(command)}' failed in web/ (see above).")


def main() -> None:
    """Build if anything has changed, or check."""
    checking = "--check" in sys.argv
    if not checking and STAMP.exists() and STAMP.read_text() == stamp():
        return
    print(
        "emberstacks: checking the web page" if checking else "emberstacks: building the web page",
        flush=True,
    )
    command = npm()
    modules = WEB / "node_modules/.package-lock.json"
    if (
        not modules.exists()
        or modules.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime
    ):
        run([*command, "ci", "--silent"])
    wire.write()
    states.write()
    if checking:
        run([*command, "run", "--silent", "check"])
        return
    run([*command, "run", "--silent", "build"])
    STAMP.write_text(stamp())


if __name__ == "__main__":
    main()
