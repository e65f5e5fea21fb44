"""``casekit why-not``."""

from pathlib import Path
from typing import Any

import click

from casekit.cli.asking import answer, json_option, one_case, split
from casekit.cli.inputs import edition_option, width
from casekit.diagnostics import Source


@click.command("why-not")
@click.argument("asked", nargs=-1, metavar="[CASE] NAME", type=click.Path(allow_dash=True))
@json_option
@edition_option
@click.pass_context
def command(ctx: click.Context, asked: tuple[str, ...], as_json: bool, edition: Path | None) -> None:
    """Say why it was not NAME: the smallest refutation, or the world in which it was.

    NAME is a suspect, `victim`, `nobody`, or the name of a motive or method. CASE may be left out where the folder
    holds one case only. Exit status: 0 answered, 1 findings, 2 misuse.

    \b
    Example:
      casekit why-not the-last-toast.case BRUNO
      casekit why-not the-last-toast.case poison
    """
    from casekit import pipeline
    from casekit.games.midnight import answers, printout, questions

    case, name = split(asked, "a name")
    examined = one_case(case, edition)
    found, problems = pipeline.answered(examined, lambda inquiry: questions.why_not(inquiry, name))
    text: str | None = None
    content: dict[str, Any] = {"element": None}
    if found is not None and examined.inquiry is not None:
        text = printout.rebuttal_in_words(examined.inquiry, found, width())
        content = answers.rebuttal_as_json(examined.inquiry, found)
    sources = {questions.NAME: Source(questions.NAME, name)}
    answer(ctx, examined, problems, text, content if as_json else None, sources)
