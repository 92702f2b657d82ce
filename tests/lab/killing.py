"""A command of the lab that is killed in the middle of its work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.waiting import until


def killed(written: Path, *words: str, out: Path, sign: bytes = b"\n", times: int = 5) -> None:
    """Run a command, and kill it once a file that it writes has a sign some times."""
    command = [sys.executable, "-m", "emberstacks", *words, "--workers", "2", "--out", str(out)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def far_enough() -> bool:
        return written.exists() and written.read_bytes().count(sign) >= times

    until(lambda: process.poll() is not None or far_enough())
    process.kill()
    process.wait()
