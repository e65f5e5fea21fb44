"""``casekit review``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.asking import json_option
from casekit.cli.inputs import STDIN, edition_option, expand, show, status, width
from casekit.cli.main import FINDINGS
from casekit.cli.progress import progress
from casekit.cli.result import write
from casekit.diagnostics import Diagnostic, in_order
from casekit.diagnostics.forms import Report
from casekit.pipeline.checking import CASE, Input

if TYPE_CHECKING:
    from casekit.pipeline.reviewing import Reviewed


@click.command("review")
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@click.option("--html", is_flag=True, help="Write the review as a page with ticks and remarks.")
@click.option(
    "--blind", is_flag=True, help="Write the prose alone as a page, with a form for the answers of a reader."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Where to write the page, or - for standard output.  [default: CASE.review.html or CASE.blind.html]",
)
@json_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    case: str | None,
    html: bool,
    blind: bool,
    output: Path | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Show what the book says beside what the logic says, for a proofreader who reads no logic.

    CASE may be left out if there is only one case in the folder. Each paragraph has its lines beside it in plain words,
    with marks where words and line differ; a case with errors is shown as far as it can be read. The page of --html
    also shows who is where when, the rules and the solution, and saves itself with ticks and remarks. The page of
    --blind holds neither logic nor solution.
    Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit review the-last-toast.case
      casekit review the-last-toast.case --html
      casekit review the-last-toast.case --blind --output for-a-friend.html
    """
    if html + blind + as_json > 1:
        raise click.UsageError("--html, --blind and --json exclude each other")
    if output is not None and not (html or blind):
        raise click.UsageError("--output is for the page of --html or --blind")
    from casekit.games.editions import Editions
    from casekit.pipeline import reviewing

    each, problems = _one(case)
    if each is None:
        _end(ctx, problems, None)
        return
    with progress(2) as step:
        step(each.name)
        found = reviewing.review(each, Editions(edition), blind=blind)
        step("writing")
        if html or blind:
            problems = _page(found, _target(each, output, "blind" if blind else "review"))
    if not (html or blind):
        _tell(found, as_json=as_json)
    _end(ctx, problems, found, told=as_json)


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


def _target(each: Input, output: Path | None, kind: str) -> Path | None:
    """Where a page goes; ``None`` for standard output, which is where that of a case from standard input goes."""
    if output is not None:
        return None if output.as_posix() == STDIN else output
    return None if each.name == STDIN else Path(f"{each.path.stem}.{kind}.html")


def _page(found: "Reviewed", target: Path | None) -> tuple[Diagnostic, ...]:
    """Write the page and name it on standard error, or say why it cannot be written."""
    if found.answer is None:
        return ()
    problems = write(target, found.answer.page())
    if target is not None and not problems:
        click.echo(target.as_posix(), err=True)
    return problems


def _tell(found: "Reviewed", *, as_json: bool) -> None:
    from casekit.asking.review.review_answer import ReviewAnswer
    from casekit.diagnostics.forms.json_ import as_json as finding, dumps

    answer = found.answer if isinstance(found.answer, ReviewAnswer) else None
    if as_json:
        findings = [finding(one) for one in found.findings]
        content = {"reviewed": answer is not None} | (answer.as_json() if answer else {})
        click.echo(dumps({"file": found.file, "diagnostics": findings, **content}), nl=False)
    elif answer is not None:
        click.echo(answer.in_words(width()))


def _end(
    ctx: click.Context, problems: tuple[Diagnostic, ...], found: "Reviewed | None", *, told: bool = False
) -> None:
    """Show findings on standard error, unless they were ``told``, and exit."""
    findings = in_order((*(found.findings if found else ()), *problems))
    report = Report(findings, found.sources if found else {}, ())
    if findings and not told:
        show(report, "text", strict=False, err=True)
    if found is not None and found.answer is None and not told:
        click.echo("the case could not be read: there is no review", err=True)
    ctx.exit(status(report, strict=False) or (FINDINGS if found and found.answer is None else 0))
