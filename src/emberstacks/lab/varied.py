"""Figures of a game that may vary: where they are in its data files, and copies of those files with
other numbers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from emberstacks.games import data_files, folder_of, game_by_id
from emberstacks.kernel.errors import BadOptions, one_of

NUMBER: Final = re.compile(r"(?<![\w.+-])[+-]?\d+(?:\.\d+)?(?![\w.])")
MARK: Final = 987_654_321  # no game has this number in its box
DIGITS: Final = 4  # decimals


@dataclass(frozen=True)
class Varied:
    """One number in a data file, and the bounds within which it may vary."""

    name: str  # as the designer writes it, such as setup.fires
    file: str
    start: int  # where the number is in the text of the file
    end: int
    value: float  # as it is
    low: float
    high: float

    @property
    def whole(self) -> bool:
        return isinstance(self.value, int)

    def suggested(self, trial: Any) -> float:
        """What a trial of Optuna tries."""
        if self.whole:
            return int(trial.suggest_int(self.name, self.low, self.high))
        return round(float(trial.suggest_float(self.name, self.low, self.high)), DIGITS)


def own_folder(game: str) -> Path:
    """Where the game's own data files are."""
    return folder_of(game_by_id(game))


def varied(game: str, folder: Path, wish: str) -> Varied:
    """A wish such as setup.fires=5:12, or cards:card.3.cost=1:4 for a number in another file than
    components.toml.
    """
    name, equals, bounds = wish.rpartition("=")
    low, colon, high = bounds.partition(":")
    if not (name and equals and colon):
        raise BadOptions(
            "Write a figure with its bounds as name=low:high, such as setup.fires=5:12, not"
            f" {wish!r}."
        )
    stem, colon, path = name.rpartition(":")
    file = f"{stem or 'components'}.toml"
    if file not in data_files(game_by_id(game)):
        raise BadOptions(
            f"{game} has no data file {file!r}. Choose {one_of(data_files(game_by_id(game)))}."
        )
    text = read(folder / file)
    where = f"{file} of {game}"
    value = figure(tomllib.loads(text), path.split("."), where)
    start, end = place(text, path.split("."), value, where)
    try:
        least, most = (int(low), int(high)) if isinstance(value, int) else (float(low), float(high))
    except ValueError:
        kind = "whole numbers" if isinstance(value, int) else "numbers"
        raise BadOptions(f"The bounds of {name} must be {kind}, not {bounds!r}.") from None
    if not least < most:
        raise BadOptions(f"The lower bound of {name} must be below the upper one, not {bounds!r}.")
    return Varied(name, file, start, end, value, least, most)


def read(file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8")
        tomllib.loads(text)
    except OSError as wrong:
        raise BadOptions(
            f"{file} cannot be read: {wrong.strerror}. Copy the data files of the game there."
        ) from None
    except ValueError as wrong:
        raise BadOptions(f"{file} is not TOML: {wrong}.") from None
    return text


def figure(data: Any, path: Sequence[str], where: str) -> float:
    """The number at the end of a path: names of tables, and for one of a list its place from 1, or
    a name that it has.
    """
    for depth, part in enumerate(path):
        inner = step(data, part)
        if inner is None:
            so_far = ".".join(path[:depth]) or "The file"
            raise BadOptions(
                f"There is no figure {'.'.join(path)!r} in {where}. {so_far} has"
                f" {one_of(parts(data))}."
            )
        data = inner
    if isinstance(data, bool) or not isinstance(data, (int, float)):
        raise BadOptions(
            f"{'.'.join(path)!r} in {where} is not a number. It has {one_of(parts(data))}."
        )
    return data


def step(data: Any, part: str) -> Any:
    """What a part of a path leads to; None if it leads nowhere."""
    if isinstance(data, dict):
        return data.get(part)
    if isinstance(data, list) and part.isdecimal():
        return data[int(part) - 1] if 1 <= int(part) <= len(data) else None
    if isinstance(data, list):
        return next(
            (item for item in data if isinstance(item, dict) and part in item.values()), None
        )
    return None


def parts(data: Any) -> list[str]:
    """How a path can continue."""
    if isinstance(data, dict):
        return [name for name, value in data.items() if not isinstance(value, (str, bool))] or [
            "no numbers"
        ]
    return [f"1 to {len(data)}"] if isinstance(data, list) else ["nothing more"]


def place(text: str, path: Sequence[str], value: float, where: str) -> tuple[int, int]:
    """Where the number is in the text: change one after the other, and see which of them is the
    figure.
    """
    for found in NUMBER.finditer(text):
        if float(found[0]) == value:
            with suppress(ValueError, BadOptions):  # it was a name, or in one
                if (
                    figure(
                        tomllib.loads(f"{text[: found.start()]}{MARK}{text[found.end() :]}"),
                        path,
                        where,
                    )
                    == MARK
                ):
                    return found.span()
    raise BadOptions(f"{'.'.join(path)!r} in {where} is not written as a plain number.")


def write(
    game: str, folder: Path, figures: Sequence[Varied], values: Mapping[str, float], out: Path
) -> None:
    """Copy the data files of a folder, with other values for some figures; comments and the rest
    stay as they are.
    """
    out.mkdir(parents=True, exist_ok=True)
    for file in data_files(game_by_id(game)):
        text = read(folder / file)
        for one in sorted((one for one in figures if one.file == file), key=lambda one: -one.start):
            text = f"{text[: one.start]}{values[one.name]}{text[one.end :]}"
        (out / file).write_text(text, encoding="utf-8")
