"""The words that cards are written in, as numbers: verbs, people, places, conditions, counts and
triggers.
"""

from __future__ import annotations

from typing import Final, Literal

# What a program is made of (§4.1): instructions of WIDTH numbers, the first of which is one of
# these.
WIDTH: Final = 6
END: Final = 0
JUMP: Final = 1  # to
IF: Final = 2  # condition, cards or category or categories, how many, where to go if not
CHOOSE: Final = 3  # how many, where each begins, and last where all of them end
VERBS: Final = 64  # room for the numbers of all verbs, from 4 on (steps/verbs.py)

PEOPLE: Final = ("self", "target", "trigger")
WHO: Final = ("self", "target", "trigger", "each_here", "all")
SELF: Final = 0
TARGET: Final = 1
TRIGGER: Final = 2
EACH_HERE: Final = 3
ALL: Final = 4

WHERE: Final = ("here", "adjacent", "nearby", "any", "trigger_room")
HERE: Final = 0
ADJACENT: Final = 1
NEARBY: Final = 2
ANYWHERE: Final = 3
TRIGGER_ROOM: Final = 4

Category = Literal["book", "item", "person"]
CATEGORIES: Final[tuple[Category, ...]] = ("book", "item", "person")
ANY: Final = 3  # any category
THROWN: Final = 4  # the cards that opened the response

CONDITIONS: Final = (
    "kept_trait",
    "alone",
    "not_alone",
    "hero_nearby",
    "target_lacks",
    "holds",
    "holds_trait",
)
KEPT_TRAIT: Final = 0
ALONE: Final = 1
NOT_ALONE: Final = 2
HERO_NEARBY: Final = 3
TARGET_LACKS: Final = 4
HOLDS: Final = 5
HOLDS_TRAIT: Final = 6

COUNTS: Final = ("once", "rescue", "distinct_trait", "collections_two_plus")
ONCE: Final = 0
RESCUE_CARDS: Final = 1
DISTINCT_TRAIT: Final = 2
COLLECTIONS: Final = 3

RANKS: Final = ("most", "fewest")
MOST: Final = 0

MARKS: Final = ("guard", "toll")
GUARD: Final = 0
TOLL: Final = 1

# What opens a response or sets off an ongoing effect (§5.1).
TRIGGERS: Final = (
    "self_keeps",
    "self_assists",
    "self_move_action",
    "self_destiny",
    "self_loses_time",
    "other_keeps_nearby",
    "other_discards_drawn_nearby",
    "other_destiny_any",
    "room_selected_nearby",
    "room_burned_other_hero",
    "room_burned_fire",
    "peril_triggered",
    "cleanup",
)
SELF_KEEPS: Final = 0
SELF_ASSISTS: Final = 1
SELF_MOVE_ACTION: Final = 2
SELF_DESTINY: Final = 3
SELF_LOSES_TIME: Final = 4
OTHER_KEEPS_NEARBY: Final = 5
OTHER_DISCARDS_DRAWN_NEARBY: Final = 6
OTHER_DESTINY_ANY: Final = 7
ROOM_SELECTED_NEARBY: Final = 8
ROOM_BURNED_OTHER_HERO: Final = 9
ROOM_BURNED_FIRE: Final = 10
PERIL_TRIGGERED: Final = 11
CLEANUP: Final = 12

# What sets off a Peril (§6.4).
PERIL_TRIGGERS: Final = ("other_enters", "other_uses_furniture", "room_burns", "two_heroes")
OTHER_ENTERS: Final = 0
OTHER_USES_FURNITURE: Final = 1
ROOM_BURNS: Final = 2
TWO_HEROES: Final = 3

# What an Ominous Portent changes for the rest of the game (§9.4).
PORTENTS: Final = (
    "burning_start_fire",
    "burning_start_water",
    "assist_points",
    "reveal_scope",
    "start_time",
    "hand_limit",
    "rescue_draw",
)
BURNING_START_FIRE: Final = 0
BURNING_START_WATER: Final = 1
ASSIST_POINTS: Final = 2
REVEAL_SCOPE: Final = 3
START_TIME: Final = 4
HAND_LIMIT: Final = 5
RESCUE_DRAW: Final = 6

NO_KIND: Final = -1  # what is no hero card
Kind = Literal["action", "response", "peril"]  # of hero cards
KINDS: Final[tuple[Kind, ...]] = ("action", "response", "peril")
ACTION_CARD: Final = 0
RESPONSE_CARD: Final = 1
PERIL_CARD: Final = 2
