"""Games on disk: where they are saved, and how, so that no crash can damage them."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import platformdirs

import emberstacks as es
from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.kernel import record
from emberstacks.kernel.errors import BadRecord

SUFFIX = ".record"


def folder() -> Path:
    """Where your games are saved by default."""
    return platformdirs.user_data_path("emberstacks", appauthor=False)


def new_file(game: str) -> Path:
    """A new file for a new game; the process number tells apart games that start in the same
    minute.
    """
    return folder() / f"{game}-{datetime.now():%Y-%m-%d-%H%M}-{os.getpid()}{SUFFIX}"


def write(path: Path, text: str) -> None:
    """Replace the file in one step, so that nobody ever reads half a game."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as wrong:
        raise Failure(
            f"The game cannot be saved in {path}: {reason(wrong)}. Save it elsewhere with --save"
            " FILE."
        ) from None


def read(path: Path) -> str:
    """The text of a record file; WrongUse says why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise WrongUse(
            f"There is no file {path}. Name a record, such as one saved by 'emberstacks play'."
        ) from None
    except (OSError, ValueError) as wrong:
        why = reason(wrong) if isinstance(wrong, OSError) else "it is not text"
        raise WrongUse(f"{path} cannot be read as a record: {why}.") from None


def load(path: Path) -> tuple[es.Match, dict[str, str]]:
    """The game in a record file, and its extra headers."""
    text = read(path)
    try:
        return es.read_record(text), record.read(text).headers
    except BadRecord as wrong:
        raise WrongUse(f"{path} is not a complete record: {wrong}") from None


def check_new(path: Path) -> Path:
    """The path, if a new file can be made there."""
    if path.exists():
        raise WrongUse(
            f"{path} already exists. Continue it with 'emberstacks play --resume {path}' or choose"
            " another name."
        )
    if not path.parent.is_dir():
        raise WrongUse(f"There is no folder {path.parent}. Save the game in a folder that exists.")
    return path


def newest_unfinished() -> Path | None:
    """The game you left last."""
    for path in sorted(folder().glob(f"*{SUFFIX}"), key=age):
        try:
            if "Result" not in record.read(read(path)).headers:
                return path
        except (WrongUse, BadRecord):
            continue
    return None


def age(path: Path) -> float:
    """The newest sorts first."""
    return -path.stat().st_mtime


def reason(wrong: OSError) -> str:
    """What the system says, as part of a sentence."""
    return (wrong.strerror or str(wrong)).lower()
