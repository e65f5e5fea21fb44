"""``casekit ask``."""

from pathlib import Path

import click

from casekit.cli.cases import answer, one_case, split
from casekit.cli.options import edition_option, json_option
from casekit.diagnostics import Source


@click.command("ask")
@click.argument("asked", nargs=-1, metavar="[CASE] FORMULA", type=click.Path(allow_dash=True))
@click.option(
    "--read",
    metavar="PATHS",
    help='Ask for a reader of only these paths or lines, as in 13,20,"ANNA alibi" or 1-3.',
)
@click.option(
    "--expect",
    type=click.Choice(["true", "false", "open"]),
    help="Exit with 1 if the answer differs.",
)
@click.option(
    "--bare",
    is_flag=True,
    help="Answer without a proof or worlds, which take much longer in large cases.",
)
@json_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    asked: tuple[str, ...],
    read: str | None,
    expect: str | None,
    bare: bool,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Ask whether a FORMULA is true, false or open; show its proof, or a world for each answer.

    With --read "" readers have read nothing, without --read everything. Worlds in which the formula's terms have no
    value do not count. CASE may be left out if there is only one case in the folder.
    Exit status: 0 answered, 1 findings or not as expected, 2 misuse.

    \b
    Example:
      casekit ask the-last-toast.case "room(BRUNO) = suite"
      casekit ask the-last-toast.case "culprit != ANNA" --read '13,20,ANNA alibi'
      casekit ask the-last-toast.case "culprit = KATRINA" --read 05 --bare --expect open
    """
    from casekit.asking.origins import FORMULA, READ
    from casekit.pipeline import given_documents

    case, formula = split(asked, "a formula")
    examined = one_case(case, edition)
    answered = given_documents.answered(examined, lambda asked: asked.ask(formula, read, bare=bare))
    sources = {FORMULA: Source(FORMULA, formula), READ: Source(READ, read or "")}
    failed = answered[0] is not None and expect not in {None, answered[0].answer}
    answer(ctx, examined, answered, "answer", sources, as_json=as_json, failed=failed)
