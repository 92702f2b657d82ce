"""What players may agree on before a game (§1.3 to §1.7 and the expansions), and what follows from
it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from emberstacks.games.librarians.components import NONE, Components, known
from emberstacks.games.librarians.state import LEFT_OUT, LENIENT, OFF, STANDARD, STRICT, Agreement
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Option, Options, Preset, Value
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.versions import V1_1

PRESET: Final = "preset"
PICKS: Final = ("chance", "in", "out")
WITHOUT: Final = "none"
# §10.3, §10.4
READINGS: Final = {"off": OFF, "standard": STANDARD, "strict": STRICT, "lenient": LENIENT}
PARTS: Final = ("powers", "balance", "columns")  # §12.1: of the Curse of the Book Shelves
CURSES: Final = (  # the usual set first
    "off",
    "powers+balance",
    "powers",
    "balance",
    "columns",
    "powers+columns",
    "balance+columns",
    "powers+balance+columns",
)
# until 1.0: one option each
OLD_PARTS: Final = {"shelf_powers": "powers", "balance": "balance", "columns": "columns"}
TALK: Final = ("silent", "markers", "chat")  # §8.1, §8.3, §8.4: how much is said
PRESET_WORDS: Final[dict[Value, str]] = {
    "classic": "classic: for a first game",
    "shelves": "shelves come and go",
    "hands": "hands shrink and grow",
    "stacks": "stacks and columns move",
}
PACK: Final = 11  # books of one colour in one set
NEWEST: Final = 1 << 30  # as a version: with all pieces there are


def all_options(box: Components, rules: int = NEWEST) -> list[Option]:
    """The options as data, with the pieces that a version of the rules has."""
    return [
        *genre_options(box, rules),
        *expansions(box, rules),
        *ways_to_play(),
        *thrill_options(box, rules),
    ]


def difficulties(box: Components) -> list[Preset]:
    """Difficulties as data: what each switches on, and the share of games that a team of bots
    clears.
    """
    return [
        Preset(one["name"], one["options"], one["words"], measured(one)) for one in box.difficulties
    ]


def measured(one: dict[str, Any]) -> str:
    """How often a team of bots clears a difficulty, with a 95 % interval (Wilson's).

    >>> measured({"cleared": 12, "games": 24, "players": 4})
    'A team of four bots cleared 12 of 24 games (50 % ± 19).'
    """
    players = ("", "one", "two", "three", "four", "five", "six")[one["players"]]
    games, share = one["games"], one["cleared"] / one["games"]
    square = 1.96**2 / games
    half = 1.96 * math.sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    percent = f"{100 * share:.0f} % ± {max(1, round(100 * half))}"
    return f"A team of {players} bots cleared {one['cleared']} of {games} games ({percent})."


def options_of_1_0(box: Components) -> list[Option]:
    """Until 1.0 the parts of the Curse were options of their own, and the Ages had no standard
    reading.
    """
    said: list[Option] = []
    for option in options_of_1_1(box):
        if option.name == "ages":
            said.append(replace(option, choices=("off", "strict", "lenient")))
        elif option.name == "curse":
            said += [
                Option(name, (False, True), False, "")
                for name in ("shelf_powers", "columns", "balance")
            ]
        else:
            said.append(option)
    return said


def options_of_1_1(box: Components) -> list[Option]:
    """Until 1.1 chance said which thrills joined."""
    return [*genre_options(box, V1_1), *expansions(box, V1_1), *ways_to_play()]


def thrill_options(box: Components, rules: int) -> list[Option]:
    """§13.1 Which thrills join: chance says, up to their number, or you do."""
    playing = {
        int(box.thrill[book])
        for book in range(known(box.book_since, rules))
        if box.thrill[book] != NONE
    }
    words: dict[Value, str] = {
        "chance": "chance says",
        "in": "in the deck",
        "out": "not in the deck",
    }
    return [
        Option(
            thrill_option(box, action),
            ("chance", "in", "out"),
            "chance",
            box.action_texts[action],
            more=True,
            title=f"Thrill: {box.actions[action].replace('-', ' ')}",
            words=words,
        )
        for action in sorted(playing)
    ]


def thrill_option(box: Components, action: int) -> str:
    """The name of the option for the thrills with an action."""
    return box.actions[action].replace("-", "_")


def of_today(options: Options) -> dict[str, Value]:
    """Options as they are named today: parts of the Curse under their older names become one
    option.
    """
    said = {name: value for name, value in options.items() if name not in OLD_PARTS}
    parts = [OLD_PARTS[name] for name in OLD_PARTS if options.get(name) is True]
    if parts and "curse" not in said:
        said["curse"] = "+".join(part for part in PARTS if part in parts)
    return said


def genre_options(box: Components, rules: int) -> list[Option]:
    """§1.3 The genres of the colours, all at once or one by one."""
    presets = tuple(box.presets)
    text = "Which genres are played, and so which powers."
    options = [Option("preset", presets, presets[0], text, title="Genres", words=PRESET_WORDS)]
    for colour, name in enumerate(box.colours):
        genres = [
            box.genres[genre] for genre in box.genres_of(colour) if box.genre_since[genre] <= rules
        ]
        pairs = [f"{one}+{other}" for one, other in combinations(genres, 2)]
        text = f"Without {name} books it is easier, with two genres of them harder."
        said: dict[Value, str] = {
            PRESET: "as the genres above",
            WITHOUT: f"no {name} books (easier)",
        }
        values = (PRESET, WITHOUT, *genres, *pairs)
        options.append(
            Option(
                name,
                values,
                PRESET,
                text,
                more=True,
                title=f"{name.capitalize()} books",
                words=said,
            )
        )
    return [
        *options,
        Option(
            "arrows",
            ("printed", "alternating"),
            "printed",
            "How the arrows of the first four shelf cards point.",
            more=True,
            title="Arrows of the first shelves",
            words={"printed": "as printed", "alternating": "left and right in turn"},
        ),
    ]


def expansions(box: Components, rules: int) -> list[Option]:
    """What chapters 9 to 13 add."""
    thrills = [box.thrill[book] for book in range(known(box.book_since, rules))]
    count = len(thrills) - thrills.count(NONE)
    return [
        Option(
            "authors",
            (False, True),
            False,
            "Complete all books of an author.",
            title="Adventure of the Author",
        ),
        Option(
            "ages",
            tuple(READINGS),
            "off",
            "Books keep to their audience.",
            title="Story for the Ages",
            words={
                "off": "no",
                "standard": "yes; a book may always go on its own letter",
                "strict": "as written (hardly ever cleared)",
                "lenient": "if there is no such place, anywhere",
            },
        ),
        Option(
            "sequels",
            (False, True),
            False,
            "Volumes of a series stand in one line.",
            title="Song of the Sequels",
        ),
        Option(
            "curse",
            CURSES,
            "off",
            "Shelf cards have powers, stacks stay balanced, and columns are sorted too.",
            title="Curse of the Book Shelves",
            words={
                "off": "no",
                "powers+balance": "powers and balance, the usual set",
                "columns": "sorted columns",
                "powers+columns": "powers and sorted columns",
                "balance+columns": "balance and sorted columns",
                "powers+balance+columns": "all three: powers, balance, sorted columns",
            },
        ),
        Option(
            "thrills",
            tuple(range(count + 1)),
            0,
            f"How many of the {count} Thrills join the deck.",
            title="Turns full of Thrills",
            words={0: "none"},
        ),
    ]


def ways_to_play() -> list[Option]:
    """§13.14 and §8: how many books a turn has, and how much is said."""
    return [
        Option(
            "exactly_two",
            (False, True),
            False,
            "Every turn has exactly two books, never more.",
            more=True,
            title="Two books a turn",
        ),
        Option(
            "talk",
            TALK,
            "silent",
            "What you may say to each other during the game.",
            title="Talking",
            words={
                "silent": "nothing",
                "markers": "markers: please leave this place alone",
                "chat": "markers and chat",
            },
        ),
    ]


def genres_of(box: Components, colour: int, options: Options) -> list[int]:
    """§1.3 The genre of a colour, §1.4 none, or §1.5 two: the second for the books of the second
    set.
    """
    said = str(options[box.colours[colour]])
    if said == PRESET:
        return [box.genres_of(colour)[box.presets.index(str(options["preset"]))]]
    return [] if said == WITHOUT else [box.genres.index(name) for name in said.split("+")]


def check(box: Components, players: int, options: Options) -> None:
    """§1.4 Enough books for the first hands."""
    packs = sum(len(genres_of(box, colour, options)) for colour in range(len(box.colours)))
    needed = -(-players * int(box.hand) // PACK)
    if packs < needed:
        raise BadOptions(
            f"{players} players need the books of {needed} colours to begin, not of {packs}; leave"
            " fewer colours out."
        )


def agreement(box: Components, options: Options, rules: int) -> Agreement:
    """The options as the rules use them, with the pieces that these rules have."""
    chosen = [genres_of(box, colour, options) for colour in range(len(box.colours))]
    genre = [NONE] * int(known(box.book_since, rules))
    for book in range(len(genre)):
        if box.thrill[book] == NONE and box.set[book] < len(chosen[box.colour[book]]):
            genre[book] = chosen[box.colour[book]][box.set[book]]
    agreed = Agreement(box, Ints(genre), known(box.shelf_since, rules))
    agreed.alternate = options["arrows"] == "alternating"
    agreed.authors = options["authors"] is True
    agreed.ages = READINGS[str(options["ages"])]
    agreed.sequels = options["sequels"] is True
    curse = str(of_today(options).get("curse", "off")).split("+")
    agreed.shelf_powers = "powers" in curse
    agreed.balance = "balance" in curse
    agreed.columns = "columns" in curse
    for book in range(len(genre)):
        if box.thrill[book] != NONE:
            agreed.picked[book] = PICKS.index(
                str(options.get(thrill_option(box, box.thrill[book]), "chance"))
            )
    thrills = [agreed.picked[book] for book in range(len(genre)) if box.thrill[book] != NONE]
    most = len(thrills) - thrills.count(LEFT_OUT)
    agreed.thrills = max(agreed.picked_thrills(), min(int(options["thrills"]), most))
    agreed.exactly = options["exactly_two"] is True
    agreed.talk = TALK.index(str(options["talk"]))
    return agreed
