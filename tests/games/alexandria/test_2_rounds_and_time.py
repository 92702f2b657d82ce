"""Chapter 2 of RULES.md: rounds and Time."""

from __future__ import annotations

import emberstacks as es
from tests.games.alexandria.table import burning, do, points, position, table, till_dawn, time, told

THREE = "octavia kallista lysandros"


def test_five_rounds_of_three_phases() -> None:
    """§2.1"""
    match = es.new("alexandria", players=2, seed=3)
    while not match.over:
        match.push(match.codes()[-1])
    news = told(match)
    assert [line for line in news if line.startswith("Round") and "begins" in line] == [
        f"Round {k} begins." for k in range(1, 6)
    ]
    assert sum("Action phase" in line for line in news) == 5
    assert sum("put away" in line for line in news) == 4


def test_the_highest_token_acts_and_of_several_the_topmost() -> None:
    """§2.2: A, with 8, acts until B and C are higher; of these two C's token lies on top."""
    match = position(THREE, time=[8, 7, 7], track=[1, 2, 0])
    assert match.to_act == 0
    assert do(match, "A wait", "A wait").to_act == 2


def test_a_token_that_moves_lies_on_top() -> None:
    """§2.3, the rulebook's example of stacking on the track: A lands on the space of B and C and
    acts again.
    """
    match = do(position(THREE, time=[8, 7, 7], track=[1, 2, 0]), "A wait")
    assert match.to_act == 0
    assert table(match)["track"] == [1, 2, 0]


def test_the_actor_pays_before_the_helper() -> None:
    """§2.3: both come to 6, so the helper's token is on top."""
    match = position(hands={"A": "spark in the dark"}, furniture={"A": "carpet"}, time=[7, 7])
    do(match, "A play spark in the dark", "A kallista pays 1", "A stay")
    assert time(match) == [6, 6]
    assert match.to_act == 1


def test_nobody_has_more_than_10_or_less_than_0() -> None:
    """§2.4: Bind the Wounds for somebody on 10; the token stays where it is in its pile. A guard
    finds no Time to take.
    """
    match = position(
        "kallista octavia lysandros",
        hands={"A": "bind the wounds"},
        time=[10, 10, 10],
        track=[1, 2, 0],
    )
    do(match, "A play bind the wounds", "A pay alone", "A leave")
    assert (time(match), table(match)["track"]) == ([8, 10, 10], [1, 2, 0])
    poor = position("kallista octavia", time=[1, 0], guard=[0, 1 << 3])
    do(poor, "A move scriptorium")
    assert points(poor)[1] == 11


def test_the_first_pile() -> None:
    """§2.5: the start player on top, the last in turn order at the bottom."""
    state = es.new("alexandria", players=4, seed=2).to_json()["state"]
    first = state["active"]
    assert state["track"] == [(first + 3) % 4, (first + 2) % 4, (first + 1) % 4, first]
    assert state["time"] == [8] * 4


def test_the_action_phase_ends_when_all_are_on_0() -> None:
    """§2.6: A came to 0 before B, so B's token is on top and begins the next round."""
    match = do(position(time=[1, 1], track=[1, 0]), "A wait", "B wait")
    state = table(till_dawn(match))
    assert (state["time"], state["track"], match.to_act) == ([8, 8], [0, 1], 1)


def test_time_gained_on_0_is_another_action() -> None:
    """§2.7: Orders from the Senate take A's last Time, and give 1 back to a Hero who is alone."""
    match = do(
        position(hands={"A": "orders from the senate"}, time=[1, 0]),
        "A play orders from the senate",
    )
    assert (time(match), match.to_act) == ([1, 0], 0)


def test_the_next_round_begins_after_burning_and_cleanup() -> None:
    """§2.1"""
    match = till_dawn(burning("map chamber"))
    assert table(match)["round"] == 2
