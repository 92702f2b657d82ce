"""The lab in a browser: a run by keyboard, watched live, a game of it at the table, and all of it
again after a restart.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, expect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from emberstacks.cli.lab import opening
from tests.server import plain
from tests.server.browser import browser, clean_in_every_light
from tests.server.conftest import free_port
from tests.waiting import until

__all__ = ["browser"]


class Lab(NamedTuple):
    """A lab that runs."""

    base: str
    key: str  # what its address needs: token=...

    def status(self, path: str, **headers: str) -> int:
        with plain.Client() as client:
            return client.get(f"{self.base}{path}", headers=headers).status_code


@contextmanager
def lab(folder: Path, port: int) -> Iterator[Lab]:
    """The command, as people run it; it ends by Ctrl-C."""
    command = [
        sys.executable,
        "-m",
        "emberstacks",
        "lab",
        "--folder",
        str(folder),
        "--port",
        str(port),
        "--workers",
        "1",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert process.stdout is not None
        told = re.match(
            rf"The lab is at (http://localhost:{port})/lab\?(token=[\w-]{{43}}) ",
            process.stdout.readline(),
        )
        assert told is not None
        running = Lab(told[1], told[2])

        def is_open() -> bool:
            with suppress(httpx.TransportError):
                return running.status(f"/lab?{running.key}") == 303
            return False

        until(is_open)
        yield running
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def test_a_lab_is_open_only_to_those_who_have_its_token(tmp_path: Path) -> None:
    port = free_port()
    with lab(tmp_path, port) as here:
        token = here.key.removeprefix("token=")
        paths = (
            "/",
            "/lab",
            "/lab/new",
            "/lab/lab.js",
            "/api/games",
            "/api/session",
            "/table/none",
            "/health",
            "/worker.js",
        )
        for path in paths:
            assert here.status(path) == 403, path
            assert here.status(f"{path}?token=guess") == 403
            assert (
                here.status(
                    path, Authorization="Bearer guess", Cookie=f"emberstacks-lab-{port}=guess"
                )
                == 403
            )
            assert here.status(path, Authorization=f"Bearer {token}") in (200, 307), path
            assert here.status(path, Authorization=f"Bearer {token}", Host="evil.example") == 403
        with plain.Client() as client:
            assert "the address that it printed" in client.get(f"{here.base}/lab").text
            assert client.post(f"{here.base}/lab/runs", data={"game": "fire"}).status_code == 403
            first = client.get(f"{here.base}/lab/new?game=fire&{here.key}")
        assert first.headers["location"] == "/lab/new?game=fire"
        assert (
            first.headers["set-cookie"]
            == f"emberstacks-lab-{port}={token}; Path=/; HttpOnly; SameSite=Lax"
        )
        address = f"ws://localhost:{port}/ws/none"
        with pytest.raises(InvalidStatus):
            connect(address)
        with (
            connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket,
            pytest.raises(ConnectionClosed) as end,
        ):
            socket.recv(timeout=60)
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 4404  # inside: there is only no such table


def test_a_browser_is_led_to_the_lab_by_a_page_that_only_its_owner_reads(
    tmp_path: Path, browser: Browser
) -> None:
    with lab(tmp_path, free_port()) as here:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{here.base}/lab")
        expect(page.get_by_text("not for everybody on this computer")).to_be_visible()
        # as the lab opens the browser
        page.goto(opening(tmp_path, f"{here.base}/lab?{here.key}").as_uri())
        page.wait_for_url(f"{here.base}/lab")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert (tmp_path / "open.html").stat().st_mode & 0o077 == 0
        context.close()


def test_a_run_from_the_form_to_a_replay(tmp_path: Path, browser: Browser) -> None:
    port = free_port()
    context = browser.new_context()
    wrong: list[str] = []
    with lab(tmp_path, port) as here:
        base = here.base
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{base}/lab?{here.key}")
        page.wait_for_url(f"{base}/lab")  # no history keeps the token
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
        # what was typed stays
        expect(page.get_by_label("Bots", exact=True)).to_have_value("random")
        page.get_by_label("Bots", exact=True).press("Enter")
        # without loading the page again
        expect(page.get_by_text("Done: 60 games.")).to_be_visible()
        expect(page.get_by_role("heading", name="Wins by seat")).to_be_visible()
        clean_in_every_light(page)
        page.get_by_role("link", name="Games", exact=True).click()
        clean_in_every_light(page)
        page.get_by_role("link", name="Watch seed 3", exact=True).click()
        page.wait_for_url("**/replay/*")
        expect(page.get_by_role("button", name="Next")).to_be_visible()
        expect(page.get_by_label("Seen by")).to_contain_text("random A")
        # people may have a session of their own on this computer
        assert [cookie["name"] for cookie in context.cookies()] == [f"emberstacks-lab-{port}"]
        page.goto(base)
        clean_in_every_light(page)
    with lab(tmp_path, port) as here:
        page.goto(f"{base}/lab")
        # the token of the last one is no good
        expect(page.get_by_text("not for everybody on this computer")).to_be_visible()
        page.goto(f"{base}/lab?{here.key}")
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
    with lab(tmp_path, free_port()) as here:
        page = context.new_page()
        page.add_init_script(QUICK)
        page.goto(f"{here.base}/lab/new?game=horror&{here.key}")
        page.wait_for_url("**/new?game=fire-prototype*")
        expect(page.get_by_label("Which game")).to_have_value("fire-prototype")
    context.close()
