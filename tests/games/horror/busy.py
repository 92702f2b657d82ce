"""Random players in whose games more happens than by chance alone: they search, exchange and fight
rather than wander.
"""

from __future__ import annotations

import random

import emberstacks as es
from emberstacks.kernel.game import Value
from emberstacks.kernel.loop import legal
from emberstacks.kernel.state import State

# everything else: 6
WEIGHTS = {"search": 15, "exchange": 60, "go": 3, "fight": 8, "end": 1, "turn": 1, "look": 3}


def busy_choice(s: State, seat: int, rng: random.Random) -> int:
    """A choice of the seat that is asked."""
    codes = [int(code) for code in legal(s, seat)]
    words = [s.step.text(s, code).split()[0] for code in codes]
    return rng.choices(codes, [WEIGHTS.get(word, 6) for word in words])[0]


def busy_game(players: int, seed: int, **options: Value) -> es.Match:
    """A whole game of busy players, the same for the same seed."""
    rng = random.Random(seed)
    match = es.new("horror", players=players, seed=seed, **options)
    while not match.over:
        choices = match.legal()
        weights = [WEIGHTS.get(str(choice).split()[0], 6) for choice in choices]
        match.push(rng.choices(choices, weights)[0])
    return match
