"""Positions that cannot occur, refused in one sentence."""

from __future__ import annotations

from emberstacks.games.horror.components import (
    COLOURS,
    MARKERS,
    NOWHERE,
    OBJECTS,
    PORTAL,
    ROOMS,
)
from emberstacks.games.horror.library import monsters_in
from emberstacks.games.horror.state import BLESSING_LOT, CURSE_LOT, SECRETS, HorrorTable
from emberstacks.games.horror.steps.monsters import AttackFirst, MoveMonster, RollAgain
from emberstacks.games.horror.steps.turn import PortalFight, TakeTurn
from emberstacks.kernel.errors import BadPosition
from emberstacks.kernel.masks import has
from emberstacks.kernel.zones import Slots


def check_table(s: HorrorTable) -> None:
    """Refuse what no game can lead to (BadPosition); the census is compared afterwards."""
    check_rooms(s)
    check_markers(s)
    check_monsters(s)
    check_players(s)
    check_cards(s)
    check_turn(s)


def check_turn(s: HorrorTable) -> None:
    """What belongs to a turn is asked of the player whose turn it is."""
    for step in [*s.below, s.step]:
        if (
            isinstance(step, (TakeTurn, PortalFight, MoveMonster, RollAgain, AttackFirst))
            and step.seat != s.active
        ):
            raise BadPosition("somebody else's turn is asked about.")


def check_rooms(s: HorrorTable) -> None:
    for room in range(ROOMS + 1):
        cell = s.cell[room]
        if cell != NOWHERE and s.at[cell] != room:
            raise BadPosition(f"the {s.box.rooms[room]} does not lie where the position says.")
    laid = [room for room in s.at if room >= 0]
    if (
        len(set(laid)) != len(laid)
        or any(s.cell[room] == NOWHERE for room in laid)
        or PORTAL not in laid
    ):
        raise BadPosition("every room lies on one cell, and the Portal among them.")
    if s.turn[PORTAL] != 0:
        raise BadPosition("the Portal cannot be turned.")


def check_markers(s: HorrorTable) -> None:
    for seat in range(s.seats):
        numbers = [int(s.marker[MARKERS * seat + k]) for k in range(MARKERS)]
        out = [fixture for fixture in numbers if fixture != NOWHERE]
        if len(set(out)) != len(out):
            raise BadPosition("a player never has two markers on one bookcase or drawer.")
        for fixture in out:
            room, slot = fixture >> 2, fixture & 3
            if s.cell[room] == NOWHERE:
                raise BadPosition("a marker is not in any room of this library.")
            if (slot & 1) >= (s.box.drawers[room] if slot & 2 else s.box.bookcases[room]):
                raise BadPosition(
                    f"a marker in the {s.box.rooms[room]} is not on a bookcase or drawer."
                )
        placed = [fixture != NOWHERE for fixture in numbers]
        if not all(placed) and placed != [k < s.meter[seat] for k in range(MARKERS)]:
            raise BadPosition("markers are used in the order of their numbers.")


def check_monsters(s: HorrorTable) -> None:
    for room in s.lurks:
        if room != NOWHERE and s.cell[room] == NOWHERE:
            raise BadPosition("a monster is in no room of this library.")
        if room != NOWHERE and monsters_in(s, room) > s.box.monsters_in_a_room:
            raise BadPosition("no room holds more than four monsters.")
    if any(has(s.left, k) and s.lurks[k] == NOWHERE for k in range(len(s.lurks))):
        raise BadPosition("a monster that was beaten and left is in some room.")
    waiting = [s.lurks[monster] == NOWHERE for monster in s.box.coming if monster < len(s.lurks)]
    if waiting != sorted(waiting):
        raise BadPosition("monsters come in the order of their numbers, level 1 first.")


def check_players(s: HorrorTable) -> None:
    box = s.box
    if any(s.coins[k] > box.coins[k] for k in range(2)) or s.coins[0] + s.coins[1] == 0:
        raise BadPosition("the bag holds up to eight coins of each kind, and is never empty.")
    chosen = [character for character in s.character if character != NOWHERE]
    if len(set(chosen)) != len(chosen):
        raise BadPosition("each player needs a different character.")
    if any(room != NOWHERE and s.cell[room] == NOWHERE for room in s.place):
        raise BadPosition("a player is in no room of this library.")


def check_cards(s: HorrorTable) -> None:
    decks = [*s.pages, *s.supply, s.blessings, s.curses]
    if any(deck.lot != lot for lot, deck in enumerate(decks)):
        raise BadPosition("the decks must keep their lots, 0 to 13.")
    for lot, deck in enumerate(decks):
        check_slots(deck.top, (lot,), len(deck.rest))
        check_slots(deck.bottom, (lot,), len(deck.rest))
    check_slots(s.looked, tuple(range(COLOURS)), OBJECTS)
    for seat in range(s.seats):
        check_slots(s.rack[seat], tuple(range(SECRETS, SECRETS + COLOURS)), OBJECTS)
        check_slots(s.hand[seat], (BLESSING_LOT,), len(s.blessings.rest))
        check_slots(s.weapons[seat], (CURSE_LOT,), len(s.curses.rest))
        letters = list(s.rack[seat].lot)
        if len(set(letters)) != len(letters) or len(letters) > s.agreed.secrets:
            raise BadPosition(
                "the secrets of a player have different letters, in the agreed number."
            )
        found = secrets_as_pages(s.rack[seat])
        if s.framed[seat] & ~found or s.loose[seat] & found:
            raise BadPosition("framed are exactly the pages that match a secret of their owner.")


def check_slots(slots: Slots, lots: tuple[int, ...], kinds: int) -> None:
    if any(not 0 <= face < kinds for face in slots.face) or any(
        lot not in lots for lot in slots.lot
    ):
        raise BadPosition("a card or token does not belong where it is.")


def secrets_as_pages(rack: Slots) -> int:
    """The mask of the pages that match these secrets."""
    mask = 0
    for k in range(rack.count()):
        mask |= 1 << int(OBJECTS * (rack.lot[k] - SECRETS) + rack.face[k])
    return mask
