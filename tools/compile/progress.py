"""How far a build is: a line for each part that is done, in a file, because installers keep what a
build prints to themselves. tools/fast.py reads it.
"""

from __future__ import annotations

from pathlib import Path

FILE = Path("build/progress")


def tell(text: str) -> None:
    """One more part is done."""
    FILE.parent.mkdir(exist_ok=True)
    with FILE.open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def lines(file: Path) -> list[str]:
    """What has been told so far, without a line that is being written."""
    if not file.is_file():
        return []
    return file.read_text(encoding="utf-8").rpartition("\n")[0].splitlines()
