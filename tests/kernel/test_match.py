"""The public face: what a match answers, refuses and leaves unchanged."""

from __future__ import annotations

import json
import random

import pytest

import emberstacks as es


def test_the_face_of_the_package() -> None:
    match = es.new("fire-prototype", players=3, seed=7)
    assert match.to_act == 0
    assert match.waiting == (0,)
    assert [str(choice) for choice in match.legal()] == ["draw", "score"]
    assert match.legal(1) == []
    assert match.codes() == [0, 1]
    assert json.loads(json.dumps(match.view(0))) == match.view(0)
    assert json.loads(json.dumps(match.events(0))) == match.events(0)
    assert not match.over
    assert match.result is None
    assert match.clause == "3.6"


def test_choices_by_object_text_and_code() -> None:
    matches = [es.new("fire-prototype", players=3, seed=7) for _ in range(3)]
    matches[0].push(matches[0].legal()[0])
    matches[1].push("  DRAW ")
    matches[2].push(0)
    assert matches[0].to_json() == matches[1].to_json() == matches[2].to_json()


@pytest.mark.parametrize("nonsense", ["sing", "", 7, -1, "draw score"])
def test_an_illegal_choice_changes_nothing_and_teaches(nonsense: str | int) -> None:
    match = es.new("fire-prototype", players=3, seed=7)
    before = match.to_json(), match.record(resumable=True)
    with pytest.raises(es.IllegalChoice, match=r"rules §3\.6.*Possible: draw or score") as refused:
        match.push(nonsense)
    assert refused.value.clause == "3.6"
    assert refused.value.legal == ["draw", "score"]
    assert (match.to_json(), match.record(resumable=True)) == before


def test_why_not_says_the_reason_and_its_clause_and_changes_nothing() -> None:
    match = es.new("fire-prototype", players=3, seed=7)
    before = match.to_json()
    assert match.why_not("draw", 0) == ("", "3.6")
    assert match.why_not("take 1", 0) == (
        "Turn order cards are chosen at the beginning of a round.",
        "2.1",
    )
    assert match.why_not("douse", 0) == (
        "A bucket can only be spent on a fire at the moment it is drawn.",
        "5.2",
    )
    reason, clause = match.why_not("sing", 0)
    assert reason.startswith("First comes another question: ")
    assert clause == "3.6"
    assert match.why_not("draw", 1) == ("You are not asked now.", "3.6")
    assert match.to_json() == before


def test_a_choice_of_another_question_is_refused() -> None:
    old = es.new("fire-prototype", players=3, seed=7)
    draw = old.legal()[0]
    old.push("score")
    with pytest.raises(es.IllegalChoice):
        old.push(draw)  # it is B who is asked now


def test_nobody_acts_for_another_seat() -> None:
    match = es.new("fire-prototype", players=3, seed=7)
    with pytest.raises(es.IllegalChoice, match="not possible for C: A decides now"):
        match.push("draw", seat=2)
    with pytest.raises(es.IllegalChoice, match=r"There is no seat 3\. Seats are 0 to 2"):
        match.push("draw", seat=3)
    with pytest.raises(es.IllegalChoice, match="There is no seat 9"):
        match.view(9)


def test_a_finished_game_refuses_everything() -> None:
    match = es.new("fire-prototype", players=2, seed=1)
    while not match.over:
        match.push(match.legal()[-1])
    assert match.to_act is None
    assert match.waiting == ()
    assert match.legal() == []
    with pytest.raises(es.IllegalChoice, match="the game is over"):
        match.push("draw")


def test_a_copy_is_independent_and_has_the_same_future() -> None:
    match = es.new("fire-prototype", players=3, seed=7)
    twin = match.copy()
    match.push("draw")
    assert twin.to_json() != match.to_json()
    twin.push("draw")
    assert twin.to_json() == match.to_json()
    assert twin.record(resumable=True) == match.record(resumable=True)
    assert twin.events(0) == match.events(0)


def test_positions_go_through_json_text() -> None:
    match = es.new("fire-prototype", players=3, seed=7)
    assert es.from_json(json.dumps(match.to_json()), seed=1).to_json() == match.to_json()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"bag": [9, 9, 9, 9, 9, 9]}, "pieces are missing or doubled"),
        ({"bag": [1, 2]}, "'bag' must have 6 entries, not 2"),
        ({"bag": "many"}, "'bag' must be a list"),
        ({"card": "first"}, "'card' must be a whole number, not 'first'"),
        ({"card": 2**70}, "'card' must be a whole number"),
        ({"card": 9}, "'card' must be from 0 to 4, not 9"),
        ({"burned": [99, 0, 0, 0, 0]}, "beyond its X"),
        ({"buckets": [3, 0, 0]}, "'buckets[0]' must be from 0 to 2, not 3"),
        ({"knowledge": [1, 2]}, "'knowledge' must have 3 entries, not 2"),
        ({"knowledge": [-1, 2, 3]}, "'knowledge[0]' cannot be -1"),
        ({"holder": [0, 0, 2, -2, -2]}, "one to a seat"),
        ({"holder": [0, 1, 2, -1, -2]}, "not those of this number of players"),
        ({"stack": [["Sing", 0]]}, "'Sing', which this game never asks"),
        ({"stack": [["DrawOrScore", 5]]}, "asks seat 5"),
        ({"stack": [["DrawOrScore"]]}, "does not have the form"),
        ({"stack": 5}, "does not have the form"),
        ({"colour": 3}, "a field 'colour' that this game does not know"),
    ],
)
def test_impossible_positions_are_refused_in_one_sentence(
    change: dict[str, object], complaint: str
) -> None:
    data = es.new("fire-prototype", players=3, seed=7).to_json()
    data["state"].update(change)
    with pytest.raises(es.BadPosition) as refused:
        es.from_json(data)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "data",
    [
        "{",
        "[]",
        "{}",
        '{"game": "fire-prototype"}',
        '{"game": "fire-prototype", "players": 3, "state": 1}',
    ],
)
def test_what_is_no_position_is_refused(data: str) -> None:
    with pytest.raises(es.BadPosition):
        es.from_json(data)


def test_unknown_games_and_options_are_refused() -> None:
    with pytest.raises(es.BadOptions, match=r"There is no game 'chess'\. Choose fire, "):
        es.new("chess")
    with pytest.raises(es.BadOptions, match="has no option 'speed'"):
        es.new("fire-prototype", players=2, speed=9)


def test_undo_goes_back_to_the_last_thing_revealed() -> None:
    """Dousing is quiet: the bucket comes back. Drawing is not: everybody has seen the token."""
    start = (
        '[Game "fire-prototype"] [Rules "1.0"] [Players "2"]\n{green} {green} {brown} {yellow}'
        " {white} {A} {B}"
    )
    moves = "A {fire} A draw {fire} B {green} B score A take 2 A {fire}"
    match = es.read_record(f"{start} {moves}", seed=1)
    before = match.to_json(), match.events(0)
    assert match.can_undo is None
    match.push("douse")
    assert match.can_undo == 0
    assert match.events(0) != before[1]
    match.undo()
    assert (match.to_json(), match.events(0)) == before
    match.push("douse")
    match.push("draw")
    assert match.can_undo is None
    with pytest.raises(es.IllegalChoice, match="cannot take back"):
        match.undo()


def test_undo_is_offered_exactly_where_nothing_was_revealed() -> None:
    """Over random games: an undone and repeated answer leads to the same game, and after chance
    there is no undo.
    """
    rng = random.Random(4)
    for seed in range(30):
        match = es.new("fire-prototype", players=4, seed=seed)
        while not match.over:
            seat, answers = match.to_act, match.record(resumable=True).count("{")
            before, choice = match.to_json(), rng.choice(match.legal())
            match.push(choice)
            revealed = match.record(resumable=True).count("{") > answers
            assert (match.can_undo == seat) == (not revealed and not match.over)
            if match.can_undo is not None:
                after = match.to_json()
                match.undo()
                assert match.to_json() == before
                match.push(choice)
                assert match.to_json() == after


def test_a_world_looks_the_same_to_the_seat() -> None:
    match = es.new("fire-prototype", players=3, seed=7)
    world = match.world(1, random.Random(3))
    assert world.view(1) == match.view(1)
    world.push("draw")
    assert match.world(1, 5).view(1) == match.view(1)


def test_names_stand_in_every_sentence() -> None:
    match = es.new("fire-prototype", players=2, seed=7)
    match.names = ["Ada", "Ben"]
    assert match.question.startswith("Ada, do you search")
    assert any("Ada" in event["text"] for event in match.events(None))
    assert "Ben" in match.board(None)
