"""Information-set Monte Carlo tree search for any game, from a view alone.

Every simulation plays in a possible world dealt anew from the view. Each seat has a tree of its own: a node is what that seat
has seen since the root (its own answers, those that it witnessed, and that something hidden happened), so no seat of the
search plans with what it could not know. Chance answers by the kernel's weights and is part of what was seen. Seats asked
together choose each in its own tree, before any of the answers is opened.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any, Final

from emberstacks.kernel.chance import LOW, MULTIPLIER, Dealer
from emberstacks.kernel.game import Game
from emberstacks.kernel.ints import Ints, i64, mypyc_attr
from emberstacks.kernel.loop import answer, legal, seal, to_act
from emberstacks.kernel.state import OPEN, State
from emberstacks.kernel.step import CHANCE, NOBODY, TOGETHER
from emberstacks.kernel.view import Worlds

# All of these are ours.
CURIOSITY: Final = 0.5  # weight of what has been tried little, beside a value from 0 to 1
WINNING: Final = 0.6  # share of winning in the value of a finished game; the rest is by how much
BLOCK: Final = 16  # simulations between two looks at the clock
FIRST_SIGHT: Final = 0.35  # what an advice for the best choice adds to its value before its first try
HIDDEN: Final = 1 << 20  # stands for an answer that a seat does not see


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight:
    """What a search may know of a game beyond its rules; this one knows nothing."""

    def __init__(self, depth: i64) -> None:
        self.depth: i64 = depth  # decisions after which a playout is judged as it stands

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        """What a seat answers in a playout."""
        return codes[dealer.below(len(codes))]

    def standing(self, game: Game, s: State) -> list[float]:
        """The points that each seat has, or may count on, in a position."""
        return [float(points) for points in game.scores(s)]


class Edge:
    """One answer of a seat in what it knows."""

    def __init__(self, advice: float) -> None:
        self.advice = advice
        self.offered: i64 = 0  # simulations in which it could be given
        self.visits: i64 = 0
        self.value = 0.0  # sums over the visits, as are the next three
        self.squares = 0.0
        self.wins = 0.0
        self.points = 0.0


class Node:
    """What a seat knows when it is asked."""

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}


class Search:
    """A search from one view, going on as long as it is asked to; the same dealer gives the same search."""

    def __init__(self, game: Game, view: Mapping[str, Any], dealer: Dealer, insight: Insight) -> None:
        self.game = game
        self.seat: i64 = view["seat"]
        self.players: i64 = view["players"]
        self.alone: bool = game.info.cooperative or self.players == 1
        self.worlds = Worlds(game, view)
        self.dealer = dealer
        self.insight = insight
        self.kinds: dict[str, int] = {cls.__name__: k for k, cls in enumerate(game.steps)}
        self.nodes: dict[int, Node] = {}
        self.root = Node()
        self.simulations: i64 = 0
        self.decisions: i64 = 0
        self.spread = 0.0  # sums for the usual size of a lead
        self.centre = 0.0
        self.seen: list[int] = []  # per seat, what it has seen since the root
        self.path: list[Edge] = []
        self.path_seats: list[int] = []

    def advise(self, codes: list[int], advice: list[float]) -> None:
        """The answers at the root, each with an opinion from 0 (bad) to 1 (best) that counts until it has been tried."""
        for k in range(len(codes)):
            self.root.edges[codes[k]] = Edge(FIRST_SIGHT * advice[k])

    def run(self, simulations: i64, seconds: float) -> None:
        """So many simulations, or as many as fit into the time (zero: no limit), whichever ends first."""
        start = time.perf_counter()
        done: i64 = 0
        while done < simulations:
            self.simulate()
            done += 1
            if seconds > 0 and done % BLOCK == 0 and time.perf_counter() - start >= seconds:
                return

    def simulate(self) -> None:
        """One world: down the trees, to the end by the insight's choices, and back with what came of it."""
        s = self.worlds.deal(self.dealer)
        if s.step.seat == TOGETHER:
            s.sealed[self.seat] = OPEN  # an answer given already may be replaced
        self.seen = [0] * self.players
        self.path = []
        self.path_seats = []
        if self.descend(s):
            self.playout(s)
        self.learn(s)
        self.simulations += 1

    def descend(self, s: State) -> bool:
        """Answer by the trees until, after the root's own answer, one of them grows; False where the game is over first."""
        thinking = True  # the root has not answered yet: others who are asked together with it may come first
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
            at_root = thinking and seat == self.seat
            thinking = thinking and not at_root
            grown = False
            if len(codes) == 1:
                code = codes[0]
            else:
                node = self.root if at_root else self.node_of(s, seat)
                grown = len(node.edges) == 0
                code = self.select(node, codes, seat)
            self.decisions += 1
            self.give(s, seat, code)
            if grown and not thinking:
                return True

    def give(self, s: State, seat: i64, code: i64) -> None:
        """The answer of a seat, with what everybody sees of it; answers to several are seen when the last has come."""
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
        """Everybody adds to what they have seen: the answer, or that there was one."""
        other: i64
        for other in range(self.players):
            known = code if witnesses >> other & 1 else HIDDEN
            self.seen[other] = stirred(self.seen[other], seat, known)

    def node_of(self, s: State, seat: i64) -> Node:
        """The node of what a seat knows; the question is part of it, for faces turned up may have changed it."""
        key = stirred(self.seen[seat], seat, self.kinds[type(s.step).__name__])
        for arg in s.step.args():
            key = stirred(key, seat, arg)
        node = self.nodes.get(key)
        if node is None:
            node = Node()
            self.nodes[key] = node
        return node

    def select(self, node: Node, codes: Ints, seat: i64) -> i64:
        """The answer of which most is hoped for: untried ones first, by advice, then what is good or little tried."""
        edges = node.edges
        best = -1.0
        chosen: i64 = -1
        picked: Edge | None = None
        k: i64
        first = self.dealer.below(len(codes))  # so that equals come in any order
        for k in range(len(codes)):
            place = first + k
            code = codes[place if place < len(codes) else place - len(codes)]
            edge = edges.get(code)
            if edge is None:
                edge = Edge(0.0)
                edges[code] = edge
            edge.offered += 1
            if edge.visits == 0:
                hope = 1e9 + edge.advice
            else:
                visits = float(edge.visits)
                hope = edge.value / visits + CURIOSITY * math.sqrt(math.log(edge.offered) / visits) + edge.advice / visits
            if hope > best:
                best = hope
                chosen = code
                picked = edge
        assert picked is not None
        self.path.append(picked)
        self.path_seats.append(seat)
        return chosen

    def playout(self, s: State) -> None:
        """On by the insight's choices, to the end or as far as it wants to look."""
        insight, dealer = self.insight, self.dealer
        left = insight.depth
        while True:
            step = s.step
            if step.seat == CHANCE:
                answer(s, dealer.pick(step.weights(s)))
                continue
            seat = to_act(s)
            if seat == NOBODY or left == 0:
                return
            codes = legal(s, seat)
            answer(s, insight.choose(s, seat, codes, dealer) if len(codes) > 1 else codes[0])
            left -= 1
            self.decisions += 1

    def learn(self, s: State) -> None:
        """Every answer on the path gets what its seat got out of it."""
        over = to_act(s) == NOBODY
        points = [float(score) for score in self.game.scores(s)] if over else self.insight.standing(self.game, s)
        winners = self.game.winners(s) if over else []
        leads = [self.lead(points, seat) for seat in range(self.players)]
        shares = [0.0] * self.players
        values = [0.0] * self.players
        own = leads[self.seat]
        played = float(self.simulations + 1)
        self.centre += own
        middle = self.centre / played if self.alone else 0.0
        self.spread += abs(own - middle)
        unit = self.spread / played + 0.5
        for seat in winners:
            shares[seat] = 1.0 if self.alone else 1.0 / len(winners)
        for seat in range(self.players):
            ahead = 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (middle - leads[seat]) / unit))))
            values[seat] = WINNING * shares[seat] + (1.0 - WINNING) * ahead if over else ahead
            if not over:
                shares[seat] = ahead
        for k in range(len(self.path)):
            edge = self.path[k]
            seat = self.path_seats[k]
            edge.visits += 1
            edge.value += values[seat]
            edge.squares += values[seat] * values[seat]
            edge.wins += shares[seat]
            edge.points += points[seat]

    def lead(self, points: list[float], seat: int) -> float:
        """The points before the best rival; in a team, or alone, simply the points."""
        if self.alone:
            return points[seat]
        best = -1e9
        for other in range(self.players):
            if other != seat and points[other] > best:
                best = points[other]
        return points[seat] - best


def mean(edge: Edge) -> float:
    """The value of an answer; of one never tried, nothing."""
    return edge.value / float(max(1, edge.visits))


def doubt(edge: Edge) -> float:
    """The squared standard error of the mean; of what was tried once, as large as it can be."""
    if edge.visits < 2:
        return 0.25
    average, visits = mean(edge), float(edge.visits)
    return max(0.0, edge.squares / visits - average * average) / (visits - 1.0)


def stirred(word: i64, seat: i64, code: i64) -> i64:
    """What was seen so far, and one thing more, as a number of 60 bits; two pasts share one only by great chance."""
    low = (word & LOW) ^ ((seat + 2) * (2 * HIDDEN) + code + 1)
    return MULTIPLIER * (low & LOW) + (word >> 30)
