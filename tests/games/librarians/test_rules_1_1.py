"""What rules 1.1 settle, each with how it was until 1.0: a game of that version goes on by it."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.options import CURSES, of_today
from emberstacks.kernel.game import Value
from emberstacks.kernel.versions import V1_0
from tests.games.librarians.table import (
    CHOSEN,
    play,
    position,
    powers,
    push,
    table,
    texts,
    told,
    where,
)

THRILLS: dict[str, Value] = {"thrills": 12}


def under_1_0(match: es.Match) -> es.Match:
    """The same position, played by the rules 1.0."""
    said = match.to_json()
    said["rules"] = "1.0"
    options = {
        name: value
        for name, value in said["options"].items()
        if name != "curse" and name not in CHOSEN
    }
    said["options"] = GAME.full_options(said["players"], options, V1_0)
    return es.from_json(said, seed=1)


def test_clearing_a_library_that_travel_has_emptied() -> None:
    """§3.3 §6.11 §13.12: Travel puts the thrill in place of the only book, then removes it: there
    is nothing to clear.
    """
    match = position(
        ["> LR", ">"], hand="V* MG UR", powers=["travel"], options={**THRILLS, "blue": "travel"}
    )
    push(match, "use travel", "1r1", "put vanishing trolley", "1r1", "nothing")
    assert match.legal()[0].step == "Turn"
    assert table(match)["laid"] == []


def empty_handed() -> es.Match:
    """B has no book, but Romance; A ends the turn with nothing left to draw."""
    return position(
        ["> LR", ">"],
        hand="MG UR",
        others=["", "AR"],
        powers=["", "comedy"],
        deck="",
        options={"green": "comedy"},
    )


def test_a_player_without_books_may_use_a_power() -> None:
    """§3.6"""
    match = play(play(empty_handed(), "MG", "1r2"), "UR", "1r3")
    push(match, "end")
    assert match.to_act == 1
    assert texts(match) == ["use comedy", "end"]
    assert "use a power card or end your turn" in match.question
    push(match, "end")
    assert match.to_act == 2


def test_until_1_0_a_player_without_books_had_no_turn() -> None:
    """§3.6"""
    match = play(play(under_1_0(empty_handed()), "MG", "1r2"), "UR", "1r3")
    push(match, "end")
    assert match.to_act == 2


def test_a_player_without_books_and_powers_has_no_turn() -> None:
    """§3.6"""
    match = position(["> LR", ">"], hand="MG UR", others=["", "AR"], deck="")
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert match.to_act == 2


def test_what_was_asked_for_waits_for_a_player_with_books() -> None:
    """§13.9: B has none, so C must play red; what A was asked for binds nobody any more."""
    match = position(
        ["> LR", ">"],
        hand="R* MG",
        others=["", "AR"],
        powers=["", "comedy"],
        deck="",
        options={**THRILLS, "green": "comedy"},
        force_letter=0,
    )
    play(match, "R*", "1r2").push("red")
    play(match, "MG", "2r1").push("end")
    assert match.to_act == 1
    assert (
        table(match)["force_colour"],
        table(match)["force_letter"],
        table(match)["next_colour"],
    ) == (-1, -1, 0)
    push(match, "end")
    assert match.to_act == 2
    assert (table(match)["force_colour"], table(match)["next_colour"]) == (0, -1)


def test_the_last_book_wins_before_a_card_is_given() -> None:
    """§7.1"""
    match = position(["> CB GB . SB"], hand="NB", others=[""], deck="")
    play(match, "NB", "1r3")
    assert match.over
    assert match.result is not None
    assert match.result.winners == [0, 1]
    assert not any("for its power" in text for text in told(match))


def test_until_1_0_the_last_card_was_given_away() -> None:
    """§7.1"""
    match = play(
        under_1_0(position(["> CB GB . SB"], hand="NB", others=[""], deck="")), "NB", "1r3"
    )
    assert texts(match) == ["give a", "give b"]


def test_with_books_left_the_card_is_given() -> None:
    """§5.5"""
    match = play(position(["> CB GB . SB"], hand="NB", others=["AR"], deck=""), "NB", "1r3")
    push(match, "give b")
    assert powers(match, 1) == ["thriller"]


def test_a_red_line_of_the_last_book_comes_first() -> None:
    """§7.1"""
    match = play(position(["> AR DR . LR"], hand="FR", others=[""], deck=""), "FR", "1r3")
    assert match.result is not None
    assert match.result.winners == []


def test_only_colours_and_letters_of_this_game_can_be_asked_for() -> None:
    """§13.9 §13.10: without red, purple and black books there are fewer letters, too."""
    few: dict[str, Value] = {**THRILLS, "red": "none", "purple": "none", "black": "none"}
    match = play(position(["> MG", ">"], hand="R* B* NB", others=["RG"], options=few), "R*", "1r2")
    assert texts(match) == ["green", "blue", "yellow"]
    push(match, "blue")
    play(match, "B*", "1l1")
    asked = [text[-1] for text in texts(match)]
    assert "z" not in asked  # only black and purple books begin with it
    assert "q" not in asked
    assert "x" in asked  # a thrill
    assert {"m", "n", "r"} <= set(asked)


def test_until_1_0_any_colour_could_be_asked_for() -> None:
    """§13.9"""
    few: dict[str, Value] = {**THRILLS, "red": "none"}
    match = play(
        under_1_0(position(["> MG", ">"], hand="R* NB", others=["RG"], options=few)), "R*", "1r2"
    )
    assert texts(match)[0] == "red"


def test_after_business_the_question_names_what_can_be_played() -> None:
    """§6.19: two books are owed, and the new hand has one."""
    match = position(
        ["> LR", ">"],
        hand="MG UR",
        others=["QR"],
        powers=["business"],
        options={"yellow": "business"},
    )
    assert "play two more books" in match.question
    push(match, "use business")
    assert "play one more book" in match.question
    play(match, "QR", "1r2")
    assert "end" in texts(match)


def tapped(**more: Any) -> es.Match:
    match = position(
        ["> LR", ">"],
        hand="MG UR",
        others=["QR", "AR"],
        powers=["science"],
        options={"yellow": "science"},
        **more,
    )
    return push(match, "use science", "1r1")


def test_all_others_answer_a_tap_at_once() -> None:
    """§6.18: yes, no, this one, or nothing; sealed until the last has answered."""
    match = push(tapped(), "shelf 2")
    assert match.waiting == (1, 2)
    assert [str(choice) for choice in match.legal(2)] == [
        "nothing",
        "yes",
        "no",
        "this 1r1",
        "this shelf 2",
    ]
    assert [choice.label for choice in match.legal(2)][:3] == ["Say nothing", "Yes", "No"]
    with pytest.raises(es.IllegalChoice, match="answer yes, no, nothing"):
        match.push("perhaps", 1)
    match.push("this shelf 2", 2)
    assert not any("answers" in event["text"] for event in match.events(0))
    match.push("yes", 1)
    assert told(match)[-2:] == ["B answers: yes.", "C answers: this one, shelf 2."]
    assert match.to_act == 0


def test_a_card_tapped_before_may_be_tapped_again() -> None:
    """§6.18: each Science taps two cards of its own."""
    match = push(tapped(), "shelf 2")
    before = table(match)["taps"]
    again = position(
        ["> LR", ">"],
        hand="MG UR",
        others=["QR", "AR"],
        powers=["science"],
        options={"yellow": "science"},
        taps=before,
    )
    push(again, "use science")
    assert texts(again) == ["1r1", "shelf 1", "shelf 2"]
    push(again, "1r1", "shelf 1")
    assert len(table(again)["taps"]) == 2


def test_saying_nothing_to_a_tap_is_not_told() -> None:
    """§6.18"""
    match = push(tapped(), "shelf 2")
    match.push("nothing", 1)
    match.push("no", 2)
    assert told(match)[-1] == "C answers: no."
    assert not any("B answers" in text for text in told(match))


def test_until_1_0_nobody_answered_a_tap() -> None:
    """§6.18"""
    match = under_1_0(
        position(
            ["> LR", ">"],
            hand="MG UR",
            others=["QR"],
            powers=["science"],
            options={"yellow": "science"},
        )
    )
    push(match, "use science", "1r1", "shelf 2")
    assert match.to_act == 0


def test_on_its_own_letter_a_book_need_not_reach_its_audience() -> None:
    """§10.3: the black J is for young adults, as the U is; the J of the table is a thrill."""
    rows = ["> J*", "> UR", ">"]
    standard = position(rows, hand="JK VG", options={"ages": "standard", "thrills": 12})
    strict = position(rows, hand="JK VG", options={"ages": "strict", "thrills": 12})
    assert "1r1" in where(standard, "JK")
    assert set(where(standard, "JK")) - set(where(strict, "JK")) <= {"1r1"}
    assert "1l1" not in where(standard, "JK")


def test_the_curse_is_one_option_with_three_parts() -> None:
    """§12.1: the older names of its parts are understood, too."""
    old: dict[str, bool] = {"shelf_powers": True, "columns": True}
    full = GAME.full_options(3, old)
    assert full["curse"] == "powers+columns"
    assert "columns" not in full
    assert of_today({"balance": True, "shelf_powers": True, "columns": True}) == {
        "curse": CURSES[-1]
    }
    assert of_today({"balance": False, "shelf_powers": False}) == {}
    s = GAME.start(3, full)
    agreed = s.agreed  # type: ignore[attr-defined]
    assert (agreed.shelf_powers, agreed.columns, agreed.balance) == (True, True, False)


@pytest.mark.parametrize("curse", CURSES)
def test_every_set_of_parts_is_what_it_says(curse: str) -> None:
    """§12.1"""
    agreed = GAME.start(2, GAME.full_options(2, {"curse": curse})).agreed  # type: ignore[attr-defined]
    parts = {"powers": agreed.shelf_powers, "balance": agreed.balance, "columns": agreed.columns}
    assert "+".join(name for name in parts if parts[name]) == ("" if curse == "off" else curse)


def test_until_1_0_a_marker_was_set_after_drawing() -> None:
    """§8.3: it went when the next turn of its owner began."""
    match = under_1_0(
        position(["> LR", ">"], hand="MG UR", others=["QR RG"], options={"talk": "markers"})
    )
    with pytest.raises(es.IllegalChoice, match=r"began under rules 1\.0"):
        match.marker(0, "1r1")
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert {"no marker", "leave shelf 2", "leave 1r2", "leave 1r4", "leave 2r1"} <= set(
        texts(match)
    )
    with pytest.raises(es.IllegalChoice, match="a book or a place beside the library"):
        match.push("leave 2r9")
    push(match, "leave 1r4")
    assert "A asks to leave the fourth place to the right on shelf 1 alone." in told(match)
    assert match.to_act == 1
    play(play(match, "QR", "2r1"), "RG", "2r2")
    push(match, "end", "leave shelf 2")
    assert table(match)["marks"][0] == -1
    assert table(match)["marks"][1] >= 0


def test_until_1_0_no_marker_was_set_without_a_hand() -> None:
    """§8.3"""
    match = under_1_0(
        position(["> LR"], hand="MG", others=["QR"], deck="", options={"talk": "markers"})
    )
    play(match, "MG", "1r2").push("end")
    assert match.to_act == 1
