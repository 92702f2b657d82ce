"""What is good in Librarians: keep places open for the books that nobody has seen yet, from the own hand and the table alone.

A possible world is made from the view; each choice is answered in it, and where the book or the effect still needs a place the
best one is taken. What counts is the cost of the books that are still hidden (the game's `cost`): it depends on which books are
hidden and which are one's own, not on where the world has put the others.
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
STEPS_AHEAD: Final = 2  # answers of the same seat that belong to one choice
USE_AT_ONCE: Final = ("romance", "comedy", "adventure")
MANY: Final = 60  # choices of which not every one is followed further


def worths(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """How good each choice is for the team, as far as the seat can know."""
    game: Any = game_by_id(view["game"])
    world = resample(game, view, Dealer(1))
    return [worth_of(game, world, view["seat"], choice) for choice in choices]


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
