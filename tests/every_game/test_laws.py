"""The laws of kernel/laws.py over every game of the registry."""

from __future__ import annotations

import inspect
import random
import time
from itertools import count

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel import laws
from emberstacks.kernel.codec import TRUTH, encode_value
from emberstacks.kernel.game import Game, Options
from emberstacks.kernel.state import State
from emberstacks.kernel.zones import Deck, Slots
from tests.conftest import COMPILED, SOAK
from tests.every_game.table import random_game, sample, settings, some_options

# of processor time for each game of the registry; `make soak` plays a number of games instead
SECONDS = 10.0
EXAMPLES, LOOKS = (8, 20) if COMPILED else (2, 4)


@pytest.mark.parametrize(("name", "players"), settings())
def test_random_games_obey_all_laws(name: str, players: int) -> None:
    """As many as there is time for, at least one; the compiled build, thirty times as quick, plays
    most of them.
    """
    info, rng = GAMES[name].info, random.Random(players)
    ends = time.process_time() + SECONDS / (info.max_players - info.min_players + 1)
    for seed in range(SOAK) if SOAK else count():
        laws.check_game(GAMES[name], players, some_options(GAMES[name], players, rng), seed)
        if not SOAK and time.process_time() > ends:
            break


@pytest.mark.parametrize(("name", "players"), sample())
@hypothesis_settings(max_examples=SOAK // 100 or EXAMPLES)
@given(data=st.data())
def test_searched_games_obey_all_laws(name: str, players: int, data: st.DataObject) -> None:
    """Hypothesis picks options and seed, and shrinks towards the simplest game that breaks a law."""
    game = GAMES[name]
    values = {option.name: st.sampled_from(option.choices) for option in game.info.options}
    options = data.draw(
        st.fixed_dictionaries(values).filter(lambda found: go_together(game, players, found)),
        "options",
    )
    laws.check_game(game, players, options, data.draw(st.integers(0, 2**40), "seed"), LOOKS)


def go_together(game: Game, players: int, options: Options) -> bool:
    try:
        game.full_options(players, options)
    except es.BadOptions:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
@hypothesis_settings(max_examples=25 if COMPILED else 8)
@given(data=st.data())
def test_searched_answers_keep_record_and_json(name: str, data: st.DataObject) -> None:
    """Hypothesis writes the answers themselves: laws 4 and 5 in the middle of a game."""
    info = GAMES[name].info
    match = es.new(
        name,
        players=data.draw(st.integers(info.min_players, info.max_players)),
        seed=data.draw(st.integers(0, 99)),
    )
    for wish in data.draw(st.lists(st.integers(0, 9), max_size=60)):
        if match.over:
            break
        choices = match.legal()
        match.push(choices[wish % len(choices)])
    again = es.read_record(match.record(resumable=True))
    assert again.to_json() == match.to_json()
    assert es.from_json(match.to_json()).to_json() == match.to_json()
    while not match.over:
        match.push(match.legal()[0])
        again.push(again.legal()[0])
    assert again.record() == match.record()


@pytest.mark.parametrize(("name", "players"), sample())
def test_interleaved_games_are_the_same_games(name: str, players: int) -> None:
    """Law 6: many games in one process do not disturb one another."""
    together = 10 if COMPILED else 3
    alone = [random_game(name, players, seed).record() for seed in range(together)]
    rngs = [random.Random(seed) for seed in range(together)]
    matches = [es.new(name, players=players, seed=seed) for seed in range(together)]
    while any(not match.over for match in matches):
        for match, rng in zip(matches, rngs, strict=True):
            if not match.over:
                seat = rng.choice(match.waiting)
                match.push(rng.choice(match.codes(seat)), seat)
    assert [match.record() for match in matches] == alone


@pytest.mark.skipif(COMPILED, reason="compiled constructors have no signature to read")
@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_a_state_is_written(name: str) -> None:
    """Law 4: what the constructor takes is in FIELDS, or the same in all states of a game, as the
    box is.
    """
    game = GAMES[name]
    start = game.start(game.info.min_players, game.full_options(game.info.min_players, {}))
    taken = set(inspect.signature(type(start).__init__).parameters) - set(
        inspect.signature(State.__init__).parameters
    )
    shared = {
        field for field in taken if not isinstance(getattr(start, field), (int, list, Slots, Deck))
    }
    assert taken - shared == set(start.FIELDS)
    assert all(encode_value(getattr(start, field), TRUTH) is not None for field in start.FIELDS)
