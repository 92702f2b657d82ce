"""A view as screens get it: masks as lists of numbers, so that no page takes numbers apart or
rounds them.

The page's types follow from the same fields (tools/states.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from emberstacks.kernel.domains import Shape
from emberstacks.kernel.game import Game
from emberstacks.kernel.masks import members
from emberstacks.kernel.state import State

Spell = Callable[[Any], Any]


def on_screen(game: Game, view: Mapping[str, Any]) -> dict[str, Any]:
    """The view of a seat for a screen."""
    fields, steps = spelling(game)
    state = {
        name: fields[name](value) if name in fields else value
        for name, value in view["state"].items()
    }
    state["stack"] = [
        (
            [name, *(spell(arg) for spell, arg in zip(steps[name], args, strict=True))]
            if name in steps
            else [name, *args]
        )
        for name, *args in state["stack"]
    ]
    return {**view, "state": state}


@lru_cache(maxsize=64)
def spelling(game: Game) -> tuple[dict[str, Spell], dict[str, list[Spell]]]:
    """How the fields of a position are written, and the arguments of questions; without those that
    stay as they are.
    """
    cls = state_class(game)
    fields = {name: spelt(kind, cls.DOMAINS.get(name)) for name, kind in cls.MADE_OF.items()}
    steps = {
        step.__name__: [spelt(kind, step.DOMAINS.get(name)) for name, kind in step.MADE_OF.items()]
        for step in game.steps
    }
    return (
        {name: spell for name, spell in fields.items() if spell is not same},
        {
            name: spells
            for name, spells in steps.items()
            if any(spell is not same for spell in spells)
        },
    )


def state_class(game: Game) -> type[State]:
    """The class of a game's positions."""
    players = game.info.min_players
    return type(game.start(players, game.full_options(players, {})))


def spelt(kind: str, shape: Shape | None) -> Spell:
    """How a field of a type is written."""
    if kind in WRITTEN:
        return WRITTEN[kind]
    return numbers if shape is not None and shape.domain().bits else same


def same(value: Any) -> Any:
    return value


def numbers(mask: Any) -> Any:
    """The numbers in a set, or in each of several.

    >>> numbers(5), numbers([0, 2**59, None])
    ([0, 2], [[], [59], None])
    """
    if isinstance(mask, list):
        return [numbers(one) for one in mask]
    return mask if mask is None else [int(number) for number in members(mask)]


def slots(rows: list[Any]) -> list[Any]:
    """Hidden pieces, each as [face or null, who has seen it, lot].

    >>> slots([[3, 257, 1, -1], [None, 2, 1, -1]])
    [[3, [0, 8], 1], [None, [1], 1]]
    """
    return [[face, numbers(seen), lot] for face, seen, lot, *_ in rows]


def deck(data: dict[str, Any]) -> dict[str, Any]:
    """A deck, with the pieces that somebody may know as `slots` writes them."""
    return {**data, "top": slots(data["top"]), "bottom": slots(data["bottom"])}


def each(spell: Spell) -> Spell:
    """Several of them."""
    return lambda data: [spell(one) for one in data]


WRITTEN: Final[dict[str, Spell]] = {
    "Slots": slots,
    "Deck": deck,
    "list[Slots]": each(slots),
    "list[Deck]": each(deck),
}
