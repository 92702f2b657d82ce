"""The picture in the README is what the terminal shows."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "terminal.svg"


def test_the_picture_is_up_to_date() -> None:
    drawn = runpy.run_path(str(ROOT / "tools" / "picture.py"))["picture"]()
    assert drawn == PICTURE.read_text(encoding="utf-8"), (
        "the board has changed: run '.venv/bin/python tools/picture.py'"
    )


def test_the_picture_needs_nothing_from_outside() -> None:
    text = PICTURE.read_text(encoding="utf-8")
    assert "@font-face" not in text
    assert re.findall(r"https?://[^\"' )]+", text) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r"url\((.)", text)) == {"#"}
