"""The box as a list of pieces, and where points came from."""

from __future__ import annotations

from collections.abc import Sequence

from emberstacks.games.fire_prototype.components import Components
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import Piece


def pieces(box: Components) -> list[Piece]:
    """Shelves, cards and tokens."""
    shown = box.printed()
    found = [
        Piece(
            "Shelves",
            f"{colour.capitalize()} shelf",
            f"A book is worth {', then '.join(str(value) for value in values)} as the shelf burns.",
            1,
            kind="shelf",
            number=number,
            clause="1.2",
        )
        for number, (colour, values) in enumerate(
            zip(shown["colours"], shown["values"], strict=True)
        )
    ]
    for number, card in enumerate(shown["cards"], 1):
        safe = sum(1 for space in card["safe"] if space)
        text = f"{len(card['safe'])} spaces, {safe} of them safe; bravery {card['bravery']}."
        found.append(
            Piece("Cards", f"Card {number}", text, 1, kind="card", number=number - 1, clause="3.2")
        )
    for number, colour in enumerate(shown["colours"]):
        name, text = f"{colour.capitalize()} book", "Worth what its shelf says when you score it."
        count = int(box.books[number])
        found.append(Piece("Tokens", name, text, count, kind="book", number=number, clause="1.2"))
    found.append(
        Piece(
            "Tokens",
            "Bucket",
            "Puts out a fire that you have just drawn.",
            int(box.bucket_supply),
            "bucket",
            "5.2",
            "bucket",
        )
    )
    found.append(
        Piece(
            "Tokens",
            "Fire",
            "On a space that is not safe it ends your turn, and books burn.",
            int(box.fires),
            "fire",
            "3.4",
            "fire",
        )
    )
    return found


def sources(seats: int, events: Sequence[Event]) -> list[dict[str, int]]:
    """Points by round."""
    found: list[dict[str, int]] = [{} for _ in range(seats)]
    turn = "Round 1"
    for event in events:
        if event.kind == "round":
            turn = f"Round {event.args[0]}"
        elif event.kind == "score" and event.args[1]:
            who = found[event.args[0]]
            who[turn] = who.get(turn, 0) + event.args[1]
    return found
