"""Learn what positions of the Lone Librarian are worth, backwards from the last turn: python
tools/lone.py [positions] [seed].

For every turn from the twelfth to the second it makes positions as games may bring them, solves the
turn from each (with every draw weighed by its chance), and fits the worth of a position to what the
solved turns brought. No game is played for it.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import numpy as np

from emberstacks.bots.minds.fire import alone
from emberstacks.bots.minds.fire.lone import (
    BURNED,
    HAND,
    TOOLS,
    WIDTH,
    Future,
    LoneTurn,
    burn,
    lowest,
    row,
    seen,
)
from emberstacks.games import game_by_id
from emberstacks.games.fire.components import AXE, CARDS, LIBRARY_CART, SECTIONS, SPACES
from emberstacks.kernel.ints import Floats, Ints

TURNS = 12
RIDGE = 1.0  # pulls weights that few positions speak for towards nothing; ours
KINDS = [kind for kind in range(TOOLS) if kind not in (AXE, LIBRARY_CART)]


class Position:
    """A position before a turn."""

    def __init__(self, box: Any, turn: int, rng: random.Random) -> None:
        self.at = library(box, turn, rng)
        left = (TURNS - turn) % CARDS + 1
        self.free = sum(1 << card for card in favoured(rng, left))
        pile = [kind for kind in KINDS for _ in range(3)]
        rng.shuffle(pile)
        held = min(7, max(0, round(rng.gauss(2.6 + 0.1 * turn, 1.6))))
        self.hand = sum(1 << HAND * kind for kind in pile[:held])
        self.market = sum(1 << HAND * kind for kind in pile[held : held + 3])
        rest = pile[held + 3 :] if rng.random() < 0.5 else pile
        self.deck = [rest.count(kind) for kind in range(TOOLS)]
        burned = [self.at >> BURNED * k & 7 for k in range(SECTIONS)]
        icons = sum(box.icons[k * 8 + j] for k in range(SECTIONS) for j in range(1, burned[k] + 1))
        self.bag = [*box.books, 0, box.fires + icons]


def favoured(rng: random.Random, left: int) -> list[int]:
    """Which cards are still free: any may be, those with few safe spaces somewhat more often."""
    return rng.sample(range(CARDS), left)


def library(box: Any, turn: int, rng: random.Random) -> int:
    """A library as it may look: in most turns the lowest card has burned, in some the books of a
    lost turn.
    """
    while True:
        at = 0
        lost = rng.uniform(0.0, 0.5)
        for _ in range(turn - 1):
            if rng.random() < lost:
                if rng.random() < 0.7:
                    for _ in range(rng.randrange(1, 5)):
                        at = (
                            burn(box, at, rng.choices(range(SECTIONS), list(box.books))[0])
                            if at >= 0
                            else at
                        )
            elif at >= 0:
                at = burn(box, at, lowest(box, at))
        if at >= 0:
            return at


def solved(box: Any, turn: int, weights: Floats, at: Position) -> float:
    """The best that the turn and what follows can bring."""
    best = -1000.0
    for card in range(CARDS):
        if at.free >> card & 1:
            free = at.free & ~(1 << card) or (1 << CARDS) - 1
            future = Future(box, turn, free, weights, Ints(at.deck))
            lone = LoneTurn(
                future, card, at.at, Ints(at.bag), Ints([-1] * SPACES), at.hand, at.market
            )
            best = max(best, lone.decide(lone.start))
    return best


def fitted(rows: Any, targets: Any, before: Any) -> Any:
    """The weights that fit best; where the positions say little, they stay near those of the next
    turn.
    """
    return before + np.linalg.solve(
        rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ (targets - rows @ before)
    )


def main(positions: int, seed: int) -> None:
    box: Any = game_by_id("fire").box  # type: ignore[attr-defined]
    rng = random.Random(seed)
    learned: dict[int, list[float]] = {}
    weights = Floats([])
    before = np.zeros(WIDTH)
    began = time.process_time()
    for turn in range(TURNS, 1, -1):
        spots = [Position(box, turn, rng) for _ in range(positions)]
        rows = np.array([list(row(seen(box, p.at, p.free), p.hand, p.market)) for p in spots])
        targets = np.array([solved(box, turn, weights, p) for p in spots])
        kept = positions * 9 // 10
        miss = rows[kept:] @ fitted(rows[:kept], targets[:kept], before) - targets[kept:]
        before = fitted(rows, targets, before)
        print(
            f"turn {turn}: worth {targets.mean():.1f} ± {targets.std():.1f}, missed by"
            f" {np.sqrt((miss**2).mean()):.2f} ({time.process_time() - began:.0f} s)",
            flush=True,
        )
        learned[turn] = [float(one) for one in before.astype(np.float32)]
        weights = Floats(learned[turn])
    first = [Position(box, 1, rng) for _ in range(100)]
    print(f"turn 1: {np.mean([solved(box, 1, weights, p) for p in first]):.1f}")
    provenance = {
        "command": f"python tools/lone.py {positions} {seed}",
        "positions a turn": positions,
        "seed": seed,
    }
    alone.FILE.write_text(alone.to_json(learned, provenance), encoding="utf-8")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:3]))
