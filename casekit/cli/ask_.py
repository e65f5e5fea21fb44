"""``casekit ask``."""

from pathlib import Path
from typing import Any

import click

from casekit.cli.asking import answer, json_option, one_case, split
from casekit.cli.inputs import edition_option, width
from casekit.diagnostics import Source


@click.command("ask")
@click.argument("asked", nargs=-1, metavar="[CASE] FORMULA", type=click.Path(allow_dash=True))
@click.option(
    "--read", metavar="PATHS", help='Ask for a reader of these paths alone, as in 13,20,"ANNA alibi".'
)
@click.option(
    "--expect",
    type=click.Choice(["true", "false", "open"]),
    help="Exit with 1 if the answer is another.",
)
@json_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    asked: tuple[str, ...],
    read: str | None,
    expect: str | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Ask whether a FORMULA is true, false or open, with its proof or with a world for either.

    Nothing is read with --read "", everything without it. Worlds in which the formula's terms have no value do not
    count. CASE may be left out where the folder holds one case only.
    Exit status: 0 answered, 1 findings or not as expected, 2 misuse.

    \b
    Example:
      casekit ask the-last-toast.case "room(BRUNO) = suite"
      casekit ask the-last-toast.case "culprit != ANNA" --read '13,20,ANNA alibi'
      casekit ask the-last-toast.case "culprit = KATRINA" --read 05 --expect open
    """
    from casekit import pipeline
    from casekit.games.midnight import answers, printout, questions

    case, formula = split(asked, "a formula")
    examined = one_case(case, edition)
    found, problems = pipeline.answered(examined, lambda inquiry: questions.ask(inquiry, formula, read))
    text: str | None = None
    content: dict[str, Any] = {"answer": None}
    if found is not None and examined.inquiry is not None:
        text = printout.reply_in_words(examined.inquiry, found, width())
        content = answers.reply_as_json(examined.inquiry, found)
    sources = {
        questions.FORMULA: Source(questions.FORMULA, formula),
        questions.READ: Source(questions.READ, read or ""),
    }
    failed = found is not None and expect not in {None, found.reply.answer}
    answer(ctx, examined, problems, text, content if as_json else None, sources, failed=failed)
