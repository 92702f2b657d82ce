"""The lab in a browser: a run by keyboard, watched live, a game of it at the table, and all of it again after a restart."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, expect

from tests.server import plain
from tests.server.browser import browser, clean_in_every_light
from tests.server.conftest import free_port

__all__ = ["browser"]


@contextmanager
def lab(folder: Path, port: int) -> Iterator[str]:
    """The command, as people run it; it ends by Ctrl-C."""
    command = [sys.executable, "-m", "emberstacks", "lab", "--folder", str(folder), "--port", str(port), "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        with plain.Client() as client:
            for _ in range(1800):
                try:
                    if client.get(f"http://127.0.0.1:{port}/lab").status_code == 200:
                        break
                except httpx.TransportError:
                    time.sleep(0.1)
        yield f"http://localhost:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def test_a_run_from_the_form_to_a_replay(tmp_path: Path, browser: Browser) -> None:
    port = free_port()
    context = browser.new_context()
    wrong: list[str] = []
    with lab(tmp_path, port) as base:
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(base)
        page.get_by_role("link", name="prototype").focus()
        page.keyboard.press("Enter")
        page.get_by_label("Bots", exact=True).fill("nobody")
        page.get_by_label("Games", exact=True).fill("60")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("There is no bot 'nobody'.")
        expect(page.get_by_label("Games", exact=True)).to_have_value("60")
        clean_in_every_light(page)
        page.get_by_label("Bots", exact=True).fill("random")
        page.get_by_label("Which game").select_option("horror")
        page.wait_for_url("**/new?game=horror*")
        page.get_by_label("Which game").select_option("fire-prototype")
        page.wait_for_url("**/new?game=fire-prototype*")
        expect(page.get_by_label("Bots", exact=True)).to_have_value("random")  # what was typed stays
        page.get_by_label("Bots", exact=True).press("Enter")
        expect(page.get_by_text("Done: 60 games.")).to_be_visible()  # without loading the page again
        expect(page.get_by_role("heading", name="Wins by seat")).to_be_visible()
        clean_in_every_light(page)
        page.get_by_role("link", name="Games", exact=True).click()
        clean_in_every_light(page)
        page.get_by_role("link", name="Watch seed 3", exact=True).click()
        page.wait_for_url("**/replay/*")
        expect(page.get_by_role("button", name="Next")).to_be_visible()
        expect(page.get_by_label("Seen by")).to_contain_text("random A")
        assert context.cookies() == []  # people may have a session of their own on this computer
        page.goto(base)
        clean_in_every_light(page)
        with plain.Client() as client:  # another site's name for this computer
            assert client.get(f"http://127.0.0.1:{port}/api/games", headers={"Host": "evil.example"}).status_code == 403
    with lab(tmp_path, port) as base:
        page.goto(base)
        page.get_by_role("link", name="Run 1").click()
        expect(page.get_by_text("Done: 60 games.")).to_be_visible()
    assert wrong == []
    context.close()


QUICK = """new MutationObserver((_, watch) => {
    if (!document.querySelector("select[name=game] option[value=fire-prototype]")) return;
    watch.disconnect();
    document.querySelector("select[name=game]").value = "fire-prototype";
}).observe(document, { childList: true, subtree: true })"""


def test_a_game_chosen_before_the_script_is_there_counts(tmp_path: Path, browser: Browser) -> None:
    context = browser.new_context()
    with lab(tmp_path, free_port()) as base:
        page = context.new_page()
        page.add_init_script(QUICK)
        page.goto(f"{base}/lab/new?game=horror")
        page.wait_for_url("**/new?game=fire-prototype*")
        expect(page.get_by_label("Which game")).to_have_value("fire-prototype")
    context.close()
