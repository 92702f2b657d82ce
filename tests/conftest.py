"""What all tests share: how Hypothesis searches, and which build is under test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from emberstacks.kernel import loop

COMPILED = os.environ.get("EMBERSTACKS_TEST_COMPILED") == "1"
SOAK = int(os.environ.get("EMBERSTACKS_SOAK", "0"))  # `make soak`: how many games of each kind; 0: a sample

QUICK = os.environ.get("EMBERSTACKS_QUICK") == "1"  # `make quick`: a sample that takes less than a minute

settings.register_profile("emberstacks", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("emberstacks")


def pytest_sessionstart() -> None:
    """Tests of the compiled build must really run it, and all others the source."""
    ending = loop.__file__.rsplit(".", 1)[-1]
    if (ending != "py") != COMPILED:
        build = "compiled" if COMPILED else "interpreted"
        pytest.exit(f"these tests are for the {build} build, but the kernel is {loop.__file__}", returncode=1)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write down what failed, for whoever asked (tools/test.py)."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if "EMBERSTACKS_FAILED" in os.environ and reporter is not None and not hasattr(session.config, "workerinput"):
        failed = {report.nodeid for outcome in ("failed", "error") for report in reporter.stats.get(outcome, [])}
        Path(os.environ["EMBERSTACKS_FAILED"]).write_text("\n".join(sorted(failed)), encoding="utf-8")


def pytest_report_header() -> str:
    return f"emberstacks: testing the {'compiled' if COMPILED else 'interpreted'} build"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """For `make quick`: all of the kernel, of each game a scenario a chapter, and each law once for every game."""
    if not QUICK:
        return
    kept: dict[object, pytest.Item] = {}
    for item in items:
        if item.path.name == "test_kept_records.py" or "node_counts" in item.name:  # long, and about what seldom changes
            continue
        where, name = item.path.parent, getattr(item, "originalname", item.name)
        if where.name == "every_game":
            game = getattr(item, "callspec", None)
            kept.setdefault((item.path, name, str(game and game.params.get("name", game.params.get("game")))), item)
        elif where.parent.name == "games":
            kept.setdefault(item.path, item)
        else:
            kept[item.nodeid] = item
    chosen = set(map(id, kept.values()))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in chosen])
    items[:] = [item for item in items if id(item) in chosen]
