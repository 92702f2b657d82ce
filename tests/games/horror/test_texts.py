"""What people read around the rules names only what is in the game they play."""

from __future__ import annotations

from collections import Counter

import pytest

from emberstacks.games.horror import GAME
from emberstacks.kernel.game import Value
from tests.games.horror.table import BOX

ADVANCED: dict[str, Value] = {"abilities": True, "monster_abilities": True}


def aid_of(players: int, **options: Value) -> str:
    parts = GAME.aid(players, GAME.full_options(players, options))
    return " ".join(" ".join([part.title, *part.lines]) for part in parts)


@pytest.mark.parametrize(
    ("players", "expansion", "characters"),
    [(2, False, 4), (2, True, 6), (4, False, 4), (5, False, 6)],
)
def test_the_aid_names_the_characters_that_take_part(
    players: int, expansion: bool, characters: int
) -> None:
    text = aid_of(players, expansion=expansion, **ADVANCED)
    assert [name in text for name in BOX.characters] == [number < characters for number in range(6)]
    assert [BOX.ability[number] in text for number in range(6)] == [
        number < characters for number in range(6)
    ]


def test_the_aid_names_gifts_and_objects_only_if_they_were_agreed() -> None:
    plain, gifts, objects = aid_of(2), aid_of(2, abilities=True), aid_of(2, monster_abilities=True)
    assert not any(name in plain for name in BOX.characters)
    assert all(text in gifts and text not in objects for text in (BOX.best[0], BOX.worst[3]))
    assert all(
        text in objects and text not in gifts
        for text in (BOX.ability[0], BOX.objects[BOX.object[3]])
    )


def test_the_gallery_shows_what_is_in_the_box() -> None:
    groups: Counter[str] = Counter()
    for piece in GAME.pieces():
        groups[piece.group] += piece.count
    assert (groups["Blessings"], groups["Curses"], groups["Monsters"]) == (10, 10, 8)
    assert (groups["Characters"], groups["Rooms"], groups["Pages and secrets"]) == (6, 16, 60)


def test_the_gallery_says_when_gifts_and_objects_count() -> None:
    for piece in GAME.pieces():
        if piece.group == "Characters":
            assert "With gifts and weaknesses: at +5" in piece.text
            assert "With objects against monsters: while the page" in piece.text
            assert piece.text.endswith("Otherwise all guests are alike.")
        assert " 0 " not in f" {piece.text}"


def test_options_speak_of_characters_and_their_objects() -> None:
    helps = {option.name: option.help for option in GAME.info.options}
    assert (
        helps["monster_abilities"]
        == "For those who know the game: an object for each character, whose page helps it against"
        " monsters."
    )
    assert not any("each monster has" in text for text in helps.values())
