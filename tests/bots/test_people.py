"""The people behind the bots."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.bots.people import PEOPLE, people_of
from emberstacks.bots.specs import bot_kinds
from emberstacks.cli.seats import LONGEST, default_names
from emberstacks.games import GAMES

FACES = Path(__file__).parents[2] / "web/src/pieces/faces.ts"
MOST = max(info.max_players for info in es.list_games()) - 1  # bots beside one person


def test_every_level_and_style_has_people_and_a_face() -> None:
    drawn = FACES.read_text()
    for kind in bot_kinds():
        assert len(people_of(kind.name)) == (MOST if kind.group else 0), kind.name
        assert (f"\n  {kind.name}: {{" in drawn) == bool(kind.group), kind.name


def test_nobody_has_the_name_of_another_person_or_of_a_thing_in_a_game() -> None:
    names = list(chain.from_iterable(PEOPLE.values()))
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= LONGEST
    for game in GAMES.values():
        printed = json.dumps(game.printed(), default=str)
        assert [name for name in names if f'"{name}"' in printed or f'"{name} ' in printed] == [], (
            game.info.id
        )


@pytest.mark.parametrize("kind", PEOPLE)
def test_a_table_full_of_one_kind_has_different_names(kind: str) -> None:
    names = default_names(["you", *[kind] * MOST])
    assert names == ["Reader", *PEOPLE[kind]]
    assert len({name[0] for name in PEOPLE[kind]}) == MOST  # figures show the first letter
