"""A program from a Debian package for a test: unpacked into a folder, so that nothing is installed
and no service starts.
"""

import os
import shutil
import subprocess
from pathlib import Path

import browser

PLACES = ("usr/sbin", "usr/bin")
PATIENCE = 600  # seconds


def program(name: str, package: str, folder: Path) -> str | None:
    """The machine's own program, or one from its package; None if there is neither."""
    own = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    return own or (
        unpacked(name, package, folder)
        if shutil.which("apt-get") and shutil.which("dpkg-deb")
        else None
    )


def unpacked(name: str, package: str, folder: Path) -> str | None:
    """The program in a package that is fetched for it; the lists of packages are brought up to date
    once if that fails.
    """
    print(f"emberstacks: no {name} was found; fetching it for a test", flush=True)
    if not fetched(package, folder) and not (
        browser.may_install() and browser.apt("update") and fetched(package, folder)
    ):
        return None
    for archive in folder.glob(f"{package}_*.deb"):
        subprocess.run(["dpkg-deb", "-x", str(archive), str(folder)], check=True)
    return next(
        (str(folder / place / name) for place in PLACES if (folder / place / name).exists()), None
    )


def fetched(package: str, folder: Path) -> bool:
    command = ["apt-get", "download", package]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE, check=False)
    return done.returncode == 0 and any(folder.glob(f"{package}_*.deb"))
