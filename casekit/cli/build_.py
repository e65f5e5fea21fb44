"""``casekit build``."""

from pathlib import Path
from typing import Any

import click

from casekit.cli.asking import json_option
from casekit.cli.building import Built, Papers, Request, build
from casekit.cli.finishing import finishing_of, finishing_options, paper_options
from casekit.cli.inputs import edition_option, show, status
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.forms import Report
from casekit.games.midnight.editions import is_edition
from casekit.pipeline import PRODUCTS


def _names(_ctx: click.Context, _option: click.Parameter, value: str | None) -> tuple[str, ...]:
    """The products that were named, in the order in which they are printed; none if the option was not given."""
    given = [] if value is None else [name.strip() for name in value.split(",")]
    for name in given:
        if name not in PRODUCTS:
            raise click.BadParameter(f"{name!r} is none of {', '.join(PRODUCTS)}.")
    return tuple(name for name in PRODUCTS if name in given)


@click.command("build")
@click.argument("target", metavar="[CASE|EDITION]", default=".", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("build"),
    show_default=True,
    metavar="DIR",
    help="The folder to write to.",
)
@paper_options
@click.option(
    "--only",
    callback=_names,
    metavar="NAME,...",
    help=f"Print only some of {', '.join(PRODUCTS)}.",
)
@click.option(
    "--renumber",
    is_flag=True,
    help="Number an edition's booklets anew instead of keeping the numbers in their lock files.",
)
@finishing_options
@click.option("--strict", is_flag=True, help="Refuse to print what has warnings.")
@click.option("--force", is_flag=True, help="Build even if nothing has changed since the last build.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes print.  [default: as many as there are processors]",
)
@json_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    target: str,
    output: Path,
    paper: str | None,
    sheet_paper: str,
    only: tuple[str, ...],
    renumber: bool,
    strict: bool,
    force: bool,
    jobs: int | None,
    as_json: bool,
    edition: Path | None,
    **finishing: Any,
) -> None:
    """Print a case or an edition as PDF.

    Of a case: the booklet, and the notebook with the deduction sheet. Of an edition also the flap, the suspects'
    stickers, the plan of the ship and, if it has a deck, the event cards.

    The case is checked first. The finished booklet is read back: every path's number must lead to that
    path's text. An edition is an edition.toml or the folder it lies in (default: this one). Its paragraphs keep
    their numbers from one printing to the next: BOOKLET.lock.json beside the edition holds them.
    What has not changed since the last build is not printed again.
    Exit status: 0 printed, 1 findings, 2 misuse.

    \b
    Example:
      casekit build the-last-toast.case
      casekit build examples/ --output build --paper letter
      casekit build examples/ --only cards,plan
      casekit build examples/ --only booklet --print-shop --proof
    """
    if renumber and Path(target).is_file() and not is_edition(Path(target)):
        raise click.UsageError("--renumber is for editions; a case by itself has no lock file")
    if only and "booklet" not in only and (finishing["impose"] or finishing["proof"]):
        raise click.UsageError("--impose and --proof add to the booklet, which --only leaves out")
    request = Request(
        target=Path(target),
        output=output,
        papers=Papers(paper, sheet_paper),
        edition=edition,
        only=only,
        finishing=finishing_of(**finishing),
        strict=strict,
        renumber=renumber,
        force=force,
        jobs=jobs or _cores(),
    )
    try:
        built = build(request)
    except KeyboardInterrupt:
        built = Built(_interrupted(target))
    if as_json:
        click.echo(_as_json(built), nl=False)
    else:
        _tell(built, strict=strict)
    ctx.exit(status(built.report, strict=strict))


def _tell(built: Built, *, strict: bool) -> None:
    """Findings and figures for people on standard error, the files for scripts on standard output."""
    from casekit.print.statistics import in_words

    if built.report.diagnostics:
        show(built.report, "text", strict=strict, err=True)
    for file in built.files:
        click.echo(file)
    if built.remembered:
        click.echo("nothing has changed since the last build; --force builds all the same", err=True)
        return
    for shuffle in built.shuffles:
        click.echo(in_words(shuffle), err=True)
    for file in built.unchanged:
        click.echo(f"{file} is unchanged", err=True)
    for file in built.locks:
        click.echo(f"{file} keeps these numbers for the next printing", err=True)


def _as_json(built: Built) -> str:
    """What was built, in the form of ``schemas/build.schema.json``."""
    from casekit.diagnostics.forms.json_ import as_json, dumps
    from casekit.print import statistics

    return dumps(
        {
            "diagnostics": [as_json(problem) for problem in built.report.diagnostics],
            "files": built.files,
            "unchanged": built.unchanged,
            "booklets": [statistics.as_json(shuffle) for shuffle in built.shuffles],
        }
    )


def _cores() -> int:
    """How many processors this process may use."""
    import os

    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _interrupted(target: str) -> Report:
    problem = Diagnostic(
        codes.INTERRUPTED,
        "stopped before the booklet was finished; nothing half-written was left behind",
        Span(target),
        hint="give the command again",
    )
    return Report((problem,), {}, (target,))
