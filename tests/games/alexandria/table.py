"""Written positions of Alexandria, for tests that read like the rulebook."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import emberstacks as es
from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.components import (
    ALL_RESCUE_CARDS,
    DECK,
    DRAMATIC_END,
    START,
    TYPES,
)
from emberstacks.kernel.begin import match_from_json, new_match
from emberstacks.kernel.chance import Dealer, ScriptedDealer

BOX = GAME.box
SEATS = "ABCD"
GROUPS = [group for size in (2, 3, 4) for group in combinations(BOX.hero_ids, size)]
IDLE = ("wait", "draw", "pass", "stay", "enough", "leave")
Lists = dict[str, str]


def room(slug: str) -> int:
    """A room by its written name."""
    return BOX.room_slugs.index(slug)


def card(slug: str) -> int:
    """A hero card, ability or destiny by its written name."""
    return BOX.slugs.index(slug)


def names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")] if text else []


def faces(text: str) -> list[int]:
    return [card(name) % DECK for name in names(text)]


def rescue(text: str) -> int:
    """Rescue cards by their written names (separated by semicolons), as a set."""
    return sum(1 << BOX.rescue_slugs.index(name.strip()) for name in text.split(";")) if text else 0


def start_of(hero: str) -> int:
    return START + BOX.hero_ids.index(hero)


def grid(heroes: list[str]) -> dict[int, tuple[int, int]]:
    """A row for each player: four common rooms from west to east, then the player's starting room."""
    places = {}
    for row, hero in enumerate(heroes):
        for column in range(4):
            places[4 * row + column] = (column, row)
        places[start_of(hero)] = (4, row)
    return places


def position(
    heroes: str = "octavia kallista",
    *,
    at: Lists | None = None,
    furniture: Lists | None = None,
    hands: Lists | None = None,
    discards: Lists | None = None,
    slot: Lists | None = None,
    perils: Lists | None = None,
    rescued: Lists | None = None,
    pile: str = "",
    ends: str = "",
    only: str = "",
    to_act: str = "A",
    round: int = 1,
    script: str = "",
    rules: str = GAME.info.rules_version,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> es.Match:
    """A position in the Action phase; whatever is not given is empty: rooms without furniture,
    hands without cards.

    `script` lists what chance brings, `only` the rooms that still stand (all by default), `ends`
    the Dramatic Ends chosen.
    """
    played = heroes.split()
    players = len(played)
    chosen_heroes = {f"hero_{SEATS[seat].lower()}": hero for seat, hero in enumerate(played)}
    agreed_on = {**chosen_heroes, **(options or {})}
    where = {seat: start_of(hero) for seat, hero in enumerate(played)}
    where.update({SEATS.index(seat): room(name) for seat, name in (at or {}).items()})
    state: dict[str, Any] = {
        "hero": [BOX.hero_ids.index(hero) for hero in played],
        "round": round,
        "active": SEATS.index(to_act),
    }
    state.update(
        {"time": [8] * players, "track": list(reversed(range(players))), "points": [10] * players}
    )
    state.update(
        position=[where[seat] for seat in range(players)], used=[0] * players, played=[0] * players
    )
    state.update(
        library_of(played, names(only)), water=-1, fire=0, guard=[0] * players, toll=[0] * players
    )
    state.update(furniture_of(players, where, furniture or {}))
    state.update(cards_of(players, hands or {}, discards or {}, slot or {}, perils or {}, state))
    held = [rescue((rescued or {}).get(SEATS[seat], "")) for seat in range(players)]
    state.update(
        rescued=held, pile=rescue(pile), in_decks=ALL_RESCUE_CARDS & ~sum(held) & ~rescue(pile)
    )
    state.update(ends_of(played, names(ends)))
    cleanup = [["Cleanup"]] if round < 5 else []
    state["stack"] = [
        ["PlayRound"],
        *cleanup,
        ["BurningPhase"],
        ["TakeAction", SEATS.index(to_act)],
    ]
    state.update(fields)
    fresh = new_match(GAME, players, agreed_on, Dealer(1), 1, rules).to_json()
    data = {**fresh, "state": {**fresh["state"], **state}}
    return match_from_json(GAME, data, ScriptedDealer(names(script), 1), None)


def library_of(heroes: list[str], only: list[str]) -> dict[str, Any]:
    places = grid(heroes)
    x, y, doors = [0] * len(BOX.rooms), [0] * len(BOX.rooms), [0] * len(BOX.rooms)
    for one, (column, row) in places.items():
        x[one], y[one] = column, row
        doors[one] = sum(
            1 << two for two, (c, r) in places.items() if abs(c - column) + abs(r - row) == 1
        )
    standing = [room(name) for name in only] or list(places)
    library = sum(1 << one for one in standing)
    return {
        "x": x,
        "y": y,
        "doors": doors,
        "library": library,
        "burnt": sum(1 << one for one in places) & ~library,
    }


def furniture_of(players: int, where: dict[int, int], furniture: Lists) -> dict[str, Any]:
    """Tiles by room, or by the seat whose Hero is there; a question mark is one face down."""
    up, down, unseen = (
        [0] * (len(BOX.rooms) * TYPES),
        [0] * len(BOX.rooms),
        list(BOX.furniture[players]),
    )
    for place, tiles in furniture.items():
        one = where[SEATS.index(place)] if place in SEATS else room(place)
        for tile in tiles.split():
            if tile == "?":
                down[one] += 1
            else:
                kind = BOX.types.index(tile)
                up[one * TYPES + kind] += 1
                unseen[kind] -= 1
    return {
        "up": up,
        "down": down,
        "unseen": unseen,
        "gone": [0] * TYPES,
        "buried": sum(unseen) - sum(down),
    }


def cards_of(
    players: int, hands: Lists, discards: Lists, slot: Lists, perils: Lists, state: dict[str, Any]
) -> dict[str, Any]:
    zones: dict[str, Any] = {
        "hands": [],
        "draws": [],
        "discards": [],
        "slot": [],
        "perils": [[], [], []],
        "peril_rooms": [-1] * 3,
    }
    architect = state["hero"].index(1) if 1 in state["hero"] else -1
    for pair, (name, place) in enumerate(perils.items()):
        zones["perils"][pair] = [[card(name) % DECK, 1 << architect, architect, BOX.peril_faces]]
        zones["peril_rooms"][pair] = room(place)
    for seat in range(players):
        letter = SEATS[seat]
        hand, thrown, slotted = (
            faces(hands.get(letter, "")),
            faces(discards.get(letter, "")),
            faces(slot.get(letter, "")),
        )
        away = [*hand, *thrown, *slotted, *(faces(", ".join(perils)) if seat == architect else [])]
        zones["hands"].append([[face, 1 << seat, seat, -1] for face in hand])
        rest = [int(face not in away) for face in range(DECK)]
        zones["draws"].append({"top": [], "rest": rest, "lot": seat, "bottom": []})
        zones["discards"].append(sum(1 << face for face in thrown))
        zones["slot"].append(slotted[0] if slotted else -1)
    return zones


def ends_of(heroes: list[str], ends: list[str]) -> dict[str, Any]:
    boxed, chosen = [], []
    for seat, hero in enumerate(heroes):
        numbers = [BOX.slugs.index(end) - DRAMATIC_END for end in ends]
        own = [number % 2 for number in numbers if number // 2 == BOX.hero_ids.index(hero)]
        face = own[0] if own else 0
        chosen.append([[face, 1 << seat, len(heroes) + seat, -1]])
        boxed.append([[1 - face, 1 << seat, len(heroes) + seat, -1]])
    return {"boxed": boxed, "chosen": chosen, "revealed": []}


def do(match: es.Match, *moves: str) -> es.Match:
    """Answer as written, "A wait"; those who are asked for a response before that pass."""
    for move in moves:
        letter, _, text = move.partition(" ")
        seat = SEATS.index(letter)
        while "Do you respond?" in match.question and text not in texts(match, seat):
            match.push("pass")
        assert seat in match.waiting, f"{move}: it is {match.waiting} who decide: {match.question}"
        match.push(text, seat)
    return match


def passed(match: es.Match) -> es.Match:
    """The same match after everybody has passed."""
    while "Do you respond?" in match.question:
        match.push("pass")
    return match


def table(match: es.Match) -> dict[str, Any]:
    """The position, secrets included."""
    state: dict[str, Any] = passed(match).to_json()["state"]
    return state


def points(match: es.Match) -> list[int]:
    found: list[int] = table(match)["points"]
    return found


def time(match: es.Match) -> list[int]:
    found: list[int] = table(match)["time"]
    return found


def hand(match: es.Match, letter: str) -> list[str]:
    """The cards of a hand, by name."""
    state = table(match)
    seat = SEATS.index(letter)
    return sorted(BOX.slugs[state["hero"][seat] * DECK + slot[0]] for slot in state["hands"][seat])


def has(match: es.Match, letter: str) -> list[str]:
    """The Rescue cards of a seat, by name."""
    mask = table(match)["rescued"][SEATS.index(letter)]
    return [name for number, name in enumerate(BOX.rescue_slugs) if mask >> number & 1]


def tiles(match: es.Match, slug: str) -> list[str]:
    """The furniture of a room."""
    state, one = table(match), room(slug)
    up = [BOX.types[kind] for kind in range(TYPES) for _ in range(state["up"][one * TYPES + kind])]
    return [*up, *["?"] * state["down"][one]]


def where(match: es.Match, letter: str) -> str:
    """The room of a Hero, or nothing."""
    one = table(match)["position"][SEATS.index(letter)]
    return BOX.room_slugs[one] if one >= 0 else ""


def rooms(mask: int) -> list[str]:
    return [BOX.room_slugs[one] for one in range(len(BOX.rooms)) if mask >> one & 1]


def told(match: es.Match) -> list[str]:
    """The log, as sentences for somebody who only watches."""
    return [event["text"] for event in match.events(None)]


def texts(match: es.Match, seat: int | None = None) -> list[str]:
    """What may be answered now."""
    return [str(choice) for choice in match.legal(seat)]


def burning(first: str, heroes: str = "octavia kallista", **fields: Any) -> es.Match:
    """The same when A has waited and the Burning phase begins; a Fire token sees to it that this
    room burns first.
    """
    players = len(heroes.split())
    match = position(
        heroes, **{"fire": 1 << room(first), "time": [1, *[0] * (players - 1)], **fields}
    )
    return do(match, "A wait")


def till_dawn(match: es.Match) -> es.Match:
    """Everybody passes and takes the first choice until the next Action phase, or the end of the
    game.
    """
    while not match.over and "which action do you take" not in match.question:
        match.push("pass" if "Do you respond?" in match.question else match.codes()[0])
    return match


def agreed(heroes: tuple[str, ...], seed: int, **options: Any) -> es.Match:
    """A new game of these heroes."""
    wanted = {f"hero_{SEATS[seat].lower()}": hero for seat, hero in enumerate(heroes)}
    return es.new("alexandria", players=len(heroes), seed=seed, **wanted, **options)


def busy_answer(match: es.Match, rng: random.Random) -> None:
    """Somebody who is asked answers at random, mostly by doing something rather than nothing."""
    seat = rng.choice(match.waiting)
    choices = match.legal(seat)
    deeds = [choice for choice in choices if str(choice) not in IDLE]
    match.push(rng.choice(deeds if deeds and rng.random() < 0.8 else choices), seat)
