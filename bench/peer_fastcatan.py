"""fastcatan: Catan in C++, many games side by side, with masks. It has no observations since its
version 2.
"""

import os

# before it is imported: the benchmark has one core, and its threads would wait busily
os.environ["OMP_NUM_THREADS"] = "1"

import fastcatan
import numpy as np

COUNT = 256  # games in a batch, as many as ours


class Batch:
    """Legal actions at random for all games at once; a game that ends begins again."""

    def __init__(self):
        self.envs = fastcatan.BatchedEnv(COUNT, seed=0)
        self.envs.reset()
        self.masks = np.zeros((COUNT, fastcatan.MASK_WORDS), np.uint64)
        self.done = np.zeros(COUNT, np.uint8)
        self.rng = np.random.default_rng(0)

    def play(self, games, first):
        steps = ended = 0
        while ended < games:
            self.envs.write_masks(self.masks)
            self.envs.step_autoreset(sampled(self.masks, self.rng), self.done)
            steps += COUNT
            ended += int(self.done.sum())
        return {"decisions": steps}


def sampled(masks, rng):
    """A legal action for every game."""
    bits = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
    rows, actions = np.nonzero(bits)
    counts = bits.sum(1, dtype=np.int64)
    starts = np.cumsum(counts) - counts
    chosen = starts + (rng.random(len(counts)) * counts).astype(np.int64)
    assert rows[chosen[-1]] == len(counts) - 1
    return actions[chosen].astype(np.uint32)
