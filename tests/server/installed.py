"""A server started by the command that people type, outside the tree, and a first move in a
browser.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, expect

from tests.server import plain
from tests.server.browser import (
    choose_last,
    come_in,
    open_table,
    settled,
    wait_for_news,
)
from tests.server.conftest import Server, free_port
from tests.waiting import until

PATIENCE = 300.0  # seconds: the first start compiles everything, perhaps on a busy machine


@contextmanager
def serving(emberstacks: list[str], folder: Path, environment: dict[str, str]) -> Iterator[Server]:
    """A server of an installed package, run in a folder."""
    server = Server("")
    server.port = free_port()
    command = [*emberstacks, "serve", "--port", str(server.port), "--no-browser"]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            until(lambda: answers(server.base) or process.poll() is not None, PATIENCE)
            assert process.poll() is None, process.communicate()
            yield server
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def answers(base: str) -> bool:
    try:
        return plain.get(f"{base}/health").status_code == 200
    except httpx.TransportError:
        return False


def make_a_move(browser: Browser, server: Server) -> None:
    """The page, a table against a bot, its board, and one answer that everybody is told."""
    with browser.new_context() as context:
        page = come_in(context, server, "Ada")
        open_table(page, "Novice")
        choices = page.locator(".prompt:not(.running) .choices button")
        expect(choices.first).to_be_visible()
        expect(page.locator(".board")).to_be_visible()
        told = page.locator("[data-region=story] ol li").count()
        choose_last(page)
        wait_for_news(page, told)
        settled(page)
