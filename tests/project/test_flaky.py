"""The list of known flaky tests, which alone are tried again: it may only shrink, and what tests races is never on it."""

from __future__ import annotations

from pathlib import Path

FLAKY = Path(__file__).parent.parent / "flaky.txt"
MOST = 1  # lower it when the list gets shorter; never raise it
NEVER = ("races", "storm", "durable", "secrecy", "leaks", "two_hubs", "two_processes", "faults", "postgres", "window_beat")


def listed() -> list[str]:
    lines = FLAKY.read_text(encoding="utf-8").splitlines()
    return [name for line in lines if (name := line.partition("#")[0].strip())]


def test_the_list_only_gets_shorter() -> None:
    assert len(listed()) <= MOST


def test_what_tests_races_is_never_tried_again() -> None:
    for name in listed():
        file, _, test = name.partition("::")
        assert not any(word in file for word in NEVER), name
        assert f"def {test.partition('[')[0]}(" in (FLAKY.parent.parent / file).read_text(encoding="utf-8"), name
