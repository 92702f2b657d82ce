"""A command of the lab that is killed in the middle of its work."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path


def killed(rows: Path, *words: str) -> None:
    """Run a command, and kill it once its file has some rows."""
    command = [sys.executable, "-m", "emberstacks", *words, "--workers", "2", "--out", str(rows)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while process.poll() is None and (not rows.exists() or rows.read_bytes().count(b"\n") < 5):
        time.sleep(0.01)
    process.kill()
    process.wait()
