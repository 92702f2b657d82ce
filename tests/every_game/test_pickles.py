"""A match can be pickled and copied deeply at any moment, and goes on as if nothing had been; in
every game and both builds.
"""

from __future__ import annotations

import copy
import pickle

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import ScriptedDealer
from emberstacks.kernel.match import Match
from tests.every_game.test_snapshots import everything


def pickled(match: Match) -> Match:
    twin = pickle.loads(pickle.dumps(match))
    assert isinstance(twin, Match)
    return twin


@pytest.mark.parametrize("seed", [7, None])
@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_on_from_its_pickle(name: str, seed: int | None) -> None:
    """Also where only some have answered a question for all, and where an answer can still be taken
    back.
    """
    match = es.new(name, players=3, seed=seed)
    match.names = ["Ada", "Ben", "Cleo"]
    turn = 0
    while not match.over:
        turn += 1
        seat = match.waiting[-1]
        match.push(match.default(seat) or "", seat)
        if turn % 8 == 1 or (match.sealed() and turn % 2):
            twin = pickled(match)
            assert everything(twin) == everything(match)
            match = twin  # the rest is played on what came out of the pickle
    assert match.verify() is None


def test_a_deep_copy_is_independent() -> None:
    match = es.new("fire-prototype", players=2, seed=3)
    twin = copy.deepcopy(match)
    twin.push("draw")
    assert twin.length > match.length
    match.push("draw")
    assert everything(twin) == everything(match)


def test_a_position_and_a_scripted_dealer_are_kept() -> None:
    game = GAMES["fire-prototype"]
    script = ScriptedDealer(["green", "brown", "black", "yellow", "white"], 5)
    match = new_match(game, 2, {}, script, None)
    twin = pickled(match)
    assert everything(twin) == everything(match)
    position = es.from_json(match.to_json(), seed=4)
    again = pickled(position)
    for each in (position, again):
        each.push("draw")
    assert everything(again) == everything(position)
