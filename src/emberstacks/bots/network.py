"""A learned judgement: a small network looks at features of a position, as one seat knows it.

It says which share of the win the seat can expect, and how many points. `emberstacks lab train`
finds its weights. Sums run in one order, so that the compiled build gives the same value to the
last bit.
"""

from __future__ import annotations

import math
from typing import Any, Final

from emberstacks.bots.heuristic import Greed, Heuristic
from emberstacks.bots.ismcts import Insight, Search
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.game import Game
from emberstacks.kernel.ints import Floats, Ints, append, i64, mypyc_attr
from emberstacks.kernel.loop import answer, legal, seal, to_act
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import OPEN, OVER, State
from emberstacks.kernel.step import CHANCE, NOBODY, TOGETHER, Step
from emberstacks.kernel.view import worlds_behind

COMPILED: Final = True  # tools/compile/copy.py

SIDES: Final = 2  # a question to the seat itself, or to somebody else
HEADS: Final = 2  # what the network says: the share of the win, and the points
CERTAIN: Final = 30.0  # beyond this a chance is as good as 0 or 1
ALONE: Final = 100.0  # points that are worth a win in a solo game
# share of its looks that a search gives the heuristic's favourite at first; ours
LIKED: Final = 0.4
FINE: Final = 1 << 30  # steps between 0 and 1 of a random number
UNSAID: Final = -1.0  # instead of a share of the win that nobody has thought about


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """What a network looks at in a position of one game. Each game has its own; all are about 1 in
    size.
    """

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.count: i64 = len(names)

    def look(self, s: State) -> None:
        """Work out what is the same for all seats."""

    def write(self, s: State, seat: i64, row: Floats) -> None:
        """Fill in the features as this seat knows them. Nothing that it may not know is read."""
        raise NotImplementedError

    def person(self, s: State, seat: i64, who: i64, row: Floats, at: i64) -> None:
        """Fill in, from some place on, what this seat knows of somebody, or of itself."""
        raise NotImplementedError

    def alike(self, s: State, seat: i64) -> i64:
        """A number for what this seat knows that a search may go by (see `Insight.alike`), or -1."""
        return -1

    def people(self, s: State, seat: i64, merits: Floats, width: i64, row: Floats) -> Ints:
        """Empty the row, and fill in the seat itself and the two rivals with the highest merits,
        each `width` features wide.

        Returns these rivals; -1 if there is none.
        """
        k: i64
        for k in range(self.count):
            row[k] = 0.0
        self.person(s, seat, seat, row, 0)
        others = rivals(merits, seat)
        for k in range(2):
            if others[k] >= 0:
                self.person(s, seat, others[k], row, (k + 1) * width)
        return others


def rivals(merits: Floats, seat: i64) -> Ints:
    """The two other seats with the highest merits, the better one first; -1 if there is none."""
    found = Ints([-1, -1])
    other: i64
    for other in range(len(merits)):
        if other == seat:
            continue
        if found[0] < 0 or merits[other] > merits[found[0]]:
            found[1] = found[0]
            found[0] = other
        elif found[1] < 0 or merits[other] > merits[found[1]]:
            found[1] = other
    return found


class Network:
    """One hidden layer. Which question is open, and whether to this seat, chooses the bias of its
    units.
    """

    def __init__(
        self, game: Game, features: Features, hidden: int, scale: float, numbers: list[float]
    ) -> None:
        self.game = game
        self.features = features
        self.hidden: i64 = hidden
        self.scale = scale  # points that the network calls 1
        self.kinds: dict[type[Step[Any]], int] = {
            step: number for number, step in enumerate(game.steps)
        }
        self.numbers = Floats(numbers)
        # the last stands for the end of the game
        self.questions: i64 = SIDES * (len(game.steps) + 1)
        self.row = Floats([0.0] * int(features.count))
        self.units = Floats([0.0] * hidden)
        self.win = 0.0
        self.points = 0.0

    def size(self) -> int:
        """How many weights there are."""
        return int(self.hidden * (self.questions + self.features.count + HEADS) + HEADS)

    def question(self, s: State, seat: i64) -> i64:
        """The number of the open question, seen from a seat."""
        step = s.step
        if step is OVER:
            return self.questions - SIDES
        asked = s.sealed[seat] == OPEN if step.seat == TOGETHER else step.seat == seat
        return SIDES * self.kinds[type(step)] + (1 if asked else 0)

    def judge(self, s: State, seat: i64) -> None:
        """Write the features of the seat into `row`, and its prospects into `win` and `points`;
        `look` comes first.
        """
        features, row, units, numbers = self.features, self.row, self.units, self.numbers
        features.write(s, seat, row)
        hidden = self.hidden
        at = hidden * self.question(s, seat)
        k: i64
        unit: i64
        for unit in range(hidden):
            units[unit] = numbers[at + unit]
        at = hidden * self.questions
        for k in range(features.count):
            one = row[k]
            if one != 0.0:
                for unit in range(hidden):
                    units[unit] += one * numbers[at + unit]
            at += hidden
        win = numbers[at + HEADS * hidden]
        points = numbers[at + HEADS * hidden + 1]
        for unit in range(hidden):
            one = units[unit]
            if one > 0.0:
                win += one * numbers[at + HEADS * unit]
                points += one * numbers[at + HEADS * unit + 1]
        self.win = 1.0 / (1.0 + math.exp(max(-CERTAIN, min(CERTAIN, -win))))
        self.points = points * self.scale

    def expect(self, s: State, seat: i64) -> float:
        """The share of the win that a seat can expect, or has got; `look` comes first."""
        if s.step is OVER:
            winners = self.game.winners(s)
            for winner in winners:
                if winner == seat:
                    return 1.0 if self.game.info.cooperative else 1.0 / float(len(winners))
            return 0.0
        self.judge(s, seat)
        return self.win

    def merit(self, s: State, seat: i64) -> float:
        """What the seat plays for: its share of the win; solo, its points, with a hundred counting
        as a win.
        """
        if s.seats > 1:
            return self.expect(s, seat)
        if s.step is OVER:
            return float(self.game.scores(s)[0]) / ALONE
        self.judge(s, seat)
        return self.points / ALONE

    def worths(self, s: State, seat: i64, codes: Ints, spare: bool = False) -> Floats:
        """What the seat can expect after each answer, before chance and the others continue.

        If nobody needs the position afterwards, it is spare, and the last answer is given there
        instead of in a copy.
        """
        found = Floats([0.0] * len(codes))
        last: i64 = len(codes) - 1
        k: i64
        for k in range(len(codes)):
            then = s if spare and k == last else s.clone()
            if then.step.seat == TOGETHER:
                seal(then, seat, codes[k])
            else:
                answer(then, codes[k])
            self.features.look(then)
            found[k] = self.merit(then, seat)
        return found


class LearnedInsight(Insight):
    """A search that leans on a network: no playouts, its chances at once, and the most hopeful
    answers first.
    """

    def __init__(self, network: Network) -> None:
        super().__init__(0, 1.0)
        self.network = network
        self.hoped = Floats([])  # per seat: its points in the position that was judged last

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        return codes[best(self.network.worths(s, seat, codes))]

    def playout(self, s: State, dealer: Dealer) -> i64:
        return 0

    def hopes(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> Floats:
        return self.network.worths(s, seat, codes)

    def alike(self, s: State, seat: i64) -> i64:
        return self.network.features.alike(s, seat)

    def standing(self, game: Game, s: State) -> list[float]:
        if s.step is OVER:
            return super().standing(game, s)
        self.chances(game, s)
        return list(self.hoped)

    def chances(self, game: Game, s: State) -> Floats:
        """As the network sees them, together no more than certain."""
        network = self.network
        network.features.look(s)
        found = Floats([0.0] * int(s.seats))
        self.hoped = Floats([0.0] * int(s.seats))
        total = 0.0
        seat: i64
        for seat in range(s.seats):
            found[seat] = network.expect(s, seat)
            self.hoped[seat] = network.points
            total += found[seat]
        if not game.info.cooperative and s.seats > 1 and total > 0.0:
            for seat in range(s.seats):
                found[seat] /= total
        return found

    def points(self) -> Floats:
        return self.hoped


class FarSighted(LearnedInsight):
    """A search that plays on for some decisions as a heuristic would, and asks the network only
    then.
    """

    def __init__(self, network: Network, heuristic: Heuristic, depth: i64) -> None:
        super().__init__(network)
        self.greed = Greed(heuristic, depth)
        self.trust = LIKED

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        return self.greed.choose(s, seat, codes, dealer)

    def playout(self, s: State, dealer: Dealer) -> i64:
        return self.greed.playout(s, dealer)

    def hopes(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> Floats:
        return Floats([])


def best(worths: Floats) -> i64:
    """The place of the highest; the first among equals."""
    found: i64 = 0
    k: i64
    for k in range(len(worths)):
        if worths[k] > worths[found]:
            found = k
    return found


class SelfPlay:
    """Games in which the network plays all seats, and what it can learn from them: one row per
    position and seat.

    If it thinks ahead, a search answers. Then a position learns from what later searches say of the
    win, not from what the network expected there.
    """

    def __init__(
        self, network: Network, guide: Insight, start: State, heat: float, trace: float
    ) -> None:
        self.network = network
        self.guide = guide  # answers for some seats instead of the network
        self.start = start
        self.heat = heat  # how much the answers vary, as a share of the win
        # how much the end counts against what was expected on the way, from 0 to 1
        self.trace = trace
        self.slips: i64 = 0  # of a hundred answers of the guide, how many are random instead
        # lines of play that a search tries for each answer; 0: the network answers at once
        self.lines: i64 = 0
        self.thinker: Insight = guide  # what the search knows
        self.rows = Floats([])
        self.questions = Ints([])
        self.wins = Floats([])  # what it should have expected
        self.points = Floats([])
        self.decisions: i64 = 0

    def play(self, seed: i64, guided: i64, most: i64) -> None:
        """A game to the end, or up to this many decisions; each seat is guided in this percentage
        of cases.
        """
        s = self.start.clone()
        dealer, policy = Dealer(seed), Dealer(~seed)
        follows: i64 = 0  # mask of the seats that are guided
        other: i64
        for other in range(s.seats):
            if policy.below(100) < guided:
                follows |= 1 << other
        first: i64 = len(self.wins)
        decisions: i64 = 0
        while decisions < most:
            step = s.step
            if step.seat == CHANCE:
                answer(s, dealer.pick(step.weights(s)))
                continue
            seat = to_act(s)
            if seat == NOBODY:
                break
            codes = legal(s, seat)
            code = codes[0]
            if len(codes) > 1:
                if has(follows, seat):
                    slipped = self.slips > 0 and policy.below(100) < self.slips
                    code = (
                        codes[policy.below(len(codes))]
                        if slipped
                        else self.guide.choose(s, seat, codes, policy)
                    )
                elif self.lines > 0:
                    code = self.thought(s, seat, codes, policy)
                else:
                    code = self.warm(s, seat, codes, policy)
            answer(s, code)
            decisions += 1
            if s.step is not OVER:
                self.note(s)
                if self.lines > 0:
                    self.leave_open(s.seats)
        self.decisions += decisions
        self.credit(s, first)

    def warm(self, s: State, seat: i64, codes: Ints, policy: Dealer) -> i64:
        """The best answer, or now and then one that is nearly as good."""
        worths = self.network.worths(s, seat, codes)
        best = -1e9
        chosen: i64 = 0
        k: i64
        for k in range(len(codes)):
            luck = (float(policy.below(FINE)) + 0.5) / float(FINE)
            worth = worths[k] - self.heat * math.log(-math.log(luck))
            if worth > best:
                best = worth
                chosen = k
        return codes[chosen]

    def thought(self, s: State, seat: i64, codes: Ints, policy: Dealer) -> i64:
        """What a search answers that knows what the seat knows; keeps the position with what the
        search says of it.
        """
        search = Search(
            self.network.game, worlds_behind(s, 1 << seat), seat, policy, self.thinker, codes
        )
        search.run(self.lines, 0.0)
        chosen: i64 = 0
        k: i64
        for k in range(len(codes)):
            if search.root.visits[k] > search.root.visits[chosen]:
                chosen = k
        self.note(s)
        self.say(s.seats, seat, search.root.value[chosen] / float(search.root.visits[chosen]))
        return codes[chosen]

    def say(self, seats: i64, seat: i64, win: float) -> None:
        """Correct what was expected of the last position by what a search says of one seat; the
        others share the rest.
        """
        first: i64 = len(self.wins) - seats
        others = 0.0
        k: i64
        for k in range(seats):
            if k != seat:
                others += self.wins[first + k]
        for k in range(seats):
            if k == seat or self.network.game.info.cooperative:
                self.wins[first + k] = win
            else:
                self.wins[first + k] *= (1.0 - win) / others

    def note(self, s: State) -> None:
        """Keep what every seat knows of a position, and what it expects."""
        network = self.network
        network.features.look(s)
        seat: i64
        for seat in range(s.seats):
            network.judge(s, seat)
            for one in network.row:
                self.rows = append(self.rows, one)
            self.questions = append(self.questions, network.question(s, seat))
            self.wins = append(self.wins, network.win)
            self.points = append(self.points, network.points)

    def leave_open(self, seats: i64) -> None:
        """What the network expects of the last position does not count: only what searches say."""
        k: i64
        for k in range(len(self.wins) - seats, len(self.wins)):
            self.wins[k] = UNSAID

    def credit(self, s: State, first: i64) -> None:
        """Replace what was expected by what was better known later: the end, and the expectations
        after it.
        """
        over = s.step is OVER
        network = self.network
        scores = network.game.scores(s)
        seats = s.seats
        network.features.look(s)
        trace = self.trace
        seat: i64
        for seat in range(seats):
            win = network.expect(s, seat)
            points = float(scores[seat]) if over else network.points
            at: i64 = len(self.wins) - seats + seat
            while at >= first:
                expected, hoped = self.wins[at], self.points[at]
                self.wins[at] = win
                self.points[at] = points
                if expected != UNSAID:
                    win = trace * win + (1.0 - trace) * expected
                    points = trace * points + (1.0 - trace) * hoped
                at -= seats
