"""The command ``report``: the figures of cases."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

from casekit.analysis.analyzer import MetricsReport, Presentable
from casekit.analysis.figures.metric_changes import MetricChange, by_case, table_of_changes
from casekit.analysis.figures.thresholds import threshold_of
from casekit.cli import cases, guarded_streams, option_classes, options, page_files, streams
from casekit.diagnostics import Code, Finding, Report, Span, caught, with_findings
from casekit.kit.edition_settings import EditionSettings
from casekit.kit.editions import EditionFinder, is_edition
from casekit.kit.interface import AnyGame
from casekit.kit.registry import game_called
from casekit.pipeline.checking import CheckedDocument, CheckOptions, check_files
from casekit.pipeline.loading import InputFile, within_budget
from casekit.system.executors import Executor, cpu_count
from casekit.system.process_limits import TaskLimits
from casekit.values import replace
from casekit.values.grouping import grouped

MOST_TABLES = 10_000_000
"""More tables than that say nothing that these do not, and take days."""

USUAL_TABLES = 2_000

_TablesOption = option_classes.section("With --tables")
_OPTIONS_OF_TABLES = ("players", "seed", "readers", "jobs", "backend", "scheduler")
_OPTIONS_OF_FIGURES = ("level", "budget", "limits")

_CHECKS = 12
"""A case is measured in the time of a dozen checks: it is asked again without each of its statements."""


@click.command("report", cls=option_classes.CommandInSections)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(allow_dash=True))
@click.option(
    "--tables",
    cls=option_classes.OptionalValue,
    fits=str.isdecimal,
    is_flag=False,
    flag_value=USUAL_TABLES,
    type=click.IntRange(1, MOST_TABLES),
    metavar="[N]",
    help=f"Play at N simulated tables: how many solve it in time?  [default: {USUAL_TABLES}]",
)
@click.option(
    "--level",
    type=click.Choice(("amateur", "expert")),
    metavar="LEVEL",
    help="How far is it from amateur or expert? Takes minutes.",
)
@page_files.page_option("report.html", "it as a page")
@options.strict_option
@options.json_option
@options.edition_option
@click.option(
    "--players", cls=_TablesOption, default="", metavar="N|N-M", help="How many play.  [default: any]"
)
@click.option(
    "--readers",
    cls=_TablesOption,
    metavar="MIX",
    default="",
    help="Kinds of simulated players, as steady/leads.",
)
@click.option(
    "--seed",
    cls=_TablesOption,
    type=click.IntRange(0, options.LARGEST_SEED),
    metavar="N",
    default=1,
    show_default=True,
    help="The same seed gives the same games.",
)
@options.gate_option
@options.against_option
@options.budget_option
@options.save_option
@options.limits_option
@options.workplace_options("one per processor")
@click.pass_context
def report_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    tables: int | None,
    level: str | None,
    html: Path | None,
    strict: bool,
    as_json: bool,
    edition: Path | None,
    players: str,
    readers: str,
    seed: int,
    gates: tuple[str, ...],
    against: Path | None,
    budget: int,
    limits: TaskLimits | None,
    jobs: int | None,
    backend: str,
    scheduler: str | None,
) -> None:
    """Measure how hard and how fragile cases are, and where readers get stuck.

    PATH is a case, a folder with cases in it or its subfolders, an edition.toml, or - for standard input
    (default: the current folder). Exit status: 0 clean, 1 findings or a gate fails, 2 misuse.

    \b
    Example:
      casekit report the-last-toast.case
      casekit report the-last-toast.case --level expert
      casekit report the-last-toast.case --tables --players 4
      casekit report cases/ --against main.json --gate "change of ways >= -1"

    \f

    Several cases are compared with each other. The thresholds of each level come from the edition. Of an
    edition that is named itself, some games measure the deck too. With --level, the case is held against
    what a generated skeleton of that level has to meet, simulated tables among it. Changes are tried and
    measured one after the other: a statement that goes, a true fact that one more paragraph tells.

    With --tables, the board game is played at thousands of simulated tables, N for each number of
    players, and the report says which of them solve a case, and when. Each game has readers of its own: a
    comma begins tables of another kind, + seats readers at one table, and a name that the game does not
    have lists those that it has. Findings are notes there. Everything but the time it takes depends on
    the seed alone, not on --jobs or --backend.

    A gate is a figure, then what it is about if you like, then >= or <= and a number: `ways >= 2`, `ways,
    culprit >= 3`, with --tables `solved by port, leads, 4 players >= 0.6`. With `change of` it is about
    the difference from --against: `change of ways >= -1`. Of an earlier --json of the same kind,
    --against shows what has changed; a case must not lose an answer that readers can prove (`solved`), an
    independent way to one (`ways`), or robustness, unless a gate allows it. What tables do by chance
    counts by a gate alone.
    """
    if tables is not None:
        options.refuse_without(ctx, "a report without --tables", _OPTIONS_OF_FIGURES)
        from casekit.cli import simulated_tables

        # Does not return.
        simulated_tables.show_tables(
            ctx,
            paths or (".",),
            simulated_tables.TableOptions(tables, players, seed, readers),
            gates,
            against,
            html,
            options.workplace_of(jobs, backend, scheduler),
            edition,
            strict=strict,
            as_json=as_json,
        )
    options.refuse_without(ctx, "--tables", _OPTIONS_OF_TABLES)
    _report(
        ctx,
        paths,
        level,
        html,
        edition,
        gates,
        against,
        budget,
        limits,
        strict=strict,
        as_json=as_json,
    )


def _report(
    ctx: click.Context,
    paths: tuple[str, ...],
    level: str | None,
    html: Path | None,
    edition: Path | None,
    gates: tuple[str, ...],
    against: Path | None,
    budget: int,
    limits: TaskLimits | None,
    *,
    strict: bool,
    as_json: bool,
) -> NoReturn:
    """Measure cases, and hold them to gates and to an earlier answer."""
    editions = EditionFinder(edition)
    named_paths = paths or (".",)
    with options.refusing_misuse():
        thresholds = tuple(map(threshold_of, gates))
    earlier = None if against is None else cases.earlier(against, "report", by_case)
    inputs, problems = cases.expand(named_paths, editions=True)
    with streams.progress(len(inputs)) as step:
        report, checked = _measured(inputs, editions, step, budget, limits)
    decks, deck_findings = _decks(inputs, editions)
    distances, distance_findings = _distances(checked, level, budget)
    rows: Mapping[str, Sequence[MetricChange]] = {}
    threshold_findings: tuple[Finding, ...] = ()
    if thresholds or earlier is not None:
        from casekit.pipeline.authoring.figure_comparison import compare_with_thresholds

        with options.refusing_misuse():
            rows, threshold_findings = compare_with_thresholds(checked, thresholds, earlier, named_paths)
    report = with_findings(report, (*problems, *deck_findings, *distance_findings, *threshold_findings))
    report = with_findings(report, _write_page(html, checked, report))
    table = ""
    if against and rows:
        table = f"Against {against}\n\n{table_of_changes(rows)}\n"
    streams.save(replace(report, verdicts=(table,) if table else ()), strict=strict)
    if as_json:
        answer = _answer(checked, report, rows if earlier is not None else {}, distances)
        if decks:
            answer["editions"] = {file: metrics.as_json() for file, metrics in decks.items()}
        guarded_streams.write_data(streams.answer_as_json(answer), "json")
    else:
        _show_figures(checked, decks, distances)
        if table:
            click.echo(table)
        streams.show(_without_shown_figures(report, checked), "text", strict=strict, err=True)
    ctx.exit(streams.status(report, strict=strict))


def _measured(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    step: Callable[[str], None],
    budget: int,
    limits: TaskLimits | None,
) -> tuple[Report, tuple[CheckedDocument, ...]]:
    """Cases that are checked and measured, within limits if there are any."""
    if limits is None:
        return check_files(inputs, editions, step, CheckOptions(balance=budget))
    from casekit.pipeline.checks.within_limits import check_within_limits

    here = Executor(cpu_count())
    return check_within_limits(
        inputs, editions, step, here, limits.times(_CHECKS), CheckOptions(balance=budget), with_figures=True
    )


def _show_figures(
    checked: Sequence[CheckedDocument],
    decks: "Mapping[str, Presentable]",
    distances: "Mapping[str, Presentable]",
) -> None:
    """The figures of decks, those of each case, and those of several cases beside each other."""
    for deck in decks.values():
        click.echo(f"{deck.in_words(streams.width())}\n")
    for case in checked:
        if case.figures is not None:
            click.echo(f"{case.figures.in_words(streams.width())}\n")
        if case.file in distances:
            click.echo(f"{distances[case.file].in_words(streams.width())}\n")
    for game, figures in _by_game(checked).items():
        if len(figures) > 1:
            click.echo(f"{game.wording.metrics_spec().compared(figures)}\n")


def _edition_metrics(game: AnyGame, settings: EditionSettings) -> Presentable | None:
    return game.wording.edition_metrics(settings)


def _decks(
    inputs: Sequence[InputFile], editions: "EditionFinder"
) -> tuple[dict[str, Presentable], tuple[Finding, ...]]:
    """The figures of what is dealt in the editions named, by file, and where casekit has failed with one."""
    decks: dict[str, Presentable] = {}
    problems: list[Finding] = []
    for file in inputs:
        edition = editions.read(file.path) if is_edition(file.path) else None
        if edition is not None and edition.settings is not None:
            measuring = partial(_edition_metrics, game_called(edition.game), edition.settings)
            metrics, failure = caught(measuring, Span(file.name))
            if metrics is not None:
                decks[file.name] = metrics
            problems += failure
    return decks, tuple(problems)


def _without_shown_figures(report: Report, checked: Sequence[CheckedDocument]) -> Report:
    """A report that shows only the findings that the figures do not show anyway; all of them count."""
    shown_codes: set[Code] = set()
    for case in checked:
        if case.figures is not None:
            shown_codes.update(case.figures.shown)
    elsewhere = tuple(finding for finding in report.diagnostics if finding.code in shown_codes)
    still_to_show = tuple(finding for finding in report.diagnostics if finding.code not in shown_codes)
    return replace(report, diagnostics=still_to_show, elsewhere=elsewhere)


def _by_game(checked: Sequence[CheckedDocument]) -> dict[AnyGame, list[MetricsReport]]:
    """The figures of cases, those of one game together."""
    return grouped((case.game, case.figures) for case in checked if case.figures is not None)


def _write_page(file: Path | None, checked: Sequence[CheckedDocument], report: Report) -> tuple[Finding, ...]:
    """Write the figures as a page, if ``--html`` names a file.

    Returns:
        Why it cannot be written.

    Raises:
        click.UsageError: if the figures are those of several games.
    """
    games = _by_game(checked)
    if file is None or not games:
        return ()
    if len(games) > 1:
        raise click.UsageError("a page holds the figures of one game; name cases of one game only")
    ((game, figures),) = games.items()
    return page_files.write_page(file, game.wording.metrics_spec().page(figures, report.diagnostics))


def _distances(
    checked: Sequence[CheckedDocument], level: str | None, budget: int
) -> tuple[dict[str, Presentable], tuple[Finding, ...]]:
    """How far each case is from a level, by file, and findings on the cases of which that is not known.

    Raises:
        click.UsageError: if the game of a case does not say.
    """
    distances: dict[str, Presentable] = {}
    problems: list[Finding] = []
    for case in checked:
        if level is None or case.figures is None or case.document is None:
            continue
        analysis = case.game.theory.analyze(case.document)
        measuring = partial(analysis.distance, level, budget, streams.progress)
        answer, failure = caught(partial(within_budget, analysis, measuring), case.source.whole())
        problems += failure
        if failure:
            continue
        if answer is None:
            raise click.UsageError(f"no level is measured so for {case.game.title}; leave out --level")
        distance, findings = answer
        problems += [finding for finding in findings if finding not in case.diagnostics]
        if distance is not None:
            distances[case.file] = distance
    return distances, tuple(problems)


def _answer(
    checked: Sequence[CheckedDocument],
    report: Report,
    against: Mapping[str, Sequence[MetricChange]],
    distances: Mapping[str, Presentable],
) -> dict[str, Any]:
    """The answer as JSON: one case by itself, several as a list (``schemas/report.schema.json``)."""
    rows: list[dict[str, Any]] = []
    for case in checked:
        row: dict[str, Any] = {"file": case.file, "measured": case.figures is not None}
        if case.figures is not None:
            row |= case.figures.as_json()
        if case.file in distances:
            row["distance"] = distances[case.file].as_json()
        if case.file in against:
            row["against"] = [*map(MetricChange.as_json, against[case.file])]
        rows.append(row)
    findings: dict[str, Any] = {"diagnostics": report.diagnostics}
    return {**rows[0], **findings} if len(rows) == 1 else {**findings, "cases": rows}
