"""A view of the prototype drawn as text, for terminals and readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.games.fire_prototype.components import FIRE, TRACK, Components
from emberstacks.games.fire_prototype.state import EMPTY, FREE, ORDINALS, UNUSED

SPACE = 8  # characters for a space of a card


def board(box: Components, view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Shelves, bag, cards and players of a view, with [style]...[/] marks."""
    table = view["state"]
    widest = max(len(name) for name in names)
    lines = [f"[title]Fire in the Library, early prototype[/]  [dim]round {table['round']}[/]", "", *shelves(box, table), ""]
    lines += [bag(box, table), ""]
    for card, holder in enumerate(table["holder"]):
        if holder != UNUSED:
            name = "" if holder == FREE else names[holder]
            lines.append(card_line(box, table, view, card, name.ljust(widest)))
    lines += ["", *players(box, table, names, widest)]
    return "\n".join(lines)


def shelves(box: Components, table: Mapping[str, Any]) -> list[str]:
    """One line a shelf, the rarest on top, its value now in brackets and the X at its end."""
    lines = []
    for shelf in reversed(range(len(box.colours))):
        colour = box.colours[shelf]
        length = box.collapse[shelf]
        marks = []
        for place in range(length + 1):
            value = "X" if place == length else str(box.values[shelf * TRACK + place])
            if place == table["burned"][shelf]:
                marks.append(f"[bold]<{value:>2}>[/]")
            else:
                style = "fire" if place == length else "ash" if place < table["burned"][shelf] else "dim"
                marks.append(f"[{style}] {value:>2} [/]")
        lines.append(f"[{colour}]{colour:>8}[/] " + "".join(marks))
    return lines


def bag(box: Components, table: Mapping[str, Any]) -> str:
    """What is in the bag: public, for everything outside it is."""
    counts = table["bag"]
    parts = [f"[{box.tokens[token]}]{counts[token]} {box.tokens[token]}[/]" for token in reversed(range(len(counts)))]
    return f"     bag {sum(counts)} tokens: " + ", ".join(parts)


def card_line(box: Components, table: Mapping[str, Any], view: Mapping[str, Any], card: int, name: str) -> str:
    """A turn order card with its holder; on the active one the tokens drawn so far."""
    active = card == table["card"] and table["drawn"] > 0 and not view["over"]
    cells = []
    for space in range(box.spaces[card]):
        safe = box.safe[card * TRACK + space] == 1
        token = table["spaces"][space] if active else EMPTY
        if token == EMPTY:
            cells.append(f"[dim]{'safe' if safe else 'RISKY':^{SPACE}}[/]")
        elif token == FIRE and table["doused"] >> space & 1:
            cells.append(f"[dim]{'doused':^{SPACE}}[/]")
        else:
            cells.append(f"[{box.tokens[token]}]{box.tokens[token]:^{SPACE}}[/]")
    pointer = "[active]>[/]" if active else " "
    shown = f"[active]{name}[/]" if active else name
    return f"{pointer} {ORDINALS[card]} {shown} |" + "|".join(cells) + f"| bravery {box.bravery[card]}"


def players(box: Components, table: Mapping[str, Any], names: Sequence[str], widest: int) -> list[str]:
    """Knowledge and buckets of everybody."""
    lines = []
    for seat, name in enumerate(names):
        knowledge = table["knowledge"][seat]
        filled = 20 * min(knowledge, box.knowledge) // box.knowledge
        bar = "=" * filled + "-" * (20 - filled)
        buckets = table["buckets"][seat]
        lines.append(f"      {name.ljust(widest)} {knowledge:>4} [dim]{bar}[/] buckets {buckets} of {box.most_buckets}")
    return lines
