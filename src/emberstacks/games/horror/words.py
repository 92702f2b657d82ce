"""The words of the game: how pieces are written in answers, and a sentence for every event."""

from __future__ import annotations

from typing import Final

from emberstacks.games.horror.components import OBJECTS, SIDE, Components
from emberstacks.kernel.ints import i64
from emberstacks.kernel.notation import mark

TURNED: Final = ("a quarter left", "a quarter right", "half round")
COMPASS: Final = ("north", "east", "south", "west")


def room_word(box: Components, room: i64) -> str:
    """A room in an answer."""
    return box.rooms[room].lower()


def page_word(box: Components, page: i64) -> str:
    """A page in an answer."""
    return box.objects[page].lower()


def cell_word(cell: i64) -> str:
    """A cell of the grid: column letter and row number, as on a map."""
    return "abcde"[cell % SIDE] + str(cell // SIDE + 1)


def page_name(box: Components, page: i64) -> str:
    return f"{box.objects[page]} ({box.colours[page // OBJECTS]})"


def signed(number: i64) -> str:
    """Fortitude as the meter shows it.

    >>> signed(3), signed(0), signed(-5)
    ('+3', '0', '-5')
    """
    return f"+{number}" if number > 0 else str(number)


def fixture_name(box: Components, fixture: i64) -> str:
    what = "drawer" if fixture & 2 else "bookcase"
    return f"a {what} of the {box.rooms[fixture >> 2]}"


def words(box: Components, kind: str, a: i64, b: i64, c: i64) -> str:
    """A sentence for an event; a secret that the reader may not know comes as -1."""
    if kind in SETUP:
        return setup_words(box, kind, a, b, c)
    if kind in CARDS:
        return card_words(box, kind, a, b, c)
    if kind in MONSTERS:
        return monster_words(box, kind, a, b, c)
    match kind:
        case "round":
            return f"Round {a} begins."
        case "turn":
            return f"It is {mark(a)}'s turn."
        case "go":
            how = f" by a closed door, for {c} Fortitude" if c > 0 else ""
            return f"{mark(a)} goes into the {box.rooms[b]}{how}."
        case "turn-room":
            return f"{mark(a)} turns the {box.rooms[b]} {TURNED[c]}."
        case "marker":
            return f"{mark(a)} places marker {b + 1} on {fixture_name(box, c)}."
        case "lift":
            return f"{mark(a)} takes marker {b + 1} from {fixture_name(box, c)}."
        case "coin":
            return f"{mark(a)} draws a {'Blessing' if b == 0 else 'Curse'} coin."
        case "refill":
            return "That was the last coin: all sixteen go back into the bag."
        case "roll":
            rolled = f"{c}" if b < 0 else f"{b} on the yellow and {c} on the white die"
            return f"{mark(a)} rolls {rolled}."
        case "change-yellow":
            return f"{mark(a)} plays {box.blessings[b]}: the yellow die now shows {c}."
        case "change-white":
            return f"{mark(a)} plays {box.blessings[b]}: the white die now shows {c}."
        case "change-total":
            return f"{mark(a)} plays {box.blessings[b]}: the total is now {c}."
        case "no-page":
            return f"{mark(a)} finds nothing: there is no {box.colours[b]} page left."
        case "page":
            return f"{mark(a)} gets a page: {page_name(box, b)}."
        case "frame":
            return f"It matches a secret of {mark(a)}: {box.objects[b]} goes into the frame."
        case "give-back":
            return f"{mark(a)} gives {page_name(box, b)} back to the decks."
        case "under":
            return f"{mark(a)} puts another {box.colours[b]} page, unseen by the others, under the deck."
        case "mirror":
            return f"{mark(a)} steps out of the mirror in the {box.rooms[b]}."
        case "picture":
            return f"{mark(a)} looks at a picture."
        case "fortitude":
            verb = "gains" if b > 0 else "loses"
            return f"{mark(a)} {verb} {max(b, -b)} Fortitude and is now at {signed(c)}."
        case "escape":
            return f"{mark(a)} steps through the Green Portal and has escaped. The game is over."
    return "The last round is over, and with it the game."


SETUP: Final = ("lay", "character", "secret", "first", "begin")
CARDS: Final = (
    "blessing",
    "weapon",
    "curse",
    "no-card",
    "play",
    "locket",
    "defend",
    "free",
    "stuck",
    "settled",
    "attack",
    "backfire",
    "steal",
    "steal-blessing",
    "steal-curse",
    "duel",
    "draw",
    "besotted",
    "gift",
    "gift-blessing",
    "gift-curse",
    "hysteria",
)
MONSTERS: Final = ("summon", "fight", "won", "lost", "reroll", "move-monster", "leave-monster", "thrown")


def setup_words(box: Components, kind: str, a: i64, b: i64, c: i64) -> str:
    """Events of chapter 1."""
    match kind:
        case "lay":
            return f"The {box.rooms[a]} is laid on {cell_word(b)}, its printed north to the {COMPASS[c]}."
        case "character":
            return f"{mark(a)} is {box.characters[b]}."
        case "secret":
            what = f"a {box.colours[c]} secret" if a < 0 else f"the {box.colours[c]} secret {box.objects[a]}"
            return f"{mark(b)} is dealt {what}."
        case "first":
            return f"{mark(a)} begins."
    return f"{mark(a)} begins in the {box.rooms[b]}."


def card_words(box: Components, kind: str, a: i64, b: i64, c: i64) -> str:
    """Events of chapters 8, 9 and 13."""
    match kind:
        case "blessing":
            return f"{mark(b)} keeps a Blessing." if a < 0 else f"{mark(b)} keeps the Blessing {box.blessings[a]}."
        case "weapon":
            return f"{mark(b)} keeps a Curse." if a < 0 else f"{mark(b)} keeps the Curse {box.curses[a]}."
        case "curse":
            return f"{box.curses[b]} strikes {mark(a)}. {box.curse_texts[b]}"
        case "no-card":
            return f"{mark(a)} finds nothing: that deck is empty."
        case "play":
            return f"{mark(a)} plays {box.blessings[b]}."
        case "locket":
            return f"{mark(a)} plays the Blessed Locket and is not hurt."
        case "defend":
            return f"{mark(a)} turns the attack away with {box.blessings[b]}."
        case "free":
            return f"{mark(a)} breaks free of the Devil's Fingertrap."
        case "stuck":
            return f"{mark(a)} stays in the Devil's Fingertrap."
        case "settled":
            return f"The Unresolved Business of {mark(a)} is settled."
        case "attack":
            return f"{mark(a)} attacks {mark(c)} with {box.curses[b]}."
        case "backfire":
            return f"The Blunderbuss backfires on {mark(a)}."
        case "steal":
            return f"{mark(a)} steals {page_name(box, c)} from {mark(b)}."
        case "steal-blessing":
            what = "a Blessing" if a < 0 else f"the Blessing {box.blessings[a]}"
            return f"{mark(c)} steals {what} from the hand of {mark(b)}."
        case "steal-curse":
            what = "a Curse" if a < 0 else f"the Curse {box.curses[a]}"
            return f"{mark(c)} steals {what} from the hand of {mark(b)}."
        case "duel":
            return f"{mark(a)} challenges {mark(b)} to a duel with dice."
        case "draw":
            return f"{mark(a)} does not win the duel with {mark(b)}."
        case "besotted":
            return f"{mark(a)} is besotted with {mark(b)}."
        case "gift":
            return f"{mark(b)} gives {page_name(box, a)} to {mark(c)}."
        case "gift-blessing":
            what = "a Blessing" if a < 0 else f"the Blessing {box.blessings[a]}"
            return f"{mark(b)} gives {what} to {mark(c)}."
        case "gift-curse":
            what = "a Curse" if a < 0 else f"the Curse {box.curses[a]}"
            return f"{mark(b)} gives {what} to {mark(c)}."
    return f"{mark(a)} is hysterical; {mark(b)} takes an action for her."


def monster_words(box: Components, kind: str, a: i64, b: i64, c: i64) -> str:
    """Events of chapters 11 and 12."""
    match kind:
        case "summon":
            return f"The {box.monsters[a]} (level {box.level[a]}) appears in the {box.rooms[b]}."
        case "fight":
            second = f" and a second monster of level {c}" if c > 0 else ""
            return f"{mark(a)} attacks the {box.monsters[b]} (level {box.level[b]}){second}."
        case "won":
            return f"{mark(a)} wins with {b}."
        case "lost":
            return f"{mark(a)} loses with {b}."
        case "reroll":
            return f"The mandrake root lets {mark(a)} roll again."
        case "move-monster":
            return f"{mark(a)} drives the {box.monsters[b]} into the {box.rooms[c]}."
        case "leave-monster":
            return f"{mark(a)} leaves the {box.monsters[b]} where it is."
    return f"{mark(a)} is thrown back into the {box.rooms[b]}."
