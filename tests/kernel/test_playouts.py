"""Playouts, clones and draws: what benchmarks, bots and the check of a finished game rest on."""

from __future__ import annotations

import hashlib
import random

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel import loop
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import TRUTH, encode
from emberstacks.kernel.step import NOBODY
from tests.toys.auction import AUCTION


@pytest.mark.parametrize("name", ["fire-prototype", "fire"])
def test_a_playout_goes_to_the_end_or_as_far_as_was_said(name: str) -> None:
    game = GAMES[name]
    start = game.start(3, game.full_options(3, {}))
    whole, part = start.clone(), start.clone()
    taken = loop.playout(whole, Dealer(1), Dealer(2), -1)
    assert whole.step.seat == NOBODY
    assert loop.playout(part, Dealer(1), Dealer(2), 5) == 5
    assert part.step.seat != NOBODY
    assert taken > 5
    again = start.clone()
    assert loop.playout(again, Dealer(1), Dealer(2), -1) == taken
    assert encode(again, TRUTH) == encode(whole, TRUTH)


def test_the_last_of_many_clones_is_like_the_first_and_apart_from_it() -> None:
    game = GAMES["fire"]
    start = game.start(2, game.full_options(2, {}))
    twin = loop.clones(start, 3)
    assert twin is not start
    assert encode(twin, TRUTH) == encode(start, TRUTH)
    loop.playout(twin, Dealer(1), Dealer(2), 3)
    assert encode(twin, TRUTH) != encode(start, TRUTH)


def test_a_finished_game_shows_every_draw_and_how_to_check_it() -> None:
    rng = random.Random(1)
    match = es.new("fire-prototype", players=2)
    assert match.proof() is None
    while not match.over:
        match.push(rng.choice(match.codes()))
    proof = match.proof()
    assert proof is not None
    commitment, secret = proof
    assert commitment == f"sha256:{hashlib.sha256(bytes.fromhex(secret)).hexdigest()}"
    draws = match.draws()
    assert draws
    for weights, code, text in draws:
        assert weights[code] > 0
        assert text
    assert es.new("fire-prototype", players=2, seed=1).proof() is None


def test_a_game_that_says_nothing_of_its_box_gets_plain_answers() -> None:
    game = AUCTION
    s = game.start(2, game.full_options(2, {}))
    assert (game.printed(), game.pieces(), game.aid(2, {}), game.facts(s)) == ({}, [], [], {})
    assert not game.silent({})
    assert game.tiebreaks(s) == [[], []]
    with pytest.raises(es.IllegalChoice, match="This game has no markers"):
        game.marker(s, "1r1")
