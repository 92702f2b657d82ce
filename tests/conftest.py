"""What all tests share: how Hypothesis searches, and which build is under test."""

from __future__ import annotations

import gc
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from emberstacks.kernel import loop

COMPILED = os.environ.get("EMBERSTACKS_TEST_COMPILED") == "1"
# tools/test.py: a run on the compiled build comes afterwards
COMPILED_FOLLOWS = os.environ.get("EMBERSTACKS_COMPILED_FOLLOWS") == "1"
# `make soak`: how many games of each kind; 0: a sample
SOAK = int(os.environ.get("EMBERSTACKS_SOAK", "0"))

# `make quick`: a sample that takes less than a minute
QUICK = os.environ.get("EMBERSTACKS_QUICK") == "1"

settings.register_profile(
    "emberstacks", deadline=None, derandomize=not SOAK, suppress_health_check=list(HealthCheck)
)
settings.load_profile("emberstacks")


def pytest_sessionstart() -> None:
    """Tests of the compiled build must really run it, and all others the source."""
    ending = loop.__file__.rsplit(".", 1)[-1]
    if (ending != "py") != COMPILED:
        build = "compiled" if COMPILED else "interpreted"
        pytest.exit(
            f"these tests are for the {build} build, but the kernel is {loop.__file__}",
            returncode=1,
        )


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write down what failed, for whoever asked (tools/test.py)."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if (
        "EMBERSTACKS_FAILED" in os.environ
        and reporter is not None
        and not hasattr(session.config, "workerinput")
    ):
        failed = {
            report.nodeid
            for outcome in ("failed", "error")
            for report in reporter.stats.get(outcome, [])
        }
        Path(os.environ["EMBERSTACKS_FAILED"]).write_text(
            "\n".join(sorted(failed)), encoding="utf-8"
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Consecutive tests share a browser (tests/server/browser.py); after the last of them it is
    closed.
    """
    yield
    used = "browser" in getattr(item, "fixturenames", ())
    if used and "browser" not in getattr(nextitem, "fixturenames", ()):
        sys.modules["tests.server.browser"].SHARED.close()


def pytest_itemcollected(item: pytest.Item) -> None:
    """What looks at the page is marked by what it asks for."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")


A_WHILE = 60  # seconds: after a longer run it is told where they went


def seconds_by_folder(reports: Iterable[tuple[str, str, float]]) -> list[tuple[str, int]]:
    """Where the time of tests went, by their names, marks and seconds: most first.

    >>> seconds_by_folder([("tests/server/test_a.py::test_b", "", 2.0), ("tests/server/test_c.py::test_d", "browser", 9.6)])
    [('tests/server, browser', 10), ('tests/server', 2)]
    """
    spent: dict[str, float] = defaultdict(float)
    for name, mark, seconds in reports:
        folder = "/".join(name.partition("::")[0].split("/")[:2])
        spent[f"{folder}, {mark}" if mark else folder] += seconds
    return [
        (folder, round(seconds))
        for folder, seconds in sorted(spent.items(), key=lambda one: -one[1])
    ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """After a long run, say where the time went."""
    every = [
        one
        for reports in terminalreporter.stats.values()
        for one in reports
        if isinstance(one, pytest.TestReport)
    ]
    spent = seconds_by_folder(
        (one.nodeid, next((mark for mark in LONG if mark in one.keywords), ""), one.duration)
        for one in every
    )
    if sum(seconds for _, seconds in spent) > A_WHILE:
        told = "; ".join(f"{folder} {seconds} s" for folder, seconds in spent if seconds)
        terminalreporter.write_line(f"emberstacks: where the workers' time went: {told}")


HERE = Path(__file__).parent
# `make test` runs these on the compiled build, where bots think in a fraction of the time; of
# them, those marked both_builds run on the source as well. With no compiler, or with a command
# such as `pytest tests/lab`, all run on the source.
THINKING = (HERE / "bots", HERE / "lab")


def left_for_the_compiled_build(item: pytest.Item) -> bool:
    return item.path.parent in THINKING and not item.get_closest_marker("both_builds")


def pytest_collection_finish() -> None:
    """What is there now stays: Python need not look through it for garbage again, and seldom for
    more of it.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def pytest_report_header() -> str:
    return f"emberstacks: testing the {'compiled' if COMPILED else 'interpreted'} build"


LONG = ("browser", "process", "slow")  # tests that are marked so take longest, or wait


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if COMPILED_FOLLOWS and not COMPILED:
        keep(config, items, [one for one in items if not left_for_the_compiled_build(one)])
    if QUICK:
        keep(config, items, sample(items))
    items[:] = long_ones_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def keep(config: pytest.Config, items: list[pytest.Item], kept: list[pytest.Item]) -> None:
    """Only these, and say how many are left out."""
    config.hook.pytest_deselected(items=list(set(items).difference(kept)))
    items[:] = kept


def is_long(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in LONG)


def long_ones_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Each worker begins with some of the files that hold long tests, those with slow ones first,
    and then gets an equal share.

    Workers take the same number of tests each, in this order, and later from each other's ends: so
    nobody is left with a long test when the others have finished.
    """
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    long = [file for file, tests in files.items() if any(map(is_long, tests))]
    long.sort(key=lambda file: not any(one.get_closest_marker("slow") for one in files[file]))
    shares = [[item for file in long[k::workers] for item in files[file]] for k in range(workers)]
    rest = [item for file, tests in files.items() if file not in set(long) for item in tests]
    ordered: list[pytest.Item] = []
    for k, share in enumerate(shares, 1):
        room = (
            max(0, len(items) * k // workers - len(ordered) - len(share))
            if k < workers
            else len(rest)
        )
        ordered += share + rest[:room]
        del rest[:room]
    return ordered


def sample(items: list[pytest.Item]) -> list[pytest.Item]:
    """For `make quick`: all of the kernel, of each game a scenario a chapter, and each law once for
    every game; nothing slow.
    """
    kept: dict[object, pytest.Item] = {}
    for item in items:
        if item.get_closest_marker("slow"):
            continue
        where, name = item.path.parent, getattr(item, "originalname", item.name)
        if where.name == "every_game":
            case = getattr(item, "callspec", None)
            game = case and case.params.get("name", case.params.get("game"))
            kept.setdefault((item.path, name, str(game)), item)
        elif where.parent.name == "games":
            kept.setdefault(item.path, item)
        else:
            kept[item.nodeid] = item
    chosen = set(map(id, kept.values()))
    return [item for item in items if id(item) in chosen]
