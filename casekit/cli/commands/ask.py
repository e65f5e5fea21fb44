"""The command ``ask``: what follows in a case, and why."""

from pathlib import Path
from typing import NoReturn

import click

from casekit.analysis import wording
from casekit.cli import cases, option_classes, options, page_files, streams
from casekit.diagnostics import Finding, Source
from casekit.pipeline.loading import AnalysableDocument, answer_within_budget

_ProofOption = option_classes.section("Without a FORMULA")
_FormulaOption = option_classes.section("With a FORMULA")

_OPTIONS_OF_PROOF = ("element", "every", "budget", "svg", "html")
_OPTIONS_OF_FORMULA = ("read", "expect", "bare")
_OPTIONS_OF_ANY_USE = ("as_json", "edition")


@click.command("ask", cls=option_classes.CommandInSections)
@click.argument("asked", nargs=-1, metavar="[CASE] [FORMULA]", type=click.Path(allow_dash=True))
@click.option("--not", "name", metavar="NAME", help="Show why the answer is not NAME, or how it could be.")
@click.option(
    "--element",
    cls=_ProofOption,
    metavar="QUESTION",
    multiple=True,
    help="Prove this answer only, as in culprit; may be repeated.",
)
@click.option("--all", "every", cls=_ProofOption, is_flag=True, help="List every proof, as sets of paths.")
@page_files.page_option("CASE.proof.html", "proof and graph")
@click.option(
    "--svg",
    cls=_ProofOption,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the graph of the evidence.",
)
@click.option(
    "--read",
    cls=_FormulaOption,
    metavar="PATHS",
    help='Ask for a reader of only these, as in 13,"ANNA alibi".',
)
@click.option(
    "--expect",
    cls=_FormulaOption,
    type=click.Choice(["true", "false", "open"]),
    metavar="ANSWER",
    help="Exit with 1 if it is not this: true, false, open.",
)
@click.option(
    "--bare", cls=_FormulaOption, is_flag=True, help="Show no proof and no worlds, which is quicker."
)
@click.option(
    "--budget",
    cls=option_classes.AdvancedOption,
    type=click.IntRange(min=1),
    metavar="N",
    default=options.BUDGET,
    show_default=True,
    help="With --all: how many sets of paths to try.",
)
@options.json_option
@options.edition_option
@click.pass_context
def ask_command(
    ctx: click.Context,
    asked: tuple[str, ...],
    name: str | None,
    element: tuple[str, ...],
    every: bool,
    html: Path | None,
    svg: Path | None,
    read: str | None,
    expect: str | None,
    bare: bool,
    budget: int,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Show how the solution follows, whether something else does, or why it is not somebody.

    CASE alone: prove the solution from the fewest paths (paragraphs). With a FORMULA: is it true, false or
    open, and why? With --not NAME: why is it not this suspect, weapon, room or motive? CASE may be left
    out if there is only one here. Exit status: 0 answered, 1 findings or not as expected, 2 misuse.

    \b
    Example:
      casekit ask the-last-toast.case
      casekit ask the-last-toast.case --element culprit --html proof.html
      casekit ask the-last-toast.case "room(BRUNO) = suite"
      casekit ask the-last-toast.case "culprit != ANNA" --read "13,20,ANNA alibi"
      casekit ask the-last-toast.case --not BRUNO

    \f

    A single argument is a case if it names a file or a folder, and otherwise a formula. Each step of a proof
    names its path, quotes it, and says what follows and from which earlier steps; casekit has checked each by
    itself. With --all, every proof is listed. With --read "" readers have read nothing, without --read
    everything. Worlds in which the formula's terms have no value do not count. NAME is a possible answer to a
    question of the game; `victim` and `nobody` are answers too where the game has them.
    """
    case, formula = cases.case_and_formula(asked)
    if name is not None:
        if formula is not None:
            raise click.UsageError("--not names what is asked: leave out the FORMULA")
        options.refuse_all_but(ctx, "--not", ("name", *_OPTIONS_OF_ANY_USE))
        _why_not(ctx, cases.one_case(case, edition), name, as_json=as_json)  # does not return
    if formula is None:
        options.refuse_all_but(ctx, "the proof of a solution", (*_OPTIONS_OF_PROOF, *_OPTIONS_OF_ANY_USE))
        # Does not return either.
        _prove(ctx, case, edition, element, budget if every else None, svg, html, as_json=as_json)
    options.refuse_all_but(ctx, "a FORMULA", (*_OPTIONS_OF_FORMULA, *_OPTIONS_OF_ANY_USE))
    _ask(ctx, cases.one_case(case, edition), formula, read, expect, bare=bare, as_json=as_json)


def _ask(
    ctx: click.Context,
    case: AnalysableDocument,
    formula: str,
    read: str | None,
    expect: str | None,
    *,
    bare: bool,
    as_json: bool,
) -> NoReturn:
    """Say whether a formula is true, false or open."""
    answer, problems = answer_within_budget(case, lambda analyzer: analyzer.ask(formula, read, bare=bare))
    sources = {
        wording.FORMULA: Source(wording.FORMULA, formula),
        wording.READ: Source(wording.READ, read or ""),
    }
    is_unexpected = answer is not None and expect is not None and answer.answer != expect
    cases.end_with_answer(
        ctx, case, (answer, problems), "answer", sources, as_json=as_json, is_unexpected=is_unexpected
    )


def _why_not(ctx: click.Context, case: AnalysableDocument, name: str, *, as_json: bool) -> NoReturn:
    """Show the smallest refutation of an answer, or a world in which it is the answer."""
    answered = answer_within_budget(case, lambda analyzer: analyzer.why_not(name))
    sources = {wording.NAME: Source(wording.NAME, name)}
    cases.end_with_answer(ctx, case, answered, "element", sources, as_json=as_json)


def _prove(
    ctx: click.Context,
    case_name: str | None,
    edition: Path | None,
    elements: tuple[str, ...],
    budget: int | None,
    svg: Path | None,
    html: Path | None,
    *,
    as_json: bool,
) -> NoReturn:
    """Prove the solution, and draw the evidence graph of the proof where that is wanted.

    With a ``budget`` every proof is listed.
    """
    with streams.progress(2) as step:
        case = cases.one_case(case_name, edition)
        known_elements = case.analyzer.analysis.wording.elements if case.analyzer else elements
        for element in elements:
            if element not in known_elements:
                raise click.BadParameter(
                    f"{element!r} is not one of {', '.join(known_elements)}.", param_hint="'--element'"
                )
        step("proving")
        proof, problems = answer_within_budget(case, lambda analyzer: analyzer.prove(elements, budget))
        step("writing")
        if html == page_files.DEFAULT_PAGE:
            html = Path(f"{Path(case.file).stem}.proof.html")
        files: list[tuple[Path, str]] = []
        if proof is not None and svg is not None:
            files.append((svg, proof.picture()))
        if proof is not None and html is not None:
            files.append((html, proof.page()))
    unwritten: list[Finding] = []
    for path, text in files:
        unwritten += page_files.write_page(path, text)
    cases.end_with_answer(ctx, case, (proof, (*problems, *unwritten)), "proof", {}, as_json=as_json)
