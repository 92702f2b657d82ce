"""A toy that the tests of bots share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emberstacks.games import playing_with
from tests.bots.toy import TOY


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy can be found by its name."""
    with playing_with(TOY):
        yield
