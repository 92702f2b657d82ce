"""Draw the page's icons that cannot be SVG, from web/install/icon.svg; run it after changing that."""

import os
from pathlib import Path

from browser import chromium
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parents[1] / "web/install"
# name, size in pixels, and how much of it the art may fill: a mask of any shape leaves the middle
# 80 per cent
ICONS = (
    ("icon-192.png", 192, 1.0),
    ("icon-512.png", 512, 1.0),
    ("touch-180.png", 180, 0.86),
    ("maskable-512.png", 512, 0.68),
)


def drawn(art: str, size: int, share: float) -> str:
    """A page that is the icon; if the system cuts out its shape, the background reaches the edges."""
    cut = (
        ""
        if share == 1.0
        else (
            f".ground {{ rx: 0 }} .art {{ transform-origin: 16px 16px; transform: scale({share}) }}"
        )
    )
    return (
        f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }} {cut}</style>{art}"
    )


def main() -> None:
    """Write all of them."""
    art = (HERE / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        for name, size, share in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(drawn(art, size, share))
            page.screenshot(path=HERE / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
