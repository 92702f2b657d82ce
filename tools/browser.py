"""A browser for the page's tests: installed if nobody has to be asked; otherwise the tests say what is missing."""

import os
import shutil
import subprocess
from pathlib import Path

INSTALL = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
PATIENCE = 600  # seconds


def found() -> bool:
    """Is there a Chromium, or has somebody named one?"""
    return bool(os.environ.get("EMBERSTACKS_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome"))


def may_install() -> bool:
    """Only as root on Debian and its relatives; anywhere else, people install their own browser."""
    return os.geteuid() == 0 and Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def ensure() -> None:
    """Try once, say so, and carry on: without a browser its tests are skipped, loudly."""
    if found() or not may_install():
        return
    print("emberstacks: no Chromium was found; installing it for the tests of the page", flush=True)
    for command in (["apt-get", "update"], INSTALL):
        try:
            quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            done = subprocess.run(command, env=quiet, capture_output=True, text=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as failed:
            print(f"emberstacks: {' '.join(command)} failed ({type(failed).__name__})", flush=True)
            return
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["without a word"])[-1]
            print(f"emberstacks: {' '.join(command)} failed: {last}", flush=True)
    if not found():
        print("emberstacks: the tests in a browser will be skipped; install Chromium by hand to run them", flush=True)


if __name__ == "__main__":
    ensure()
