"""Every game can be finished by who hears the page and does not see it. `make soak` plays longer
ones.
"""

from __future__ import annotations

import os
import random

import pytest
from playwright.sync_api import Browser

import emberstacks as es
from tests.server.browser import browser, sit_down
from tests.server.conftest import Server
from tests.server.robot import LISTEN, errors_of, finish

__all__ = ["browser"]

LONG = int(os.environ.get("EMBERSTACKS_ROBOT", "0"))  # more games of each kind, with all opponents
CASES = [
    pytest.param(info.id, number, id=info.id if number == 0 else f"{info.id}-{number}")
    for info in es.list_games()
    for number in range(1 + LONG)
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), CASES)
def test_a_game_is_finished_by_the_accessibility_tree_alone(
    browser: Browser, server: Server, game: str, number: int
) -> None:
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1280, "height": 900}
    ) as context:
        context.add_init_script(LISTEN)
        wrong = errors_of(context)
        page = sit_down(context, server, "Rob", *["random"] * (3 if number else 1), game=game)
        assert finish(page, random.Random(number), 4000 if LONG else 900) > 0
        lines = page.locator("aside ol li > span").all_text_contents()
        page.wait_for_function("last => window.heard.at(-1)?.endsWith(last)", arg=lines[-1])
        heard = " ".join(page.evaluate("window.heard"))
        assert heard == " ".join(lines), "each line is said once, in order, and none is left out"
        assert wrong == []
