"""Written positions of the prototype, for tests that read like the rulebook."""

from __future__ import annotations

from typing import Any

import emberstacks as es
from emberstacks.games.fire_prototype import GAME
from emberstacks.games.fire_prototype.components import FIRE
from emberstacks.games.fire_prototype.state import EMPTY

SEATS = "ABCDE"


def played(
    moves: str, players: int = 3, burned: str = "green green brown yellow white", dealt: str = ""
) -> es.Match:
    """The game after these moves; by default two green, a brown, a yellow and a white book burned,
    and cards lie in seat order.

    So green is worth 4, brown 4, yellow 5, white 6 and black 2, and A has the lowest card.
    """
    order = dealt or SEATS[:players]
    chance = " ".join("{" + word + "}" for word in [*burned.split(), *order])
    return es.read_record(
        f'[Game "fire-prototype"] [Rules "1.0"] [Players "{players}"]\n{chance} {moves}', seed=1
    )


def edited(match: es.Match, **fields: Any) -> es.Match:
    """The same position with some fields changed by hand."""
    data = match.to_json()
    data["state"].update(fields)
    return es.from_json(data, seed=1)


def facing_fire(*books: str, **fields: Any) -> es.Match:
    """A, on the 1st card, has drawn these books and then a fire, and is asked whether to spend a
    bucket on it.
    """
    tokens = [*[GAME.box.tokens.index(book) for book in books], FIRE]
    state = played("A {black}").to_json()["state"]
    state["bag"][3] += 1
    for token in tokens:
        state["bag"][token] -= 1
    spaces = [*tokens, *[EMPTY] * (5 - len(tokens))]
    position = {
        "bag": state["bag"],
        "spaces": spaces,
        "drawn": len(tokens),
        "buckets": [1, 0, 0],
        "stack": [["UseBucket", 0]],
    }
    return edited(played("A {black}"), **{**position, **fields})


def table(match: es.Match) -> dict[str, Any]:
    """What lies on the table, for everybody to see."""
    state: dict[str, Any] = match.view(None)["state"]
    return state


def told(match: es.Match) -> list[str]:
    """The log, as sentences."""
    return [event["text"] for event in match.events(None)]


def texts(match: es.Match) -> list[str]:
    """What may be answered now."""
    return [str(choice) for choice in match.legal()]
