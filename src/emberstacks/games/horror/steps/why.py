"""Why something is not possible in a turn, for those who have asked for it."""

from __future__ import annotations

from typing import Final

from emberstacks.games.horror.components import BETTY, DECKFORD, DIRECTIONS, NOWHERE, PORTAL, WALL
from emberstacks.games.horror.library import beyond, door, free_fixture, monsters_in, passage
from emberstacks.games.horror.powers import has_weakness, is_idiot
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.moving import is_complete
from emberstacks.games.horror.steps.pages import has_set
from emberstacks.kernel.ints import i64

ACTIONS: Final = ("go", "lockpicks", "turn", "search", "exchange", "look", "break", "stab")


def why_not(s: HorrorTable, seat: i64, text: str, actions: i64) -> str:
    """The reason, as a sentence; empty where the text is nothing that one could ever do."""
    word, _, rest = text.partition(" ")
    if s.trap == seat:
        return "the Devil's Fingertrap holds you: you can only spend actions to break free, or end your turn."  # §8.10
    if has_weakness(s, seat, BETTY) and s.helped == 0 and (word in ACTIONS or word == "end"):
        return "you are hysterical: first somebody must take an action for you."  # §13.3
    if word in ACTIONS and actions == 0:
        return "you have no action left."  # §2.2
    if word in ("go", "lockpicks") and rest in DIRECTIONS:
        return why_not_go(s, seat, DIRECTIONS.index(rest), word == "lockpicks")
    if word == "turn":
        return "you turn your own room or one of its four neighbours, left or right, and never the Portal."  # §3.3, §3.4
    if word == "stab":
        return "you need the Ritual Dagger and somebody in your room." if s.dagger == seat else "you have no Ritual Dagger."
    if s.dagger == seat and word in ("search", "exchange", "look"):
        return "the Ritual Dagger lets you only walk, turn rooms and stab."  # §8.7
    if word in ("search", "exchange"):
        return why_not_search(s, seat, rest, word == "exchange")
    if word == "look":
        return "your room has no such thing to look at, or you may not leave it."  # §6.1, §6.2
    if word == "fight":
        return why_not_fight(s, seat)
    if is_idiot(s, seat):
        return "seized by idiocy you can use no Blessing or Curse."  # §13.9
    return ""


def why_not_go(s: HorrorTable, seat: i64, side: i64, with_lockpicks: bool) -> str:
    """§3.1, §3.5, §8.11, §12.1"""
    here = s.place[seat]
    if s.business == seat:
        return "Unresolved Business keeps you in this room."
    other = beyond(s, here, side)
    if other == NOWHERE:
        return "there is no room on that side."
    if passage(s, here, side) == NOWHERE:
        whose = "your room has" if door(s, here, side) == WALL else "the room beyond has"
        return f"{whose} no door there; turn it first."
    if with_lockpicks:
        return "you need the Lockpicks, and a closed door that would cost you something."
    if other == PORTAL and not is_complete(s, seat):
        return "the Portal opens only to those who have found all their pages."
    return "your Fortitude must be 0 or more once you are in the Portal."


def why_not_search(s: HorrorTable, seat: i64, what: str, exchanging: bool) -> str:
    """§4.1, §5.3 to §5.5"""
    if s.fortitude[seat] < 0:
        return "you need Fortitude 0 or more to search or exchange."
    if free_fixture(s, seat, what == "drawer", 1) == NOWHERE:
        return "your markers lie on all of them in this room."
    if exchanging and not has_set(s.loose[seat]):
        return "you need two loose pages of one colour, or three of three colours."
    return "no deck holds a page that you need." if exchanging else "only Mr Lindon at +5 searches both at once."


def why_not_fight(s: HorrorTable, seat: i64) -> str:
    """§11.6, §11.10, §13.7"""
    if has_weakness(s, seat, DECKFORD):
        return "a coward fights no monster."
    if s.beaten == 1:
        return "you have lost in this room: leave it and come back before you attack again."
    if monsters_in(s, s.place[seat]) == 0:
        return "there is no monster in your room."
    return "there is no such monster in your room."
