"""`emberstacks verify FILE`: were the draws honest?"""

from __future__ import annotations

from pathlib import Path

from emberstacks.cli import saves
from emberstacks.cli.errors import Failure
from emberstacks.kernel import record


def verify(file: Path, /) -> None:
    """Draw everything again from the seed that the record reveals, and compare."""
    match, headers = saves.load(file)
    if "Seed" not in headers and "Secret" not in headers:
        raise Failure(f"{file} does not reveal its seed, so nobody can check its draws; a finished game's record does.")
    wrong = match.verify()
    if wrong is not None:
        raise Failure(f"The draws of {file} do not follow from its seed: {wrong}.")
    draws = sum(1 for kind, _, _ in record.read(saves.read(file)).tokens if kind == "chance")
    print(f"All {draws} draws of {file} follow from its seed.")
