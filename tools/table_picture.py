"""Draw docs/table.jpg, the picture of the page in the README: a game of Fire in the Library, always
the same one.

The page must be built ('make web'), and a Chromium must be there (EMBERSTACKS_CHROMIUM names
another one).
"""

import asyncio
import os
import random
import tempfile
import threading
import time
from pathlib import Path

import uvicorn
from browser import chromium
from playwright.sync_api import sync_playwright

from emberstacks.bots.specs import bot
from emberstacks.games import game_by_id
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import SealedDealer
from emberstacks.kernel.match import Match
from emberstacks.server.app import create_app
from emberstacks.server.people.accounts import COOKIE, session_id
from emberstacks.server.run import config
from emberstacks.server.settings import Settings
from emberstacks.server.store import Store
from emberstacks.server.store.tables import options_text
from emberstacks.server.tables.reading import event_rows

WHERE = Path(__file__).parents[1] / "docs" / "table.jpg"
SECRET = "5a" * 32
TOKENS = 3  # that the person has drawn
ANSWERS = 60  # that were given before
NAMES = ["Ada", "Folio", "Vellum"]
PORT = 8791
SIZE = 1440, 900
QUALITY = 84  # a PNG would be three times as large


def game_so_far() -> Match:
    """Bots have played until the first seat has drawn a few tokens in a later round."""
    match = new_match(game_by_id("fire"), len(NAMES), {}, SealedDealer(bytes.fromhex(SECRET)), None)
    match.names = NAMES
    player, rng = bot("greedy"), random.Random(1)
    while True:
        seat = match.waiting[0]
        view = match.view(seat)
        table = view["state"]
        drawn = sum(token >= 0 for token in table["spaces"][table["card"] * 5 :][:5])
        drawing = any(choice.text == "draw" for choice in match.legal(seat))
        if seat == 0 and drawing and drawn >= TOKENS and match.length > ANSWERS:
            return match
        match.push(player.choose(view, match.legal(seat), rng), seat)


async def lay(database: str) -> None:
    """Write the table as if it had been played here."""
    store = Store(database)
    await store.open()
    match, now = game_so_far(), time.time()
    await store.add_person("ada", NAMES[0], now)
    await store.add_session(session_id("ada"), "ada", now)
    row = {
        "id": "table",
        "game": "fire",
        "rules": match.game.info.rules_version,
        "players": len(NAMES),
        "options": options_text(match.options),
        "title": "Ada's table",
    }
    row |= {
        "public": False,
        "clock": 0,
        "silent": False,
        "status": "open",
        "host": "ada",
        "secret": SECRET,
        "position": None,
    }
    row |= {"created": now, "changed": now, "result": "", "next": ""}
    chairs = [
        {"table": "table", "seat": seat, "name": name, "stand_in": False}
        | (
            {"kind": "bot", "person": "", "bot": "greedy"}
            if seat
            else {"kind": "person", "person": "ada", "bot": ""}
        )
        for seat, name in enumerate(NAMES)
    ]
    await store.add_table(row, chairs)
    await store.start("table", event_rows("table", 0, match.answers(), now), now)
    await store.close()


def take(base: str) -> None:
    """What the person sees once all pieces are still."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        size = {"width": SIZE[0], "height": SIZE[1]}
        context = browser.new_context(viewport=size, color_scheme="dark", reduced_motion="reduce")  # type: ignore[arg-type]
        context.add_cookies([{"name": COOKIE, "value": "ada", "url": base}])
        page = context.new_page()
        page.goto(f"{base}/table/table")
        page.wait_for_selector(".choices button")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=WHERE, animations="disabled", type="jpeg", quality=QUALITY)
        browser.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.db"
        asyncio.run(lay(database))
        server = uvicorn.Server(
            config(create_app(Settings(database, bot_workers=0)), PORT, log_level="warning")
        )
        running = threading.Thread(target=server.run)
        running.start()
        try:
            while not server.started:
                time.sleep(0.05)
            take(f"http://127.0.0.1:{PORT}")
        finally:
            server.should_exit = True
            running.join()


if __name__ == "__main__":
    main()
