"""Play with other figures: a folder of data files instead of a game's own, in this process and
those it starts.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from emberstacks.games import FIGURES, game_of, use_figures
from emberstacks.lab.plan import check_playable

Folder = Annotated[
    Path | None, Parameter(help="A folder with edited copies of a game's data files to play with.")
]


def play_with(folder: Path) -> str:
    """Use the data files of a folder from now on; the id of their game."""
    name = game_of(folder)
    check_playable(name, folder)
    use_figures(name, folder)
    os.environ[FIGURES] = str(folder.absolute())
    return name
