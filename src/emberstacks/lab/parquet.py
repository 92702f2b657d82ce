"""Results as Parquet, with pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from emberstacks.lab.results import BadResults

TEXT: Final = ("game", "rules", "options", "counts", "bot", "against")


def check_parquet() -> None:
    """Is pyarrow installed?"""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise BadResults("Parquet needs pyarrow, which is not installed. Run 'pip install emberstacks[lab]'.") from None


def as_text(columns: Sequence[str]) -> Any:
    """How to read a file of results: these columns are text, even if they look like numbers (1.0) or are empty."""
    import pyarrow
    from pyarrow import csv

    words = [name for name in columns if name in TEXT or name.startswith("seat_")]
    return csv.ConvertOptions(column_types=dict.fromkeys(words, pyarrow.string()), strings_can_be_null=False)


def columns_of(source: Path) -> list[str]:
    """The names in the first line."""
    with open(source, encoding="utf-8") as file:
        return file.readline().rstrip("\n").split(",")


def write_parquet(source: Path, target: Path) -> None:
    """Copy a file of results, a batch at a time; the target appears when it is complete."""
    from pyarrow import csv, parquet

    unfinished = target.with_name(target.name + ".part")
    try:
        options = as_text(columns_of(source))
        with csv.open_csv(source, convert_options=options) as rows, parquet.ParquetWriter(unfinished, rows.schema) as writer:
            for batch in rows:
                writer.write_batch(batch)
        unfinished.replace(target)
    except OSError as wrong:
        unfinished.unlink(missing_ok=True)
        raise BadResults(f"Cannot write {target}: {wrong.strerror or wrong}. The rows are in {source}.") from None
