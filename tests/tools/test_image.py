"""`make image` asks for what it should: nothing from a registry, and an image that says how it is."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import image
import pytest

ROOT = 0


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What would have been run, by somebody who is root and has everything it takes."""
    ran: list[tuple[str, ...]] = []

    def told(*command: str) -> str:
        ran.append(command)
        return "localhost/other" if "images" in command else "a-container"

    monkeypatch.setattr(image, "run", lambda *command: ran.append(command))
    monkeypatch.setattr(image, "told", told)
    monkeypatch.setattr(image, "try_out", lambda: ran.append(("try out",)))
    monkeypatch.setattr(Path, "write_text", lambda *_words, **_more: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: ROOT)
    monkeypatch.setattr(sys, "argv", ["tools/image.py", "--secret", "id=settings,src=FILE"])
    return ran


def value(command: tuple[str, ...], option: str, number: int = 0) -> str:
    """What follows an option, where it is given for the first or for a further time."""
    return command[[at for at, word in enumerate(command) if word == option][number] + 1]


def test_the_image_is_built_on_our_own_base(commands: list[tuple[str, ...]]) -> None:
    image.main()
    build, last = commands[-2:]
    assert build[:2] == ("buildah", "build")
    assert value(build, "--build-arg") == f"BASE={image.BASE}"
    assert "--pull-never" in build
    assert value(build, "--format") == "docker"  # the other has no place for the HEALTHCHECK
    assert value(build, "--tag") == image.IMAGE
    assert value(build, "--file") == "Containerfile"
    assert value(build, "--secret") == "id=settings,src=FILE"
    assert build[-1] == "."
    assert last == ("try out",)


def test_the_base_is_a_new_debian(commands: list[tuple[str, ...]]) -> None:
    image.main()
    names = [command[:2] for command in commands[1:-2]]
    assert names == [
        ("debootstrap", "--variant=minbase"),
        ("buildah", "from"),
        ("buildah", "add"),
        ("buildah", "run"),
        ("buildah", "commit"),
        ("buildah", "rm"),
    ]
    assert commands[2] == ("buildah", "from", "--pull-never", "scratch")
    assert commands[5][-1] == image.BASE


def test_a_base_that_is_there_is_used_again(
    commands: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(image, "told", lambda *_: f"localhost/other\n{image.BASE}")
    image.main()
    assert [command[:2] for command in commands] == [("buildah", "build"), ("try out",)]


@pytest.mark.parametrize("missing", ["root", "buildah", "debootstrap"])
def test_what_is_missing_is_told(
    commands: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    if missing == "root":
        monkeypatch.setattr(os, "geteuid", lambda: ROOT + 1)
    monkeypatch.setattr(shutil, "which", lambda name: None if name == missing else name)
    with pytest.raises(SystemExit, match="needs root, buildah and debootstrap"):
        image.main()
    assert commands == []
