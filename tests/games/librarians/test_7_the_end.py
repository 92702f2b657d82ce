"""Chapter 7 of RULES.md: the end."""

from __future__ import annotations

import emberstacks as es
from tests.games.librarians.table import play, position, push, texts, told


def test_the_game_is_won_when_all_is_played() -> None:
    """§7.1: at once, in the middle of a turn."""
    match = play(position(["> LR"], hand="UR", deck=""), "UR", "1r2")
    assert match.over
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ([0, 1], [0, 0])
    assert match.result.summary == "You win together: every book is on its shelf."
    assert told(match)[-1] == "The last book is on its shelf: you have won."


def test_a_red_line_of_the_last_book_comes_first() -> None:
    """§7.1"""
    match = play(position(["> AR DR FR"], hand="LR", deck=""), "LR", "1r4")
    assert match.result is not None
    assert match.result.winners == []
    assert match.result.summary == "Horror has struck, and you lose together; 0 cards are left."


def test_who_must_play_and_cannot_ends_the_game() -> None:
    """§7.2: between A and Y there is no place for B's M."""
    match = position(["AR > YY"], hand="ZK", others=["MG"], deck="")
    play(match, "ZK", "1r2").push("end")
    assert match.over
    assert told(match)[-1] == "B cannot play: the game is over."
    assert match.result is not None
    assert match.result.summary == "You could not go on and lose together; 1 card is left."


def test_playing_one_but_not_the_second_must_be_taken_back_or_given_up() -> None:
    """§7.2, §3.1, §3.7"""
    match = position(["AR > YY"], hand="ZK MG", others=["QR"], deck="")
    play(match, "ZK", "1r2")
    assert texts(match) == ["give up"]
    assert match.can_undo == 0
    push(match, "give up")
    assert (
        told(match)[-1]
        == "A has played 1 book of 2 and found no place for another: the game is over."
    )


def test_a_library_that_stays_in_pieces_cannot_be_left_so() -> None:
    """§7.2, §3.4: A's last book does not bridge the gap."""
    match = position(["AR > ZK . . Z1K"], hand="Z2K", others=["QR"], deck="")
    play(match, "Z2K", "1r2")
    assert texts(match) == ["give up"]


def test_power_cards_come_first_and_who_does_not_want_to_gives_up() -> None:
    """§7.2"""
    match = position(["AR > YY"], hand="ZK MG", others=["QR"], powers=["fantasy"], deck="")
    play(match, "ZK", "1r2")
    assert [(str(choice), choice.clause) for choice in match.legal()] == [
        ("use fantasy", "6.13"),
        ("give up", "7.2"),
    ]
    assert texts(push(match.copy(), "use fantasy")) == ["end"]
    push(match, "give up")
    assert match.result is not None
    assert match.result.summary == "You gave up and lose together; 2 cards are left."


def test_cards_left_are_minus_points_for_all() -> None:
    """§7.3"""
    match = position(["AR DR > FR"], hand="LR UR", others=["QR", "MG RG"], deck="GB NB SB")
    play(match, "LR", "1r2")
    assert match.result is not None
    assert match.result.scores == [-7, -7, -7]
    assert match.result.summary == "Horror has struck, and you lose together; 7 cards are left."


def test_the_number_of_cards_left_is_open() -> None:
    """§7.3, §2.6"""
    match = es.new("librarians", players=4, seed=1)
    assert match.view(None)["scores"] == [-66, -66, -66, -66]
    push(match, texts(match)[0])
    assert match.view(2)["scores"] == [-66, -66, -66, -66]
