"""`emberstacks verify FILE`: was the game dealt fairly?"""

from __future__ import annotations

from pathlib import Path

from emberstacks.cli import saves
from emberstacks.cli.errors import Failure
from emberstacks.kernel import record


def verify(file: Path, /) -> None:
    """Draw everything again from the seed in the record, and compare.

    Parameters
    ----------
    file
        The record of a finished game.
    """
    match, headers = saves.load(file)
    if "Seed" not in headers and "Secret" not in headers:
        raise Failure(
            f"{file} does not reveal its seed, so its draws cannot be checked. Records of finished"
            " games do."
        )
    wrong = match.verify()
    if wrong is not None:
        raise Failure(f"The draws in {file} do not match its seed: {wrong}.")
    draws = sum(1 for kind, _, _ in record.read(saves.read(file)).tokens if kind == "chance")
    print(f"All {draws} draws in {file} match its seed.")
