"""The rest of a game, worked out with the kernel's own steps: every draw and every answer of
everybody, with a memo.

Everybody plays as well as possible for their own share of the win, a team for the team's; among
equals, for the lead in points. What is too far off, or depends on things the thinker does not know,
may turn out any way. So the value of a position has a lower and an upper bound, and if the two
meet, it is solved.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import GIVEN
from emberstacks.kernel.game import Game
from emberstacks.kernel.loop import answer, legal, seal, waiting
from emberstacks.kernel.state import OPEN, OVER, State
from emberstacks.kernel.step import CHANCE, TOGETHER
from emberstacks.kernel.view import mask_of, resample
from emberstacks.kernel.zones import Deck, Slots

# All of these are ours.
# positions looked at for an answer, over all depths: about half a second, compiled or not
MOST: Final = 3_000
DEEPEST: Final = 6  # stages of a game
SAME: Final = 1e-9  # shares of a win closer than this count as equal

Answers = tuple[int, ...]  # of several seats asked together


class TooLarge(Exception):
    """There are too many positions to look at."""


class Prospect(NamedTuple):
    """What a position is worth to each seat if everybody plays on as well as possible."""

    least: tuple[float, ...]  # the share of the win if everything unknown turns out badly
    most: tuple[float, ...]  # if it turns out well
    lead: tuple[float, ...]  # average lead over the best rival; in a team or solo, points


class Rest:
    """What a solver may be told about a game; this one knows nothing, and a game's subclass knows
    more.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def near(self, s: State) -> bool:
        """Could the end be near enough to look for it?"""
        return True

    def sure(self, s: State) -> bool:
        """Is it certainly near, so that looking beyond the first stage pays?"""
        return True

    def key(self, s: State) -> Hashable:
        """The part of a position that matters for the rest of the game."""
        fields = tuple(frozen(getattr(s, name)) for name in s.FIELDS)
        steps = tuple((type(step).__name__, *step.args()) for step in [*s.below, s.step])
        return fields, steps, tuple(s.sealed)

    def stage(self, s: State) -> Hashable:
        """The stage of the game that a position belongs to: the search for the end goes stage by
        stage.
        """
        return None


def frozen(value: Any) -> Hashable:
    """A field of a state as part of a key."""
    if isinstance(value, int):
        return value
    if isinstance(value, Slots):
        return tuple(value.face), tuple(value.seen), tuple(value.lot), tuple(value.could)
    if isinstance(value, Deck):
        return frozen(value.top), tuple(value.rest), int(value.lot), frozen(value.bottom)
    return tuple(frozen(item) for item in value)


class Endgame:
    """All positions looked at from one view, each once per depth."""

    def __init__(self, game: Game, view: Mapping[str, Any], rest: Rest, most: int = MOST) -> None:
        self.game = game
        self.rest = rest
        self.left = most
        self.seat: int = view["seat"]
        self.who = int(mask_of(self.seat))
        self.seats: int = view["players"]
        self.together: bool = game.info.cooperative or self.seats == 1
        self.known: dict[Hashable, Prospect] = {}
        self.cut = False  # something was not looked into
        # what it guesses is pooled or makes no difference
        self.start = resample(game, view, Dealer(1))
        if self.start.step.seat == TOGETHER:
            for seat, given in enumerate(view["state"]["sealed"]):
                if given == GIVEN or seat == self.seat:
                    # nobody has seen it, so it may as well be given now
                    self.start.sealed[seat] = OPEN
        self.hidden = self.unseen(self.start)
        self.pooled = [0] * len(self.start.decks())
        self.solvable = not self.start.screens_up() and self.pool()

    # What is hidden.

    def unseen(self, s: State) -> int:
        """How many faces outside decks the thinker does not know."""
        return sum(1 for slots in s.zones() for seen in slots.seen if not seen & self.who)

    def pool(self) -> bool:
        """Put pieces of unseen hands into the deck: for a draw it makes no difference. False if it
        does.
        """
        decks = self.start.decks()
        if any(
            not seen & self.who
            for deck in decks
            for part in (deck.top, deck.bottom)
            for seen in part.seen
        ):
            return False
        left = [deck.shuffled() > 0 for deck in decks]
        for slots in self.start.zones():
            for k in range(slots.count()):
                homes = [n for n, deck in enumerate(decks) if deck.lot == slots.lot[k] and left[n]]
                if not slots.seen[k] & self.who and homes:
                    if len(homes) > 1 or slots.could[k] != -1:
                        return False
                    decks[homes[0]].rest[slots.face[k]] += 1
                    self.pooled[homes[0]] += 1
        return True

    def in_the_dark(self, s: State) -> bool:
        """Does the next step depend on something that the thinker, or a seat that is asked, does
        not know?
        """
        if any(
            more and deck.shuffled() <= more
            for more, deck in zip(self.pooled, s.decks(), strict=True)
        ):
            return True  # the deck itself would be empty
        unseen = self.unseen(s)
        asked = waiting(s)
        if unseen < self.hidden or (asked == [self.seat] and unseen > self.hidden):
            return True
        if not asked or asked == [self.seat]:
            return False
        know = self.who
        for seat in asked:
            know |= 1 << seat
        return any(seen & know != know for slots in s.zones() for seen in slots.seen)

    # What the answers of the thinker lead to.

    def choices(self, codes: Sequence[int]) -> list[Prospect] | None:
        """What each answer leads to, as many stages ahead as the positions allow; None if nothing
        can be said.
        """
        found: list[Prospect] | None = None
        if not self.solvable or not self.rest.near(self.start):
            return None
        for depth in range(DEEPEST):
            self.known = {}
            self.cut = False
            try:
                found = self.first(codes, depth)
            except TooLarge:
                break
            if not self.cut or decided(found, self.seat):
                break
            if not self.rest.sure(self.start) and all(open_to_all(one, self.seat) for one in found):
                break
        return found

    def first(self, codes: Sequence[int], depth: int) -> list[Prospect]:
        """What each answer leads to, this many stages ahead."""
        s, stage = self.start, self.rest.stage(self.start)
        asked = waiting(s)
        if asked == [self.seat]:
            return self.each(s, self.seat, codes, depth, stage)
        if self.in_the_dark(s):
            self.cut = True
            return [self.anything(s) for _ in codes]
        place = asked.index(self.seat)
        table = self.sealed(s, asked, depth, stage)
        kept = undominated(table, asked)
        rows = []
        for code in codes:
            kept[place] = [code]
            rows.append(hull([table[answers] for answers in itertools.product(*kept)]))
        return rows

    # What positions are worth.

    def prospect(self, s: State, depth: int, stage: Hashable) -> Prospect:
        """What a position is worth, this many stages ahead of the one it started from."""
        if s.step is OVER:
            return self.result(s)
        now = self.rest.stage(s)
        if now != stage:
            depth -= 1
        if depth < 0:
            self.cut = True
            return self.anything(s)
        key = depth, self.rest.key(s)
        found = self.known.get(key)
        if found is None:
            if self.left == 0:
                raise TooLarge
            self.left -= 1
            if self.in_the_dark(s):
                self.cut = True
                found = self.anything(s)
            else:
                found = (
                    self.drawn(s, depth, now)
                    if s.step.seat == CHANCE
                    else self.answered(s, depth, now)
                )
            self.known[key] = found
        return found

    def drawn(self, s: State, depth: int, stage: Hashable) -> Prospect:
        """The weighted average over what chance may bring."""
        weights = [float(weight) for weight in s.step.weights(s)]
        total = sum(weights)
        least, most, lead = ([0.0] * self.seats for _ in range(3))
        for code, weight in enumerate(weights):
            if weight > 0:
                one = self.prospect(after(s, [(CHANCE, code)]), depth, stage)
                for seat in range(self.seats):
                    least[seat] += weight * one.least[seat]
                    most[seat] += weight * one.most[seat]
                    lead[seat] += weight * one.lead[seat]
        return Prospect(*[tuple(part / total for part in sums) for sums in (least, most, lead)])

    def answered(self, s: State, depth: int, stage: Hashable) -> Prospect:
        """The best answer of the seat asked; for several asked together, the answers that are not
        plainly bad.
        """
        asked = waiting(s)
        if len(asked) == 1:
            codes = [int(code) for code in legal(s, asked[0])]
            return self.best(self.each(s, asked[0], codes, depth, stage), asked[0])
        table = self.sealed(s, asked, depth, stage)
        return hull([table[answers] for answers in itertools.product(*undominated(table, asked))])

    def each(
        self, s: State, seat: int, codes: Sequence[int], depth: int, stage: Hashable
    ) -> list[Prospect]:
        """What each answer of a seat leads to; if one surely wins, the others are not looked at."""
        twins = [after(s, [(seat, code)]) for code in codes]
        found = [self.anything(twin) for twin in twins]
        for k in sorted(range(len(twins)), key=lambda k: twins[k].step is not OVER):
            found[k] = self.prospect(twins[k], depth, stage)
            if found[k].least[seat] >= 1.0 - SAME:
                break
        return found

    def best(self, found: Sequence[Prospect], seat: int) -> Prospect:
        """The best answer for a seat, or if that is not clear, any of those that may be best."""
        least = max(one.least[seat] for one in found)
        may = [one for one in found if one.most[seat] > least + SAME]
        sure = [
            one
            for one in found
            if least - SAME <= one.least[seat] and one.most[seat] <= least + SAME
        ]
        if not may:
            return max(sure, key=lambda one: one.lead[seat])
        of_all = hull([*may, *sure])
        if self.together:
            return of_all._replace(least=(least,) * self.seats)
        return Prospect(
            tuple(least if other == seat else share for other, share in enumerate(of_all.least)),
            tuple(
                share if other == seat else min(share, 1.0 - least)
                for other, share in enumerate(of_all.most)
            ),
            of_all.lead,
        )

    def sealed(
        self, s: State, asked: Sequence[int], depth: int, stage: Hashable
    ) -> dict[Answers, Prospect]:
        """What every combination of answers leads to, for seats asked together."""
        every = itertools.product(*[[int(code) for code in legal(s, seat)] for seat in asked])
        return {
            codes: self.prospect(after(s, list(zip(asked, codes, strict=True))), depth, stage)
            for codes in every
        }

    def result(self, s: State) -> Prospect:
        """The end."""
        shares = tuple(self.game.shares(self.game.winners(s), self.seats))
        return Prospect(shares, shares, self.leads(s))

    def anything(self, s: State) -> Prospect:
        """Nobody knows where this leads."""
        return Prospect((0.0,) * self.seats, (1.0,) * self.seats, self.leads(s))

    def leads(self, s: State) -> tuple[float, ...]:
        scores = self.game.scores(s)
        if self.together:
            return tuple(float(points) for points in scores)
        return tuple(
            float(scores[k] - max(scores[:k] + scores[k + 1 :])) for k in range(self.seats)
        )


def after(s: State, given: Sequence[tuple[int, int]]) -> State:
    """The position after the answer of chance or a seat, or those of several together."""
    twin = s.clone()
    for seat, code in given:
        if len(given) > 1:
            seal(twin, seat, code)
        else:
            answer(twin, code)
    return twin


def hull(found: Sequence[Prospect]) -> Prospect:
    """Any of these."""
    return Prospect(
        tuple(map(min, zip(*[one.least for one in found], strict=True))),
        tuple(map(max, zip(*[one.most for one in found], strict=True))),
        tuple(sum(leads) / len(found) for leads in zip(*[one.lead for one in found], strict=True)),
    )


def undominated(table: Mapping[Answers, Prospect], asked: Sequence[int]) -> list[list[int]]:
    """For each seat asked, the answers that no other answer always matches or beats; the first of
    several equal ones.
    """
    kept = []
    for place, seat in enumerate(asked):
        rows: dict[int, dict[Answers, Prospect]] = {}
        for answers, one in table.items():
            rows.setdefault(answers[place], {})[answers[:place] + answers[place + 1 :]] = one
        good = list(rows)
        for code in reversed(rows):
            if any(as_good(rows[other], rows[code], seat) for other in good if other != code):
                good.remove(code)
        kept.append(good)
    return kept


def as_good(one: Mapping[Answers, Prospect], other: Mapping[Answers, Prospect], seat: int) -> bool:
    return all(one[rest].least[seat] >= other[rest].most[seat] - SAME for rest in one)


def open_to_all(one: Prospect, seat: int) -> bool:
    """Is nothing at all known about it?"""
    return one.most[seat] - one.least[seat] >= 1.0 - SAME


def regret(found: Sequence[Prospect], k: int, seat: int) -> float:
    """By how much another answer may be better than this one."""
    return (
        max((one.most[seat] for j, one in enumerate(found) if j != k), default=0.0)
        - found[k].least[seat]
    )


def decided(found: Sequence[Prospect], seat: int) -> bool:
    """Is one of the answers certainly at least as good as all others?"""
    return any(regret(found, k, seat) <= SAME for k in range(len(found)))


def favourite(found: Sequence[Prospect], seat: int) -> int:
    """Among the answers that are certainly best, the one with the largest lead."""
    certain = [k for k in range(len(found)) if regret(found, k, seat) <= SAME]
    return max(certain, key=lambda k: found[k].lead[seat])
