"""Written positions of Horror in the Library, for tests that read like the rulebook.

All rooms lie on the square as they are printed, so that the map is

    Great Hall    H  Rotunda           Reading Room
       |                H
    Map Room      H  Green Portal      Cabinet of Curiosities
                        |                 |
    Folio Vault      Long Gallery      Forbidden Alcove

where | is an open door and H a closed one (Rotunda and Reading Room share an open one); the Folio
Vault is sealed off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import emberstacks as es
from emberstacks.games.horror import GAME
from emberstacks.games.horror.components import MARKERS, OBJECTS
from emberstacks.games.horror.state import SECRETS
from emberstacks.kernel.begin import match_from_json
from emberstacks.kernel.chance import ScriptedDealer
from emberstacks.kernel.game import Value
from emberstacks.kernel.step import EVERYBODY

BOX = GAME.box
SEATS = "ABCDEF"
LAID = " ".join("{" + room.lower() + " 0}" for room in BOX.rooms[:8])
CAST = ("betty", "hermione", "deckford", "eldred", "crane", "vesper")
DEALT = (
    ("R", "cavalry sabre", "G", "belladonna"),
    ("Y", "scarab amulet", "B", "perfume bottle"),
    ("W", "theatre mask", "K", "raven skull"),
    ("R", "powder flask", "G", "wolfsbane"),
    ("Y", "shabti figurine", "B", "cameo brooch"),
    ("W", "opera glasses", "K", "planchette"),
)
OPENED = {"secrets": 2, "layout": "square", "expansion": True}


def begun(players: int = 2, cast: Sequence[str] = CAST, **options: Value) -> es.Match:
    """Everything is laid out, A begins, and everybody stands in the Great Hall."""
    agreed = {**OPENED, **options}
    header = " ".join(f"{name}={value}" for name, value in agreed.items())
    moves = [LAID]
    moves += [f"{SEATS[seat]} {cast[seat]}" for seat in range(players)]
    moves += ["{" + "} {".join(DEALT[seat]) + "}" for seat in range(players)]
    moves += [
        "{white 6}" + " {white 1}" * (players - 1),
        *[f"{SEATS[seat]} great hall" for seat in range(players)],
    ]
    text = (
        f'[Game "horror"] [Rules "{GAME.info.rules_version}"] [Players "{players}"] [Options'
        f' "{header}"]\n' + " ".join(moves)
    )
    return es.read_record(text, seed=1)


def scene(
    players: int = 2,
    *,
    at: Mapping[str, str] | None = None,
    fortitude: Mapping[str, int] | None = None,
    hand: Mapping[str, str] | None = None,
    weapons: Mapping[str, str] | None = None,
    loose: Mapping[str, str] | None = None,
    found: str = "",
    monsters: Mapping[str, Sequence[int]] | None = None,
    markers: Mapping[str, Sequence[str]] | None = None,
    curses: Mapping[str, str] | None = None,
    chance: Sequence[str] = (),
    cast: Sequence[str] = CAST,
    fields: Mapping[str, Any] | None = None,
    **options: Value,
) -> es.Match:
    """The beginning of A's first turn, changed by hand; `chance` are the outcomes to come, by their
    texts.

    Hands, weapons and loose pages are words with commas between them; `found` are the seats that
    have all their pages.
    """
    data = begun(players, cast, **options).to_json()
    state = data["state"]
    for seat, room in (at or {}).items():
        state["place"][SEATS.index(seat)] = room_of(room)
    for seat, number in (fortitude or {}).items():
        state["fortitude"][SEATS.index(seat)] = number
    for seat, words in (hand or {}).items():
        deal(
            state["blessings"],
            state["hand"][SEATS.index(seat)],
            BOX.blessing_words,
            words,
            SEATS.index(seat),
            -1,
        )
    for seat, words in (weapons or {}).items():
        deal(
            state["curses"],
            state["weapons"][SEATS.index(seat)],
            BOX.curse_words,
            words,
            SEATS.index(seat),
            120,
        )
    for seat, words in (loose or {}).items():
        for word in words.split(", "):
            lay_page(state, "loose", SEATS.index(seat), page_of(word))
    for seat in found:
        for row in state["rack"][SEATS.index(seat)]:
            row[1] = EVERYBODY
            lay_page(state, "framed", SEATS.index(seat), OBJECTS * (row[2] - SECRETS) + row[0])
    put_monsters(state, monsters or {})
    for seat, fixtures in (markers or {}).items():
        lay_markers(state, SEATS.index(seat), fixtures)
    for curse, seat in (curses or {}).items():
        state["curses"]["rest"][BOX.curse_words.index(curse)] = 0
        field = {
            "ritual dagger": "dagger",
            "fingertrap": "trap",
            "unresolved business": "business",
        }[curse]
        state[field] = SEATS.index(seat)
        state["business_turns"] = 2
    state.update(fields or {})
    return match_from_json(GAME, data, ScriptedDealer(list(chance), 1), None)


def put_monsters(state: dict[str, Any], monsters: Mapping[str, Sequence[int]]) -> None:
    for room, level in [(room, level) for room, levels in monsters.items() for level in levels]:
        free = next(k for k in range(8) if state["lurks"][k] < 0 and BOX.level[k] == level)
        state["lurks"][free] = room_of(room)
        if level == 2:  # all monsters of level 1 are out before the first of level 2
            state["lurks"][:4] = [
                place if place >= 0 else room_of(FAR_AWAY[k])
                for k, place in enumerate(state["lurks"][:4])
            ]


FAR_AWAY = ("forbidden alcove",) * 4


def deal(
    deck: dict[str, Any],
    hand: list[list[int]],
    kinds: Sequence[str],
    words: str,
    seat: int,
    could: int,
) -> None:
    """Cards from a deck into a hand; a card marked with * is known to everybody."""
    for word in words.split(", "):
        kind = kinds.index(word.removesuffix("*"))
        deck["rest"][kind] -= 1
        hand.append([kind, EVERYBODY if word.endswith("*") else 1 << seat, deck["lot"], could])


def lay_page(state: dict[str, Any], field: str, seat: int, page: int) -> None:
    state["pages"][page // OBJECTS]["rest"][page % OBJECTS] = 0
    state[field][seat] |= 1 << page


def lay_markers(state: dict[str, Any], seat: int, fixtures: Sequence[str]) -> None:
    """Markers 1, 2 and so on, each on a fixture such as 'map room bookcase 2'."""
    for number, fixture in enumerate(fixtures):
        room, kind, place = fixture.rsplit(" ", 2)
        state["marker"][MARKERS * seat + number] = (
            4 * room_of(room) + (2 if kind == "drawer" else 0) + int(place) - 1
        )
    state["meter"][seat] = len(fixtures) % MARKERS


def room_of(name: str) -> int:
    return [room.lower() for room in BOX.rooms].index(name)


def page_of(name: str) -> int:
    return [page.lower() for page in BOX.objects].index(name)


def older(match: es.Match, rules: str = "1.1", seed: int = 1) -> es.Match:
    """The same position under older rules."""
    data = match.to_json()
    data["rules"] = rules
    known = {option.name for option in GAME.info.earlier[rules]}
    data["options"] = {name: value for name, value in data["options"].items() if name in known}
    if rules == "1.0":
        data["state"].pop("left")
    return es.from_json(data, seed=seed)


def push(match: es.Match, *choices: str) -> es.Match:
    """Answer with these choices, one after the other; 'B: pass' is an answer of B."""
    for choice in choices:
        seat, _, text = choice.rpartition(": ")
        match.push(text, SEATS.index(seat) if seat else None)
    return match


def table(match: es.Match) -> dict[str, Any]:
    """What lies on the table, for everybody to see."""
    state: dict[str, Any] = match.view(None)["state"]
    return state


def nerve(match: es.Match) -> list[int]:
    """The Fortitude of everybody."""
    numbers: list[int] = table(match)["fortitude"]
    return numbers


def loose_pages(match: es.Match, seat: str) -> list[str]:
    """The loose pages of a player."""
    mask = table(match)["loose"][SEATS.index(seat)]
    return [BOX.objects[page].lower() for page in range(60) if mask >> page & 1]


def place(match: es.Match, seat: str) -> str:
    """The room that a player is in."""
    room: int = table(match)["place"][SEATS.index(seat)]
    return BOX.rooms[room].lower()


def told(match: es.Match) -> list[str]:
    """The log, as sentences."""
    return [event["text"] for event in match.events(None)]


def texts(match: es.Match, seat: int | None = None) -> list[str]:
    """What may be answered now."""
    return [str(choice) for choice in match.legal(seat)]


def cards_of(match: es.Match, seat: str) -> list[str]:
    """What a player holds, as only that player knows."""
    state = match.view(SEATS.index(seat))["state"]
    blessings = [BOX.blessing_words[face] for face, *_ in state["hand"][SEATS.index(seat)]]
    return blessings + [BOX.curse_words[face] for face, *_ in state["weapons"][SEATS.index(seat)]]
