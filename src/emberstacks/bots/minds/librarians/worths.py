"""What is good in Librarians: keep places open for the books that nobody has seen yet, using only its own hand and the table.

A turn is planned as a whole: every place for a first book, and for the best of these every place for a second one. What counts
is the library that is left (`librarians_shelves`): its cost depends on which books are hidden and which are one's own, not on
where the others are. Whatever a power does is tried in a possible world and judged the same way; a power card has a price, so
that it is spent where it saves more than that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.bots.minds.librarians.shelves import Shelves, bits, read
from emberstacks.games import game_by_id
from emberstacks.games.librarians.components import PER_COLOUR, STOP, THRILLS
from emberstacks.games.librarians.state import BEFORE
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.state import OVER
from emberstacks.kernel.view import resample

Play = tuple[int, int]  # a book and a place

OVERALL: Final = 1e9  # of a game that is won; of one that is lost, the same below nothing
SPLIT: Final = 1e7  # of a library in pieces
UNFINISHED: Final = 1e6  # of a turn for which no second book is found
FIRSTS: Final = 8  # first books of a turn that are thought through to the second
SECONDS: Final = 10  # second books that are tried after each of them
DEEP: Final = 6  # books to move or swap for which every place is tried
LOST: Final = 1000.0  # of a book that finds no place; all other figures are measured by this one, and ours
TROUBLE: Final = 500.0  # from here on powers are thought through
LEAST: Final = 0.1  # books that are worth a word
ENOUGH: Final = 0.5  # ending a turn is a little better than a further book that changes nothing
RED: Final = (OVERALL, 3000.0, 500.0, 20000.0)  # the harm of a red line: horror, detective, true crime, tragedy
AT_ONCE: Final = ("romance", "comedy", "adventure", "cooking")  # always good
PRICE: Final = {
    "romance": 600.0,
    "comedy": 600.0,
    "adventure": 300.0,
    "self-help": 500.0,
    "thriller": 300.0,
    "action": 200.0,
    "travel": 400.0,
    "mythology": 200.0,
    "fantasy": 500.0,
    "scifi": 300.0,
    "poetry": 500.0,
    "graphic-novel": 300.0,
    "business": 100.0,
    "cooking": 100.0,
    "biography": 50.0,
    "science": 50.0,
    "mystery": 100.0,
    "crime": 200.0,
    "drama": 300.0,
    "picture-book": 200.0,
}


def worths(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """How good each choice is for the team, as far as the seat can know."""
    game: Any = game_by_id(view["game"])
    world: Any = resample(game, view, Dealer(1))
    if choices[0].step == "Turn":
        return turn_worths(game, world, view["seat"], choices)
    return answer_worths(game, world, view["seat"], [choice.code for choice in choices])


def because(view: Mapping[str, Any], choices: Sequence[Choice], best: int, other: int) -> str:
    """Why a choice is better than another: how many more of the books to come will find a place."""
    found = worths(view, choices)
    ahead = found[best] - found[other]
    if ahead >= UNFINISHED / 2:
        return "The other choice ends the turn badly: no second book fits, or the library falls into pieces."
    books = round(ahead / LOST, 1)
    if books < LEAST:
        return ""
    return f"It keeps places open: about {books:g} more of the books to come will fit."


# The turn.


def turn_worths(game: Any, world: Any, seat: int, choices: Sequence[Choice]) -> list[float]:
    """The worth of every book at its best place, of every power, of ending the turn."""
    shelves = read(world, seat)
    held = prizes(game, world)
    plays = [choice.code for choice in choices if str(choice).startswith("play ")]
    firsts = [(book, int(cell)) for book in plays for cell in legal(after(world, book), seat)]
    best: dict[int, float] = {}
    for (book, _), worth in planned(shelves, firsts, owed(world) - 1).items():
        best[book] = max(worth + held, best.get(book, -OVERALL))
    trouble = max(best.values(), default=-OVERALL) < held - TROUBLE
    out = []
    for choice in choices:
        text = str(choice)
        if text.startswith("play "):
            out.append(best[choice.code])
        elif text == "end":
            out.append(judged(shelves) + held + ENOUGH)
        elif text == "give up":
            out.append(-OVERALL)
        elif text.startswith("use ") and text[4:] in AT_ONCE:
            out.append(OVERALL / 2)
        elif text.startswith("use ") and not trouble:
            out.append(-OVERALL / 4)
        else:
            out.append(carried_out(game, world, seat, choice.code))
    return out


def planned(shelves: Shelves, firsts: Sequence[Play], more: int) -> dict[Play, float]:
    """The worth of every first book at its place, with the best second book where the turn needs one more."""
    if more <= 0:
        return {first: judged(shelves.played(*first)) for first in firsts}
    laid = {play: shelves.played(*play) for play in {*firsts, *shelves.options()}}
    alone = {play: judged(then) for play, then in laid.items()}
    worth = {first: alone[first] for first in firsts}
    pairs: dict[frozenset[Play], float] = {}
    found = 0
    for k, first in enumerate(sorted(firsts, key=lambda first: alone[first], reverse=True)):
        if alone[first] < -OVERALL / 2 or first[0] == THRILLS + STOP:
            continue
        best = second(laid[first], first, alone, pairs) if k < FIRSTS or not found else None
        if best is None:
            worth[first] -= UNFINISHED
        else:
            worth[first] = best
            found += 1
    return worth


def second(shelves: Shelves, first: Play, alone: Mapping[Play, float], pairs: dict[frozenset[Play], float]) -> float | None:
    """The worth of a turn after the best second book; None if there is none. Those are tried that are good alone, or new."""
    best = None
    options = shelves.options()
    options.sort(key=lambda play: alone.get(play, 0.0), reverse=True)
    for k, play in enumerate(options):
        if k >= SECONDS and play in alone:
            continue
        pair = frozenset((first, play))  # mostly it does not matter which one came first
        worth = pairs.get(pair)
        if worth is None:
            worth = judged(shelves.played(*play))
            if not shelves.gained and first[1] != play[1]:
                pairs[pair] = worth
        best = worth if best is None else max(best, worth)
    return best


def judged(shelves: Shelves) -> float:
    """How good a library is, with what was gained on the way to it."""
    worth = -LOST * shelves.cost()
    for genre in shelves.gained:
        worth += -RED[genre] if genre < PER_COLOUR else PRICE[shelves.facts.genres[genre]]
    return worth if shelves.whole else worth - SPLIT


def owed(world: Any) -> int:
    return int(world.owed - world.plays)


def prizes(game: Any, world: Any) -> float:
    """What all power cards on the table are worth."""
    held = [int(world.agreed.genre[book]) for book in range(THRILLS) if world.place[book] <= BEFORE]
    return sum([PRICE[game.box.genres[genre]] for genre in held])


# All other questions.


def answer_worths(game: Any, world: Any, seat: int, codes: Sequence[int]) -> list[float]:
    """The worth of the answers to a question that is not the turn's."""
    match type(world.step).__name__:
        case "Where":
            firsts = [(int(world.step.book), code) for code in codes]
            plans = planned(read(world, seat), firsts, owed(world) - 1)
            return [plans[first] for first in firsts]
        case "MoveBook" | "SwapFirst" | "TravelRemove" | "TakeBook" | "ClearBook":
            return book_worths(game, world, seat, codes)
        case "GiveCard":
            return [receiver_worth(game, world, seat, code) for code in codes]
        case "KeepBook":
            return [PRICE[game.box.genres[code]] for code in codes]
        case "BorrowPower":
            return [PRICE[game.box.genres[code % len(game.box.genres)]] for code in codes]
        case "OrderDeck":
            return [float(len(read_with(world, seat, code).options())) for code in codes]
        case "NameColour":
            return [-others(game.box.colour, world, seat, code) for code in codes]
        case "NameLetter":
            return [-others(game.box.letter, world, seat, code) for code in codes]
        case "SetMarker" | "Tap" | "ChooseRevealer" | "AnswerTap":
            return [0.0 if code != codes[0] else 1.0 for code in codes]
    return [followed(game, world, seat, code, 1) for code in codes]


def book_worths(game: Any, world: Any, seat: int, codes: Sequence[int]) -> list[float]:
    """Which book leaves its place: judged by the library without it, and the best ones that go elsewhere by where they go."""
    shelves = read(world, seat)
    rough = [judged(shelves.without(code) if code in shelves.grid else shelves) for code in codes]
    if type(world.step).__name__ not in ("MoveBook", "SwapFirst"):
        return rough
    order = sorted(range(len(codes)), key=lambda k: rough[k], reverse=True)
    worth = [value - OVERALL / 4 for value in rough]
    for k in order:
        if order.index(k) < DEEP or codes[k] not in shelves.grid:
            worth[k] = followed(game, world, seat, codes[k], 1)
    return worth


def receiver_worth(game: Any, world: Any, seat: int, receiver: int) -> float:
    """What helps at once stays here; otherwise it goes to the player who has least and plays soonest."""
    if game.box.genres[int(world.agreed.genre[world.step.book])] in AT_ONCE:
        return float(receiver == seat)
    cards = sum([1 for book in range(THRILLS) if world.place[book] == BEFORE - receiver and book != world.step.book])
    return -10.0 * cards - float((receiver - seat - 1) % world.seats)


def read_with(world: Any, seat: int, book: int) -> Shelves:
    """The library as if one book were the whole hand."""
    shelves = read(world, seat)
    shelves.own = 1 << book
    return shelves


def others(values: Any, world: Any, seat: int, value: int) -> float:
    """How many books with a value are hidden and not in its own hand: the fewer, the less it forces."""
    shelves = read(world, seat)
    return float(sum([1 for book in bits(shelves.hidden & ~shelves.own) if values[book] == value]))


# Trying it out in a possible world.


def after(s: Any, code: int) -> Any:
    """The position after an answer."""
    twin = s.clone()
    answer(twin, code)
    return twin


def followed(game: Any, world: Any, seat: int, code: int, ahead: int) -> float:
    """The worth of the library after an answer, and after the best one to a question that belongs to it."""
    s = after(world, code)
    if s.step is OVER:
        return OVERALL if game.winners(s) else -OVERALL
    if ahead == 0 or to_act(s) != seat or type(s.step).__name__ in ("Turn", "GiveCard", "MoveBook", "TravelRemove"):
        return judged(read(s, seat)) + prizes(game, s)
    return max([followed(game, s, seat, int(further), ahead - 1) for further in legal(s, seat)])


def carried_out(game: Any, world: Any, seat: int, code: int) -> float:
    """The worth of the turn after a power is used, or an author or a line completed, as well as this seat would do it."""
    s = after(world, code)
    while s.step is not OVER and to_act(s) == seat and type(s.step).__name__ != "Turn":
        codes = [int(further) for further in legal(s, seat)]
        values = answer_worths(game, s, seat, codes)
        answer(s, codes[values.index(max(values))])
    if s.step is OVER:
        return OVERALL if game.winners(s) else -OVERALL
    shelves = read(s, seat)
    worth = -OVERALL / 8
    if to_act(s) == seat:
        worth = max(planned(shelves, shelves.options(), owed(s) - 1).values(), default=worth)
    if owed(s) <= 0 or to_act(s) != seat:
        worth = max(worth, judged(shelves))
    return worth + prizes(game, s)
