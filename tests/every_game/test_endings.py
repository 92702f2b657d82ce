"""Every game counts its points out, ranks its players, shows its box and lets anybody draw it
again.
"""

from __future__ import annotations

import hashlib
import hmac
import random

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.game import Value
from emberstacks.kernel.laws import random_game
from emberstacks.kernel.match import Match
from tests.conftest import COMPILED
from tests.every_game.table import some_options


def played(game: str, seed: int | None) -> Match:
    """A whole game of random answers."""
    info = GAMES[game].info
    match = es.new(game, max(2, info.min_players), seed)
    rng = random.Random(game)
    while not match.over:
        seat = match.to_act
        match.push(rng.choice(match.legal(seat)), seat)
    return match


def played_as(game: str, players: int, wish: str, **options: Value) -> Match:
    """A whole game of players who always answer with this where they can."""
    match = es.new(game, players, 1, **options)
    while not match.over:
        seat = match.waiting[0]
        choices = match.legal(seat)
        match.push(next((choice for choice in choices if str(choice) == wish), choices[0]), seat)
    return match


@pytest.mark.parametrize("game", list(GAMES))
def test_the_sources_of_points_add_up_and_ranks_follow_the_winners(game: str) -> None:
    match = played(game, 3)
    result = match.result
    assert result is not None
    assert [sum(points for _, points in sources) for sources in match.sources()] == result.scores
    ranking = match.ranking()
    assert sorted(seat for _, seat in ranking) == list(range(match.players))
    assert [seat for rank, seat in ranking if rank == 1] == (
        result.winners or list(range(match.players))
    )


@pytest.mark.parametrize("game", list(GAMES))
def test_the_sources_add_up_with_any_options(game: str) -> None:
    """Whatever brings or costs points in some variant only."""
    rng = random.Random(game)
    info = GAMES[game].info
    for seed in range(20 if COMPILED else 4):
        players = rng.randint(info.min_players, info.max_players)
        match = es.new(game, players, seed, **some_options(GAMES[game], players, rng))
        random_game(match, rng.choice)
        assert match.result is not None
        assert [
            sum(points for _, points in sources) for sources in match.sources()
        ] == match.result.scores


def test_shouts_and_missed_turns_are_sources() -> None:
    """Fire without tools, and a Lone Librarian whose library falls early."""
    shouted = played_as("fire", 3, "burn", tools=False)
    assert any('Shouts of "Burn!"' in dict(sources) for sources in shouted.sources())
    alone = played_as("fire", 1, "draw", solo="lone-librarian")
    lost = dict(alone.sources()[0])["Turns that were left"]
    assert lost < 0
    assert lost % 10 == 0


@pytest.mark.parametrize("game", list(GAMES))
def test_the_box_is_shown_with_words(game: str) -> None:
    pieces = GAMES[game].pieces()
    assert pieces
    for piece in pieces:
        assert piece.name
        assert piece.text.rstrip(")").endswith((".", "!", "?")), piece
        assert not any(slip in piece.text for slip in ("..", ".,", ".;")), piece


@pytest.mark.parametrize("game", list(GAMES))
def test_anybody_can_draw_a_finished_game_again(game: str) -> None:
    """As the page does it: the hash of the secret, and an HMAC of the number of each draw."""
    match = played(game, None)
    proof = match.proof()
    assert proof is not None
    commitment, secret = proof[0], bytes.fromhex(proof[1])
    assert commitment == "sha256:" + hashlib.sha256(secret).hexdigest()
    for number, (weights, outcome, _) in enumerate(match.draws()):
        digest = hmac.digest(secret, str(number).encode(), "sha256")
        rest = int.from_bytes(digest, "big") % sum(weights)
        drawn = next(k for k in range(len(weights)) if rest < sum(weights[: k + 1]))
        assert drawn == outcome


def test_a_running_game_tells_no_secret() -> None:
    assert es.new("fire", 2).proof() is None
