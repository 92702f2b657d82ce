"""The weights of the greedy bot in Alexandria, as tables for the cards of a box."""

from __future__ import annotations

from typing import Final, final

from emberstacks.games.alexandria.components import AXIS, DRAMATIC_END, HEROES, Components
from emberstacks.games.alexandria.vocabulary import ACTION_CARD, PERIL_CARD
from emberstacks.kernel.ints import Floats, Ints, i64

COMPILED: Final = True  # tools/compile/copy.py

FLIGHTS: Final = 5  # a Hero with this much Time left does not think about the fire yet
ENDS: Final = (
    "a decree of the senate",
    "smoke in the halls",
    "the wounded cry out",
    "the catalogue is lost",
)  # a hero's better one
# what is done to the leader; everything else is done to the last
HARM: Final = ("confiscate", "fair exchange")
ROLL_CALL: Final = "roll call"  # it counts the Persons you hold
INVENTORY: Final = "keeper's inventory"  # it counts the subjects of Books
COPYISTS: Final = "copyists at work"  # it needs a Book among the cards discarded
ABSENT: Final = -1  # a card that is not in this box


@final
class Weights:
    """What weights.toml says, by the numbers of cards. A card that it does not name waits for its
    moment.
    """

    def __init__(self, weights: dict[str, float], box: Components) -> None:
        self.box = box
        self.time = weights["time"]
        self.taken = weights["taken"]
        self.assist = weights["assist"]
        self.helped = weights["helped"]
        self.draw = weights["draw"]
        self.next_door = weights["next_door"]
        self.loose = weights["loose"]
        self.collection = Floats(
            [weights[f"collection_{place}"] for place in ("first", "second", "third")]
        )
        self.peril = weights["peril"]
        self.peril_chance = weights["peril_chance"]
        self.in_wait = weights["in_wait"]
        self.guarded = weights["guarded"]
        self.loss = weights["loss"]
        self.fire = weights["fire"]
        self.planned = weights["planned"]
        self.flight = Floats([weights[f"flight_{time}"] for time in range(FLIGHTS)])
        self.put_out = weights["put_out"]
        self.remove_tile = weights["remove_tile"]
        self.hidden_tile = weights["hidden_tile"]
        self.tile = weights["tile"]
        self.needed_tile = weights["needed_tile"]
        self.only_tile = weights["only_tile"]
        self.passer = weights["passer"]
        self.no_books = weights["no_books"]
        slugs = box.slugs
        known = [weights[slug] for slug in slugs if slug in weights]
        # an action that nobody has thought about is as good as any other
        unseen = sum(known) / max(1, len(known))
        unplayed = [
            unseen if box.kind[k] == ACTION_CARD else weights["response"] for k in range(len(slugs))
        ]
        self.cards = Floats(
            [weights.get(slug, worth) for slug, worth in zip(slugs, unplayed, strict=True)]
        )
        self.perils = Ints([1 if box.kind[k] == PERIL_CARD else 0 for k in range(len(slugs))])
        self.anyway = Floats([weights.get(f"{slug} anyway", 0.0) for slug in slugs])
        self.each_there = Floats([weights.get(f"{slug} there", 0.0) for slug in slugs])
        self.each_near = Floats([weights.get(f"{slug} near", 0.0) for slug in slugs])
        self.harms = Ints([1 if slug in HARM else 0 for slug in slugs])
        self.ends = Ints(
            [1 if slugs[DRAMATIC_END + end] in ENDS else 0 for end in range(2 * HEROES)]
        )
        self.roll_call: i64 = number(slugs, ROLL_CALL)
        self.inventory: i64 = number(slugs, INVENTORY)
        self.copyists: i64 = number(slugs, COPYISTS)
        self.subjects: i64 = AXIS * box.axis_numbers["book.subject"]


def number(slugs: list[str], slug: str) -> int:
    """The number of a card in this box."""
    return slugs.index(slug) if slug in slugs else ABSENT
