"""Matches with hidden pieces and sealed answers: what may be taken back, possible worlds, events,
positions.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from emberstacks.kernel.begin import match_from_json
from emberstacks.kernel.errors import BadPosition, IllegalChoice
from emberstacks.kernel.game import Game
from emberstacks.kernel.match import Match, dealer_of
from tests.toys.auction import AUCTION
from tests.toys.smugglers import SMUGGLERS
from tests.toys.table import again, at_random, auctioning, smuggling

HANDS = "veto dust veto lint lint dust rake"  # A: veto lint, B: dust lint, C: veto dust


# Undo


@pytest.mark.parametrize("move", ["bury ash", "stir ash"])
def test_what_nobody_has_learned_anything_by_can_be_taken_back(move: str) -> None:
    match = smuggling("ash bone coin dice ember", "draw")
    match.push("draw")
    match.push("bury coin")
    before = (
        match.to_json(),
        match.record(),
        [match.events(seat) for seat in (0, 1, None)],
        match.view(1),
    )
    match.push(move)
    assert match.can_undo == 0
    match.undo()
    assert (
        match.to_json(),
        match.record(),
        [match.events(seat) for seat in (0, 1, None)],
        match.view(1),
    ) == before


@pytest.mark.parametrize(
    ("move", "who_learned"),
    [
        ("draw", "the drawer, by chance"),
        ("peek", "the one who looks"),
        ("pass on", "the new owners"),
        ("play ash", "everybody, the card"),
        ("give ash", "the receiver"),
        ("lay ash", "everybody: it is a trap"),
        ("show ash", "everybody, the card"),
    ],
)
def test_what_somebody_has_learned_something_by_stays(move: str, who_learned: str) -> None:
    match = smuggling("ash bone coin dice ember", "draw,draw,bury coin")
    match.push(move)
    assert match.can_undo is None, who_learned
    with pytest.raises(IllegalChoice, match="something has been revealed or answered since"):
        match.undo()


def test_looking_at_a_card_that_is_decided_already_is_learning_too() -> None:
    """No chance is asked, for B has looked at the top card before."""
    match = smuggling("ash bone coin dice", "bury ash,peek,peek")
    assert match.can_undo is None


def test_looking_again_at_a_card_one_knows_is_not() -> None:
    match = smuggling("ash bone dice", "peek,bury bone,peek", players=2)
    assert match.can_undo == 0


def test_another_answer_ends_the_right_to_take_back() -> None:
    match = smuggling("ash bone coin dice", "bury ash")
    assert match.can_undo == 0
    match.push("bury bone")
    assert match.can_undo == 1
    match.undo()
    assert match.can_undo is None, "A's answer was followed by B's, even if that one was taken back"


def test_sealed_answers_are_replaced_not_taken_back() -> None:
    match = auctioning(HANDS)
    match.push("2", 1)
    assert match.can_undo is None
    match.push("3", 1)
    match.push("0", 0)
    match.push("0", 2)
    assert match.can_undo is None
    assert "[A 0  B 3  C 0]" in match.record()


def test_a_quiet_answer_in_the_middle_of_an_effect_can_be_taken_back() -> None:
    """The coin is taken quietly; the card discarded afterwards is seen by all, and the next prize
    is turned up.
    """
    match = auctioning("dust dust lint lint lamp rake", players=2)
    match.push("0", 0)
    match.push("1", 1)
    match.push("pass", 0)
    match.push("from a")
    assert match.can_undo == 1
    match.push("lint")
    assert match.can_undo is None


def test_a_refused_undo_lists_nobodys_choices() -> None:
    """To anyone else, the choices of the seat to act would show its hand."""
    match = smuggling("ash bone coin", "play ash")
    with pytest.raises(IllegalChoice) as refused:
        match.undo()
    assert refused.value.legal == []
    assert "bone" not in str(refused.value)


@pytest.mark.parametrize("game", [SMUGGLERS, AUCTION])
def test_undo_is_offered_only_where_nobody_can_place_anything_new(game: Game) -> None:
    """Over random games; what is taken back leaves no trace, and the same answer leads to the same
    game.
    """
    offered = 0
    for seed in range(12):
        rng = random.Random(seed)
        match = at_random(game, 3, seed, 0)
        while not match.over:
            seat = rng.choice(match.waiting)
            code = rng.choice(match.codes(seat))
            start, knew, told = (
                match.copy(),
                everybody_cannot_place(match),
                [match.events(viewer) for viewer in (0, 1, 2, None)],
            )
            match.push(code, seat)
            if match.can_undo is None:
                continue
            offered += 1
            assert match.can_undo == seat
            assert all(
                not before - after
                for before, after in zip(knew, everybody_cannot_place(match), strict=True)
            )
            after = match.to_json()
            match.undo()
            assert match.to_json() == start.to_json()
            assert match.record() == start.record()
            assert [match.events(viewer) for viewer in (0, 1, 2, None)] == told
            match.push(code, seat)
            assert match.to_json() == after
    assert offered > 10 or game is AUCTION


def everybody_cannot_place(match: Match) -> list[Counter[int]]:
    """The pieces that each seat, and a spectator, cannot place."""
    views = [match.view(seat) for seat in (*range(match.players), None)]
    return [Counter(piece for lot in view["unknown"].values() for piece in lot) for view in views]


# Possible worlds


@pytest.mark.parametrize("game", [SMUGGLERS, AUCTION])
def test_a_world_looks_the_same_and_can_be_played_to_the_end(game: Game) -> None:
    for seed in range(12):
        match = at_random(game, 2 + seed % 3, seed, 2 * seed)
        match.names = ["Ada", "Ben", "Cleo", "Dan"][: match.players]
        for seat in (*range(match.players), None):
            world = match.world(seat, random.Random(seed))
            assert world.view(seat) == match.view(seat)
            assert world.question == match.question
            assert world.waiting == match.waiting
            if seat in match.waiting:
                assert [str(choice) for choice in world.legal(seat)] == [
                    str(choice) for choice in match.legal(seat)
                ]
            assert again(world).to_json() == world.to_json()
            while not world.over:
                world.push(world.legal()[0])
            assert again(world).to_json() == world.to_json()


def test_worlds_differ_where_the_seat_does_not_know() -> None:
    match = smuggling("ash bone coin", "")
    hands = {json.dumps(match.world(0, seed).to_json()["state"]["hands"]) for seed in range(60)}
    own = {json.dumps(match.world(0, seed).to_json()["state"]["hands"][0]) for seed in range(60)}
    assert len(hands) > 15
    assert own == {"[[0, 1, 0, -1]]"}


def test_a_world_keeps_ones_own_sealed_answer_and_deals_those_of_others() -> None:
    match = auctioning(HANDS)
    match.push("2", 1)
    match.push("3", 2)
    bids = [match.world(1, seed).to_json()["state"]["sealed"] for seed in range(40)]
    assert {bid[1] for bid in bids} == {2}
    assert {bid[2] for bid in bids} == {0, 1, 2, 3}
    assert match.view(1)["state"]["sealed"] == [-1, 2, -3]
    assert match.view(None)["state"]["sealed"] == [-1, -3, -3]


def test_a_world_in_the_middle_of_a_group_is_written_and_read() -> None:
    """What was sealed before is part of the group that the world's record tells."""
    match = auctioning(HANDS)
    match.push("2", 2)
    world = match.world(2, 7)
    assert again(world).to_json() == world.to_json()
    world.push("0", 0)
    world.push("1", 1)
    assert "[A 0  B 1  C 2]" in world.record()
    assert again(world).to_json() == world.to_json()
    assert "C bids 2." in [event["text"] for event in world.events(None)]


# Events


def test_events_tell_a_secret_only_to_those_who_know_it() -> None:
    match = smuggling("ash bone coin dice", "draw,peek,draw,give ash")
    match.names = ["Ada", "Ben", "Cleo"]
    told = {seat: [event["text"] for event in match.events(seat)] for seat in (0, 1, 2, None)}
    assert told[0][-4:] == [
        "Ada draws the dice.",
        "Ben looks at the top card: a card.",
        "Cleo draws a card.",
        "Ada gives Ben the ash.",
    ]
    assert told[1][-1] == "Ada gives Ben the ash."
    assert told[2][-1] == told[None][-1] == "Ada gives Ben a card."
    assert match.events(0)[-1] == {
        "kind": "give",
        "args": [0, 0, 1],
        "text": "Ada gives Ben the ash.",
    }
    assert match.events(2)[-1] == {
        "kind": "give",
        "args": [-1, 0, 1],
        "text": "Ada gives Ben a card.",
    }


def test_events_are_copies() -> None:
    match = smuggling("ash bone coin", "play ash")
    match.events(0)[-1]["args"].append(99)
    assert match.events(0)[-1]["args"] == [0, 0, -1]


# Positions


def position(match: Match) -> dict[str, Any]:
    """The JSON of a match, to be damaged."""
    data: dict[str, Any] = json.loads(json.dumps(match.to_json()))
    return data


def refused(game: Game, data: dict[str, Any]) -> str:
    with pytest.raises(BadPosition) as error:
        match_from_json(game, data, dealer_of(1), 1)
    return str(error.value)


@pytest.mark.parametrize(
    ("slot", "complaint"),
    [
        ([None, 1, 0, -1], "a view is not a position"),
        ([-1, 1, 0, -1], "a view is not a position"),
        ([0, 1 << 9, 0, -1], "no slot can be [0, 512, 0, -1]"),
        ([0, -1, 0, -1], "no slot can be [0, -1, 0, -1]"),
        ([0, 1, -1, -1], "no slot can be [0, 1, -1, -1]"),
        ([0, 1, 0, 0b10], "public events exclude its face"),
        ([0, 1, 0, ~1], "public events exclude its face"),
        ([77, 1, 0, -1], "too large for this game"),
        ([1, 1, 0, -1], "pieces are missing or doubled"),
        ([0, 1, 0], "must be [face, seen, lot, could]"),
    ],
)
def test_an_impossible_slot_is_refused(slot: list[int | None], complaint: str) -> None:
    data = position(smuggling("ash bone coin"))
    data["state"]["hands"][0] = [slot]
    assert complaint in refused(SMUGGLERS, data)


@pytest.mark.parametrize(
    ("sealed", "complaint"),
    [
        ([-1, 2], "'sealed' must have 3 entries"),
        ([-1, 4, -1], "seat 1 cannot have answered 4"),
        ([-1, -3, -1], "seat 1 cannot have answered -3"),
        ([0, 1, 2], "has all its answers already"),
        ([-2, -2, -2], "has all its answers already"),
    ],
)
def test_impossible_sealed_answers_are_refused(sealed: list[int], complaint: str) -> None:
    data = position(auctioning(HANDS))
    data["state"]["sealed"] = sealed
    assert complaint in refused(AUCTION, data)


def test_a_question_to_several_seats_below_another_is_refused() -> None:
    data = position(auctioning(HANDS))
    data["state"]["stack"].append(["TakeCoin", 0])
    assert "must be the last of the stack" in refused(AUCTION, data)


@pytest.mark.parametrize("game", [SMUGGLERS, AUCTION])
def test_every_position_is_accepted_again(game: Game) -> None:
    for seed in range(20):
        match = at_random(game, 2 + seed % 3, seed, 2 * seed)
        assert match_from_json(game, position(match), dealer_of(1), 1).to_json() == match.to_json()
