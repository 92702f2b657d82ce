"""Chapter 8 of RULES.md: talk, and what nobody may know."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.librarians import GAME
from tests.games.librarians.table import hand, known_hand, play, position, push, table, texts, told


def test_a_turn_tells_nothing_about_the_hand_but_what_is_played() -> None:
    """§8.1: without another agreement the table is silent, and the next player is asked at once."""
    match = position(["> LR", ">"], hand="MG UR GB", others=["QR RG"])
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert match.to_act == 1
    assert known_hand(match, 0) == []
    assert "A draws a card." in told(match)
    assert any(event["text"].startswith("A draws ") and "a card" not in event["text"] for event in match.events(0))


def test_what_was_shown_stays_known_until_it_leaves_the_hand() -> None:
    """§8.2"""
    match = position(["> LR"], hand="MG UR GB", others=["QR RG"], powers=["biography"])
    push(match, "use biography")
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert known_hand(match, 0) == ["GB"]
    assert len(hand(match)) == 4


def test_a_marker_asks_to_leave_a_place() -> None:
    """§8.3: after drawing; it goes when the next turn of its owner begins."""
    match = position(["> LR", ">"], hand="MG UR", others=["QR RG"], options={"talk": "markers"})
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert {"no marker", "leave shelf 2", "leave 1r2", "leave 1r4", "leave 2r1"} <= set(texts(match))
    with pytest.raises(es.IllegalChoice, match="a book or a place beside the library"):
        match.push("leave 2r9")
    push(match, "leave 1r4")
    assert "A asks to leave 1r4 alone." in told(match)
    assert table(match)["marks"][0] >= 0
    assert match.to_act == 1
    play(play(match, "QR", "2r1"), "RG", "2r2")
    push(match, "end", "leave shelf 2")
    assert table(match)["marks"][0] == -1
    assert table(match)["marks"][1] >= 0


def test_no_marker_is_set_without_a_hand() -> None:
    """§8.3"""
    match = position(["> LR"], hand="MG", others=["QR"], deck="", options={"talk": "markers"})
    play(match, "MG", "1r2").push("end")
    assert match.to_act == 1


def test_free_talk_has_markers_too() -> None:
    """§8.4"""
    match = position(["> LR"], hand="MG UR", others=["QR"], options={"talk": "chat"})
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert "no marker" in texts(match)
    push(match, "no marker")
    assert table(match)["marks"] == [-1, -1]


def test_the_table_is_silent_unless_free_talk_was_agreed_on() -> None:
    """§8.1, §8.4"""
    silent = {talk: GAME.silent(GAME.full_options(2, {"talk": talk})) for talk in ("silent", "markers", "chat")}
    assert silent == {"silent": True, "markers": True, "chat": False}
