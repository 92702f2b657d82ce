"""What is printed on the pieces of Librarians, for screens that draw them."""

from __future__ import annotations

from typing import Any

from emberstacks.games.librarians.components import AUDIENCES, NONE, Components, spoken
from emberstacks.games.librarians.library import CLAUSES, REASONS
from emberstacks.games.librarians.state import BEFORE, DISCARDED, FIRST_ROW, MIDDLE, WIDTH


def box(box: Components) -> dict[str, Any]:
    """Books, shelf cards and powers; the grid of places; and why a book may not go somewhere."""
    return {
        "width": WIDTH,
        "middle": MIDDLE,
        "first_row": FIRST_ROW,
        "before": BEFORE,
        "discarded": DISCARDED,
        "plays": int(box.plays),
        "colours": box.colours,
        "genres": [[box.genres[genre] for genre in box.genres_of(k)] for k in range(len(box.colours))],
        "presets": box.presets,
        "names": {name: spoken(name) for name in [*box.colours, *box.genres]},
        "powers": dict(zip(box.genres, box.power_texts, strict=True)),
        "books": [book(box, k) for k in range(len(box.titles))],
        "shelves": [{"text": box.shelf_texts[k], "arrow": int(box.arrow[k])} for k in range(len(box.arrow))],
        "reasons": [{"text": text, "clause": clause} for text, clause in zip(REASONS, CLAUSES, strict=True)],
    }


def book(box: Components, k: int) -> dict[str, Any]:
    """One book, or a thrill, which has only an action and a title."""
    action = box.thrill[k]
    if action != NONE:
        texts = {"action": box.actions[action], "text": box.action_texts[action]}
        return {"title": box.titles[k], "letter": int(box.letter[k]), **texts}
    return {
        "set": int(box.set[k]),
        "title": box.titles[k],
        "letter": int(box.letter[k]),
        "colour": box.colours[box.colour[k]],
        "author": box.written_by[k],
        "several": box.author[k] != NONE,
        "audience": "" if box.audience[k] == NONE else AUDIENCES[box.audience[k]],
        "volume": int(box.volume[k]),
    }
