"""`make test` runs the tests of bots on the compiled build, where they think in a fraction of the
time. Tests marked both_builds run on the source as well. With no compiler, or with `pytest
tests/bots`, all run on the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from emberstacks.games import playing_with
from tests.bots.toy import TOY
from tests.conftest import leave_for_the_compiled_build

HERE = Path(__file__).parent


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy can be found by its name."""
    with playing_with(TOY):
        yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    leave_for_the_compiled_build(HERE, config, items)
