"""What players may agree on before a game (§1.3 to §1.7 and the expansions), and what follows from it."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from emberstacks.games.librarians.components import BOOKS, NONE, PER_COLOUR, SET, THRILLS, Components
from emberstacks.games.librarians.state import LENIENT, OFF, STRICT, Agreement
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Option, Options, Value
from emberstacks.kernel.ints import Ints

PRESET: Final = "preset"
WITHOUT: Final = "none"
READINGS: Final = ("off", "strict", "lenient")
TALK: Final = ("silent", "markers", "chat")  # §8.1, §8.3, §8.4: how much is said
PRESET_WORDS: Final[dict[Value, str]] = {
    "classic": "classic: for a first game",
    "shelves": "shelves come and go",
    "hands": "hands shrink and grow",
    "stacks": "stacks and columns move",
}
PACK: Final = 11  # books of one colour in one set


def all_options(box: Components) -> list[Option]:
    """The options as data."""
    presets = tuple(box.presets)
    text = "Which genres are played, and so which powers."
    options = [Option("preset", presets, presets[0], text, title="Genres", words=PRESET_WORDS)]
    for colour, name in enumerate(box.colours):
        genres = box.genres[PER_COLOUR * colour : PER_COLOUR * (colour + 1)]
        pairs = [f"{one}+{other}" for one, other in combinations(genres, 2)]
        text = f"Without {name} books it is easier, with two genres of them harder."
        said: dict[Value, str] = {PRESET: "as the genres above", WITHOUT: f"no {name} books (easier)"}
        values = (PRESET, WITHOUT, *genres, *pairs)
        options.append(Option(name, values, PRESET, text, more=True, title=f"{name.capitalize()} books", words=said))
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
        Option("authors", (False, True), False, "Complete all books of an author.", title="Adventure of the Author"),
        Option(
            "ages",
            READINGS,
            "off",
            "Books keep to their audience.",
            title="Story for the Ages",
            words={"off": "no", "strict": "as written (hardly ever cleared)", "lenient": "lenient"},
        ),
        Option("sequels", (False, True), False, "Volumes of a series stand in one line.", title="Song of the Sequels"),
        Option("shelf_powers", (False, True), False, "The shelf cards have powers.", title="Curse of the Book Shelves"),
        Option(
            "columns",
            (False, True),
            False,
            "Books are also sorted from top to bottom. Hard.",
            more=True,
            title="Curse of the Book Shelves: columns",
        ),
        Option(
            "balance",
            (False, True),
            False,
            "Left and right of the shelf cards, stacks stay balanced.",
            more=True,
            title="Curse of the Book Shelves: balance",
        ),
        Option(
            "thrills",
            tuple(range(BOOKS - THRILLS + 1)),
            0,
            "How many of the twelve Thrills join the deck.",
            title="Turns full of Thrills",
            words={0: "none"},
        ),
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
            words={"silent": "nothing", "markers": "markers: please leave this place alone", "chat": "markers and chat"},
        ),
    ]


def genres_of(box: Components, colour: int, options: Options) -> list[int]:
    """§1.3 The genre of a colour, §1.4 none, or §1.5 two: the second for the books of the second set."""
    said = str(options[box.colours[colour]])
    if said == PRESET:
        return [PER_COLOUR * colour + box.presets.index(str(options["preset"]))]
    return [] if said == WITHOUT else [box.genres.index(name) for name in said.split("+")]


def check(box: Components, players: int, options: Options) -> None:
    """§1.4 Enough books for the first hands."""
    packs = sum(len(genres_of(box, colour, options)) for colour in range(len(box.colours)))
    needed = -(-players * int(box.hand) // PACK)
    if packs < needed:
        raise BadOptions(
            f"{players} players need the books of {needed} colours to begin, not of {packs}; leave fewer colours out."
        )


def agreement(box: Components, options: Options) -> Agreement:
    """The options as the rules use them."""
    chosen = [genres_of(box, colour, options) for colour in range(len(box.colours))]
    genre = [NONE] * BOOKS
    for book in range(THRILLS):
        which = book // SET
        genres = chosen[box.colour[book]]
        if which < len(genres):
            genre[book] = genres[which]
    agreed = Agreement(box, Ints(genre))
    agreed.alternate = options["arrows"] == "alternating"
    agreed.authors = options["authors"] is True
    agreed.ages = {"off": OFF, "strict": STRICT, "lenient": LENIENT}[str(options["ages"])]
    agreed.sequels = options["sequels"] is True
    agreed.shelf_powers = options["shelf_powers"] is True
    agreed.columns = options["columns"] is True
    agreed.balance = options["balance"] is True
    agreed.thrills = int(options["thrills"])
    agreed.exactly = options["exactly_two"] is True
    agreed.talk = TALK.index(str(options["talk"]))
    return agreed
