"""Chapter 8 of RULES.md: talk, and what nobody may know."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.librarians import GAME
from tests.games.librarians.table import hand, known_hand, play, position, push, told


def test_a_turn_tells_nothing_about_the_hand_but_what_is_played() -> None:
    """§8.1: without another agreement the table is silent, and the next player is asked at once."""
    match = position(["> LR", ">"], hand="MG UR GB", others=["QR RG"])
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert match.to_act == 1
    assert known_hand(match, 0) == []
    assert "A draws a card." in told(match)
    assert any(
        event["text"].startswith("A draws ") and "a card" not in event["text"]
        for event in match.events(0)
    )


def test_what_was_shown_stays_known_until_it_leaves_the_hand() -> None:
    """§8.2"""
    match = position(["> LR"], hand="MG UR GB", others=["QR RG"], powers=["biography"])
    push(match, "use biography")
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert known_hand(match, 0) == ["GB"]
    assert len(hand(match)) == 4


def test_anybody_may_set_a_marker_at_any_time() -> None:
    """§8.3: also before one's first turn and while somebody else plays; it asks to leave a place
    alone and is no move.
    """
    match = position(["> LR", ">"], hand="MG UR", others=["QR RG"], options={"talk": "markers"})
    before = match.record()
    assert match.to_act == 0
    assert match.marker(1, "shelf 2")[1] == "Please leave shelf 2 alone."
    assert match.marker(0, "1r2")[1] == "Please leave shelf 1, place 2 to the right alone."
    assert match.marker(1, "1R1 ") == match.marker(1, match.marker(1, "1r1")[0])
    play(match, "MG", "1r2")
    with pytest.raises(es.IllegalChoice, match="a book or a place beside the library") as refused:
        match.marker(1, "1r3")  # B does not see yet what A has laid out
    assert refused.value.clause == "8.3"
    assert match.marker(0, "1r3")[0].startswith("cell-")
    play(match, "UR", "1r3").push("end")
    assert match.to_act == 1  # nobody is asked for a marker
    assert match.record().startswith(before.rstrip())


@pytest.mark.parametrize(
    "place",
    ["2r9", "shelf 3", "shelf 0", "shelf 999999", "cell-0", "cell-99999999999", "", "²r3", "cell"],
)
def test_a_marker_lies_on_the_library_or_beside_it(place: str) -> None:
    """§8.3"""
    match = position(["> LR", ">"], hand="MG UR", others=["QR RG"], options={"talk": "markers"})
    with pytest.raises(
        es.IllegalChoice, match=r"a shelf, a book or a place beside the library.*§8\.3"
    ):
        match.marker(1, place)


def test_screens_know_where_a_marker_may_lie() -> None:
    """§8.3: what a seat is shown follows from what it sees, not from the draft of somebody else's
    turn.
    """
    match = position(["> LR", ">"], hand="MG UR", others=["QR RG"], options={"talk": "markers"})
    play(match, "MG", "1r2")
    shown = [match.view(seat, facts=True)["facts"]["marker_places"] for seat in (0, 1, None)]
    assert shown[1] == shown[2]
    assert set(shown[0]) > set(shown[1])
    for seat in (0, 1):
        assert all(match.marker(seat, f"cell-{cell}") for cell in shown[seat])
    silent = position(["> LR"], hand="MG UR", others=["QR"])
    assert "marker_places" not in silent.view(0, facts=True).get("facts", {})


def test_free_talk_has_markers_too() -> None:
    """§8.4 §8.3; §8.1 a silent table has none, and nothing is asked for once the game is over."""
    match = position(["> LR"], hand="MG", others=[""], deck="", options={"talk": "chat"})
    assert match.marker(1, "1r1")[1] == "Please leave shelf 1, place 1 to the right alone."
    play(match, "MG", "1r2")
    assert match.over
    with pytest.raises(es.IllegalChoice, match="over"):
        match.marker(1, "1r1")
    silent = position(["> LR"], hand="MG UR", others=["QR"])
    with pytest.raises(es.IllegalChoice, match="no markers were agreed on") as refused:
        silent.marker(0, "1r1")
    assert refused.value.clause == "8.1"


def test_the_table_is_silent_unless_free_talk_was_agreed_on() -> None:
    """§8.1, §8.4"""
    silent = {
        talk: GAME.silent(GAME.full_options(2, {"talk": talk}))
        for talk in ("silent", "markers", "chat")
    }
    assert silent == {"silent": True, "markers": True, "chat": False}
