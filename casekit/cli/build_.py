"""``casekit build``."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from casekit.building.builds import Built, Request, build
from casekit.building.planning import NoSolutionError, UnknownProductError
from casekit.cli.options import edition_option, finishing_of, finishing_options, json_option, paper_options
from casekit.cli.streams import as_answer, progress, show, status
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.forms import Report
from casekit.games.editions import is_edition
from casekit.print.content.pieces import SolutionPlace
from casekit.print.numbers.statistics import shuffle_in_words
from casekit.system.spreading import cores


def _names(_ctx: click.Context, _option: click.Parameter, value: str | None) -> tuple[str, ...]:
    """The products that were named; none if the option was not given."""
    return () if value is None else tuple(name.strip() for name in value.split(","))


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
    help="Print only these products, as in booklet,sheet.",
)
@click.option(
    "--renumber",
    is_flag=True,
    help="Renumber an edition's booklets instead of keeping the numbers in their lock files.",
)
@finishing_options
@click.option("--strict", is_flag=True, help="Do not print if there are warnings.")
@click.option(
    "--force",
    is_flag=True,
    help="Build even if nothing has changed, and replace files that casekit did not make.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes print.  [default: one per processor]",
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
    solution: "SolutionPlace",
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

    What is printed depends on the game: for a case the booklet, and sheets for notes; for an edition also what
    belongs to all its cases, such as the suspects' stickers and the event cards.

    casekit checks the case first, and reads the finished booklet back: every path's number must lead to that
    path's text. An edition is an edition.toml or the folder it is in (default: this one). Its paragraphs keep
    their numbers from one printing to the next: BOOKLET.lock.json beside the edition holds them.
    casekit does not print again what has not changed since the last build.
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
        paper=paper,
        sheet_paper=sheet_paper,
        edition=edition,
        only=only,
        finishing=finishing_of(**finishing, solution=solution),
        strict=strict,
        renumber=renumber,
        force=force,
        jobs=jobs or cores(),
        output_named=ctx.get_parameter_source("output") is not click.core.ParameterSource.DEFAULT,
    )
    try:
        built = build(request, progress)
    except UnknownProductError as error:
        raise click.BadParameter(str(error), param_hint="'--only'") from error
    except NoSolutionError as error:
        raise click.BadParameter(str(error), param_hint="'--solution'") from error
    except KeyboardInterrupt:
        built = Built(_interrupted(target))
    if as_json:
        content = {
            "diagnostics": built.report.diagnostics,
            "files": built.files,
            "unchanged": built.unchanged,
            "booklets": [asdict(shuffle) for shuffle in built.shuffles],
        }
        click.echo(as_answer(content), nl=False)
    else:
        _tell(built, strict=strict)
    ctx.exit(status(built.report, strict=strict))


def _tell(built: Built, *, strict: bool) -> None:
    """Findings and figures for people on standard error, the files for scripts on standard output."""
    if built.report.diagnostics:
        show(built.report, "text", strict=strict, err=True)
    for file in built.files:
        click.echo(file)
    if built.remembered:
        click.echo("nothing has changed since the last build; --force builds all the same", err=True)
        return

    for shuffle in built.shuffles:
        click.echo(shuffle_in_words(shuffle, built.group), err=True)
    for file in built.unchanged:
        click.echo(f"{file} is unchanged", err=True)
    for file in built.locks:
        click.echo(f"{file} keeps these numbers for the next printing", err=True)


def _interrupted(target: str) -> Report:
    problem = Diagnostic(
        codes.INTERRUPTED,
        "stopped before the booklet was finished; no half-written file is left",
        Span(target),
        hint="give the command again",
    )
    return Report((problem,), files=(target,))
