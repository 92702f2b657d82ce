"""How `make test` gets a browser: tried once where it can be, and never a reason to fail."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

import browser
import pytest


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine of root's without a browser; what is run there."""
    run: list[str] = []

    def fake(command: list[str], **_more: Any) -> subprocess.CompletedProcess[str]:
        run.append(" ".join(command))
        return subprocess.CompletedProcess(command, 100, "", "E: no network\n")

    monkeypatch.setattr(browser, "chromium", lambda: None)
    monkeypatch.setattr(browser, "may_install", lambda: True)
    monkeypatch.setattr(subprocess, "run", fake)
    return run


def test_it_is_tried_once_and_a_failure_is_told(
    commands: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    browser.ensure()
    assert [command.split()[1] for command in commands] == ["update", "install", "install"]
    assert [command.split()[-1] for command in commands[1:]] == [
        "chromium-headless-shell",
        "chromium",
    ]
    said = capsys.readouterr().out
    assert "no Chromium was found; installing it" in said
    assert "failed: E: no network" in said
    assert "will be skipped" in said


def test_nothing_is_installed_where_one_is_there_or_nobody_may(
    commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "may_install", lambda: False)
    browser.ensure()
    monkeypatch.setattr(browser, "may_install", lambda: True)
    monkeypatch.setattr(browser, "chromium", lambda: "/usr/bin/chromium")
    browser.ensure()
    assert commands == []


def test_the_named_one_is_used_before_the_lightest(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"chromium-headless-shell": "/light", "chromium": "/whole"}
    monkeypatch.setattr(shutil, "which", there.get)
    monkeypatch.delenv("EMBERSTACKS_CHROMIUM", raising=False)
    assert browser.chromium() == "/light"
    del there["chromium-headless-shell"]
    assert browser.chromium() == "/whole"
    monkeypatch.setenv("EMBERSTACKS_CHROMIUM", "/own")
    assert browser.chromium() == "/own"
