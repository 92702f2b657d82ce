"""What screens are told of the pieces agrees with what the rules go by (§1.2)."""

from __future__ import annotations

import json

from emberstacks.games.horror import GAME
from emberstacks.games.horror.components import CLOSED_DOOR, OPEN_DOOR, PORTAL, WALL

BOX = GAME.box
KINDS = {"-": WALL, "O": OPEN_DOOR, "C": CLOSED_DOOR}


def test_rooms_have_the_furniture_and_doors_that_the_rules_count() -> None:
    rooms = GAME.printed()["rooms"]
    assert len(rooms) == PORTAL + 1
    for number, room in enumerate(rooms):
        assert len(room["bookcases"]) == BOX.bookcases[number]
        assert len(room["drawers"]) == BOX.drawers[number]
        assert len(room["mirrors"]) == BOX.mirrors[number]
        assert len(room["pictures"]) == BOX.pictures[number]
        assert [KINDS[side] for side in room["sides"]] == [
            BOX.doors[16 * number + side] for side in range(4)
        ]


def test_no_two_pieces_of_furniture_share_a_place() -> None:
    for room in GAME.printed()["rooms"]:
        places = [*room["bookcases"], *room["drawers"], *room["mirrors"], *room["pictures"]]
        assert len(set(places)) == len(places)
        assert all(place[0] in "NESW" and place[1:] in ("1", "2") for place in places)


def test_cards_characters_and_monsters_are_all_there_as_plain_data() -> None:
    box = json.loads(json.dumps(GAME.printed()))
    counts = [
        len(box[kind])
        for kind in ("blessings", "curses", "characters", "monsters", "objects", "screen")
    ]
    assert counts == [9, 10, 6, 8, 60, 36]
    assert [curse["name"] for curse in box["curses"] if curse["kept"]] == [
        "Ice Pick",
        "Revolver",
        "Blunderbuss",
        "Aqua Tofana",
    ]
    assert box["fortitude"] == [-5, 5]
