"""A view of Librarians drawn as text, for terminals and readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.games.librarians import options as agreed_options
from emberstacks.games.librarians.components import ALPHABET, AUDIENCES, NONE, Components
from emberstacks.games.librarians.state import (
    BEFORE,
    DISCARDED,
    FIRST_ROW,
    MIDDLE,
    WIDTH,
    column_text,
)
from emberstacks.kernel.versions import number_of

WIDEST = 79  # characters of a line
CARD = 9  # characters that a shelf card takes
SIGNS = ("R", "G", "B", "P", "Y", "K")  # of the colours; K is black
THRILL = "*"


class Drawing:
    """A view with what is derived from it: the stacks of every place, and the corner of the
    library.
    """

    def __init__(self, box: Components, view: Mapping[str, Any], names: Sequence[str]) -> None:
        self.box = box
        self.view = view
        self.table: Mapping[str, Any] = view["state"]
        self.names = names
        self.agreed = agreed_options.agreement(box, view["options"], number_of(view["rules"]))
        self.genre = self.agreed.genre
        self.stacks: dict[int, list[int]] = {}
        for book in self.table["laid"]:
            self.stacks.setdefault(self.table["place"][book], []).append(book)
        shelves = [row for row, card in enumerate(self.table["shelf"]) if card != NONE]
        self.top = shelves[0] if shelves else FIRST_ROW
        rows = [*shelves, *[cell // WIDTH for cell in self.stacks]]
        self.rows = range(min(rows, default=FIRST_ROW), max(rows, default=FIRST_ROW - 1) + 1)

    def colour(self, book: int) -> str:
        return "dim" if self.box.thrill[book] != NONE else self.box.colours[self.box.colour[book]]

    def sign(self, book: int) -> str:
        """Letter and colour of a book: QR is a red Q."""
        colour = THRILL if self.box.thrill[book] != NONE else SIGNS[self.box.colour[book]]
        return ALPHABET[self.box.letter[book]] + colour

    def written(self, author: int) -> int:
        """How many books of an author this game has."""
        return sum(
            1
            for book, genre in enumerate(self.genre)
            if self.box.author[book] == author and genre != NONE
        )

    def detail(self, book: int) -> str:
        """Audience, author and volume, as far as they count in this game."""
        box, agreed = self.box, self.view["options"]
        parts = []
        if agreed["ages"] != "off" and box.audience[book] != NONE:
            parts.append(AUDIENCES[box.audience[book]].lower())
        if agreed["authors"] and box.author[book] != NONE:
            parts.append(f"{box.authors[box.author[book]]} {self.written(box.author[book])}")
        if agreed["sequels"] and box.volume[book]:
            parts.append(f"volume {box.volume[book]}")
        return ", ".join(parts)

    def named(self, book: int) -> str:
        """A book with everything that counts about it."""
        if self.box.thrill[book] != NONE:
            kind = f"thrill: {self.box.actions[self.box.thrill[book]]}"
        else:
            kind = self.box.genres[self.genre[book]]
        detail = self.detail(book)
        return (
            f"[{self.colour(book)}]{self.sign(book)}[/] {self.box.titles[book]}"
            f" ({kind}{', ' + detail if detail else ''})"
        )


def board(box: Components, view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Library, deck, hands and power cards of a view, with [style]...[/] marks."""
    drawing = Drawing(box, view, names)
    table = view["state"]
    deck = table["deck"]["rest"] + len(table["deck"]["top"])
    discarded = sum(1 for place in table["place"] if place == DISCARDED)
    title = (
        f"[title]Librarians[/]  [dim]deck {deck}, discarded {discarded}, hand limit"
        f" {table['limit']}[/]"
    )
    lines = [title, *rules_now(drawing), "", *library(drawing), *details(drawing), ""]
    lines += [line for seat in range(len(names)) for line in player(drawing, seat)]
    if table["deck"]["top"]:
        known = [drawing.named(slot[0]) for slot in table["deck"]["top"] if slot[0] is not None]
        lines += ["", f"next in the deck: {', '.join(known)}"]
    return "\n".join(lines)


def rules_now(drawing: Drawing) -> list[str]:
    """What is special now: Tragedy, colours and letters that were asked for."""
    table = drawing.table
    notes = []
    if table["no_stacking"]:
        notes.append("no book may be laid on another (Tragedy)")
    if table["force_colour"] != NONE:
        notes.append(f"{drawing.box.colours[table['force_colour']]} must be played if possible")
    if table["force_letter"] != NONE:
        notes.append(f"{ALPHABET[table['force_letter']]} must be played if possible")
    return [f"[bold]{'; '.join(notes)}[/]"] if notes else []


def library(drawing: Drawing) -> list[str]:
    """The rows from the top, the shelf cards in the middle; letter, colour and height of every
    stack.
    """
    lines: list[str] = []
    parts, width = in_parts(drawing)
    for part in parts:
        lines += [""] if lines else []
        heads = [" " * CARD if c == MIDDLE else f"{column_text(c):^{width}}" for c in part]
        lines.append(f"[dim]   {''.join(heads)}[/]")
        for row in drawing.rows:
            cells = [
                shelf(drawing, row) if c == MIDDLE else cell(drawing, row * WIDTH + c, width)
                for c in part
            ]
            lines.append(f"{row - drawing.top + 1:>2} {''.join(cells)}")
    powers = [
        f"shelf {row - drawing.top + 1}: {drawing.box.shelf_texts[drawing.table['shelf'][row]]}"
        for row in drawing.rows
        if drawing.table["shelf"][row] != NONE
    ]
    return [*lines, "", *powers] if drawing.agreed.shelf_powers else lines


def in_parts(drawing: Drawing) -> tuple[list[range], int]:
    """The columns of books, and how wide they are; a library too wide for a line is shown in parts,
    one below the other.
    """
    columns = [cell % WIDTH for cell in drawing.stacks]
    low, high = min([*columns, MIDDLE - 1]) - 1, max([*columns, MIDDLE + 1]) + 1
    room = WIDEST - 3 - CARD  # next to the numbers of the rows and a shelf card
    for width in (5, 4):
        if (high - low) * width <= room:
            return [range(low, high + 1)], width
    most = room // 4
    left = [range(max(low, end - most), end) for end in range(MIDDLE, low, -most)][::-1]
    right = [
        range(start, min(high + 1, start + most)) for start in range(MIDDLE + 1, high + 1, most)
    ]
    left[-1] = range(left[-1].start, MIDDLE + 1)
    right[0] = range(MIDDLE, right[0].stop)
    return [*left, *right], 4


def cell(drawing: Drawing, place: int, width: int) -> str:
    """One place: `QR` for a red Q, the height of a stack, `?` if it was tapped, `!` if it has a
    marker.
    """
    stack = drawing.stacks.get(place, [])
    sign = "!" if place in drawing.table["marks"] else "?" if place in drawing.table["taps"] else ""
    if not stack:
        return f"[dim]{sign or '.':^{width}}[/]"
    top = stack[-1]
    height = str(len(stack)) if len(stack) > 1 else ""
    return f"[{drawing.colour(top)}]{(drawing.sign(top) + height + sign)[:width]:^{width}}[/]"


def shelf(drawing: Drawing, row: int) -> str:
    """A shelf card with its arrow, `A-->Z` or `Z<--A`; with columns also its vertical arrow."""
    card = drawing.table["shelf"][row]
    if card == NONE:
        return " " * 9
    turned = drawing.table["turned"] >> card & 1
    right = (drawing.box.arrow[card] > 0) != bool(turned)
    down = ("^" if turned else "v") if drawing.agreed.columns else " "
    place = row * WIDTH + MIDDLE
    sign = (
        "!" if place in drawing.table["marks"] else "?" if place in drawing.table["taps"] else down
    )
    return f"[bold] |{'A-->Z' if right else 'Z<--A'}|{sign}[/]"


def details(drawing: Drawing) -> list[str]:
    """With expansions that look at more than the letter: every book in sight by its place."""
    agreed = drawing.view["options"]
    if agreed["ages"] == "off" and not agreed["authors"] and not agreed["sequels"]:
        return []
    lines = [""]
    for row in drawing.rows:
        parts = []
        for place in sorted(drawing.stacks):
            if place // WIDTH == row and drawing.detail(drawing.stacks[place][-1]):
                parts.append(
                    f"{column_text(place % WIDTH)} {drawing.detail(drawing.stacks[place][-1])}"
                )
        line = f"{row - drawing.top + 1:>2} "
        for part in parts:
            if len(line) + len(part) > WIDEST:
                lines.append(f"[dim]{line.rstrip('; ')}[/]")
                line = "   "
            line += part + "; "
        lines.append(f"[dim]{line.rstrip('; ')}[/]")
    return lines


def player(drawing: Drawing, seat: int) -> list[str]:
    """A hand as far as it is known, and the power cards in front of the player."""
    table, names = drawing.table, drawing.names
    hand = table["hands"][seat]
    known = sorted(slot[0] for slot in hand if slot[0] is not None)
    pointer = "[active]>[/]" if seat == table["active"] and not drawing.view["over"] else " "
    powers = [
        drawing.box.genres[drawing.genre[book]]
        for book, place in enumerate(table["place"])
        if place == BEFORE - seat
    ]
    held = f"  powers: {', '.join(powers)}" if powers else ""
    books = "1 book" if len(hand) == 1 else f"{len(hand)} books"
    lines = [f"{pointer} {names[seat]:<{max(len(name) for name in names)}} {books}{held}"]
    lines += [f"      {drawing.named(book)}" for book in known]
    return lines
