"""A mistake in a data file is told in a sentence with its file and line, and with what is expected
there.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from emberstacks.games import GAMES, data_files, folder_of, with_figures
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.figures import Place, line_of

WRONG = [  # game, file, what stands there, what is written instead, what is said
    (
        "fire-prototype",
        "components.toml",
        "supply = 10",
        'supply = "ten"',
        "'supply' of [buckets] must be a whole number, 0 or more, not 'ten'",
    ),
    ("fire-prototype", "components.toml", "supply = 10\n", "", "[buckets] needs 'supply'"),
    (
        "fire-prototype",
        "components.toml",
        "supply = 10",
        "suply = 10",
        "there is no 'suply' in [buckets]; there can be supply or most_per_player",
    ),
    (
        "fire-prototype",
        "components.toml",
        "rounds = 200",
        "rounds = true",
        "'rounds' of [end.safety] must be a whole number from 1 to 10000, not true",
    ),
    (
        "fire-prototype",
        "components.toml",
        '"SSXXX"',
        '"SSXYX"',
        "'spaces' of card 2 must be a text of 1 to 5 of the letters SX, not 'SSXYX'",
    ),
    (
        "fire-prototype",
        "components.toml",
        "3 = [1, 2, 3]",
        "7 = [1, 2, 3]",
        "[cards_in_play] has a line for each number from 2 to 5, not for '7'",
    ),
    (
        "fire-prototype",
        "components.toml",
        "bravery = 7",
        "bravery = [7]",
        "'bravery' of card 1 must be a whole number, 0 or more, not something nested",
    ),
    (
        "fire",
        "components.toml",
        'timing = "scored"',
        'timing = "later"',
        (
            "'timing' of the tool \"collector's edition\" must be 'choosing', 'saving', 'spreading'"
            " or 'scored', not 'later'"
        ),
    ),
    (
        "fire",
        "components.toml",
        "[4, 8, 1]",
        "[4, -8, 1]",
        (
            "number 2 of number 3 of 'cards' of the section 'War' must be a whole number, 0 or"
            " more, not -8"
        ),
    ),
    (
        "fire",
        "components.toml",
        '"wy", "wb", "p"',
        '"wy", "wb"',
        "'burns' of the tool 'amulet' must have 3 entries, not 2",
    ),
    (
        "horror",
        "components.toml",
        '"KRWGBY"',
        '"KRWGBZ"',
        "number 3 of 'grid' of [screen] must be a text of 6 of the letters RGYBWK, not 'KRWGBZ'",
    ),
    (
        "horror",
        "components.toml",
        'object = "Oriental hand fan"',
        'object = "Fan"',
        "'object' of the character 'Betty Sizzle' must be",
    ),
    (
        "horror",
        "components.toml",
        'sides = "OCOC"',
        'sides = "OCO"',
        "'sides' of the room 'Great Hall' must be a text of 4 of the letters OC-, not 'OCO'",
    ),
    (
        "librarians",
        "components.toml",
        'power = "full-side"',
        'power = "half"',
        "'power' of shelf 8 must be 'no-stacks'",
    ),
    (
        "librarians",
        "books.toml",
        'letter = "F", colour = "red"',
        'letter = "F", colour = "pink"',
        "'colour' of the book 'a-red-06' must be 'red', 'green'",
    ),
    (
        "librarians",
        "books.toml",
        ', colour = "red", author = "Tobias Lanternby"',
        ', author = "Tobias Lanternby"',
        "needs a colour",
    ),
    (
        "librarians",
        "components.toml",
        'name = "comedy"',
        'name = "satire"',
        "the rules have no genre 'satire'; let it be like horror",
    ),
    (
        "alexandria",
        "components.toml",
        '"Map Chamber", beam = "E"',
        '"Map Chamber", beam = "up"',
        "'beam' of the common 'Map Chamber' must be 'N', 'E', 'S' or 'W', not 'up'",
    ),
    (
        "alexandria",
        "cards.toml",
        '"Songs of Sappho", traits = ["Scroll",',
        '"Songs of Sappho", traits = ["Napkin",',
        "number 1 of 'traits' of the book 'BK-13' must be 'Scroll'",
    ),
    (
        "alexandria",
        "cards.toml",
        "slot = false\nwhite = 2",
        "slot = 0\nwhite = 2",
        "'slot' of the hero card 'OCT-02' must be true or false, not 0",
    ),
]


def copied(name: str, folder: Path) -> None:
    for file in data_files(GAMES[name]):
        shutil.copy(folder_of(GAMES[name]) / file, folder)


@pytest.mark.parametrize(("name", "file", "old", "new", "said"), WRONG)
def test_a_mistake_is_told_with_file_and_line(
    name: str, file: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    copied(name, tmp_path)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadOptions, match=re.escape(said)) as refused:
        with_figures(name, tmp_path)
    told = str(refused.value)
    assert told.startswith(
        f"The data files in {tmp_path} do not describe the box of {name}: {file}"
    )
    assert told.count("\n") == 0
    assert told.endswith(".")
    assert not told.endswith("..")
    numbered = re.search(r"\.toml, line (\d+): ", told)
    if numbered is None:
        assert re.search("needs a colour|no genre", said), (
            "only what relates several values has no line"
        )
        return
    first = text[: text.index(old)].count("\n") + 1
    header = new == "" or "has a line" in said
    assert (
        int(numbered[1]) in range(first - 6, first + 1)
        if header
        else int(numbered[1]) in (first, first + old.count("\n"))
    )


@pytest.mark.parametrize("name", GAMES)
def test_unknown_and_missing_tables_and_broken_files_are_told(name: str, tmp_path: Path) -> None:
    for file in data_files(GAMES[name]):
        copied(name, tmp_path)
        text = (tmp_path / file).read_text(encoding="utf-8")
        lines = text.count("\n")
        first = re.findall(r"^\[\[?(\w+)\]", text, re.MULTILINE)[0]
        others = re.sub(rf"^(\[\[?){first}\]", r"\1nothing]", text, flags=re.MULTILINE)
        for wrong, said in (
            (
                text + "\n[nonsense]\nharm = 2\n",
                (
                    f"{file}, line {lines + 2}: there is no table 'nonsense' in this game; there"
                    " can be "
                ),
            ),
            (
                text + "\nharm = \n",
                f"{file}, line {lines + 2}: this cannot be read (invalid value)",
            ),
            (others, f"{file}, line "),
        ):
            (tmp_path / file).write_text(wrong, encoding="utf-8")
            with pytest.raises(BadOptions, match=re.escape(said)):
                with_figures(name, tmp_path)


@pytest.mark.parametrize("name", GAMES)
def test_the_line_of_every_figure_is_found(name: str) -> None:
    for file in data_files(GAMES[name]):
        text = (folder_of(GAMES[name]) / file).read_text(encoding="utf-8")
        lines = text.splitlines()
        figures = list(leaves(tomllib.loads(text), ()))
        assert figures
        for place, value in figures:
            line = lines[line_of(text, place) - 1]
            shown = (
                {True: "true", False: "false"}.get(value, str(value))
                if isinstance(value, bool)
                else str(value)
            )
            assert shown in line or json.dumps(shown, ensure_ascii=False)[1:-1] in line, (
                place,
                value,
                line,
            )


def leaves(data: Any, place: Place) -> Iterator[tuple[Place, Any]]:
    """Every number and text of a file, with the keys that lead to it; a sample of the long ones."""
    if isinstance(data, dict):
        for key, part in data.items():
            yield from leaves(part, (*place, key))
    elif isinstance(data, list):
        for k in range(0, len(data), max(1, len(data) // 12)):
            yield from leaves(data[k], (*place, k))
    else:
        yield place, data
