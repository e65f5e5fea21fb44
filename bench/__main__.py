"""Print the table: ``python -m bench``."""

import sys
from collections.abc import Iterator

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import cold, parsing, printing, reasoning
from bench.measure import Row


def _rows() -> Iterator[Row]:
    parts = (cold, parsing, reasoning, printing)
    for part in track(parts, "measuring", console=Console(stderr=True), transient=True):
        yield from part.rows()


def main() -> None:
    """Measure everything; each line's two times come from one run, in turns."""
    table = Table(
        "work", "ms", "peer", "its ms", "ratio", title="medians on examples/a-drop-of-midnight.case"
    )
    for column in (1, 3, 4):
        table.columns[column].justify = "right"
    for row in _rows():
        table.add_row(row.work, f"{row.ours:.1f}", row.peer, f"{row.theirs:.1f}", f"{row.ratio:.2f}")
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    main()
