"""Bots with a temper: the daring one draws more than the cautious one, and burns more often."""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.bots.table import play


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
    cautious, greedy, daring = (drawn(game, style, games) for style in ("cautious", "greedy", "daring"))
    assert cautious < greedy < daring


def test_where_nobody_draws_they_are_greedy() -> None:
    records = {
        play(es.new("horror", players=2, seed=3), [es.bot(style)] * 2, random.Random(3)).record()
        for style in ("cautious", "daring", "greedy")
    }
    assert len(records) == 1
