"""The command ``playtest`` with ``page`` and ``read``: people who play a case."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli import cases, option_classes, options, page_files, simulated_tables, streams
from casekit.diagnostics import Report, Span, codes, in_order
from casekit.kit.editions import EditionFinder
from casekit.pipeline.loading import CASE, AnalysableDocument, DocumentResult
from casekit.system.executors import Executor
from casekit.tabletop.game_rules import TablesWanted
from casekit.values import replace

if TYPE_CHECKING:
    from casekit.tabletop.playtests.tester_games import SharedGame


LOG = ".json"
"""The ending of the names of logs."""

_NOTE_ON_PAGE = (
    "The solution is in this page, encoded but not secret: give it only to people whom you trust not to look."
)


@click.group("playtest")
def playtest_command() -> None:
    """Let people play a case in a browser, and see their games beside simulated ones.

    A page is one file that works from a disk, without a network. It ends with a log that testers send back.

    \b
    Example:
      casekit playtest page the-last-toast.case
      casekit playtest read logs/ the-last-toast.case --html people.html
    """


@playtest_command.command("page")
@click.argument("case", required=False, metavar="[CASE]", type=click.Path(allow_dash=True))
@page_files.page_output_option("CASE.playtest.html")
@options.edition_option
@click.pass_context
def page(ctx: click.Context, case: str | None, output: Path | None, edition: Path | None) -> None:
    """Write a page on which people play a case together, one paragraph at a time.

    CASE may be left out if there is only one case in the folder. Texts and solution are encoded, so that
    nobody reads them by accident. They are no secret: the key is in the page too, and five lines of a program
    read the solution. Give the page only to people whom you trust not to look. The numbers are those of the
    printed booklet where the edition has a lock file. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit playtest page the-last-toast.case
      casekit playtest page the-last-toast.case --output for-anna.html
    """
    from casekit.pipeline.playing import playtest

    file, problems = cases.only_case(case)
    page_result: DocumentResult[str] | None = None
    if file is not None:
        page_result = playtest(file, EditionFinder(edition))
        if page_result.result is not None:
            path = page_files.page_path(file, output, "playtest")
            unwritten = page_files.write_page(path, page_result.result)
            if not unwritten:
                click.echo(_NOTE_ON_PAGE, err=True)
            problems = (*problems, *unwritten)
    cases.end_with_result(ctx, problems, page_result, "there is no page for this case")


@playtest_command.command("read", cls=option_classes.CommandInSections)
@click.argument("paths", nargs=-1, required=True, metavar="LOG... [CASE...]", type=click.Path())
@click.option(
    "--tables",
    cls=option_classes.PlainOption,
    type=click.IntRange(1, 1_000_000),
    default=200,
    show_default=True,
    metavar="N",
    help="How many simulated tables to set beside them.",
)
@click.option(
    "--seed",
    cls=option_classes.PlainOption,
    type=click.IntRange(0, options.LARGEST_SEED),
    default=1,
    show_default=True,
    metavar="N",
    help="The same seed gives the same games.",
)
@click.option(
    "--readers", metavar="MIX", default="", help="Kinds of simulated readers, as for `report --tables`."
)
@page_files.page_option("people.html")
@options.workplace_options("one per processor")
@options.json_option
@options.edition_option
@click.pass_context
def read(
    ctx: click.Context,
    paths: tuple[str, ...],
    tables: int,
    seed: int,
    readers: str,
    html: Path | None,
    jobs: int | None,
    backend: str,
    scheduler: str | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Show what people made of cases, beside what simulated players made of them.

    LOG is a file that a page saved, or a folder of them. CASE may be left out: then the cases in the current
    folder are meant. Each log goes to the case that it is a log of. One that cannot be used is reported and
    left out; one of another version of the case counts as far as its texts are unchanged. Exit status: 0
    done, 1 nothing could be read or a case cannot be simulated, 2 misuse.

    \b
    Example:
      casekit playtest read logs/ the-last-toast.case
      casekit playtest read anna.json the-last-toast.case --html people.html
    """
    from casekit.pipeline.playing import logs_by_document, read_logs

    case_paths = tuple(path for path in paths if Path(path).suffix == CASE)
    log_paths = [path for path in paths if Path(path).suffix != CASE]
    inputs, problems = cases.expand(case_paths or _cases_here())
    logs, unreadable_logs = read_logs(_log_files(log_paths))
    games_of_cases, unusable_logs = logs_by_document(logs, inputs, EditionFinder(edition))
    findings = [*problems, *unreadable_logs, *unusable_logs]
    played_cases = [(case, games) for case, games in games_of_cases if games]
    if not played_cases:
        span = Span(next(iter(log_paths), paths[0]))
        hint = f"name logs that pages saved, or a folder of them: files whose names end in `{LOG}`"
        findings.append(codes.NO_LOGS.at(span, "there is no log that can be used", hint=hint))
    # Faults that keep a case from being played are reported where somebody played it, or where it could not
    # be read at all.
    for case, _ in games_of_cases:
        if case.game is None:
            findings += case.diagnostics
    rows = (
        (case, TablesWanted(tables, _players(case, games), seed, Executor(), readers, people=games))
        for case, games in played_cases
    )
    report_so_far = Report(tuple(findings), {case.file: case.source for case, _ in games_of_cases})
    results, report = simulated_tables.play_at_tables(
        rows, options.workplace_of(jobs, backend, scheduler), report_so_far, paths[0], html
    )
    report = replace(report, diagnostics=in_order(report.diagnostics))
    streams.end(
        ctx,
        report,
        answer=simulated_tables.answer_of(results, report) if as_json else None,
        texts=simulated_tables.in_words(results),
    )


def _cases_here() -> tuple[str, ...]:
    """The cases in the current folder.

    Raises:
        click.UsageError: if there are none.
    """
    paths = tuple(path.as_posix() for path in sorted(Path().glob(f"*{CASE}")))
    if not paths:
        raise click.UsageError("there is no case in this folder; name the one that was played")
    return paths


def _log_files(paths: Sequence[str]) -> Iterator[tuple[str, Path, Path | None]]:
    """The logs among files and folders: name, path, and the folder where one was found."""
    for path in map(Path, paths):
        if path.is_dir():
            for log in sorted(path.glob(f"*{LOG}")):
                yield log.as_posix(), log, path
        else:
            yield path.as_posix(), path, None


def _players(case: AnalysableDocument, games: "Sequence[SharedGame]") -> tuple[int, ...]:
    """The numbers of players that simulated tables need for a comparison with games of people.

    These may have played alone.
    """
    rules = case.game.table if case.game else None
    fewest = 1 if rules is None else rules.fewest
    return tuple(sorted({max(fewest, game.at_table) for game in games}))
