"""``casekit diff``."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.options import budget_option, output_option
from casekit.cli.streams import CLEAN, FINDINGS, end, progress, width, write
from casekit.diagnostics import Diagnostic
from casekit.diagnostics.forms import Report

if TYPE_CHECKING:
    from casekit.asking.versions.compared import Compared


@click.command("diff")
@click.argument("old")
@click.argument("new")
@budget_option
@click.option("--no-figures", is_flag=True, help="Compare texts and verdicts only, which is quicker.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if anything changed, as git diff does.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="How the changes are shown; markdown is for merge requests.",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@output_option
@click.pass_context
def command(
    ctx: click.Context,
    old: str,
    new: str,
    budget: int,
    no_figures: bool,
    exit_code: bool,
    form: str,
    as_json: bool,
    output: Path | None,
) -> None:
    """Show what changed between two versions of cases, for a reviewer.

    These are prose by words, lines of logic with what they say, names, header, what readers can know, findings and
    figures. Layout does not count.

    OLD and NEW are cases, folders with cases, or REVISION:PATH in git (from the root of the repository, or ./PATH).
    Cases of two folders are paired by path, or by title if the path changed.
    Exit status: 0 compared (with --exit-code 1 if anything changed), 2 misuse.

    \b
    Example:
      casekit diff old/the-last-toast.case the-last-toast.case
      casekit diff HEAD:./the-last-toast.case the-last-toast.case
      casekit diff origin/main:cases cases --format markdown
    """
    from casekit.pipeline import versions

    form = "json" if as_json else form
    compared: tuple[Compared, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    with ExitStack() as stack:
        try:
            before, now = (versions.versions_at(each, stack) for each in (old, new))
            with progress(len({*before, *now})) as step:
                compared = versions.compare(before, now, None if no_figures else budget, step)
        except versions.UnreadableError as error:
            problems = error.problems
        except versions.TwoGamesError as error:
            raise click.UsageError(str(error)) from error
    if not problems and form == "text" and output is None:
        click.echo(_told(compared, form), nl=False)
    elif not problems:
        problems = write(output, _told(compared, form))
    if problems:
        end(ctx, Report(problems))
    ctx.exit(FINDINGS if exit_code and compared else CLEAN)


def _told(compared: "tuple[Compared, ...]", form: str) -> str:
    if form == "markdown":
        from casekit.asking.versions.compared import compared_in_markdown

        return compared_in_markdown(compared)
    from casekit.asking.versions.compared import compared_as_json, compared_in_words

    if form == "text":
        return compared_in_words(compared, width())
    from casekit.diagnostics.forms.json_ import dumps

    return dumps({"casekit": 1, "cases": [compared_as_json(each) for each in compared]})
