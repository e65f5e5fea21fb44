"""``casekit import``."""

from pathlib import Path

import click

from casekit.cli.options import output_option
from casekit.cli.streams import STDIN, end, write
from casekit.diagnostics.forms import Report


@click.command("import")
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@output_option
@click.pass_context
def command(ctx: click.Context, file: str, output: Path | None) -> None:
    """Write the case in a JSON file as text.

    FILE is what casekit export wrote, or - for standard input. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit import the-last-toast.json --output the-last-toast.case
    """
    from casekit.language.reading import read_bytes, standard_input
    from casekit.pipeline import converting

    data, problems = (standard_input(), ()) if file == STDIN else read_bytes(Path(file))
    if data is not None:
        text, problems = converting.import_bytes(data, file)
        if text is not None:
            problems = write(output, text)
    end(ctx, Report(problems, files=(file,)))
