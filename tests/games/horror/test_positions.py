"""Positions written by hand: what cannot occur is refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from tests.games.horror.table import begun


def wrong(**fields: Any) -> str:
    data = begun().to_json()
    data["state"].update(fields)
    with pytest.raises(es.BadPosition) as refused:
        es.from_json(data)
    return str(refused.value)


def changed(field: str, place: int, value: int) -> list[int]:
    numbers: list[int] = begun().to_json()["state"][field]
    numbers[place] = value
    return numbers


def test_what_cannot_occur_is_refused() -> None:
    assert "must have 2 entries, not 1" in wrong(fortitude=[0])
    assert "must be from -5 to 5, not 6" in wrong(fortitude=[0, 6])
    assert "does not lie where" in wrong(cell=changed("cell", 0, 0))
    assert "Portal cannot be turned" in wrong(turn=changed("turn", 15, 1))
    assert "is not on a bookcase or drawer" in wrong(marker=changed("marker", 0, 1), meter=[1, 0])
    assert "in the order of their numbers" in wrong(marker=changed("marker", 1, 0))
    assert "level 1 first" in wrong(lurks=[-1] * 4 + [0] * 4)
    assert "never empty" in wrong(coins=[0, 0])
    assert "a different character" in wrong(character=[1, 1])
    assert "in no room" in wrong(place=[14, 0])
    assert "must be from 0 to 1, not 5" in wrong(active=5)
    assert "must be from 1 to 6, not 7" in wrong(white=7)
    assert "'round' must be from 1 to" in wrong(round=200)
    assert "pieces are missing or doubled" in wrong(loose=[1, 0])
    assert "match a secret" in wrong(framed=[1, 0])
    assert "somebody else's turn" in wrong(stack=[["TakeTurn", 1]])
    assert "cannot have 9 as its 'fight'" in wrong(
        stack=[["GoOn"], ["Fight", 9], ["RollYellow", 2]]
    )


def test_more_than_four_monsters_do_not_fit() -> None:
    assert "no room holds more than four" in wrong(lurks=[0] * 5 + [-1] * 3)


def test_a_card_must_belong_to_its_place() -> None:
    hands = begun().to_json()["state"]["hand"]
    hands[0] = [[0, 1, 13, -1]]
    assert "does not belong" in wrong(hand=hands)
    weapons = begun().to_json()["state"]["weapons"]
    weapons[0] = [[0, 1, 12, -1]]  # a Curse's place, but a Blessing's lot
    assert "does not belong" in wrong(weapons=weapons)
