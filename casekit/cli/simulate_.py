"""``casekit simulate``."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from casekit.cli.cases import expand
from casekit.cli.options import (
    edition_option,
    gate_option,
    json_option,
    not_spread,
    page_option,
    spread_options,
    workplace_of,
)
from casekit.cli.streams import as_answer, progress, show, status, width, write_page
from casekit.diagnostics import Diagnostic, codes
from casekit.diagnostics.forms import Report
from casekit.games.editions import Editions
from casekit.language.reading import read_bytes
from casekit.model.theory import OutOfBudgetError
from casekit.pipeline.given_documents import Examined, examine
from casekit.system.spreading import Workplace
from casekit.system.workers import SpreadingError
from casekit.tabletop.simulation.simulating import Simulated, simulate
from casekit.tabletop.table_rules import TablesWanted

MOST_TABLES = 10_000_000
"""More tables than that say nothing that these do not, and take days."""


@click.command("simulate")
@click.argument("paths", nargs=-1, required=True, metavar="CASE...", type=click.Path(allow_dash=True))
@click.option(
    "--tables",
    type=click.IntRange(1, MOST_TABLES),
    default=2_000,
    show_default=True,
    help="How many tables for each number of players; the kinds of readers share them.",
)
@click.option(
    "--players",
    default="",
    metavar="N|N-M",
    help="How many play.  [default: any number that the game allows]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="Names the games: the same seed always gives the same ones.",
)
@click.option(
    "--readers",
    metavar="MIX",
    default="",
    help="Kinds of simulated players; a name that the game does not have lists those that it has.",
)
@gate_option
@click.option(
    "--against", type=click.Path(path_type=Path), metavar="OLD.json", help="Compare with an earlier --json."
)
@page_option
@spread_options("one per processor")
@json_option
@edition_option
@click.pass_context
def simulate_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    tables: int,
    players: str,
    seed: int,
    readers: str,
    gates: tuple[str, ...],
    against: Path | None,
    html: Path | None,
    jobs: int | None,
    backend: str,
    scheduler: str | None,
    as_json: bool,
    edition: Path | None,
) -> None:
    """Play cases at thousands of simulated tables, and report which of them solve a case, and when.

    Each game has readers of its own. A comma begins tables of another kind, + seats readers at one table.

    Findings are notes; the exit status is 1 only if a gate fails or a case cannot be simulated. A gate is a measure of the
    game, then readers and players if you like, then >= or <= and a number. Everything but the time it takes depends on the
    seed alone, not on --jobs or --backend.

    \b
    Example:
      casekit simulate the-last-toast.case
      casekit simulate the-last-toast.case --tables 10000 --players 4 --html tables.html
      casekit simulate the-last-toast.case --readers steady/leads --gate "score, 4 players >= 60"
      casekit simulate the-last-toast.case --backend dask --scheduler tls://192.168.0.7:8786
    """
    inputs, problems = expand(paths)
    earlier = {} if against is None else _earlier(against)
    wanted = TablesWanted(tables, (), seed, Workplace(), readers, gates, earlier)
    found: list[Diagnostic] = list(problems)
    told: list[tuple[Examined, Simulated]] = []
    examined: list[Examined] = []
    try:
        with workplace_of(jobs, backend, scheduler) as where:
            wanted = replace(wanted, where=where)
            editions = Editions(edition)
            examined = [examine(each, editions) for each in inputs]
            numbers = [_numbers(each, players) for each in examined]
            with progress(tables * sum(map(len, numbers))) as step:
                for each, of in zip(examined, numbers, strict=True):
                    simulated, remarks = at_table(each, replace(wanted, players=of), partial(step, each.file))
                    found += (*each.diagnostics, *remarks)
                    if simulated is not None:
                        told.append((each, simulated))
                    if any(one.code is codes.INTERRUPTED for one in remarks):
                        break
    except SpreadingError as error:
        found.append(not_spread(error, paths[0]))
    report = Report(tuple(found), {each.file: each.source for each in examined})
    if html is not None:
        report = replace(report, diagnostics=(*report.diagnostics, *page_written(html, told, found)))
    if as_json:
        cases = [{"file": each.file, **one.as_json()} for each, one in told]
        click.echo(as_answer({"diagnostics": report.diagnostics, "cases": cases}), nl=False)
    else:
        for _, one in told:
            click.echo(f"{one.in_words(width())}\n")
        show(report, "text", strict=False, err=True)
    ctx.exit(status(report, strict=False))


def _numbers(each: Examined, text: str) -> tuple[int, ...]:
    """The numbers of players that a text names, in a game that is played.

    Raises:
        click.UsageError: if it names none that can play.
    """
    rules = None if each.game is None else each.game.tabletop()
    if rules is None:
        return ()
    try:
        return rules.numbers(text)
    except ValueError as error:
        raise click.UsageError(f"--players is {error}") from error


def at_table(
    each: Examined, wanted: TablesWanted, step: Any
) -> tuple[Simulated | None, Sequence[Diagnostic]]:
    """A case at the table, or why it is not played.

    Raises:
        click.UsageError: if the game does not know the readers or gates that are wanted.
        SpreadingError: if it cannot be played where it is wanted.
    """
    if each.interrogation is None or each.game is None:
        return None, () if each.diagnostics else (_refused(each, each.obstacle),)
    table = each.game.tabletop()
    if table is None:
        return None, (_refused(each, f"{each.game.title} is not played at simulated tables"),)
    try:
        return simulate(table, each.interrogation, wanted, step)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    except OutOfBudgetError as error:
        return None, (each.interrogation.too_hard(error),)


def _refused(each: Examined, reason: str) -> Diagnostic:
    return Diagnostic(
        codes.NOT_AT_A_TABLE,
        reason,
        each.source.whole(),
        hint="simulate documents of a game that has a table",
    )


def _earlier(file: Path) -> Mapping[str, Any]:
    """The cases of an earlier answer, by title.

    Raises:
        click.UsageError: if the file does not hold one.
    """
    data, _ = read_bytes(file)
    try:
        content = json.loads(data or b"")
        return {case["title"]: case for case in content["cases"] if isinstance(case["groups"], list)}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise click.UsageError(f"{file} is not an answer of `casekit simulate --json`") from error


def page_written(
    file: Path, told: Sequence[tuple[Examined, Simulated]], found: Sequence[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Write the page of the game of the first case; why that cannot be done, if it cannot."""
    from casekit.tabletop.simulation.tables_page import tables_page

    game = told[0][0].game if told else None
    rules = game.tabletop() if game else None
    simulated = [one for each, one in told if each.game is game]
    return write_page(file, tables_page(rules.words, simulated, found)) if rules else ()
