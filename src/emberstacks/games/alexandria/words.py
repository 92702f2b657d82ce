"""A sentence for everything that happens."""

from __future__ import annotations

from emberstacks.games.alexandria.components import DRAMATIC_END, TYPES, Components
from emberstacks.games.alexandria.vocabulary import CATEGORIES, GUARD
from emberstacks.kernel.ints import i64
from emberstacks.kernel.notation import mark


def words(box: Components, kind: str, a: i64, b: i64, c: i64) -> str:
    """The event as a sentence; a secret that the reader may not know comes as -1."""
    return event_words(box, kind, a, b, c).replace("!.", "!")  # some names end with their own mark


def event_words(box: Components, kind: str, a: i64, b: i64, c: i64) -> str:
    """The same for what heroes do."""
    match kind:
        case "start-player":
            return f"{mark(a)} is the start player."
        case "hero":
            return f"{mark(a)} plays {box.heroes[b]}."
        case "build":
            return f"The {box.rooms[a]} is built."
        case "turn-up":
            return f"{a_tile(box, b).capitalize()} is turned up in the {box.rooms[a]}."
        case "choose-end":
            return f"{mark(b)} chooses {a_dramatic_end(box, a)}."
        case "round":
            return f"Round {a} begins."
        case "dusk":
            return f"The Action phase of round {a} is over: the Time tokens return, and the Library burns."
        case "wait":
            return f"{mark(a)} waits."
        case "move":
            return f"{mark(a)} goes to the {box.rooms[b]}."
        case "draw":
            return f"{mark(b)} draws {a_card(box, a)}."
        case "renew":
            return f"{mark(a)} shuffles the discard pile to form a new deck."
        case "discard":
            return f"{mark(a)} discards {box.names[b]}."
        case "take-back":
            return f"{mark(a)} takes {box.names[b]} from the discard pile."
        case "act":
            return f"{mark(a)} uses {box.names[b]}."
        case "lay":
            return f"{mark(b)} lays {a_card(box, a)} face down as a Peril."
        case "slot":
            return f"{mark(a)} slots {box.names[b]}."
        case "unslot":
            return f"{mark(a)} discards {box.names[b]} from the slot."
        case "respond":
            return f"{mark(a)} responds with {box.names[b]}."
        case "assist":
            return f"{mark(a)} assists {mark(b)} with {c} Time."
        case "time":
            return f"{mark(a)} {'loses' if b < 0 else 'gains'} {max(b, -b)} Time and is on {c}."
        case "spend":
            return f"{mark(a)} spends {b} Time and is on {c}."
        case "prevented":
            return f"{mark(a)} is spared."
        case "points":
            return f"{mark(a)} {'gains' if b > 0 else 'loses'} {max(b, -b)} {'point' if max(b, -b) == 1 else 'points'}."
        case _:
            return library_words(box, kind, a, b, c)


def library_words(box: Components, kind: str, a: i64, b: i64, c: i64) -> str:
    """The same for rescue cards, rooms and the end."""
    match kind:
        case "show":
            return f"{mark(a)} draws {box.rescue_names[b]}."
        case "keep":
            return f"{mark(a)} keeps {box.rescue_names[b]}."
        case "throw":
            return f"{mark(a)} discards {box.rescue_names[b]}."
        case "recover":
            return f"{mark(a)} takes {box.rescue_names[b]} from the discards."
        case "hand-over":
            return f"{mark(a)} gives {box.rescue_names[b]} to {mark(c)}."
        case "lose-rescue":
            return f"{mark(a)} loses {box.rescue_names[b]}."
        case "renew-rescue":
            return f"The discarded {CATEGORIES[a].capitalize()}s are shuffled to form a new deck."
        case "reveal":
            return f"{mark(a)} reveals the furniture of the {box.rooms[b]}."
        case "move-furniture":
            return f"{mark(a)} brings {a_tile(box, c)} tile from the {box.rooms[b]}."
        case "remove-furniture":
            return f"{mark(a)} removes {a_tile(box, c)} tile from the {box.rooms[b]}."
        case "fire":
            return f"{mark(a)} places a Fire token in the {box.rooms[b]}."
        case "unfire":
            return f"{mark(a)} removes the Fire token from the {box.rooms[b]}."
        case "water":
            return f"{mark(a)} places the Water token in the {box.rooms[b]}."
        case "mark":
            return f"{mark(a)} places {'a guard' if c == GUARD else 'a toll'} in the {box.rooms[b]}."
        case "peril":
            return f"{mark(a)} lays a Peril in the {box.rooms[b]}."
        case "peril-triggered":
            return f"A Peril is triggered in the {box.rooms[b]}: {box.names[a]}."
        case "peril-lost":
            return f"A Peril is lost with the {box.rooms[b]}: {box.names[a]}."
        case "select":
            return f"The {box.rooms[a]} is about to burn."
        case "saved":
            return f"The {box.rooms[a]} does not burn."
        case "destiny":
            return f"{mark(a)} meets their Destiny: {box.names[b]}."
        case "burn":
            return f"The {box.rooms[a]} burns down."
        case "flee":
            return f"{mark(a)} flees to the {box.rooms[b]}."
        case "cleanup":
            return f"Round {a} is over: tokens and played cards are put away."
        case "reveal-end":
            return f"The Dramatic End of {mark(a)} is revealed: {a_dramatic_end(box, b)}."
        case "portent":
            return f"Ominous Portent: {box.portent_texts[a]}"
        case "dramatic-end":
            return f"Dramatic End: {box.texts[DRAMATIC_END + a]}"
        case "collection":
            return f"{mark(a)} gains {c} points for {box.collections[b]}."
    return "The Library is no more."


def a_card(box: Components, card: i64) -> str:
    return "a card" if card < 0 else box.names[card]


def a_dramatic_end(box: Components, end: i64) -> str:
    return "a Dramatic End" if end < 0 else box.names[DRAMATIC_END + end]


def a_tile(box: Components, kind: i64) -> str:
    name = "face-down" if kind == TYPES else box.types[kind]
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
