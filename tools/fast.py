"""Compile kernel and games into .fast, outside the source tree; a second run without changes returns at once."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

WHERE = Path(".fast")
STAMP = WHERE / "stamp"


def stamp() -> str:
    """What the build was made from."""
    digest = hashlib.sha256(sys.version.encode())
    for path in [Path("setup.py"), Path("pyproject.toml"), *sorted(Path("src").rglob("*.*"))]:
        if path.suffix in (".py", ".toml", ".md", ".record"):
            digest.update(str(path).encode() + path.read_bytes())
    return digest.hexdigest()


def main() -> int:
    """Build if anything has changed."""
    if STAMP.exists() and STAMP.read_text() == stamp():
        return 0
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler.split()[0]) and not shutil.which("gcc"):
        print(
            "emberstacks: no C compiler was found. Install one (Debian and Ubuntu: 'apt-get install gcc'; macOS: 'xcode-select --install')."
        )
        print("emberstacks: without it everything works, only more slowly.")
        return 3
    print("emberstacks: compiling kernel and games (about a minute)", flush=True)
    shutil.rmtree(WHERE, ignore_errors=True)
    uv = Path(".uv/bin/uv")
    tool = [str(uv), "pip", "install", "--python", sys.executable] if uv.exists() else [sys.executable, "-m", "pip", "install"]
    command = [*tool, "--quiet", "--no-deps", "--no-build-isolation", "--target", str(WHERE), "."]
    result = subprocess.run(
        command, env={**os.environ, "EMBERSTACKS_COMPILE": "1"}, capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        print(result.stdout + result.stderr)
        print(
            "emberstacks: compiling failed (see above); a compiler and Python's headers are needed (Debian and Ubuntu: 'apt-get install gcc python3-dev')."
        )
        return 1
    STAMP.write_text(stamp())
    return 0


if __name__ == "__main__":
    sys.exit(main())
