"""The exact solution of a turn: right by enumeration, quick, and used by the bot `exact`."""

from __future__ import annotations

import random
import time

import pytest

import emberstacks as es
from emberstacks.bots.minds.fire_prototype.turn import PrototypeTurn
from emberstacks.bots.solver import Outlook, Solver, merit
from emberstacks.bots.solving import solved
from emberstacks.bots.table import play
from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import answer
from emberstacks.kernel.state import State
from emberstacks.kernel.step import CHANCE
from emberstacks.kernel.view import resample
from tests.every_game.table import random_game
from tests.games.fire_prototype.table import played

pytestmark = pytest.mark.both_builds


def enumerated(solver: Solver, s: State) -> Outlook:
    """The same without remembering anything, and with the order of the books."""
    if not solver.turn.goes_on(s):
        return solver.turn.end(s)
    if s.step.seat == CHANCE:
        weights = list(s.step.weights(s))
        parts = [
            (weight, enumerated(solver, after(s, code)))
            for code, weight in enumerate(weights)
            if weight
        ]
        return Outlook(
            *[sum(w * outlook[k] for w, outlook in parts) / sum(weights) for k in range(3)]
        )
    return max((enumerated(solver, after(s, code)) for code in s.step.choices(s)), key=merit)


def after(s: State, code: int) -> State:
    twin = s.clone()
    answer(twin, code)
    return twin


@pytest.mark.parametrize(
    "moves", ["A {black} A draw {white}", "A {black} A draw {white} A draw {green}"]
)
def test_remembering_changes_nothing(moves: str) -> None:
    match = played(moves)
    outlooks = solved(match.view(0), match.legal())
    assert outlooks is not None
    s = resample(game_by_id("fire-prototype"), match.view(0), Dealer(1))
    solver = Solver(PrototypeTurn(s, 0))
    for choice, outlook in zip(match.legal(), outlooks, strict=True):
        assert outlook == pytest.approx(enumerated(solver, after(s, choice.code)))


def test_the_last_draw_of_a_card_can_be_done_by_hand() -> None:
    """Four books lie on the five spaces of the 1st card, which is risky: one draw, and fire ends
    it.
    """
    match = played("A {black} A draw {white} A draw {black} A draw {black}")
    outlooks = solved(match.view(0), match.legal())
    assert outlooks is not None
    draw, score = outlooks
    bag = match.view(0)["state"]["bag"]
    assert draw.burns == pytest.approx(bag[-1] / sum(bag))
    assert (score.burns, score.points) == (0, 19)


@pytest.mark.parametrize("name", ["fire-prototype", "fire"])
def test_turns_are_solved_in_good_time_and_choices_make_sense(name: str) -> None:
    found = 0
    for seed in range(12):
        match = random_game(name, 3, seed, decisions=seed * 4)
        for seat in match.waiting:
            began = time.process_time()
            outlooks = solved(match.view(seat), match.legal(seat))
            assert time.process_time() - began < 2
            for outlook in outlooks or []:
                found += 1
                assert 0 <= outlook.burns <= 1
    assert found > 4


@pytest.mark.parametrize("seed", range(6))
def test_what_others_hold_makes_no_difference(seed: int) -> None:
    match = random_game("fire", 3, seed, decisions=20 + seed)
    for seat in match.waiting:
        worlds = [match, *[match.world(seat, k) for k in range(3)]]
        assert len({str(solved(world.view(seat), world.legal(seat))) for world in worlds}) == 1


def test_a_win_in_hand_is_taken() -> None:
    match = es.new("fire-prototype", players=2, seed=7)
    data = match.to_json()
    seat = match.to_act
    assert seat is not None
    data["state"]["knowledge"][seat] = 100
    match = es.from_json(data)
    outlooks = solved(match.view(seat), match.legal())
    chosen = es.bot("exact").choose(match.view(seat), match.legal())
    assert outlooks is not None
    assert (
        outlooks[match.legal().index(chosen)].worth,
        outlooks[match.legal().index(chosen)].burns,
    ) == (1, 0)


def test_other_games_have_no_such_turn() -> None:
    match = es.new("alexandria", players=2, seed=1)
    seat = match.waiting[0]
    assert solved(match.view(seat), match.legal(seat)) is None
    assert es.bot("exact").choose(
        match.view(seat), match.legal(seat), random.Random(1)
    ) in match.legal(seat)


def test_it_beats_chance() -> None:
    """Half of these games would be luck."""
    won = 0
    for seed in range(12):
        result = play(
            es.new("fire-prototype", seed=seed),
            [es.bot("exact"), es.bot("random")],
            random.Random(seed),
        ).result
        assert result is not None
        won += result.winners == [0]
    assert won >= 9
