"""The player aid: a round in a few lines, the signs and the costs, for the game you are playing."""

from __future__ import annotations

from typing import Final

from emberstacks.games.fire.components import Components
from emberstacks.kernel.game import AidPart, Options

TIMINGS: Final = (
    ("choosing", "order", "Choosing order"),
    ("saving", "saving", "Saving books"),
    ("spreading", "flame", "Fire spreading"),
    ("scored", "after", "After scoring"),
)


def aid(box: Components, players: int, options: Options) -> list[AidPart]:
    """A round and a turn of this variant, its signs and its tools."""
    alone = players == 1
    parts = [round_alone(box, options) if alone else a_round(options), turn(box, options)]
    if options["robot"] and not alone:
        lines = [
            "In its turn it turns over a tool: the sections on its banners burn.",
            "Then it scores the other sections, and bravery for the number of its books.",
        ]
        parts.append(AidPart("The robot", lines))
    parts.append(AidPart("The end", the_end(box, options, alone)))
    signs = [
        ("tool", "a safe space"),
        ("flame", "a risky space, with its bravery; on a library card: a fire comes into the bag"),
    ]
    if options["technology"]:
        signs.append(
            (
                "teal",
                (
                    "a Technology book: worth as much as the best section, and it burns the highest"
                    " burn index"
                ),
            )
        )
    if options["tools"]:
        signs += [(sign, f"a tool for: {words.lower()}") for _, sign, words in TIMINGS]
    parts.append(AidPart("Signs", [], signs))
    if options["tools"]:
        for timing, _, words in TIMINGS:
            tools = [
                kind
                for kind, when in enumerate(box.timings)
                if when == timing and in_play(box, kind, players)
            ]
            parts.append(
                AidPart(
                    f"Tools: {words.lower()}",
                    [f"{box.titles[kind]}: {box.texts[kind]}" for kind in tools],
                )
            )
    return parts


def in_play(box: Components, kind: int, players: int) -> bool:
    """§1.5 Some tools stay in the box when few people play."""
    return not (box.needs_four[kind] and players <= box.fewer_up_to)


def a_round(options: Options) -> AidPart:
    dealt = options["variant"] == "inferno"
    hard = options["variant"] != "standard"
    burns = (
        "the two sections with the lowest burn index burn"
        if hard
        else "the card with the lowest burn index burns"
    )
    choice = (
        "The turn order cards are dealt."
        if dealt
        else (
            "Choose turn order cards: the lowest score first; in a tie, the player who reached it"
            " first."
        )
    )
    lines = [choice, "Take turns in the order of the numbers on the cards."]
    if options["robot"]:
        lines.append(robot_burns(hard))
    else:
        lines.append(f"When all have had a turn, {burns}.")
    if options["tools"]:
        lines.append("Then everybody may exchange one tool for the top one of the deck.")
    return AidPart("A round", lines)


def robot_burns(hard: bool) -> str:
    """§14.6 §16.1 §18.4 The end of a round with a robot."""
    if hard:
        return "At the end of a round the card with the lowest burn index burns."
    return "Nothing burns at the end of a round: the robot burns enough."


def round_alone(box: Components, options: Options) -> AidPart:
    hard = options["variant"] != "standard"
    again = (
        "Choose any turn order card that you have not used; when all six are used they come back."
    )
    if options["variant"] == "inferno":
        again = (
            "You are dealt a turn order card that you have not used; when all six are used they"
            " come back."
        )
    if options["solo"] == "robot":
        lines = [
            again,
            (
                "Then it is the robot's turn. If your turn burned a card, it scores the best"
                " section and burns nothing."
            ),
            (
                "Otherwise it turns over a tool: the sections on its banners burn, it scores the"
                f" others, and {int(box.robot_bravery)} for each book after the first."
            ),
            *([robot_burns(hard)] if hard else []),
        ]
        return AidPart("You and the robot", lines)
    burns = (
        "the two sections with the lowest burn index burn"
        if hard
        else "the card with the lowest burn index burns"
    )
    lines = [
        f"You have {int(box.turns)} turns. {again}",
        f"After a turn {burns}, unless you triggered a fire in it.",
    ]
    return AidPart("Your turns", lines)


def turn(box: Components, options: Options) -> AidPart:
    tool = ", and you take a tool" if options["tools"] else ""
    lines = [
        "Draw a token; it goes on the next empty space. After every draw, carry on or stop.",
        "One fire on a safe space is only a warning.",
        (
            "A fire on a risky space, or a second fire anywhere, spreads:"
            f" a card burns for each of your books, you score nothing{tool}."
        ),
        "Stop in time: score your books, and the bravery under your last token on a risky space.",
    ]
    if options["tools"] and options["variant"] == "standard":
        lines.append("Nothing on a risky space? Then there is no bravery, but you may take a tool.")
    if not options["tools"]:
        lines.append(
            f"Whenever a fire is triggered, everybody who shouts Burn! gains {int(box.shout)}"
            " point."
        )
    return AidPart("Your turn", lines)


def the_end(box: Components, options: Options, alone: bool) -> list[str]:
    lines = ["The game ends the moment a section has fallen."]
    destroyed = int(box.values[box.collapse[0]])
    if alone and options["solo"] != "robot":
        return [
            (
                f"A library that falls early costs {int(box.lost_for_a_turn)} points for each turn"
                " not begun."
            ),
            f"One that stands gives {int(box.gained_for_a_card)} for each card left.",
            (
                f"You win with more than {int(box.win)} points, with honours with more than"
                f" {int(box.honours)}."
            ),
        ]
    if alone:
        return [*lines, "You win with more points than the robot."]
    lines.append(
        "Books on the cards of those who have not begun their turn score; one of the fallen"
        f" section is worth {destroyed}."
    )
    return [*lines, "The highest score wins."]
