"""Chapter 5 of RULES.md: pages and secrets, finding pages, exchanging them."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import COLOURS, OBJECTS, PAGES, VESPER
from emberstacks.games.horror.powers import has_gift, has_object
from emberstacks.games.horror.state import ANY_OBJECT, PAGE_OR_NONE, SECRETS, HorrorTable
from emberstacks.games.horror.steps.kind import HorrorKind
from emberstacks.games.horror.words import CHARACTER, page_name, page_word, piece_id
from emberstacks.kernel.domains import one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import bit, has, several
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Chance, Step
from emberstacks.kernel.words import Label, Refusal
from emberstacks.kernel.zones import Slot, learn, rule_out, shown, shuffle_in

EVERY_PAGE: Final = Ints([*range(60)])  # as answers


@final
class NoPage(Happening):
    """§4.7 A deck has run out."""

    kind: ClassVar[str] = "no-page"

    def note(self, s: HorrorTable, seat: i64, colour: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{mark(seat)} finds nothing: there is no {s.box.colours[colour]} page left.",
                [seat, colour],
            )


@final
class PageGained(Happening):
    """§4.7, §5.5, §8.9 A page comes out of a deck."""

    kind: ClassVar[str] = "page"

    def note(self, s: HorrorTable, seat: i64, page: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} gets a page: {page_name(s.box, page)}.", [seat, page])


@final
class Framed(Happening):
    """§5.1 A page matches a secret."""

    kind: ClassVar[str] = "frame"

    def note(self, s: HorrorTable, seat: i64, page: i64) -> None:
        if s.log is not None:
            text = (
                f"It matches a secret of {mark(seat)}: {s.box.objects[page]} goes into the frame."
            )
            self.told(s, text, [seat, page])


@final
class GivenBack(Happening):
    """§5.6 A page is given in an exchange."""

    kind: ClassVar[str] = "give-back"

    def note(self, s: HorrorTable, seat: i64, page: i64) -> None:
        if s.log is not None:
            self.told(
                s, f"{mark(seat)} gives {page_name(s.box, page)} back to the decks.", [seat, page]
            )


@final
class PutUnder(Happening):
    """§13.12 The page that Madame Vesper does not keep."""

    kind: ClassVar[str] = "under"

    def note(self, s: HorrorTable, seat: i64, colour: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} puts another {s.box.colours[colour]} page, unseen by the others,"
                " under the deck."
            )
            self.told(s, text, [seat, colour], because=piece_id(CHARACTER + VESPER))


NO_PAGE: Final = NoPage()
PAGE_GAINED: Final = PageGained()
FRAMED: Final = Framed()
GIVEN_BACK: Final = GivenBack()
PUT_UNDER: Final = PutUnder()


class DrawPage(Chance[HorrorTable]):
    """§4.7 The top page of a colour is drawn."""

    clause: ClassVar[str] = "4.7"
    size: ClassVar[int] = OBJECTS

    colour: i64 = one(within(0, COLOURS - 1))

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        return s.pages[self.colour].weights()

    def answer(self, s: HorrorTable, choice: i64) -> None:
        gain_slot(s, s.active, s.pages[self.colour].draw(choice))

    def text(self, s: HorrorTable, choice: i64) -> str:
        return page_word(s.box, OBJECTS * self.colour + choice)


class SeePage(Chance[HorrorTable]):
    """§13.12 Madame Vesper sees a page that nobody else sees."""

    clause: ClassVar[str] = "13.12"
    size: ClassVar[int] = OBJECTS

    colour: i64 = one(within(0, COLOURS - 1))

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        return s.pages[self.colour].weights()

    def answer(self, s: HorrorTable, choice: i64) -> None:
        see_page(s, self.colour, choice)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << s.active

    def text(self, s: HorrorTable, choice: i64) -> str:
        return page_word(s.box, OBJECTS * self.colour + choice)


class KeepPage(Step[HorrorTable]):
    """§13.12 Which of the two pages does Madame Vesper keep?"""

    clause: ClassVar[str] = "13.12"
    size: ClassVar[int] = PAGES

    def choices(self, s: HorrorTable) -> Ints:
        first, second = looked_page(s, 0), looked_page(s, 1)
        return Ints([min(first, second), max(first, second)])

    def answer(self, s: HorrorTable, choice: i64) -> None:
        colour = choice // OBJECTS
        kept = s.looked.take(0 if looked_page(s, 0) == choice else 1)
        s.pages[colour].bottom.add(s.looked.take(0))
        PUT_UNDER.note(s, self.seat, colour)
        gain_slot(s, self.seat, kept)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "keep " + page_word(s.box, choice)

    def label(self, s: HorrorTable, choice: i64) -> str:
        return f"Keep {s.box.objects[choice]}"

    def question(self, s: HorrorTable) -> str:
        return (
            f"{mark(self.seat)}, which of the two pages do you keep? The other goes under the deck."
        )

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return Refusal("first keep one of the two pages you are looking at.")

    def pieces(self, s: HorrorTable, choice: i64) -> list[tuple[str, int]]:
        return [("page", choice)]


class GivePage(Step[HorrorTable]):
    """§5.4 Which pages are exchanged? They are named one by one, in the order of their colours."""

    clause: ClassVar[str] = "5.4"
    size: ClassVar[int] = PAGES

    first: i64 = one(PAGE_OR_NONE)  # pages named before, or -1
    second: i64 = one(PAGE_OR_NONE)

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        loose = s.loose[self.seat]
        page: i64
        for page in range(self.last() + 1, PAGES):
            if has(loose, page) and self.leads_to_a_set(loose, page):
                out = append(out, page)
        return out

    def last(self) -> i64:
        return self.second if self.second >= 0 else self.first

    def leads_to_a_set(self, loose: i64, page: i64) -> bool:
        """Can the pages named, this one and later ones be a set?"""
        colour = page // OBJECTS
        if self.second >= 0:
            return colour != self.second // OBJECTS
        if self.first < 0:
            return (
                loose >> (page + 1) & (ANY_OBJECT >> (page % OBJECTS + 1)) != 0
                or colours_from(loose, colour + 1) >= 2
            )
        return colour == self.first // OBJECTS or colours_from(loose, colour + 1) >= 1

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if self.first < 0:
            s.push(GivePage(self.seat, choice, -1))
        elif self.second < 0 and choice // OBJECTS != self.first // OBJECTS:
            s.push(GivePage(self.seat, self.first, choice))
        elif self.second < 0:
            s.push(TakePage(self.seat, self.first, choice, -1))
        else:
            s.push(TakePage(self.seat, self.first, self.second, choice))

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "give " + page_word(s.box, choice)

    def label(self, s: HorrorTable, choice: i64) -> Label:
        return Label(f"Give {s.box.objects[choice]}", s.box.colours[choice // OBJECTS])

    def question(self, s: HorrorTable) -> str:
        which = "first" if self.first < 0 else "second" if self.second < 0 else "third"
        return (
            f"{mark(self.seat)}, which page do you give {which}? Two of one colour or three of"
            " three colours make a set."
        )

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return Refusal(
            "name loose pages of yours, colour by colour, that make two of one colour or three of"
            " three colours."
        )

    def pieces(self, s: HorrorTable, choice: i64) -> list[tuple[str, int]]:
        return [("page", choice)]


class TakePage(Step[HorrorTable]):
    """§5.5 Which needed page is taken for those given?"""

    clause: ClassVar[str] = "5.5"
    size: ClassVar[int] = PAGES

    first: i64 = one(PAGE_OR_NONE)
    second: i64 = one(PAGE_OR_NONE)
    third: i64 = one(PAGE_OR_NONE)  # or -1

    def choices(self, s: HorrorTable) -> Ints:
        return chosen_from(needed(s, self.seat), EVERY_PAGE, Ints([]))

    def answer(self, s: HorrorTable, choice: i64) -> None:
        take_needed(s, self.seat, choice)
        give_back(s, self.seat, self.first)
        give_back(s, self.seat, self.second)
        if self.third >= 0:
            give_back(s, self.seat, self.third)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "take " + page_word(s.box, choice)

    def label(self, s: HorrorTable, choice: i64) -> str:
        return f"Take {s.box.objects[choice]} from the {s.box.colours[choice // OBJECTS]} deck"

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which page that you need do you take?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return (
            Refusal("it must be a page that you need and that is still in a deck.")
            if text.startswith("take")
            else None
        )

    def pieces(self, s: HorrorTable, choice: i64) -> list[tuple[str, int]]:
        return [("deck", choice // OBJECTS), ("page", choice)]


@final
class TakeNeeded(HorrorKind):
    """§8.9 A page that is needed; the varieties are the pages."""

    word: ClassVar[str] = "take"

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        return chosen_from(needed(s, seat), self.codes, out)

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        take_needed(s, seat, which)

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "take " + page_word(s.box, which)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Take {s.box.objects[which]} from the {s.box.colours[which // OBJECTS]} deck"

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("deck", which // OBJECTS), ("page", which)]


@final
class TakeNothing(HorrorKind):
    """§8.9 No page."""

    word: ClassVar[str] = "take nothing"

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        pass

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Take no page"


STABBED_MENU: Final[Menu[HorrorTable]] = Menu({TakeNeeded(): [*range(60)], TakeNothing(): [60]})


class TakeAfterStab(Step[HorrorTable]):
    """§8.9 A player who has stabbed with the Ritual Dagger may take a needed page."""

    clause: ClassVar[str] = "8.9"
    size: ClassVar[int] = 61
    block: ClassVar[int] = 64

    def menu(self) -> Menu[HorrorTable]:
        return STABBED_MENU

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which page that you need do you take?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return (
            Refusal("it must be a page that you need and that is still in a deck.")
            if text.startswith("take")
            else None
        )


DRAW_PAGE: Final = [DrawPage(colour) for colour in range(COLOURS)]
SEE_PAGE: Final = [SeePage(colour) for colour in range(COLOURS)]
KEEP_PAGE: Final = [KeepPage(seat) for seat in range(MAX_SEATS)]
GIVE_FIRST_PAGE: Final = [GivePage(seat, -1, -1) for seat in range(MAX_SEATS)]
TAKE_AFTER_STAB: Final = [TakeAfterStab(seat) for seat in range(MAX_SEATS)]


def find_page(s: HorrorTable, colour: i64) -> None:
    """§4.7 The active player draws a page of this colour, if there is one; §13.12 Madame Vesper may
    see two.
    """
    deck = s.pages[colour]
    if deck.count() == 0:
        NO_PAGE.note(s, s.active, colour)
    elif deck.count() > 1 and has_gift(s, s.active, VESPER):
        look_at_next(s, colour)
    elif deck.fixed():
        gain_slot(s, s.active, deck.draw(0))
    else:
        s.push(DRAW_PAGE[colour])


def look_at_next(s: HorrorTable, colour: i64) -> None:
    """§13.12 Madame Vesper looks at the next page of the deck."""
    if s.pages[colour].fixed():
        see_page(s, colour, 0)
    else:
        s.push(SEE_PAGE[colour])


def see_page(s: HorrorTable, colour: i64, outcome: i64) -> None:
    """§13.12 She sees it; after the second she keeps one."""
    s.looked.add(shown(s, s.pages[colour].draw(outcome), 1 << s.active))
    if s.looked.count() < 2:
        look_at_next(s, colour)
    else:
        s.push(KEEP_PAGE[s.active])


def looked_page(s: HorrorTable, k: i64) -> i64:
    return OBJECTS * s.looked.lot[k] + s.looked.face[k]


def gain_slot(s: HorrorTable, seat: i64, slot: Slot) -> None:
    """A page from a deck is laid open in front of a player."""
    page = OBJECTS * slot[2] + shown(s, slot, EVERYBODY)[0]
    PAGE_GAINED.note(s, seat, page)
    gain_page(s, seat, page)


def gain_page(s: HorrorTable, seat: i64, page: i64) -> None:
    """§5.1 A page that matches a secret is framed, and the secret turned over; §5.2 any other stays
    loose.
    """
    rack = s.rack[seat]
    k: i64
    for k in range(rack.count()):
        if rack.lot[k] == SECRETS + page // OBJECTS:
            if rack.face[k] == page % OBJECTS:
                s.framed[seat] |= bit(page)
                learn(s, rack, k, EVERYBODY)
                FRAMED.note(s, seat, page)
                return
            rule_out(s, rack, k, 1 << page % OBJECTS)  # everybody sees that it is not this one
    s.loose[seat] |= bit(page)


def in_decks(s: HorrorTable) -> i64:
    """The mask of the pages that nobody has in front of them."""
    mask = bit(PAGES) - 1
    seat: i64
    for seat in range(s.seats):
        mask &= ~(s.loose[seat] | s.framed[seat])
    return mask


def needed(s: HorrorTable, seat: i64) -> i64:
    """§5.5 The mask of the pages in decks that match an open secret, or §14.1 are the object of the
    character's ability.
    """
    mask: i64 = 0
    rack = s.rack[seat]
    k: i64
    for k in range(rack.count()):
        mask |= bit(OBJECTS * (rack.lot[k] - SECRETS) + rack.face[k])
    character = s.character[seat]
    if s.agreed.monster_abilities and not has_object(s, seat, character):
        mask |= bit(s.box.object[character])
    return mask & in_decks(s)


def can_exchange(s: HorrorTable, seat: i64) -> bool:
    """§5.4 There is a set to give, and §5.5 a page to take."""
    return has_set(s.loose[seat]) and needed(s, seat) != 0


def has_set(loose: i64) -> bool:
    """§5.4 Are two of one colour, or three of three colours, among these pages?"""
    colours: i64 = 0
    while loose != 0:
        some = loose & ANY_OBJECT
        if several(some):
            return True
        if some != 0:
            colours += 1
        loose >>= OBJECTS
    return colours >= 3


def colours_from(loose: i64, colour: i64) -> i64:
    """How many colours, from this one on, are among these pages."""
    count: i64 = 0
    while colour < COLOURS:
        if loose >> (OBJECTS * colour) & ANY_OBJECT != 0:
            count += 1
        colour += 1
    return count


def take_needed(s: HorrorTable, seat: i64, page: i64) -> None:
    """§5.5 The page is searched for in its deck, which §5.6 is shuffled."""
    colour = page // OBJECTS
    shuffle(s, colour)
    s.pages[colour].rest[page % OBJECTS] -= 1
    gain_slot(s, seat, (page % OBJECTS, 0, colour, -1))


def give_back(s: HorrorTable, seat: i64, page: i64) -> None:
    """§5.6 A loose page is shuffled into the deck of its colour."""
    colour = page // OBJECTS
    s.loose[seat] &= ~bit(page)
    GIVEN_BACK.note(s, seat, page)
    shuffle(s, colour)
    s.pages[colour].rest[page % OBJECTS] += 1


def shuffle(s: HorrorTable, colour: i64) -> None:
    """§5.6 Nobody knows any longer what is at the bottom of this deck."""
    deck = s.pages[colour]
    while deck.bottom.count() > 0:
        shuffle_in(s, deck, deck.bottom.take(0))


def chosen_from(mask: i64, codes: Ints, out: Ints) -> Ints:
    """The codes of the pages in a mask, added to those in `out`."""
    page: i64
    for page in range(PAGES):
        if has(mask, page):
            out = append(out, codes[page])
    return out
