"""All powers (§6), by the genres that have them."""

from __future__ import annotations

from typing import Final

from emberstacks.games.librarians.state import LibraryTable
from emberstacks.games.librarians.steps.black import Crime, Drama, Mystery, PictureBook
from emberstacks.games.librarians.steps.blue import Action, Mythology, Thriller, Travel
from emberstacks.games.librarians.steps.green import Adventure, Comedy, Romance, SelfHelp
from emberstacks.games.librarians.steps.power import Power
from emberstacks.games.librarians.steps.purple import Fantasy, GraphicNovel, Poetry, SciFi
from emberstacks.games.librarians.steps.red import Detective, Horror, Tragedy, TrueCrime
from emberstacks.games.librarians.steps.yellow import Biography, Business, Cooking, Science
from emberstacks.kernel.ints import i64

KINDS: Final[tuple[type[Power], ...]] = (
    Horror, Detective, TrueCrime, Tragedy,
    Romance, Comedy, Adventure, SelfHelp,
    Thriller, Action, Travel, Mythology,
    Fantasy, SciFi, Poetry, GraphicNovel,
    Biography, Science, Business, Cooking,
    Mystery, Crime, Drama, PictureBook,
)  # fmt: skip
POWERS: Final[dict[str, Power]] = {kind.genre: kind() for kind in KINDS}


def power_of(s: LibraryTable, genre: i64) -> Power:
    """What the cards of a genre do."""
    return POWERS[s.box.genre_likes[genre]]
