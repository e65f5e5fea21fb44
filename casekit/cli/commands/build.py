"""The commands ``build`` and ``preflight``: files to print, made and read back."""

from pathlib import Path
from typing import Any

import click

from casekit.building.build import BuildRequest, BuildResult, build
from casekit.cli import option_classes, options, print_options, streams
from casekit.diagnostics import Report, Span, codes
from casekit.kit.editions import is_edition
from casekit.print.content.pieces import SolutionPlace
from casekit.print.numbers.shuffle_figures import shuffle_in_words
from casekit.system.executors import cpu_count
from casekit.system.process_limits import TaskLimits
from casekit.values import asdict


def _names(_ctx: click.Context, _option: click.Parameter, value: str | None) -> tuple[str, ...]:
    """The products that were named; none if the option was not given."""
    return () if value is None else tuple(name.strip() for name in value.split(","))


@click.command("build", cls=option_classes.CommandInSections)
@click.argument("target", metavar="[CASE|EDITION]", default=".", type=click.Path())
@options.folder_option("build", Path("build"))
@print_options.paper_options
@click.option("--only", callback=_names, metavar="NAME,...", help="Print only these, as in booklet,sheet.")
@click.option("--box", is_flag=True, help="Print all that a group needs, with a list of it.")
@click.option("--strict", is_flag=True, help="Do not print if there are warnings.")
@options.json_option
@options.edition_option
@print_options.finishing_options
@click.option(
    "--renumber",
    cls=option_classes.AdvancedOption,
    is_flag=True,
    help="Give up the numbers that the lock file keeps.",
)
@click.option(
    "--force",
    cls=option_classes.AdvancedOption,
    is_flag=True,
    help="Print what has not changed; replace foreign files.",
)
@click.option(
    "-j",
    "--jobs",
    cls=option_classes.AdvancedOption,
    type=click.IntRange(min=1),
    metavar="N",
    help="Print in so many processes.",
)
@options.limits_option
@click.pass_context
def build_command(
    ctx: click.Context,
    /,
    target: str,
    output: Path,
    paper: str | None,
    sheet_paper: str,
    solution: "SolutionPlace",
    only: tuple[str, ...],
    box: bool,
    renumber: bool,
    strict: bool,
    force: bool,
    jobs: int | None,
    limits: TaskLimits | None,
    as_json: bool,
    edition: Path | None,
    **finishing: Any,
) -> None:
    """Print a case or an edition as PDF.

    An edition is an edition.toml or the folder it is in (default: this one). Exit status: 0 printed, 1
    findings, 2 misuse.

    \b
    Example:
      casekit build the-last-toast.case
      casekit build examples/ --output print --paper letter
      casekit build examples/ --only booklet --print-shop --proof

    \f

    What is printed depends on the game: for a case the booklet, and sheets for notes; for an edition also
    what belongs to all its cases, such as the suspects' stickers and the event cards. With --box everything
    that a group needs to play is printed, sheets to fold, and a list of what to print how often.

    casekit checks the case first, and reads the finished booklet back: every path's number must lead to that
    path's text. The paragraphs of an edition keep their numbers from one printing to the next:
    BOOKLET.lock.json beside the edition holds them. --release keeps the pages of the booklet beside it: later
    versions hold files and reprints against them, and --keep-pages sets the booklet on them, where its texts
    allow. casekit does not print again what has not changed since the last build.

    The paper is the booklet's own, or a5. Puzzles on sheets have their solutions on the back, at the foot if
    there is room, or nowhere. The sheet to impose on is the smallest on which two pages fit, and as many
    pages are folded together as a stapler can take. There are as many processes as processors.

    --limits 5s,500MB is for cases of strangers: each is checked within these limits, and printed within those
    of its pages, 2 seconds for each and more for the rest. Of a booklet that reaches a limit (CK915) nothing
    is written; the others are printed. Nothing is remembered then.
    """
    _refuse(target, only, finishing, box=box, renumber=renumber)
    named = options.is_given(ctx, "output")
    if box:
        output = output if named else output / "box"
        finishing["impose"] = finishing["impose"] or "saddle"
    request = BuildRequest(
        target=Path(target),
        output=output,
        paper=paper,
        sheet_paper=sheet_paper,
        edition=edition,
        only=only,
        finishing=print_options.finishing_of(**finishing, solution=solution),
        strict=strict,
        renumber=renumber,
        force=force,
        jobs=jobs or cpu_count(),
        output_named=named,
        box=box,
        limits=limits,
    )
    try:
        with options.refusing_misuse():
            built = build(request, streams.progress)
    except KeyboardInterrupt:
        stopped = codes.INTERRUPTED.at(
            Span(target),
            "stopped before the booklet was finished; no half-written file is left",
            hint="give the command again",
        )
        built = BuildResult(Report((stopped,), files=(target,)))
    if as_json:
        content = {
            "diagnostics": built.report.diagnostics,
            "files": built.files,
            "unchanged": built.unchanged,
            "released": built.released,
            "booklets": [asdict(shuffle) for shuffle in built.shuffles],
        }
        streams.end(ctx, built.report, answer=streams.answer_as_json(content), strict=strict)
    _tell(built, strict=strict)
    ctx.exit(streams.status(built.report, strict=strict))


def _refuse(
    target: str, only: tuple[str, ...], finishing: dict[str, Any], *, box: bool, renumber: bool
) -> None:
    """Refuse options that do not go together.

    Raises:
        click.UsageError: if there are any.
    """
    alone = Path(target).is_file() and not is_edition(Path(target))
    bookless = alone or (only and "booklet" not in only)
    keeping = options.listed_options(
        {"--release": finishing["released"], "--keep-pages": finishing["on_kept_pages"]}
    )
    options.refuse_options(
        {
            "--box prints everything: leave out --only": only and box,
            "--renumber is for editions; a case by itself has no lock file": renumber and alone,
            f"only booklets of an edition keep their pages: leave out {keeping}": bookless and keeping,
            "renumbered paragraphs are on other pages: leave out --renumber or --keep-pages": (
                renumber and finishing["on_kept_pages"]
            ),
        }
    )


def _tell(built: BuildResult, *, strict: bool) -> None:
    """Findings and figures for people on standard error, the files for scripts on standard output."""
    if built.report.diagnostics:
        streams.show(built.report, "text", strict=strict, err=True)
    for file in built.files:
        click.echo(file)
    if built.remembered:
        click.echo("nothing has changed since the last build; --force builds all the same", err=True)
        return

    for shuffle in built.shuffles:
        click.echo(shuffle_in_words(shuffle, built.group), err=True)
    notes = {
        "is unchanged": built.unchanged,
        "keeps these numbers for the next printing": built.locks,
        "keeps these pages: keep it with what goes to the printer": built.released,
    }
    for note, files in notes.items():
        for file in files:
            click.echo(f"{file} {note}", err=True)


@click.command("preflight", cls=option_classes.CommandInSections)
@click.argument("pdf", type=click.Path(path_type=Path))
@click.argument("target", metavar="[CASE|EDITION]", default=".", type=click.Path(path_type=Path))
@print_options.variant_options
@print_options.paper_options
@click.option(
    "--booklet",
    metavar="SLUG",
    help="The booklet that it belongs to.",
)
@click.option(
    "--product",
    metavar="NAME",
    help="What the file is.  [default: booklet]",
)
@options.strict_option
@options.json_option
@options.form_option
@options.save_option
@options.edition_option
@click.pass_context
def preflight_command(
    ctx: click.Context,
    pdf: Path,
    target: Path,
    print_shop: bool,
    accessible: bool,
    paper: str | None,
    sheet_paper: str,
    solution: "SolutionPlace",
    booklet: str | None,
    product: str | None,
    form: str,
    as_json: bool,
    strict: bool,
    edition: Path | None,
) -> None:
    """Compare a finished file with the case or edition it was made from, and report what is wrong with it.

    The paper options say what the file should have been made for, if it does not say so itself. Exit status:
    0 clean, 1 findings, 2 misuse.

    \b
    Example:
      casekit preflight build/the-last-toast-booklet.pdf the-last-toast.case
      casekit preflight from-the-shop.pdf examples/ --print-shop
      casekit preflight build/corisande-cards.pdf examples/

    \f

    A file that is still what `casekit build` wrote, from cases that are still the same, has been checked
    then. For any other, casekit sets the same pages again and lays both over each other: what is covered,
    missing, moved, added, in other letters or in another colour is named with its page and its place, as are
    pages that are missing, exchanged or turned. Other bytes are no finding if the pages are the same. Fonts
    and page sizes are checked too, for a print shop also boxes, page count, inks and output intent, for
    screen readers tags and reading order. --booklet and --product name the edition's booklet that the file
    is or belongs to, and what it is, if its name does not show it.
    """
    from casekit.building.finished_files import FilePreflight, inspect_file

    variant = None
    if print_shop or accessible:
        variant = print_options.variant_of(print_shop=print_shop, accessible=accessible)
    request = FilePreflight(
        pdf,
        target,
        edition,
        variant,
        paper,
        sheet_paper if options.is_given(ctx, "sheet_paper") else None,
        solution if options.is_given(ctx, "solution") else None,
        booklet,
        product,
        cpu_count(),
    )
    with options.refusing_misuse():
        report = inspect_file(request, streams.progress)
    streams.show(report, "json" if as_json else form, strict=strict)
    ctx.exit(streams.status(report, strict=strict))
