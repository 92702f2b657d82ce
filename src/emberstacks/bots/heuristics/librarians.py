"""What is good in Librarians: keep places open for the books that nobody has seen yet, from the own hand and the table alone.

A possible world is made from the view; each choice is answered in it, and where the book or the effect still needs a place the
best one is taken. What counts is the cost of the books that are still hidden (the game's `cost`): it depends on which books are
hidden and which are one's own, not on where the world has put the others. While a turn still needs two books, the best few
places for the first one are judged by the best place that is then left for the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.view import resample

OVERALL: Final = 1e9  # of a game that is won; of one that is lost, the same below nothing
BOTH: Final = 2  # books that a turn needs
STEPS_AHEAD: Final = 2  # answers of the same seat that belong to one choice
USE_AT_ONCE: Final = ("romance", "comedy", "adventure")
PLANS: Final = 5  # places for the first of two books that are thought through to the second
MANY: Final = 60  # choices of which not every one is followed further


def worths(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """How good each choice is for the team, as far as the seat can know."""
    game: Any = game_by_id(view["game"])
    world = resample(game, view, Dealer(1))
    worth = [worth_of(game, world, view["seat"], choice) for choice in choices]
    if type(world.step).__name__ in ("Turn", "Where") and view["state"]["owed"] - view["state"]["plays"] >= BOTH:
        plan(game, world, view["seat"], choices, worth)
    return worth


def plan(game: Any, world: State, seat: int, choices: Sequence[Choice], worth: list[float]) -> None:
    """The best first books get the worth that they and the best second book have together; the others fall behind."""
    firsts: list[tuple[float, int, State]] = []
    for k, choice in enumerate(choices):
        if choice.step == "Where" or str(choice).startswith("play "):
            after = answered(world, seat, choice.code)
            laid = [after] if choice.step == "Where" else [answered(after, seat, int(code)) for code in legal(after, seat)]
            firsts += [(best(game, s, seat, 0), k, s) for s in laid]
            worth[k] -= OVERALL / 8
    firsts.sort(key=lambda first: first[0], reverse=True)
    for _, k, s in firsts[:PLANS]:
        worth[k] = max(worth[k], second(game, s, seat))


def second(game: Any, s: State, seat: int) -> float:
    """The worth of a position after the best second book."""
    if to_act(s) != seat or type(s.step).__name__ != "Turn":
        return best(game, s, seat, 0)
    values = [-OVERALL]
    for code in legal(s, seat):
        if s.step.text(s, code).startswith("play "):
            where = answered(s, seat, int(code))
            values += [best(game, answered(where, seat, int(place)), seat, 0) for place in legal(where, seat)]
    return max(values)


def answered(s: State, seat: int, code: int) -> State:
    """The position after an answer; a power card that it brings is kept."""
    after = s.clone()
    answer(after, code)
    while to_act(after) == seat and type(after.step).__name__ == "GiveCard":
        answer(after, seat)
    return after


def worth_of(game: Any, world: State, seat: int, choice: Choice) -> float:
    text = str(choice)
    if choice.step == "Turn":
        if text == "give up":
            return -OVERALL
        if text == "end":
            return -float(game.cost(world, seat))
        if text.startswith("use "):
            return power_worth(world, seat, text[4:])
        if text.startswith("complete "):
            genre = game.box.genres.index(text[9:])
            return -OVERALL / 2 if genre < 4 else -float(game.cost(world, seat)) + 1
    if choice.step == "SetMarker":
        return float(text == "no marker")
    after = world.clone()
    answer(after, choice.code)
    return best(game, after, seat, STEPS_AHEAD - 1)


def power_worth(world: State, seat: int, genre: str) -> float:
    """Some powers are always good; the others are kept until nothing can be played."""
    stuck = not any(world.step.text(world, code).startswith(("play ", "end")) for code in legal(world, seat))
    if genre in USE_AT_ONCE:
        return OVERALL / 2
    return OVERALL / 4 if stuck else -OVERALL / 4


def best(game: Any, s: State, seat: int, ahead: int) -> float:
    """The worth of a position, after the best of the seat's answers that still belong to the choice."""
    if s.step is OVER:
        return OVERALL if game.winners(s) else -OVERALL
    if to_act(s) == seat and type(s.step).__name__ == "Turn":
        lost = s.step.text(s, legal(s, seat)[0]) == "give up"
        return -OVERALL if lost else -float(game.cost(s, seat))
    if ahead == 0 or to_act(s) != seat:
        return -float(game.cost(s, seat))
    codes = [int(code) for code in legal(s, seat)][:MANY]
    values = []
    for code in codes:
        after = s.clone()
        answer(after, code)
        values.append(best(game, after, seat, ahead - 1))
    return max(values)
