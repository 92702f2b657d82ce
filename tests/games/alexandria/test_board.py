"""The terminal board: readable, complete, and it shows no more than the viewer may know."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.games.alexandria.view import library
from emberstacks.kernel.codec import decode
from emberstacks.kernel.versions import V1_3
from tests.games.alexandria.table import GROUPS, agreed, burning, busy_answer, do, position, room


def plain(text: str) -> str:
    return re.sub(r"\[/?[a-z]*\]", "", text)


def test_the_library_is_drawn_on_its_grid() -> None:
    furniture = {"scriptorium": "chest lectern ?", "A": "brazier"}
    match = position(
        furniture=furniture,
        fire=1 << room("scriptorium"),
        water=room("map chamber"),
        guard=[1 << 3, 0],
    )
    lines = plain(match.board(0)).splitlines()
    names = next(line for line in lines if "Scriptorium" in line)
    assert names.index("Star Terrace") < names.index("Scriptorium") < names.index("Envoys' Antec")
    assert any("LC?" in line for line in lines)
    assert any(" *" in line and "+A" in line for line in lines)
    assert any("~" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("group", GROUPS, ids="-".join)
def test_it_fits_into_80_columns(group: tuple[str, ...]) -> None:
    """Whatever the light beams build, for every viewer, all through a game, with long names."""
    names = [f"a very {'long ' * seat}name" for seat in range(len(group))]
    match, rng = agreed(group, seed=len(group)), random.Random(len(group))
    while not match.over:
        busy_answer(match, rng)
        if rng.random() < 0.1:
            for seat in (None, 0):
                lines = plain(GAME.board(match.view(seat), names)).splitlines()
                assert max(len(line) for line in lines) <= 80


def test_a_library_of_many_columns_is_drawn_with_narrow_rooms() -> None:
    """Eleven columns: names take two lines, heroes and tokens one each, and nothing is lost."""
    match = agreed(("octavia", "neferhotep", "kallista", "lysandros"), seed=1)
    s = decode(GAME, V1_3, 4, match.options, match.to_json()["state"])
    assert isinstance(s, Alexandria)
    for number in range(20):
        s.x[number], s.y[number] = (number, 0) if number < 11 else (10, number - 10)
    s.fire = 1 << 3
    s.position[0] = 3
    lines = plain("\n".join(library(s))).splitlines()
    assert max(len(line) for line in lines) <= 80
    row = [line[21:28] for line in lines[:6]]
    assert [line.strip() for line in row] == ["+-----", "|Scrip", "|toriu", "|LLBB", "|A", "|*"]


def test_burnt_rooms_are_ashes_and_the_next_ones_are_named() -> None:
    match = burning("hall of the muses")
    text = plain(match.board(None))
    assert ". ashes ." in text
    assert "Burning next, as things stand: " in text
    said = " ".join(text.split())
    known = match.view(None, facts=True)["facts"]
    assert known["burns"][0]["at"] == 1
    for step in known["burns"]:
        assert all(GAME.box.rooms[room] in said for room in step["rooms"])
    assert ("Then perhaps: " in said) == any(step["at"] > 1 for step in known["burns"])
    assert ("Cannot burn now, because the Library would split: " in said) == bool(known["holds"])


def test_the_track_says_who_is_next_and_why() -> None:
    match = position(time=[7, 8])
    assert "8:B  7:A" in plain(match.board(None))
    assert "next: B, highest on the track" in plain(match.board(None))


def test_a_hand_is_shown_to_its_owner_only() -> None:
    match = position(hands={"A": "confiscate"}, slot={"A": "requisition"}, rescued={"B": "euclid"})
    own, other = plain(match.board(0)), plain(match.board(1))
    assert "Confiscate (oo): Interact with a Hero" in own
    assert "Confiscate" not in other
    assert "slot: Requisition (ready)" in other
    assert "rescued: Euclid (Greek, Mathematician" in " ".join(other.split())


def test_a_peril_is_named_to_neferhotep_only() -> None:
    match = do(
        position("neferhotep kallista", hands={"A": "sagging roof"}),
        "A lay sagging roof",
        "A scriptorium",
    )
    assert "Peril in the Scriptorium: Sagging Roof" in plain(match.board(0))
    assert "Sagging Roof" not in plain(match.board(1))


def test_what_is_printed_on_the_pieces() -> None:
    printed = GAME.printed()
    assert printed["cards"][0]["name"] == "A Burning Cache"
    assert (printed["cards"][0]["white"], printed["cards"][0]["black"]) == (1, 2)
    assert printed["cards"][0]["uses"] == ["chest", "bookshelf"]
    assert [
        len(printed[part]) for part in ("heroes", "cards", "rescue", "collections", "ends", "rooms")
    ] == [
        4,
        48,
        45,
        8,
        8,
        20,
    ]
    assert printed["heroes"][3]["destiny"]["name"] == "Arms Full of Scrolls"


def test_dramatic_ends_on_the_board() -> None:
    chosen: dict[str, Any] = {
        "chosen": [[[0, 511, 2, -1]], [[0, 2, 3, -1]]],
        "boxed": [[[1, 1, 2, -1]], [[1, 2, 3, -1]]],
    }
    match = position(revealed=[0], round=4, **chosen)
    assert "Ships Aflame in the Harbour (A). Portent: At the start of each Burning phase" in plain(
        match.board(1)
    )
    assert "Your Dramatic End, still hidden: The Wounded Cry Out." in plain(match.board(1))
    assert "Wounded" not in plain(match.board(0))
