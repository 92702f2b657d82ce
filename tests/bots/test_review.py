"""The review: blunders are found, luck and decisions add up, and nothing is judged by what nobody
could know.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.bots.mind import NO_MIND, mind_of
from emberstacks.bots.review import NotFinished, Review, moments, review, sampled
from emberstacks.bots.review.judge import Judge
from emberstacks.bots.table import play
from emberstacks.bots.thinking import advice
from emberstacks.games import GAMES
from tests.every_game.table import random_game
from tests.every_game.test_kept_records import records
from tests.games.fire_prototype.table import edited, played
from tests.games.horror.table import BOX, push, scene

pytestmark = pytest.mark.both_builds

KEPT = Path(__file__).parents[1] / "records/1.0"


def finished(name: str, players: int, seed: int = 3) -> es.Match:
    """A quick game of bots."""
    return play(
        es.new(name, players=players, seed=seed), [es.bot("greedy")] * players, random.Random(seed)
    )


def played_on(match: es.Match, seed: int = 2) -> es.Match:
    return play(match, [es.bot("greedy")] * match.players, random.Random(seed))


def nearly_won() -> es.Match:
    """A has three books on the card, worth 20 points, which win the game; the others are close
    behind.
    """
    match = played("A {black} A draw {white} A draw {yellow}")
    return edited(match, knowledge=[85, 98, 98])


def test_a_written_blunder_is_found() -> None:
    """To draw on where scoring wins the game is the costliest decision, and the review says what
    was better and why.
    """
    match = nearly_won()
    match.push("draw")
    found = review(played_on(match), seats=[0], playouts=60)
    assert found.costliest, "the blunder was not found"
    worst = found.costliest[0]
    assert (worst.at, worst.choice, worst.better) == (0, "draw", "score")
    assert worst.loss > 0.15
    assert "the books burn in" in worst.reason
    assert "20 points for sure" in worst.reason
    assert any(swing.own and swing.since == 0 for swing in found.turning)


def test_the_right_answer_costs_nothing() -> None:
    match = nearly_won()
    match.push("score")
    found = review(played_on(match), seats=[0], playouts=40)
    first, *_ = found.sides[0].decisions
    assert (first.choice, first.better, first.loss, first.reason) == ("score", "", 0.0, "")


@pytest.mark.parametrize(
    ("name", "players"),
    [("fire-prototype", 3), ("fire", 2), ("fire", 1), ("horror", 2), ("alexandria", 2)],
)
def test_luck_and_decisions_add_up(name: str, players: int) -> None:
    check(review(finished(name, players), playouts=8, most=10), players, together=False)


def test_luck_and_decisions_add_up_in_a_team() -> None:
    found = review(random_game("librarians", 2, 3), playouts=8, most=8)
    check(found, 2, together=True)
    assert [side.name for side in found.sides] == ["The team"]


def check(found: Review, players: int, together: bool) -> None:
    """The parts of every curve make the whole of it, step by step."""
    assert [side.seats for side in found.sides] == (
        [[*range(players)]] if together else [[k] for k in range(players)]
    )
    assert found.measure == ("points" if players == 1 else "chance")
    assert 0 < found.judged <= found.decisions
    for side in found.sides:
        value, luck, decided = side.start, 0.0, 0.0
        for one in side.decisions:
            luck += one.before - value
            decided += one.after - one.before
            value = one.after
            assert one.loss == pytest.approx(one.before - one.after)
            assert one.loss >= 0
            assert (one.better == "") == (one.loss == 0)
            if found.measure == "chance":
                assert 0 <= one.after <= one.before <= 1 + 1e-9
        if side.decisions:
            luck += side.end - value
        assert luck == pytest.approx(side.luck)
        assert decided == pytest.approx(side.decided)
        assert side.start + side.luck + side.decided == pytest.approx(side.end)
    if found.measure == "chance" and not together:
        assert sum(side.end for side in found.sides) == pytest.approx(1)
    assert json.loads(json.dumps(found.json()))["judged"] == found.judged


def test_the_same_seed_gives_the_same_review() -> None:
    match = finished("fire-prototype", 2)
    first = review(match, playouts=10, most=8, seed=4)
    assert review(match, playouts=10, most=8, seed=4) == first
    assert review(match, playouts=10, most=8, seed=5) != first
    read = es.read_record(match.record())
    assert review(read, playouts=10, most=8, seed=4) == first


def test_one_seat_is_judged_as_among_all() -> None:
    match = finished("fire-prototype", 3)
    alone = review(match, seats=[1], playouts=10, most=1000)
    (side,) = alone.sides
    assert side == review(match, playouts=10, most=1000).sides[1]


@pytest.mark.parametrize("name", ["horror", "alexandria", "librarians"])
def test_what_a_player_cannot_know_makes_no_difference(name: str) -> None:
    """The same decision in other possible worlds, in which all hidden pieces lie elsewhere, is
    judged the same.
    """
    match = random_game(name, 3, 4, decisions=30)
    seat = match.waiting[0]
    worlds = [match, *[match.world(seat, k) for k in range(2)]]
    hidden = {json.dumps(world.to_json()["state"], sort_keys=True) for world in worlds}
    assert len(hidden) > 1, "the worlds do not differ, so the test would prove nothing"
    verdicts = {
        str(Judge(world.view(seat), world.legal(seat), 7).verdict(0, 12)) for world in worlds
    }
    assert len(verdicts) == 1


def test_forced_answers_are_no_decisions() -> None:
    match = finished("fire-prototype", 2)
    faced = moments(match, [0, 1])
    assert faced
    for moment in faced:
        assert len(moment.choices) > 1
        assert match.answers()[moment.at] == (moment.seat, moment.choices[moment.made].code)


def test_of_many_decisions_the_doubtful_ones_are_judged() -> None:
    bots = [es.bot("greedy"), es.bot("apprentice")]
    faced = moments(
        play(es.new("fire-prototype", players=2, seed=1), bots, random.Random(1)), [0, 1]
    )
    doubts = [1 - advice(moment.view, moment.choices)[moment.made] for moment in faced]
    most = 2 * sum(doubt == max(doubts) for doubt in doubts)
    assert 0 < most < len(faced)
    chosen = sampled(faced, most, lambda: False, lambda _: None)
    assert len({moment.at for moment in chosen}) == most
    assert all(
        moment in chosen
        for moment, doubt in zip(faced, doubts, strict=True)
        if doubt == max(doubts)
    )
    assert [moment.at for moment in chosen] == sorted(moment.at for moment in chosen)


def test_a_review_takes_no_longer_than_it_may() -> None:
    reported: list[float] = []
    found = review(finished("fire", 2), playouts=10_000, limit=0.01, progress=reported.append)
    assert found.late
    assert found.judged <= 1
    assert reported[-1] == 1.0
    assert reported == sorted(reported)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(NotFinished, match="not over"):
        review(es.new("fire-prototype", players=2, seed=1))


def test_every_game_has_its_ground() -> None:
    assert all(mind_of(game) is not NO_MIND for game in GAMES)


def hope(match: es.Match, games: int) -> float:
    """The chance that is told of a position to the seat that is asked."""
    return Judge(match.view(match.waiting[0]), [], 1).as_it_stands(games).mean


def test_a_team_that_has_begun_well_is_told_so() -> None:
    """Teams of greedy bots clear nearly every game without expansions; a chance of a half would be
    wrong.
    """
    match = es.new("librarians", players=2, seed=4)
    bot = es.bot("greedy")
    for decisions in range(12):
        if decisions % 6 == 0:
            assert hope(match, 3) > 0.8
        match.push(
            bot.choose(match.view(match.waiting[0]), match.legal(), random.Random(decisions))
        )


def test_decisions_that_cleared_a_library_are_not_called_blunders() -> None:
    """Earlier reviews took up to 333 % from teams that had cleared everything."""
    match = play(es.new("librarians", players=2, seed=1), [es.bot("greedy")] * 2, random.Random(1))
    assert match.result is not None
    assert match.result.winners
    side = review(match, seats=[0], playouts=6, most=4).sides[0]
    assert len(side.decisions) == 4
    assert sum(decision.loss for decision in side.decisions) < 0.5


def test_before_anything_has_happened_nobody_is_ahead_in_alexandria() -> None:
    """A game that is tried says little so early, however it ends."""
    match = random_game("alexandria", 2, 3, decisions=6)
    assert match.view(0)["state"]["round"] <= 1
    assert 0.2 < hope(match, 1) < 0.8


def test_a_position_can_be_judged_by_somebody_who_watches_an_exchange() -> None:
    """B has nearly all red and green pages, and does not know which of the others A is asked to
    take.
    """
    kept = {"cavalry sabre", "belladonna", "pith helmet", "snare trap"}
    others = [name.lower() for name in BOX.objects[:20] if name.lower() not in kept]
    match = scene(loose={"A": "pith helmet, snare trap", "B": ", ".join(others)})
    push(match, "exchange", "give pith helmet", "give snare trap")
    assert 0.0 < Judge(match.view(1), [], 1).as_it_stands(20).mean < 1.0


@pytest.mark.parametrize("name", ["fire", "horror", "librarians", "alexandria"])
def test_a_game_of_older_rules_is_reviewed_by_them(name: str) -> None:
    """A kept record of 1.0: what was chosen then is judged among the choices of then."""
    text = next(
        text
        for text in records(KEPT / name / "games.txt").values()
        if '[Players "2"]' in text and "Result" in text
    )
    match = es.read_record(text)
    assert '[Rules "1.0"]' in match.record()
    found = review(match, seats=[0], playouts=1, most=2)
    assert found.judged == 2
    assert [decision.choice for decision in found.sides[0].decisions]
