"""Sound: silent until somebody switches it on in the settings; then a turn, a draw, fire and the
end can be heard.
"""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.server.browser import FIRST, browser, come_in, open_table, play_to_the_end
from tests.server.conftest import Server

__all__ = ["browser"]

# a tone of each of the four sounds that no other has
TURN, DRAW, FIRE, END = 659, 392, 82, 1047
EAR = """
window.tones = [];
window.OscillatorNode = class extends OscillatorNode {
  constructor(context, options) {
    super(context, options);
    window.tones.push(options.frequency);
  }
};
"""


def test_sounds_are_off_until_somebody_wants_them(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        context.add_init_script(EAR)
        page = come_in(context, server, "Ada")
        open_table(page, "Greedy bot")
        page.wait_for_selector(".choices button")
        assert page.evaluate("window.tones") == []
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("group", name="Sound").get_by_label("On").check()
        page.get_by_role("button", name="Close").click()
        play_to_the_end(page, FIRST)  # who always draws soon sees fire
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
        assert {TURN, DRAW, FIRE, END} <= set(page.evaluate("window.tones"))
