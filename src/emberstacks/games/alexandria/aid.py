"""The player aid: a round in a few lines, the signs and the costs, for the game you are playing."""

from __future__ import annotations

from typing import Final

from emberstacks.games.alexandria.components import Components
from emberstacks.games.alexandria.vocabulary import GUARD, TOLL
from emberstacks.kernel.game import AidPart, Options
from emberstacks.kernel.notation import LETTERS

MARKS: Final = {
    GUARD: (
        "yellow",
        "a guard: others who come or use furniture here lose 1 Time, its owner gains 1 point",
    ),
    TOLL: ("lock", "a toll: its owner gains 1 point when others use furniture here"),
}


def open_heroes(box: Components, players: int, options: Options) -> set[int]:
    """The heroes who may be in the game: those agreed on, and all if somebody is still free to
    choose.
    """
    agreed = [str(options[f"hero_{LETTERS[seat].lower()}"]) for seat in range(players)]
    return {number for number, hero in enumerate(box.hero_ids) if hero in agreed or "any" in agreed}


def aid(box: Components, players: int, options: Options) -> list[AidPart]:
    """A round, the actions with their costs, burning, the signs and the end."""
    revealed = box.reveals[players]
    ends = " and ".join([", ".join(str(number) for number in revealed[:-1]), str(revealed[-1])])
    two, three = int(box.collection_points[2]), int(box.collection_points[3])
    fate = (
        "every open Dramatic End counts"
        if options["common_fate"]
        else "only the last Dramatic End counts"
    )
    return [
        AidPart(
            "A round",
            [
                (
                    f"There are {int(box.rounds)} rounds. The player with the most Time left acts;"
                    " in a tie, the topmost token."
                ),
                "When all are on 0, rooms burn: one for each player.",
                "Then Fire, Water and Hero tokens leave the board, and everybody has new Time.",
                f"A Dramatic End is turned up at the beginning of rounds {ends}.",
            ],
        ),
        AidPart(
            "Actions",
            [
                (
                    f"Move to a room next to yours: {int(box.move_cost)} Time. Furniture there and"
                    " around is turned up."
                ),
                f"Draw a card: {int(box.draw_cost)} Time.",
                (
                    "Play a card, or use your board or the card in your slot, each once a round:"
                    " the Time printed on it."
                ),
                f"Wait: {int(box.wait_cost)} Time.",
                "A card with furniture on it needs one of these tiles face up in your room.",
            ],
        ),
        AidPart(
            "What burns next",
            [
                (
                    "First a room with Fire; then an empty one with one neighbour, one with Heroes"
                    " and one neighbour, an empty one with two, one with Heroes and two."
                ),
                "A room with Water never burns. Neither does one that would split the Library.",
                "If several fit, the player who acted last chooses.",
            ],
        ),
        AidPart(
            "Signs",
            [],
            [
                (
                    "hourglass",
                    (
                        "white: Time that you pay; black: a Hero nearby may pay it for you, and"
                        " gains a point"
                    ),
                ),
                ("flame", "Fire, and the place of a room in the order of burning"),
                *[
                    sign
                    for mark, sign in MARKS.items()
                    if box.markers[mark] & open_heroes(box, players, options)
                ],
                ("book", "a Book"),
                ("globe", "an Item"),
                ("person", "a Person"),
            ],
        ),
        AidPart(
            "The end",
            [
                f"After the last rooms have burned, {fate}.",
                (
                    f"Two Rescue cards of one collection bring {two} points, three bring {three}."
                    " The most points win."
                ),
            ],
        ),
    ]
