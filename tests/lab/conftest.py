"""`make test` runs the lab's tests on the compiled build, which plays their games in a fraction of the time. Tests marked
both_builds run on the source as well. With no compiler, or with a command such as `pytest tests/lab`, all run on the source."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import COMPILED

HERE = Path(__file__).parent
LATER = os.environ.get("EMBERSTACKS_COMPILED_FOLLOWS") == "1"  # tools/test.py: a run on the compiled build comes afterwards


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the run on the compiled build will do."""
    if LATER and not COMPILED:
        kept = [item for item in items if HERE not in item.path.parents or item.get_closest_marker("both_builds")]
        config.hook.pytest_deselected(items=list(set(items).difference(kept)))
        items[:] = kept
