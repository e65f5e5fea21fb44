"""Commands about one case: ``ask``, ``prove``, ``why-not``, ``review`` and ``words``."""

from pathlib import Path

import click

from casekit.analysis import wording
from casekit.cli import cases, options, streams
from casekit.diagnostics import Diagnostic, Source, in_order
from casekit.kit.editions import EditionFinder, is_edition
from casekit.pipeline.loading import InputFile, answered, file_of_target


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
    found = answered(examined, lambda asked: asked.ask(formula, read, bare=bare))
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
    found = answered(examined, lambda asked: asked.why_not(name))
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
        known = examined.interrogation.inquiry.wording.elements if examined.interrogation else element
        for name in element:
            if name not in known:
                raise click.BadParameter(
                    f"{name!r} is not one of {', '.join(known)}.", param_hint="'--element'"
                )
        step("proving")
        found, problems = answered(examined, lambda asked: asked.prove(element, budget if every else None))
        step("writing")
        made = () if found is None else ((svg, found.picture), (html, found.page))
        files = [(path, text()) for path, text in made if path is not None]
    unwritten: list[Diagnostic] = []
    for path, text in files:
        unwritten += streams.write_page(path, text)
    cases.answer(ctx, examined, (found, (*problems, *unwritten)), "proof", {}, as_json=as_json)


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
@options.json_option
@options.edition_option
@click.pass_context
def review_command(
    ctx: click.Context,
    case: str | None,
    html: bool,
    blind: bool,
    output: Path | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Show what the book says beside what the logic says, for a proofreader who reads no logic.

    CASE may be left out if there is only one case in the folder. Each paragraph has its lines beside it in
    plain words, with marks where words and line differ, and what its sentences are read as; a case with
    errors is shown as far as it can be read. The page of --html also shows who is where when, the rules and
    the solution, and saves itself with ticks and remarks. The page of --blind holds neither logic nor
    solution. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit review the-last-toast.case
      casekit review the-last-toast.case --html
      casekit review the-last-toast.case --blind --output for-a-friend.html
    """
    options.refuse_options(
        {
            "--html, --blind and --json exclude each other": html + blind + as_json > 1,
            "--output is for the page of --html or --blind": output is not None and not (html or blind),
        }
    )
    from casekit.analysis.proofreading.review import Review
    from casekit.pipeline import authoring

    each, problems = cases.only_case(case)
    if each is None:
        cases.end_made(ctx, problems, None, _UNREAD)
    with streams.progress(2) as step:
        step(each.name)
        found = authoring.review(each, EditionFinder(edition), blind=blind)
        step("writing")
        if found.made is not None and (html or blind):
            target = streams.page_of(each, output, "blind" if blind else "review")
            problems = streams.write_page(target, found.made.page())
    reviews = [found.made] if isinstance(found.made, Review) and not html else []
    told = None
    if as_json:
        content = {"file": found.file, "diagnostics": found.findings, "reviewed": bool(reviews)}
        told = streams.as_answer(content | (reviews[0].as_json() if reviews else {}))
    words = (f"{review.in_words(streams.width())}\n" for review in reviews)
    cases.end_made(ctx, problems, found, _UNREAD, answer=told, words=words)


_UNREAD = "the case could not be read: there is no review"


@click.command("words")
@click.argument("target", metavar="CASE|EDITION", type=click.Path(path_type=Path))
@click.option(
    "--spelling",
    is_flag=True,
    help="Write a word list for spelling checkers: a personal dictionary of hunspell.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output."
)
@options.json_option
@options.edition_option
@click.pass_context
def words_command(
    ctx: click.Context, target: Path, spelling: bool, output: Path | None, as_json: bool, edition: Path | None
) -> None:
    """List what may be written: names with what is printed for them, types, facts and their values.

    An edition lists the words that all its cases share. A case with errors is listed as far as it can be
    read. With --spelling each line is a word that spelling checkers do not know but should: names, places and
    titles. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit words the-last-toast.case
      casekit words edition.toml --spelling --output names.dic
      hunspell -p ./names.dic the-last-toast.md
    """
    from casekit.analysis.summaries import WordList
    from casekit.pipeline import authoring

    options.refuse_options({"--spelling and --json exclude each other": spelling and as_json})
    file, _ = file_of_target(target)
    editions = EditionFinder(edition)
    found = (
        authoring.words_of_edition_file(file, editions)
        if is_edition(file)
        else authoring.words_of_file(InputFile(file.as_posix(), None, file), editions)
    )
    words = found.made or WordList(())
    if spelling:
        text = words.dictionary(found.language)
    elif as_json:
        head = {"file": found.file, "language": found.language}
        text = streams.as_answer({**head, **words.as_json(), "diagnostics": in_order(found.findings)})
    else:
        text = f"{words.in_words(streams.width())}\n"
    problems = streams.write(output, text) if found.made is not None or as_json else ()
    cases.end_made(ctx, problems, found, "", answer="" if as_json else None)
