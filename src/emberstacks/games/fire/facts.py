"""What can be counted at the table: values, what burns next, what stopping would score, and what
the next token would do.
"""

from __future__ import annotations

from typing import TypedDict

from emberstacks.games.fire.components import CARDS, FIRE, SPACES, TOKENS
from emberstacks.games.fire.effects import total, triggers
from emberstacks.games.fire.state import EMPTY, FireTable
from emberstacks.games.fire.steps.burning import burn_index


class Stop(TypedDict):
    """What stopping would score."""

    books: list[int]  # each of them
    bravery: int
    total: int


class Next(TypedDict):
    """What the next token would do."""

    space: int
    spreads: bool  # would a fire spread there?
    after: list[int]  # what stopping would score after each token
    average: float


class Facts(TypedDict):
    """What follows from the table by the rules."""

    values: list[int]  # of a book of each colour, technology last
    lowest: int | None  # the section that would burn now
    cards: list[Stop]  # by turn order card
    next: Next | None


def facts(s: FireTable) -> Facts:
    """All of it is public: it follows from the library, the bag and the tokens on the cards."""
    found: Facts = {
        # of a book of each colour, §13.2 technology last
        "values": [int(s.value(book)) for book in range(FIRE)],
        # the section that §6.2 would burn now
        "lowest": None if s.fallen() else int(burn_index(s, False)),
        "cards": [stopping(s, tokens_on(s, card), card) for card in range(CARDS)],
        "next": None,
    }
    if 0 <= s.card < CARDS and 0 <= s.active() < s.seats and s.empty_space(s.card) < SPACES:
        found["next"] = next_token(s)
    return found


def stopping(s: FireTable, tokens: list[int], card: int) -> Stop:
    """§5.1 §5.2 What these tokens on a card score: each book, the bravery, and both together."""
    books = [int(s.value(token)) for token in tokens if token not in (EMPTY, FIRE)]
    risky = [int(s.bravery_at(card, space)) for space, token in enumerate(tokens) if token != EMPTY]
    bravery = ([0] + [pays for pays in risky if pays])[-1]
    return {"books": books, "bravery": bravery, "total": sum(books) + bravery}


def next_token(s: FireTable) -> Next:
    """§3.4 Would a fire spread on the next space, and what would stopping after each token score,
    on average too?
    """
    space = int(s.empty_space(s.card))
    tokens = tokens_on(s, int(s.card))
    spreads = triggers(s, s.card, space, s.fires_on(s.card))
    after = [
        stopping(s, [*tokens[:space], token, *tokens[space + 1 :]], int(s.card))["total"]
        for token in range(TOKENS)
    ]
    if spreads:
        after[FIRE] = 0  # §4.4
    size = int(total(s.bag))
    mean = sum(int(s.bag[token]) * after[token] for token in range(TOKENS)) / size if size else 0.0
    return {"space": space, "spreads": spreads, "after": after, "average": round(mean, 3)}


def tokens_on(s: FireTable, card: int) -> list[int]:
    return [int(s.token(card, space)) for space in range(SPACES)]
