"""Print the table: ``python -m bench``, or ``python -m bench knights asking`` for some parts of it."""

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from math import isnan

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

import casekit.cli  # noqa: F401 - in both peers Python looks for garbage as seldom as in commands
from bench.agreement import DisagreementError
from bench.measure import Row, Scale

PARTS = (
    "cold",
    "parsing",
    "keystrokes",
    "reasoning",
    "asking",
    "counting",
    "squares",
    "knights",
    "proving",
    "dense",
    "large",
    "tables",
    "catalogue",
    "within_limits",
    "transcripts",
    "printing",
    "booklets",
    "skeletons",
)

SMALL = 0.1
"""Below this, two decimals would not say much of a ratio."""


def _rows(parts: Sequence[str], scale: Scale) -> Iterator[Row]:
    for part in track(parts, "measuring", console=Console(stderr=True), transient=True):
        # A part is imported when its turn comes: some need peers that others do without.
        yield from import_module(f"bench.{part}").rows(scale)


@click.command("bench")
@click.argument("parts", nargs=-1, type=click.Choice(PARTS))
@click.option(
    "--smallest",
    is_flag=True,
    help="Only see that everything runs: the times of the smallest size mean nothing.",
)
def main(parts: tuple[str, ...], *, smallest: bool) -> None:
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
        for row in _rows(parts or PARTS, Scale(smallest)):
            table.add_row(
                row.work,
                f"{row.ours:.1f}",
                row.peer,
                *(
                    "" if isnan(row.theirs) else text
                    for text in (f"{row.theirs:.1f}", _in_figures(row.ratio))
                ),
            )
    except DisagreementError as error:
        raise click.ClickException(str(error)) from error
    finally:
        # What was measured before something went wrong took minutes too.
        Console(width=None if sys.stdout.isatty() else 120).print(table)


def _in_figures(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio >= SMALL else f"{ratio:.2g}"


if __name__ == "__main__":
    main(prog_name="python -m bench")
