"""What is good in Alexandria: what each action is worth in points, less the Time that one pays for it oneself.

Rescue cards are worth most where they begin or complete a collection. A room is worth what one's hand could do there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.games import game_by_id
from emberstacks.kernel.notation import Choice

# All figures are ours, by judgement, in points: what a card brings when it is played.
CARDS: Final = {
    "a burning cache": 4.0,
    "torch to the stacks": 2.6,
    "requisition": 2.6,
    "oil-soaked rags": 1.8,
    "arsonist's eye": 2.6,
    "orders from the senate": 2.6,
    "confiscate": 3.2,
    "bribed guard": 2.0,
    "spark in the dark": 3.2,
    "captives for the triumph": 3.2,
    "kindle": 1.2,
    "shifting partitions": 2.0,
    "salvage the mechanisms": 2.8,
    "open the strongroom": 5.2,
    "niche behind the wall": 3.6,
    "read the plans": 2.2,
    "shore up the roof": 3.0,
    "loose keystone": 2.4,
    "rotten boards": 2.2,
    "cracked lintel": 2.6,
    "sagging roof": 2.4,
    "hidden passage": 1.3,
    "bind the wounds": 2.6,
    "rouse the sleepers": 3.2,
    "everyone out": 3.8,
    "students of herophilos": 3.0,
    "follow me": 2.0,
    "medicine chest": 3.0,
    "oath of kos": 4.0,
    "litter bearers": 2.8,
    "lead them out": 2.2,
    "pinakes in hand": 2.8,
    "sweep the shelves": 4.4,
    "bucket chain": 3.4,
    "copyists at work": 3.0,
    "read aloud": 2.8,
    "soaked hangings": 2.4,
    "rearrange the stacks": 2.0,
    "fair exchange": 2.4,
    "the keeper's key": 3.4,
    "from the catalogue": 2.2,
}
RESPONSE: Final = 2.0  # what a card that waits for its moment is worth in the hand
TIME: Final = 0.85  # what a Time of one's own is worth, and TAKEN one of somebody else's that is spent for oneself
TAKEN: Final = 0.3
ASSIST: Final = 0.5  # what the point of an assistant costs oneself
DRAW: Final = 1.0
NEXT_DOOR: Final = 0.55  # how much less something is worth that can be done only after a move
COLLECTION: Final = (1.2, 3.6, 4.4)  # a card of a collection of which one has none, one, two
LOOSE: Final = 1.0  # a card of no collection

# How the game numbers its pieces: a hero's cards, then the abilities; types of furniture, Portents, tokens on a board.
DECK: Final = 12
ABILITIES: Final = 48
TYPES: Final = 6
HAND_LIMIT: Final = 5
ABILITY_USED: Final = 2
OCTAVIA: Final = 0


def worths(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """How good each choice is for the seat whose view it is."""
    return [worth(view, choice) for choice in choices]


def worth(view: Mapping[str, Any], choice: Choice) -> float:
    step, text = choice.step, choice.text
    if step == "TakeAction":
        return action_worth(view, text)
    if step == "PayTime":
        share = int(text[-1]) if text[-1].isdigit() else 0
        return share * (TIME + TAKEN) - (ASSIST if share else 0.0)
    if step in ("Keep", "Recover", "SwapTake"):
        return card_worth(view, view["seat"], choice.code)
    if step in ("LoseRescue", "SwapGive"):
        return -card_worth(view, view["seat"], choice.code)
    if step == "GiveUp":
        return give_up_worth(view, choice.code)
    if step in ("KeepHandLimit", "DiscardCard", "DiscardDown"):
        return -CARDS.get(text.removeprefix("discard "), RESPONSE)
    if step == "TakeFromDiscard":
        return CARDS.get(text.removeprefix("take "), RESPONSE)
    if step == "MoveOn":
        return 0.0 if text == "stay" else room_worth(view, choice.code) - room_worth(view, place(view))
    if step in ("ChooseBurningRoom", "PlaceFire"):
        return heroes_in(view, choice.code)
    if step == "PlaceHero":
        return float(len(doors(view, choice.code))) + room_worth(view, choice.code)
    return {"slot": 1.0, "pass": -1.0, "rescue card": 0.5, "put out": 0.5, "furniture": 0.5}.get(text, 0.0)


def action_worth(view: Mapping[str, Any], text: str) -> float:
    """What an action brings, less its Time."""
    verb, _, name = text.partition(" ")
    table, box = view["state"], box_of(view)
    if verb == "draw":
        room_left = table["standing"][HAND_LIMIT] - len(table["hands"][view["seat"]])
        return (DRAW if room_left > 0 else 0.0) - TIME
    if verb == "wait":
        return -TIME
    if verb == "move":
        return NEXT_DOOR * (room_worth(view, box.room_slugs.index(name)) - room_worth(view, place(view))) - TIME
    source = box.slugs.index(name)
    return card_value(view, name) - TIME * (int(box.white[source]) + int(box.black[source]) * (0.4 if helpers(view) else 1.0))


def card_value(view: Mapping[str, Any], name: str) -> float:
    """What a card brings now; two of them count what one holds."""
    held = view["state"]["rescued"][view["seat"]]
    box = box_of(view)
    if name == "roll call":
        return float(min(4, (held & int(box.category_masks[2])).bit_count()))
    if name == "keeper's inventory":
        books = held & int(box.category_masks[0])
        axis = box.axis_numbers["book.subject"] * 5
        return float(min(4, sum(1 for k in range(axis, axis + 5) if books & int(box.axis_masks[k]))))
    if name == "copyists at work" and not view["state"]["pile"] & int(box.category_masks[0]):
        return 1.0
    return CARDS.get(name, RESPONSE)


def room_worth(view: Mapping[str, Any], room: int) -> float:
    """The best that the furniture of a room lets one's hand and board do."""
    table, box, seat = view["state"], box_of(view), view["seat"]
    hero = table["hero"][seat]
    sources = [hero * DECK + slot[0] for slot in table["hands"][seat]]
    sources += [ABILITIES + hero] if not table["used"][seat] & ABILITY_USED else []
    found = [kind for kind in range(TYPES) if table["up"][room * TYPES + kind]]
    values = []
    for source in sources:
        uses = int(box.uses[source])
        if uses and any(uses >> kind & 1 for kind in found):
            values.append(card_value(view, box.slugs[source]) - TIME * int(box.white[source]))
    best = sorted(values, reverse=True)[:2]
    danger = 3.0 if hero != OCTAVIA and table["fire"] >> room & 1 else 0.0
    return sum(best) + 0.1 * int(table["down"][room]) - danger


def card_worth(view: Mapping[str, Any], seat: int, card: int) -> float:
    """What a Rescue card is worth to a seat; nothing for the choice of none."""
    box = box_of(view)
    if card >= len(box.rescue_names):
        return 0.0
    collection = box.collection_of[card]
    if collection < 0:
        return LOOSE
    others = view["state"]["rescued"][seat] & int(box.collection_masks[collection]) & ~(1 << card)
    return COLLECTION[others.bit_count()]


def give_up_worth(view: Mapping[str, Any], card: int) -> float:
    """Taking the best for oneself, or giving up what is worth least."""
    seat = view["seat"]
    sign = -1.0 if view["state"]["rescued"][seat] >> card & 1 else 1.0
    return sign * card_worth(view, seat, card)


def heroes_in(view: Mapping[str, Any], room: int) -> float:
    """Rooms with others in them are good to burn, one's own is not, except for Octavia where little furniture is left."""
    table, seat = view["state"], view["seat"]
    found = 0.0
    for other, where in enumerate(table["position"]):
        if where == room and other != seat:
            found += 1.0
        elif where == room:
            tiles = sum(table["up"][room * TYPES : (room + 1) * TYPES]) + table["down"][room]
            found += 4.0 - tiles if table["hero"][seat] == OCTAVIA else -3.0
    return found


def helpers(view: Mapping[str, Any]) -> bool:
    """Is somebody nearby who has Time to spend?"""
    table, seat = view["state"], view["seat"]
    near = [place(view), *doors(view, place(view))]
    return any(where in near and table["time"][other] > 0 for other, where in enumerate(table["position"]) if other != seat)


def doors(view: Mapping[str, Any], room: int) -> list[int]:
    """The rooms next to a room."""
    mask = view["state"]["doors"][room] & view["state"]["library"]
    return [other for other in range(len(view["state"]["doors"])) if mask >> other & 1]


def place(view: Mapping[str, Any]) -> int:
    """The room of one's Hero."""
    where: int = view["state"]["position"][view["seat"]]
    return where


def box_of(view: Mapping[str, Any]) -> Any:
    """The printed figures of the game."""
    game: Any = game_by_id(view["game"])
    return game.box
