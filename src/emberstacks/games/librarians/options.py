"""What players may agree on before a game (§1.3 to §1.7 and the expansions), and what follows from it."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from emberstacks.games.librarians.components import BOOKS, NONE, PER_COLOUR, SET, THRILLS, Components
from emberstacks.games.librarians.state import LENIENT, OFF, STRICT, Agreement
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Option, Options
from emberstacks.kernel.ints import Ints

PRESET: Final = "preset"
WITHOUT: Final = "none"
READINGS: Final = ("off", "strict", "lenient")
TALK: Final = ("silent", "markers", "chat")  # §8.1, §8.3, §8.4: how much is said
PACK: Final = 11  # books of one colour in one set


def all_options(box: Components) -> list[Option]:
    """The options as data."""
    presets = tuple(box.presets)
    options = [Option("preset", presets, presets[0], "Which genres the colours have, unless a colour says otherwise.")]
    for colour, name in enumerate(box.colours):
        genres = box.genres[PER_COLOUR * colour : PER_COLOUR * (colour + 1)]
        pairs = [f"{one}+{other}" for one, other in combinations(genres, 2)]
        text = f"The genre of the {name} books; none leaves them out (easier), two double the colour (harder)."
        options.append(Option(name, (PRESET, WITHOUT, *genres, *pairs), PRESET, text, more=True))
    return [
        *options,
        Option(
            "arrows", ("printed", "alternating"), "printed", "How the arrows of the first four shelf cards point.", more=True
        ),
        Option("authors", (False, True), False, "Adventure of the Author: complete all books of an author."),
        Option(
            "ages",
            READINGS,
            "off",
            "Story for the Ages: books keep to their audience. Strict is the rule as written, and hardly ever cleared.",
        ),
        Option("sequels", (False, True), False, "Song of the Sequels: volumes of a series stand in one line."),
        Option("shelf_powers", (False, True), False, "Curse of the Book Shelves: the shelf cards have powers."),
        Option("columns", (False, True), False, "Curse of the Book Shelves: columns are sorted too. Hard.", more=True),
        Option("balance", (False, True), False, "Curse of the Book Shelves: stacks left and right stay balanced.", more=True),
        Option("thrills", tuple(range(BOOKS - THRILLS + 1)), 0, "Turns full of Thrills: how many of the 12 join the deck."),
        Option("exactly_two", (False, True), False, "Every turn has exactly two books, never more.", more=True),
        Option("talk", TALK, "silent", "Silent; markers that ask to leave a place alone; or free chat as well."),
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
