"""Bots in Alexandria: the greedy one plays every hero and beats chance, and one that thinks ahead
wastes no last action.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import emberstacks as es
from emberstacks.bots.mind import WHOLE_GAME, mind_of
from emberstacks.bots.minds.alexandria.weights import (
    COPYISTS,
    ENDS,
    HARM,
    INVENTORY,
    ROLL_CALL,
    Weights,
)
from emberstacks.bots.minds.alexandria.worths import HeroSight
from emberstacks.bots.review.judge import Judge
from emberstacks.bots.thinking import Thinking, best_of
from emberstacks.bots.weights import as_they_are
from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.match import dealer_of
from tests.bots.mixed import greedy_wins, rated
from tests.games.alexandria.table import do, position, room

pytestmark = pytest.mark.both_builds


WEIGHTS = as_they_are(mind_of("alexandria").weights)


def sight_of(match: es.Match) -> HeroSight:
    """What the hero of the first seat sees."""
    s = match.worlds(0).deal(Dealer(1))
    assert isinstance(s, Alexandria)
    return HeroSight(Weights(WEIGHTS, s.box), s, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_greedy_bot_beats_random_ones(players: int) -> None:
    assert greedy_wins("alexandria", players, range(20), heroes="deal") >= 17


def test_a_card_that_completes_a_collection_is_worth_most() -> None:
    match = position(rescued={"A": "the almagest; sphere of archimedes"})
    mind, slugs = sight_of(match), GAME.box.rescue_slugs
    values = [
        mind.rescue_card(slugs.index(name))
        for name in ("water clock of ctesibius", "euclid", "berossus of babylon")
    ]
    assert values[0] > values[1] == values[2]
    assert mind.rescue_card(slugs.index("timaeus")) < values[1]


def best(match: es.Match, seat: int = 0) -> str:
    """The choice that the greedy bot takes."""
    values = rated(match, seat)
    return max(values, key=lambda text: values[text])


def test_the_richer_choice_is_rated_higher() -> None:
    values = rated(position(hands={"A": "a burning cache"}, furniture={"A": "chest"}))
    assert values["play a burning cache"] == max(values.values())
    assert values["wait"] < values["draw"]


def test_every_action_card_and_ability_is_rated() -> None:
    """All but the Responses and the two cards whose worth is what one holds."""
    box = GAME.box
    names = {box.slugs[number] for number in range(52) if number >= 48 or box.kind[number] == 0}
    assert names - WEIGHTS.keys() == {ROLL_CALL, INVENTORY}
    perils = [box.slugs[number] for number in range(48) if box.kind[number] == 2]
    chances = {f"{peril} {case}" for peril in perils for case in ("anyway", "there", "near")}
    assert chances <= WEIGHTS.keys()


def test_every_card_with_a_role_of_its_own_is_in_the_box() -> None:
    assert {*ENDS, *HARM, COPYISTS, INVENTORY, ROLL_CALL} <= {*GAME.box.slugs}


FLAMES = 1 << room("star terrace")


def test_late_in_a_round_heroes_flee_from_the_fire() -> None:
    """The Star Terrace burns for sure; early in a round there is time for other things first."""
    match = position(
        "lysandros octavia",
        at={"A": "star terrace"},
        fire=FLAMES,
        time=[2, 0],
        rescued={"A": "timaeus"},
    )
    assert best(match).startswith("move ")
    assert sight_of(match).burns(room("star terrace")) == 1.0


def test_octavia_stays_in_the_fire_where_little_furniture_is_left() -> None:
    empty = position(at={"A": "star terrace"}, fire=FLAMES, time=[1, 0])
    assert not best(empty).startswith("move ")
    full = position(
        at={"A": "star terrace"},
        furniture={"A": "chest chest chest lectern ?"},
        fire=FLAMES,
        time=[1, 0],
    )
    assert sight_of(full).escape(room("map chamber")) > sight_of(empty).escape(room("map chamber"))


def test_octavia_lights_her_own_room_when_it_is_nearly_empty() -> None:
    where = {"B": "hall of the muses"}
    assert best(do(position(at=where, furniture={"A": "chest"}), "A use kindle")) == "fire"
    assert (
        best(do(position(at=where, furniture={"A": "chest chest lectern carpet"}), "A use kindle"))
        == "furniture"
    )


def test_perils_are_laid_where_others_will_meet_them() -> None:
    match = position(
        "neferhotep kallista",
        hands={"A": "rotten boards"},
        at={"A": "star terrace", "B": "scriptorium"},
    )
    assert best(do(match, "A lay rotten boards")) == "scriptorium"
    alone = position(
        "neferhotep kallista",
        hands={"A": "rotten boards"},
        at={"A": "hall of the muses", "B": "scriptorium"},
    )
    assert rated(alone)["lay rotten boards"] < rated(alone)["draw"]


def test_others_keep_away_from_perils_and_guards() -> None:
    where = {"A": "star terrace", "B": "hall of the muses"}
    plain = rated(position("kallista neferhotep", at=where))
    watched = rated(
        position("kallista neferhotep", at=where, perils={"sagging roof": "scriptorium"})
    )
    assert watched["move scriptorium"] < plain["move scriptorium"]
    guarded = rated(position("kallista octavia", at=where, guard=[0, 1 << room("scriptorium")]))
    assert guarded["move scriptorium"] < plain["move scriptorium"]


@pytest.mark.parametrize(("hero", "end"), zip(GAME.box.hero_ids, ENDS, strict=True))
def test_heroes_choose_the_dramatic_end_that_suits_them(hero: str, end: str) -> None:
    other = "kallista" if hero != "kallista" else "octavia"
    match = es.new("alexandria", players=2, seed=1, hero_a=hero, hero_b=other)
    assert best(match) == end


def test_harm_is_for_the_leader() -> None:
    three: dict[str, Any] = {
        "at": {"A": "star terrace", "B": "star terrace", "C": "star terrace"},
        "points": [5, 20, 3],
    }
    theft = position("octavia kallista lysandros", hands={"A": "confiscate"}, **three)
    assert best(do(theft, "A play confiscate")) == "kallista"


def test_a_search_does_not_draw_cards_that_it_cannot_play_any_more() -> None:
    """The last round of a game of greedy bots under rules 1.3, where the greedy one draws: a Peril
    still brings points.
    """
    match, rng, greedy = (
        new_match(GAME, 2, {}, dealer_of(17), 17, "1.3"),
        random.Random(17),
        es.bot("greedy"),
    )
    while True:
        seat = match.waiting[0]
        view, choices = match.view(seat), match.legal(seat)
        chosen = greedy.choose(view, choices, rng)
        perils = [choice for choice in choices if str(choice).startswith("lay ")]
        if view["state"]["round"] == GAME.box.rounds and perils and str(chosen) == "draw":
            break
        match.push(chosen, seat)
    thinking = Thinking(view, choices, random.Random(1))
    thinking.search.run(400, 0.0)
    assert best_of(thinking.thoughts()).choice in perils


def test_a_search_knows_what_the_dramatic_end_will_bring() -> None:
    """As in the game of three experts with seed 7211, answer 310: four Books will bring four points
    to whoever is behind.
    """
    match = position(
        "lysandros octavia kallista",
        rescued={"A": "elements of euclid; timaeus; argonautica; sakikku omens of sickness"},
        ends="the catalogue is lost, a decree of the senate, the wounded cry out",
        round=5,
        points=[20, 22, 10],
        revealed=[1, 2, 0],
    )
    view, choices = match.view(0), match.legal(0)
    thinking = Thinking(view, choices, random.Random(1))
    thinking.search.run(200, 0.0)
    assert best_of(thinking.thoughts()).win > 0.6
    judge = Judge(view, choices, 1)
    assert judge.depth == WHOLE_GAME
    assert judge.as_it_stands(40).mean > 0.6
    before = {**view, "state": {**view["state"], "revealed": [1, 2]}}
    assert mind_of("alexandria").depth(before) == mind_of("alexandria").plays_on
