"""A document at thousands of tables: from its analysis to the report, its thresholds and its findings.

And reports as a page. The page is read on paper too: no colour means anything.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from casekit.analysis.analyzer import Answered
from casekit.analysis.figures.thresholds import Threshold, threshold_of
from casekit.diagnostics import Diagnostic, MisuseError, Source, codes
from casekit.logic.theory import Verdict
from casekit.tabletop import (
    simulation_runs,
    simulation_statistics,
    tester_statistics,
)
from casekit.tabletop.game_rules import ReaderModel, TableGame, TablesWanted, TableWords
from casekit.tabletop.simulation_text import KINDS, SHOWN, Json, in_words
from casekit.values import frozen

_PLAYERS = re.compile(r"(\d) players")


@frozen
class SimulationThreshold:
    """A threshold for the groups of some readers and some number of players, all if none is named."""

    threshold: Threshold
    measure: str
    readers: tuple[str, ...]
    players: int | None

    def concerns(self, group: Mapping[str, Any]) -> bool:
        """Whether it is about a group."""
        words = set(re.split(r"[/ +]+", group["reader"])) | {group["reader"]}
        return self.players in (None, group["players"]) and set(self.readers) <= words

    def value(self, group: Mapping[str, Any], earlier: Mapping[str, Any] | None) -> float | None:
        """The figure of a group that is held, or its change; ``None`` if that is not known."""
        now = float(group[self.measure])
        if not self.threshold.of_change:
            return now
        return None if earlier is None else round(now - earlier[self.measure], simulation_statistics.DIGITS)


def gate(text: str, measures: Mapping[str, str]) -> SimulationThreshold:
    """The threshold that a text writes; ``measures`` are what can have one, with the member of the figures.

    Raises:
        ValueError: if it does not write one; the message says what it may be.
    """
    try:
        threshold = threshold_of(text)
    except MisuseError:
        threshold = None
    if threshold is None or threshold.measure not in measures:
        raise ValueError(
            f"`{text}` is not a threshold: write one as in `{next(iter(measures))}, 4 players >= 0.6`, "
            f"with one of {', '.join(measures)}"
        )
    readers: list[str] = []
    players = None
    for word in (threshold.of or "").split(","):
        number = _PLAYERS.fullmatch(word.strip())
        if number and players is None:
            players = int(number[1])
        elif not number and word.strip():
            readers.append(word.strip())
    return SimulationThreshold(threshold, measures[threshold.measure], tuple(readers), players)


def missed(
    gates: Sequence[SimulationThreshold],
    groups: Sequence[Mapping[str, Any]],
    earlier: Sequence[Mapping[str, Any]] = (),
) -> Iterator[tuple[SimulationThreshold, str]]:
    """The thresholds that are not met, each with what was found instead.

    Those for a change hold the groups that were among ``earlier`` ones too.
    """
    before = {(group["players"], group["reader"]): group for group in earlier}
    for each in gates:
        concerned = [group for group in groups if each.concerns(group)]
        if not concerned:
            yield each, "there are no such tables in this simulation"
        for group in concerned:
            value = each.value(group, before.get((group["players"], group["reader"])))
            if value is not None and not each.threshold.met(value):
                yield each, f"{group['reader']}, {group['players']} players: {value:g}"


ENOUGH = 30
"""Chance alone may decide what fewer seats or tables show, so nothing is said of them."""

MARGIN = 0.03
"""Skill that differs by less does not differ."""


def open_elements(verdict: Verdict, source: Source) -> Iterator[Diagnostic]:
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
    gates: Sequence[SimulationThreshold],
    earlier: Sequence[Mapping[str, Any]] = (),
) -> Iterator[Diagnostic]:
    """The findings of the tables, the thresholds that are not met first."""
    for gate, value in missed(gates, figures["groups"], earlier):
        yield codes.MISSED_THRESHOLD.at(
            subject.source.whole(),
            f"{gate.threshold.text}: {value}",
            hint="change the case, or the threshold",
        )
    for check in (_shortcuts, _idle, _stuck, _unskilled, _at_odds, _alone, _again):
        yield from check(rules, subject, figures)


def _shortcuts(rules: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Diagnostic]:
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


def _idle(_: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Diagnostic]:
    """Paths that never ruled anything out, and are on none of the ways that were looked at."""
    seats = sum(group["seats"] for group in figures["groups"])
    on_ways: set[str] = set()
    for way in figures["ways"]:
        on_ways.update(way["paths"])
    for row in figures["paths"]:
        if row["path"] not in on_ways and row["useful"] == 0 and row["taken"] * seats >= ENOUGH:
            yield codes.IDLE_PATH.at(
                subject.heading(row["path"]),
                f"{row['path']} ruled nothing out for anybody who read it",
                hint="let it state something that others can use, if it is not meant as a wrong path",
            )


def _stuck(_: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Diagnostic]:
    solvers = sum(round(group["certain"] * group["seats"]) for group in figures["groups"])
    others = sum(group["seats"] for group in figures["groups"]) - solvers
    if min(solvers, others) < ENOUGH:
        return
    for row in figures["paths"]:
        if row["solvers"] == 1 and row["others"] == 0:
            yield codes.STUCK_WITHOUT.at(
                subject.heading(row["path"]),
                f"everybody who solved the case had read {row['path']}, and nobody else had",
                hint="let another paragraph say the same, or point to it",
            )


def _unskilled(rules: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Diagnostic]:
    """Readers who are better on average but not in this case."""
    early = {row["reader"]: row["earliness"] for row in figures["skill"]}
    tables = min((group["tables"] for group in figures["groups"]), default=0)
    wrong: list[str] = []
    for worse, better in chain.from_iterable(map(pairwise, rules.ladders)):
        if early.get(better, 1) + MARGIN < early.get(worse, 0):
            wrong.append(f"{better} ({early[better]:.2f}) does less well than {worse} ({early[worse]:.2f})")
    if wrong and tables >= ENOUGH:
        yield codes.UNSKILLED_CASE.at(
            subject.source.whole(),
            "\n".join(["skill does not show in this case", *wrong]),
            hint=f"let paragraphs point to those that matter{rules.words.opening}",
        )


def _at_odds(_: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Diagnostic]:
    """A revision that lets more tables solve the case and skill count for less, or the other way round."""
    if not figures.get("compared") or "gradient" not in figures:
        return
    change, chance = simulation_statistics.in_all(figures["compared"])
    before, now = figures["gradient"]["before"], figures["gradient"]["now"]
    if abs(change) > chance and abs(now - before) >= MARGIN and (change > 0) != (now > before):
        tables, skill = ("more", "less") if change > 0 else ("fewer", "more")
        yield codes.UNSKILLED_CASE.at(
            subject.source.whole(),
            f"{tables} tables solve the case than before ({100 * change:+.1f} %), but skill counts for {skill}: "
            f"the best readers are ahead of the worst by {now:.2f}, not {before:.2f}",
            hint="decide which of the two the revision is for; a case that everybody solves rewards nobody",
        )


def _alone(_: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Diagnostic]:
    for row in figures["alone"]:
        yield codes.DECIDES_ALONE.at(
            subject.heading(row["path"]),
            f"{row['path']} decides {' and '.join(row['elements'])} by itself",
            hint="split it between two paragraphs that readers have to put together",
        )


def _again(rules: TableGame, subject: ReaderModel, figures: Json) -> Iterator[Diagnostic]:
    for row in figures["paths"]:
        if row["again"] < ENOUGH:
            continue
        yield codes.SHARED_TURN.at(
            subject.heading(row["path"]),
            f"{row['again']:,} {rules.words.players} read on {row['path']} a paragraph "
            "that they had read on another path",
            hint="give each of these paths a paragraph of its own",
        )


@frozen
class SimulationReport:
    """The results of a document at the table."""

    words: TableWords
    title: str
    level: str
    content: Mapping[str, Any]

    def in_words(self, width: int) -> str:
        """As text with bars."""
        return in_words(self.words, self.title, self.level, self.content, width)

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/simulation.schema.json`` has it."""
        return dict(self.content)


def simulate(
    rules: TableGame, analyzer: Any, wanted: TablesWanted, step: Callable[[int], None]
) -> Answered[SimulationReport]:
    """Play a document, and say what came of it.

    ``step`` is called with the number of tables done now and then.

    Raises:
        ValueError: if the game has no such readers or measures; the message says what they may be.
        OutOfBudgetError: if a question of a reader is too hard.
        SpreadingError: if it cannot be played where it is wanted.
    """
    crews = rules.crews(wanted.readers or rules.usual)
    gates = [gate(text, rules.measures) for text in wanted.gates]
    subject, findings = rules.subject(analyzer.inquiry, wanted.players)
    if subject is None:
        return None, findings
    plan = simulation_runs.TablePlan(crews, wanted.players, wanted.tables, wanted.seed)
    played = simulation_runs.play_all(subject.tables, plan, wanted.where, step)
    ways = simulation_runs.ways_taken(subject, plan) if played.whole else ()
    content = simulation_statistics.figures(subject, played, ways)
    if wanted.people:
        content["people"] = tester_statistics.people_at_table(subject, wanted.people, played)
    old = wanted.against.get(subject.title)
    if old is not None:
        content["compared"] = list(simulation_statistics.compared(content, old))
        skill = simulation_statistics.gradient(content, old, rules.ladders)
        if skill:
            content["gradient"] = skill
    if not played.whole:
        stopped = codes.INTERRUPTED.at(
            subject.source.whole(),
            "somebody stopped the simulation; its figures are those of the tables that were played",
            hint="run it again, with fewer `--tables`",
        )
        findings = (*findings, stopped)
    report = SimulationReport(rules.words, subject.title, subject.level, content)
    return report, (
        *findings,
        *after_play(rules, subject, content, gates, () if old is None else old["groups"]),
    )


# --- as a page -----------------------------------------------------------------------------------


WIDTH, HEIGHT = 520, 220
"""The inside of a chart, in units of its drawing."""

DASHES = ("none", "7 3", "2 3", "10 3 2 3", "4 4", "1 5", "14 4")
"""How the lines of a chart are told apart, beside the number at their end."""

APART = 13
"""The numbers at the ends of lines are at least so far apart."""


Line = dict[str, Any]
"""A curve for the template: its ``number``, the ``name`` of whom it is about, its ``points`` and its
``dash``, and the height of its ``label``."""


def tables_page(
    words: TableWords, simulated: Sequence[SimulationReport], findings: Iterable[Diagnostic]
) -> str:
    """Cases at the table as an HTML page that needs nothing else."""
    from casekit.analysis.standalone_html import render_page  # noqa: PLC0415 - text needs no page

    every = tuple(findings)
    sections = []
    for number, report in enumerate(simulated, 1):
        figures = report.content
        own = [finding for finding in every if report.title in finding.message]
        sections.append(
            {
                "simulated": report,
                "id": f"case-{number}",
                "curves": [(players, _lines(figures, players)) for players in figures["players"]],
                "rounds": _rounds(figures),
                "findings": every if len(simulated) == 1 else own,
                "people": _people(figures),
            }
        )
    return render_page(
        "tables.html",
        __package__,
        words=words,
        sections=sections,
        width=WIDTH,
        height=HEIGHT,
        kinds=KINDS,
    )


def _rounds(figures: Json) -> int:
    """The last round in which any curve still rises."""
    last = 8
    for group in figures["groups"]:
        for number, (before, now) in enumerate(pairwise(group["curve"]["all"]), 2):
            if now > before:
                last = max(last, number)
    return last


def _lines(figures: Json, players: int) -> list[Line]:
    rounds = _rounds(figures)
    curves: dict[str, list[float]] = {}
    for group in figures["groups"]:
        if group["players"] == players:
            curves[group["reader"]] = [0.0, *group["curve"]["all"][:rounds]]
    numbered = enumerate(figures["readers"], 1)
    return _drawn(
        [(number, reader, curves[reader]) for number, reader in numbered if reader in curves], rounds
    )


def _people(figures: Json) -> list[Line]:
    """The curve of people by paragraphs read, drawn over those of simulated players."""
    if "people" not in figures:
        return []
    people = figures["people"]
    length = max(len(people["curve"]["all"]), SHOWN) - 1
    curves = [("people", people["curve"]["all"])]
    curves += [(row["reader"], row["all"][: length + 1]) for row in people["simulated"]]
    return _drawn([(number, name, curve) for number, (name, curve) in enumerate(curves) if curve], length)


def _drawn(curves: Sequence[tuple[int, str, Sequence[float]]], steps: int) -> list[Line]:
    """Curves as they are drawn over a number of steps, each with its number beside its end."""
    ends = {number: HEIGHT * (1 - curve[-1]) for number, _, curve in curves}
    labels = _spread(ends)
    lines = []
    for number, name, curve in curves:
        points = [(WIDTH * at / steps, HEIGHT * (1 - share)) for at, share in enumerate(curve)]
        lines.append(
            {
                "number": number,
                "name": name,
                "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in points),
                "dash": DASHES[(number - 1) % len(DASHES)],
                "label": labels[number],
            }
        )
    return lines


def _spread(heights: Mapping[int, float]) -> dict[int, float]:
    """Heights moved apart so that numbers do not cover each other, upwards from the lowest.

    None is above the chart.
    """
    found: dict[int, float] = {}
    below = float("inf")
    for number, height in sorted(heights.items(), key=lambda each: -each[1]):
        found[number] = below = min(height, below - APART)
    above = float(-APART)
    for number in reversed(found):
        found[number] = above = max(found[number], above + APART)
    return found
