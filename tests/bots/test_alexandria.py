"""The greedy bot in Alexandria: it plays every hero, and beats chance."""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.heuristics.alexandria import CARDS, card_worth, worths
from emberstacks.games.alexandria import GAME
from tests.games.alexandria.table import position


def played(players: int, seed: int) -> bool:
    """One game of the greedy bot against random ones: has it won?"""
    rng = random.Random(seed)
    match = es.new("alexandria", players=players, seed=seed, heroes="deal")
    greedy, chance = es.bot("greedy"), es.bot("random")
    me = seed % players
    while not match.over:
        seat = match.to_act
        assert seat is not None
        bot = greedy if seat == me else chance
        match.push(bot.choose(match.view(seat), match.legal(), rng), seat)
    assert match.result is not None
    return me in match.result.winners


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_greedy_bot_beats_random_ones(players: int) -> None:
    assert sum(played(players, seed) for seed in range(20)) >= 17


def test_a_card_that_completes_a_collection_is_worth_most() -> None:
    match = position(rescued={"A": "the almagest; sphere of archimedes"})
    view, slugs = match.view(0), GAME.box.rescue_slugs
    values = [card_worth(view, 0, slugs.index(name)) for name in ("seleucus of seleucia", "euclid", "berossus of babylon")]
    assert values[0] > values[1] == values[2]
    assert card_worth(view, 0, slugs.index("timaeus")) < values[1]


def test_the_richer_choice_is_rated_higher() -> None:
    match = position(hands={"A": "a burning cache"}, furniture={"A": "chest"})
    rated = dict(zip([str(choice) for choice in match.legal()], worths(match.view(0), match.legal()), strict=True))
    assert rated["play a burning cache"] == max(rated.values())
    assert rated["wait"] < rated["draw"]


def test_every_action_card_and_ability_is_rated() -> None:
    """All but the Responses and the two cards whose worth is what one holds."""
    box = GAME.box
    names = {box.slugs[number] for number in range(52) if number >= 48 or box.kind[number] != 1}
    assert names - set(CARDS) == {"roll call", "keeper's inventory"}
    assert set(CARDS) <= names
