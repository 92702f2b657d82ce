"""The neutral board: a game that nobody has drawn, made from what a seat sees, with no line by its
author.
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from emberstacks.games import GAMES
from emberstacks.kernel.game import Game
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice
from emberstacks.protocol import EMPTY, HIDDEN, NeutralBoard, PartInfo
from emberstacks.told.neutral import neutral_board, says
from emberstacks.told.parts import Kind, Parts, parts_of
from tests.toys.auction import AUCTION, CARDS, PRIZES
from tests.toys.smugglers import NAMES, SMUGGLERS
from tests.toys.table import at_random, auctioning, smuggling

TOYS = (SMUGGLERS, AUCTION)
ALL = (*TOYS, *GAMES.values())
SEEDS = 6
DECISIONS = 40


def board_of(match: Match, seat: int | None, **more: Any) -> NeutralBoard:
    """What a page would get for a seat."""
    # plain data: nothing can lead back to the state
    view = json.loads(json.dumps({**match.view(seat, facts=True), **more}))
    return neutral_board(
        match.game, view, match.names, match.legal(seat) if seat in match.waiting else []
    )


def parts(game: Game, players: int = 3) -> Parts:
    return parts_of(
        game,
        players,
        game.full_options(players, {}),
        game.rules_number(game.info.rules_version, "test"),
    )


def part(board: NeutralBoard, field: str, seat: int | None = None) -> PartInfo:
    return next(one for one in board.parts if (one.field, one.seat) == (field, seat))


def players_of(game: Game) -> int:
    return max(2, game.info.min_players)


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.info.id)
def test_worlds_that_look_the_same_have_the_same_board(game: Game) -> None:
    """Whatever a seat does not know may be otherwise, and its board stays as it is, with all that
    it can answer.
    """
    rng = random.Random(1)
    otherwise = 0
    for seed in range(SEEDS):
        match = at_random(game, 3, seed, rng.randrange(DECISIONS))
        for seat in (0, 1, 2, None):
            world = match.world(seat, rng)
            otherwise += world.to_json() != match.to_json()
            assert board_of(world, seat) == board_of(match, seat)
    assert otherwise > SEEDS


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.info.id)
def test_any_game_can_be_described(game: Game) -> None:
    """Also one with a board of its own; nothing is shown more often than it is in the box."""
    players = players_of(game)
    for seed in range(SEEDS):
        match = at_random(game, players, seed, 12 * seed)
        known = parts(game, players).kinds
        for seat in (*range(players), None):
            board = board_of(match, seat)
            assert msgspec.json.decode(msgspec.json.encode(board), type=NeutralBoard) == board
            assert {one.field for one in board.parts} <= set(match.view(seat)["state"])
            for one in board.parts:
                assert (
                    one.form == "deck"
                    or sum(card.count for card in one.cards if card.kind != EMPTY) == one.count
                )
                assert all(card.name == "" for card in one.cards if card.kind in (HIDDEN, EMPTY))
                assert all(card.name for card in one.cards if card.kind >= 0)
                assert all(
                    card.name == known[card.kind].name
                    for card in one.cards
                    if 0 <= card.kind < len(known)
                )


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.info.id)
def test_the_parts_add_up_to_the_census(game: Game) -> None:
    """Every piece is in one part, and no kind is seen more often than there are pieces of it."""
    for seed in range(SEEDS):
        match = at_random(game, 3, seed, 7 * seed)
        census = game.census(game.start(3, match.options))
        for seat in (0, None):
            board = board_of(match, seat)
            assert sum(one.count for one in board.parts) == sum(census)
            cards = [card for one in board.parts for card in one.cards]
            for kind, count in enumerate(census):
                assert sum(card.count for card in cards if card.kind == kind) <= count


def test_fields_are_understood_without_a_line_by_their_author() -> None:
    forms = {field.name: (field.form, field.seats) for field in parts(AUCTION).fields}
    assert forms == {
        "deck": ("deck", False),
        "hands": ("hand", True),
        "discard": ("heap", False),
        "bag": ("heap", False),
        "used": ("heap", False),
        "coins": ("number", True),
        "points": ("number", True),
        "winner": ("player", False),
        "price": ("number", False),
        "vetoed": ("number", False),
        "round": ("number", False),
    }
    assert [kind.name for kind in parts(AUCTION).kinds] == [
        name.capitalize() for name in CARDS + PRIZES
    ]
    assert [kind.written for kind in parts(SMUGGLERS).kinds] == list(NAMES)


def test_what_a_list_means_does_not_depend_on_the_number_of_players() -> None:
    """With three players, discards of three kinds are as long as coins of three players."""
    forms = [
        [(field.form, field.seats) for field in parts(AUCTION, players).fields]
        for players in (2, 3, 4)
    ]
    assert forms[0] == forms[1] == forms[2]


def test_a_seat_sees_its_own_cards_and_the_backs_of_others() -> None:
    match = smuggling("ash bone coin")
    board = board_of(match, 0)
    assert [card.name for card in part(board, "hands", 0).cards] == ["Ash"]
    assert [(card.kind, card.count) for card in part(board, "hands", 1).cards] == [(HIDDEN, 1)]
    assert part(board, "deck").count == 9
    spectator = board_of(match, None)
    assert all(
        card.kind == HIDDEN for one in spectator.parts if one.form == "hand" for card in one.cards
    )


def test_what_is_known_of_a_deck_is_seen_only_by_those_who_know_it() -> None:
    match = smuggling("ash bone coin ember", "bury ash,peek")
    assert [(card.name, card.note) for card in part(board_of(match, 0), "deck").cards] == [
        ("Ash", "bottom")
    ]
    assert [(card.name, card.note) for card in part(board_of(match, 1), "deck").cards] == [
        ("Ember", "top")
    ]
    assert part(board_of(match, 2), "deck").cards == []


def test_a_card_that_everybody_has_seen_says_so() -> None:
    match = smuggling("ash bone coin", "show ash")
    assert [(card.name, card.note) for card in part(board_of(match, 2), "hands", 0).cards] == [
        ("Ash", "open")
    ]


def test_choices_are_on_the_pieces_that_they_name() -> None:
    board = board_of(smuggling("ash bone coin"), 0)
    assert part(board, "hands", 0).cards[0].choices == [
        f"{deed} ash" for deed in ("play", "give", "lay", "show", "bury", "stir")
    ]
    assert part(board, "deck").choices == ["draw", "peek"]
    assert all(not card.choices for one in board.parts if one.seat != 0 for card in one.cards)


def test_choices_without_pieces_are_found_by_their_words() -> None:
    """A veto in the hand can be clicked; a bid is on no card."""
    match = auctioning("veto dust lint dust lint lint purse")
    assert all(not card.choices for one in board_of(match, 0).parts for card in one.cards)
    for seat, bid in enumerate(("0", "1", "0")):
        match.push(bid, seat)
    assert {card.name: card.choices for card in part(board_of(match, 0), "hands", 0).cards} == {
        "Veto": ["veto"],
        "Dust": [],
    }


def test_a_number_is_a_card_only_if_it_is_the_same_answer() -> None:
    """Bids of 1, 2 and 3 are no cards 1, 2 and 3."""
    three = Kind("Book 3", "3", "3", 2, frozenset({"3"}))
    assert says(Choice("ReturnBook", 0, 2, "3", "", "", []), three)
    assert not says(Choice("Bid", 0, 3, "3", "", "", []), three)


def test_a_number_that_names_a_seat_is_that_player() -> None:
    match = auctioning("veto dust lint dust lint lint purse")
    before = {
        one.name: (one.value, one.player) for one in board_of(match, 0).numbers if one.seat is None
    }
    assert before["Winner"] == ("–", None)
    for seat, bid in enumerate(("0", "2", "1")):
        match.push(bid, seat)
    after = {
        one.name: (one.value, one.player) for one in board_of(match, 0).numbers if one.seat is None
    }
    assert after["Winner"][1] == 1
    assert after["Price"] == ("2", None)


def test_counters_are_with_their_seats() -> None:
    numbers = [
        (one.name, one.value, one.seat)
        for one in board_of(auctioning("veto dust lint dust lint lint purse"), 0).numbers
    ]
    assert [("Coins", "5", seat) for seat in range(3)] == [
        one for one in numbers if one[0] == "Coins"
    ]
