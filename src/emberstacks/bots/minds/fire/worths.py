"""What is good in Fire in the Library: the exact expectation of one turn over the bag, and a price for every tool.

It maximises what its turn brings on average: the points, and the prices of tools gained and spent. A library that falls is
worth many points to the leader and costs the others as much. What comes after the turn does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from emberstacks.bots.weights import Weights, as_they_are, weights_beside
from emberstacks.games import game_by_id
from emberstacks.kernel.notation import Choice

WEIGHTS: Final = weights_beside(__file__)
UNTUNED: Final = as_they_are(WEIGHTS)
ENDING: Final = (1.0, 0.35, 0.2, 0.1, 0.03)  # chance that a turn ends the game, by the cards left in the lowest section

Bag = tuple[int, ...]  # how many of each token

BAG: Final = 5  # bits for the tokens of a kind in the bag
BAG_MASK: Final = (1 << BAG) - 1
BOOKS: Final = 6 * BAG  # where the books drawn begin
TOKENS_MASK: Final = (1 << BOOKS) - 1
BOOK: Final = 3  # bits for the books of a colour
BOOK_MASK: Final = (1 << BOOK) - 1
MORE: Final = BOOKS + 5 * BOOK  # where the number of filled spaces begins
BOOKS_MASK: Final = (1 << MORE - BOOKS) - 1
MORE_MASK: Final = 7
FILLED: Final = 1 << MORE
WARNINGS: Final = MORE + 3  # where the number of harmless fires begins
CARD_MASK: Final = (1 << WARNINGS - BOOKS) - 1
WARNINGS_MASK: Final = 3
WARNING: Final = 1 << WARNINGS
SAVER: Final = 1 << WARNINGS + 2
FIRE_SHIFT: Final = 5 * BAG
MOVES: Final = [  # of each colour: its place in the bag, and what a book changes on its way to the card
    (BAG * book, (1 << BOOKS + BOOK * book) + FILLED - (1 << BAG * book)) for book in range(5)
]


class Table:
    """A view with the printed figures of the game."""

    def __init__(self, view: Mapping[str, Any], weights: Weights) -> None:
        game: Any = game_by_id(view["game"])
        self.weights = weights
        self.box = game.box
        self.state: Mapping[str, Any] = view["state"]
        self.view = view
        self.seat: int = view["seat"]
        self.tools: bool = view["options"]["tools"]
        self.exit_tool = weights["tool"] if self.tools and view["options"]["variant"] == "standard" else 0.0
        self.track = len(self.box.values) // len(self.box.books)
        self.spaces = len(self.box.bravery) // len(self.state["holder"])
        self.fire = len(self.box.tokens) - 1
        self.bag: Bag = tuple(self.state["bag"])
        self.turns: dict[tuple[int, bool], Turn] = {}  # all choices of a question share what is known of a turn

    @cached_property
    def worth(self) -> list[int]:
        """What a book of each colour is worth now, technology last."""
        values = [int(self.box.values[k * self.track + burned]) for k, burned in enumerate(self.state["burned"])]
        return [*values, max(values)]

    @cached_property
    def left(self) -> list[int]:
        """The cards of each section that can burn; at none the library falls. Technology: those of the section it burns."""
        left = [int(most) - burned for most, burned in zip(self.box.collapse, self.state["burned"], strict=True)]
        index = [self.box.index[k * self.track + burned] for k, burned in enumerate(self.state["burned"])]
        return [*left, left[index.index(max(index))]]

    @cached_property
    def fall(self) -> float:
        """What it is worth that the library falls now."""
        score = self.state["score"]
        rivals = [points for who, points in enumerate(score) if who != self.seat]
        if not rivals:
            return -self.weights["win"]  # the Lone Librarian
        return self.weights["win"] if score[self.seat] > max(rivals) else -self.weights["win"]

    @cached_property
    def hand(self) -> list[str]:
        """The own tools by name."""
        copies = len(self.state["discards"]) // len(self.box.tools)
        return [self.box.tools[face // copies] for face, *_ in self.state["hands"][self.seat] if face is not None]

    def tokens(self, card: int) -> list[int]:
        on_card: list[int] = self.state["spaces"][card * self.spaces : (card + 1) * self.spaces]
        return on_card

    def bravery(self, card: int, space: int) -> int:
        return int(self.box.bravery[card * self.spaces + space])


class Turn:
    """The own turn on a card: the best way through it, and what that brings on average.

    A moment of the turn is one number, so that it is quickly found again: how many of each token are in the bag, how many
    books of each colour were drawn, then how many spaces were filled, warnings lie on the card, and savers are left.
    """

    def __init__(self, table: Table, card: int, gloves: bool, savers: int, cloaks: int) -> None:
        tokens = table.tokens(card)
        self.table = table
        self.gloves = gloves
        self.cloaks = cloaks
        self.empty = [space for space, token in enumerate(tokens) if token < 0]
        self.risky = [table.bravery(card, space) > 0 and not gloves for space in self.empty]
        self.start_fires = tokens.count(table.fire)
        self.books = [token for token in tokens if 0 <= token < table.fire]
        filled = [space for space, token in enumerate(tokens) if token >= 0]
        self.pays = []  # bravery after this many more tokens
        for more in range(len(self.empty) + 1):
            paid = [table.bravery(card, space) for space in [*filled, *self.empty[:more]] if table.bravery(card, space) > 0]
            self.pays.append(max(paid, default=0))
        self.start = sum(count << BAG * token for token, count in enumerate(table.bag)) + savers * SAVER  # Buckets, Slingshots
        self.stops: dict[int, float] = {}
        self.busts: dict[int, float] = {}
        self.known: dict[int, float] = {}

    def drawn(self, at: int) -> list[int]:
        """The books on the card, those drawn since the start last."""
        more = [[book] * (at >> BOOKS + BOOK * book & BOOK_MASK) for book in range(self.table.fire)]
        return sum(more, self.books)

    def stop(self, at: int) -> float:
        """Points for everything on the card, or a tool for none of it being at risk."""
        key = at >> BOOKS & CARD_MASK
        if key not in self.stops:
            points = sum(self.table.worth[book] for book in self.drawn(at))
            pays = self.pays[at >> MORE & MORE_MASK]
            no_risk = pays == 0 and not self.gloves
            self.stops[key] = points + pays + (self.table.exit_tool if no_risk else 0.0)
        return self.stops[key]

    def bust(self, at: int) -> float:
        """A tool, a book under a Cloak, or the end of the library."""
        key = at >> BOOKS & BOOKS_MASK
        if key not in self.busts:
            burning = self.drawn(at)
            if any(burning.count(book) >= self.table.left[book] for book in set(burning)):
                self.busts[key] = self.table.fall
            else:
                cloaked = max((self.table.worth[book] for book in burning), default=0) if self.cloaks else 0
                self.busts[key] = cloaked + (self.table.weights["tool"] if self.table.tools else 1.0)
        return self.busts[key]

    def draw(self, at: int) -> float:
        """The next token, whatever it is."""
        total, size, known = 0.0, 0, self.known
        for shift, move in MOVES:
            count = at >> shift & BAG_MASK
            if count:
                after = at + move
                value = known.get(after)
                size += count
                total += count * (self.decide(after) if value is None else value)
        fires = at >> FIRE_SHIFT & BAG_MASK
        if fires:
            total += fires * self.place(at - (1 << FIRE_SHIFT), self.table.fire)
        return total / max(1, size + fires)

    def place(self, at: int, token: int) -> float:
        """A token has come and goes on the next space."""
        if token != self.table.fire:
            return self.decide(at + (1 << BOOKS + BOOK * token) + FILLED)
        if self.start_fires + (at >> WARNINGS & WARNINGS_MASK) == 0 and not self.risky[at >> MORE & MORE_MASK]:
            return self.decide(at + WARNING + FILLED)
        return self.triggered(at)

    def triggered(self, at: int) -> float:
        """A fire that would spread: a saver takes it away, or the turn is lost."""
        lost = self.bust(at)
        if at < SAVER:
            return lost
        return max(lost, self.decide(at - SAVER) - self.table.weights["bucket"])

    def decide(self, at: int) -> float:
        """The better of drawing and stopping; a full card is scored."""
        best = self.known.get(at)
        if best is None:
            best = self.stop(at)
            if at >> MORE & MORE_MASK < len(self.empty) and at & TOKENS_MASK:
                best = max(best, self.draw(at))
            self.known[at] = best
        return best

    def begin(self) -> float:
        """What the turn brings from here, if a draw comes first."""
        return self.draw(self.start) if self.empty else self.stop(self.start)

    def whole(self) -> float:
        """What the whole turn brings: on a card with tokens one may stop at once."""
        return self.now() if self.books or self.start_fires else self.begin()

    def now(self) -> float:
        """What the turn brings from here."""
        return self.decide(self.start)

    def keep(self, token: int) -> float:
        """A token of several drawn is put down, and the turn goes on."""
        return self.place(self.start, token)

    def dig(self) -> float:
        """Two tokens to choose from; what is not kept is left out of the odds."""
        total, bag = 0.0, self.table.bag
        for one, first in enumerate(bag):
            for other, second in enumerate(without(bag, one)):
                if first > 0 and second > 0:
                    after = self.start - (1 << BAG * one) - (1 << BAG * other)
                    total += first * second * max(self.place(after, token) for token in (one, other))
        size = sum(bag)
        return total / (size * (size - 1)) if size > 1 else self.begin()

    def torch(self) -> float:
        """Three tokens: the best books among them as far as is wise, or a fire if there is nothing else."""
        total, weight, bag = 0.0, 0, self.table.bag
        for one in range(len(bag)):
            for other in range(one, len(bag)):
                for third in range(other, len(bag)):
                    ways = combinations(bag, (one, other, third))
                    if ways:
                        total += ways * self.best_of((one, other, third))
                        weight += ways
        return total / weight if weight else self.begin()

    def best_of(self, drawn: tuple[int, ...]) -> float:
        """The best number of books from three tokens."""
        books = sorted((token for token in drawn if token != self.table.fire), key=lambda book: -self.table.worth[book])
        at = self.start - sum(1 << BAG * token for token in drawn)
        if not books:
            return self.place(at, self.table.fire)
        best = -self.table.weights["win"]
        for book in books[: len(self.empty)]:
            at += (1 << BOOKS + BOOK * book) + FILLED
            best = max(best, self.decide(at))
        return best


def without(bag: Bag, token: int) -> Bag:
    return (*bag[:token], bag[token] - 1, *bag[token + 1 :])


def combinations(bag: Bag, tokens: tuple[int, ...]) -> int:
    """In how many ways these tokens can be drawn together."""
    ways = 1
    for token in set(tokens):
        count, needed = bag[token], tokens.count(token)
        for k in range(needed):
            ways = ways * max(0, count - k) // (k + 1)
    return ways


def turn_on(table: Table, card: int, gloves: bool = False) -> Turn:
    """A turn on this card with all tools in hand."""
    key = card, gloves
    if key not in table.turns:
        savers = table.hand.count("bucket") + table.hand.count("slingshot")
        table.turns[key] = Turn(table, card, gloves, savers, table.hand.count("cloak"))
    return table.turns[key]


class Judge:
    """What the answers to each question are worth to the seat whose table it is: a method a question."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.weights = table.weights

    def cost(self, tool: str) -> float:
        """What a tool must bring at once to be played."""
        return self.weights["spent"] * self.weights[tool]

    def amulet(self, text: str, code: int) -> float:
        """Good for the player who chooses first: they can pick from the tokens."""
        table = self.table
        score = table.state["score"]
        first = score[table.seat] == min(score)
        return 0.0 if text == "pass" else 1.0 if first else -1.0

    def amulet_place(self, text: str, code: int) -> float:
        """Dear books to the first cards if one chooses first, else to the last; a fire the other way round."""
        table = self.table
        card = table.state["stack"][-1][2]
        score = table.state["score"]
        wanted: float = (len(table.state["holder"]) - 1) / 2 - card
        worth = -3.0 if code == table.fire else 0.0 if text == "nothing" else float(table.worth[code])
        return worth * (wanted if score[table.seat] == min(score) else -wanted)

    def take_card(self, text: str, code: int) -> float:
        """The turn on that card, if the game lasts so long."""
        table = self.table
        nearest = min(table.left[: len(table.box.books)])
        ending = ENDING[min(nearest, len(ENDING) - 1)]
        waits = sum(1 for card in range(code) if table.state["holder"][card] != -2)
        alone = table.view["players"] == 1
        return turn_on(table, code).whole() * (1.0 if alone else (1 - ending) ** waits)

    def save_books(self, text: str, code: int) -> float:
        table = self.table
        card = table.state["card"]
        turn = turn_on(table, card, bool(table.state["gloves"]))
        if text == "draw":
            return turn.begin()
        if text == "stop":
            return turn.stop(turn.start)
        if text == "dig":
            return turn.dig()
        spent = self.cost(text)
        if text == "gloves":
            return turn_on(table, card, True).begin() - spent
        return (turn.dig() if text == "shovel" else turn.torch()) - spent

    def put_down(self, text: str, code: int) -> float:
        """A token drawn with a Shovel or a Torch."""
        table = self.table
        turn = turn_on(table, table.state["card"], bool(table.state["gloves"]))
        return turn.now() if text == "enough" else turn.keep(code)

    def fire_window(self, text: str, code: int) -> float:
        table = self.table
        state, card = table.state, table.state["card"]
        tokens = table.tokens(card)
        books = [token for token in tokens if 0 <= token < table.fire]
        if state["holder"][card] != table.seat:
            return self.axe(books) if text == "axe" else 0.0
        turn = Turn(table, card, bool(state["gloves"]), 0, 0)
        if text == "pass":
            return turn.bust(turn.start)
        if text == "cloak":
            return turn.bust(turn.start) + max(table.worth[book] for book in books) - self.cost("cloak")
        gone = max((table.worth[book] for book in books), default=0) if text == "slingshot" else 0
        # the space of the fire is open again: stopping now is the least that is left
        saved = sum(table.worth[book] for book in books) - gone + turn.pays[0]
        return saved + self.weights["tool"] - self.cost(text)

    def axe(self, books: list[int]) -> float:
        """The best book, less what it does for a rival who would have burned; in need, against the end of the library."""
        table = self.table
        best = max(table.worth[book] for book in books)
        if any(books.count(book) >= table.left[book] for book in set(books)):
            return best - table.fall
        return best - 0.3 * (sum(table.worth[book] for book in books) - best) - self.cost("axe")

    def choose_book(self, text: str, code: int) -> float:
        """The most it scores; of those the leftmost, because the gap will be filled next."""
        table = self.table
        card = table.state["card"]
        return table.worth[table.tokens(card)[code]] + 0.1 * table.bravery(card, code) - 0.01 * code

    def choose_target(self, text: str, code: int) -> float:
        """The book goes to the least dangerous rival."""
        table = self.table
        return -float(table.state["score"][table.state["holder"][code]])

    def take_tool(self, text: str, code: int) -> float:
        return self.weights["tool"] if text == "deck" else 0.0 if text == "no tool" else self.weights[text]

    def after_scoring(self, text: str, code: int) -> float:
        table = self.table
        books = [token for token in table.tokens(table.state["card"]) if 0 <= token < table.fire]
        if text == "done":
            return 0.0
        if text == "map":
            return float(table.state["bravery"]) + self.weights["tool"] - self.weights["map"] - 0.5
        if text == "library cart":
            coming = [holder for card, holder in enumerate(table.state["holder"]) if card > table.state["card"] and holder >= 0]
            return 0.3 * len(books) * len(coming) - self.cost(text)
        if text == "lockbox":
            return max(self.locked(book) for book in books) - self.cost(text)
        if text == "knapsack":
            return max(self.staked(book) for book in books) - self.cost(text)
        return 2.0 * float(max(table.state["saved"][book] for book in books)) - self.cost(text)

    def choose_colour(self, text: str, code: int) -> float:
        """For which tool is in the stack of questions."""
        table = self.table
        kind = table.box.tools[table.state["stack"][-1][2]]
        if kind == "lockbox":
            return self.locked(code)
        return self.staked(code) if kind == "knapsack" else float(table.state["saved"][code])

    def locked(self, book: int) -> float:
        """What a book in a Lockbox will be worth: technology 10, others somewhat more than now."""
        table = self.table
        technology = book == len(table.box.books)
        return 10.0 if technology else min(10.0, table.worth[book] + self.weights["locked"])

    def staked(self, book: int) -> float:
        """A Knapsack: both books, or a card of the section."""
        table = self.table
        size = sum(table.bag)
        fires = table.bag[table.fire]
        both = sum(count * (table.worth[book] + table.worth[token]) for token, count in enumerate(table.bag[: table.fire]))
        burned = table.fall if table.left[book] == 1 else 0.0
        return (both + fires * burned) / max(1, size)

    def swap_tool(self, text: str, code: int) -> float:
        return 0.0 if text == "keep" else self.weights["tool"] - self.weights[text.removeprefix("swap ")]

    def shout(self, text: str, code: int) -> float:
        return float(text == "burn")


RATES: Final = {
    "AmuletWindow": Judge.amulet,
    "AmuletPlace": Judge.amulet_place,
    "TakeCard": Judge.take_card,
    "SaveBooks": Judge.save_books,
    "KeepOne": Judge.put_down,
    "PlaceOne": Judge.put_down,
    "FireWindow": Judge.fire_window,
    "ShoutBurn": Judge.shout,
    "ChooseBook": Judge.choose_book,
    "ChooseTarget": Judge.choose_target,
    "TakeTool": Judge.take_tool,
    "AfterScoring": Judge.after_scoring,
    "ChooseColour": Judge.choose_colour,
    "SwapTool": Judge.swap_tool,
}


def worths(view: Mapping[str, Any], choices: Sequence[Choice], weights: Weights = UNTUNED) -> list[float]:
    """What each choice brings on average."""
    judge = Judge(Table(view, weights))
    rate = RATES[choices[0].step]
    return [rate(judge, choice.text, choice.code) for choice in choices]
