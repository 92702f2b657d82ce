"""How good a library of Librarians is: roughly how many of the hidden books will find no place in
it.
"""

from __future__ import annotations

from typing import Final

from emberstacks.bots.minds.librarians.facts import LETTERS, Facts
from emberstacks.bots.minds.librarians.shelves import LEAST, MOST, Shelves, suits
from emberstacks.games.librarians.components import NO_STACKS, NONE
from emberstacks.games.librarians.library import EMPTY
from emberstacks.games.librarians.state import WIDTH
from emberstacks.kernel.ints import Ints, append, i64

COMPILED: Final = True  # tools/compile/copy.py

# the harm of a book that finds no place; all other figures are measured by this one
LOST: Final = 1000.0
SPLIT: Final = 1e7  # of a library in pieces

BETWEEN: Final = 0  # kinds of places: between two books of a row,
LOW_END: Final = 1  # from the A to the first book,
HIGH_END: Final = 2  # from the last book to the Z, or in a row without books


def judged(shelves: Shelves) -> float:
    """How good it is, with what was gained on the way to it."""
    weights = shelves.facts.weights
    worth = -LOST * cost(shelves)
    for genre in shelves.gained:
        worth += weights.lines[genre]
    return worth if shelves.whole else worth - SPLIT


def cost(shelves: Shelves) -> float:
    """Roughly how many of the hidden books will find no place; none is best.

    A book that can be laid on another has one. Otherwise it loses a place if another book goes
    there first and leaves no room: at the end of a row that is one further out, in a gap any other.
    Each of its places is a chance of its own.
    """
    return plain_cost(shelves) if shelves.facts.plain else full_cost(shelves)


def full_cost(shelves: Shelves) -> float:
    """The same with expansions: by group, and place by place."""
    facts = shelves.facts
    groups = waiting_groups(shelves)
    spots: i64 = find_spots(shelves, groups, 0, True)
    k: i64
    if facts.lenient:
        for k in range(groups):
            facts.traits[k] = 0 if facts.places[k] > 0 else facts.traits[k]
        spots = find_spots(shelves, groups, spots, False)
    return reckoned(facts, groups, spots)


def waiting_groups(shelves: Shelves) -> i64:
    """Write down the hidden books that cannot be laid on another, in groups by letter; returns how
    many groups.
    """
    facts = shelves.facts
    weights = facts.weights
    waiting = without_letter(shelves) if facts.stacking else shelves.hidden[:]
    count: i64 = 0
    k: i64
    letter_at: i64
    for letter_at in range(LETTERS):
        facts.before[letter_at] = count
        for k in range(facts.first[letter_at], facts.first[letter_at + 1]):
            if waiting[k] > 0:
                facts.copies[count] = waiting[k]
                facts.traits[count] = facts.trait_of[k]
                facts.lost[count] = float(waiting[k]) + (weights.own - 1.0) * float(shelves.own[k])
                facts.places[count] = 0
                count += 1
    facts.before[LETTERS] = count
    if facts.balance and facts.stacking:
        for cell in shelves.order:
            book = shelves.at(cell)
            if shelves.under[book] == NONE:
                doubt = weights.doubt if shelves.balanced(cell) else weights.more_doubt
                for k in range(
                    facts.before[facts.letter[book]], facts.before[facts.letter[book] + 1]
                ):
                    facts.lost[k] *= doubt
    return count


def without_letter(shelves: Shelves) -> Ints:
    """How many hidden books of each kind cannot be laid on another. Leniently, one with its letter
    in sight can always be played: among its audience, or else on that letter.
    """
    facts = shelves.facts
    waiting = shelves.hidden[:]
    seen = shelves.in_sight(not facts.lenient and not facts.standard)
    k: i64
    for cell in shelves.order:
        row = cell // WIDTH
        if row < facts.top or row > facts.bottom or facts.power[row] == NO_STACKS:
            continue
        book = shelves.at(cell)
        if facts.balance and shelves.under[book] == NONE:
            continue
        letter = facts.letter[book]
        barred = shelves.barred(cell, seen)
        needed = shelves.needed(cell)
        for k in range(facts.first[letter], facts.first[letter + 1]):
            if suits(facts.trait_of[k], barred, needed):
                waiting[k] = 0
    return waiting


def find_spots(shelves: Shelves, groups: i64, spots: i64, ages: bool) -> i64:
    """Write down every open place and the groups that fit there, after those found before; returns
    how many numbers.
    """
    facts = shelves.facts
    seen = shelves.in_sight(ages)
    before, traits, ways = facts.before, facts.traits, facts.places
    row: i64
    at: i64
    k: i64
    for row in range(facts.top, facts.bottom + 1):
        places = shelves.places(row)
        for at in range(0, len(places), 3):
            cell = row * WIDTH + places[at]
            low, high = shelves.limits(cell, places[at + 1], places[at + 2])
            if low > high or before[low] == before[high + 1] or shelves.full(cell):
                continue
            barred = shelves.barred(cell, seen)
            needed = shelves.needed(cell)
            while len(facts.fits) < spots + 2 + groups:
                facts.fits = append(facts.fits, 0)
            fits = facts.fits
            count: i64 = 0
            for k in range(before[low], before[high + 1]):
                if traits[k] != 0 and suits(traits[k], barred, needed):
                    fits[spots + 2 + count] = k
                    ways[k] += 1
                    count += 1
            if count > 0:
                fits[spots] = kind_of(places[at + 1], places[at + 2])
                fits[spots + 1] = count
                spots += 2 + count
    return spots


def waiting(shelves: Shelves, letter: i64) -> i64:
    """How many hidden books with a letter cannot be laid on another, if only letters count."""
    return 0 if shelves.facts.stacking and shelves.sight[letter] > 0 else shelves.hidden[letter]


def plain_cost(shelves: Shelves) -> float:
    """The same if only letters count: books by letter, and whole stretches at once."""
    facts, weights = shelves.facts, shelves.facts.weights
    copies, lost, before, places, rate = (
        facts.copies,
        facts.lost,
        facts.before,
        facts.places,
        facts.rate,
    )
    groups: i64 = 0
    letter: i64
    for letter in range(LETTERS):
        before[letter] = groups
        count = waiting(shelves, letter)
        if count > 0:
            copies[groups] = count
            lost[groups] = float(count) + (weights.own - 1.0) * float(shelves.own[letter])
            places[groups] = 0
            groups += 1
    before[LETTERS] = groups
    spots: i64 = find_stretches(shelves)
    set_rates(facts, groups)
    k: i64
    at: i64
    found = facts.spots
    for at in range(0, spots, 4):
        first = found[at + 1]
        last = found[at + 2]
        if found[at] == BETWEEN:
            rivals = 0.0
            for k in range(first, last):
                rivals += rate[k]
            for k in range(first, last):
                other = (rivals - rate[k]) / float(found[at + 3])
                lost[k] *= other / (float(copies[k]) + other)
            continue
        rivals = weights.ever
        if found[at] == LOW_END:
            for k in range(first, last):
                lost[k] *= rivals / (float(copies[k]) + rivals)
                rivals += rate[k]
        else:
            for k in range(last - 1, first - 1, -1):
                lost[k] *= rivals / (float(copies[k]) + rivals)
                rivals += rate[k]
    return all_lost(facts, groups)


def find_stretches(shelves: Shelves) -> i64:
    """Write down the stretches of all rows in which something fits, four numbers each; returns how
    many numbers.

    They are the kind, the first of the groups that fit and the first that does not, and how many
    open places there are.
    """
    facts = shelves.facts
    grid, letters = shelves.grid, facts.letter
    begin: i64
    found: i64 = 0
    row: i64
    at: i64
    left: i64 = max(shelves.low - 1, LEAST)
    right: i64 = min(shelves.high + 1, MOST)
    for row in range(facts.top, facts.bottom + 1):
        rising = facts.arrow[row] > 0
        begin = row * WIDTH - facts.start
        last: i64 = NONE
        count: i64 = 0
        for at in range(begin + left, begin + right + 1):
            book = grid[at]
            if book >= 0:
                letter = letters[book]
                if count > 0:
                    found = add_stretch(
                        facts, found, last if rising else letter, letter if rising else last, count
                    )
                    count = 0
                last = letter
            elif book == EMPTY and (
                grid[at - 1] != EMPTY
                or grid[at + 1] != EMPTY
                or grid[at - WIDTH] != EMPTY
                or grid[at + WIDTH] != EMPTY
            ):
                count += 1
        if count > 0:
            found = add_stretch(
                facts, found, last if rising else NONE, NONE if rising else last, count
            )
    return found


def add_stretch(facts: Facts, at: i64, low: i64, high: i64, count: i64) -> i64:
    """One more, if any group fits there; returns where the next one goes."""
    first = facts.before[max(low, 0)]
    last = facts.before[LETTERS if high == NONE else high + 1]
    if first >= last:
        return at
    while len(facts.spots) < at + 4:
        facts.spots = append(facts.spots, 0)
    spots, places = facts.spots, facts.places
    spots[at] = kind_of(low, high)
    spots[at + 1] = first
    spots[at + 2] = last
    spots[at + 3] = count
    k: i64
    for k in range(first, last):
        places[k] += count
    return at + 4


def reckoned(facts: Facts, groups: i64, spots: i64) -> float:
    """How many books of the groups that are written down will find no place."""
    weights, fits = facts.weights, facts.fits
    copies, lost, rate = facts.copies, facts.lost, facts.rate
    set_rates(facts, groups)
    k: i64
    at: i64 = 0
    place: i64
    while at < spots:
        kind = fits[at]
        first = at + 2
        at = first + fits[at + 1]
        if kind == BETWEEN:
            rivals = 0.0
            for place in range(first, at):
                rivals += rate[fits[place]]
            for place in range(first, at):
                k = fits[place]
                other = rivals - rate[k]
                lost[k] *= other / (float(copies[k]) + other)
        elif kind == LOW_END:
            rivals = weights.ever
            for place in range(first, at):
                k = fits[place]
                lost[k] *= rivals / (float(copies[k]) + rivals)
                rivals += rate[k]
        else:
            rivals = weights.ever
            for place in range(at - 1, first - 1, -1):
                k = fits[place]
                lost[k] *= rivals / (float(copies[k]) + rivals)
                rivals += rate[k]
    return all_lost(facts, groups)


def set_rates(facts: Facts, groups: i64) -> None:
    """How fast each group fills the places that it can take."""
    copies, places, rate = facts.copies, facts.places, facts.rate
    k: i64
    for k in range(groups):
        rate[k] = facts.weights.rush * float(copies[k]) / float(max(1, places[k]))


def all_lost(facts: Facts, groups: i64) -> float:
    """The books of all groups that will find no place."""
    lost, total = facts.lost, 0.0
    k: i64
    for k in range(groups):
        total += lost[k]
    return total


def kind_of(low: i64, high: i64) -> i64:
    """The kind of a place by the letters of the books around it."""
    return HIGH_END if high == NONE else LOW_END if low == NONE else BETWEEN
