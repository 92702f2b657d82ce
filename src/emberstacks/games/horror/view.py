"""A view of Horror in the Library drawn as text, for terminals and readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.games.horror.components import (
    CELLS,
    CLOSED_DOOR,
    MARKERS,
    OBJECTS,
    OPEN_DOOR,
    PAGES,
    PORTAL,
    SIDE,
    Components,
)
from emberstacks.games.horror.state import SECRETS
from emberstacks.games.horror.words import signed
from emberstacks.kernel.masks import has
from emberstacks.kernel.notation import LETTERS

WIDEST = 80  # characters for the map
NARROW = 24  # characters; a narrower room has its furniture in short
TALL = 7  # lines for a room


def board(box: Components, view: Mapping[str, Any], names: Sequence[str]) -> str:
    """The map, the decks and every player of a view, with [style]...[/] marks."""
    table = view["state"]
    lines = [f"[title]Horror in the Library[/]  [dim]round {table['round']}[/]", ""]
    lines += [*library(box, table), "", *legend(box, table, room_width(table) < NARROW), ""]
    for seat, name in enumerate(names):
        lines += player(box, view, seat, name)
    return "\n".join(lines)


def library(box: Components, table: Mapping[str, Any]) -> list[str]:
    """The rooms in their places, as they are turned: a gap is an open door, = or H a closed one."""
    rows = [cell // SIDE for cell in laid_cells(table)]
    columns = [cell % SIDE for cell in laid_cells(table)]
    width = room_width(table)
    lines = []
    for row in range(min(rows), max(rows) + 1):
        across = range(min(columns), max(columns) + 1)
        drawn = [
            room_lines(box, table, table["at"][row * SIDE + column], width) for column in across
        ]
        lines += ["".join(parts[k] for parts in drawn).rstrip() for k in range(TALL)]
    return lines


def laid_cells(table: Mapping[str, Any]) -> list[int]:
    """The cells with a room, now or later."""
    return [cell for cell in range(CELLS) if table["at"][cell] > -2]


def room_width(table: Mapping[str, Any]) -> int:
    """Characters for a room, so that the whole map fits."""
    columns = [cell % SIDE for cell in laid_cells(table)]
    return min(26, WIDEST // (max(columns) - min(columns) + 1))


def room_lines(box: Components, table: Mapping[str, Any], room: int, width: int) -> list[str]:
    """One room: walls with doors, its name, furniture with markers, who and what is in it."""
    if room < 0:
        filling = "." if room == -1 else " "
        return [filling * width] * TALL
    kinds = [box.doors[16 * room + 4 * table["turn"][room] + side] for side in range(4)]
    inner = width - 2
    wall = {side: lying_wall(kinds[side], inner) for side in (0, 2)}
    body = [
        f"[bold]{shortened(box.rooms[room], inner):^{inner}}[/]",
        f"{furniture(box, table, room, inner, drawers=False):<{inner}}",
        f"{furniture(box, table, room, inner, drawers=True):<{inner}}",
        f"{sights(box, room):<{inner}}",
        inhabitants(box, table, room, inner),
    ]
    lines = [f"+{wall[0]}+"]
    for k, text in enumerate(body):
        west, east = (standing_wall(kinds[3]), standing_wall(kinds[1])) if k == 2 else ("|", "|")
        lines.append(west + text + east)
    return [*lines, f"+{wall[2]}+"]


def lying_wall(kind: int, inner: int) -> str:
    door = "     " if kind == OPEN_DOOR else "=====" if kind == CLOSED_DOOR else "-----"
    return f"{door:-^{inner}}"


def standing_wall(kind: int) -> str:
    return " " if kind == OPEN_DOOR else "H" if kind == CLOSED_DOOR else "|"


def shortened(text: str, length: int) -> str:
    """A text, or as much of it as there is room for.

    >>> shortened("Forbidden Alcove", 14)
    'Forbidden Alc.'
    """
    return text if len(text) <= length else text[: length - 1].rstrip() + "."


def furniture(
    box: Components, table: Mapping[str, Any], room: int, inner: int, drawers: bool
) -> str:
    """Bookcases or drawers of a room, and the markers on them: letters are players, digits their
    markers.
    """
    if room == PORTAL:
        return ""
    count = box.drawers[room] if drawers else box.bookcases[room]
    marks = []
    for seat in range(len(table["meter"])):
        numbers = table["marker"][MARKERS * seat : MARKERS * (seat + 1)]
        kind = 1 if drawers else 0
        mine = [
            str(k + 1)
            for k, fixture in enumerate(numbers)
            if fixture >= 0 and fixture >> 1 == 2 * room + kind
        ]
        if mine:
            marks.append(LETTERS[seat] + "".join(mine))
    if inner + 2 < NARROW:
        what = f" {count} {'dr' if drawers else 'bk'} "
    else:
        what = f" {count} {'drawer' if drawers else 'bookcase'}{'s' if count > 1 else ''} "
    spaced = what + " ".join(marks)
    return spaced if len(spaced) <= inner else shortened(what + "".join(marks), inner)


def sights(box: Components, room: int) -> str:
    if room == PORTAL:
        return ""
    return " mirror" if box.mirrors[room] else " picture"


def inhabitants(box: Components, table: Mapping[str, Any], room: int, inner: int) -> str:
    """Players as letters, monsters as their levels in brackets; if they do not fit, in one pair of
    brackets.
    """
    people = "".join(LETTERS[seat] for seat, place in enumerate(table["place"]) if place == room)
    levels = [str(box.level[k]) for k, place in enumerate(table["lurks"]) if place == room]
    monsters = "".join(f"({level})" for level in levels)
    if len(people) + len(monsters) >= inner:
        monsters = f"({''.join(levels)})"
    gap = " " * (inner - len(people) - len(monsters) - 1)
    return " " + styled("active", people) + gap + styled("fire", monsters)


def styled(style: str, text: str) -> str:
    return f"[{style}]{text}[/]" if text else ""


def legend(box: Components, table: Mapping[str, Any], narrow: bool) -> list[str]:
    """Decks, coins, dice and monsters still to come."""
    counts = [deck_count(deck) for deck in table["pages"]]
    pages = ", ".join(
        f"[{box.colours[k]}]{count} {box.colours[k]}[/]" for k, count in enumerate(counts)
    )
    blessing, curse = table["coins"]
    cards = f"Blessings {deck_count(table['blessings'])}, Curses {deck_count(table['curses'])}"
    coins = f"coins in the bag: {blessing} Blessing, {curse} Curse"
    waiting = sum(1 for place in table["lurks"] if place < 0)
    dice = f"yellow {table['yellow']}, white {table['white']}"
    short = ["[dim]bk: bookcases   dr: drawers[/]"] if narrow else []
    return [
        "[dim]gap: open door   = or H: closed door   (1) (2): monsters   A12: A's markers[/]",
        *short,
        f"pages in decks: {pages}",
        f"{cards}; {coins}",
        f"dice {dice}; {waiting} monsters to come",
    ]


def deck_count(deck: Mapping[str, Any]) -> int:
    rest = deck["rest"] if isinstance(deck["rest"], int) else sum(deck["rest"])
    return int(rest) + len(deck["top"]) + len(deck["bottom"])


def player(box: Components, view: Mapping[str, Any], seat: int, name: str) -> list[str]:
    """A player's board: Fortitude, search meter, secrets, pages, cards and curses."""
    table = view["state"]
    character = table["character"][seat]
    place = table["place"][seat]
    fortitude = table["fortitude"][seat]
    active = seat == table["active"] and not view["over"]
    meter = "".join(
        "O" if k == fortitude else "|" if k == 0 else "-" for k in range(box.least, box.most + 1)
    )
    who = box.characters[character] if character >= 0 else "no character yet"
    acts = f", actions left: {table['actions']}" if active and place >= 0 else ""
    pointer = "[active]>[/]" if active else " "
    first = f"{pointer} [bold]{LETTERS[seat]} {name}[/], {who}{acts}"
    where = f", in the {box.rooms[place]}" if place >= 0 else ""
    second = (
        f"    Fortitude {signed(fortitude):>2}  -5 {meter} +5, next marker"
        f" {table['meter'][seat] + 1}{where}"
    )
    lines = [first, second, "    secrets: " + secrets(box, table, seat)]
    loose = [
        f"{box.letters[page // OBJECTS]} {box.objects[page]}"
        for page in range(PAGES)
        if has(table["loose"][seat], page)
    ]
    if loose:
        lines.append("    loose pages: " + ", ".join(loose))
    held = cards(box.blessings, table["hand"][seat], "Blessing") + cards(
        box.curses, table["weapons"][seat], "Curse"
    )
    if held:
        lines.append("    cards: " + ", ".join(held))
    lines += [f"    [active]{power}[/]" for power in powers(box, view, seat)]
    curses = [title for title, field in LASTING if table[field] == seat]
    if curses:
        lines.append("    [fire]under " + ", ".join(curses) + "[/]")
    return lines


def powers(box: Components, view: Mapping[str, Any], seat: int) -> list[str]:
    """What a player of the advanced game can or must do just now."""
    table, options = view["state"], view["options"]
    character = table["character"][seat]
    found: list[str] = []
    if character < 0:
        return found
    if options["abilities"] and table["fortitude"][seat] in (box.least, box.most):
        found.append(
            box.best[character] if table["fortitude"][seat] == box.most else box.worst[character]
        )
    page = box.object[character]
    if options["monster_abilities"] and has(table["loose"][seat] | table["framed"][seat], page):
        found.append(f"{box.objects[page]}: {box.ability[character]}")
    return found


LASTING = (
    ("Ritual Dagger", "dagger"),
    ("Devil's Fingertrap", "trap"),
    ("Unresolved Business", "business"),
)


def secrets(box: Components, table: Mapping[str, Any], seat: int) -> str:
    """Each secret by its letter: found, known to the reader, or hidden."""
    parts = []
    for face, _, lot, _ in table["rack"][seat]:
        colour = lot - SECRETS
        letter = box.letters[colour]
        if face is None:
            parts.append(f"{letter} ?")
        else:
            found = table["framed"][seat] >> (OBJECTS * colour + face) & 1
            parts.append(
                f"{letter} {box.objects[OBJECTS * colour + face]}{' (found)' if found else ''}"
            )
    return ", ".join(parts) or "none yet"


def cards(names: Sequence[str], slots: Sequence[Sequence[Any]], back: str) -> list[str]:
    """Cards in hand: their names if the reader knows them, otherwise their backs."""
    known = [names[face] for face, *_ in slots if face is not None]
    hidden = len(slots) - len(known)
    return known + ([f"{hidden} {back}{'s' if hidden > 1 else ''} face down"] if hidden else [])
