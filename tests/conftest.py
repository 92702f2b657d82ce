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


LONG = 60  # seconds: after a longer run it is told where they went


def seconds_by_folder(reports: Iterable[tuple[str, float]]) -> list[tuple[str, int]]:
    """Where the time of tests went, by their names and seconds: most first, and the tests of the
    page by themselves.

    >>> seconds_by_folder([("tests/server/test_page_fire.py::test_a", 9.6), ("tests/envs/test_pages.py::test_b", 2.0)])
    [('tests/server, in a browser', 10), ('tests/envs', 2)]
    """
    spent: dict[str, float] = defaultdict(float)
    for name, seconds in reports:
        file = name.partition("::")[0]
        folder = "/".join(file.split("/")[:2])
        spent[folder + (", in a browser" if file.startswith("tests/server/test_page") else "")] += (
            seconds
        )
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
    spent = seconds_by_folder((one.nodeid, one.duration) for one in every)
    if sum(seconds for _, seconds in spent) > LONG:
        told = "; ".join(f"{folder} {seconds} s" for folder, seconds in spent if seconds)
        terminalreporter.write_line(f"emberstacks: where the workers' time went: {told}")


def leave_for_the_compiled_build(
    folder: Path, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Of the tests in a folder, keep only those marked both_builds if the same `make test` runs all
    of them compiled.
    """
    if COMPILED_FOLLOWS and not COMPILED:
        kept = [
            item
            for item in items
            if folder not in item.path.parents or item.get_closest_marker("both_builds")
        ]
        config.hook.pytest_deselected(items=list(set(items).difference(kept)))
        items[:] = kept


def pytest_collection_finish() -> None:
    """What is there now stays: Python need not look through it for garbage again, and seldom for
    more of it.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def pytest_report_header() -> str:
    return f"emberstacks: testing the {'compiled' if COMPILED else 'interpreted'} build"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """After the folders have left out what they do not want to run."""
    if QUICK:
        keep_a_sample(config, items)
    items[:] = long_ones_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def long_ones_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Each worker begins with some of the files of the server, whose tests take longest, and then
    gets an equal share.

    Workers take the same number of tests each, in this order, and later from each other's ends: so
    nobody is left with a long test when the others have finished.
    """
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    long = [file for file in files if file.parent.name == "server"]
    shares = [[item for file in long[k::workers] for item in files[file]] for k in range(workers)]
    rest = [item for item in items if item.path.parent.name != "server"]
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


def keep_a_sample(config: pytest.Config, items: list[pytest.Item]) -> None:
    """For `make quick`: all of the kernel, of each game a scenario a chapter, and each law once for
    every game.
    """
    kept: dict[object, pytest.Item] = {}
    for item in items:
        # long, and about what seldom changes
        if item.path.name == "test_kept_records.py" or "node_counts" in item.name:
            continue
        where, name = item.path.parent, getattr(item, "originalname", item.name)
        if where.name == "every_game":
            game = getattr(item, "callspec", None)
            kept.setdefault(
                (item.path, name, str(game and game.params.get("name", game.params.get("game")))),
                item,
            )
        elif where.parent.name == "games":
            kept.setdefault(item.path, item)
        else:
            kept[item.nodeid] = item
    chosen = set(map(id, kept.values()))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in chosen])
    items[:] = [item for item in items if id(item) in chosen]
