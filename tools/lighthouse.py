"""Measure the lobby and a table with Lighthouse, as on a phone and at a desk; fails if a category
is below 95.

Usage: python tools/lighthouse.py [RUNS]; the middle one of several runs counts. Lighthouse is
fetched by npm, outside the project. Speed is measured too, so nothing else should be running on the
machine. The page must be built ('make web').
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

import web

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.browser import CHROMIUM
from tests.server.conftest import LUCK, Server

LEAST = 95
GAME = "fire"
LIGHTHOUSE = ["exec", "--yes", "--package=lighthouse@13", "--", "lighthouse"]


def addresses(base: str) -> tuple[dict[str, str], str]:
    """The lobby and a table with a bot, for somebody who has come in; and the cookie that says who."""
    with httpx.Client(base_url=base) as ada:
        ada.post("/api/session", json={"name": "Ada"}).raise_for_status()
        seats = [{"kind": "host"}, {"kind": "bot", "bot": "random"}]
        table = ada.post("/api/tables", json={"game": GAME, "seats": seats}).json()["id"]
        ada.post(f"/api/tables/{table}/start").raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in ada.cookies.items())
    return {"lobby": f"{base}/", f"table of {GAME}": f"{base}/table/{table}"}, cookie


def measure(address: str, cookie: str, form: str) -> dict[str, Any]:
    """One run; returns what Lighthouse found."""
    command = [*web.npm(), *LIGHTHOUSE, address, "--quiet", "--output=json"]
    command += ["--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    command += [f"--extra-headers={json.dumps({'Cookie': cookie})}"]
    command += ["--preset=desktop"] if form == "desk" else []
    chrome = {**os.environ, "CHROME_PATH": CHROMIUM or ""}
    done = subprocess.run(command, env=chrome, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"emberstacks: Lighthouse failed: {done.stderr.strip()[-400:]}")
    return dict(json.loads(done.stdout))


def scores(report: dict[str, Any]) -> dict[str, int]:
    """Points from 0 to 100 by category."""
    return {name: round(100 * (one["score"] or 0)) for name, one in report["categories"].items()}


def main(runs: int) -> None:
    """Every page in both forms."""
    LUCK.write_text("lighthouse")
    low = False
    with tempfile.TemporaryDirectory() as data:
        server = Server(f"sqlite:///{data}/tables.db").start()
        try:
            pages, cookie = addresses(server.base)
            for name, address in pages.items():
                for form in ("phone", "desk"):
                    reports = [measure(address, cookie, form) for _ in range(runs)]
                    reports.sort(key=lambda report: scores(report)["performance"])
                    middle = reports[runs // 2]
                    found = scores(middle)
                    every = [scores(report)["performance"] for report in reports]
                    low = low or min(found.values()) < LEAST
                    waited = middle["audits"]["total-blocking-time"]["displayValue"]
                    speed = round(middle["environment"]["benchmarkIndex"])
                    print(
                        f"{name}, {form}: {found} of {every}, blocked {waited}, machine {speed}",
                        flush=True,
                    )
        finally:
            server.stop()
    if low:
        sys.exit(f"emberstacks: a category is below {LEAST}.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
