"""The pages that `balance` and `tune-game` write, in a browser: axe finds nothing, and nothing is
wider than a phone.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from emberstacks.cli.app import main
from tests.server.browser import browser, clean_in_every_light

__all__ = ["browser"]
BALANCE = ["balance", "fire", "--players", "3", "--games", "30", "--against-option", "tools=False"]
TUNE_GAME = [
    "tune-game",
    "fire-prototype",
    "--vary",
    "setup.fires=5:9",
    "--vary",
    "setup.burned_books=1:40",
]
TUNE_GAME += ["--goal", "length=40", "--goal", "seats", "--trials", "6", "--games", "40"]


@pytest.mark.parametrize(
    ("words", "out", "file"),
    [(BALANCE, "page.html", "page.html"), (TUNE_GAME, "set", "set/report.html")],
)
def test_a_report_is_for_everybody(
    words: list[str], out: str, file: str, tmp_path: Path, browser: Browser
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--bots", "random", "--workers", "1", "--out", str(tmp_path / out)])
    assert ended.value.code == 0
    page = browser.new_page()
    page.goto((tmp_path / file).as_uri())
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    clean_in_every_light(page)
    page.close()
