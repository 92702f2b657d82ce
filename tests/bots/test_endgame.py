"""Solved endgames: right by enumeration and by hand, honest about what is not known, and used where
turns alone err.
"""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

import emberstacks as es
from emberstacks.bots import solving
from emberstacks.bots.endgame import (
    MOST,
    Answers,
    Endgame,
    Prospect,
    Rest,
    after,
    decided,
    favourite,
    hull,
    undominated,
)
from emberstacks.bots.exact import ExactBot
from emberstacks.bots.hints import hints
from emberstacks.bots.mind import mind_of
from emberstacks.bots.solving import foreseen
from emberstacks.bots.table import play
from emberstacks.games import GAMES
from emberstacks.kernel.game import Game
from emberstacks.kernel.loop import legal, to_act
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE
from tests.bots.toy import TOY
from tests.games.fire_prototype.table import edited, played

pytestmark = pytest.mark.both_builds

PROTOTYPE = GAMES["fire-prototype"]
FIRE = GAMES["fire"]
LAST_ROUND = 200  # of the prototype: after it the game is over whatever happens


def last_round(moves: str, **fields: Any) -> es.Match:
    """A has the 2nd card, B the 3rd, which is the last, in the last round of a game of two."""
    return edited(played(moves, players=2), round=LAST_ROUND, **fields)


def greedy_game(seed: int, at: int, **options: Any) -> es.Match:
    """A game of Fire in the Library between two bots, as it was after a number of answers."""
    match = es.new("fire", players=2, seed=seed, **options)
    return play(match, [es.bot("greedy")] * 2, random.Random(seed)).after(at)


def rest_of(name: str, game: Game) -> Rest:
    kind = mind_of(name).rest
    assert kind is not None
    return kind(game)


def solver(match: es.Match, seat: int, rest: Rest | None = None, most: int = MOST) -> Endgame:
    name = match.game.info.id
    return Endgame(match.game, match.view(seat), rest or rest_of(name, match.game), most)


def codes(match: es.Match, seat: int) -> list[int]:
    return [choice.code for choice in match.legal(seat)]


def enumerated(s: State) -> list[float]:
    """The shares of the win, everybody playing for their own: nothing remembered, no bounds, no
    depth.
    """
    if s.step is OVER:
        return PROTOTYPE.shares(PROTOTYPE.winners(s), 2)
    if s.step.seat == CHANCE:
        weights = list(s.step.weights(s))
        parts = [
            (weight, enumerated(after(s, [(CHANCE, code)])))
            for code, weight in enumerate(weights)
            if weight
        ]
        return [
            sum(weight * shares[seat] for weight, shares in parts) / sum(weights)
            for seat in range(2)
        ]
    seat = int(to_act(s))
    return max(
        (enumerated(after(s, [(seat, code)])) for code in legal(s, seat)),
        key=lambda shares: shares[seat],
    )


def test_the_last_draw_of_a_game_can_be_done_by_hand() -> None:
    """B is 20 behind, and one risky space is left."""
    moves = "A {black} A score B {green} B draw {brown} B draw {black} B draw {black}"
    match = last_round(moves, knowledge=[40, 20])
    bag = match.view(1)["state"]["bag"]
    # so books are worth 4, 4, 5, 2 and 6; the card pays 3
    assert match.view(1)["state"]["burned"] == [2, 1, 1, 0, 1]
    draw, score = foreseen(match.view(1), match.legal()) or []
    # 4 + 4 + 2 + 2 and 3 for bravery are 15: with 5 it is a tie, with 6 a win
    assert draw.least[1] == draw.most[1] == pytest.approx((bag[2] / 2 + bag[4]) / sum(bag))
    assert (score.least[1], score.most[1]) == (0, 0)


@pytest.mark.parametrize(
    ("moves", "knowledge", "seat"),
    [
        ("A {black} A score B {green} B draw {brown} B draw {yellow}", [64, 45], 1),
        ("A {black} A score B {green} B draw {fire} B draw {yellow}", [25, 10], 1),
        ("A {green} A draw {brown} A draw {white} A draw {yellow}", [60, 70], 0),
    ],
)
def test_remembering_bounds_and_depths_change_nothing(
    moves: str, knowledge: list[int], seat: int
) -> None:
    match = last_round(moves, knowledge=knowledge)
    endgame = solver(match, seat, most=100_000)
    found = endgame.choices(codes(match, seat))
    assert found is not None
    for code, one in zip(codes(match, seat), found, strict=True):
        shares = enumerated(after(endgame.start, [(seat, code)]))
        assert one.least == pytest.approx(shares)
        assert one.most == pytest.approx(shares)


def test_a_position_is_worth_the_average_of_what_chance_may_bring() -> None:
    match = last_round("A {green} A draw {brown} A draw {white}", knowledge=[70, 70])
    endgame = solver(match, 0, most=100_000)
    draw = after(endgame.start, [(0, 0)])
    weights = list(draw.step.weights(draw))
    stage = endgame.rest.stage(draw)
    whole = endgame.prospect(draw, 1, stage)
    for part in range(3):
        parts = [
            weight * endgame.prospect(after(draw, [(CHANCE, code)]), 1, stage)[part][0]
            for code, weight in enumerate(weights)
            if weight
        ]
        assert whole[part][0] == pytest.approx(sum(parts) / sum(weights))


def test_whoever_is_sure_to_lose_otherwise_risks_all() -> None:
    """B wins with any turn, for bravery alone passes 100; so A must pass it now."""
    match = edited(played("A {green} A draw {brown}", players=2), knowledge=[80, 98])
    draw, score = foreseen(match.view(0), match.legal()) or []
    assert (score.least[0], score.most[0]) == (0, 0)
    assert draw.least[0] == pytest.approx(draw.most[0])
    assert 0.4 < draw.least[0] < 0.5
    assert str(es.bot("exact").choose(match.view(0), match.legal())) == "draw"


@pytest.mark.parametrize(
    ("seed", "at", "options"), [(4, 116, {}), (14, 88, {}), (2, 108, {"variant": "inferno"})]
)
def test_whoever_would_lose_by_stopping_draws_on(
    seed: int, at: int, options: dict[str, Any]
) -> None:
    """The round ends the game: who stops has lost, or nearly so, and who draws has a chance."""
    match = greedy_game(seed, at, tools=False, **options)
    seat = match.waiting[0]
    view, choices = match.view(seat), match.legal(seat)
    found = foreseen(view, choices)
    assert found is not None
    draw, stop = found
    assert stop.most[seat] < draw.least[seat]
    assert (
        str(ExactBot().choose(view, choices))
        == str(ExactBot(endgames=False).choose(view, choices))
        == "draw"
    )


@pytest.mark.parametrize(
    ("seed", "at", "options"),
    [(11, 221, {}), (4, 116, {"tools": False}), (14, 66, {"variant": "inferno", "tools": False})],
)
def test_what_makes_no_difference_to_a_game_makes_none_to_its_solution(
    seed: int, at: int, options: dict[str, Any]
) -> None:
    """The same with every field of a position told apart."""
    match = greedy_game(seed, at, **options)
    seat = match.waiting[0]
    told_apart = rest_of("fire", FIRE)
    told_apart.key = lambda s: Rest.key(told_apart, s)  # type: ignore[method-assign]
    found = solver(match, seat).choices(codes(match, seat))
    other = solver(match, seat, told_apart, most=100_000).choices(codes(match, seat))
    assert found is not None
    assert other is not None
    for one, two in zip(found, other, strict=True):
        assert one.least == pytest.approx(two.least)
        assert one.most == pytest.approx(two.most)
        assert one.lead == pytest.approx(two.lead)


def test_a_solver_that_knows_nothing_of_a_game_comes_to_the_same() -> None:
    match = last_round(
        "A {black} A score B {green} B draw {brown} B draw {yellow}", knowledge=[64, 45]
    )
    found = solver(match, 1).choices(codes(match, 1))
    assert found == solver(match, 1, Rest(PROTOTYPE), most=100_000).choices(codes(match, 1))


def test_too_many_positions_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    match = edited(played("A {green} A draw {brown}", players=2), knowledge=[80, 98])
    assert solver(match, 0, most=20).choices(codes(match, 0)) is None
    monkeypatch.setattr(
        solving, "Endgame", lambda game, view, rest: Endgame(game, view, rest, most=20)
    )
    assert foreseen(match.view(0), match.legal()) is None
    assert ExactBot().choose(match.view(0), match.legal()) == ExactBot(endgames=False).choose(
        match.view(0), match.legal()
    )


def test_far_from_the_end_nothing_is_looked_at() -> None:
    match = played("A {green} A draw {brown}", players=2)
    endgame = solver(match, 0)
    assert endgame.choices(codes(match, 0)) is None
    assert endgame.left == MOST


@pytest.mark.parametrize(("seed", "at"), [(11, 219), (11, 221)])
def test_what_a_player_cannot_know_makes_no_difference(seed: int, at: int) -> None:
    """The rival's hand is hidden, and a tool drawn from the deck may be one that the rival does not
    hold.
    """
    match = greedy_game(seed, at)
    seat = match.waiting[0]
    assert solver(match, seat).hidden > 0
    worlds = [match, *[match.world(seat, k) for k in range(4)]]
    assert len({str(world.to_json()["state"]["hands"]) for world in worlds}) > 1
    assert len({str(foreseen(world.view(seat), world.legal(seat))) for world in worlds}) == 1


@pytest.mark.usefixtures("toy")
def test_what_hidden_hands_decide_is_open() -> None:
    """Everybody lays one of two hidden cards: nothing can be said, and nothing is."""
    match = es.new("toy", players=2, seed=3)
    found = solver(match, 0, Rest(TOY)).choices(codes(match, 0))
    assert found is not None
    assert [(one.least, one.most) for one in found] == [((0, 0), (1, 1))] * 2


def test_of_answers_given_together_only_plainly_bad_ones_are_left_out() -> None:
    def worth(one: float, other: float) -> Prospect:
        return Prospect((one, other), (one, other), (0.0, 0.0))

    table: dict[Answers, Prospect] = {
        (0, 0): worth(0.5, 0.5),
        (0, 1): worth(0.2, 0.8),
        (1, 0): worth(0.6, 0.4),
        (1, 1): worth(0.3, 0.7),
    }
    assert undominated(table, [0, 1]) == [[1], [1]]
    unclear = {**table, (0, 1): Prospect((0.2, 0.6), (0.4, 0.8), (0.0, 0.0))}
    assert undominated(unclear, [0, 1]) == [[0, 1], [1]]
    assert hull([unclear[0, 1], unclear[1, 1]]) == Prospect((0.2, 0.6), (0.4, 0.8), (0.0, 0.0))


def test_an_answer_is_best_only_when_no_other_may_be_better() -> None:
    def between(least: float, most: float, lead: float = 0.0) -> Prospect:
        return Prospect((least, 1 - most), (most, 1 - least), (lead, -lead))

    assert decided([between(0.5, 0.9), between(0.1, 0.5)], 0)
    assert not decided([between(0.5, 0.9), between(0.1, 0.6)], 0)
    assert favourite([between(0, 0, -9), between(0, 0, -4), between(0, 0, -7)], 0) == 1


def test_whoever_can_score_the_win_does_so_however_far_off_it_was() -> None:
    """As in the game of four experts with seed 7005: from 70 points, a card worth 33 wins at once."""
    card = "A {white} A draw {white} A draw {yellow} A draw {yellow}"  # worth 27
    home, short = (edited(played(card, players=2), knowledge=[points, 40]) for points in (74, 73))
    # 100 is not enough, and far from decided
    assert foreseen(short.view(0), short.legal(0)) is None
    found = foreseen(home.view(0), home.legal(0))
    assert found is not None
    assert found[1].least[0] == 1.0
    assert str(es.bot("expert").choose(home.view(0), home.legal(0), random.Random(1))) == "score"


@pytest.mark.parametrize(
    ("game", "players"), [("fire-prototype", 2), ("fire-prototype", 4), ("fire", 2), ("fire", 3)]
)
def test_an_expert_answers_in_good_time(game: str, players: int) -> None:
    """The last answers of a game, each within two seconds of one processor."""
    match = play(
        es.new(game, players=players, seed=5), [es.bot("greedy")] * players, random.Random(5)
    )
    for at in range(match.length - 16, match.length):
        then = match.after(at)
        for seat in then.waiting:
            began = time.process_time()
            es.bot("expert").choose(then.view(seat), then.legal(seat), random.Random(1))
            assert time.process_time() - began < 2


def test_a_hint_tells_the_end_of_the_game_where_it_is_known() -> None:
    match = edited(played("A {green} A draw {brown}", players=2), knowledge=[80, 98])
    draw, score = hints(match.view(0), match.legal(), random.Random(1))
    assert (draw.reason, draw.best) == (
        "wins in 45 % of cases, worked out to the end of the game",
        True,
    )
    assert (score.reason, score.best) == ("cannot win any more", False)
    match = edited(match, knowledge=[88, 98])
    draw, score = hints(match.view(0), match.legal(), random.Random(1))
    assert (draw.reason, score.reason) == (
        "not looked into: another choice is sure to be as good",
        "wins for sure",
    )
