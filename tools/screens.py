"""Take pictures of every screen of the page at common sizes, in the light and the dark theme.

Usage: python tools/screens.py FOLDER [SCREEN ...]; with scrollbars. The page must be built ('make
web').
"""

import os
import sys
import tempfile
from pathlib import Path

from browser import chromium
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.conftest import LUCK, Server
from tests.server.screens import screens

SIZES = ((1440, 900), (390, 844), (820, 1180), (844, 390), (2560, 1440))


def main(folder: Path, wanted: list[str]) -> None:
    """One walk through the screens, with a picture of each at every size and in both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    LUCK.write_text("pictures")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(f"sqlite:///{data}/tables.db").start()
        arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=arguments, ignore_default_args=["--hide-scrollbars"]
        )
        try:
            for name, page in screens(browser.new_context(reduced_motion="reduce"), server.base):
                for width, height in SIZES if not wanted or name in wanted else ():
                    page.set_viewport_size({"width": width, "height": height})
                    for scheme in ("light", "dark"):
                        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                        page.wait_for_timeout(350)
                        page.screenshot(
                            path=folder / f"{name.replace(' ', '-')}-{width}-{scheme}.png"
                        )
                page.set_viewport_size({"width": 1440, "height": 900})
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
