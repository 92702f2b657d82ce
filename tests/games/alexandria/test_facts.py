"""The facts of a view: which rooms may burn, by the rules themselves."""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import NONE, Alexandria
from emberstacks.games.alexandria.steps.burning import last_round, may_burn, next_to_burn
from emberstacks.kernel.masks import how_many, members
from emberstacks.kernel.view import decode_view


def test_the_first_step_of_the_forecast_is_what_burns_next() -> None:
    """§7.3 §7.4 §7.10 At every question of a game, for everybody the same; and it changes nothing."""
    match = es.new("alexandria", players=3, seed=4)
    rng = random.Random(4)
    compared = 0
    while not match.over:
        view = match.view(None, facts=True)
        assert match.view(0, facts=True)["facts"] == view["facts"]
        s = decode_view(GAME, view)
        assert isinstance(s, Alexandria)
        if view["facts"]["burns"]:
            first = [
                room for step in view["facts"]["burns"] if step["at"] == 1 for room in step["rooms"]
            ]
            assert sorted(first) == list(members(next_to_burn(s)))
            held = set(members(s.library & ~may_burn(s))) - {int(s.water)}
            assert set(view["facts"]["holds"]) == (set() if last_round(s) else held)
            compared += 1
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(seat)), seat)
    assert compared > 50


@pytest.mark.parametrize(("players", "seed"), [(3, 7), (4, 3)])
def test_the_forecast_ends_where_only_water_is_left(players: int, seed: int) -> None:
    """§7.4 After the last room of a phase has burnt, a look ahead can come to a Library in which
    nothing may burn.
    """
    match = es.new("alexandria", players=players, seed=seed)
    rng = random.Random(seed)
    ended = 0
    while not match.over:
        view = match.view(None, facts=True)
        s = decode_view(GAME, view)
        assert isinstance(s, Alexandria)
        ended += s.round == s.box.rounds - 1 and how_many(s.library) == players and s.water != NONE
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(seat)), seat)
    assert ended > 0


def test_what_burns_was_foreseen() -> None:
    """§7.1 §7.3 §7.9 Of the rooms that burn first in a phase each was in the forecast just before."""
    for seed in range(4):
        match = es.new("alexandria", players=2, seed=seed)
        rng = random.Random(seed)
        while not match.over:
            before = match.view(None, facts=True)
            seat = rng.choice(match.waiting)
            match.push(rng.choice(match.codes(seat)), seat)
            after = match.view(None)
            gone = before["state"]["library"] & ~after["state"]["library"]
            waiting = before["state"]["to_burn"]
            if waiting and gone and gone & (gone - 1) == 0:
                rooms = {room for step in before["facts"]["burns"] for room in step["rooms"]}
                assert gone.bit_length() - 1 in rooms
