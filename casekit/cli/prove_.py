"""``casekit prove``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.cases import answer, one_case
from casekit.cli.options import edition_option, json_option
from casekit.cli.streams import progress, write_page

if TYPE_CHECKING:
    from casekit.asking.questions import Proved
    from casekit.pipeline.given_documents import Examined

_BUDGET = 2_000


@click.command("prove")
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@click.option(
    "--element",
    metavar="NAME",
    multiple=True,
    help="Prove the answer to this question only, as in culprit (may be repeated).",
)
@click.option("--all", "every", is_flag=True, help="List every proof, as sets of paths.")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=_BUDGET,
    show_default=True,
    help="With --all: how many sets of paths to try.",
)
@click.option(
    "--svg", type=click.Path(path_type=Path), help="Draw the evidence graph of the proof in this file."
)
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    help="Write the proof and its evidence graph to this file, as a page.",
)
@json_option
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    case: str | None,
    element: tuple[str, ...],
    every: bool,
    budget: int,
    svg: Path | None,
    html: Path | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Prove the solution from the fewest paths, step by step in the words of the case.

    CASE may be left out if there is only one case in the folder. Each step names its path, quotes it, and says what
    follows and from which earlier steps; casekit has checked each by itself.
    Exit status: 0 proved, 1 findings, 2 misuse.

    \b
    Example:
      casekit prove the-last-toast.case --element culprit
      casekit prove the-last-toast.case --all --budget 5000
      casekit prove the-last-toast.case --html proof.html
    """
    from casekit.pipeline import given_documents

    with progress(2) as step:
        examined = one_case(case, edition)
        _known(element, examined)
        step("proving")
        found, problems = given_documents.answered(
            examined, lambda asked: asked.prove(element, budget if every else None)
        )
        step("writing")
        files = [] if found is None else _files(found, svg, html)
    unwritten = [problem for path, text in files for problem in write_page(path, text)]
    answer(ctx, examined, (found, (*problems, *unwritten)), "proof", {}, as_json=as_json)


def _known(elements: tuple[str, ...], examined: "Examined") -> None:
    """See that the game asks for such elements.

    Raises:
        click.BadParameter: if it does not.
    """
    known = examined.interrogation.elements if examined.interrogation else elements
    for name in elements:
        if name not in known:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(known)}.", param_hint="'--element'")


def _files(found: "Proved", svg: Path | None, html: Path | None) -> list[tuple[Path, str]]:
    """The picture and the page that were asked for, and where they go."""
    files = [] if svg is None else [(svg, found.picture())]
    return files if html is None else [*files, (html, found.page())]
