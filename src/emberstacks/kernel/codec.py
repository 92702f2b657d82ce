"""States to JSON and back. The same code writes positions and views: a view is the state's JSON
without its secrets.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from emberstacks.kernel.errors import BadPosition
from emberstacks.kernel.game import Game, Options
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import OPEN, OUT, OVER, State
from emberstacks.kernel.step import AUTO, TOGETHER, Auto, Chance, Step, Together
from emberstacks.kernel.zones import Deck, Slots

TRUTH: Final = -1  # as a mask: nothing is left out
GIVEN: Final = -3  # sealed, in a view: a seat has answered, but the answer is still secret
LARGEST: Final = 2**62  # states are made of machine integers


def canonical(data: object) -> str:
    """JSON in one spelling, so that equal data gives equal text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def encode(s: State, who: i64) -> dict[str, Any]:
    """The state as JSON-able data, with only what the seats in the mask may know (TRUTH: all of
    it).
    """
    data: dict[str, Any] = {name: encode_value(getattr(s, name), who) for name in s.fields()}
    if s.screens_up() and who >= 0:
        for name in s.SCREENED:
            data[name] = [
                number if has(who, seat) else None for seat, number in enumerate(data[name])
            ]
    data["stack"] = [encode_step(step) for step in [*s.below, s.step]] if s.step is not OVER else []
    if s.step.seat == TOGETHER:
        data["sealed"] = [encode_sealed(s, seat, who) for seat in range(s.seats)]
    return data


def encode_sealed(s: State, seat: int, who: i64) -> int:
    given = int(s.sealed[seat])
    return given if given in (OPEN, OUT) or who < 0 or has(who, seat) else GIVEN


def encode_step(step: Step[Any]) -> list[Any]:
    return [type(step).__name__, *[int(arg) for arg in step.args()]]


def encode_value(value: Any, who: i64) -> Any:
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Slots):
        return value.json(who, False)
    if isinstance(value, Deck):
        return value.json(who)
    return [encode_value(item, who) for item in value]


def decode(
    game: Game, rules: int, players: int, options: Options, data: Mapping[str, Any]
) -> State:
    """The state that `encode` wrote; faces and numbers that a view leaves out become -1. Raises
    BadPosition in one sentence.
    """
    s = game.start(players, options, rules)
    fields = s.fields()
    expected = {"stack", "sealed"}.union(fields)
    unexpected = [name for name in data if name not in expected]
    if unexpected:
        raise BadPosition(
            f"the position has a field {unexpected[0]!r} that this game does not know."
        )
    try:
        for name in fields:
            value = data[name]
            if name in s.SCREENED:
                value = [-1 if number is None else number for number in value]
            setattr(s, name, decode_value(name, value, getattr(s, name)))
        steps = decode_steps(game, players, data["stack"])
        if steps and steps[-1].seat == TOGETHER:
            sealed = wholes("sealed", data["sealed"])
            if len(sealed) != players:
                raise BadPosition(f"'sealed' must have {players} entries.")
            s.sealed = Ints(sealed)
    except KeyError as missing:
        raise BadPosition(f"the position has no field {missing}.") from None
    except (TypeError, ValueError, AttributeError) as wrong:
        if isinstance(wrong, BadPosition):
            raise
        raise BadPosition(
            f"the position does not have the form this game writes: {wrong}."
        ) from None
    s.below = steps[:-1]
    s.step = steps[-1] if steps else OVER
    return s


def decode_steps(game: Game, players: int, stack: list[list[Any]]) -> list[Step[Any]]:
    known = {cls.__name__: cls for cls in game.steps}
    steps: list[Step[Any]] = []
    for place, (name, *args) in enumerate(stack):
        if name not in known:
            raise BadPosition(f"stack[{place}] is {name!r}, which this game never asks.")
        make: Any = known[name]
        steps.append(make(*[whole(f"stack[{place}]", arg) for arg in args]))
        if (
            not isinstance(steps[-1], (Chance, Auto, Together))
            and not 0 <= steps[-1].seat < players
        ):
            raise BadPosition(
                f"stack[{place}] asks seat {steps[-1].seat}, but there are {players} players."
            )
    if any(step.seat == TOGETHER for step in steps[:-1]):
        raise BadPosition("a question to several seats must be the last of the stack.")
    if steps and steps[-1].seat == AUTO:
        raise BadPosition(f"the last step of the stack, {stack[-1][0]!r}, asks nobody.")
    return steps


def decode_value(name: str, data: Any, like: Any) -> Any:
    """A value of the same type as this field has in a fresh state."""
    if isinstance(like, int):
        return whole(name, data)
    if isinstance(like, Slots):
        return decode_slots(name, data)
    if isinstance(like, Deck):
        return decode_deck(name, data, len(like.rest))
    if not isinstance(data, list):
        raise BadPosition(f"{name!r} must be a list.")
    if isinstance(like, list) and like and not isinstance(like[0], int):
        if len(data) != len(like):
            raise BadPosition(f"{name!r} must have {len(like)} entries, not {len(data)}.")
        return [decode_value(f"{name}[{k}]", data[k], like[k]) for k in range(len(like))]
    return Ints(wholes(name, data))


def decode_slots(name: str, data: Any) -> Slots:
    rows = [[-1 if x is None else whole(name, x) for x in row] for row in data]
    if any(len(row) != 4 for row in rows):
        raise BadPosition(f"every slot of {name!r} must be [face, seen, lot, could].")
    columns = [Ints([row[k] for row in rows]) for k in range(4)]
    return Slots(columns[0], columns[1], columns[2], columns[3])


def decode_deck(name: str, data: Any, kinds: int) -> Deck:
    rest = data["rest"]
    # a view says how many pieces are shuffled, not which: the first kind stands for all
    if isinstance(rest, int):
        counts = [0] * kinds
        counts[0] = whole(name, rest)
    else:
        counts = [whole(name, n) for n in rest]
        if len(counts) != kinds or min(counts) < 0:
            raise BadPosition(f"the rest of {name!r} must be {kinds} counts.")
    top = decode_slots(name + ".top", data["top"])
    return Deck(
        top, Ints(counts), whole(name, data["lot"]), decode_slots(name + ".bottom", data["bottom"])
    )


def wholes(name: str, data: list[Any]) -> list[int]:
    """A list of whole numbers; only if one is not, find out which."""
    for k in range(len(data)):
        item = data[k]
        if not isinstance(item, int) or isinstance(item, bool) or not -LARGEST < item < LARGEST:
            whole(f"{name}[{k}]", item)
    return data


def whole(name: str, data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not -LARGEST < data < LARGEST:
        # it may be long, and too deep to show
        told = "something nested" if isinstance(data, (list, dict)) else repr(data)[:60]
        raise BadPosition(f"{name!r} must be a whole number, not {told}.")
    return data
