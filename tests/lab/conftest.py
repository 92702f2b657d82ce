"""`make test` runs the lab's tests on the compiled build, which plays their games in a fraction of
the time. Tests marked both_builds run on the source as well. With no compiler, or with a command
such as `pytest tests/lab`, all run on the source.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import leave_for_the_compiled_build

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_for_the_compiled_build(HERE, config, items)
