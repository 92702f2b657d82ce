"""The box (§1.2): numbers, rooms, furniture and every card, read from the data files into tables
that the rules can index.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.programs import Compiler
from emberstacks.kernel.domains import COUNT, within
from emberstacks.kernel.figures import (
    ANYTHING,
    SINCE,
    TEXT,
    TRUTH,
    Kind,
    among,
    blocks,
    by_name,
    by_number,
    column,
    listed,
    maybe,
    opt,
    read,
    table,
    word,
)
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.versions import V1_0, V1_2, V1_4

if TYPE_CHECKING:
    from emberstacks.games.alexandria.steps.effect import Verb

HEROES: Final = 4
# What can run has a number for ever: hero cards, board abilities, destinies, Dramatic Ends, and
# hero cards that came later.
DECK: Final = 12  # cards that every hero has had from the beginning: hero * DECK + face
ABILITY: Final = 48
DESTINY: Final = 52
DRAMATIC_END: Final = 56
LATER: Final = 64
NUMBERS: Final = 78  # hero cards have numbers below this
MOST_FACES: Final = 24  # no hero has more cards
START: Final = 16  # rooms 16 to 19 are the starting rooms, by hero; all others are common rooms
MOST_ROOMS: Final = 30
TYPES: Final = 6  # of furniture
PER_CATEGORY: Final = 15  # rescue cards: 15 books, then 15 items, then 15 persons
RESCUE_CARDS: Final = 3 * PER_CATEGORY
COLLECTION_COUNT: Final = 8
AXIS: Final = 5  # places kept for the traits of an axis
ALL_RESCUE_CARDS: Final = (1 << RESCUE_CARDS) - 1
NO_TRIGGER: Final = -1
NO_CARD: Final = -1
NO_HERO: Final = -1
MOST_BLACK: Final = 3  # black Time icons of an action
NEFERHOTEP: Final = 1
STEP_X: Final = {"N": 0, "E": 1, "S": 0, "W": -1}
STEP_Y: Final = {"N": -1, "E": 0, "S": 1, "W": 0}


BEAM: Final = word(*STEP_X)
TILES: Final = listed(COUNT, TYPES, TYPES)
# What components.toml says.
FIGURES: Final = table(
    players=table(least=within(2, HEROES), most=within(2, HEROES)),
    game=table(
        rounds=within(1, 50),
        common_rooms_per_player=within(1, 4),
        furniture_per_room=COUNT,
        start_hand=within(0, DECK),
        hand_limit=COUNT,
        start_time=COUNT,
        max_time=within(1, 100),
        move=COUNT,
        draw=COUNT,
        wait=COUNT,
        assist_points=COUNT,
        fire_tokens=COUNT,
        perils_in_play=within(0, 3),
        collection_of_two=COUNT,
        collection_of_three=COUNT,
    ),
    dramatic_ends=by_number(2, HEROES, listed(within(1, 50))),
    furniture=table(
        types=listed(TEXT, TYPES, TYPES), two_dots=TILES, three_dots=TILES, four_dots=TILES
    ),
    rooms=table(
        common=listed(table(name=TEXT, beam=BEAM), START, START),
        start=listed(table(name=TEXT, beam=BEAM, hero=TEXT), HEROES, HEROES),
        later=opt(blocks(0, MOST_ROOMS - START - HEROES, name=TEXT, beam=BEAM, since=SINCE), []),
    ),
)
COLLECTION: Final = among(lambda data: ["", *data["collections"]])
RESCUE: Final = listed(
    table(
        id=TEXT,
        name=TEXT,
        traits=listed(
            among(
                lambda data: [
                    trait
                    for axes in data["trait_axes"].values()
                    for axis in axes.values()
                    for trait in axis
                ]
            )
        ),
        collection=COLLECTION,
    ),
    PER_CATEGORY,
    PER_CATEGORY,
)
USES: Final = listed(TEXT)  # words and effects are compiled, and refused there (programs.py)
CARD: Final[dict[str, Kind]] = {
    "uses": maybe(USES),
    "needs": maybe(
        table(hero=maybe(TEXT), water_free=maybe(TRUTH), rounds=maybe(listed(within(1, 50))))
    ),
}
# What was different on cards until some version of the rules.
BEFORE: Final = opt(
    blocks(
        0,
        HEROES * DECK,
        id=among(lambda data: column(data["hero_card"], "id")),
        effect=maybe(ANYTHING),
        text=maybe(TEXT),
        white=maybe(COUNT),
        black=maybe(COUNT),
    ),
    [],
)
# What cards.toml says.
CARDS: Final = table(
    hero=blocks(
        HEROES,
        HEROES,
        id=TEXT,
        name=TEXT,
        role=TEXT,
        ability=table(name=TEXT, white=COUNT, black=COUNT, effect=ANYTHING, text=TEXT, **CARD),
        destiny=table(name=TEXT, effect=ANYTHING, text=TEXT),
    ),
    hero_card=blocks(
        HEROES * DECK,
        HEROES * DECK + NUMBERS - LATER,
        id=TEXT,
        hero=TEXT,
        name=TEXT,
        type=TEXT,
        slot=TRUTH,
        white=COUNT,
        black=COUNT,
        effect=ANYTHING,
        text=TEXT,
        triggers=maybe(listed(TEXT)),
        ongoing=maybe(
            table(trigger=TEXT, limit=maybe(TEXT), category=maybe(TEXT), effect=ANYTHING)
        ),
        peril=maybe(table(trigger=TEXT, effect=ANYTHING)),
        since=opt(SINCE.of, V1_0),
        **CARD,
    ),
    trait_axes=table(**{category: by_name(listed(TEXT, 1, AXIS)) for category in v.CATEGORIES}),
    collections=by_name(TEXT),
    rescue=table(**dict.fromkeys(v.CATEGORIES, RESCUE)),
    dramatic_end=blocks(
        2 * HEROES,
        2 * HEROES,
        id=TEXT,
        hero=TEXT,
        name=TEXT,
        portent=table(rule=TEXT, value=ANYTHING, text=TEXT),
        end=table(effect=ANYTHING, text=TEXT),
    ),
    until_1_1=BEFORE,
    until_1_3=opt(
        table(card=BEFORE, collection=by_name(COLLECTION)), {"card": [], "collection": {}}
    ),
)


class Components:
    """What is in the box. It never changes, so states and clones share it."""

    def __init__(
        self, data: dict[str, Any], source: str, name: str, verbs: Mapping[str, Verb]
    ) -> None:
        self.read_numbers(data)
        self.read_rooms(data["rooms"])
        self.read_rescue_cards(data)
        compiler = Compiler(source, name, self.traits, self.axis_numbers, verbs)
        self.read_order(data, compiler)
        self.read_heroes(data["hero"], compiler)
        self.read_hero_cards(data["hero_card"], compiler)
        self.read_dramatic_ends(data["dramatic_end"], compiler)
        self.code: Ints = Ints(compiler.code)

    def read_numbers(self, data: dict[str, Any]) -> None:
        game = data["game"]
        self.least_players: int = data["players"]["least"]
        self.most_players: int = data["players"]["most"]
        self.rounds: i64 = game["rounds"]
        self.common_rooms: i64 = game["common_rooms_per_player"]
        self.furniture_per_room: i64 = game["furniture_per_room"]
        self.start_hand: i64 = game["start_hand"]
        self.max_time: i64 = game["max_time"]
        self.move_cost: i64 = game["move"]
        self.draw_cost: i64 = game["draw"]
        self.wait_cost: i64 = game["wait"]
        self.fire_tokens: i64 = game["fire_tokens"]
        self.perils: i64 = game["perils_in_play"]
        self.collection_points: Ints = Ints(
            [0, 0, game["collection_of_two"], game["collection_of_three"]]
        )
        standing = {
            "assist_points": game["assist_points"],
            "start_time": game["start_time"],
            "hand_limit": game["hand_limit"],
        }
        # before any Portent
        self.standing: Ints = Ints([standing.get(rule, 0) for rule in v.PORTENTS])
        self.reveals: dict[int, list[int]] = data["dramatic_ends"]
        furniture = data["furniture"]
        self.types: list[str] = furniture["types"]
        sets = [furniture[dots] for dots in ("two_dots", "three_dots", "four_dots")]
        self.furniture: dict[int, list[int]] = {
            players: [sum(tiles[kind] for tiles in sets[: players - 1]) for kind in range(TYPES)]
            for players in self.reveals
        }

    def read_rooms(self, rooms: dict[str, Any]) -> None:
        """§1.6 The tiles, those that came later last."""
        tiles = [*rooms["common"], *rooms["start"], *rooms["later"]]
        self.rooms: list[str] = column(tiles, "name")
        self.room_count: i64 = len(tiles)
        self.all_rooms: i64 = (1 << len(tiles)) - 1
        self.commons: i64 = self.all_rooms & ~(15 << START)
        self.room_slugs: list[str] = [slug(name) for name in self.rooms]
        self.beam_x: Ints = Ints([STEP_X[tile["beam"]] for tile in tiles])
        self.beam_y: Ints = Ints([STEP_Y[tile["beam"]] for tile in tiles])

    def read_rescue_cards(self, cards: dict[str, Any]) -> None:
        """§1.2 45 cards in three categories, two traits each, and eight collections of three."""
        listed = [card for category in v.CATEGORIES for card in cards["rescue"][category]]
        self.rescue_names: list[str] = column(listed, "name")
        self.rescue_slugs: list[str] = [slug(card["name"]) for card in listed]
        self.rescue_traits: list[list[str]] = column(listed, "traits")
        self.collections: list[str] = list(cards["collections"].values())
        names = ["", *cards["collections"]]
        self.collection_of: list[int] = [names.index(card["collection"]) - 1 for card in listed]
        self.collection_masks: Ints = Ints(
            [
                mask_of([k for k in range(RESCUE_CARDS) if self.collection_of[k] == c])
                for c in range(COLLECTION_COUNT)
            ]
        )
        every = (1 << PER_CATEGORY) - 1
        self.category_masks: Ints = Ints(
            [every, every << PER_CATEGORY, every << 2 * PER_CATEGORY, ALL_RESCUE_CARDS]
        )  # the last: any
        self.traits: dict[str, int] = {}
        self.axis_numbers: dict[str, int] = {}
        axis_masks: list[int] = []
        for category, axes in cards["trait_axes"].items():
            for axis, traits in axes.items():
                self.axis_numbers[f"{category}.{axis}"] = len(self.axis_numbers)
                masks = [
                    mask_of([k for k in range(RESCUE_CARDS) if trait in self.rescue_traits[k]])
                    for trait in traits
                ]
                self.traits.update(zip(traits, masks, strict=True))
                axis_masks += masks + [0] * (AXIS - len(masks))
        self.axis_masks: Ints = Ints(axis_masks)

    def read_order(self, cards: dict[str, Any], compiler: Compiler) -> None:
        """§1.3 Which hero cards there are, and their numbers: 12 of each hero, and those that came
        later.
        """
        self.hero_ids: list[str] = column(cards["hero"], "id")
        self.hero_of: list[int] = [NO_HERO] * LATER  # by number: whose card it is, and
        self.face_of: Ints = Ints([0] * NUMBERS)  # which of them
        self.faces: Ints = Ints([0] * HEROES)  # how many each hero has
        self.number: Ints = Ints([NO_CARD] * (HEROES * MOST_FACES))  # by hero and face
        self.order: list[int] = []  # the number of each card in cards.toml
        for card in cards["hero_card"]:
            compiler.card = card["id"]
            hero = compiler.word(card["hero"], tuple(self.hero_ids), "hero")
            face = int(self.faces[hero])
            number = hero * DECK + face if face < DECK else len(self.hero_of)
            if face >= DECK:
                self.hero_of.append(hero)
            if face == MOST_FACES or number >= NUMBERS:
                compiler.refuse(
                    card["id"],
                    f"a hero has at most {MOST_FACES} cards, and {NUMBERS - LATER} can come later.",
                )
            self.hero_of[number] = hero
            self.face_of[number] = face
            self.number[hero * MOST_FACES + face] = number
            self.faces[hero] += 1
            self.order.append(number)
        self.deck: i64 = max(self.faces)
        for hero, name in enumerate(self.hero_ids):
            if self.faces[hero] < DECK:
                raise ValueError(
                    f"{compiler.name}: {name} has {self.faces[hero]} cards instead of {DECK}."
                )
        self.sources: i64 = len(self.hero_of)
        self.cards: list[int] = [
            number for number, hero in enumerate(self.hero_of) if hero != NO_HERO
        ]

    def read_heroes(self, heroes: list[dict[str, Any]], compiler: Compiler) -> None:
        """The four boards: their ability and their destiny."""
        self.heroes: list[str] = column(heroes, "name")
        self.roles: list[str] = column(heroes, "role")
        count = int(self.sources)
        self.names: list[str] = [""] * count
        self.texts: list[str] = [""] * count
        self.start: Ints = Ints([0] * count)
        self.white: Ints = Ints([0] * count)
        self.black: Ints = Ints([0] * count)
        self.uses_target: Ints = Ints([0] * count)  # 1: it matters which other Hero is meant
        self.takes_tile: Ints = Ints([0] * count)  # 1: it matters which furniture is used
        # mask of furniture types, one of which must be face up in the room
        self.uses: Ints = Ints([0] * count)
        # 0: none; 1: another hero here; 2: another hero nearby
        self.needs_hero: Ints = Ints([0] * count)
        for number, hero in enumerate(heroes):
            compiler.card = hero["id"]
            self.read_action(ABILITY + number, hero["ability"], compiler)
            self.read_effect(DESTINY + number, hero["destiny"], compiler)

    def read_effect(self, source: int, data: dict[str, Any], compiler: Compiler) -> None:
        self.names[source] = data["name"]
        self.texts[source] = data["text"]
        self.start[source] = compiler.program(data["effect"])

    def read_action(self, source: int, data: dict[str, Any], compiler: Compiler) -> None:
        """What something costs and needs, and what it does."""
        self.read_effect(source, data, compiler)
        self.white[source] = data["white"]
        self.black[source] = data["black"]
        self.uses[source] = mask_of(
            [compiler.word(kind, tuple(self.types), "furniture") for kind in data.get("uses", [])]
        )
        self.takes_tile[source] = int("used" in words_in(data["effect"]))
        self.uses_target[source] = int(
            any(word.startswith("target") for word in words_in(data["effect"]))
        )
        needs = data.get("needs", {})
        for need in needs:
            compiler.word(need, ("hero", "water_free", "rounds"), "need")
        if "hero" in needs:
            self.needs_hero[source] = 1 + compiler.word(
                needs["hero"], ("here", "nearby"), "place of a hero"
            )

    def read_hero_cards(self, cards: list[dict[str, Any]], compiler: Compiler) -> None:
        """§1.3 48 cards, 12 for each hero, and those that came later."""
        count = int(self.sources)
        self.kind: Ints = Ints([v.NO_KIND] * count)
        self.slots: Ints = Ints([0] * count)
        # the trigger of a slotted card's ongoing effect
        self.ongoing: Ints = Ints([NO_TRIGGER] * count)
        self.ongoing_start: Ints = Ints([0] * count)
        self.ongoing_cards: Ints = Ints([0] * count)  # the rescue cards it is about
        self.ongoing_once: Ints = Ints([0] * count)  # once a round: the bit that says so
        # bits of the cards that mention the first Move action of a round
        self.first_moves: Ints = Ints([0] * HEROES)
        self.peril_trigger: Ints = Ints([NO_TRIGGER] * count)
        self.peril_start: Ints = Ints([0] * count)
        # mask of the faces that answer a trigger
        self.responses: Ints = Ints([0] * (HEROES * len(v.TRIGGERS)))
        self.water_free: Ints = Ints([0] * count)
        # mask of the rounds in which a response may be played; 0: all
        self.in_rounds: Ints = Ints([0] * count)
        self.response_faces: Ints = Ints([0] * HEROES)  # mask of the faces that are Responses
        self.peril_faces: i64 = 0  # the same for Perils, which only one hero has
        self.peril_source: i64 = NO_CARD  # the Peril that stands for all of them
        marking = [
            [
                number
                for number, card in zip(self.order, cards, strict=True)
                if mark in words_in(card["effect"])
            ]
            for mark in v.MARKS
        ]
        self.marking: Ints = Ints(
            [own[0] if len(own) == 1 else NO_CARD for own in marking]
        )  # the only card with a guard, a toll
        # whose cards have them
        self.markers: list[set[int]] = [{self.hero_of[number] for number in own} for own in marking]
        for number, card in sorted(zip(self.order, cards, strict=True), key=lambda one: one[0]):
            compiler.card = card["id"]
            self.read_hero_card(number, card, compiler)

    def read_hero_card(self, number: int, data: dict[str, Any], compiler: Compiler) -> None:
        hero, face = self.hero_of[number], int(self.face_of[number])
        self.read_action(number, data, compiler)
        kind = compiler.word(data["type"], v.KINDS, "type")
        self.kind[number] = kind
        self.slots[number] = int(data["slot"])
        needs = data.get("needs", {})
        self.water_free[number] = int(needs.get("water_free", False))
        self.in_rounds[number] = mask_of(needs.get("rounds", []))
        if kind == v.RESPONSE_CARD:
            self.response_faces[hero] |= 1 << face
        elif data["white"] < 1 or data["black"] > MOST_BLACK:
            compiler.refuse(
                "white", f"an action costs at least 1 white Time, and at most {MOST_BLACK} black."
            )
        for trigger in data.get("triggers", []):
            self.responses[
                hero * len(v.TRIGGERS) + compiler.word(trigger, v.TRIGGERS, "trigger")
            ] |= 1 << face
        if "ongoing" in data:
            self.read_ongoing(number, data["ongoing"], compiler)
        if kind == v.PERIL_CARD:
            self.read_peril(number, data["peril"], compiler)
        # §5.6: what only an action may do stays out of responses, ongoing effects and Perils
        aside = [data.get("ongoing", {}).get("effect", []), data.get("peril", {}).get("effect", [])]
        if kind == v.RESPONSE_CARD:
            aside.append(data["effect"])
        if "'rescue'" in repr(aside) or "'move'" in repr(aside):
            compiler.refuse("effect", "only an action may move a Hero or draw Rescue cards.")

    def read_ongoing(self, number: int, data: dict[str, Any], compiler: Compiler) -> None:
        self.ongoing[number] = compiler.word(data["trigger"], v.TRIGGERS, "trigger")
        self.ongoing_start[number] = compiler.program(data["effect"])
        self.ongoing_cards[number] = self.category_masks[
            compiler.category(data.get("category", "any"))
        ]
        if "limit" in data:
            compiler.word(data["limit"], ("round",), "limit")
            self.ongoing_once[number] = 1 << (
                number if number < ABILITY else number - LATER + ABILITY
            )
            if self.ongoing[number] == v.SELF_MOVE_ACTION:
                self.first_moves[self.hero_of[number]] |= self.ongoing_once[number]

    def read_peril(self, number: int, data: dict[str, Any], compiler: Compiler) -> None:
        """§6.5 No two Perils wait for the same thing; §6.2 all cost the same and look the same when
        laid.
        """
        trigger = compiler.word(data["trigger"], v.PERIL_TRIGGERS, "Peril trigger")
        if trigger in [int(other) for other in self.peril_trigger]:
            compiler.refuse(
                data["trigger"], f"two Perils cannot both wait for {data['trigger']!r}."
            )
        if self.peril_source == NO_CARD:
            self.peril_source = number
        first = self.peril_source
        laid = [
            compiler.code[self.start[peril] : self.start[peril] + 2 * v.WIDTH]
            for peril in (first, number)
        ]
        if (
            laid[0] != laid[1]
            or self.white[first] != self.white[number]
            or self.black[first] != self.black[number]
        ):
            compiler.refuse("effect", "all Perils must cost the same and be laid in the same way.")
        self.peril_trigger[number] = trigger
        self.peril_start[number] = compiler.program(data["effect"])
        self.peril_faces |= 1 << self.face_of[number]

    def read_dramatic_ends(self, ends: list[dict[str, Any]], compiler: Compiler) -> None:
        """Two cards per hero, each with an Ominous Portent and a Dramatic End."""
        self.portent: Ints = Ints([0] * (2 * HEROES))
        self.portent_value: Ints = Ints([0] * (2 * HEROES))
        self.portent_texts: list[str] = [""] * (2 * HEROES)
        for number, end in enumerate(ends):
            compiler.card = end["id"]
            if end["hero"] != self.hero_ids[number // 2]:
                compiler.refuse(
                    end["hero"], "the Dramatic Ends must be listed hero by hero, two each."
                )
            self.names[DRAMATIC_END + number] = end["name"]
            self.texts[DRAMATIC_END + number] = end["end"]["text"]
            self.start[DRAMATIC_END + number] = compiler.program(end["end"]["effect"])
            portent = end["portent"]
            self.portent[number] = compiler.word(portent["rule"], v.PORTENTS, "Portent")
            self.portent_value[number] = 1 if portent["value"] == "here" else portent["value"]
            self.portent_texts[number] = portent["text"]
        self.slugs: list[str] = [slug(name) for name in self.names]


def slug(name: str) -> str:
    """A name as records write it.

    >>> slug("Follow Me!")
    'follow me'
    """
    return "".join(letter for letter in name.lower() if letter not in "!.")


def mask_of(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


class Editions:
    """The boxes of all versions of the rules: pieces came with some version, and cards were
    different until some version.
    """

    def __init__(self, folder: Path, verbs: Mapping[str, Verb]) -> None:
        data = read(folder, {"components.toml": FIGURES, "cards.toml": CARDS})
        source = (folder / "cards.toml").read_text(encoding="utf-8")
        since = {
            V1_0,
            V1_2,
            V1_4,
            *[piece["since"] for piece in [*data["hero_card"], *data["rooms"]["later"]]],
        }
        self.boxes: list[tuple[int, Components]] = [
            (rules, Components(of_version(data, rules), source, "cards.toml", verbs))
            for rules in sorted(since)
        ]
        self.newest: Components = self.boxes[-1][1]

    def of(self, rules: int) -> Components:
        """The box of a version of the rules."""
        return next(box for since, box in reversed(self.boxes) if since <= rules)


def of_version(data: dict[str, Any], rules: int) -> dict[str, Any]:
    """The data of a version of the rules: without pieces that came later, and with cards as they
    were then.
    """
    rooms = data["rooms"] | {
        "later": [room for room in data["rooms"]["later"] if room["since"] <= rules]
    }
    own = [card for card in data["hero_card"] if card["since"] <= rules]
    until, rescue = data["until_1_3"], data["rescue"]
    if rules < V1_4:
        own = as_before(own, until["card"])
        moved = [{"id": name, "collection": part} for name, part in until["collection"].items()]
        rescue = {category: as_before(cards, moved) for category, cards in rescue.items()}
    if rules < V1_2:
        own = as_before(own, data["until_1_1"])
    return data | {"rooms": rooms, "hero_card": own, "rescue": rescue}


def as_before(cards: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cards with what was different on some of them."""
    older = {card["id"]: card for card in before}
    return [card | older.get(card["id"], {}) for card in cards]


def words_in(effect: Any) -> list[str]:
    """The words that an effect is written with: whom, where and what it is about."""
    if isinstance(effect, str):
        return [effect]
    parts = (
        effect.values() if isinstance(effect, dict) else effect if isinstance(effect, list) else []
    )
    return [word for part in parts for word in words_in(part)]
