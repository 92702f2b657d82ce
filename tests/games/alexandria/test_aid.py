"""What the player aid, the gallery and the options speak of is in the box of the game that is
played.
"""

from __future__ import annotations

import pytest

from emberstacks.games.alexandria import GAME
from tests.games.alexandria.table import BOX, GROUPS


def signs(group: tuple[str, ...], players: int) -> list[str]:
    options = {f"hero_{'abcd'[seat]}": hero for seat, hero in enumerate(group)}
    parts = GAME.aid(players, GAME.full_options(players, options))
    return [name for part in parts for name, _ in part.signs]


@pytest.mark.parametrize("group", GROUPS, ids="-".join)
def test_the_aid_speaks_only_of_heroes_who_may_be_there(group: tuple[str, ...]) -> None:
    """Octavia alone has guards, Lysandros alone tolls; while somebody may still choose, both may
    come.
    """
    assert ("yellow" in signs(group, len(group))) == ("octavia" in group)
    assert ("lock" in signs(group, len(group))) == ("lysandros" in group)
    assert {"yellow", "lock"} <= set(signs(group[:1], len(group)))


def test_the_gallery_counts_what_is_in_the_box() -> None:
    """§1.2"""
    pieces = GAME.pieces()
    count = {
        group: sum(piece.count for piece in pieces if piece.group == group)
        for group in {piece.group for piece in pieces}
    }
    assert count["Furniture"] == 80
    assert (count["Heroes"], count["Rooms"], count["Rescue cards"], count["Dramatic Ends"]) == (
        4,
        20,
        45,
        8,
    )
    assert [count[f"Cards of {name}"] for name in BOX.heroes] == [12, 12, 12, 12]
    assert {piece.name: piece.count for piece in pieces if piece.group == "Tokens"} == {
        "Fire": 4,
        "Water": 1,
        "Time": 4,
    }


def test_the_options_name_the_heroes_of_the_box() -> None:
    for option in GAME.info.options:
        if option.name.startswith("hero_"):
            assert list(option.choices) == ["any", *BOX.hero_ids]
