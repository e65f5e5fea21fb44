"""Cases at simulated tables: ``report --tables``, and beside them the games of ``playtest read``."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from casekit.cli import cases, options, page_files, streams
from casekit.diagnostics import Finding, Report, codes, own_fault
from casekit.kit.editions import EditionFinder
from casekit.pipeline.loading import AnalysableDocument, load_for_analysis, within_budget
from casekit.system.executors import Executor, SpreadingError
from casekit.tabletop.game_rules import TablesWanted
from casekit.values import frozen, replace

if TYPE_CHECKING:
    from casekit.tabletop.simulation import SimulationReport


@frozen
class TableOptions:
    """The options of ``report --tables``: how many tables, and who sits at them."""

    tables: int
    players: str
    seed: int
    readers: str


def show_tables(
    ctx: click.Context,
    paths: tuple[str, ...],
    wanted: TableOptions,
    gates: tuple[str, ...],
    against: Path | None,
    html: Path | None,
    place: AbstractContextManager[Executor],
    edition: Path | None,
    *,
    strict: bool,
    as_json: bool,
) -> NoReturn:
    """Play cases at simulated tables, and report which of them solve a case, and when.

    Findings are notes; the exit status is 1 only if a gate fails or a case cannot be simulated.
    """
    inputs, problems = cases.expand(paths)
    earlier = {} if against is None else cases.earlier(against, "report --tables", _by_title)
    editions, here = EditionFinder(edition), Executor()

    def wanted_of(case: AnalysableDocument) -> TablesWanted:
        players = _numbers(case, wanted.players)
        return TablesWanted(wanted.tables, players, wanted.seed, here, wanted.readers, gates, earlier)

    cases_read = (load_for_analysis(given, editions) for given in inputs)
    rows = ((case, wanted_of(case)) for case in cases_read)
    results, report = play_at_tables(rows, place, Report(problems), paths[0], html)
    if as_json:
        streams.save(report, strict=strict)
        streams.end(ctx, report, answer=answer_of(results, report), strict=strict)
    click.echo("".join(in_words(results)), nl=False)
    streams.show(report, "text", strict=strict, err=True)
    ctx.exit(streams.status(report, strict=strict))


def play_at_tables(
    rows: Iterable[tuple[AnalysableDocument, TablesWanted]],
    place: AbstractContextManager[Executor],
    known: Report,
    file: str,
    html: Path | None,
) -> "tuple[list[tuple[AnalysableDocument, SimulationReport]], Report]":
    """Play cases at a place, and write a page of it if there is to be one.

    Returns what came of each, and a report that goes on from what is ``known``.

    ``file`` is the one to name if there is no such place: nothing is read before it is there.

    Raises:
        click.UsageError: if a game does not know the players, readers or gates that are wanted.
    """
    told: list[tuple[AnalysableDocument, SimulationReport]] = []
    found, sources = [*known.diagnostics], dict(known.sources)
    try:
        with place as where:
            played = [(each, replace(wanted, where=where)) for each, wanted in rows]
            sources |= {each.file: each.source for each, _ in played}
            with streams.progress(sum(wanted.tables * len(wanted.players) for _, wanted in played)) as step:
                for each, wanted in played:
                    playing = partial(at_table, each, wanted, partial(step, each.file))
                    played_there, failed = _unless_failed(playing, each)
                    simulated, remarks = played_there or (None, failed)
                    found += each.diagnostics
                    # A case is not played for reasons that were found in its edition already.
                    said = {(finding.code, finding.message) for finding in found}
                    found += (remark for remark in remarks if (remark.code, remark.message) not in said)
                    if simulated is not None:
                        told.append((each, simulated))
                    if any(one.code is codes.INTERRUPTED for one in remarks):
                        break
    except SpreadingError as error:
        found.append(options.spreading_finding(error, file))
    if html is not None:
        found += page_written(html, told, found)
    return told, Report(tuple(found), sources)


def _unless_failed(
    playing: "Callable[[], tuple[SimulationReport | None, Sequence[Finding]]]", each: AnalysableDocument
) -> "tuple[tuple[SimulationReport | None, Sequence[Finding]] | None, tuple[Finding, ...]]":
    """The games of a case at its tables, or the finding that casekit has failed with it.

    The others are played all the same.

    Raises:
        click.UsageError: if the game does not know what is wanted.
        SpreadingError: if nobody can play where it is wanted.
    """
    try:
        return playing(), ()
    except (click.ClickException, SpreadingError):
        raise
    except Exception as error:  # noqa: BLE001 -- whatever it is, it is our fault
        return None, (own_fault(error, each.source.whole()),)


def answer_of(told: "Sequence[tuple[AnalysableDocument, SimulationReport]]", report: Report) -> str:
    """The figures of cases at the table as JSON (``schemas/simulation.schema.json``)."""
    played = [{"file": each.file, **one.as_json()} for each, one in told]
    return streams.answer_as_json({"diagnostics": report.diagnostics, "cases": played})


def in_words(told: "Sequence[tuple[AnalysableDocument, SimulationReport]]") -> Iterator[str]:
    """The figures of each case at the table for people."""
    return (f"{one.in_words(streams.width())}\n\n" for _, one in told)


def _numbers(each: AnalysableDocument, text: str) -> tuple[int, ...]:
    """The numbers of players that a text names, in a game that is played.

    Raises:
        click.UsageError: if it names none that can play.
    """
    rules = None if each.game is None else each.game.table
    if rules is None:
        return ()
    try:
        return rules.numbers(text)
    except ValueError as error:
        raise click.UsageError(f"--players is {error}") from error


def at_table(
    each: AnalysableDocument, wanted: TablesWanted, step: Any
) -> "tuple[SimulationReport | None, Sequence[Finding]]":
    """A case at the table, or why it is not played.

    Raises:
        click.UsageError: if the game does not know the readers or gates that are wanted.
        SpreadingError: if it cannot be played where it is wanted.
    """
    from casekit.tabletop.simulation import simulate

    if each.analyzer is None or each.game is None:
        return None, () if each.diagnostics else (_refused(each, each.why_not_analysable),)
    table = each.game.table
    if table is None:
        return None, (_refused(each, f"{each.game.title} is not played at simulated tables"),)
    try:
        return within_budget(each.analyzer, partial(simulate, table, each.analyzer, wanted, step))
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _refused(each: AnalysableDocument, reason: str) -> Finding:
    return codes.NOT_AT_A_TABLE.at(
        each.source.whole(), reason, hint="name documents of a game that has a table"
    )


def _by_title(answer: Any) -> Mapping[str, Any]:
    return {case["title"]: case for case in answer["cases"] if isinstance(case["groups"], list)}


def page_written(
    file: Path, told: "Sequence[tuple[AnalysableDocument, SimulationReport]]", found: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Write the page of the game of the first case; why that cannot be done, if it cannot."""
    from casekit.tabletop.simulation_page import tables_page

    game = told[0][0].game if told else None
    rules = game.table if game else None
    simulated = [one for each, one in told if each.game is game]
    return page_files.write_page(file, tables_page(rules.words, simulated, found)) if rules else ()
