"""``casekit playtest``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.inputs import CASE, STDIN, edition_option, expand, show, status
from casekit.cli.main import FINDINGS
from casekit.cli.result import write
from casekit.diagnostics import Diagnostic, in_order
from casekit.diagnostics.forms import Report
from casekit.pipeline.checking import Input

if TYPE_CHECKING:
    from casekit.pipeline.playtesting import Paged


@click.group("playtest")
def command() -> None:
    """Let people play a case in a browser.

    A page is one file that works from a disk, without a network. It ends with a log that testers send back.

    \b
    Example:
      casekit playtest page the-last-toast.case
    """


@command.command("page")
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Where to write the page, or - for standard output.  [default: CASE.playtest.html]",
)
@edition_option
@click.pass_context
def page(ctx: click.Context, case: str | None, output: Path | None, edition: Path | None) -> None:
    """Write a page on which one to five people play a case, one paragraph at a time.

    CASE may be left out if there is only one case in the folder. Texts and solution are encoded, so that nobody reads
    them by accident. The numbers are those of the printed booklet where the edition has a lock file.
    Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit playtest page the-last-toast.case
      casekit playtest page the-last-toast.case --output for-anna.html
    """
    from casekit.games.editions import Editions
    from casekit.pipeline.playtesting import playtest

    each, problems = _one(case)
    found: Paged | None = None
    if each is not None:
        found = playtest(each, Editions(edition))
        if found.page is not None:
            problems = (*problems, *_page(found.page, _target(each, output)))
    findings = in_order((*(found.findings if found else ()), *problems))
    report = Report(findings, found.sources if found else {}, ())
    if findings:
        show(report, "text", strict=False, err=True)
    if found is not None and found.page is None:
        click.echo("there is no page for this case", err=True)
    ctx.exit(status(report, strict=False) or (FINDINGS if found and found.page is None else 0))


def _one(given: str | None) -> tuple[Input | None, tuple[Diagnostic, ...]]:
    """The case given, or the only one in the current folder.

    Raises:
        click.UsageError: if there is not exactly one.
    """
    if given is None:
        here = sorted(Path().glob(f"*{CASE}"))
        if len(here) != 1:
            what = "no case" if not here else f"{len(here)} cases"
            raise click.UsageError(f"there is {what} in this folder; name the one you mean")
        return Input(here[0].as_posix(), None, here[0], Path()), ()
    inputs, problems = expand((given,))
    if len(inputs) > 1:
        raise click.UsageError(f"there are {len(inputs)} cases in {given}; name one")
    return (inputs[0] if inputs else None), problems


def _target(each: Input, output: Path | None) -> Path | None:
    """Where a page goes; ``None`` for standard output, which is where that of a case from standard input goes."""
    if output is not None:
        return None if output.as_posix() == STDIN else output
    return None if each.name == STDIN else Path(f"{each.path.stem}.playtest.html")


def _page(text: str, target: Path | None) -> tuple[Diagnostic, ...]:
    """Write the page and name it on standard error, or say why it cannot be written."""
    problems = write(target, text)
    if target is not None and not problems:
        click.echo(target.as_posix(), err=True)
    return problems
