"""The database is away for some seconds and bots' processes die; `make outage` does the same for 75
s and five minutes.
"""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_everything_goes_on_by_itself_after_an_outage() -> None:
    command = [sys.executable, "-m", "bench.outage", "--sqlite", "4", "--postgres", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
