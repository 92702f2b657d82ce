"""The laws on games in which power cards are at hand from the start, and what must hold for
Librarians alone.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import emberstacks as es
from emberstacks.games.librarians import FOLDER, GAME, Librarians
from emberstacks.games.librarians.components import NONE, load
from emberstacks.games.librarians.library import Library, in_one_piece, laid_out
from emberstacks.games.librarians.lines import complete_genres
from emberstacks.games.librarians.state import BEFORE, LibraryTable
from emberstacks.kernel import laws, loop
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.game import Options
from emberstacks.kernel.state import State
from tests.conftest import COMPILED
from tests.every_game.table import some_options
from tests.games.librarians.table import PER_COLOUR, THRILLS

ROUNDS = 2


class Gifted(Librarians):
    """Every player has power cards before the first turn, so that random games are full of powers."""

    def set_up(self, players: int, options: Options, rules: int) -> State:
        s = super().set_up(players, options, rules)
        assert isinstance(s, LibraryTable)
        given: set[int] = set()
        for book in range(THRILLS):
            genre = int(s.agreed.genre[book])
            if genre >= PER_COLOUR and genre not in given:
                given.add(genre)
                s.place[book] = BEFORE - book % players
                s.deck.rest[book] = 0
        return s


@pytest.mark.skipif(COMPILED, reason="a compiled game cannot be changed by a subclass")
@pytest.mark.parametrize("preset", GAME.box.presets)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_full_of_powers_obey_all_laws(preset: str, players: int) -> None:
    game = Gifted(load(FOLDER))
    rng = random.Random(players)
    for seed in range(ROUNDS):
        options = {**some_options(game, players, rng), "preset": preset, "ages": "off"}
        for colour in game.box.colours:
            if rng.random() < 0.8:
                options[colour] = "preset"
        laws.check_game(game, players, options, seed)


@pytest.mark.skipif(COMPILED, reason="a compiled game cannot be changed by a subclass")
def test_the_layout_that_is_kept_is_how_the_cards_lie() -> None:
    """Whatever moves a card forgets the layout; powers move them in every way there is."""
    game = Gifted(load(FOLDER))
    rng = random.Random(5)
    kept = 0
    for seed in range(40):
        players = rng.choice([2, 3, 4])
        s = game.start(players, game.full_options(players, some_options(game, players, rng)))
        chance, policy = Dealer(seed), Dealer(~seed)
        assert isinstance(s, LibraryTable)
        while True:
            loop.settle(s, chance)
            if loop.to_act(s) < 0:
                break
            if s.layout is not None:
                kept += 1
                then, now = vars(s.layout).copy(), vars(laid_out(s))
                for later in ("parts", "sight"):  # of which a new layout knows nothing yet
                    del then[later], now[later]
                assert then == now
            codes = loop.legal(s, loop.to_act(s))
            loop.answer(s, codes[policy.below(len(codes))])
    assert kept > 1000


@pytest.mark.parametrize(
    "options", [{}, {"preset": "stacks", "columns": True}, {"shelf_powers": True, "thrills": 12}]
)
def test_what_holds_at_the_beginning_of_every_turn(options: Options) -> None:
    """The library is one, and no complete line without wild books is left standing."""
    rng = random.Random(3)
    turns = 0
    for seed in range(20):
        match = es.new("librarians", players=4, seed=seed, **options)
        while not match.over:
            s = match._s
            assert isinstance(s, LibraryTable)
            if type(s.step).__name__ == "Turn" and s.plays == 0:
                turns += 1
                assert in_one_piece(Library(s))
                assert complete_genres(Library(s), wild=False) == 0
            match.push(rng.choice(match.codes()))
    assert turns > 60


def test_every_book_is_written_as_the_recipe_says() -> None:
    """Six letters a colour; an author with one book in every colour; audiences even."""
    box = GAME.box
    for first in (0, 66):
        assert [
            len({int(letter) for letter in box.letter[k : k + 11]})
            for k in range(first, first + 66, 11)
        ] == [
            6,
            6,
            6,
            5,
            6,
            6,
        ]
        audiences = Counter(int(audience) for audience in box.audience[first : first + 66])
        assert audiences == {NONE: 14, 0: 13, 1: 13, 2: 13, 3: 13}
