"""What heuristics think of answers: by what a seat may know alone, by all of their weights, and the
same without a view.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import emberstacks as es
from emberstacks.bots.mind import heuristic_of, mind_of
from emberstacks.bots.table import chosen
from emberstacks.bots.weights import as_they_are
from emberstacks.build import compiled
from emberstacks.games import GAMES, folder_of
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import TRUTH, encode
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.view import decode_view
from tests.every_game.table import some_options

JUDGED = [game for game in GAMES if mind_of(game).heuristic is not None]

pytestmark = pytest.mark.both_builds


def decisions(name: str, players: int, seed: int, most: int) -> Iterator[tuple[es.Match, int]]:
    """The real decisions of a game that is half random, half greedy: the match, and who is asked."""
    rng = random.Random(seed)
    match = es.new(name, players=players, seed=seed, **some_options(GAMES[name], players, rng))
    bots = [es.bot("greedy"), es.bot("random")]
    while not match.over and match.length < most:
        seat = rng.choice(match.waiting)
        if len(match.codes(seat)) > 1:
            yield match, seat
        match.push(chosen(match, seat, rng.choice(bots), rng), seat)


@pytest.mark.parametrize("name", JUDGED)
def test_a_heuristic_reads_only_what_the_seat_may_know(name: str) -> None:
    """The truth and all possible worlds are judged alike."""
    heuristic, game = heuristic_of(GAMES[name]), GAMES[name]
    assert heuristic is not None
    for players in (max(2, game.info.min_players), game.info.max_players):
        for match, seat in decisions(name, players, players, 300):
            codes = Ints(match.codes(seat))
            first = list(heuristic.worths(match.worlds(seat).deal(Dealer(1)), seat, codes))
            assert len(first) == len(codes)
            truth = es.from_json(match.to_json())._s
            assert list(heuristic.worths(truth, seat, codes)) == first, match.step
            worlds, dealer = match.worlds(seat), Dealer(match.length)
            for _ in range(2):
                world = worlds.deal(dealer)
                assert list(heuristic.worths(world, seat, codes)) == first, match.step


@pytest.mark.parametrize("name", JUDGED)
def test_a_heuristic_changes_nothing(name: str) -> None:
    heuristic = heuristic_of(GAMES[name])
    assert heuristic is not None
    for match, seat in decisions(name, 2, 7, 150):
        known = match.worlds(seat).deal(Dealer(1))
        before = encode(known, TRUTH)
        heuristic.worths(known, seat, Ints(match.codes(seat)))
        assert encode(known, TRUTH) == before, match.step


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_knows_of_a_state_is_its_view(name: str) -> None:
    game = GAMES[name]
    for match, _ in decisions(name, 2, 11, 120):
        for seat in range(match.players):
            assert encode(match.worlds(seat).gaps, TRUTH) == encode(
                decode_view(game, match.view(seat)), TRUTH
            )


class Noticing(dict[str, float]):
    """Weights that remember which of them were read."""

    def __init__(self, weights: dict[str, float]) -> None:
        super().__init__(weights)
        self.noticed: set[str] = set()

    def __getitem__(self, name: str) -> float:
        self.noticed.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: float = 0.0) -> float:  # type: ignore[override]
        self.noticed.add(name)
        return super().get(name, default)


@pytest.mark.skipif(compiled(), reason="compiled code reads dicts without asking them")
@pytest.mark.parametrize("name", JUDGED)
def test_a_heuristic_reads_all_of_its_weights(name: str) -> None:
    mind = mind_of(name)
    weights = Noticing(as_they_are(mind.weights))
    assert mind.heuristic is not None
    heuristic = mind.heuristic(weights)
    match, seat = next(decisions(name, 2, 3, 100))
    heuristic.worths(match.worlds(seat).deal(Dealer(1)), seat, Ints(match.codes(seat)))
    assert mind.weights.keys() - weights.noticed == set()


class ByView(es.Bot):
    """A bot that is shown views, as at a table."""

    def __init__(self, bot: es.Bot) -> None:
        self.choose = bot.choose  # type: ignore[method-assign]


@pytest.mark.parametrize("spec", ["greedy", "quick", "random", "novice", "adept"])
@pytest.mark.parametrize("name", GAMES)
def test_bots_answer_the_same_without_a_view(name: str, spec: str) -> None:
    games = []
    for shown in (False, True):
        match, bot = es.new(name, players=2, seed=5), es.bot(spec)
        bots = [ByView(bot) if shown else bot] * 2
        rng = random.Random(5)
        for _ in range(60):
            if match.over:
                break
            seat = match.waiting[0]
            answer = chosen(match, seat, bots[seat], rng)
            assert isinstance(answer, es.Choice if shown else int)
            match.push(answer, seat)
        games.append(match.answers())
    assert games[0] == games[1]


@pytest.mark.parametrize("name", JUDGED)
def test_a_game_with_other_figures_has_a_heuristic_of_its_own(name: str) -> None:
    """What a heuristic remembers of one box is never used for another."""
    other = GAMES[name].with_figures(folder_of(GAMES[name]))
    assert heuristic_of(other) is heuristic_of(other)
    assert heuristic_of(other) is not heuristic_of(GAMES[name])
