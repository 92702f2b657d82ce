"""The list of known flaky tests, which alone are tried again: it may only shrink, and what tests
races is never on it.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

FLAKY = Path(__file__).parent.parent / "flaky.txt"
MOST = 0  # never raise it
NEVER = (
    "races",
    "storm",
    "durable",
    "secrecy",
    "leaks",
    "two_hubs",
    "two_processes",
    "faults",
    "postgres",
    "window_beat",
)


def listed() -> list[str]:
    lines = FLAKY.read_text(encoding="utf-8").splitlines()
    return [name for line in lines if (name := line.partition("#")[0].strip())]


def test_the_list_only_gets_shorter() -> None:
    assert len(listed()) <= MOST


def test_what_tests_races_is_never_tried_again() -> None:
    for name in listed():
        file, _, test = name.partition("::")
        assert not any(word in file for word in NEVER), name
        assert f"def {test.partition('[')[0]}(" in (FLAKY.parent.parent / file).read_text(
            encoding="utf-8"
        ), name


@pytest.fixture
def tool() -> ModuleType:
    """tools/test.py, by its file: Python has a module of that name."""
    spec = importlib.util.spec_from_file_location("tools_test", FLAKY.parents[1] / "tools/test.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RACE, KNOWN = "tests/server/test_races.py::test_a", "tests/server/test_page.py::test_b"


@pytest.mark.parametrize(
    ("failed", "code", "expected"),
    [
        ([RACE], 1, 1),
        ([KNOWN, RACE], 1, 1),
        ([KNOWN], 1, 0),
        ([f"{KNOWN}[1]"], 1, 0),
        ([f"{KNOWN}_more"], 1, 1),
        ([], 1, 1),  # nobody knows what failed
        ([KNOWN], 2, 2),  # it was interrupted
        ([], 0, 0),
    ],
)
def test_only_what_is_listed_is_tried_again(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, failed: list[str], code: int, expected: int
) -> None:
    runs: list[list[str]] = []

    def pytest_run(_title: str, _workers: int, arguments: list[str], **environment: str) -> int:
        runs.append(arguments)
        if "EMBERSTACKS_FAILED" not in environment:
            return 0  # the second try
        Path(environment["EMBERSTACKS_FAILED"]).write_text("\n".join(failed), encoding="utf-8")
        return code

    monkeypatch.setattr(tool, "pytest", pytest_run)
    monkeypatch.setattr(tool, "known_flaky", lambda: (KNOWN,))
    assert tool.test("a run", 1, ["tests"]) == expected
    assert runs[1:] == ([failed] if expected != code else [])


def test_without_a_list_nothing_is_tried_again(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "flaky.txt").write_text("# nothing\n\n", encoding="utf-8")
    monkeypatch.setattr(tool, "FLAKY", tmp_path / "flaky.txt")
    assert tool.known_flaky() == ()


def test_every_run_begins_with_the_list(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiling = SimpleNamespace(
        returncode=0, poll=lambda: 0, communicate=lambda: ("compiled.\n", None)
    )
    runs: list[str] = []

    def passed(*_: object, **_environment: str) -> int:
        runs.append(capsys.readouterr().out)
        return 0

    monkeypatch.setattr(sys, "argv", ["tools/test.py", "2"])
    monkeypatch.setattr(tool.browser, "ensure", lambda: None)
    monkeypatch.setattr(tool, "begin_compiling", lambda: compiling)
    monkeypatch.setattr(tool, "test", passed)
    for flaky, told in (
        ((KNOWN, RACE), f"2 known flaky tests would be tried again: {KNOWN}, {RACE}\n"),
        ((), "0 known flaky tests would be tried again\n"),
    ):
        monkeypatch.setattr(tool, "known_flaky", lambda flaky=flaky: flaky)
        runs.clear()
        assert tool.main() == 0
        assert (len(runs), runs[0]) == (2, f"emberstacks: {told}")
