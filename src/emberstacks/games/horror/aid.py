"""The player aid: a round in a few lines, the signs and the costs, for the game you are playing."""

from __future__ import annotations

from emberstacks.games.horror.components import Components
from emberstacks.kernel.game import AidPart, Options


def aid(box: Components, characters: int, players: int, options: Options) -> list[AidPart]:
    """A turn, its actions with their costs, the signs and the end; and the first characters, if
    that was agreed.
    """
    parts = [
        AidPart(
            "Your turn",
            [
                "The monsters in your room hurt you first, each by its level.",
                (
                    f"Then take up to {int(box.actions)} actions. Cards and fights with monsters"
                    " are free."
                ),
            ],
        ),
        AidPart(
            "Actions",
            [
                (
                    f"Go where two doors meet. A closed one costs {int(box.closed_door)} Fortitude,"
                    " an open one nothing."
                ),
                "Turn your room or one next to it by a quarter.",
                (
                    "Search a bookcase: two dice name the colour of the page you draw. Needs"
                    " Fortitude 0 or more."
                ),
                (
                    "Search a drawer: a coin says whether you draw a Blessing or a Curse. Needs"
                    " Fortitude 0 or more."
                ),
                "Look at a picture: a die gives 1 to 3 Fortitude.",
                f"Look into a mirror: step out of any other one, for {int(box.mirror)} Fortitude.",
                (
                    "Exchange at a bookcase: two loose pages of one colour, or three of three"
                    " colours, for one that you need."
                ),
            ],
        ),
        AidPart(
            "Without an action",
            [
                "Play a card from your hand.",
                "When your search brings a monster, you may fight it before you go on.",
                (
                    f"Fight a monster in your room: {int(box.monster_attack)} or more with both"
                    " dice wins Fortitude by its level, less loses as much."
                ),
            ],
        ),
        AidPart(
            "Markers and monsters",
            [
                (
                    "Each search takes your next marker. You cannot search a place that has your"
                    " marker."
                ),
                (
                    f"The {'third' if players < 4 else 'fourth'} marker in a room brings a monster,"
                    " which hurts all who are there."
                ),
            ],
        ),
        AidPart(
            "Signs",
            [],
            [
                (
                    "heart",
                    (
                        f"Fortitude, from {int(box.least)} to +{int(box.most)}; below 0 you can"
                        " only move, turn and look"
                    ),
                ),
                ("lens", "your next search marker"),
                ("lock", "secrets found, and how many you need"),
                ("book", "cards in hand"),
                ("ghost", "a monster with its level"),
            ],
        ),
        AidPart(
            "The end",
            [
                "Find the pages of all your secrets.",
                (
                    "Then walk into the Green Portal with Fortitude 0 or more, and beat what waits"
                    " there."
                ),
            ],
        ),
    ]
    if options["blind_theft"]:
        parts[2].lines.append("A thief may take a hidden card instead of a page.")
    if options["abilities"]:
        parts.append(AidPart("Characters", [ability(box, k) for k in range(characters)]))
    if options["monster_abilities"]:
        parts.append(
            AidPart("Objects against monsters", [helps(box, k) for k in range(characters)])
        )
    return parts


def helps(box: Components, number: int) -> str:
    return (
        f"{box.characters[number]} with the {box.objects[box.object[number]]}:"
        f" {box.ability[number]}"
    )


def ability(box: Components, number: int) -> str:
    name, best, worst = box.characters[number], box.best[number], box.worst[number]
    return f"{name}: at +{int(box.most)} {best} At {int(box.least)} {worst}"
