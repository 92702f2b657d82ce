"""A view of Alexandria drawn as text, for terminals and readers."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import ABILITY, DESTINY, DRAMATIC_END, TYPES
from emberstacks.games.alexandria.forecast import facts
from emberstacks.games.alexandria.state import (
    ABILITY_USED,
    NONE,
    PERIL_PAIRS,
    SLOT_USED,
    Alexandria,
)
from emberstacks.kernel.masks import has, members
from emberstacks.kernel.notation import LETTERS

WIDTH = 80
ROOMY = 14  # columns that a room needs for its name on one line, and heroes and tokens on another
TILES = "LACBRS?"  # lectern, armoire, chest, brazier, carpet (rug), bookshelf, face down
LEGEND = (
    "L lectern  A armoire  C chest  B brazier  R carpet  S bookshelf  ? face down",
    "* Fire  ~ Water  ! Peril  + Hero token",
)


def board(s: Alexandria, view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Library, Time track, players and your own cards of a view, with [style]...[/] marks."""
    lines = [f"[title]Alexandria[/]  [dim]round {s.round} of {s.box.rounds}[/]", ""]
    lines += [*library(s), *[f"[dim]{line}[/]" for line in LEGEND]]
    lines += burning(s, view.get("facts") or facts(s))
    lines += ["", *track(s, names), *portents(s, view, names), *discards(s), ""]
    for seat in range(s.seats):
        lines += player(s, view, names, seat)
    if view["seat"] is not None and s.hero[view["seat"]] != NONE:
        lines += ["", *own_cards(s, int(view["seat"]))]
    return "\n".join(lines)


def burning(s: Alexandria, known: Mapping[str, Any]) -> list[str]:
    """What may burn in this round, in order, and what cannot, because it holds the Library
    together.
    """
    lines = []
    for at in sorted({step["at"] for step in known["burns"]}):
        rooms = [
            s.box.rooms[room]
            for step in known["burns"]
            if step["at"] == at
            for room in step["rooms"]
        ]
        lines += wrapped(
            f"{'Burning next, as things stand' if at == 1 else 'Then perhaps'}:"
            f" {', '.join(rooms)}.",
            "",
        )
    if known["holds"]:
        lines += wrapped(
            "Cannot burn now, because the Library would split:"
            f" {', '.join(s.box.rooms[room] for room in known['holds'])}.",
            "",
        )
    return lines


def library(s: Alexandria) -> list[str]:
    """The rooms on their grid, the lighthouse to the north; ashes where rooms have burnt."""
    built = [int(room) for room in members(s.library | s.burnt)]
    if not built:
        return ["[dim]The Library is not built yet.[/]"]
    left, top = min(s.x[room] for room in built), min(s.y[room] for room in built)
    columns = max(s.x[room] for room in built) - left + 1
    rows = max(s.y[room] for room in built) - top + 1
    wide = min(18, int(WIDTH // columns) - 1)
    grid: dict[tuple[int, int], int] = {
        (int(s.x[room] - left), int(s.y[room] - top)): room for room in built
    }
    lines = []
    for row in range(rows):
        cells = [cell(s, grid.get((column, row), NONE), wide) for column in range(columns)]
        lines += ["".join(parts).rstrip() for parts in zip(*cells, strict=True)]
    return lines


def cell(s: Alexandria, room: int, wide: int) -> list[str]:
    """The lines of a room: its edge, its name, its furniture, and who and what is in it; more lines
    in narrow columns.
    """
    roomy = wide >= ROOMY
    blank = " " * (wide + 1)
    height = 4 if roomy else 6
    if room == NONE:
        return [blank] * height
    if has(s.burnt, room):
        return [
            blank,
            f"[ash]{'. ashes .' if roomy else '. . .':^{wide}.{wide}}[/] ",
            *[blank] * (height - 2),
        ]
    within = wide - 1
    name = s.box.rooms[room]
    first = name if roomy else textwrap.wrap(name, within)[0]
    names = [first] if roomy else [first, name[len(first) :].strip()]
    tiles = (
        "".join(TILES[kind] * s.up[room * TYPES + kind] for kind in range(TYPES))
        + "?" * s.down[room]
    )
    heroes = "".join(LETTERS[seat] for seat in members(s.heroes_in(1 << room)))
    signs = tokens(s, room)
    there = [f"|[active]{heroes}[/]{signs:<{within - len(heroes)}} "]
    if not roomy:
        there = [
            f"|[active]{heroes}[/]{'':<{within - len(heroes)}} ",
            f"|{signs.replace(' ', ''):<{within}.{within}} ",
        ]
    return [
        "+" + "-" * within + " ",
        *[f"|{line:<{within}.{within}} " for line in [*names, tiles]],
        *there,
    ]


def tokens(s: Alexandria, room: int) -> str:
    """Fire, Water, Perils and Hero tokens of a room."""
    signs = " *" if has(s.fire, room) else ""
    signs += " ~" if s.water == room else ""
    signs += " " + "!" * sum(1 for pair in range(PERIL_PAIRS) if s.peril_rooms[pair] == room)
    for seat in range(s.seats):
        if has(s.guard[seat] | s.toll[seat], room):
            signs += f"+{LETTERS[seat]}"
    return signs.rstrip()


def track(s: Alexandria, names: Sequence[str]) -> list[str]:
    """The Time track, on each space the tokens from the top down; the highest acts next."""
    spaces = []
    for space in range(s.box.max_time, -1, -1):
        pile = "".join(LETTERS[seat] for seat in s.by_height() if s.time[seat] == space)
        spaces.append(f"{space}:[active]{pile}[/]" if pile else f"[dim]{space}[/]")
    top = s.top_seat()
    why = (
        f"next: {names[top]}, highest on the track"
        if s.time[top] > 0
        else "everybody is at the end"
    )
    return ["Time  " + "  ".join(spaces), *wrapped(why, "      ")]


def portents(s: Alexandria, view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The open Dramatic Ends, and the one that the viewer has chosen."""
    lines = []
    last = len(s.revealed) - 1
    for k, seat in enumerate(s.revealed):
        end = s.end_of(seat)
        parts = (
            []
            if k == last and s.round == s.box.rounds and not s.common_fate
            else [f"Portent: {s.box.portent_texts[end]}"]
        )
        if s.common_fate or (k == last and s.round == s.box.rounds):
            parts.append(f"End: {s.box.texts[DRAMATIC_END + end]}")
        lines += wrapped(
            f"{s.box.names[DRAMATIC_END + end]} ({names[seat]}). {' '.join(parts)}", ""
        )
    own = view["seat"]
    if own is not None and s.chosen[own].count() and own not in list(s.revealed):
        lines += wrapped(
            f"Your Dramatic End, still hidden: {s.box.names[DRAMATIC_END + s.end_of(own)]}.", ""
        )
    return lines


def discards(s: Alexandria) -> list[str]:
    """How many Rescue cards are in the decks, and which are discarded."""
    lines = []
    for category, word in enumerate(v.CATEGORIES):
        mask = s.box.category_masks[category]
        cards = ", ".join(s.box.rescue_names[card] for card in members(s.pile & mask)) or "none"
        lines += wrapped(
            f"{len(members(s.in_decks & mask))} {word}s in the deck; discarded: {cards}", ""
        )
    if s.drawn:
        lines += wrapped(
            f"On show: {', '.join(s.box.rescue_names[card] for card in members(s.drawn))}", ""
        )
    return lines


def player(s: Alexandria, view: Mapping[str, Any], names: Sequence[str], seat: int) -> list[str]:
    """A player: hero, points, Time, cards, the slot and the Rescue cards kept."""
    hero = s.hero[seat]
    if hero == NONE:
        return [f"{LETTERS[seat]} {names[seat]}: no hero yet"]
    points = view["scores"][seat]
    parts = [f"{'hidden' if points is None else points} points", f"Time {s.time[seat]}"]
    held = s.hands[seat].count()
    parts += [
        "1 card in hand" if held == 1 else f"{held} cards in hand",
        f"{s.draws[seat].count()} in the deck",
    ]
    who = f"{LETTERS[seat]} {names[seat]}"
    lines = wrapped(f"{who}, {s.box.heroes[hero]}: {', '.join(parts)}", "")
    lines[0] = lines[0].replace(who, f"[title]{who}[/]", 1)
    used = "used" if s.used[seat] & ABILITY_USED else "ready"
    slotted = ""
    if s.slot[seat] != NONE:
        slotted = (
            f"; slot: {s.box.names[s.card(seat, s.slot[seat])]}"
            f" ({'used' if s.used[seat] & SLOT_USED else 'ready'})"
        )
    lines += wrapped(f"{s.box.names[ABILITY + hero]} ({used}){slotted}", "    ")
    for heading, faces in (("played", s.played[seat]), ("discarded", s.discards[seat])):
        if faces:
            lines += wrapped(
                f"{heading}:"
                f" {', '.join(s.box.names[s.card(seat, face)] for face in members(faces))}",
                "    ",
            )
    if s.rescued[seat]:
        lines += wrapped(
            f"rescued: {', '.join(rescue_card(s, card) for card in members(s.rescued[seat]))}",
            "    ",
        )
    return lines


def rescue_card(s: Alexandria, card: int) -> str:
    collection = s.box.collection_of[card]
    traits = ", ".join(s.box.rescue_traits[card])
    return f"{s.box.rescue_names[card]} ({traits})" + (
        f" <{s.box.collections[collection]}>" if collection >= 0 else ""
    )


def own_cards(s: Alexandria, seat: int) -> list[str]:
    """The viewer's hand and board, with their texts."""
    lines = ["[title]Your hand[/]"]
    for face in sorted(int(face) for face in s.hands[seat].face):
        lines += wrapped(card_text(s, int(s.card(seat, face))), "  ")
    for pair in range(PERIL_PAIRS):
        if seat == s.architect() and s.peril_rooms[pair] != NONE:
            name = s.box.names[s.card(seat, s.perils[pair].face[0])]
            lines.append(f"  Peril in the {s.box.rooms[s.peril_rooms[pair]]}: {name}")
    hero = int(s.hero[seat])
    lines += ["[title]Your board[/]", *wrapped(card_text(s, ABILITY + hero), "  ")]
    if s.slot[seat] != NONE:
        lines += wrapped(card_text(s, int(s.card(seat, s.slot[seat]))), "  ")
    return [
        *lines,
        *wrapped(f"{s.box.names[DESTINY + hero]} (Destiny): {s.box.texts[DESTINY + hero]}", "  "),
    ]


def card_text(s: Alexandria, source: int) -> str:
    """A card or ability in one line: name, Time icons (o white, x black), slot, text."""
    cost = "o" * s.box.white[source] + "x" * s.box.black[source]
    slot = ", slot" if s.box.slots[source] else ""
    return f"{s.box.names[source]} ({cost or 'free'}{slot}): {s.box.texts[source]}"


def wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")
