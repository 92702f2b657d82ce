"""What the aid, the gallery and the options name is in the box and in the game of these options."""

from __future__ import annotations

import random

import pytest

from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.options import genres_of
from emberstacks.kernel.game import Value
from tests.every_game.table import some_options
from tests.games.librarians.table import BOX


def aid_text(options: dict[str, Value]) -> str:
    parts = GAME.aid(3, GAME.full_options(3, options))
    return " ".join(
        [
            text
            for part in parts
            for text in [part.title, *part.lines, *[meaning for _, meaning in part.signs]]
        ]
    )


@pytest.mark.parametrize("seed", range(30))
def test_the_aid_names_what_is_in_this_game(seed: int) -> None:
    """Genres and colours that are played, and no expansion that is not."""
    options = some_options(GAME, 3, random.Random(seed))
    full = GAME.full_options(3, options)
    text = aid_text(options)
    lines = [line for part in GAME.aid(3, full) for line in part.lines]
    for colour, name in enumerate(BOX.colours):
        playing = genres_of(BOX, colour, full)
        assert (f"{name} books" in text) == bool(playing)
        for genre in BOX.genres_of(colour):
            assert (f"{BOX.genre_names[genre]}: {BOX.power_texts[genre]}" in lines) == (
                genre in playing
            )
    assert ("red line" in text) == bool(genres_of(BOX, 0, full))
    assert ("Authors" in text) == (full["authors"] is True)
    assert ("Sequels" in text) == (full["sequels"] is True)
    assert ("Ages" in text) == (full["ages"] != "off")
    assert ("curse" in text) == (full["curse"] != "off")


def test_the_aid_names_thrills_that_may_be_in_the_deck() -> None:
    """By number, by name, or none."""
    assert "Thrills" not in aid_text({})
    assert "may be: skip, stop," in aid_text({"thrills": 3})
    assert aid_text({"swap": "in"}).count("In the deck may be: swap.") == 1
    out: dict[str, Value] = {"skip": "out", "thrills": 12}
    assert "may be: stop, swap," in aid_text(out)


def test_the_gallery_names_every_piece_of_the_box() -> None:
    """Each genre, shelf card, book and thrill once, with the figures of the box."""
    names = [piece.name for piece in GAME.pieces()]
    assert sorted(names) == sorted(
        [
            *BOX.genre_names,
            *BOX.titles,
            *[f"Shelf card {k + 1}" for k in range(len(BOX.shelf_texts))],
        ]
    )


def test_options_name_what_the_box_has() -> None:
    """The number of thrills, their actions, and the genres of each colour."""
    options = {option.name: option for option in GAME.info.options}
    assert options["thrills"].help == "How many of the 12 Thrills join the deck."
    assert options["skip"].help == BOX.action_texts[0]
    for colour, name in enumerate(BOX.colours):
        assert {BOX.genres[genre] for genre in BOX.genres_of(colour)} <= set(options[name].choices)
