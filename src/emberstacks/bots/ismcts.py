"""Information-set Monte Carlo tree search for any game, from a view alone.

Every simulation plays in a fresh possible world dealt from the view. Each seat has its own tree. A
node is what that seat has seen since the root (its own answers, those it witnessed, and that
something hidden happened), so no seat in the search plans with what it could not know. Chance
follows the kernel's weights and is part of what was seen. Seats asked together choose in their own
trees, before any of the answers is opened. A game's insight may say which positions a seat need not
tell apart; these share a node, however they came about.
"""

from __future__ import annotations

import math
import time
from typing import Any, Final

from emberstacks.kernel.chance import LOW, MULTIPLIER, Dealer
from emberstacks.kernel.game import Game
from emberstacks.kernel.ints import Floats, Ints, append, i64, mypyc_attr
from emberstacks.kernel.loop import answer, legal, playout, seal, to_act
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import OPEN, State
from emberstacks.kernel.step import CHANCE, NOBODY, TOGETHER, Step
from emberstacks.kernel.view import Worlds

COMPILED: Final = True  # tools/compile/copy.py

# All of these are ours.
# weight of exploring what has been tried little, against a value from 0 to 1
CURIOSITY: Final = 0.5
WINNING: Final = 0.6  # share of winning in the value of a finished game; the rest is the lead
EAGER: Final = 0.3  # weight of exploring where a search trusts its insight
CLOSE: Final = 0.06  # hopes that differ by this much are looked at as 1 to e
WIDE: Final = 0.1  # share of its looks that all answers get equally
BLOCK: Final = 16  # simulations between two looks at the clock
FIRST_SIGHT: Final = 0.35  # what advice adds to the value of the best choice before its first try
UNTRIED: Final = 1e9  # the value hoped for before the first try
HIDDEN: Final = 1 << 20  # stands for an answer that a seat does not see
PART: Final = HIDDEN - 1
# answers: zero arrays up to this length are sliced from these two, which is faster than making them
FEW: Final = 32
ZEROS: Final = Ints([0] * FEW)
ZERO_FLOATS: Final = Floats([0.0] * FEW)


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight:
    """What a search may know about a game beyond its rules; this one knows nothing."""

    def __init__(self, depth: i64, trust: float = 0.0) -> None:
        self.depth: i64 = depth  # decisions after which a playout stops and is judged
        # how much more a search looks at what `choose` likes than at all else, from 0 to 1
        self.trust = trust

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        """What a seat answers in a playout."""
        return codes[dealer.below(len(codes))]

    def playout(self, s: State, dealer: Dealer) -> i64:
        """Play to the end, or as far as it wants to look; returns the number of decisions."""
        return playout(s, dealer, dealer, self.depth)

    def standing(self, game: Game, s: State) -> list[float]:
        """The points that each seat has or can expect in a position."""
        return [float(points) for points in game.scores(s)]

    def hopes(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> Floats:
        """What a seat can hope for after each answer, from 0 to 1; nothing if only trying tells."""
        return ZERO_FLOATS[:0]

    def chances(self, game: Game, s: State) -> Floats:
        """Each seat's chance to win from a position; nothing if that follows from its standing."""
        return ZERO_FLOATS[:0]

    def points(self) -> Floats:
        """The points that each seat can expect where its chances were asked for last; nothing if
        they never are.
        """
        return ZERO_FLOATS[:0]

    def alike(self, s: State, seat: i64) -> i64:
        """A number for what a seat knows: the same if it need not tell two positions apart. -1: it
        goes by all it has seen.
        """
        return -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Insight):
    """An insight with its own `choose`, which its playouts follow."""

    def calm(self, s: State) -> bool:
        """Can a position be judged here, or is something only half done?"""
        return True

    def playout(self, s: State, dealer: Dealer) -> i64:
        decisions: i64 = 0
        while True:
            step = s.step
            if step.seat == CHANCE:
                answer(s, dealer.pick(step.weights(s)))
                continue
            seat = to_act(s)
            if seat == NOBODY or (decisions >= self.depth and self.calm(s)):
                return decisions
            codes = legal(s, seat)
            if len(codes) == 0:
                return decisions  # see `Search.descend`
            answer(s, self.choose(s, seat, codes, dealer) if len(codes) > 1 else codes[0])
            decisions += 1


class Node:
    """What a seat knows when it is asked: its answers in any world so far, and how each turned out."""

    def __init__(self, seat: i64, codes: Ints) -> None:
        self.seat: i64 = seat
        self.codes = codes[:]
        self.offered = zeros(len(codes))  # simulations in which it could be given
        self.visits = zeros(len(codes))
        self.value = zero_floats(len(codes))  # sum over the visits
        self.chosen: i64 = -1  # place of the answer in the current simulation
        # how much the search looks at each answer before it has tried any; empty: all the same
        self.liked = ZERO_FLOATS[:0]
        self.hoped = ZERO_FLOATS[:0]  # what it hopes for before that

    def place(self, code: i64, guess: i64) -> i64:
        """The place of an answer: at the guess or after it, because answers keep their order; a new
        one is added.
        """
        count: i64 = len(self.codes)
        k: i64
        for k in range(guess, count):
            if self.codes[k] == code:
                return k
        for k in range(min(guess, count)):
            if self.codes[k] == code:
                return k
        self.codes = append(self.codes, code)
        self.offered = append(self.offered, 0)
        self.visits = append(self.visits, 0)
        self.value = append(self.value, 0.0)
        if len(self.liked) > 0:
            self.liked = append(self.liked, 1.0 / float(count + 1))
        if len(self.hoped) > 0:
            self.hoped = append(self.hoped, self.hoped[0])
        return count

    def like(self, place: i64, trust: float) -> None:
        """Look at one answer more than at all others."""
        count: i64 = len(self.codes)
        self.liked = zero_floats(count)
        k: i64
        for k in range(count):
            self.liked[k] = (1.0 - trust) / float(count) + (trust if k == place else 0.0)

    def hope(self, hopes: Floats) -> None:
        """Look most at the answers with the highest hopes."""
        best = 0.0
        for hope in hopes:
            best = max(best, hope)
        total = 0.0
        count: i64 = len(hopes)
        self.hoped = hopes
        self.liked = zero_floats(count)
        k: i64
        for k in range(count):
            self.liked[k] = math.exp((hopes[k] - best) / CLOSE)
            total += self.liked[k]
        for k in range(count):
            self.liked[k] = WIDE / float(count) + (1.0 - WIDE) * self.liked[k] / total


class Root(Node):
    """The thinker's node, with advice given before the search and figures for reports after it."""

    def __init__(self, seat: i64, codes: Ints) -> None:
        super().__init__(seat, codes)
        self.advice = zero_floats(len(codes))
        # sums over the visits: of the squared values, of the wins, of the points
        self.squares = zero_floats(len(codes))
        self.wins = zero_floats(len(codes))
        self.points = zero_floats(len(codes))

    def at(self, code: i64) -> i64:
        """The place of an answer; those of the root are known from the start."""
        return self.place(code, 0)

    def tried(self, code: i64) -> int:
        """How often an answer was given."""
        return self.visits[self.at(code)]

    def mean(self, code: i64) -> float:
        """The value of an answer; zero if it was never tried."""
        return self.value[self.at(code)] / self.tries(code)

    def variance(self, code: i64) -> float:
        """The squared standard error of the mean; after one try, as large as it can be."""
        visits = self.tries(code)
        if visits < 2.0:
            return 0.25
        average = self.mean(code)
        return max(0.0, self.squares[self.at(code)] / visits - average * average) / (visits - 1.0)

    def win(self, code: i64) -> float:
        """How often the seat wins after an answer."""
        return self.wins[self.at(code)] / self.tries(code)

    def score(self, code: i64) -> float:
        """The points that the seat has at the end after an answer."""
        return self.points[self.at(code)] / self.tries(code)

    def tries(self, code: i64) -> float:
        """The visits, as something to divide by."""
        return float(max(1, self.visits[self.at(code)]))


class Search:
    """A search over what one seat can answer, in its possible worlds, that runs for as long as you
    like.

    The same dealer gives the same search.
    """

    def __init__(
        self, game: Game, worlds: Worlds, seat: i64, dealer: Dealer, insight: Insight, codes: Ints
    ) -> None:
        self.game = game
        self.seat: i64 = seat
        self.players: i64 = worlds.gaps.seats
        self.alone: bool = game.info.cooperative or self.players == 1
        self.worlds = worlds
        self.dealer = dealer
        self.insight = insight
        self.kinds: dict[type[Step[Any]], int] = {cls: k for k, cls in enumerate(game.steps)}
        self.nodes: dict[int, Node] = {}
        self.root = Root(seat, codes)
        self.simulations: i64 = 0
        self.decisions: i64 = 0
        self.spread = 0.0  # sums for the usual size of a lead
        self.centre = 0.0
        self.seen = zeros(self.players)  # per seat, what it has seen since the root
        self.path: list[Node] = []
        self.points = zero_floats(self.players)  # at the end of the current simulation

    def advise(self, advice: list[float]) -> None:
        """Opinions on the answers at the root, from 0 (bad) to 1 (best); they count until the
        answers have been tried.
        """
        for k in range(len(advice)):
            self.root.advice[k] = FIRST_SIGHT * advice[k]
            if self.insight.trust > 0.0 and advice[k] == 1.0:
                self.root.like(k, self.insight.trust)

    def run(self, simulations: i64, seconds: float) -> None:
        """Run this many simulations, or as many as fit into the time (zero: no limit)."""
        start = time.perf_counter()
        done: i64 = 0
        while done < simulations:
            self.simulate()
            done += 1
            if seconds > 0 and done % BLOCK == 0 and time.perf_counter() - start >= seconds:
                return

    def simulate(self) -> None:
        """One world: down the trees, to the end with the insight's choices, and back up with the
        result.
        """
        s = self.worlds.deal(self.dealer)
        if s.step.seat == TOGETHER:
            s.sealed[self.seat] = OPEN  # an earlier answer may be replaced
        seat: i64
        for seat in range(self.players):
            self.seen[seat] = 0
        self.path.clear()
        if self.descend(s):
            self.decisions += self.insight.playout(s, self.dealer)
        self.learn(s)
        self.simulations += 1

    def descend(self, s: State) -> bool:
        """Answer from the trees until, after the root's own answer, one of them grows; False if the
        game ends first.

        It also ends where somebody has no answer. A world may be impossible in the end: somebody
        has begun something, and what they need for it was dealt elsewhere.
        """
        # before the root has answered: others asked at the same time may come first
        thinking = True
        while True:
            step = s.step
            if step.seat == CHANCE:
                code = self.dealer.pick(step.weights(s))
                self.tell(CHANCE, code, step.witnesses(s, CHANCE, code))
                answer(s, code)
                continue
            seat = to_act(s)
            if seat == NOBODY:
                return False
            codes = legal(s, seat)
            if len(codes) == 0:
                return False
            grown = False
            if thinking and seat == self.seat:
                thinking = False
                if self.simulations == 0:
                    self.consider(self.root, s, codes)
                code = self.select(self.root, codes)
            elif len(codes) == 1:
                code = codes[0]
            else:
                node = self.node_of(s, seat, codes)
                grown = node.chosen < 0
                code = self.select(node, codes)
            self.decisions += 1
            self.give(s, seat, code)
            if grown and not thinking:
                return True

    def give(self, s: State, seat: i64, code: i64) -> None:
        """Answer for a seat and note what everybody sees; answers given together are seen when the
        last has come.
        """
        step = s.step
        if step.seat != TOGETHER:
            self.tell(seat, code, step.witnesses(s, seat, code) | 1 << seat)
            answer(s, code)
            return
        s.sealed[seat] = code
        self.seen[seat] = stirred(self.seen[seat], seat, code)
        if to_act(s) != NOBODY:
            return
        other: i64
        for other in range(self.players):
            given = s.sealed[other]
            if given >= 0:
                self.tell(other, given, step.witnesses(s, other, given) & ~(1 << other))
        seal(s, seat, code)

    def tell(self, seat: i64, code: i64, witnesses: i64) -> None:
        """Add to what everybody has seen: the answer, or that there was one."""
        seen = self.seen
        other: i64
        for other in range(self.players):
            seen[other] = stirred(seen[other], seat, code if has(witnesses, other) else HIDDEN)

    def node_of(self, s: State, seat: i64, codes: Ints) -> Node:
        """The node for what a seat knows; the question is part of it, because faces turned up may
        have changed it.
        """
        key = self.insight.alike(s, seat)
        if key < 0:
            key = self.seen[seat]
        else:
            for waiting in s.below:
                key = self.asked(key, seat, waiting)
        key = self.asked(key, seat, s.step)
        node = self.nodes.get(key)
        if node is None:
            node = Node(seat, codes)
            self.nodes[key] = node
            self.consider(node, s, codes)
        return node

    def asked(self, key: i64, seat: i64, step: Step[Any]) -> i64:
        """A hash with one more question in it."""
        key = stirred(key, seat, self.kinds[type(step)])
        for arg in step.args():
            key = stirred(key, seat, arg)
        return key

    def consider(self, node: Node, s: State, codes: Ints) -> None:
        """What the insight thinks of the answers, before any is tried."""
        if self.insight.trust > 0.0:
            hopes = self.insight.hopes(s, node.seat, codes, self.dealer)
            if len(hopes) > 0:
                node.hope(hopes)
            elif len(node.liked) == 0:  # at the root, advice may have come first
                node.like(
                    node.place(self.insight.choose(s, node.seat, codes, self.dealer), 0),
                    self.insight.trust,
                )

    def select(self, node: Node, codes: Ints) -> i64:
        """The most promising answer, by what was tried and what the insight likes."""
        return self.trusting(node, codes) if len(node.liked) > 0 else self.curious(node, codes)

    def trusting(self, node: Node, codes: Ints) -> i64:
        """What is good, or tried too little for how much it is liked; what is untried is hoped to
        be as good as the rest.
        """
        tried = 0.0
        total = 0.0
        at: i64 = 0
        k: i64
        for k in range(len(codes)):
            at = node.place(codes[k], at)
            tried += float(node.visits[at])
            total += node.value[at]
        usual = total / tried if tried > 0.0 else 0.5
        hoping = len(node.hoped) > 0
        eager = EAGER * math.sqrt(tried + 1.0)
        best = -1.0
        chosen: i64 = 0
        at = 0
        for k in range(len(codes)):
            at = node.place(codes[k], at)
            visits = float(node.visits[at])
            if hoping:
                mean = (node.value[at] + node.hoped[at]) / (visits + 1.0)
            else:
                mean = node.value[at] / visits if visits > 0.0 else usual
            hope = mean + eager * node.liked[at] / (1.0 + visits)
            if hope > best:
                best = hope
                chosen = at
        node.chosen = chosen
        self.path.append(node)
        return node.codes[chosen]

    def curious(self, node: Node, codes: Ints) -> i64:
        """Untried answers first, by advice; then those that are good or little tried."""
        best = -1.0
        chosen: i64 = 0
        logged: i64 = 0  # most answers are offered equally often, and logarithms are slow
        log = 0.0
        k: i64
        count: i64 = len(codes)
        first = self.dealer.below(count)  # so that equals come in any order
        at = first
        for k in range(first, first + count):
            at = node.place(codes[k if k < count else k - count], at)
            offered = node.offered[at] + 1
            node.offered[at] = offered
            advice = self.root.advice[at] if node is self.root else 0.0
            if node.visits[at] == 0:
                hope = UNTRIED + advice
            else:
                if offered != logged:
                    logged = offered
                    log = math.log(float(offered))
                visits = float(node.visits[at])
                hope = (node.value[at] + advice) / visits + CURIOSITY * math.sqrt(log / visits)
            if hope > best:
                best = hope
                chosen = at
        node.chosen = chosen
        self.path.append(node)
        return node.codes[chosen]

    def learn(self, s: State) -> None:
        """Credit every answer on the path with its seat's result."""
        over = to_act(s) == NOBODY
        chances = (
            ZERO_FLOATS[:0]
            if over or self.insight.trust == 0.0
            else self.insight.chances(self.game, s)
        )
        if over:
            for k, score in enumerate(self.game.scores(s)):
                self.points[k] = float(score)
        elif len(chances) > 0:
            self.points = self.insight.points()
        else:
            for k, hoped in enumerate(self.insight.standing(self.game, s)):
                self.points[k] = hoped
        winners = self.game.winners(s) if over else []
        share = 1.0 if self.alone or len(winners) == 0 else 1.0 / float(len(winners))
        own = self.lead(self.seat)
        played = float(self.simulations + 1)
        self.centre += own
        middle = self.centre / played if self.alone else 0.0
        self.spread += abs(own - middle)
        trusting = self.insight.trust > 0.0
        unit = 1.0 if trusting else self.spread / played + 0.5
        winning = 1.0 if trusting else WINNING
        for node in self.path:
            at = node.chosen
            ahead = 1.0 / (
                1.0 + math.exp(max(-30.0, min(30.0, (middle - self.lead(node.seat)) / unit)))
            )
            won = chances[node.seat] if len(chances) > 0 else ahead
            if over:
                won = 0.0
                for winner in winners:
                    if winner == node.seat:
                        won = share
            value = winning * won + (1.0 - winning) * ahead
            node.visits[at] += 1
            node.value[at] += value
            if node is self.root:
                self.root.squares[at] += value * value
                self.root.wins[at] += won
                self.root.points[at] += self.points[self.seat]

    def lead(self, seat: i64) -> float:
        """The lead over the best rival; in a team or solo, simply the points."""
        points = self.points
        if self.alone:
            return points[seat]
        best = -1e9
        other: i64
        for other in range(self.players):
            if other != seat and points[other] > best:
                best = points[other]
        return points[seat] - best


def zeros(count: i64) -> Ints:
    """This many zeros."""
    return ZEROS[:count] if count <= FEW else Ints([0] * count)


def zero_floats(count: i64) -> Floats:
    """The same as floats."""
    return ZERO_FLOATS[:count] if count <= FEW else Floats([0.0] * count)


def noted(word: i64, number: i64) -> i64:
    """`stirred` with a number of up to 60 bits, in three parts."""
    word = stirred(word, 0, number & PART)
    word = stirred(word, 0, number >> 20 & PART)
    return stirred(word, 0, number >> 40 & PART)


def stirred(word: i64, seat: i64, code: i64) -> i64:
    """A 60-bit hash of what was seen so far and one more thing; two different pasts almost never
    share one.
    """
    low = (word & LOW) ^ ((seat + 2) * (2 * HIDDEN) + code + 1)
    return MULTIPLIER * (low & LOW) + (word >> 30)
