"""Trying out a team's best choices in games in the head."""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.expert import ExpertBot
from emberstacks.bots.mind import mind_of
from emberstacks.bots.trials import Trials, best_tried
from emberstacks.build import compiled
from emberstacks.kernel.chance import Dealer
from tests.games.librarians.table import name_of, position, push

pytestmark = pytest.mark.both_builds


def horror_at_hand() -> es.Match:
    """The L fits at 1r2, where it completes a line of horror and loses the game, and in the second
    row.
    """
    match = position(["AR DR > FR", ">"], hand="LR VG", others=["M1G"], plays=1)
    return push(match, f"play {name_of(match, 'LR')}")


def tried(match: es.Match, worths: list[float], far: float = 10.0, answers: int = 200) -> str:
    choices = match.legal()
    assert match.to_act is not None
    number = best_tried(
        match.view(match.to_act), choices, worths, far, Dealer(1), answers, lambda: False
    )
    return str(choices[number])


def test_games_in_the_head_correct_a_first_sight_that_loses_the_game() -> None:
    match = horror_at_hand()
    seeming = [1.0 if str(choice) == "1r2" else 0.0 for choice in match.legal()]
    assert tried(match, seeming) != "1r2"


def test_a_choice_that_seems_far_worse_is_not_tried() -> None:
    match = horror_at_hand()
    seeming = [100.0 if str(choice) == "1r2" else 0.0 for choice in match.legal()]
    assert tried(match, seeming) == "1r2"


def test_without_time_it_takes_what_is_best_at_first_sight() -> None:
    match = horror_at_hand()
    seeming = [1.0 if str(choice) == "1r2" else 0.0 for choice in match.legal()]
    view = match.view(match.to_act)
    choices = match.legal()
    assert (
        str(choices[best_tried(view, choices, seeming, 10.0, Dealer(1), 10_000, lambda: True)])
        == "1r2"
    )


def ending(seed: int) -> es.Match:
    """The last turns of a game, so that games in the head are short."""
    match = es.new("librarians", players=3, seed=seed, curse="columns")
    rng = random.Random(seed)
    while match.view(0)["scores"][0] < -14 and not match.over:
        view, choices = match.view(match.to_act), match.legal()
        match.push(es.bot("greedy").choose(view, choices, rng))
    return match


def test_it_judges_by_what_its_seat_may_know_and_the_same_dealer_plays_the_same_games() -> None:
    match = ending(3)
    seat = match.to_act
    assert seat is not None
    other = match.world(seat, random.Random(5))
    assert match.to_json() != other.to_json()
    found = []
    for one in (match, other, match):
        trials = Trials(one.view(seat), one.legal(), Dealer(7))
        for _ in range(2):
            trials.play(range(min(2, len(one.legal()))))
        found.append((trials.wins, trials.points, trials.answers))
    assert found[0] == found[1] == found[2]


@pytest.mark.skipif(
    not compiled(), reason="without the compiled build games in the head take too long"
)
def test_the_expert_of_a_team_answers_the_same_with_the_same_generator() -> None:
    match = ending(4)
    assert mind_of("librarians").trials > 0
    view, choices = match.view(match.to_act), match.legal()
    assert len({str(ExpertBot().choose(view, choices, random.Random(9))) for _ in range(2)}) == 1


def test_a_game_that_is_over_at_once_counts_as_well() -> None:
    """Otherwise it would try such games for ever."""
    match = horror_at_hand()
    trials = Trials(match.view(match.to_act), match.legal(), Dealer(1))
    losing = [str(choice) for choice in match.legal()].index("1r2")
    trials.play([losing])
    assert trials.wins[losing] == [0.0]
    assert trials.answers > 0


def test_the_bot_with_a_number_of_answers_tries_out_what_it_says() -> None:
    match = horror_at_hand()
    bot = es.bot("trials:300")
    chosen = bot.choose(match.view(match.to_act), match.legal(), random.Random(1))
    assert str(chosen) != "1r2"
    assert bot.name == "trials:300"


@pytest.mark.parametrize("spec", ["trials:", "trials:0", "trials:many", "trials:1000001"])
def test_a_number_of_answers_that_makes_no_sense(spec: str) -> None:
    with pytest.raises(es.BadBot, match="trials"):
        es.bot(spec)
