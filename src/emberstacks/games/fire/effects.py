"""The verbs that tools and rules share: score points, move tokens, use up tools."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import (
    FIRE,
    SPACES,
    TILL_GAME_ENDS,
    TILL_RESOLVED,
    TILL_ROUND_ENDS,
)
from emberstacks.games.fire.state import EMPTY, FireTable
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has, how_many
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.zones import shown

# Points.


class Points(Happening):
    """§5.4 A figure moves forward, and everybody reads what for."""

    kind: ClassVar[str] = "score"

    def __init__(self, why: str, because: str = "") -> None:
        self.why = why
        self.because = because

    def note(self, s: FireTable, who: i64, points: i64) -> None:
        if s.log is not None:
            text = f"{s.name(who)} scores {points} {self.why} and now has {s.score[who]}."
            self.told(s, text, [who, points, s.score[who]], because=self.because)


@final
class TurnPoints(Happening):
    """§5.1 §5.2 §16.4 §18.3 What a turn scores: knowledge and bravery apart."""

    kind: ClassVar[str] = "score"

    def note(self, s: FireTable, who: i64, knowledge: i64, bravery: i64) -> None:
        if s.log is not None:
            points = knowledge + bravery
            parts = (
                f", {knowledge} for knowledge and {bravery} for bravery,"
                if bravery
                else " for knowledge"
            )
            text = f"{s.name(who)} scores {points}{parts} and now has {s.score[who]}."
            self.told(s, text, [who, points, s.score[who]])


@final
class Played(Happening):
    """§8.2 A tool is played."""

    kind: ClassVar[str] = "play"

    def note(self, s: FireTable, seat: i64, piece: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} plays {s.tool(piece)}.", [seat, piece])


TURN_POINTS: Final = TurnPoints()
PLAYED: Final = Played()


def gain(s: FireTable, who: i64, points: i64, why: Points) -> None:
    """§5.4 Score points for something."""
    advance(s, who, points)
    why.note(s, who, points)


def advance(s: FireTable, who: i64, points: i64) -> None:
    """§5.4 Move a figure forward; §2.3 it arrives after all that moved before."""
    if points > 0:
        s.score[who] += points
        s.arrivals += 1
        s.arrived[who] = s.arrivals


def is_lower(s: FireTable, one: i64, other: i64) -> bool:
    """§2.3 Does one come before the other: by score, then by arrival, then from the youngest on,
    the robot last (§1.9)?
    """
    if s.score[one] != s.score[other]:
        return s.score[one] < s.score[other]
    if s.arrived[one] != s.arrived[other]:
        return s.arrived[one] < s.arrived[other]
    return age(s, one) < age(s, other)


def age(s: FireTable, who: i64) -> i64:
    """§1.9 How many are younger."""
    return (who - s.variant.youngest) % s.seats if who < s.seats else who


def furthest_behind(s: FireTable, players: i64) -> i64:
    """§2.2 §4.2 Which of these (a mask) comes first by score and arrival."""
    first: i64 = -1
    who: i64
    for who in range(s.players()):
        if has(players, who) and (first < 0 or is_lower(s, who, first)):
            first = who
    return first


# Tokens.


def put(s: FireTable, card: i64, token: i64) -> i64:
    """§3.1 §3.7 Put a token on the leftmost empty space of a card; returns the space."""
    space = s.empty_space(card)
    s.spaces[card * SPACES + space] = token
    return space


def take_off(s: FireTable, card: i64, space: i64) -> i64:
    """Take the token off a space, §3.7 which is then empty; returns the token."""
    token = s.spaces[card * SPACES + space]
    s.spaces[card * SPACES + space] = EMPTY
    return token


def space_of(s: FireTable, card: i64, token: i64) -> i64:
    """The leftmost space of a card with such a token."""
    space: i64 = 0
    while s.token(card, space) != token:
        space += 1
    return space


def triggers(s: FireTable, card: i64, space: i64, fires: i64) -> bool:
    """§3.4 §3.5 Would a fire here spread with this many others, §9.4 no matter who drew them? §10.1
    Gloves make it safe.
    """
    gloved = s.gloves == 1 and card == s.card
    return fires > 0 or (s.bravery_at(card, space) > 0 and not gloved)


def books_on(s: FireTable, card: i64) -> i64:
    """The mask of the spaces with a book that no Cloak has scored."""
    mask: i64 = 0
    space: i64
    for space in range(SPACES):
        token = s.token(card, space)
        if token != EMPTY and token != FIRE:
            mask |= 1 << space
    return mask & ~s.cloaked if card == s.card else mask


def has_book(s: FireTable) -> bool:
    """Is there a book on the active card?"""
    space = s.card * SPACES
    last = space + SPACES
    while space < last and (s.spaces[space] < 0 or s.spaces[space] == FIRE):
        space += 1
    return space < last


def colours_on(s: FireTable, card: i64) -> i64:
    """The mask of the kinds of books on a card."""
    mask: i64 = 0
    space: i64
    for space in range(SPACES):
        token = s.token(card, space)
        if token != EMPTY and token != FIRE:
            mask |= 1 << token
    return mask


def dearest(s: FireTable, spaces: i64) -> i64:
    """§11.2 §11.7 The most valuable books on these spaces of the active card (a mask)."""
    best: i64 = 0
    mask: i64 = 0
    space: i64
    for space in range(SPACES):
        if has(spaces, space):
            value = s.value(s.token(s.card, space))
            if value > best:
                best = value
                mask = 0
            if value == best:
                mask |= 1 << space
    return mask


def clear_card(s: FireTable, card: i64) -> None:
    """All tokens on a card go back into the bag."""
    space: i64
    for space in range(SPACES):
        token = s.token(card, space)
        if token != EMPTY:
            s.bag[take_off(s, card, space)] += 1


def end_turn(s: FireTable) -> None:
    """§4.8 §5.6 The tokens of the turn go back into the bag, §8.3 and its tools to the discards."""
    clear_card(s, s.card)
    pour(s.turn_tokens, s.bag)
    pour(s.turn_tools, s.discards)


def pour(tokens: Ints, into: Ints) -> None:
    """Move all pieces of one count to another."""
    k: i64
    for k in range(len(tokens)):
        into[k] += tokens[k]
        tokens[k] = 0


def total(counts: Ints) -> i64:
    amount: i64 = 0
    for n in counts:
        amount += n
    return amount


# Tools.


def use(s: FireTable, seat: i64, kind: i64) -> None:
    """§8.2 Play any tool from a hand: §8.3 it stays open for as long as it lasts. Of equal ones the
    best known goes.
    """
    piece = part_with(s, seat, kind)
    lasts = s.box.lasts[kind]
    if lasts == TILL_GAME_ENDS:
        s.game_tools[piece] += 1
    elif lasts == TILL_ROUND_ENDS:
        s.round_tools[piece] += 1
    else:
        s.turn_tools[piece] += 1
    PLAYED.note(s, seat, piece)


def resolved(s: FireTable, kind: i64) -> None:
    """§8.3 A tool that names no later time is discarded as soon as it has been resolved; until 1.0
    when the turn ended.
    """
    if s.rules < V1_1 or s.box.lasts[kind] != TILL_RESOLVED:
        return
    piece: i64
    for piece in range(kind * s.variant.copies, (kind + 1) * s.variant.copies):
        s.discards[piece] += s.turn_tools[piece]
        s.turn_tools[piece] = 0


def part_with(s: FireTable, seat: i64, kind: i64) -> i64:
    """Take a tool out of a hand for everybody to see; returns the piece."""
    hand = s.hands[seat]
    best: i64 = -1
    k: i64
    for k in range(hand.count()):
        if s.kind(hand.face[k]) == kind and (best < 0 or is_better_known(s, seat, k, best)):
            best = k
    return shown(s, hand.take(best), EVERYBODY)[0]


def is_better_known(s: FireTable, seat: i64, one: i64, other: i64) -> bool:
    """Of two copies of a tool, the one that more people know leaves first, otherwise the first in
    the alphabet.
    """
    hand = s.hands[seat]
    more = how_many(hand.seen[one]) - how_many(hand.seen[other])
    return more > 0 or (more == 0 and hand.face[one] < hand.face[other])
