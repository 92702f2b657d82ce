"""The library in the bot's head against the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import emberstacks as es
from emberstacks.bots.mind import mind_of
from emberstacks.bots.minds.librarians.costs import cost, waiting, waiting_groups
from emberstacks.bots.minds.librarians.facts import LETTERS, Kinds
from emberstacks.bots.minds.librarians.shelves import Shelves, read
from emberstacks.bots.minds.librarians.weights import Weights
from emberstacks.bots.weights import as_they_are
from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.library import Library, in_one_piece, places
from emberstacks.games.librarians.state import CELLS, LibraryTable
from emberstacks.kernel.state import State
from tests.games.librarians.table import BOX, position, sign

pytestmark = pytest.mark.both_builds

WEIGHTS = Weights(as_they_are(mind_of("librarians").weights))
EXPANSIONS: list[dict[str, Any]] = [
    {},
    {"columns": True},
    {"balance": True},
    {"shelf_powers": True},
    {"ages": "strict"},
    {"ages": "lenient"},
    {"columns": True, "balance": True, "shelf_powers": True, "ages": "lenient"},
    {"thrills": 12},
]


def read_state(s: State, seat: int) -> Shelves:
    """The library in the head of a seat."""
    assert isinstance(s, LibraryTable)
    return read(s, seat, WEIGHTS, Kinds(s.agreed))


def options_of(shelves: Shelves) -> list[tuple[int, int]]:
    """Where the books of the hand might go: book, place."""
    return [divmod(int(play), CELLS) for play in shelves.options()]


def stacks_of(shelves: Shelves) -> dict[int, list[int]]:
    """The books at each place, the topmost first."""
    found: dict[int, list[int]] = {}
    for cell in shelves.order:
        book = int(shelves.at(cell))
        found[int(cell)] = []
        while book != NONE:
            found[int(cell)].append(book)
            book = int(shelves.under[book])
    return found


def walked(seed: int, options: dict[str, Any]) -> es.Match:
    """A turn in the middle of a game at random, of the last one that began."""
    match = es.new("librarians", players=2, seed=seed, **options)
    rng = random.Random(seed)
    last = match.copy()
    for _ in range(rng.randrange(20, 90)):
        if match.over:
            break
        if match.step == "Turn":
            last = match.copy()
        match.push(rng.choice(match.codes()))
    return last


@pytest.mark.parametrize("options", EXPANSIONS, ids=str)
def test_it_finds_the_places_that_the_rules_allow(options: dict[str, Any]) -> None:
    for seed in range(12):
        match = walked(seed, options)
        s: Any = match._s
        seat = int(s.active)
        found = set(options_of(read_state(s, seat))) if not s.allowed | s.next_book else None
        library = Library(s)
        rules = {
            (int(book), int(cell)) for book in s.hands[seat].face for cell in places(library, book)
        }
        assert found is None or found == rules


def test_sequels_are_a_little_too_wide_and_never_too_narrow() -> None:
    for seed in range(12):
        s: Any = walked(seed, {"sequels": True})._s
        seat = int(s.active)
        library = Library(s)
        rules = {
            (int(book), int(cell)) for book in s.hands[seat].face for cell in places(library, book)
        }
        assert s.allowed | s.next_book or rules <= set(options_of(read_state(s, seat)))


@pytest.mark.parametrize("seed", range(6))
def test_a_book_played_in_the_head_leaves_the_library_that_the_rules_leave(seed: int) -> None:
    match = walked(seed, {})
    s: Any = match._s
    seat = int(s.active)
    shelves = read_state(s, seat)
    for book, cell in options_of(shelves)[:30]:
        after = shelves.played(book, cell)
        twin = match.copy()
        twin.push(f"play {BOX.names[book]}")
        twin.push(cell)
        if not twin.over and twin.to_act == seat:
            real = read_state(twin._s, seat)
            assert stacks_of(after) == stacks_of(real)
            assert (list(after.hidden), list(after.own)) == (list(real.hidden), list(real.own))
            assert (list(after.sight), list(after.lean)) == (list(real.sight), list(real.lean))
            assert cost(after) == pytest.approx(cost(real), rel=1e-12)
            assert after.whole == in_one_piece(Library(twin._s))  # type: ignore[arg-type]


def shelves_of(rows: list[str], hand: str) -> Shelves:
    return read_state(position(rows, hand=hand, others=["QR"])._s, 0)


def test_a_completed_line_leaves_and_is_remembered() -> None:
    shelves = shelves_of(["BG EG > MG", ">"], "RG VG")
    book = next(book for book in shelves.facts.hand if sign(book) == "RG")
    cell = max(shelves.order) + 1
    after = shelves.played(book, cell)
    assert len(after.order) == 0
    assert [BOX.genres[genre] for genre in after.gained] == ["romance"]


def test_a_far_letter_at_the_end_of_a_row_costs_more_than_the_next_one() -> None:
    shelves = shelves_of(["> MG", ">", ">", ">"], "PK ZK")
    costs = {}
    for book, cell in options_of(shelves):
        if cell == max(shelves.order) + 1:
            costs[sign(book)[0]] = cost(shelves.played(book, cell))
    assert costs["P"] < costs["Z"]


def hidden_letters(options: dict[str, Any]) -> dict[int, float]:
    """What weighs on a library with a single M, for all audiences, that runs from the first shelf."""
    shelves = read_state(
        position(["> MG", ">", ">", ">"], hand="PK ZK", others=["QR"], options=options)._s, 0
    )
    groups, facts = waiting_groups(shelves), shelves.facts
    letters = [
        next(letter for letter in range(LETTERS) if facts.traits[k] >> letter & 1)
        for k in range(groups)
    ]
    return {
        letter: sum(facts.lost[k] for k in range(groups) if letters[k] == letter)
        for letter in letters
    }


def test_a_letter_in_sight_is_safe_unless_an_expansion_says_otherwise() -> None:
    letter_m, copies = 12, 3
    assert waiting(shelves_of(["> MG", ">", ">", ">"], "PK ZK"), letter_m) == 0
    assert letter_m not in hidden_letters({"ages": "lenient"})
    assert 0 < hidden_letters({"balance": True})[letter_m] < copies
