"""A short storm: people play while the server is killed again and again. `make storm` is the long
one, also on PostgreSQL.
"""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_nothing_is_lost_and_nobody_locked_out_in_a_storm() -> None:
    command = [
        sys.executable,
        "-m",
        "bench.storm",
        "--only",
        "sqlite",
        "--seconds",
        "30",
        "--groups",
        "4",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
