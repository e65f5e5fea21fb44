"""``casekit playtest``: ``page`` and ``read``."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.cases import end_made, expand, only_case
from casekit.cli.options import (
    edition_option,
    json_option,
    not_spread,
    page_option,
    spread_options,
    workplace_of,
)
from casekit.cli.streams import end, end_with, page_of, progress, width, write_page
from casekit.diagnostics import Diagnostic, Span, codes, in_order
from casekit.diagnostics.forms import Report
from casekit.games.editions import Editions
from casekit.pipeline.given_documents import CASE, Examined, Made
from casekit.system.workers import SpreadingError

if TYPE_CHECKING:
    from casekit.pipeline.played_documents import Tested
    from casekit.tabletop.simulation.simulating import Simulated

LOG = ".json"


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
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Where to write the page, or - for standard output.  [default: CASE.playtest.html]",
)
@edition_option
@click.pass_context
def page(ctx: click.Context, case: str | None, output: Path | None, edition: Path | None) -> None:
    """Write a page on which people play a case together, one paragraph at a time.

    CASE may be left out if there is only one case in the folder. Texts and solution are encoded, so that nobody reads
    them by accident. The numbers are those of the printed booklet where the edition has a lock file.
    Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit playtest page the-last-toast.case
      casekit playtest page the-last-toast.case --output for-anna.html
    """
    from casekit.pipeline.played_documents import playtest

    each, problems = only_case(case)
    found: Made[str] | None = None
    if each is not None:
        found = playtest(each, Editions(edition))
        if found.made is not None:
            problems = (*problems, *write_page(page_of(each, output, "playtest"), found.made))
    end_made(ctx, problems, found, "there is no page for this case")


# --- read ----------------------------------------------------------------------------------------


@playtest_command.command("read")
@click.argument("paths", nargs=-1, required=True, metavar="LOG... [CASE...]", type=click.Path())
@click.option(
    "--tables",
    type=click.IntRange(1, 1_000_000),
    default=200,
    show_default=True,
    help="How many simulated tables to set beside them, for each number of players.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="Names the simulated games: the same seed always gives the same ones.",
)
@click.option("--readers", metavar="MIX", default="", help="Kinds of simulated readers, as for `simulate`.")
@page_option
@spread_options("one per processor")
@json_option
@edition_option
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

    LOG is a file that a page saved, or a folder of them. CASE may be left out: then the cases in the current folder are
    meant. Each log goes to the case that it is a log of. One that cannot be used is reported and left out; one of another
    version of the case counts as far as its texts are unchanged.
    Exit status: 0 done, 1 nothing could be read or a case cannot be simulated, 2 misuse.

    \b
    Example:
      casekit playtest read logs/ the-last-toast.case
      casekit playtest read anna.json bruno.json the-last-toast.case --html people.html
    """
    from casekit.cli.simulate_ import at_table, page_written
    from casekit.pipeline.played_documents import beside_cases, read_logs
    from casekit.tabletop.table_rules import TablesWanted

    cases, problems = expand(tuple(path for path in paths if Path(path).suffix == CASE) or _cases_here())
    logs, unread = read_logs(_log_files([path for path in paths if Path(path).suffix != CASE]))
    tested, strange = beside_cases(logs, cases, Editions(edition))
    found = [*problems, *unread, *strange, *_nothing(paths, tested)]
    told: list[tuple[Examined, Simulated]] = []
    numbers = {one.examined.file: _players(one) for one in tested if one.games}
    # Faults that keep a case from being played are reported where somebody played it, or where it could not be read at all.
    found += [each for one in tested if one.examined.game is None for each in one.examined.diagnostics]
    try:
        with (
            workplace_of(jobs, backend, scheduler) as where,
            progress(sum(tables * len(players) for players in numbers.values())) as step,
        ):
            for one in (each for each in tested if each.games):
                file = one.examined.file
                wanted = TablesWanted(tables, numbers[file], seed, where, readers, people=one.games)
                simulated, remarks = at_table(one.examined, wanted, partial(step, file))
                found += (*one.examined.diagnostics, *remarks)
                if simulated is not None:
                    told.append((one.examined, simulated))
    except SpreadingError as error:
        found.append(not_spread(error, paths[0]))
    sources = {one.examined.file: one.examined.source for one in tested}
    if html is not None:
        found += page_written(html, told, found)
    report = Report(in_order(found), sources)
    if as_json:
        answers = [{"file": each.file, **one.as_json()} for each, one in told]
        end_with(ctx, {"diagnostics": report.diagnostics, "cases": answers})
    for _, one_told in told:
        click.echo(f"{one_told.in_words(width())}\n")
    end(ctx, report)


def _cases_here() -> tuple[str, ...]:
    """The cases in the current folder.

    Raises:
        click.UsageError: if there are none.
    """
    here = tuple(each.as_posix() for each in sorted(Path().glob(f"*{CASE}")))
    if not here:
        raise click.UsageError("there is no case in this folder; name the one that was played")
    return here


def _log_files(paths: Sequence[str]) -> Iterator[tuple[str, Path, Path | None]]:
    """The logs among files and folders: name, path, and the folder where one was found."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from ((each.as_posix(), each, path) for each in sorted(path.glob(f"*{LOG}")))
        else:
            yield path.as_posix(), path, None


def _nothing(paths: Sequence[str], tested: "Sequence[Tested]") -> tuple[Diagnostic, ...]:
    """The finding that there is no log to report on."""
    if any(one.games for one in tested):
        return ()
    given = next((path for path in paths if Path(path).suffix != CASE), "")
    hint = f"name logs that pages saved, or a folder of them: files whose names end in `{LOG}`"
    return (
        Diagnostic(codes.NO_LOGS, "there is no log that can be used", Span(given or paths[0]), hint=hint),
    )


def _players(tested: "Tested") -> tuple[int, ...]:
    """The numbers of players that simulated tables need to be set beside games of people, who may have played alone."""
    rules = tested.examined.game.tabletop() if tested.examined.game else None
    fewest = 1 if rules is None else rules.fewest
    return tuple(sorted({max(fewest, game.at_table) for game in tested.games}))
