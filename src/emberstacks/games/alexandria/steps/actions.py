"""The actions of chapter 3, and §6.2 laying a Peril: everything about one action is in one class.

What playing a card leads to is in playing.py.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import ABILITY
from emberstacks.games.alexandria.news import News
from emberstacks.games.alexandria.state import (
    ABILITY_USED,
    DECLINED_ABILITY,
    DECLINED_SLOT,
    NONE,
    SLOT_USED,
    Alexandria,
)
from emberstacks.games.alexandria.steps.counting import spend_time
from emberstacks.games.alexandria.steps.effects import ENTER, ongoing, set_off
from emberstacks.games.alexandria.steps.hand import draw_cards, leave_hand
from emberstacks.games.alexandria.steps.library import HeroInRoom, enter
from emberstacks.games.alexandria.steps.perils import free_pair, lay_peril
from emberstacks.games.alexandria.steps.playing import (
    Means,
    ask_payment,
    cost_text,
    playable,
    why_not_playable,
)
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, members
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Label, Refusal

TRIED: Final = Refusal("you have taken it back, so it cannot be tried again in this action.", "3.9")


class Action(Kind[Alexandria]):
    """§2.1 A kind of action; its varieties are rooms, cards ..."""

    def witnesses(self, s: Alexandria, seat: i64, which: i64) -> i64:
        """The mask of those who see which variety it is."""
        return EVERYBODY


@final
class Move(Action):
    """§3.1 Go to a room next to yours; the varieties are the rooms."""

    word: ClassVar[str] = "move"
    clause: ClassVar[str] = "3.1"

    def offer(self, s: Alexandria, seat: i64, out: Ints) -> Ints:
        rooms = s.adjacent(s.position[seat])
        room: i64
        for room in range(s.box.room_count):
            if has(rooms, room):
                out = append(out, self.codes[room])
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        spend_time(s, seat, s.box.move_cost)
        s.push(MoveAction(seat, which))
        enter(s, seat, which)

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"move {s.box.room_slugs[which]}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> Label:
        return Label(f"Move to the {s.box.rooms[which]}", f"{s.box.move_cost} Time")

    def why_not(self, s: Alexandria, seat: i64, rest: str) -> Refusal | None:
        return Refusal(
            (
                "that room is not next to yours."
                if rest in s.box.room_slugs
                else "there is no such room."
            ),
            "3.1",
        )

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("hero", seat), ("room", which)]


class MoveAction(HeroInRoom):
    """§3.3 After a Move: what entering the room set off, then ongoing effects of the action."""

    clause: ClassVar[str] = "3.3"

    def answer(self, s: Alexandria, choice: i64) -> None:
        ongoing(s, v.SELF_MOVE_ACTION, self.who, self.place, -1)
        if s.rules >= V1_1:
            # §5.8 slotted or not: a later Move is not the first
            s.spent |= s.box.first_moves[s.hero[self.who]]
        set_off(s, ENTER, self.who, self.place)


@final
class Draw(Action):
    """§3.4 Draw a card."""

    word: ClassVar[str] = "draw"
    clause: ClassVar[str] = "3.4"

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        spend_time(s, seat, s.box.draw_cost)
        draw_cards(s, seat, 1)

    def label(self, s: Alexandria, seat: i64, which: i64) -> Label:
        return Label("Draw a card", f"{s.box.draw_cost} Time")

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("deck", seat)]


class Printed(Action):
    """§3.8 An action that is printed on a card or on the Hero board, which is its source."""

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        raise NotImplementedError

    def offer(self, s: Alexandria, seat: i64, out: Ints) -> Ints:
        return self.offer_by(s, seat, Means(s, seat), out)

    def offer_by(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        """The same with what has been worked out for all cards."""
        raise NotImplementedError

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"{self.word} {s.box.slugs[self.source(s, seat, which)]}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> Label:
        source = self.source(s, seat, which)
        return Label(f"{self.word.capitalize()} {s.box.names[source]}", cost_text(s, source))

    def brings(self, s: Alexandria, seat: i64, which: i64) -> str:
        return s.box.texts[self.source(s, seat, which)]

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        source = self.source(s, seat, which)
        return [("card", source)] if s.box.kind[source] != v.NO_KIND else [("board", seat)]


@final
class PlayCard(Printed):
    """§3.8 Play a card of your hand, or §6.2 lay it face down if it is a Peril; the varieties are
    its faces.
    """

    word: ClassVar[str] = "play"
    clause: ClassVar[str] = "3.8"

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        return s.card(seat, which)

    def is_peril(self, s: Alexandria, seat: i64, which: i64) -> bool:
        return s.box.kind[s.card(seat, which)] == v.PERIL_CARD

    def possible_by(self, s: Alexandria, seat: i64, which: i64, means: Means) -> bool:
        """Can this card be played, or laid if three Perils are not in play yet?"""
        if has(s.declined, which):
            return False
        return playable(s, seat, s.card(seat, which), means) and (
            not self.is_peril(s, seat, which) or free_pair(s) != NONE
        )

    def offer_by(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        for face in members(s.hand_mask(seat) & ~s.box.response_faces[s.hero[seat]]):
            if self.possible_by(s, seat, face, means):
                out = append(out, self.codes[face])
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        if self.is_peril(s, seat, which):
            lay_peril(s, seat, which)
            ask_payment(s, seat, s.box.peril_source)
            return
        leave_hand(s, seat, which)
        s.played[seat] |= 1 << which
        ask_payment(s, seat, s.card(seat, which))

    def witnesses(self, s: Alexandria, seat: i64, which: i64) -> i64:
        """§6.2 Nobody else sees which Peril it is."""
        return 1 << seat if self.is_peril(s, seat, which) else EVERYBODY

    def verb(self, s: Alexandria, seat: i64, which: i64) -> str:
        return "lay" if self.is_peril(s, seat, which) else self.word

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"{self.verb(s, seat, which)} {s.box.slugs[s.card(seat, which)]}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> Label:
        card = s.card(seat, which)
        return Label(
            f"{self.verb(s, seat, which).capitalize()} {s.box.names[card]}", cost_text(s, card)
        )

    def rule(self, s: Alexandria, seat: i64, which: i64) -> str:
        return "6.2" if self.is_peril(s, seat, which) else self.clause

    def means(self, s: Alexandria, text: str) -> bool:
        return text.partition(" ")[0] in ("play", "lay")

    def why_not(self, s: Alexandria, seat: i64, rest: str) -> Refusal | None:
        """Only what its player may know."""
        name = rest.removeprefix("lay").strip()
        if name not in s.box.slugs:
            return None
        card = s.box.slugs.index(name)
        face = s.box.face_of[card] if s.box.kind[card] != v.NO_KIND else NONE
        if face == NONE or s.box.hero_of[card] != s.hero[seat] or not has(s.hand_mask(seat), face):
            return Refusal("that card is not in your hand.", "3.8")
        if s.box.kind[card] == v.RESPONSE_CARD:
            return Refusal("a Response is played when what it waits for happens.", "5.2")
        if self.is_peril(s, seat, face) and free_pair(s) == NONE:
            return Refusal(
                f"there are {s.box.perils} Perils in play, and no more are allowed.", "6.2"
            )
        if has(s.declined, face):
            return TRIED
        if self.possible_by(s, seat, face, Means(s, seat)):
            return Refusal(
                f"write it as '{self.verb(s, seat, face)} {name}'.", self.rule(s, seat, face)
            )
        return why_not_playable(s, seat, card)


class BoardAction(Printed):
    """§3.13 An action of the Hero board, §3.14 once a round."""

    word: ClassVar[str] = "use"
    clause: ClassVar[str] = "3.13"

    def why_not(self, s: Alexandria, seat: i64, rest: str) -> Refusal | None:
        if rest not in s.box.slugs:
            return None
        source, slot = s.box.slugs.index(rest), s.slot[seat]
        if source != ABILITY + s.hero[seat] and (slot == NONE or source != s.card(seat, slot)):
            return Refusal("that is not on your Hero board.", "3.13")
        if s.used[seat] & (ABILITY_USED if s.box.kind[source] == v.NO_KIND else SLOT_USED):
            return Refusal("each Hero board action can be taken once a round.", "3.14")
        if s.declined & (DECLINED_ABILITY if s.box.kind[source] == v.NO_KIND else DECLINED_SLOT):
            return TRIED
        return why_not_playable(s, seat, source)


@final
class UseAbility(BoardAction):
    """§3.13 The action printed on your board."""

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        return ABILITY + s.hero[seat]

    def offer_by(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        if (
            not s.used[seat] & ABILITY_USED
            and not s.declined & DECLINED_ABILITY
            and playable(s, seat, ABILITY + s.hero[seat], means)
        ):
            out = append(out, self.code)
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        s.used[seat] |= ABILITY_USED
        ask_payment(s, seat, ABILITY + s.hero[seat])


@final
class UseSlottedCard(BoardAction):
    """§3.13 The action of the card in your slot."""

    def source(self, s: Alexandria, seat: i64, which: i64) -> i64:
        return s.card(seat, s.slot[seat])

    def offer_by(self, s: Alexandria, seat: i64, means: Means, out: Ints) -> Ints:
        slot = s.slot[seat]
        if (
            slot != NONE
            and not s.used[seat] & SLOT_USED
            and not s.declined & DECLINED_SLOT
            and playable(s, seat, s.card(seat, slot), means)
        ):
            out = append(out, self.code)
        return out

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        s.used[seat] |= SLOT_USED
        ask_payment(s, seat, s.card(seat, s.slot[seat]))


@final
class Waited(News):
    """§3.15 Somebody lets Time pass."""

    kind: ClassVar[str] = "wait"

    def note(self, s: Alexandria, seat: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} waits.", [seat])


@final
class Wait(Action):
    """§3.15 Let Time pass."""

    word: ClassVar[str] = "wait"
    clause: ClassVar[str] = "3.15"

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        WAITED.note(s, seat)
        spend_time(s, seat, s.box.wait_cost)

    def label(self, s: Alexandria, seat: i64, which: i64) -> Label:
        return Label("Wait", f"{s.box.wait_cost} Time")

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("time", seat)]


WAITED: Final = Waited()
MOVE: Final = Move()
DRAW: Final = Draw()
PLAY_CARD: Final = PlayCard()
USE_ABILITY: Final = UseAbility()
USE_SLOTTED_CARD: Final = UseSlottedCard()
WAIT: Final = Wait()
ACTIONS: Final[Menu[Alexandria]] = Menu(
    {
        MOVE: [*range(20), *range(36, 46)],
        DRAW: [20],
        WAIT: [21],
        USE_ABILITY: [22],
        USE_SLOTTED_CARD: [23],
        PLAY_CARD: [*range(24, 36), *range(46, 58)],
    }
)
