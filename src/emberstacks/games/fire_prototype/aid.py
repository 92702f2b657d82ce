"""The player aid: a round in a few lines, the signs and the costs, for the game you are playing."""

from __future__ import annotations

from emberstacks.games.fire_prototype.components import Components
from emberstacks.kernel.game import AidPart


def aid(box: Components) -> list[AidPart]:
    """A round, a turn, the signs and the end."""
    return [
        AidPart(
            "A round",
            [
                (
                    "Choose turn order cards: the least knowledge first. In the first round they"
                    " are dealt."
                ),
                "Take turns in the order of the numbers on the cards.",
            ],
        ),
        AidPart(
            "Your turn",
            [
                (
                    "Draw a token onto the next free space. The first draw is due; after each one,"
                    " draw again or score."
                ),
                "The first fire on a safe space is only a warning.",
                (
                    "A fire on a risky space, or a second one anywhere, spreads: your books burn,"
                    " no score, but a bucket."
                ),
                (
                    "Score: what each of your books is worth now, and the bravery of the card. A"
                    " full card must be scored."
                ),
                (
                    "A bucket puts out a fire at the moment it is drawn. You hold"
                    f" {int(box.most_buckets)} at most."
                ),
            ],
        ),
        AidPart(
            "Signs", [], [("check", "a safe space"), ("flame", "a risky space; on a token, a fire")]
        ),
        AidPart(
            "The end",
            [
                f"A wing collapses, or somebody passes {int(box.knowledge)} knowledge. The most"
                " knowledge wins."
            ],
        ),
    ]
