"""The neutral board on the page: a toy with cards that can be used in several ways."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.browser import browser, by_day_and_night, sit_down
from tests.server.conftest import Server

__all__ = ["browser"]

ROOT = Path(__file__).parents[2]
FOLDER = "src/emberstacks/games/toy_smugglers"


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server whose registry finds the toy."""
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.pyc", "site", "*.egg-info")
    )
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "__init__.py").write_text(
        "from tests.toys.smugglers import SMUGGLERS as GAME\n", encoding="utf-8"
    )
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'src'}:{ROOT}")
    return Server(f"sqlite:///{tmp_path / 'tables.db'}").start()


def test_a_card_with_several_uses_asks_which(browser: Browser, toys: Server) -> None:
    """By mouse and by keyboard; who closes it is back on the card."""
    try:
        with browser.new_context() as context:
            page = sit_down(context, toys, "Ada", "novice", game="toy-smugglers")
            hand = page.get_by_role("list", name="Ada, Hand: 2")
            card = hand.get_by_role("button").first
            expect(card).to_have_attribute("aria-haspopup", "dialog")
            kind = card.get_attribute("data-name")
            card.press("Enter")
            uses = page.get_by_role("dialog", name=kind)
            expect(uses.get_by_role("button", name=f"Play {kind}".lower())).to_be_focused()
            expect(card).to_have_attribute("aria-expanded", "true")
            assert by_day_and_night(page) == []
            page.keyboard.press("Escape")
            expect(uses).to_have_count(0)
            expect(card).to_be_focused()
            page.get_by_role("button", name="Deck: 8: 2 choices").click()
            page.get_by_role("dialog", name="Deck").get_by_role(
                "button", name="Draw a card"
            ).click()
            expect(page.locator("ol li", has_text="Ada draws")).to_have_count(3)  # two were dealt
    finally:
        toys.stop()
