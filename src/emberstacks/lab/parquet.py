"""Results as Parquet, with pyarrow."""

from __future__ import annotations

from pathlib import Path

from emberstacks.lab.results import BadResults


def check_parquet() -> None:
    """Is pyarrow installed?"""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise BadResults("Parquet needs pyarrow, which is not installed. Run 'pip install emberstacks[lab]'.") from None


def write_parquet(source: Path, target: Path) -> None:
    """Copy a file of results, a batch at a time; the target appears when it is complete."""
    from pyarrow import csv, parquet

    unfinished = target.with_name(target.name + ".part")
    try:
        with csv.open_csv(source) as rows, parquet.ParquetWriter(unfinished, rows.schema) as writer:
            for batch in rows:
                writer.write_batch(batch)
        unfinished.replace(target)
    except OSError as wrong:
        unfinished.unlink(missing_ok=True)
        raise BadResults(f"Cannot write {target}: {wrong.strerror or wrong}. The rows are in {source}.") from None
