"""Findings on what simulated tables show of a document."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from casekit.diagnostics import Finding, Source, codes
from casekit.logic.theory import Verdict
from casekit.tabletop import simulation_statistics
from casekit.tabletop.game_rules import ReaderModel, TableGame
from casekit.tabletop.simulation_text import Json
from casekit.tabletop.simulation_thresholds import SimulationThreshold, missed_simulation_thresholds

_LEAST_SEATS = 30
"""Chance alone may decide what fewer seats or tables show, so nothing is said of them."""

_LEAST_SKILL_DIFFERENCE = 0.03
"""Skill that differs by less does not differ."""


def open_elements(verdict: Verdict, source: Source) -> Iterator[Finding]:
    """The finding that nobody at any table can be certain of everything."""
    names = [element.name for element in verdict.elements if element.status != "certain"]
    if names:
        yield codes.OPEN_AT_THE_TABLE.at(
            source.whole(),
            f"a reader of all paragraphs is not certain of this: {', '.join(names)}",
            hint="see `casekit check`; no table can be certain of it either",
        )


def after_play(
    rules: TableGame,
    subject: ReaderModel,
    figures: Json,
    thresholds: Sequence[SimulationThreshold],
    earlier: Sequence[Mapping[str, Any]] = (),
) -> Iterator[Finding]:
    """The findings of the tables, the thresholds that are not met first.

    Args:
        rules: the game.
        subject: the document.
        figures: the figures of its tables.
        thresholds: what these are held to.
        earlier: the groups of an earlier simulation, for changes.
    """
    for missed in missed_simulation_thresholds(thresholds, figures["groups"], earlier):
        yield codes.MISSED_THRESHOLD.at(
            subject.source.whole(),
            f"{missed.threshold.threshold.text}: {missed.reason}",
            hint="change the case, or the threshold",
        )
    checks = (
        _shorter_ways,
        _idle_paths,
        _paths_of_all_solvers,
        _unskilled_readers,
        _skill_against_ease,
        _paths_that_decide_alone,
        _paragraphs_read_twice,
    )
    for check in checks:
        yield from check(rules, subject, figures)


def _shorter_ways(rules: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Finding]:
    """Ways that are shorter than those that the solution gives, and were taken."""
    for way in figures["ways"]:
        if way["kind"] != "shortcut":
            continue
        yield codes.SHORTCUT.at(
            subject.heading(way["paths"][0]) if way["paths"] else subject.source.whole(),
            f"{rules.words.players} took a shorter way to the {way['element']} than the solution tells: "
            f"{', '.join(way['paths'])}",
            hint="let these paragraphs say less, or describe this proof in the solution",
        )


def _idle_paths(_: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Finding]:
    """Paths that never ruled anything out, and are on none of the ways that were looked at."""
    seats = sum(group["seats"] for group in figures["groups"])
    on_ways: set[str] = set()
    for way in figures["ways"]:
        on_ways.update(way["paths"])
    for row in figures["paths"]:
        if row["path"] not in on_ways and row["useful"] == 0 and row["taken"] * seats >= _LEAST_SEATS:
            yield codes.IDLE_PATH.at(
                subject.heading(row["path"]),
                f"{row['path']} ruled nothing out for anybody who read it",
                hint="let it state something that others can use, if it is not meant as a wrong path",
            )


def _paths_of_all_solvers(_: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Finding]:
    """Paths that everybody had read who solved the case, and nobody else."""
    solvers = sum(round(group["certain"] * group["seats"]) for group in figures["groups"])
    others = sum(group["seats"] for group in figures["groups"]) - solvers
    if min(solvers, others) < _LEAST_SEATS:
        return
    for row in figures["paths"]:
        if row["solvers"] == 1 and row["others"] == 0:
            yield codes.STUCK_WITHOUT.at(
                subject.heading(row["path"]),
                f"everybody who solved the case had read {row['path']}, and nobody else had",
                hint="let another paragraph say the same, or point to it",
            )


def _unskilled_readers(rules: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Finding]:
    """Readers who are better on average but not in this case."""
    earliness = {row["reader"]: row["earliness"] for row in figures["skill"]}
    tables = min((group["tables"] for group in figures["groups"]), default=0)
    rows: list[str] = []
    for worse, better in chain.from_iterable(map(pairwise, rules.ladders)):
        if earliness.get(better, 1) + _LEAST_SKILL_DIFFERENCE < earliness.get(worse, 0):
            better_reader, worse_reader = (
                f"{better} ({earliness[better]:.2f})",
                f"{worse} ({earliness[worse]:.2f})",
            )
            rows.append(f"{better_reader} does less well than {worse_reader}")
    if rows and tables >= _LEAST_SEATS:
        yield codes.UNSKILLED_CASE.at(
            subject.source.whole(),
            "\n".join(["skill does not show in this case", *rows]),
            hint=f"let paragraphs point to those that matter{rules.words.opening}",
        )


def _skill_against_ease(_: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Finding]:
    """A revision that lets more tables solve the case and skill count for less, or the other way round."""
    if not figures.get("compared") or "gradient" not in figures:
        return
    change, chance = simulation_statistics.in_all(figures["compared"])
    before, now = figures["gradient"]["before"], figures["gradient"]["now"]
    skill_differs = abs(now - before) >= _LEAST_SKILL_DIFFERENCE
    if abs(change) > chance and skill_differs and (change > 0) != (now > before):
        tables, skill = ("more", "less") if change > 0 else ("fewer", "more")
        yield codes.UNSKILLED_CASE.at(
            subject.source.whole(),
            f"{tables} tables solve the case than before ({100 * change:+.1f} %), but skill counts for {skill}: "
            f"the best readers are ahead of the worst by {now:.2f}, not {before:.2f}",
            hint="decide which of the two the revision is for; a case that everybody solves rewards nobody",
        )


def _paths_that_decide_alone(_: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Finding]:
    """Paths that decide a question by themselves."""
    for row in figures["alone"]:
        yield codes.DECIDES_ALONE.at(
            subject.heading(row["path"]),
            f"{row['path']} decides {' and '.join(row['elements'])} by itself",
            hint="split it between two paragraphs that readers have to put together",
        )


def _paragraphs_read_twice(rules: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Finding]:
    """Paths on which many read a paragraph that they had read on another path."""
    for row in figures["paths"]:
        if row["again"] < _LEAST_SEATS:
            continue
        yield codes.SHARED_TURN.at(
            subject.heading(row["path"]),
            f"{row['again']:,} {rules.words.players} read on {row['path']} a paragraph "
            "that they had read on another path",
            hint="give each of these paths a paragraph of its own",
        )
