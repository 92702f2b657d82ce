"""The whole engine: answer the top step, then carry out what resolves itself."""

from __future__ import annotations

from typing import Any, Final

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import LawBroken
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import OPEN, OUT, OVER, State
from emberstacks.kernel.step import AUTO, CHANCE, EVERYBODY, NOBODY, TOGETHER, Step
from emberstacks.kernel.zones import Slots, may_hold

ENDLESS: Final = -1  # decisions of a playout: to the end of the game
# steps that may resolve themselves one after the other; no real game comes near
BY_ITSELF: Final = 10_000


def answer(s: State, choice: i64) -> None:
    """The only way a state changes: the seat to act, or chance, answers the top step."""
    step = s.step
    seat = step.seat
    if seat >= 0:
        s.learners = 0
    elif seat == TOGETHER:
        seal(s, to_act(s), choice)
        return
    else:
        s.learners = step.witnesses(s, CHANCE, choice)
    resolve(s, step, choice)


def resolve(s: State, step: Step[Any], choice: i64) -> None:
    """Carry out an answer to the top step, without tracking who learned from it: playouts do not
    need that.
    """
    # s.pop() without the call: this line runs at every answer
    s.step = s.below.pop() if len(s.below) > 0 else OVER
    step.answer(s, choice)
    if s.step.seat == AUTO:
        run(s)


def seal(s: State, seat: i64, choice: i64) -> None:
    """One of several seats answers; the last one opens all answers. Until then an answer may be
    replaced.
    """
    s.learners = 0
    s.sealed[seat] = choice
    if to_act(s) != NOBODY:
        return
    step = s.step
    # the outcome tells everybody something, even if only that nobody reacted
    s.learners = EVERYBODY
    s.pop()
    step.answer(s, 0)
    if s.step.seat != TOGETHER:
        forget_answers(s)
    if s.step.seat == AUTO:
        run(s)


def give(s: State, seat: i64, choice: i64) -> None:
    """The answer of a seat or of chance, to any kind of question."""
    if s.step.seat == TOGETHER:
        seal(s, seat, choice)
    else:
        answer(s, choice)


def run(s: State) -> None:
    """Carry out what resolves itself."""
    count: i64 = 0
    while s.step.seat == AUTO:
        step = s.step
        s.pop()
        step.answer(s, 0)
        count += 1
        if count > BY_ITSELF:
            raise LawBroken(
                f"law 11: {type(step).__name__} and what it pushes go on for ever, and nobody is"
                " asked"
            )


def together(s: State, step: Step[Any], seats: i64) -> None:
    """Ask all seats in the mask at once."""
    s.push(step)
    seat: i64
    for seat in range(s.seats):
        s.sealed[seat] = OPEN if has(seats, seat) else OUT
    if to_act(s) == NOBODY:
        raise ValueError("a question to several seats must ask at least one")


def forget_answers(s: State) -> None:
    """Clear the answers with their question: no later step may read what is in no view and no JSON."""
    seat: i64
    for seat in range(s.seats):
        s.sealed[seat] = OUT


def open_window(s: State, step: Step[Any], hands: list[Slots], pieces: i64, seats: i64) -> None:
    """Ask those seats in the mask that could, for all the public knows, hold one of the pieces:
    being asked reveals nothing.
    """
    asked: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if has(seats, seat) and may_hold(s, hands[seat], pieces):
            asked |= 1 << seat
    if asked != 0:
        together(s, step, asked)


def to_act(s: State) -> i64:
    """The seat that must decide now (the lowest, if several must answer); CHANCE, or NOBODY when
    the game is over.
    """
    if s.step.seat != TOGETHER:
        return s.step.seat
    seat: i64
    for seat in range(s.seats):
        if s.sealed[seat] == OPEN:
            return seat
    return NOBODY


def waiting(s: State) -> list[int]:
    """All seats that still have to answer."""
    if s.step.seat == TOGETHER:
        return [seat for seat in range(s.seats) if s.sealed[seat] == OPEN]
    return [s.step.seat] if s.step.seat >= 0 else []


def legal(s: State, seat: i64) -> Ints:
    """What a seat that is asked may answer."""
    if s.step.seat == TOGETHER:
        return s.step.choices_of(s, seat)
    return s.step.choices(s)


def settle(s: State, dealer: Dealer) -> None:
    """Let chance answer until a seat must decide or the game is over."""
    while s.step.seat == CHANCE:
        answer(s, dealer.pick(s.step.weights(s)))


def playout(s: State, dealer: Dealer, policy: Dealer, most: i64) -> i64:
    """Random choices to the end of the game or up to a number of decisions; returns how many were
    made.
    """
    decisions: i64 = 0
    while True:
        step = s.step
        seat = step.seat
        if seat == CHANCE:
            resolve(s, step, dealer.pick(step.weights(s)))
        elif seat == NOBODY or decisions == most:
            return decisions
        elif seat >= 0:
            codes = step.choices(s)
            resolve(s, step, codes[policy.below(len(codes))])
            decisions += 1
        else:
            seat = to_act(s)
            codes = step.choices_of(s, seat)
            seal(s, seat, codes[policy.below(len(codes))])
            decisions += 1


def clones(s: State, count: i64) -> State:
    """The last of many clones: what the benchmark times."""
    last = s
    i: i64
    for i in range(count):
        last = s.clone()
    return last
