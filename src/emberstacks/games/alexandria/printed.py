"""What is printed on the pieces of Alexandria, as data for screens that draw them."""

from __future__ import annotations

from typing import TypedDict

from emberstacks.games.alexandria.components import (
    ABILITY,
    DESTINY,
    DRAMATIC_END,
    HEROES,
    MOST_FACES,
    PER_CATEGORY,
    RESCUE_CARDS,
    Components,
    Editions,
)
from emberstacks.games.alexandria.vocabulary import CATEGORIES, KINDS, Category, Kind
from emberstacks.kernel.masks import members
from emberstacks.kernel.versions import V1_1, V1_3, version_of


class Deed(TypedDict):
    """What a card or an ability costs, needs and does."""

    name: str
    text: str
    white: int
    black: int
    uses: list[str]  # types of furniture


class HeroCardFace(Deed):
    """A hero's card."""

    hero: int
    kind: Kind
    slot: bool


class Destiny(TypedDict):
    """What a hero can do when its room burns."""

    name: str
    text: str


class HeroFace(TypedDict):
    """A hero's board."""

    id: str
    name: str
    role: str
    ability: Deed
    destiny: Destiny
    cards: list[int]  # the numbers of its cards


class RescueFace(TypedDict):
    """A Rescue card."""

    name: str
    category: Category
    traits: list[str]
    collection: int  # negative: none


class EndFace(TypedDict):
    """A Dramatic End."""

    hero: int
    name: str
    portent: str
    end: str


class Before(TypedDict):
    """What was different on cards."""

    cards: dict[int, HeroCardFace]
    collections: dict[int, int]  # of Rescue cards that were part of another one, or of none


class Box(TypedDict):
    """What is printed on the pieces."""

    heroes: list[HeroFace]
    cards: dict[int, HeroCardFace]  # by their numbers, which have gaps
    rescue: list[RescueFace]
    # what was different under older rules, for the games that began then, by the last version that
    # had it
    until: dict[str, Before]
    collections: list[str]
    ends: list[EndFace]
    rooms: list[str]
    types: list[str]
    max_time: int
    rounds: int


def printed(editions: Editions) -> Box:
    """Hero boards, hero cards, Rescue cards, Dramatic Ends, rooms, furniture and the Time track."""
    box = editions.newest
    return {
        "heroes": [hero(box, number) for number in range(HEROES)],
        "cards": {number: hero_card(box, number) for number in box.cards},
        "rescue": [rescue_card(box, number) for number in range(RESCUE_CARDS)],
        "until": {version_of(rules): before(box, editions.of(rules)) for rules in (V1_1, V1_3)},
        "collections": box.collections,
        "ends": [dramatic_end(box, number) for number in range(2 * HEROES)],
        "rooms": box.rooms,
        "types": box.types,
        "max_time": int(box.max_time),
        "rounds": int(box.rounds),
    }


def before(box: Components, older: Components) -> Before:
    """What is different today."""
    return {
        "cards": {
            k: hero_card(older, k) for k in older.cards if hero_card(older, k) != hero_card(box, k)
        },
        "collections": {
            k: part for k, part in enumerate(older.collection_of) if part != box.collection_of[k]
        },
    }


def hero(box: Components, number: int) -> HeroFace:
    return {
        "id": box.hero_ids[number],
        "name": box.heroes[number],
        "role": box.roles[number],
        "ability": action(box, ABILITY + number),
        "destiny": {"name": box.names[DESTINY + number], "text": box.texts[DESTINY + number]},
        "cards": [
            int(card)
            for card in box.number[number * MOST_FACES : number * MOST_FACES + box.faces[number]]
        ],
    }


def action(box: Components, source: int) -> Deed:
    """Name, Time icons, furniture and text of a card or an ability."""
    return {
        "name": box.names[source],
        "text": box.texts[source],
        "white": int(box.white[source]),
        "black": int(box.black[source]),
        "uses": [box.types[kind] for kind in members(box.uses[source])],
    }


def hero_card(box: Components, number: int) -> HeroCardFace:
    return {
        **action(box, number),
        "hero": box.hero_of[number],
        "kind": KINDS[int(box.kind[number])],
        "slot": box.slots[number] == 1,
    }


def rescue_card(box: Components, number: int) -> RescueFace:
    return {
        "name": box.rescue_names[number],
        "category": CATEGORIES[number // PER_CATEGORY],
        "traits": box.rescue_traits[number],
        "collection": box.collection_of[number],
    }


def dramatic_end(box: Components, number: int) -> EndFace:
    return {
        "hero": number // 2,
        "name": box.names[DRAMATIC_END + number],
        "portent": box.portent_texts[number],
        "end": box.texts[DRAMATIC_END + number],
    }
