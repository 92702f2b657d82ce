"""§13.1 Who has which gift, weakness or Monster Ability at this moment."""

from __future__ import annotations

from emberstacks.games.horror.components import DECKFORD, ELDRED
from emberstacks.games.horror.state import HorrorTable
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import has


def has_gift(s: HorrorTable, seat: i64, character: i64) -> bool:
    """§13.1 Is this seat that character, at +5, in a game with abilities?"""
    return s.agreed.abilities and s.character[seat] == character and s.fortitude[seat] == s.box.most


def has_weakness(s: HorrorTable, seat: i64, character: i64) -> bool:
    """§13.1 Is this seat that character, at -5, in a game with abilities?"""
    return (
        s.agreed.abilities and s.character[seat] == character and s.fortitude[seat] == s.box.least
    )


def has_object(s: HorrorTable, seat: i64, character: i64) -> bool:
    """§14.1 Is this seat that character, with its object in front of it, in a game with Monster
    Abilities?
    """
    if not s.agreed.monster_abilities or s.character[seat] != character:
        return False
    return has(s.loose[seat] | s.framed[seat], s.box.object[character])


def is_idiot(s: HorrorTable, seat: i64) -> bool:
    """§13.9 Mr Lindon at -5 can use no card."""
    return has_weakness(s, seat, ELDRED)


def is_coward(s: HorrorTable, seat: i64) -> bool:
    """§13.7 Captain Deckford at -5 cannot attack."""
    return has_weakness(s, seat, DECKFORD)
