"""The actions of chapter 3, and §6.2 laying a Peril: everything about one action is in one class.

turn.py lists them, and their order there numbers the answers. What playing a card leads to is in playing.py.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import ABILITY, DECK, HERO_CARDS, ROOMS
from emberstacks.games.alexandria.state import ABILITY_USED, NONE, SLOT_USED, Alexandria
from emberstacks.games.alexandria.steps.counting import spend_time
from emberstacks.games.alexandria.steps.effects import ENTER, ongoing, set_off
from emberstacks.games.alexandria.steps.hand import draw_cards, leave_hand
from emberstacks.games.alexandria.steps.library import HeroInRoom, enter
from emberstacks.games.alexandria.steps.perils import free_pair, lay_peril
from emberstacks.games.alexandria.steps.playing import Means, ask_payment, cost_text, playable, why_not_playable
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, members
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.versions import V1_1


class Action:
    """§2.1 An action. It has an answer code for each of its varieties: a room, a card ..."""

    word: ClassVar[str] = ""  # how its text begins
    clause: ClassVar[str] = ""  # the rule that allows it
    varieties: ClassVar[int] = 1

    def __init__(self) -> None:
        self.first: i64 = 0  # the code of its first variety

    def offer(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        """The codes of the varieties that are possible now, added to those in `out`."""
        return append(out, self.first)

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        """Carry out a variety."""
        raise NotImplementedError

    def witnesses(self, seat: i64) -> i64:
        """The mask of those who see which variety it is."""
        return EVERYBODY

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return self.word

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        """As a button says it."""
        raise NotImplementedError

    def brings(self, s: Alexandria, seat: i64, which: i64) -> str:
        """What it would bring, if the label does not say it."""
        return ""

    def why_not(self, s: Alexandria, seat: i64, name: str) -> str:
        """Why it is not possible, with the clause that forbids it; `name` is what was said after its first word."""
        return ""

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[str]:
        """The pieces that it lights up."""
        raise NotImplementedError


@final
class Move(Action):
    """§3.1 Go to a room next to yours; the varieties are the rooms."""

    word: ClassVar[str] = "move"
    clause: ClassVar[str] = "3.1"
    varieties: ClassVar[int] = ROOMS

    def offer(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        rooms = s.adjacent(s.position[seat])
        room: i64
        for room in range(ROOMS):
            if has(rooms, room):
                out = append(out, self.first + room)
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        spend_time(s, seat, s.box.move_cost)
        s.push(MoveAction(seat, which))
        enter(s, seat, which)

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"move {s.box.room_slugs[which]}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"Move to the {s.box.rooms[which]} ({s.box.move_cost} Time)"

    def why_not(self, s: Alexandria, seat: i64, name: str) -> str:
        return "that room is not next to yours. §3.1" if name in s.box.room_slugs else "there is no such room. §3.1"

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[str]:
        return [f"hero-{seat}", f"room-{which}"]


class MoveAction(HeroInRoom):
    """§3.3 After a Move: what entering the room set off, then ongoing effects of the action."""

    clause: ClassVar[str] = "3.3"

    def answer(self, s: Alexandria, choice: i64) -> None:
        ongoing(s, v.SELF_MOVE_ACTION, self.who, self.room, -1)
        if s.rules >= V1_1:
            s.spent |= s.box.first_moves[s.hero[self.who]]  # §5.8 slotted or not: a later Move is not the first
        set_off(s, ENTER, self.who, self.room)


@final
class Draw(Action):
    """§3.4 Draw a card."""

    word: ClassVar[str] = "draw"
    clause: ClassVar[str] = "3.4"

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        spend_time(s, seat, s.box.draw_cost)
        draw_cards(s, seat, 1)

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"Draw a card ({s.box.draw_cost} Time)"

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[str]:
        return [f"deck-{seat}"]


class Printed(Action):
    """§3.8 An action that is printed on a card or on the Hero board, which is its source."""

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        raise NotImplementedError

    def possible(self, s: Alexandria, seat: i64, source: i64, means: Means) -> bool:
        return playable(s, seat, source, means)

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"{self.word} {s.box.slugs[self.source(s, seat, which)]}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        source = self.source(s, seat, which)
        return f"{self.word.capitalize()} {s.box.names[source]} ({cost_text(s, source)})"

    def brings(self, s: Alexandria, seat: i64, which: i64) -> str:
        return s.box.texts[self.source(s, seat, which)]

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[str]:
        source = self.source(s, seat, which)
        return [f"card-{source}"] if source < HERO_CARDS else [f"board-{seat}"]


@final
class PlayCard(Printed):
    """§3.8 Play a card of your hand; the varieties are its faces."""

    word: ClassVar[str] = "play"
    clause: ClassVar[str] = "3.8"
    varieties: ClassVar[int] = DECK

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        return s.card(seat, which)

    def offer(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        """All cards of the hand in order, §6.2 Perils among them."""
        for face in members(s.hand_mask(seat) & ~s.box.response_faces[s.hero[seat]]):
            if with_card(s, seat, face).possible(s, seat, s.card(seat, face), means):
                out = append(out, self.first + face)
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        leave_hand(s, seat, which)
        s.played[seat] |= 1 << which
        ask_payment(s, seat, s.card(seat, which))

    def why_not(self, s: Alexandria, seat: i64, name: str) -> str:
        return why_no_card(s, seat, name)


@final
class LayPeril(Printed):
    """§6.2 Lay a Peril of your hand face down; the varieties are its faces. Nobody else sees which one it is."""

    word: ClassVar[str] = "lay"
    clause: ClassVar[str] = "6.2"
    varieties: ClassVar[int] = DECK

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        return s.card(seat, which)

    def possible(self, s: Alexandria, seat: i64, source: i64, means: Means) -> bool:
        return free_pair(s) != NONE and playable(s, seat, source, means)

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        lay_peril(s, seat, which)
        ask_payment(s, seat, s.box.peril_source)

    def witnesses(self, seat: i64) -> i64:
        return 1 << seat

    def why_not(self, s: Alexandria, seat: i64, name: str) -> str:
        return why_no_card(s, seat, name)


PLAY_CARD: Final = PlayCard()
LAY_PERIL: Final = LayPeril()


def with_card(s: Alexandria, seat: i64, face: i64) -> Printed:
    """What is done with a card of the hand: §3.8 it is played, §6.2 but a Peril is laid."""
    return LAY_PERIL if s.box.kind[s.card(seat, face)] == v.PERIL_CARD else PLAY_CARD


def why_no_card(s: Alexandria, seat: i64, name: str) -> str:
    """Why a card cannot be played or laid; only what its player may know."""
    if name not in s.box.slugs:
        return ""
    source = s.box.slugs.index(name)
    if source >= HERO_CARDS or source // DECK != s.hero[seat] or not has(s.hand_mask(seat), source % DECK):
        return "that card is not in your hand. §3.8"
    if s.box.kind[source] == v.RESPONSE_CARD:
        return "a Response is played when what it waits for happens. §5.2"
    if s.box.kind[source] == v.PERIL_CARD and free_pair(s) == NONE:
        return f"there are {s.box.perils} Perils in play, and no more are allowed. §6.2"
    action = with_card(s, seat, source % DECK)
    if action.possible(s, seat, source, Means(s, seat)):
        return f"write it as '{action.word} {name}'. §{action.clause}"
    return why_not_playable(s, seat, source)


def why_not_on_board(s: Alexandria, seat: i64, name: str) -> str:
    """Why something cannot be used as an action of the Hero board."""
    if name not in s.box.slugs:
        return ""
    source, slot = s.box.slugs.index(name), s.slot[seat]
    if source != ABILITY + s.hero[seat] and (slot == NONE or source != s.card(seat, slot)):
        return "that is not on your Hero board. §3.13"
    if s.used[seat] & (ABILITY_USED if source >= ABILITY else SLOT_USED):
        return "each Hero board action can be taken once a round. §3.14"
    return why_not_playable(s, seat, source)


@final
class UseAbility(Printed):
    """§3.13 The action printed on your board, §3.14 once a round."""

    word: ClassVar[str] = "use"
    clause: ClassVar[str] = "3.13"

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        return ABILITY + s.hero[seat]

    def offer(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        if not s.used[seat] & ABILITY_USED and playable(s, seat, ABILITY + s.hero[seat], means):
            out = append(out, self.first)
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        s.used[seat] |= ABILITY_USED
        ask_payment(s, seat, ABILITY + s.hero[seat])

    def why_not(self, s: Alexandria, seat: i64, name: str) -> str:
        return why_not_on_board(s, seat, name)


@final
class UseSlottedCard(Printed):
    """§3.13 The action of the card in your slot, §3.14 once a round."""

    word: ClassVar[str] = "use"
    clause: ClassVar[str] = "3.13"

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        return s.card(seat, s.slot[seat])

    def offer(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        slot = s.slot[seat]
        if slot != NONE and not s.used[seat] & SLOT_USED and playable(s, seat, s.card(seat, slot), means):
            out = append(out, self.first)
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        s.used[seat] |= SLOT_USED
        ask_payment(s, seat, s.card(seat, s.slot[seat]))

    def why_not(self, s: Alexandria, seat: i64, name: str) -> str:
        return why_not_on_board(s, seat, name)


@final
class Wait(Action):
    """§3.15 Let Time pass."""

    word: ClassVar[str] = "wait"
    clause: ClassVar[str] = "3.15"

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        s.note("wait", seat)
        spend_time(s, seat, s.box.wait_cost)

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"Wait ({s.box.wait_cost} Time)"

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[str]:
        return [f"time-{seat}"]


MOVE: Final = Move()
DRAW: Final = Draw()
USE_ABILITY: Final = UseAbility()
USE_SLOTTED_CARD: Final = UseSlottedCard()
WAIT: Final = Wait()
