"""Dealers: the only source of randomness, never part of a state."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Final

from emberstacks.kernel.ints import Ints, i64, mypyc_attr

if TYPE_CHECKING:
    from emberstacks.kernel.state import State

MASK: Final = 0xFFFFFFFF
LOW: Final = (1 << 30) - 1
MULTIPLIER: Final = (
    # near the golden section of 2**30; MULTIPLIER * 2**30 - 1 is a safe prime, so the period is
    # 2**58
    663609357
)


def mix(z: i64) -> i64:
    """Spread a number over 32 bits, so that neighbouring seeds give unrelated games; never zero."""
    z = (z + 0x9E3779B9) & MASK
    z = ((z ^ (z >> 16)) * 0x21F0AAAD) & MASK
    z = ((z ^ (z >> 15)) * 0x735A2D97) & MASK
    z = z ^ (z >> 15)
    return z if z != 0 else 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealer:
    """A fast generator for simulations: the same seed gives the same game, interpreted and
    compiled.

    Multiply-with-carry in one word of 60 bits. Nothing in between exceeds 62, because machine
    integers wrap silently where Python's grow.
    """

    def __init__(self, seed: i64) -> None:
        first = mix(seed & MASK)
        self.word: i64 = (first << 27) + mix((seed >> 32 & MASK) ^ first)

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, for n up to 2**32."""
        word = self.word
        low = word & LOW
        carry = word >> 30
        self.word = MULTIPLIER * low + carry
        return ((low ^ carry) * n) >> 30

    def pick(self, weights: Ints) -> i64:
        """An outcome, with the probability its weight gives it."""
        total: i64 = 0
        for w in weights:
            total += w
        rest = self.below(total)
        outcome: i64
        for outcome in range(len(weights)):
            rest -= weights[outcome]
            if rest < 0:
                return outcome
        raise ValueError("chance is asked, but nothing can come up")

    def deal(self, s: State) -> i64:
        """The answer to the chance step on top."""
        return self.pick(s.step.weights(s))

    def skip(self, picks: i64) -> None:
        """Continue as if this many picks had been made."""
        i: i64
        for i in range(picks):
            self.below(1)

    def copy(self) -> Dealer:
        """A dealer that will make the same picks."""
        twin = Dealer(0)
        twin.word = self.word
        return twin


class SealedDealer(Dealer):
    """For real games: draws follow from a secret seed. Its hash is published first, the seed itself
    at the end.
    """

    def __init__(self, secret: bytes | None = None) -> None:
        super().__init__(0)
        self.secret: bytes = secrets.token_bytes(32) if secret is None else secret
        self.picks: i64 = 0

    def commitment(self) -> str:
        """What is published before the first draw."""
        return "sha256:" + hashlib.sha256(self.secret).hexdigest()

    def below(self, n: i64) -> i64:
        digest = hmac.digest(self.secret, b"%d" % self.picks, "sha256")
        self.picks += 1
        # 256 bits over a few dozen outcomes: no bias that could ever be measured
        number: int = int.from_bytes(digest, "big") % int(n)
        return number

    def skip(self, picks: i64) -> None:
        self.picks += picks

    def copy(self) -> Dealer:
        twin = SealedDealer(self.secret)
        twin.picks = self.picks
        return twin


class ScriptedDealer(Dealer):
    """For tests: first the outcomes of a script, then like a seeded dealer."""

    def __init__(self, script: list[str], seed: i64 = 0) -> None:
        super().__init__(seed)
        self.script = script

    def deal(self, s: State) -> i64:
        if not self.script:
            return super().deal(s)
        wanted = self.script[0]
        weights = s.step.weights(s)
        outcome: i64
        for outcome in range(len(weights)):
            if weights[outcome] > 0 and s.step.text(s, outcome) == wanted:
                self.script = self.script[1:]
                return outcome
        possible = [s.step.text(s, k) for k in range(len(weights)) if weights[k] > 0]
        raise ValueError(f"the script wants {wanted!r}, but chance has only {possible}")

    def copy(self) -> Dealer:
        twin = ScriptedDealer(self.script)
        twin.word = self.word
        return twin
