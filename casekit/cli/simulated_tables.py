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
    """The options of ``report --tables``."""

    tables: int
    """How many tables there are for each number of players."""

    players: str
    """The numbers of players, such as `4` or `3-5`; empty for all that can play."""

    seed: int
    """The seed of all that is by chance."""

    readers: str
    """The kinds of simulated players, such as `steady/leads`; empty for the default."""


@frozen
class SimulatedCase:
    """A case that was played at simulated tables."""

    case: AnalysableDocument
    """The case."""

    simulation: "SimulationReport"
    """What came of its games."""


def show_tables(
    ctx: click.Context,
    paths: tuple[str, ...],
    table_options: TableOptions,
    gates: tuple[str, ...],
    against: Path | None,
    html: Path | None,
    workplace: AbstractContextManager[Executor],
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
    editions = EditionFinder(edition)
    # Where the tables are played is known only once the workplace is entered.
    here = Executor()

    def tables_for(case: AnalysableDocument) -> TablesWanted:
        players = _numbers_of_players(case, table_options.players)
        return TablesWanted(
            table_options.tables, players, table_options.seed, here, table_options.readers, gates, earlier
        )

    loaded_cases = (load_for_analysis(file, editions) for file in inputs)
    rows = ((case, tables_for(case)) for case in loaded_cases)
    simulated_cases, report = play_at_tables(rows, workplace, Report(problems), paths[0], html)
    if as_json:
        streams.save(report, strict=strict)
        streams.end(ctx, report, answer=answer_of(simulated_cases, report), strict=strict)
    click.echo("".join(in_words(simulated_cases)), nl=False)
    streams.show(report, "text", strict=strict, err=True)
    ctx.exit(streams.status(report, strict=strict))


def play_at_tables(
    rows: Iterable[tuple[AnalysableDocument, TablesWanted]],
    workplace: AbstractContextManager[Executor],
    report_so_far: Report,
    file: str,
    html: Path | None,
) -> tuple[list[SimulatedCase], Report]:
    """Play cases at simulated tables, and write a page of it if there is to be one.

    Args:
        rows: each case, and the tables that are wanted for it.
        workplace: where they are played; no case is read before it is entered.
        report_so_far: the findings on the way here, and their texts.
        file: the file that a finding names if there is no such workplace.
        html: the file of the page.

    Returns:
        The cases that were played, and the report with the findings of playing them.

    Raises:
        click.UsageError: if a game does not know the players, readers or gates that are wanted.
    """
    simulated_cases: list[SimulatedCase] = []
    findings = [*report_so_far.diagnostics]
    sources = dict(report_so_far.sources)
    try:
        with workplace as executor:
            tasks = [(case, replace(tables, where=executor)) for case, tables in rows]
            sources |= {case.file: case.source for case, _ in tasks}
            with streams.progress(sum(tables.tables * len(tables.players) for _, tables in tasks)) as step:
                for case, tables in tasks:
                    simulation, simulation_findings = _simulate(case, tables, partial(step, case.file))
                    findings += case.diagnostics
                    # A case is not played for reasons that were found in its edition already.
                    known = {(finding.code, finding.message) for finding in findings}
                    for finding in simulation_findings:
                        if (finding.code, finding.message) not in known:
                            findings.append(finding)
                    if simulation is not None:
                        simulated_cases.append(SimulatedCase(case, simulation))
                    if any(finding.code is codes.INTERRUPTED for finding in simulation_findings):
                        break
    except SpreadingError as error:
        findings.append(options.spreading_finding(error, file))
    if html is not None:
        findings += page_written(html, simulated_cases, findings)
    return simulated_cases, Report(tuple(findings), sources)


def _simulate(
    case: AnalysableDocument, tables: TablesWanted, step: Callable[[int], None]
) -> "tuple[SimulationReport | None, Sequence[Finding]]":
    """Play a case at its tables; if casekit fails with it, there is the finding on that.

    The other cases are played all the same.

    Raises:
        click.UsageError: if the game does not know what is wanted.
        SpreadingError: if nobody can play where it is wanted.
    """
    try:
        return _at_tables(case, tables, step)
    except (click.ClickException, SpreadingError):
        raise
    except Exception as error:  # noqa: BLE001 -- whatever it is, it is our fault
        return None, (own_fault(error, case.source.whole()),)


def answer_of(simulated_cases: Sequence[SimulatedCase], report: Report) -> str:
    """The figures of cases at simulated tables as JSON (``schemas/simulation.schema.json``)."""
    answers = [{"file": played.case.file, **played.simulation.as_json()} for played in simulated_cases]
    return streams.answer_as_json({"diagnostics": report.diagnostics, "cases": answers})


def in_words(simulated_cases: Sequence[SimulatedCase]) -> Iterator[str]:
    """The figures of each case at simulated tables for people."""
    return (f"{played.simulation.in_words(streams.width())}\n\n" for played in simulated_cases)


def _numbers_of_players(case: AnalysableDocument, text: str) -> tuple[int, ...]:
    """The numbers of players that a text such as `3-5` names; none in a game that is not played.

    Raises:
        click.UsageError: if it names none that can play.
    """
    rules = None if case.game is None else case.game.table
    if rules is None:
        return ()
    try:
        return rules.numbers(text)
    except ValueError as error:
        raise click.UsageError(f"--players is {error}") from error


def _at_tables(
    case: AnalysableDocument, tables: TablesWanted, step: Callable[[int], None]
) -> "tuple[SimulationReport | None, Sequence[Finding]]":
    """The simulation of a case at its tables, or why it is not played.

    Raises:
        click.UsageError: if the game does not know the readers or gates that are wanted.
        SpreadingError: if it cannot be played where it is wanted.
    """
    from casekit.tabletop.simulation import simulate

    if case.analyzer is None or case.game is None:
        return None, () if case.diagnostics else (_refused(case, case.why_not_analysable),)
    rules = case.game.table
    if rules is None:
        return None, (_refused(case, f"{case.game.title} is not played at simulated tables"),)
    try:
        return within_budget(case.analyzer, partial(simulate, rules, case.analyzer, tables, step))
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _refused(case: AnalysableDocument, reason: str) -> Finding:
    """The finding that a case is not played."""
    return codes.NOT_AT_A_TABLE.at(
        case.source.whole(), reason, hint="name documents of a game that has a table"
    )


def _by_title(answer: Any) -> Mapping[str, Any]:
    """The cases in an earlier answer that were played, by title."""
    return {case["title"]: case for case in answer["cases"] if isinstance(case["groups"], list)}


def page_written(
    file: Path, simulated_cases: Sequence[SimulatedCase], findings: Sequence[Finding]
) -> tuple[Finding, ...]:
    """Write the page of those cases that are of the game of the first one.

    Returns:
        Why it cannot be written.
    """
    from casekit.tabletop.simulation_page import tables_page

    if not simulated_cases:
        return ()
    game = simulated_cases[0].case.game
    rules = game.table if game else None
    if rules is None:
        return ()
    simulations = [played.simulation for played in simulated_cases if played.case.game is game]
    return page_files.write_page(file, tables_page(rules.words, simulations, findings))
