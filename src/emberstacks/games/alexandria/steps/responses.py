"""Who may respond (chapter 5): what opens a response, as far as everybody can tell."""

from __future__ import annotations

from typing import Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.state import NONE, Alexandria
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import has, members
from emberstacks.kernel.notation import mark
from emberstacks.kernel.zones import may_hold

OCCASIONS: Final = {
    v.SELF_ASSISTS: "has assisted",
    v.SELF_DESTINY: "is about to meet their Destiny",
    v.SELF_LOSES_TIME: "is about to lose Time",
    v.OTHER_KEEPS_NEARBY: "has kept a Rescue card",
    v.OTHER_DISCARDS_DRAWN_NEARBY: "has discarded Rescue cards just drawn",
    v.OTHER_DESTINY_ANY: "has met their Destiny",
}


def meets(s: Alexandria, trigger: i64, seat: i64, who: i64, room: i64) -> bool:
    """§5.1 Is what happened, for this seat, what the trigger means?"""
    if trigger <= v.SELF_LOSES_TIME:
        return seat == who
    if trigger == v.OTHER_DESTINY_ANY:
        return seat != who
    if trigger <= v.ROOM_SELECTED_NEARBY:
        return seat != who and has(s.near_hero(seat), room)
    if trigger == v.ROOM_BURNED_OTHER_HERO:
        return who & ~(1 << seat) != 0  # here a mask: everybody who was in the room
    return True


def answering(s: Alexandria, seat: i64, trigger: i64) -> i64:
    """§5.1 The faces of this hero that answer the trigger and have what they need, which is public."""
    faces = s.box.responses[s.hero[seat] * len(v.TRIGGERS) + trigger]
    for face in members(faces):
        card = s.card(seat, face)
        rounds = s.box.in_rounds[card]
        if (s.box.water_free[card] and s.water != NONE) or (
            rounds != 0 and not has(rounds, s.round)
        ):
            faces &= ~(1 << face)
    return faces


def may_answer(s: Alexandria, seat: i64, trigger: i64) -> bool:
    """§5.2 By what is public: has this seat not responded yet, and could it hold a card that does?"""
    if has(s.responded, seat):
        return False
    faces = answering(s, seat, trigger) & ~(s.played[seat] | s.discards[seat])
    return faces != 0 and may_hold(s, s.hands[seat], faces)


def occasion(s: Alexandria, trigger: i64, who: i64, room: i64) -> str:
    """What has just happened that somebody may respond to."""
    if trigger == v.ROOM_SELECTED_NEARBY:
        return f"The {s.box.rooms[room]} is about to burn."
    if trigger == v.ROOM_BURNED_OTHER_HERO:
        return f"The {s.box.rooms[room]} has burnt with somebody in it."
    return f"{mark(who)} {OCCASIONS[trigger]}."
