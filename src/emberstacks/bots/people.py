"""The people who sit at the table for a bot: every level and style has its own people, and the page
draws their faces.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

# by kind of bot; the first stands for all of them. No name is used twice, here or in a game
PEOPLE: Final = {
    "novice": ("Pip", "Fern", "Toby", "Wren", "Kit"),
    "apprentice": ("Tilda", "Jonas", "Mina", "Bruno", "Greta"),
    "adept": ("Oswin", "Berta", "Emil", "Ruth", "Vera"),
    "expert": ("Edith", "Clara", "Hanna", "Dora", "Irma"),
    "cautious": ("Morris", "Selma", "Theo", "Hazel", "Ludo"),
    "daring": ("Saffron", "Ginger", "Basil", "Clove", "Poppy"),
    "friendly": ("Bramble", "Honey", "Tansy", "Clover", "Maple"),
}


def people_of(spec: str) -> tuple[str, ...]:
    """The people who play like this bot; none for the bots that programmers use.

    >>> people_of("novice")[0], people_of("ismcts:200")
    ('Pip', ())
    """
    return PEOPLE.get(spec, ())


def person_of(spec: str, taken: Collection[str]) -> str:
    """Somebody who plays like this bot and is not at the table yet; empty if there is nobody.

    >>> person_of("novice", []), person_of("novice", ["Ada", "Pip"]), person_of("greedy", [])
    ('Pip', 'Fern', '')
    """
    return next((name for name in people_of(spec) if name not in taken), "")


def kind_of(name: str) -> str:
    """The bot behind the name of a person, in any case; a name that nobody has stays as it is.

    >>> kind_of("pip"), kind_of("greedy")
    ('novice', 'greedy')
    """
    return next(
        (spec for spec, people in PEOPLE.items() if name.casefold() in map(str.casefold, people)),
        name,
    )
