"""Going back in a match: to step through it, or to go on differently."""

from __future__ import annotations

import random

import emberstacks as es


def played(seed: int | None) -> tuple[es.Match, list[tuple[int, str]]]:
    """A finished match, and each decision with the number of answers before it."""
    rng = random.Random(seed)
    match = es.new("fire-prototype", players=3, seed=seed)
    decisions = []
    while not match.over:
        choice = rng.choice(match.legal())
        decisions.append((match.length, str(choice)))
        match.push(choice)
    return match, decisions


def test_the_same_answers_from_any_decision_lead_to_the_same_end() -> None:
    for seed in (5, None):
        match, decisions = played(seed)
        for number, (before, _) in enumerate(decisions):
            twin = match.after(before)
            for _, text in decisions[number:]:
                twin.push(text)
            assert twin.record() == match.record()


def test_every_point_of_a_match_can_be_looked_at_and_its_events_are_the_first_of_all() -> None:
    match, _ = played(5)
    told = match.events(None)
    lengths = []
    for answers in range(match.length + 1):
        twin = match.after(answers)
        events = twin.events(None)
        assert twin.length == answers
        assert events == told[: len(events)]
        assert twin.over == (answers == match.length)
        lengths.append(len(events))
    assert lengths[0] == 0
    assert lengths[-1] == len(told)
    assert match.after(match.length).view(None) == match.view(None)
