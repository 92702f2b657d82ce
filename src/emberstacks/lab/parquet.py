"""Results as Parquet, with pyarrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from emberstacks.lab.results import BadResults

TEXT: Final = ("game", "rules", "options", "counts", "bot", "against")


def check_parquet() -> None:
    """Is pyarrow installed?"""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise BadResults(
            "Parquet needs pyarrow, which is not installed. Run 'pip install emberstacks[lab]'."
        ) from None


def wanted(asked: bool | None) -> bool:
    """Should rows be written as Parquet? If nobody has said, then yes if that is possible;
    BadResults if it is not.
    """
    if asked:
        check_parquet()
    return find_spec("pyarrow") is not None if asked is None else asked


def as_text(columns: Sequence[str]) -> Any:
    """How to read a file of results: these columns are text, even if they look like numbers (1.0)
    or are empty.
    """
    import pyarrow
    from pyarrow import csv

    words = [name for name in columns if name in TEXT or name.startswith("seat_")]
    return csv.ConvertOptions(
        column_types=dict.fromkeys(words, pyarrow.string()), strings_can_be_null=False
    )


def columns_of(source: Path) -> list[str]:
    """The names in the first line."""
    with open(source, encoding="utf-8") as file:
        return file.readline().rstrip("\n").split(",")


def write_parquet(source: Path, target: Path, about: Mapping[str, str]) -> None:
    """Copy a file of results, a batch at a time, and say where it comes from; the target appears
    when it is complete.
    """
    from pyarrow import csv, parquet

    unfinished = target.with_name(target.name + ".part")
    try:
        options = as_text(columns_of(source))
        with csv.open_csv(source, convert_options=options) as rows:
            schema = rows.schema.with_metadata(dict(about))
            with parquet.ParquetWriter(unfinished, schema) as writer:
                for batch in rows:
                    writer.write_batch(batch.replace_schema_metadata(schema.metadata))
        unfinished.replace(target)
    except OSError as wrong:
        unfinished.unlink(missing_ok=True)
        raise BadResults(
            f"Cannot write {target}: {wrong.strerror or wrong}. The rows are in {source}."
        ) from None
