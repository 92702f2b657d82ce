"""The end of a game of Librarians with all cards open: can the library still be cleared?

Once the deck is empty, everybody can count which books are hidden. With two players each then knows
what the other holds; with more, every deal of the hidden books is tried. In each deal every way to
play on is followed, so what is lost is really lost.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import comb
from typing import Any, Final

from emberstacks.bots.team import LOST, Ending
from emberstacks.games.librarians.state import BEFORE, ONE_WRONG, LibraryTable
from emberstacks.games.librarians.steps.turn import Turn
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.notation import mark
from emberstacks.kernel.state import OVER
from emberstacks.kernel.view import Worlds

# All of these are ours.
MOST: Final = 2_000  # positions looked at in one deal
DEALS: Final = 20  # of the hidden books that are looked at; if there are more, nothing is said
DRAWN: Final = 30  # times as many deals are drawn until all have come; they are equally likely

Books = tuple[int, ...]


class TooLarge(Exception):
    """There are too many ways to play on, or chance has a say."""


class Clearing:
    """All ways to play on from one position, each looked at once."""

    def __init__(self, known: dict[Hashable, Any]) -> None:
        self.looked_at = 0
        self.known = known  # what is left over from each position that was looked at

    def left(self, s: LibraryTable) -> Books:
        """The books that are left over if the team, knowing all cards, plays on as well as
        possible.
        """
        if s.step is OVER:
            return tuple(sorted(int(book) for hand in s.hands for book in hand.face))
        key = key_of(s) if isinstance(s.step, Turn) else None
        found: Books | None = self.known.get(key) if key is not None else None
        if found is None:
            found = self.best(s)
            if key is not None:
                self.known[key] = found
        return found

    def best(self, s: LibraryTable) -> Books:
        self.looked_at += 1
        seat = int(to_act(s))
        if self.looked_at > MOST or seat < 0:
            raise TooLarge
        best: Books | None = None
        for code in legal(s, seat):
            left = self.left(after(s, int(code)))
            if best is None or len(left) < len(best):
                best = left
            if not best:
                break
        assert best is not None
        return best


def after(s: LibraryTable, code: int) -> LibraryTable:
    twin = s.clone()
    answer(twin, code)
    return twin


def key_of(s: LibraryTable) -> Hashable:
    """What matters for the rest of a game whose deck is empty: where all books are, and what the
    turn has had so far.
    """
    place = tuple(s.place)
    # place by place, each stack in the order it was laid
    stacks = tuple(sorted(s.laid, key=place.__getitem__))
    hands = tuple(tuple(sorted(hand.face)) for hand in s.hands)
    turn = (
        s.active,
        s.plays,
        s.owed,
        s.allowed,
        s.next_book,
        s.skips,
        fresh(s),
        s.force_colour,
        s.force_letter,
    )
    rest = s.turned, s.limit, s.no_stacking, s.next_colour, s.next_letter, tuple(s.shelf)
    return hands, turn, rest, place, stacks


def fresh(s: LibraryTable) -> Books:
    """The books laid or moved this turn, as far as §6.21 may still look at them."""
    held = {
        s.box.genre_likes[s.agreed.genre[book]]
        for book, place in enumerate(s.place)
        if place <= BEFORE
    }
    return (
        tuple(sorted(int(book) for book in s.fresh))
        if s.allowed & ONE_WRONG or "mystery" in held
        else ()
    )


def hidden(s: LibraryTable, seat: int) -> list[Books]:
    """Of each other player: the books that the seat cannot see, in this deal."""
    return [
        tuple(
            sorted(
                int(book)
                for book, seen in zip(hand.face, hand.seen, strict=True)
                if not seen & (1 << seat)
            )
        )
        for other, hand in enumerate(s.hands)
        if other != seat
    ]


def deals(worlds: Worlds, seat: int) -> list[LibraryTable] | None:
    """Every way in which the hidden books may be dealt; None while there is a deck, or if there are
    too many.
    """
    dealer = Dealer(1)
    first = worlds.deal(dealer)
    assert isinstance(first, LibraryTable)
    if not first.deck.empty():
        return None
    count, left = 1, 0
    for books in hidden(first, seat):
        left += len(books)
        count *= comb(left, len(books))
    if count > DEALS:
        return None
    found = {tuple(hidden(first, seat)): first}
    for _ in range(DRAWN * count):
        if len(found) == count:
            break
        world = worlds.deal(dealer)
        assert isinstance(world, LibraryTable)
        found.setdefault(tuple(hidden(world, seat)), world)
    return list(found.values()) if len(found) == count else None


def cleared(
    worlds: Worlds, seat: int, codes: Sequence[int], known: dict[Hashable, Any]
) -> Ending | None:
    """The one answer after which the library can still be cleared, no matter who holds what; None
    if more would do.
    """
    tables = deals(worlds, seat)
    if tables is None:
        return None
    best: set[int] = set()
    left: list[list[Books]] = [[] for _ in codes]
    for table in tables:
        clearing = Clearing(known)
        for k, code in enumerate(codes):
            try:
                left[k].append(clearing.left(after(table, code)))
            except TooLarge:
                return None
            if not left[k][-1]:
                best.add(k)
            if len(best) > 1:
                return None
        if not best:
            return LOST
        if left[min(best)][-1]:
            return None
    first = tables[0]
    return Ending(
        min(best),
        "every book can still find its place.",
        lambda k: shortfall(first, left[k]),
        note(first, seat),
    )


def shortfall(table: LibraryTable, left: Sequence[Books]) -> str:
    """What is left over at best; which books these are is told only if there is one deal."""
    least = min(left, key=len)
    if len(left) == 1:
        return f"it cannot be done any more: at best, {listed(table, least)} left over."
    return (
        f"at least {'one book is' if len(least) == 1 else f'{len(least)} books are'} left over, no"
        " matter who holds what."
    )


def listed(table: LibraryTable, books: Books) -> str:
    names = [table.title(book) for book in books]
    return f"{names[0]} is" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} are"


def note(table: LibraryTable, seat: int) -> str:
    """Which books the others hold, as counting tells."""
    others = [k for k, hand in enumerate(table.hands) if k != seat and hand.count() > 0]
    books = sorted(table.describe(book) for books in hidden(table, seat) for book in books)
    if not books:
        return "The deck is empty, and you know all books in the other hands."
    who = [mark(other) for other in others]
    names = (
        f"{who[0]} holds" if len(who) == 1 else f"{', '.join(who[:-1])} and {who[-1]} hold together"
    )
    return f"The deck is empty, so counting tells you what {names}: {'; '.join(books)}."
