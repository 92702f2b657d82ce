"""Learn from your mistakes: what the review of a finished game found becomes puzzles, as their seat
saw them.
"""

from __future__ import annotations

import random
from dataclasses import replace

import emberstacks as es
from emberstacks.bots.review import Decision, review
from emberstacks.bots.table import play
from emberstacks.kernel.match import Match
from emberstacks.puzzles.grade import grade
from emberstacks.puzzles.mistakes import MOST, judged, mistakes, with_loss

QUICK = 16


def finished(game: str, players: int = 2) -> Match:
    return play(
        es.new(game, players=players, seed=3), [es.bot("random")] * players, random.Random(3)
    )


def decisions(match: Match) -> list[Decision]:
    found = review(match, playouts=QUICK, most=12)
    return [one for side in found.sides for one in side.decisions]


def test_the_costliest_come_first_and_only_those_of_the_seat() -> None:
    match = finished("fire-prototype")
    judged_ones = decisions(match)
    found = mistakes(match, judged_ones, 0)
    assert 0 < len(found) <= MOST
    losses = [max(one.losses.values()) for one in found]
    assert losses == sorted(losses, reverse=True)
    assert {one.seat for one in found} == {0}
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    known = {(one.at, one.choice, one.better) for one in judged_ones}
    for one in found:
        made = max(one.losses, key=lambda text: one.losses[text])
        assert (one.at, made, one.best) in known
        assert grade(one, one.best).solved
        assert not grade(one, made).solved or one.losses[made] < 0.02


def test_a_seat_sees_what_it_saw_then() -> None:
    match = finished("horror", 3)
    seat = next(one for one in range(3) if any(acting == one for acting, _ in match.answers()))
    at = [
        k
        for k, (acting, _) in enumerate(match.answers())
        if acting == seat and len(match.after(k).codes(seat)) > 1
    ][20]
    then = match.after(at)
    texts = [choice.text for choice in then.legal(seat)]
    one = Decision(at, seat, "", texts[0], "", texts[1], "", 0.5, 0.4, 0.0, 0.1, 0.0, 20, "")
    [found] = mistakes(match, [one, replace(one, loss=0.001), replace(one, better="")], seat)
    assert found.match().view(seat) == then.view(seat)
    assert found.losses == {texts[1]: 0.0, texts[0]: 0.1}


def test_a_choice_that_the_review_did_not_look_at_is_judged_now() -> None:
    match = finished("fire-prototype")
    [first, *_] = mistakes(match, decisions(match), 0)
    here = first.match()
    made = max(first.losses, key=lambda text: first.losses[text])
    loss = judged(here.view(0), here.legal(0), made, first.best, first.at)
    assert loss >= 0
    assert judged(here.view(0), here.legal(0), first.best, first.best, first.at) == 0
    assert with_loss(first, "other", 0.3).losses["other"] == 0.3
