"""Written positions of Librarians, for tests that read like the rulebook.

A book is written as letter and colour: `QR` is a red Q, `FK` a black F (K is black), `M2G` volume 2
of the green series, `J*` a thrill, `bQR` a red Q of the second set. A row is written as it lies:
`AR . FR > QR+QR` has a gap, a shelf card whose arrow runs to the right, and a stack. `>7` is that
very shelf card (the first is 0), turned if need be; `-` a row without shelf card.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import emberstacks as es
from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.components import ALPHABET, NONE
from emberstacks.games.librarians.state import (
    BEFORE,
    DISCARDED,
    FIRST_ROW,
    HIDDEN,
    MIDDLE,
    ROWS,
    WIDTH,
)
from emberstacks.kernel.game import Options

BOX = GAME.box
SET = 66  # books 0 to 65 are the first set, 66 to 131 the second,
THRILLS = 2 * SET  # and then come the thrills
BOOKS = len(BOX.titles)
SHELVES = len(BOX.shelf_texts)
PER_COLOUR = 4  # genres, the red ones first
CHOSEN = [action.replace("-", "_") for action in BOX.actions]  # options that say which thrills join
SIGNS = "RGBPYK"
EVERYBODY = 511
PLAIN = (">", ">", ">", ">")  # four empty shelves that all run to the right


def sign(book: int) -> str:
    """How a book is written here."""
    letter = ALPHABET[BOX.letter[book]]
    if book >= THRILLS:
        return letter + "*"
    volume = str(BOX.volume[book]) if BOX.volume[book] else ""
    return f"{'b' if book >= SET else ''}{letter}{volume}{SIGNS[BOX.colour[book]]}"


class Pile:
    """All books of a game; every book that is taken is another one."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.left = [
            book for book in range(BOOKS) if state["place"][book] == HIDDEN or book >= THRILLS
        ]

    def take(self, wanted: str) -> int:
        book = next(book for book in self.left if sign(book) == wanted)
        self.left.remove(book)
        return book

    def of_genre(self, genre: str, genres: Sequence[int]) -> int:
        book = next(
            book
            for book in reversed(self.left)
            if book < THRILLS and genres[book] == BOX.genres.index(genre)
        )
        self.left.remove(book)
        return book


def position(
    rows: Sequence[str] = PLAIN,
    hand: str = "",
    others: Sequence[str] = ("",),
    powers: Sequence[str] = (),
    deck: str | None = None,
    options: Options | None = None,
    **fields: Any,
) -> es.Match:
    """It is A's turn with these rows, this hand, the hands of the others, and power cards by genre
    for A, B and so on.

    The deck is named from the top, or holds whatever is left over.
    """
    players = 1 + len(others)
    full = GAME.full_options(players, options or {})
    start = GAME.start(players, full)
    match_json = es.new("librarians", players=players, seed=1, **full).to_json()
    state = match_json["state"]
    state["place"] = [int(place) for place in start.place]  # type: ignore[attr-defined]
    genres = [int(genre) for genre in start.agreed.genre]  # type: ignore[attr-defined]
    pile = Pile(state)
    state["laid"] = []
    lay_rows(state, rows, pile)
    hands = [[pile.take(word) for word in words.split()] for words in (hand, *others)]
    for seat, words in enumerate(powers):
        for genre in words.split():
            state["place"][pile.of_genre(genre, genres)] = BEFORE - seat
    known = [pile.take(word) for word in (deck or "").split()]
    thrills = [book for book in range(THRILLS, BOOKS) if book in pile.left and not full["thrills"]]
    rest = [book for book in pile.left if book not in thrills]
    for book in [*known, *rest, *[book for cards in hands for book in cards]]:
        state["place"][book] = HIDDEN
    if deck is not None:
        for book in rest:
            state["place"][book] = DISCARDED
        rest = []
    state["hands"] = [
        [[book, 1 << seat, 0, -1] for book in cards] for seat, cards in enumerate(hands)
    ]
    counts = [int(book in rest) for book in range(BOOKS)]
    state["deck"] = {
        "top": [[book, EVERYBODY, 0, -1] for book in known],
        "rest": counts,
        "lot": 0,
        "bottom": [],
    }
    state.update(
        active=0, plays=0, owed=min(2, len(hands[0])), marks=[NONE] * players, stack=[["Turn", 0]]
    )
    state.update(fields)
    return es.from_json(match_json, seed=1)


def lay_rows(state: dict[str, Any], rows: Sequence[str], pile: Pile) -> None:
    """Put shelf cards and books where the rows say."""
    state["shelf"] = [NONE] * ROWS
    state["turned"] = 0
    free = list(range(SHELVES))
    for row in rows:
        named = re.search(r"[<>](\d+)", row)
        if named:
            free.remove(int(named[1]))
    first = FIRST_ROW - (1 if rows and " - " in f" {rows[0]} " else 0)
    for number, row in enumerate(rows, first):
        words = row.split()
        middle = next(k for k, word in enumerate(words) if word[0] in "<>-")
        card = words[middle]
        if card != "-":
            arrow = 1 if card[0] == ">" else -1
            shelf = int(card[1:]) if card[1:] else next(k for k in free if BOX.arrow[k] == arrow)
            if not card[1:]:
                free.remove(shelf)
            state["shelf"][number] = shelf
            state["turned"] |= int(BOX.arrow[shelf] != arrow) << shelf
        for k, word in enumerate(words):
            if k != middle and word != ".":
                for one in word.split("+"):
                    book = pile.take(one)
                    state["place"][book] = number * WIDTH + MIDDLE + k - middle
                    state["laid"].append(book)
    used = [shelf for shelf in state["shelf"] if shelf != NONE]
    state["spare"] = [int(shelf not in used) for shelf in range(SHELVES)]
    state["gone"] = 0


def table(match: es.Match) -> dict[str, Any]:
    """What lies on the table, as the player to act sees it."""
    state: dict[str, Any] = match.view(match.to_act)["state"]
    return state


def rows(match: es.Match) -> list[str]:
    """The library as it lies, written as above."""
    state = table(match)
    stacks: dict[int, list[str]] = {}
    for book in state["laid"]:
        stacks.setdefault(state["place"][book], []).append(sign(book))
    lines = [
        row
        for row in range(ROWS)
        if state["shelf"][row] != NONE or any(cell // WIDTH == row for cell in stacks)
    ]
    return [row_text(state, stacks, row) for row in lines]


def row_text(state: dict[str, Any], stacks: dict[int, list[str]], row: int) -> str:
    columns = [cell % WIDTH for cell in stacks if cell // WIDTH == row]
    words = []
    for column in range(min([*columns, MIDDLE]), max([*columns, MIDDLE]) + 1):
        shelf = state["shelf"][row]
        if column == MIDDLE:
            right = shelf != NONE and (BOX.arrow[shelf] > 0) != bool(state["turned"] >> shelf & 1)
            words.append("-" if shelf == NONE else ">" if right else "<")
        else:
            words.append("+".join(stacks.get(row * WIDTH + column, ["."])))
    return " ".join(words)


def hand(match: es.Match, seat: int = 0) -> list[str]:
    """A hand as its owner sees it, sorted."""
    return sorted(sign(slot[0]) for slot in match.view(seat)["state"]["hands"][seat])


def known_hand(match: es.Match, seat: int) -> list[str]:
    """What everybody knows of a hand, or will when the turn is over, sorted."""
    return sorted(sign(slot[0]) for slot in table(match)["hands"][seat] if slot[1] == EVERYBODY)


def name_of(match: es.Match, wanted: str) -> str:
    """The written name of a book in the hand of the player to act."""
    seat = match.to_act
    assert seat is not None
    held: list[int] = [slot[0] for slot in match.view(seat)["state"]["hands"][seat]]
    return next(BOX.names[book] for book in held if sign(book) == wanted)


def play(match: es.Match, book: str, place: str) -> es.Match:
    """Play a book from the hand at a place."""
    match.push(f"play {name_of(match, book)}")
    match.push(place)
    return match


def push(match: es.Match, *answers: str) -> es.Match:
    """Answer one after the other."""
    for answer in answers:
        match.push(answer)
    return match


def where(match: es.Match, book: str) -> list[str]:
    """The places where a book from the hand may be played; none if it may not be played at all."""
    twin = match.copy()
    wanted = f"play {name_of(match, book)}"
    if wanted not in texts(twin):
        return []
    twin.push(wanted)
    return texts(twin)


def refused(match: es.Match, book: str, place: str) -> str:
    """Why a book may not be played at a place, although it may be elsewhere."""
    twin = match.copy()
    twin.push(f"play {name_of(match, book)}")
    try:
        twin.push(place)
    except es.IllegalChoice as wrong:
        return str(wrong)
    raise AssertionError(f"{book} may be played at {place}")


def texts(match: es.Match) -> list[str]:
    """What may be answered now."""
    return [str(choice) for choice in match.legal()]


def told(match: es.Match) -> list[str]:
    """The log, as sentences."""
    return [event["text"] for event in match.events(match.to_act)]


def powers(match: es.Match, seat: int) -> list[str]:
    """The genres of the power cards before a player."""
    agreed = match._s.agreed.genre  # type: ignore[attr-defined]
    return sorted(
        BOX.genres[agreed[book]]
        for book, place in enumerate(table(match)["place"])
        if place == BEFORE - seat
    )
