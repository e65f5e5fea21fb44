"""The command ``diff``: what changed between two versions."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli import option_classes, options, output_files, streams
from casekit.diagnostics import Finding, Report
from casekit.system.process_limits import TaskLimits

if TYPE_CHECKING:
    from casekit.analysis.diff.document_diff import DocumentDiff


_CHECKS, _CHECKS_OF_FIGURES = 2, 24
"""Both versions of a case are checked, or also measured, which takes the time of a dozen checks."""


@click.command("diff", cls=option_classes.CommandInSections)
@click.argument("old")
@click.argument("new", required=False)
@options.budget_option
@click.option("--no-figures", is_flag=True, help="Compare texts and verdicts only, which is quicker.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if anything changed, as git diff does.")
@click.option(
    "--format",
    "form",
    cls=option_classes.AdvancedOption,
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    metavar="FORM",
    help="The form of the changes: text, json, markdown.",
)
@options.json_option
@options.output_option
@options.limits_option
@click.pass_context
def diff_command(
    ctx: click.Context,
    old: str,
    new: str | None,
    budget: int,
    no_figures: bool,
    exit_code: bool,
    form: str,
    as_json: bool,
    output: Path | None,
    limits: TaskLimits | None,
) -> None:
    """Show what changed between two versions of cases, and what may have to change with it.

    These are prose by words, lines of logic with what they say, names, header, what readers can know,
    findings and figures. Layout does not count. Beside a sentence that changed are those elsewhere that still
    have the words which are gone, or speak of the same.

    OLD and NEW are cases, folders with cases, or REVISION:PATH in git (from the root of the repository, or
    ./PATH). One alone is compared with what was committed last. Cases of two folders are paired by path, or
    by title if the path changed. Exit status: 0 compared (with --exit-code 1 if anything changed), 2 misuse.

    \b
    Example:
      casekit diff the-last-toast.case
      casekit diff old/the-last-toast.case the-last-toast.case
      casekit diff origin/main:cases cases --format markdown
    """
    from casekit.pipeline import revisions, version_comparison

    output_form = "json" if as_json else form
    compared: tuple[DocumentDiff, ...] = ()
    problems: tuple[Finding, ...] = ()
    with ExitStack() as stack, options.refusing_misuse():
        try:
            # In git, a path after `./` begins in the current folder.
            committed = f"HEAD:./{Path(os.path.relpath(old)).as_posix()}"
            sides = (old, new) if new else (committed, old)
            before, now = (revisions.versions_at(side, stack) for side in sides)
            with streams.progress(len({*before, *now})) as step:
                figure_budget = None if no_figures else budget
                compared = version_comparison.compare(
                    before, now, figure_budget, step, _limits_of_pair(limits, figure_budget)
                )
        except revisions.UnreadableError as error:
            problems = error.problems
    if not problems and output_form == "text" and output is None:
        click.echo(_comparison_text(compared, output_form), nl=False)
    elif not problems:
        problems = output_files.write(output, _comparison_text(compared, output_form), output_form)
    if problems:
        answer = streams.answer_as_json({"casekit": 1, "diagnostics": problems, "cases": []})
        streams.end(ctx, Report(problems), answer=answer if output_form == "json" else None)
    ctx.exit(streams.FINDINGS if exit_code and compared else streams.CLEAN)


def _limits_of_pair(limits: TaskLimits | None, budget: int | None) -> TaskLimits | None:
    """The limits for two versions of a case, which are measured too if there is a budget."""
    if limits is None:
        return None
    return limits.times(_CHECKS if budget is None else _CHECKS_OF_FIGURES)


def _comparison_text(compared: "tuple[DocumentDiff, ...]", form: str) -> str:
    from casekit.analysis.diff.markdown_report import compared_in_markdown
    from casekit.analysis.diff.report import compared_as_json, compared_in_words

    if form == "markdown":
        return compared_in_markdown(compared)
    if form == "text":
        return compared_in_words(compared, streams.width())
    cases = [compared_as_json(document) for document in compared]
    return streams.answer_as_json({"casekit": 1, "diagnostics": (), "cases": cases})
