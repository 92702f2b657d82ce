"""Greedy in a game that it knows nothing about: one step ahead, in worlds made from its view."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import emberstacks as es
from emberstacks.bots import lookahead
from emberstacks.bots.mind import NO_MIND, mind_of
from emberstacks.bots.table import play
from emberstacks.games import playing_with
from emberstacks.kernel.chance import Dealer
from tests.bots.toy import TOY
from tests.games.fire_prototype.table import edited, played

pytestmark = pytest.mark.both_builds


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    assert mind_of("toy") is NO_MIND
    with playing_with(TOY):
        yield


def hand(match: es.Match, seat: int) -> list[int]:
    return [face for face, *_ in match.view(seat)["state"]["hands"][seat]]


@pytest.mark.parametrize("seed", range(20))
def test_it_lays_the_card_that_scores(seed: int) -> None:
    """A higher card is never worse, in no world; a 6 or 7 is clearly better than anything below."""
    match = es.new("toy", players=3, seed=seed)
    for seat in match.waiting:
        low, high = lookahead.worths(match.view(seat), match.legal(seat), Dealer(seed))
        assert low <= high
        if sorted(hand(match, seat))[0] < 6 <= max(hand(match, seat)):
            choice = es.bot("greedy").choose(
                match.view(seat), match.legal(seat), random.Random(seed)
            )
            assert choice.code == max(hand(match, seat))


def test_a_sure_card_is_worth_exactly_what_it_scores() -> None:
    match = next(
        m
        for m in (es.new("toy", players=2, seed=seed) for seed in range(99))
        if max(hand(m, 0)) == 7
    )
    assert lookahead.worths(match.view(0), match.legal(0), Dealer(1))[-1] == 7


def test_worlds_are_as_likely_as_they_are() -> None:
    """Against a rival who lays any unseen card, a card brings its number if it is higher, and the
    rival's if not.
    """
    match = es.new("toy", players=2, seed=1)
    unseen = [card for card in range(8) if card not in hand(match, 0)]
    exact = [
        sum(card if card > other else -other for other in unseen) / len(unseen)
        for card in sorted(hand(match, 0))
    ]
    tries = [lookahead.worths(match.view(0), match.legal(0), Dealer(seed)) for seed in range(50)]
    assert [sum(column) / len(tries) for column in zip(*tries, strict=True)] == pytest.approx(
        exact, abs=0.4
    )


@pytest.mark.parametrize("seed", range(10))
def test_hidden_cards_make_no_difference(seed: int) -> None:
    """What its seat cannot see is dealt again, and the bot answers the same."""
    match = es.new("toy", players=3, seed=seed)
    match.push(match.legal(2)[0], 2)  # sealed: the bot may not know which
    worlds = [match.world(0, k) for k in range(8)]
    assert len({json.dumps(world.to_json()) for world in worlds}) > 1
    choices = {
        es.bot("greedy").choose(m.view(0), m.legal(0), random.Random(seed))
        for m in [match, *worlds]
    }
    assert len(choices) == 1
    text = json.loads(json.dumps(match.view(0)))
    assert choices == {es.bot("greedy").choose(text, match.legal(0), random.Random(seed))}


def test_a_whole_game_with_questions_to_all_at_once() -> None:
    matches = [
        play(es.new("toy", players=4, seed=3), [es.bot("greedy")] * 4, random.Random(5))
        for _ in range(2)
    ]
    assert matches[0].over
    assert matches[0].record() == matches[1].record()


def test_points_count_at_once() -> None:
    match = edited(played("A {black}"), knowledge=[10, 30, 20])
    draw, score = lookahead.worths(match.view(0), match.legal(), Dealer(1))
    assert draw <= 10 - 30
    assert score == 10 + 9 - 30  # the black book and the bravery of the 1st card


def test_points_count_once_chance_has_settled() -> None:
    """The last space of the 1st card: the draw brings at least the 19 points of before, or fire and
    none of them.
    """
    match = played("A {black} A draw {white} A draw {black} A draw {black}")
    draw, score = lookahead.worths(match.view(0), match.legal(), Dealer(1))
    assert score == 19
    assert 0 < draw < 19 + 5
