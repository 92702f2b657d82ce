"""A view of the prototype drawn as text, for terminals and readers: 80 columns, and every colour
with its symbol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.games.fire_prototype.components import FIRE, TRACK, Components
from emberstacks.games.fire_prototype.state import EMPTY, FREE, ORDINALS, UNUSED
from emberstacks.kernel.masks import has

SYMBOLS = {"green": "♣", "brown": "●", "yellow": "▼", "black": "▮", "white": "✦", "fire": "▲"}
DOUSED = "△"
SPACE = 8  # letters in a space of a card
BAR = 10  # characters for the knowledge that ends the game


def board(box: Components, view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Shelves, bag, cards and players of a view, with [style]...[/] marks."""
    table = view["state"]
    widest = max(len(name) for name in names)
    lines = [f" [title]Fire in the Library, early prototype[/]  [dim]round {table['round']}[/]", ""]
    lines += [*shelves(box, table), bag(box, table), ""]
    for card, holder in enumerate(table["holder"]):
        if holder != UNUSED:
            name = "" if holder == FREE else names[holder]
            lines.append(card_line(box, table, view, card, name.ljust(widest)))
    return "\n".join([*lines, "", *players(box, table, view, names, widest)])


def shelves(box: Components, table: Mapping[str, Any]) -> list[str]:
    """One line per shelf, the rarest on top: stubs of what has burned, the value now, the values to
    come, the X.
    """
    lines = []
    for shelf in reversed(range(len(box.colours))):
        colour = box.colours[shelf]
        length = box.collapse[shelf]
        marks = []
        for place in range(length + 1):
            value = "X" if place == length else str(box.values[shelf * TRACK + place])
            if place < table["burned"][shelf]:
                marks.append("[ash] ▁▁ [/]")
            elif place > table["burned"][shelf]:
                marks.append(f"[{'danger' if place == length else 'dim'}] {value:>2} [/]")
            else:
                marks.append(f"[{'fire' if place == length else colour}]│{value:>2}│[/]")
        lines.append(f" [{colour}] {SYMBOLS[colour]} {colour:<7}[/] " + "".join(marks))
    return lines


def bag(box: Components, table: Mapping[str, Any]) -> str:
    """What is in the bag: public, because everything outside it is."""
    counts = table["bag"]
    books = [
        f"[{box.colours[k]}] {SYMBOLS[box.colours[k]]} {counts[k]} [/]"
        for k in reversed(range(FIRE))
    ]
    return (
        f"  in the bag  {'  '.join(books)}  [fire] {SYMBOLS['fire']} {counts[FIRE]} fire [/] "
        f" [dim]of {sum(counts)}[/]"
    )


def card_line(
    box: Components, table: Mapping[str, Any], view: Mapping[str, Any], card: int, name: str
) -> str:
    """A turn order card with its holder; on the active one the tokens drawn so far."""
    active = card == table["card"] and table["drawn"] > 0 and not view["over"]
    spaces = [card_space(box, table, card, space, active) for space in range(box.spaces[card])]
    pointer = "[active]▶[/]" if active else " "
    shown = f"[active]{name}[/]" if active else name
    return (
        f" {pointer} [dim]{ORDINALS[card]}[/] {shown} │"
        + "│".join(spaces)
        + f"│ bravery {box.bravery[card]}"
    )


def card_space(
    box: Components, table: Mapping[str, Any], card: int, space: int, active: bool
) -> str:
    """One space: its token, or whether a fire on it would be only a warning."""
    token = table["spaces"][space] if active else EMPTY
    if token == EMPTY:
        kind = "safe" if box.safe[card * TRACK + space] == 1 else "risky"
        return f"[{kind}] {kind:<{SPACE}}[/]"
    if token == FIRE and has(table["doused"], space):
        return f"[safe] {DOUSED + ' out':<{SPACE}}[/]"
    return (
        f"[{box.tokens[token]}] {SYMBOLS[box.tokens[token]] + ' ' + box.tokens[token]:<{SPACE}}[/]"
    )


def players(
    box: Components,
    table: Mapping[str, Any],
    view: Mapping[str, Any],
    names: Sequence[str],
    widest: int,
) -> list[str]:
    """Everybody's knowledge and buckets, two players per line."""
    cells = []
    for seat, name in enumerate(names):
        knowledge = table["knowledge"][seat]
        filled = BAR * min(knowledge, box.knowledge) // box.knowledge
        bar = "▰" * filled + "[dim]" + "▱" * (BAR - filled) + "[/]"
        buckets = ("no bucket", "1 bucket ", "2 buckets")[table["buckets"][seat]]
        shown = f"[you]{name}[/]" if seat == view["seat"] else name
        cells.append(f"   {shown}{' ' * (widest - len(name))} {knowledge:>3} {bar} {buckets}")
    return [" ".join(cells[k : k + 2]) for k in range(0, len(cells), 2)]
