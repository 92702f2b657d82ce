"""OpenSpiel: its own checks over every game, and what they do not check."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import emberstacks as es
from emberstacks.envs import openspiel
from emberstacks.envs.setup import Setup
from emberstacks.games import GAMES
from emberstacks.kernel.codec import canonical
from tests.every_game.table import some_options

# the check looks at everything in every position
SHORT: dict[str, dict[str, Any]] = {"horror": {"rounds": 10}}


def load(name: str, players: int, options: dict[str, Any]) -> Any:
    return pyspiel.load_game(openspiel.name_of(GAMES[name]), {"players": players, **options})


def side_by_side(name: str, seed: int) -> Iterator[tuple[es.Match, Any]]:
    """A random game as a match and in OpenSpiel, at every decision."""
    rng = random.Random(seed)
    options = {**some_options(GAMES[name], 3, rng), **SHORT.get(name, {})}
    match = Setup(name, 3, options).begin(seed)
    state = load(name, 3, options).new_initial_state()
    firsts, told = match.game.first_actions(), 0
    while True:
        for seat, outcome in match.answers(told):
            if seat < 0:
                state.apply_action(outcome)
        told = match.length
        yield match, state
        if match.over:
            return
        code = rng.choice(match.codes())
        state.apply_action(firsts[match.step] + code)
        match.push(code)


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(
        load(name, 2, SHORT.get(name, {})), num_sims=1, serialize=True, verbose=False
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_player_observes_exactly_its_view(name: str) -> None:
    """Also while others draft their turns or have sealed their answers."""
    spectator = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    for number, (match, state) in enumerate(side_by_side(name, seed=4)):
        assert state.current_player() == (pyspiel.PlayerId.TERMINAL if match.over else match.to_act)
        for seat in range(3):
            assert state.observation_string(seat) == canonical(match.view(seat))
        if number % 20 == 0:
            table = state.table
            assert np.array_equal(state.observation_tensor(1), table.vector(match, 1))
            watcher = state.get_game().make_py_observer(spectator)
            assert watcher.string_from(state, 0) == canonical(match.view(None))
    assert state.returns() == table.shares(match)


@pytest.mark.parametrize("name", GAMES)
def test_clones_and_worlds_leave_the_state_alone(name: str) -> None:
    rng = random.Random(1)
    for match, state in side_by_side(name, seed=5):
        if match.over or rng.random() < 0.9:
            continue
        before, player = str(state), state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.legal_actions() == state.legal_actions()
        for twin in (state.clone(), world):
            twin.apply_action(rng.choice(twin.legal_actions()))
        assert str(state) == before


def test_only_what_one_seat_knows_can_be_observed() -> None:
    """OpenSpiel asks for kinds that a game may not have, and expects None for those."""
    game = load("librarians", 2, {})
    for kind in ({"perfect_recall": True}, {"private_info": pyspiel.PrivateInfoType.ALL_PLAYERS}):
        assert (
            game.make_py_observer(pyspiel.IIGObservationType(**{"perfect_recall": False, **kind}))
            is None
        )
    nothing = {"public_info": False, "private_info": pyspiel.PrivateInfoType.NONE}
    assert (
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, **nothing)) is None
    )
    with pytest.raises(es.BadOptions, match="no parameters"):
        game.make_py_observer(None, {"depth": 3})


@pytest.mark.parametrize("name", GAMES)
def test_what_only_one_knows_and_what_all_know_make_up_what_one_knows(name: str) -> None:
    kinds: tuple[dict[str, Any], ...] = (
        {},
        {"private_info": pyspiel.PrivateInfoType.NONE},
        {"public_info": False},
    )
    secrets = 0
    for number, (_, state) in enumerate(side_by_side(name, seed=6)):
        if number % 5:
            continue
        game = state.get_game()
        observers = [
            game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, **kind))
            for kind in kinds
        ]
        whole, public, private = observers
        for player in range(3):
            for observer in observers:
                observer.set_from(state, player)
            assert (whole.tensor == public.tensor + private.tensor).all()
            known = json.loads(private.string_from(state, player))
            seen, told = (
                json.loads(observer.string_from(state, player))["state"]
                for observer in (whole, public)
            )
            assert {**told, **known} == seen
            secrets += bool(known)
    assert bool(secrets) == (name != "fire-prototype")


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_writes_a_playthrough(name: str) -> None:
    text = generate_playthrough.playthrough(f"emberstacks_{name.replace('-', '_')}", None, seed=5)
    assert "IsTerminal() = True" in text


def test_the_searches_of_openspiel_play() -> None:
    """Tree search on open information, and on worlds made from what the player knows."""
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    for name, search in (("fire-prototype", mcts.MCTSBot), ("fire", ismcts.ISMCTSBot)):
        game = load(name, 2, {})
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        if search is mcts.MCTSBot:
            bot = search(game, 1.0, 5, evaluator, random_state=rng)
        else:
            bot = search(game, evaluator, 1.0, 5, random_state=rng, use_observation_string=True)
        assert bot.step(state) in state.legal_actions()
