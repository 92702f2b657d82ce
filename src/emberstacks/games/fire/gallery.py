"""The box as a list of pieces, and where points came from."""

from __future__ import annotations

from collections.abc import Sequence

from emberstacks.games.fire.components import COPIES, Components
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import Piece

MOMENTS = {
    "choosing": "when turn order cards are chosen",
    "saving": "while you save books",
    "scored": "after you have scored",
    "spreading": "when the fire spreads",
}
ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


def pieces(box: Components) -> list[Piece]:
    """Sections, turn order cards, tools and tokens."""
    shown = box.printed()
    found = [
        Piece(
            "Sections of the library",
            section["name"],
            f"Its books are {section['colour']}. A book is worth"
            f" {', then '.join(str(card[0]) for card in section['cards'])} as cards burn; when the"
            " last has burned, the section falls and the game ends.",
            len(section["cards"]) + 1,  # the destroyed one lies at the bottom
            kind="section",
            number=number,
            clause="1.2",
        )
        for number, section in enumerate(shown["sections"])
    ]
    for number, spaces in enumerate(shown["cards"]):
        safe = sum(1 for bravery in spaces if bravery == 0)
        brave = ", ".join(str(bravery) for bravery in spaces if bravery)
        text = f"{safe} safe space{'' if safe == 1 else 's'}, then risky ones with bravery {brave}."
        found.append(
            Piece(
                "Turn order cards",
                f"The {ORDER[number]} card",
                text,
                1,
                kind="card",
                number=number,
                clause="1.7",
            )
        )
    for number, tool in enumerate(shown["tools"]):
        text, name = f"{tool['text']} Used {MOMENTS[tool['timing']]}.", f"tool-{tool['name']}"
        found.append(Piece("Tools", tool["title"], text, COPIES, name, kind="tool", number=number))
    for number, (section, books) in enumerate(zip(shown["sections"], box.books, strict=True)):
        text = f"Worth what {section['name']} is worth when you score it."
        colour = section["colour"]
        found.append(
            Piece(
                "Tokens",
                f"{colour.capitalize()} book",
                text,
                int(books),
                f"token-{colour}",
                "1.4",
                "token",
                box.tokens.index(colour),
            )
        )
    text = "Worth as much as the best section."
    found.append(
        Piece(
            "Tokens",
            "Technology book",
            text,
            int(box.technology_books),
            "token-teal",
            "13.1",
            "token",
            box.tokens.index("teal"),
        )
    )
    text = "On a risky space it spreads at once."
    found.append(
        Piece(
            "Tokens",
            "Fire",
            text,
            shown["fires"] + shown["technology_fires"],
            "token-fire",
            "3.4",
            "token",
            box.tokens.index("fire"),
        )
    )
    return found


def sources(seats: int, events: Sequence[Event]) -> list[dict[str, int]]:
    """Points by turns, tools and shouts, what the end of the game brings, and what missed turns
    cost.
    """
    found: list[dict[str, int]] = [{} for _ in range(seats)]
    shouting = over = False
    for event in events:
        who, points = event.args[0], event.args[1]
        if event.kind == "score" and who < seats and points > 0:
            name = "Points from tools" if event.because else "Points for books and bravery"
            add(
                found[who],
                'Shouts of "Burn!"' if shouting else "Points after the end" if over else name,
                points,
            )
        elif event.kind == "penalty":
            add(found[who], "Turns that were left", -points)
        over = over or event.kind in ("collapse", "twelve")
        shouting = event.kind == "shout"
    return found


def add(found: dict[str, int], name: str, points: int) -> None:
    found[name] = found.get(name, 0) + points
