"""Secrecy as a theorem: if two games look the same to a seat, they stay the same to it until it
learns what differs.

`check_secrecy` plays a game and next to it, for every seat and for spectators, a second one. In the
second, everything they may not know is different: other hidden draws, other secret answers. All
that they see (view, question, choices, words, events, record) must be the same in both, byte for
byte (laws 8, 9, 16 and 20).
"""

from __future__ import annotations

import json
from typing import Any

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import TRUTH, canonical, encode
from emberstacks.kernel.errors import LawBroken
from emberstacks.kernel.game import NEWEST, Game, Options
from emberstacks.kernel.loop import answer, give, legal, seal, to_act, waiting
from emberstacks.kernel.page import Page
from emberstacks.kernel.record import Answer, sealed, write_moves
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE, TOGETHER
from emberstacks.kernel.view import mask_of, resample, view
from emberstacks.kernel.zones import all_slots, unknown

Piece = tuple[int, list[int]]  # a piece, and what is public about its place
# how many are made to find one where something that the seat has just seen can, or cannot, happen
WORLDS = 5
WORDS = 10  # how many earlier answers are tried again, to see how they are refused
WISHES = 30  # how many sets of sealed answers are tried in one world


def check_secrecy(
    game: Game,
    players: int,
    options: Options,
    seed: int,
    rules: int = NEWEST,
    page: Page | None = None,
) -> None:
    """Play one random game next to its doubles: one for every seat and one for spectators. A page
    is looked at as well.
    """
    full = game.full_options(players, options, rules)
    for seat in [*range(players), None]:
        try:
            Double(game, game.start(players, full, rules), full, seat, seed, page).run()
        except LawBroken as broken:
            settings = (
                f"{game.info.id} with {players} players, options {dict(options)}, seed {seed}, seen"
                f" by {seat}"
            )
            raise LawBroken(f"{broken} [{settings}]") from None


class Double:
    """A game, and a second one that a seat (None: a spectator) cannot tell apart from it."""

    def __init__(
        self,
        game: Game,
        start: State,
        options: Options,
        seat: int | None,
        seed: int,
        page: Page | None = None,
    ) -> None:
        self.game = game
        self.page = page
        self.options = options
        self.seat = seat
        self.who = mask_of(seat)
        self.dealer = Dealer(seed)
        self.real = start
        # texts of answers given: whether they are refused now, and why, must be the same in both
        self.words: list[str] = []
        self.part(self.real.clone())

    def part(self, other: State) -> None:
        """From here on the two differ."""
        self.other = other
        self.starts = [self.real.clone(), other.clone()]
        self.answers: list[list[Answer]] = [[], []]
        self.real.log = []
        self.other.log = []

    def run(self) -> None:
        while self.real.step is not OVER:
            if self.real.step.seat == TOGETHER:
                self.several()
            else:
                self.one()
        self.compare_records()

    # Answers.

    def one(self) -> None:
        """One answer in the real game, and one in the other that looks the same."""
        seat = int(to_act(self.real))
        code = self.chosen(self.real, seat)
        twin = self.twin_of(seat, code)
        for attempt in range(WORLDS):
            if twin is None:
                self.renew()
                twin = self.twin_of(seat, code)
        if twin is None:
            self.part(self.real.clone())
            twin = code
        before = self.real.clone(), self.other.clone()
        answer(self.real, code)
        answer(self.other, twin)
        self.check_heard(before[0], {seat: code}, seat)
        self.settle_difference(before, [(seat, code)], [(seat, twin)])

    def several(self) -> None:
        """The answers to a question to several seats, coming in any order."""
        asked = waiting(self.real)
        codes = {seat: self.chosen(self.real, seat) for seat in asked}
        check_arrival(self.real, codes)
        twins = self.twins_of(codes)
        for attempt in range(WORLDS):
            if twins is None:
                self.renew()
                twins = self.twins_of(codes)
        if twins is None:
            self.part(self.real.clone())
            twins = codes
        before = self.real.clone(), self.other.clone()
        for seat in self.shuffled(asked):
            self.compare()
            self.check_unopened(before[0])
            seal(self.real, seat, codes[seat])
            seal(self.other, seat, twins[seat])
        for seat in asked:
            self.check_heard(before[0], codes, seat)
        self.settle_difference(before, sorted(codes.items()), sorted(twins.items()))

    def settle_difference(
        self, before: tuple[State, State], real: list[Answer], other: list[Answer]
    ) -> None:
        """After an answer the two may look different only to a seat that has just learned different
        pieces.
        """
        if self.looks(self.real) == self.looks(self.other) and self.told(self.real) == self.told(
            self.other
        ):
            self.answers[0] += real
            self.answers[1] += other
            self.real.log = []
            self.other.log = []
            return
        if (self.real.step is OVER) != (self.other.step is OVER):
            self.renew()  # everybody can see whether a game is over
            return
        if self.real.learners & self.who == 0:
            raise LawBroken(
                f"law 9: {self.difference(self.real, self.other)}, though {self.seat} is not among"
                " the learners"
            )
        if self.learned(before[0], self.real) == self.learned(before[1], self.other):
            raise LawBroken(
                f"law 9: {self.difference(self.real, self.other)}, though {self.seat} has learned"
                " the same pieces"
            )
        self.renew()

    def check_unopened(self, start: State) -> None:
        """Before all have answered, nothing depends on what the others answered."""
        twin = self.real.clone()
        for seat, _ in sealed(self.real):
            if seat != self.seat:
                twin.sealed[seat] = self.chosen(self.real, seat)
        if self.looks(self.real) != self.looks(twin):
            raise LawBroken(f"law 9: {self.difference(self.real, twin)}, before all have answered")
        self.compare_written([start, start], [sealed(self.real), sealed(twin)])

    def check_heard(self, before: State, codes: dict[int, int], seat: int) -> None:
        """The record tells the seat nothing about hidden pieces that the position does not."""
        if not unknown(before, self.who):
            return
        alternative = {**codes, seat: self.chosen(before, seat)}
        if seat == self.seat or self.heard(before, codes) == self.heard(before, alternative):
            return
        twin = before.clone()
        for other, code in alternative.items():
            give(twin, other, code)
        if self.looks(twin) == self.looks(self.real) and self.is_news(before, twin, seat, codes):
            name, text = type(before.step).__name__, self.heard(before, codes)[seat][1]
            raise LawBroken(
                f"law 9: {name} lets {self.seat} read {text!r}, which tells more than the position"
                " does"
            )

    def is_news(self, before: State, twin: State, seat: int, codes: dict[int, int]) -> bool:
        """Did this answer tell something about hidden pieces: by what it did to them, or by being
        possible at all?
        """
        if before.step.seat != TOGETHER and canonical(encode(twin, TRUTH)) == canonical(
            encode(self.real, TRUTH)
        ):
            return False
        if seat == CHANCE:
            return True
        worlds = (resample(self.game, self.view(before), self.dealer) for world in range(WORLDS))
        return any(codes[seat] not in possible(world, seat) for world in worlds)

    def renew(self) -> None:
        """Continue in a new world that looks like the real one, because the old one no longer can."""
        self.compare_records()
        self.part(resample(self.game, self.view(self.real), self.dealer))
        self.compare()

    def chosen(self, s: State, seat: int) -> int:
        if seat == CHANCE:
            return int(self.dealer.deal(s))
        codes = legal(s, seat)
        code = int(codes[self.dealer.below(len(codes))])
        self.words = [*self.words[-WORDS:], s.step.text(s, code)]
        return code

    def twin_of(self, seat: int, code: int) -> int | None:
        """An answer in the other world that reads to the seat like this one in the real world; None
        if there is none.
        """
        heard = self.heard(self.real, {seat: code})
        twins = [
            twin
            for twin in possible(self.other, seat)
            if self.heard(self.other, {seat: twin}) == heard
        ]
        return self.shuffled(twins)[0] if twins else None

    def twins_of(self, codes: dict[int, int]) -> dict[int, int] | None:
        """The same for a set of sealed answers."""
        heard = self.heard(self.real, codes)
        for attempt in range(WISHES):
            twins = {
                seat: codes[seat] if heard[seat][0] else self.chosen(self.other, seat)
                for seat in codes
            }
            if (
                all(twins[seat] in possible(self.other, seat) for seat in codes)
                and self.heard(self.other, twins) == heard
            ):
                return twins
        return None

    def heard(self, s: State, codes: dict[int, int]) -> dict[int, tuple[bool, str]]:
        """What the seat reads of answers when they are given, or opened, and whether that is all of
        them.
        """
        opened = s
        if s.step.seat == TOGETHER:
            opened = s.clone()
            for seat, code in codes.items():
                opened.sealed[seat] = code
        return {seat: self.reads(opened, seat, code) for seat, code in codes.items()}

    def reads(self, s: State, seat: int, code: int) -> tuple[bool, str]:
        if seat == self.seat or s.step.witnesses(s, seat, code) & self.who:
            return True, s.step.text(s, code)
        return False, s.step.public_text(s, code) if s.step.seat >= 0 else ""

    def shuffled(self, items: list[int]) -> list[int]:
        out = items[:]
        for k in range(len(out) - 1, 0, -1):
            j = int(self.dealer.below(k + 1))
            out[k], out[j] = out[j], out[k]
        return out

    # Looks.

    def view(self, s: State) -> dict[str, Any]:
        return view(self.game, self.options, s, self.seat)

    def looks(self, s: State) -> str:
        """Everything that the seat is shown of a position, as bytes would be sent."""
        return json.dumps([self.view(s), self.asked(s), self.numbers(s)])

    def numbers(self, s: State) -> list[int]:
        """What a page shows the seat."""
        if self.page is None:
            return []
        self.page.write(s, self.who, 0)
        return [int(number) for number in self.page.numbers]

    def asked(self, s: State) -> list[Any]:
        """Everything that the seat is told about its choices, and about what is no choice."""
        if self.seat is None or self.seat not in waiting(s):
            return []
        step, seat = s.step, self.seat
        choices = [
            [
                int(code),
                step.text(s, code),
                step.label(s, code),
                step.rule(s, code),
                step.pieces(s, code),
                step.brings(s, code),
            ]
            for code in legal(s, seat)
        ]
        return [choices, int(step.default(s, seat)), [step.why_not(s, word) for word in self.words]]

    def told(self, s: State) -> list[Any]:
        """What the seat is told of the events since the last comparison."""
        return [event.json(self.who) for event in s.log or []]

    def compare(self) -> None:
        """In between the two must look exactly the same."""
        if self.looks(self.real) != self.looks(self.other) or self.told(self.real) != self.told(
            self.other
        ):
            raise LawBroken(f"law 9: {self.difference(self.real, self.other)}")

    def compare_records(self) -> None:
        self.compare_written(self.starts, self.answers)

    def compare_written(self, starts: list[State], answers: list[list[Answer]]) -> None:
        real, other = (write_moves(starts[k].clone(), answers[k], self.who) for k in (0, 1))
        if real != other:
            raise LawBroken(
                f"law 9: the record tells {self.seat} what it may not know:"
                f" {first_difference(real, other)}"
            )

    def difference(self, s: State, w: State) -> str:
        """How two states look different, in words."""
        real, other = self.view(s), self.view(w)
        for name in [*real["state"], *real]:
            one, two = (
                json.dumps(side["state"].get(name, side.get(name))) for side in (real, other)
            )
            if one != two:
                return f"{name!r} tells {self.seat} what it may not know: {one} or {two}"
        if self.numbers(s) != self.numbers(w):
            what, differ = "a page tells", first_difference(self.numbers(s), self.numbers(w))
        elif self.asked(s) != self.asked(w):
            what, differ = "its choices tell", first_difference(self.asked(s), self.asked(w))
        else:
            what, differ = "an event tells", first_difference(self.told(s), self.told(w))
        return f"{what} {self.seat} what it may not know: {differ}"

    def learned(self, before: State, after: State) -> list[list[Any]]:
        """What an answer told the seat about pieces: which it can place now, from where they came,
        and where they lie.
        """
        could_not, cannot = self.pieces(before, False), self.pieces(after, False)
        placed = taken_off([face for face, _ in could_not], [face for face, _ in cannot])
        hiding = [place[0] for _, place in cannot]
        return [
            sorted(placed),
            # one answer may turn up two pieces after one another: which lay where?
            sorted(
                [place[0], face]
                for face, place in could_not
                if face in placed and place[0] not in hiding
            ),
            sorted(taken_off([place for _, place in could_not], [place for _, place in cannot])),
            # without `could`
            sorted(
                taken_off(
                    [place[:-1] for _, place in could_not], [place[:-1] for _, place in cannot]
                )
            ),
            sorted(taken_off(self.pieces(after, True), self.pieces(before, True))),
            self.unscreened(before, after),
        ]

    def unscreened(self, before: State, after: State) -> list[Any]:
        """The numbers that came out from behind screens."""
        was, now = encode(before, self.who), encode(after, self.who)
        return [
            [name, seat, now[name][seat]]
            for name in after.SCREENED
            for seat in range(after.seats)
            if was[name][seat] is None and now[name][seat] is not None
        ]

    def pieces(self, s: State, known: bool) -> list[Piece]:
        """Every piece whose face the seat knows, or does not know, with all that is public about
        where it lies.
        """
        found: list[Piece] = []
        piles = len(s.zones())  # all slots from here on lie in decks, where their order is public
        for number, slots in enumerate(all_slots(s)):
            for k in range(slots.count()):
                if (slots.seen[k] & self.who != 0) == known:
                    place = k if number >= piles else 0
                    found.append(
                        (
                            int(slots.face[k]),
                            [
                                number,
                                place,
                                int(slots.seen[k]),
                                int(slots.lot[k]),
                                int(slots.could[k]),
                            ],
                        )
                    )
        for deck in s.decks():
            for piece in range(len(deck.rest)):
                found += [(piece, [int(deck.lot)])] * (0 if known else int(deck.rest[piece]))
        return found


def taken_off(before: list[Any], after: list[Any]) -> list[Any]:
    """Before less after, counting how often each occurs."""
    left = before[:]
    for item in after:
        if item in left:
            left.remove(item)
    return left


def possible(s: State, seat: int) -> list[int]:
    """What a seat, or chance, may answer."""
    if seat == CHANCE:
        weights = s.step.weights(s)
        return [k for k in range(len(weights)) if weights[k] > 0]
    return [int(code) for code in legal(s, seat)]


def check_arrival(s: State, codes: dict[int, int]) -> None:
    """Law 16: the order in which sealed answers come does not matter."""
    ends = []
    for order in (sorted(codes), sorted(codes, reverse=True)):
        twin = s.clone()
        for seat in order:
            seal(twin, seat, codes[seat])
        ends.append((canonical(encode(twin, TRUTH)), int(twin.learners)))
    if ends[0] != ends[1]:
        raise LawBroken("law 16: it matters which of several seats answers first")


def first_difference(real: list[Any], other: list[Any]) -> str:
    """The first entries that differ."""
    for one, two in zip(real, other, strict=False):
        if one != two:
            return f"{one} or {two}"
    return f"{len(real)} or {len(other)} entries"
