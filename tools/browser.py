"""A browser for the page's tests: installed if nobody has to be asked; otherwise the tests say what
is missing.
"""

import os
import shutil
import subprocess
from pathlib import Path

# Chromium without windows: the same page for a quarter less of the processor
LIGHT = "chromium-headless-shell"
NAMES = (LIGHT, "chromium", "google-chrome")
PATIENCE = 600  # seconds


def chromium() -> str | None:
    """The Chromium that somebody has named, or the lightest there is."""
    return os.environ.get("EMBERSTACKS_CHROMIUM") or next(
        filter(None, map(shutil.which, NAMES)), None
    )


def may_install() -> bool:
    """Only as root on Debian and its relatives; anywhere else, people install their own browser."""
    return (
        os.geteuid() == 0
        and Path("/etc/debian_version").exists()
        and shutil.which("apt-get") is not None
    )


def apt(*arguments: str) -> bool:
    """Run it quietly; say why if it fails."""
    command = ["apt-get", *arguments]
    try:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(
            command, env=quiet, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as failed:
        print(f"emberstacks: {' '.join(command)} failed ({type(failed).__name__})", flush=True)
        return False
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["without a word"])[-1]
        print(f"emberstacks: {' '.join(command)} failed: {last}", flush=True)
    return done.returncode == 0


def ensure() -> None:
    """Try once, say so, and carry on: without a browser its tests are skipped, loudly."""
    if chromium() or not may_install():
        return
    print("emberstacks: no Chromium was found; installing it for the tests of the page", flush=True)
    apt("update")
    for name in (LIGHT, "chromium"):  # not every relative of Debian has the light one
        if apt("install", "-y", "--no-install-recommends", name):
            break
    if chromium() is None:
        print(
            "emberstacks: the tests in a browser will be skipped; install Chromium by hand to run"
            " them",
            flush=True,
        )


if __name__ == "__main__":
    ensure()
