"""Many games of one kind side by side, for learners: they take a whole array of answers at a time
and fill whole arrays.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.game import Game
from emberstacks.kernel.ints import Flags, Floats, Ints, i64
from emberstacks.kernel.loop import legal, resolve, seal, to_act
from emberstacks.kernel.masks import EMPTY, bit, has
from emberstacks.kernel.page import Page
from emberstacks.kernel.state import State
from emberstacks.kernel.step import CHANCE, EVERYBODY, NOBODY, TOGETHER

QUIT: Final = -1  # as an action: this game ends here, and nobody gets anything
EVERY_SEAT: Final = -1  # the caller plays all seats
BY_LOT: Final = -2  # the caller plays one seat, another in every game
NUMBERS: Final = 32  # bits for the number of a game; its seed has the batch's seed above them


@final
class Place:
    """One of the games of a batch, and what is asked in it now."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.dealer = Dealer(0)
        self.policy = Dealer(0)  # for the seats that answer at random
        # of the game; the next one in this place has a number higher by the count of places
        self.number: i64 = 0
        # mask of the seats that the caller plays; the others answer at random
        self.asks: i64 = EVERYBODY
        self.seat: i64 = 0  # the one that is asked; after the end the one that was asked last
        self.first: i64 = 0  # the number of the action that is answer 0
        self.codes: Ints = EMPTY[:]
        self.done = False

    def begin(self, start: State, seed: i64, played: i64) -> None:
        """Another game; the caller plays this seat, EVERY_SEAT or one BY_LOT."""
        self.s = start.clone()
        self.dealer = Dealer(seed)
        self.policy = Dealer(~seed)
        self.done = False
        if played == BY_LOT:
            played = self.policy.below(start.seats)
        self.asks = EVERYBODY if played == EVERY_SEAT else bit(played)
        self.advance()

    def answer(self, seat: i64, code: i64) -> None:
        s = self.s
        if s.step.seat == TOGETHER:
            seal(s, seat, code)
        else:
            resolve(s, s.step, code)

    def advance(self) -> None:
        """Let chance answer, and the seats that the caller does not play, until one that it plays
        is asked.
        """
        s = self.s
        while True:
            step = s.step
            seat = step.seat
            if seat == CHANCE:
                resolve(s, step, self.dealer.pick(step.weights(s)))
                continue
            if seat == NOBODY:
                self.done = True
                return
            if seat == TOGETHER:
                seat = to_act(s)
            if has(self.asks, seat):
                self.seat = seat
                return
            codes = legal(s, seat)
            self.answer(seat, codes[self.policy.below(len(codes))])


@final
class Batch:
    """The games, and one array for each thing that learners want to know of them, one row for each
    game.

    A game that is over begins again: at once, or with the next step, whose answer is then ignored.
    """

    def __init__(
        self,
        game: Game,
        start: State,
        page: Page,
        firsts: list[int],
        count: int,
        played: int,
        at_once: bool,
    ) -> None:
        self.game = game
        self.start = start
        self.page = page  # what the seat that is asked may know
        # per step, and the number of actions
        self.firsts: Ints = Ints([first for first in firsts])  # noqa: C416
        self.actions: i64 = firsts[-1]
        self.count: i64 = count
        self.played: i64 = played  # a seat, EVERY_SEAT or BY_LOT
        self.at_once = at_once
        self.seed: i64 = 0
        self.places = [Place(start) for _ in range(count)]
        self.masks = Flags([0] * (count * firsts[-1]))  # 1 for each action that is legal
        # per seat: its share of the win, after the end
        self.rewards = Floats([0.0] * (count * int(start.seats)))
        self.done = Flags([0] * count)
        self.seats = Ints([0] * count)
        self.taken: Ints = EMPTY[:]
        # where the ones of `masks` are, after a step or a reset: the first `ones` of these
        self.open: Ints = EMPTY[:]
        self.ones: i64 = 0

    def reset(self, seed: i64) -> None:
        """Begin all games; the seed decides every one to come."""
        self.seed = seed
        k: i64
        for k in range(self.count):
            self.places[k].number = k - self.count
        self.resume()

    def resume(self) -> None:
        """Begin the next game in every place."""
        self.ones = 0
        k: i64
        for k in range(self.count):
            self.begin(k)
            self.look(k)

    def seed_of(self, k: i64) -> i64:
        """The seed of a game: a match with it is the same game."""
        return (self.seed << NUMBERS) + self.places[k].number

    def begin(self, k: i64) -> None:
        """The next game in this place that asks a seat of the caller's at all."""
        place = self.places[k]
        while True:
            place.number += self.count
            place.begin(self.start, self.seed_of(k), self.played)
            if not place.done:
                break
        self.forget(k)

    def forget(self, k: i64) -> None:
        """No rewards, not done."""
        self.done[k] = 0
        seats = self.start.seats
        seat: i64
        for seat in range(seats):
            self.rewards[k * seats + seat] = 0.0

    def take(self, actions: memoryview) -> i64:
        """Read the actions for the next step; returns the first game where one is not legal, -1 if
        all are.

        Not an array of ours: mypyc forgets to free one that Python code hands over (mypy 2.4.1).
        """
        self.taken = Ints(actions)
        k: i64
        for k in range(self.count):
            action = self.taken[k]
            allowed = 0 <= action < self.actions and self.masks[k * self.actions + action] == 1
            if not allowed and not self.places[k].done:
                return k
        return -1

    def step(self) -> None:
        """Answer in every game with the actions taken. They must be legal, or QUIT."""
        self.ones = 0
        k: i64
        for k in range(self.count):
            self.act(k, self.taken[k])

    def act(self, k: i64, action: i64) -> None:
        """Answer in one game; if it was over, another begins instead."""
        place = self.places[k]
        if place.done:
            self.begin(k)
        elif action == QUIT:
            place.done = True
            self.done[k] = 1
        else:
            if self.done[k] == 1:  # another game in this place, which the last step ended
                self.forget(k)
            place.answer(place.seat, action - place.first)
            place.advance()
            if place.done:
                self.end(k)
        self.look(k)

    def end(self, k: i64) -> None:
        """Share out the win, and begin again if that happens at once."""
        seats = self.start.seats
        s = self.places[k].s
        if self.at_once:
            self.begin(k)
        self.done[k] = 1
        shares = self.game.shares(self.game.winners(s), seats)
        seat: i64
        for seat in range(seats):
            self.rewards[k * seats + seat] = shares[seat]

    def look(self, k: i64) -> None:
        """Fill in what the seat that is asked may know and do."""
        place = self.places[k]
        masks, row = self.masks, k * self.actions
        start = row + place.first
        for code in place.codes:
            masks[start + code] = 0
        s, seat = place.s, place.seat
        self.show(k, seat)
        self.seats[k] = seat
        if place.done:
            place.codes = EMPTY[:]
            return
        place.first = self.firsts[self.page.number_of(s.step)]
        place.codes = legal(s, seat)[:]  # a copy: it may be the state's own, which changes
        start = row + place.first
        at: i64 = self.ones
        self.ones = at + len(place.codes)
        if self.ones > len(self.open):
            self.make_room()
        places = self.open
        for code in place.codes:
            masks[start + code] = 1
            places[at] = start + code
            at += 1

    def make_room(self) -> None:
        """For as many ones again."""
        room = 2 * self.ones
        places = Ints([0] * room)
        k: i64
        for k in range(len(self.open)):
            places[k] = self.open[k]
        self.open = places

    def show(self, k: i64, seat: i64) -> None:
        """Fill in what another seat may know of this game."""
        self.page.write(self.places[k].s, bit(seat), k)

    def sample(self, dealer: Dealer) -> Ints:
        """A legal action for every game, at random."""
        count = self.count
        actions = Ints([0] * count)
        k: i64
        for k in range(count):
            place = self.places[k]
            if not place.done:
                actions[k] = place.first + place.codes[dealer.below(len(place.codes))]
        return actions
