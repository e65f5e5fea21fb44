"""The commands ``ask``, ``prove`` and ``why-not``: what follows in a case, and why."""

from pathlib import Path

import click

from casekit.analysis import wording
from casekit.cli import cases, options, streams
from casekit.diagnostics import Diagnostic, Source
from casekit.pipeline.loading import answer_within_budget


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
@options.json_option
@options.edition_option
@click.pass_context
def ask_command(
    ctx: click.Context,
    asked: tuple[str, ...],
    read: str | None,
    expect: str | None,
    bare: bool,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Ask whether a FORMULA is true, false or open; show its proof, or a world for each answer.

    With --read "" readers have read nothing, without --read everything. Worlds in which the formula's terms
    have no value do not count. CASE may be left out if there is only one case in the folder. Exit status: 0
    answered, 1 findings or not as expected, 2 misuse.

    \b
    Example:
      casekit ask the-last-toast.case "room(BRUNO) = suite"
      casekit ask the-last-toast.case "culprit != ANNA" --read '13,20,ANNA alibi'
      casekit ask the-last-toast.case "culprit = KATRINA" --read 05 --bare --expect open
    """
    case, formula = cases.split(asked, "a formula")
    examined = cases.one_case(case, edition)
    found = answer_within_budget(examined, lambda asked: asked.ask(formula, read, bare=bare))
    sources = {
        wording.FORMULA: Source(wording.FORMULA, formula),
        wording.READ: Source(wording.READ, read or ""),
    }
    failed = found[0] is not None and expect not in {None, found[0].answer}
    cases.answer(ctx, examined, found, "answer", sources, as_json=as_json, failed=failed)


@click.command("why-not")
@click.argument("asked", nargs=-1, metavar="[CASE] NAME", type=click.Path(allow_dash=True))
@options.json_option
@options.edition_option
@click.pass_context
def why_not_command(ctx: click.Context, asked: tuple[str, ...], as_json: bool, edition: Path | None) -> None:
    """Show why the solution is not NAME: the smallest refutation, or a world in which it is.

    NAME is a possible answer to a question of the game, such as a suspect, a weapon, a room or the name of a
    motive; `victim` and `nobody` are answers too where the game has them. CASE may be left out if there is
    only one case in the folder. Exit status: 0 answered, 1 findings, 2 misuse.

    \b
    Example:
      casekit why-not the-last-toast.case BRUNO
      casekit why-not the-last-toast.case poison
    """
    case, name = cases.split(asked, "a name")
    examined = cases.one_case(case, edition)
    found = answer_within_budget(examined, lambda asked: asked.why_not(name))
    cases.answer(ctx, examined, found, "element", {wording.NAME: Source(wording.NAME, name)}, as_json=as_json)


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
    default=options.BUDGET,
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
@options.json_option
@options.edition_option
@click.pass_context
def prove_command(
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

    CASE may be left out if there is only one case in the folder. Each step names its path, quotes it, and
    says what follows and from which earlier steps; casekit has checked each by itself. Exit status: 0 proved,
    1 findings, 2 misuse.

    \b
    Example:
      casekit prove the-last-toast.case --element culprit
      casekit prove the-last-toast.case --all --budget 5000
      casekit prove the-last-toast.case --html proof.html
    """
    with streams.progress(2) as step:
        examined = cases.one_case(case, edition)
        known = examined.analyzer.inquiry.wording.elements if examined.analyzer else element
        for name in element:
            if name not in known:
                raise click.BadParameter(
                    f"{name!r} is not one of {', '.join(known)}.", param_hint="'--element'"
                )
        step("proving")
        found, problems = answer_within_budget(
            examined, lambda asked: asked.prove(element, budget if every else None)
        )
        step("writing")
        made = () if found is None else ((svg, found.picture), (html, found.page))
        files = [(path, text()) for path, text in made if path is not None]
    unwritten: list[Diagnostic] = []
    for path, text in files:
        unwritten += streams.write_page(path, text)
    cases.answer(ctx, examined, (found, (*problems, *unwritten)), "proof", {}, as_json=as_json)
