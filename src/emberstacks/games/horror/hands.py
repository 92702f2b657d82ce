"""Cards in hand: who holds them, who might, and how they are spent."""

from __future__ import annotations

from typing import Final

from emberstacks.games.horror.powers import is_idiot
from emberstacks.games.horror.state import HorrorTable
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Slots, secret_pick, shown

IDIOCY: Final = Refusal("seized by idiocy, you cannot use a Blessing or a Curse.", "13.9")


def holds(hand: Slots, kind: i64) -> bool:
    """Is a card of this kind in the hand?"""
    return hand.find(kind) >= 0


def can_play(s: HorrorTable, seat: i64, blessing: i64) -> bool:
    """Does this seat have such a Blessing, and §13.9 the wits to use it?"""
    return holds(s.hand[seat], blessing) and not is_idiot(s, seat)


def why_not_play(s: HorrorTable, seat: i64, blessing: i64) -> Refusal | None:
    """Why a Blessing cannot be played; None if it can."""
    if is_idiot(s, seat):
        return IDIOCY
    return (
        None
        if holds(s.hand[seat], blessing)
        else Refusal(f"you do not hold the {s.box.blessings[blessing]}.", "8.3")
    )


def spend_blessing(s: HorrorTable, seat: i64, kind: i64) -> None:
    """§8.2 A used Blessing goes, seen by all, to the bottom of its deck."""
    hand = s.hand[seat]
    s.blessings.bottom.add(shown(s, hand.take(hand.find(kind)), EVERYBODY))


def spend_weapon(s: HorrorTable, seat: i64, kind: i64) -> None:
    """§8.2 A used Curse goes, seen by all, to the bottom of its deck."""
    hand = s.weapons[seat]
    s.curses.bottom.add(shown(s, hand.take(hand.find(kind)), EVERYBODY))


def pass_blessing(s: HorrorTable, kind: i64, giver: i64, taker: i64) -> i64:
    """A Blessing changes hands: the two see which, the others lose track of that hand. Returns who
    knows it now.
    """
    both: i64 = 1 << giver | 1 << taker
    hand = s.hand[giver]
    slot = shown(s, secret_pick(s, hand, hand.find(kind), both), both)
    s.hand[taker].add(slot)
    return slot[1]


def kept_curses(s: HorrorTable) -> i64:
    """§8.1 The mask of the Curses that can be in a hand in this game."""
    return s.box.kept & (1 << len(s.curses.rest)) - 1


def pass_weapon(s: HorrorTable, kind: i64, giver: i64, taker: i64) -> i64:
    """The same with a Curse, which everybody still knows to be a weapon."""
    both: i64 = 1 << giver | 1 << taker
    hand = s.weapons[giver]
    slot = shown(s, secret_pick(s, hand, hand.find(kind), both), both)
    kept = kept_curses(s)
    s.weapons[taker].add((slot[0], slot[1], slot[2], kept))
    k: i64
    for k in range(hand.count()):
        hand.could[k] = kept
    return slot[1]


def hidden_blessings(s: HorrorTable) -> i64:
    """The mask of the Blessings that might be in any hand, because not every copy of them is open."""
    mask: i64 = 0
    k: i64
    for k in range(len(s.blessings.rest)):
        if s.blessings.rest[k] > 0:
            mask |= 1 << k
    for hand in s.hand:
        for k in range(hand.count()):
            if hand.seen[k] != EVERYBODY:
                mask |= 1 << hand.face[k]
    return mask


def might_hold(s: HorrorTable, seat: i64, kinds: i64, hidden: i64) -> bool:
    """§9.9 By what everybody knows, could this seat play one of the Blessings in the mask?

    `hidden` is what hidden_blessings says: asked once for a whole table.
    """
    hand = s.hand[seat]
    if hand.count() == 0 or is_idiot(s, seat):
        return False
    k: i64
    for k in range(hand.count()):
        if hand.seen[k] == EVERYBODY:
            if has(kinds, hand.face[k]):
                return True
        elif kinds & hidden != 0:
            return True
    return False
