"""The first game in the docs: the first lesson of each game, as a text with pictures of the real
page.

`python tools/walkthrough.py [GAME ...]` takes the pictures again (`make pictures`); the page must
be built ('make web'). They are kept in docs/first-game, because a wheel is often built where there
is no browser.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from browser import chromium

from emberstacks.games import GAMES
from emberstacks.kernel.game import Game
from emberstacks.lessons import lesson, numbers_of
from emberstacks.lessons.play import scene
from emberstacks.lessons.script import Lesson

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs/first-game"
SIZE = 1200, 800
QUALITY = 28  # of WebP: 30 to 58 kB each


def pictured(one: Lesson) -> list[int]:
    """The stops with a picture: the first, and two on the way to the end."""
    last = len(one.stops) - 1
    return sorted({0, last // 3, 2 * last // 3})


def first_game(game: Game) -> str:
    """The walkthrough of a game, as Markdown; empty if it has no lesson."""
    name = game.info.id
    if 1 not in numbers_of(name):
        return ""
    one = lesson(name, 1)
    parts = [
        "## Your first game",
        (
            f"The first turns of a game, about {one.minutes} minutes at the table. You are"
            f" {one.names[one.learner]}. You can also play it yourself: choose *Learn* on the page,"
            f" or type `emberstacks lesson {name} 1`."
        ),
    ]
    for number in range(len(one.stops)):
        now = scene(one, number, [])
        said = now.words + (f" §{now.here.clause}" if now.here.clause else "")
        said = re.sub(r"§(\d+\.\d+)", r"[§\1](#\1)", said)
        chosen = next(
            (
                choice.label
                for choice in now.match.legal(one.learner)
                if str(choice) == now.here.wanted
            ),
            "",
        )
        parts.append(
            f"**{number + 1}.** {said}"
            + (f" *You choose: {chosen.rstrip('.')}.*" if chosen else "")
        )
        picture = PICTURES / f"{name}-{number + 1}.webp"
        if number in pictured(one) and picture.exists():
            parts.append(
                f"![Screenshot of the table at step {number + 1}](../first-game/{picture.name}){{"
                " loading=lazy }"
            )
    return "\n\n".join(parts) + "\n"


def take(names: list[str]) -> None:
    """Open the lesson of each game at the stops and take a picture there."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(ROOT))
    from tests.server.conftest import LUCK, Server

    LUCK.write_text("pictures")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(f"sqlite:///{data}/tables.db").start()
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        try:
            for name in names:
                one = lesson(name, 1)
                for old in PICTURES.glob(f"{name}-[0-9]*.webp"):
                    old.unlink()
                for stop in pictured(one):
                    size = {"width": SIZE[0], "height": SIZE[1]}
                    context = browser.new_context(
                        viewport=size,  # type: ignore[arg-type]
                        color_scheme="light",
                        reduced_motion="reduce",
                    )
                    place = json.dumps({f"{name}/1": stop})
                    context.add_init_script(
                        f"localStorage.setItem('emberstacks-lessons', '{place}')"
                    )
                    page = context.new_page()
                    page.goto(f"{server.base}/learn/{name}/1")
                    page.get_by_text(f"Step {stop + 1} of {len(one.stops)}", exact=True).wait_for()
                    page.wait_for_load_state("networkidle")
                    image = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
                    image.convert("RGB").save(
                        PICTURES / f"{name}-{stop + 1}.webp", quality=QUALITY, method=6
                    )
                    context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    take(sys.argv[1:] or [name for name in GAMES if 1 in numbers_of(name)])
