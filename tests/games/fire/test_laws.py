"""What holds in every position of this game, beyond the laws of all games."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire import GAME
from emberstacks.games.fire.components import CARDS, FIRE, SPACES
from emberstacks.games.fire.state import EMPTY
from tests.every_game.table import some_options
from tests.games.fire.table import BOX, truth, turn

GAMES = 4  # for each number of people


def positions(players: int) -> Any:
    """Every position of some random games, with the options of each."""
    for seed in range(GAMES):
        rng = random.Random(100 * players + seed)
        match = es.new("fire", players=players, seed=seed, **some_options(GAME, players, rng))
        while not match.over:
            yield match, truth(match)
            seat = rng.choice(match.waiting)
            match.push(rng.choice(match.codes(seat)), seat)


@pytest.mark.parametrize("players", range(1, 7))
def test_no_card_but_the_active_one_ever_spreads(players: int) -> None:
    """No second fire and none on a risky space lies on a card that is not the active one."""
    for _, state in positions(players):
        for card in range(CARDS):
            tokens = state["spaces"][card * SPACES : (card + 1) * SPACES]
            fires = [space for space in range(SPACES) if tokens[space] == FIRE]
            assert card == state["card"] or len(fires) <= 1
            assert card == state["card"] or all(
                BOX.bravery[card * SPACES + space] == 0 for space in fires
            )


@pytest.mark.parametrize("players", range(1, 7))
def test_the_market_is_only_short_when_there_is_nothing_to_draw(players: int) -> None:
    """Whatever was taken, the market is filled again as long as there are tools."""
    for match, state in positions(players):
        if match.options["tools"] and len(state["market"]) < 3:
            assert sum(state["deck"]["rest"]) + sum(state["discards"]) == 0


@pytest.mark.parametrize("players", range(1, 7))
def test_every_round_burns_a_card(players: int) -> None:
    """§6.2 §16.1 §17.2 §18.4 So the game cannot go on for ever."""
    for _, state in positions(players):
        assert sum(state["burned"]) >= state["round"] - 1


@pytest.mark.parametrize("players", range(2, 7))
def test_nobody_sees_a_tool_that_was_drawn_in_secret(players: int) -> None:
    """§1.10 Of another's hand exactly what lies open to everybody is in a view."""
    for match, state in itertools.islice(positions(players), 0, None, 7):
        for viewer in range(players):
            for owner, rows in enumerate(match.view(viewer)["state"]["hands"]):
                shown = sorted(face for face, *_ in rows if face is not None)
                mine = owner == viewer
                assert shown == sorted(
                    face for face, seen, *_ in state["hands"][owner] if mine or seen >> viewer & 1
                )
                assert all(mine or seen == 511 for face, seen, *_ in rows if face is not None)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"bag": [7, 6, 5, 4, 7]}, "'bag' must have 6 entries, not 5"),
        ({"bag": [6, 6, 5, 4, 0, 7]}, "missing or doubled"),
        (
            {"bag": [8, 6, 5, 4, 0, 7], "turn_tokens": [-1, 0, 0, 0, 0, 0]},
            "cannot be -1: it is 0 or more",
        ),
        ({"burned": [9, 0, 0, 0]}, "more cards of a section are burned"),
        ({"burned": [7, 0, 0, 0]}, "destroyed card shows"),
        ({"holder": [0, 0, 1, 2, -2, -2]}, "two turn order cards"),
        ({"holder": [0, 1, 2, 3, -1, -2]}, "not those of this number"),
        ({"spaces": [EMPTY] * 29}, "'spaces' must have 30 entries, not 29"),
        ({"spaces": [99] + [EMPTY] * 29}, "must be from -1 to 5, not 99"),
        ({"card": 7}, "'card' must be from -1 to 6, not 7"),
        ({"card": 6}, "nobody's turn"),
        ({"stack": []}, "the game is over"),
        ({"market": [12, 12, 99]}, "must be from 0 to 12, not 99"),
        (
            {"stack": [["EndOfRound"], ["PlayTurns"], ["DrawTool", 5]]},
            "cannot have 5 as its 'drawer'",
        ),
        (
            {"stack": [["EndOfRound"], ["PlayTurns"], ["KnapsackDraw", 9]]},
            "cannot have 9 as its 'book'",
        ),
        ({"stack": [["EndOfRound"], ["PlayTurns"]]}, "asks nobody"),
        (
            {"stack": [["PlayTurns"], ["ChooseCards"], ["TakeCard", 1], ["TakeCard", 1]]},
            "one player at a time",
        ),
        (
            {"stack": [["PlayTurns"], ["ChooseCards"], ["TakeCard", 1]]},
            "who has a turn order card is asked for another",
        ),
    ],
)
def test_positions_that_cannot_occur_are_refused(fields: dict[str, Any], reason: str) -> None:
    """§1.2 §1.4 §1.7 In one sentence, never with a traceback."""
    data = turn().to_json()
    data["state"].update(fields)
    with pytest.raises(es.BadPosition, match=reason):
        es.from_json(data)
