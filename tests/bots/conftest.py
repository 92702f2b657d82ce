"""Most bots read views, which are the same in both builds; only tests marked both_builds run on the compiled one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import COMPILED

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of bots that need no second run."""
    if COMPILED:
        kept = [item for item in items if HERE not in item.path.parents or item.get_closest_marker("both_builds")]
        config.hook.pytest_deselected(items=list(set(items).difference(kept)))
        items[:] = kept
