"""Print the table: ``python -m bench``, or ``python -m bench knights asking`` for some parts of it."""

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.agreement import DisagreementError
from bench.measure import Row

PARTS = (
    "cold",
    "parsing",
    "keystrokes",
    "reasoning",
    "asking",
    "counting",
    "knights",
    "proving",
    "dense",
    "large",
    "tables",
    "catalogue",
    "transcripts",
    "printing",
    "booklets",
)

SMALL = 0.1
"""Below this, two decimals would not say much of a ratio."""


def _rows(parts: Sequence[str]) -> Iterator[Row]:
    for part in track(parts, "measuring", console=Console(stderr=True), transient=True):
        # A part is imported when its turn comes: some need peers that others do without.
        yield from import_module(f"bench.{part}").rows()


@click.command("bench")
@click.argument("parts", nargs=-1, type=click.Choice(PARTS))
def main(parts: tuple[str, ...]) -> None:
    """Measure PARTS, or everything; each line's two times come from one run, in turns."""
    table = Table(
        "work",
        "ms",
        "peer",
        "its ms",
        "ratio",
        title="medians, on examples/a-drop-of-midnight.case unless said",
    )
    for column in (1, 3, 4):
        table.columns[column].justify = "right"
    try:
        for row in _rows(parts or PARTS):
            table.add_row(
                row.work,
                f"{row.ours:.1f}",
                row.peer,
                f"{row.theirs:.1f}",
                f"{row.ratio:.2f}" if row.ratio >= SMALL else f"{row.ratio:.2g}",
            )
    except DisagreementError as error:
        raise click.ClickException(str(error)) from error
    finally:
        # What was measured before something went wrong took minutes too.
        Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    main(prog_name="python -m bench")
