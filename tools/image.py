"""The container image without a registry: a small Debian by debootstrap, the Containerfile on top,
and one look at its server.

Needs root, buildah and debootstrap (apt-get install buildah debootstrap). What is given goes on to
`buildah build`, such as --secret id=settings,src=FILE for a machine with a package index of its
own.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SUITE = "bookworm"
MIRROR = "http://deb.debian.org/debian"
SECURITY = "http://deb.debian.org/debian-security"
WANTED = "python3,python3-venv,ca-certificates"
BASE, IMAGE = "localhost/emberstacks-base", "localhost/emberstacks"
PATIENCE = 120  # seconds until the server in the image must answer
# in a container or a virtual machine there is often neither overlayfs nor a second network
PLAIN = {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}


def run(*command: str) -> None:
    subprocess.run(command, env={**PLAIN, **os.environ}, check=True)


def told(*command: str) -> str:
    return subprocess.run(
        command, env={**PLAIN, **os.environ}, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


@contextmanager
def container(image: str) -> Iterator[str]:
    """A container that is gone afterwards."""
    name = told("buildah", "from", "--pull-never", image)
    try:
        yield name
    finally:
        run("buildah", "rm", name)


def make_base() -> None:
    """A Debian with Python and the fixes of today, as an image."""
    with tempfile.TemporaryDirectory(prefix="emberstacks-base-") as folder:
        root = Path(folder) / "root"
        run("debootstrap", "--variant=minbase", f"--include={WANTED}", SUITE, str(root), MIRROR)
        lines = [
            f"deb {MIRROR} {SUITE} main",
            f"deb {MIRROR} {SUITE}-updates main",
            f"deb {SECURITY} {SUITE}-security main",
        ]
        (root / "etc/apt/sources.list").write_text(
            "".join(f"{line}\n" for line in lines), encoding="utf-8"
        )
        with container("scratch") as name:
            run("buildah", "add", "--quiet", name, str(root), "/")
            run(
                "buildah",
                "run",
                name,
                "--",
                "sh",
                "-c",
                "apt-get update && apt-get upgrade --yes && apt-get clean",
            )
            run("buildah", "commit", "--quiet", name, BASE)


def try_out() -> None:
    """Start the image's server, and wait until it says that it is well."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with container(IMAGE) as name:
        print(told("buildah", "run", name, "--", "emberstacks", "--version"), flush=True)
        command = [
            "buildah",
            "run",
            name,
            "--",
            "emberstacks",
            "serve",
            "--no-browser",
            "--port",
            port,
        ]
        server = subprocess.Popen(command, env={**PLAIN, **os.environ})
        try:
            print(answer(f"http://127.0.0.1:{port}/health", server), flush=True)
        finally:
            server.terminate()
            server.wait(PATIENCE)


def answer(address: str, server: subprocess.Popen[bytes]) -> str:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as found:
                return str(found.read().decode())
        except OSError as wrong:
            if server.poll() is not None or time.monotonic() > end:
                sys.exit(f"emberstacks: the server in the image does not answer ({wrong}).")
            time.sleep(0.2)


def main() -> None:
    missing = [name for name in ("buildah", "debootstrap") if shutil.which(name) is None]
    if missing or os.geteuid() != 0:
        sys.exit(
            "emberstacks: 'make image' needs root, buildah and debootstrap (Debian: 'apt-get"
            " install buildah debootstrap'). With a registry at hand, 'podman build -t emberstacks"
            " .' needs none of them."
        )
    if BASE not in told("buildah", "images", "--format", "{{.Name}}").split():
        make_base()
    arguments = [
        "--build-arg",
        f"BASE={BASE}",
        "--build-arg",
        "HEADERS=python3-dev",
        "--pull-never",
        *sys.argv[1:],
    ]
    # the other format has no place for the HEALTHCHECK
    run(
        "buildah",
        "build",
        "--format",
        "docker",
        *arguments,
        "--tag",
        IMAGE,
        "--file",
        "Containerfile",
        ".",
    )
    try_out()


if __name__ == "__main__":
    main()
