"""What is printed on the pieces of Alexandria, as data for screens that draw them."""

from __future__ import annotations

from typing import Any

from emberstacks.games.alexandria.components import (
    ABILITY,
    DESTINY,
    DRAMATIC_END,
    HEROES,
    MOST_FACES,
    PER_CATEGORY,
    RESCUE_CARDS,
    Components,
)
from emberstacks.games.alexandria.vocabulary import CATEGORIES, KINDS
from emberstacks.kernel.masks import members


def printed(box: Components) -> dict[str, Any]:
    """Hero boards, hero cards, Rescue cards, Dramatic Ends, rooms, furniture and the Time track."""
    return {
        "heroes": [hero(box, number) for number in range(HEROES)],
        "cards": {number: hero_card(box, number) for number in box.cards},
        "rescue": [rescue_card(box, number) for number in range(RESCUE_CARDS)],
        "collections": box.collections,
        "ends": [dramatic_end(box, number) for number in range(2 * HEROES)],
        "rooms": box.rooms,
        "types": box.types,
        "max_time": int(box.max_time),
        "rounds": int(box.rounds),
    }


def changed(box: Components, older: Components) -> dict[int, dict[str, Any]]:
    """The hero cards that were different under older rules."""
    return {k: hero_card(older, k) for k in older.cards if hero_card(older, k) != hero_card(box, k)}


def hero(box: Components, number: int) -> dict[str, Any]:
    destiny = {"name": box.names[DESTINY + number], "text": box.texts[DESTINY + number]}
    names = {"id": box.hero_ids[number], "name": box.heroes[number], "role": box.roles[number]}
    cards = [int(card) for card in box.number[number * MOST_FACES : number * MOST_FACES + box.faces[number]]]
    return {**names, "ability": action(box, ABILITY + number), "destiny": destiny, "cards": cards}


def action(box: Components, source: int) -> dict[str, Any]:
    """Name, Time icons, furniture and text of a card or an ability."""
    return {
        "name": box.names[source],
        "text": box.texts[source],
        "white": int(box.white[source]),
        "black": int(box.black[source]),
        "uses": [box.types[kind] for kind in members(box.uses[source])],
    }


def hero_card(box: Components, number: int) -> dict[str, Any]:
    return {
        **action(box, number),
        "hero": box.hero_of[number],
        "kind": KINDS[int(box.kind[number])],
        "slot": box.slots[number] == 1,
    }


def rescue_card(box: Components, number: int) -> dict[str, Any]:
    return {
        "name": box.rescue_names[number],
        "category": CATEGORIES[number // PER_CATEGORY],
        "traits": box.rescue_traits[number],
        "collection": box.collection_of[number],
    }


def dramatic_end(box: Components, number: int) -> dict[str, Any]:
    names = {"hero": number // 2, "name": box.names[DRAMATIC_END + number]}
    return {**names, "portent": box.portent_texts[number], "end": box.texts[DRAMATIC_END + number]}
