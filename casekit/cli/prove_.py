"""``casekit prove``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casekit.cli.asking import answer, json_option, one_case
from casekit.cli.inputs import edition_option, width
from casekit.cli.output import write
from casekit.cli.progress import progress
from casekit.diagnostics import Diagnostic

if TYPE_CHECKING:
    from casekit.games.midnight.inquiry import Inquiry
    from casekit.model.proof import Proof

_BUDGET = 2_000


@click.command("prove")
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@click.option(
    "--element",
    type=click.Choice(["culprit", "motive", "method"]),
    multiple=True,
    help="Prove this alone (may be given twice).",
)
@click.option("--all", "every", is_flag=True, help="List every proof, as sets of paths.")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=_BUDGET,
    show_default=True,
    help="With --all: how many sets of paths are tried.",
)
@click.option(
    "--svg", type=click.Path(path_type=Path), help="Draw the evidence graph of the proof to this file."
)
@click.option(
    "--html", type=click.Path(path_type=Path), help="Write the proof and its evidence graph as a page."
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

    CASE may be left out where the folder holds one case only. Each step names its path, quotes it, and says what
    follows and from which earlier steps; each has been checked by itself.
    Exit status: 0 proved, 1 findings, 2 misuse.

    \b
    Example:
      casekit prove the-last-toast.case --element culprit
      casekit prove the-last-toast.case --all --budget 5000
      casekit prove the-last-toast.case --html proof.html
    """
    from casekit import pipeline
    from casekit.games.midnight import answers, printout, questions
    from casekit.games.midnight.theory import TARGETS

    with progress(2) as step:
        examined = one_case(case, edition)
        step("proving")
        found, problems = pipeline.answered(
            examined,
            lambda inquiry: questions.prove_solution(inquiry, element or TARGETS, budget if every else None),
        )
        step("writing")
        files = (
            []
            if found is None or examined.inquiry is None
            else _files(examined.inquiry, found.proof, svg, html)
        )
    problems = (*problems, *_written(files))
    text: str | None = None
    content: dict[str, Any] = {"proof": None}
    if found is not None and examined.inquiry is not None:
        text = printout.proved_in_words(examined.inquiry, found, width())
        content = answers.proved_as_json(examined.inquiry, found)
    answer(ctx, examined, problems, text, content if as_json else None, {})


def _files(inquiry: "Inquiry", proof: "Proof", svg: Path | None, html: Path | None) -> list[tuple[Path, str]]:
    """The picture and the page that were asked for, and where they go."""
    from casekit.games.midnight.evidence import evidence
    from casekit.games.midnight.proof_page import proof_page
    from casekit.print.diagram import draw

    files = [] if svg is None else [(svg, draw(evidence(inquiry, proof)))]
    return files if html is None else [*files, (html, proof_page(inquiry, proof))]


def _written(files: list[tuple[Path, str]]) -> tuple[Diagnostic, ...]:
    """Write files and name each on standard error, or say why one cannot be written."""
    problems: list[Diagnostic] = []
    for path, text in files:
        failed = write(path, text)
        problems += failed
        if not failed:
            click.echo(path.as_posix(), err=True)
    return tuple(problems)
