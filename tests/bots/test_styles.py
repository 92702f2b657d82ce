"""Bots that want other things: the daring one draws more than the cautious one, and the friendly
one hurts fewer people.
"""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.mind import mind_of
from emberstacks.bots.styles import styles_of
from emberstacks.bots.table import play
from emberstacks.games import GAMES


def drawn(game: str, style: str, games: int) -> float:
    """Tokens drawn for each turn."""
    tokens = turns = 0
    for seed in range(games):
        match = play(es.new(game, players=2, seed=seed), [es.bot(style)] * 2, random.Random(seed))
        kinds = [event["kind"] for event in match.events(None)]
        tokens += kinds.count("draw")
        turns += kinds.count("score") + kinds.count("spread") + kinds.count("bust")
    return tokens / turns


@pytest.mark.parametrize(("game", "games"), [("fire-prototype", 8), ("fire", 2)])
def test_the_daring_draw_more(game: str, games: int) -> None:
    cautious, greedy, daring = (
        drawn(game, style, games) for style in ("cautious", "greedy", "daring")
    )
    assert cautious < greedy < daring


def test_where_nobody_draws_they_are_greedy() -> None:
    records = {
        play(es.new("horror", players=2, seed=3), [es.bot(style)] * 2, random.Random(3)).record()
        for style in ("cautious", "daring", "greedy")
    }
    assert len(records) == 1


def hurt(game: str, style: str, players: int, games: int) -> tuple[int, int]:
    """How often somebody chose to hurt another player, and how often they could have."""
    harms = mind_of(game).harms
    done = possible = 0
    for seed in range(games):
        match = play(
            es.new(game, players=players, seed=seed), [es.bot(style)] * players, random.Random(seed)
        )
        for at, (seat, code) in enumerate(match.answers()):
            if seat < 0:
                continue
            then = match.after(at)
            view = then.view(seat)
            bad = [choice.code for choice in then.legal(seat) if harms(view, choice)]
            possible += bool(bad)
            done += code in bad
    return done, possible


@pytest.mark.parametrize(
    ("game", "players", "games"), [("fire", 4, 3), ("horror", 3, 4), ("alexandria", 3, 2)]
)
def test_the_friendly_hurt_fewer_people(game: str, players: int, games: int) -> None:
    rough, chances = hurt(game, "greedy", players, games)
    friendly, _ = hurt(game, "friendly", players, games)
    assert chances > rough > 0, "the games are not rough enough for this test"
    assert friendly < rough / 2


def test_a_style_is_offered_only_where_it_makes_a_difference() -> None:
    for game in GAMES:
        for style in ("cautious", "daring", "friendly"):
            alike = all(
                play(
                    es.new(game, players=4, seed=seed), [es.bot(style)] * 4, random.Random(seed)
                ).record()
                == play(
                    es.new(game, players=4, seed=seed), [es.bot("greedy")] * 4, random.Random(seed)
                ).record()
                for seed in range(2)
            )
            assert alike == (style not in styles_of(game)), (game, style)
