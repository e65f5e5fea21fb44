"""``casekit why-not``."""

from pathlib import Path

import click

from casekit.cli.cases import answer, one_case, split
from casekit.cli.options import edition_option, json_option
from casekit.diagnostics import Source


@click.command("why-not")
@click.argument("asked", nargs=-1, metavar="[CASE] NAME", type=click.Path(allow_dash=True))
@json_option
@edition_option
@click.pass_context
def command(ctx: click.Context, asked: tuple[str, ...], as_json: bool, edition: Path | None) -> None:
    """Show why the solution is not NAME: the smallest refutation, or a world in which it is.

    NAME is a possible answer to a question of the game, such as a suspect, a weapon, a room or the name of a motive;
    `victim` and `nobody` are answers too where the game has them. CASE may be left out if there
    is only one case in the folder. Exit status: 0 answered, 1 findings, 2 misuse.

    \b
    Example:
      casekit why-not the-last-toast.case BRUNO
      casekit why-not the-last-toast.case poison
    """
    from casekit.asking.origins import NAME as ASKED
    from casekit.pipeline import given_documents

    case, name = split(asked, "a name")
    examined = one_case(case, edition)
    answered = given_documents.answered(examined, lambda asked: asked.why_not(name))
    answer(ctx, examined, answered, "element", {ASKED: Source(ASKED, name)}, as_json=as_json)
