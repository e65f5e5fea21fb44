"""A case with its figures and its level: as text, as a page with charts, as JSON, and beside other cases."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from casekit.analysis.analyzer import Json
from casekit.analysis.figures.metrics import MetricSpec, MetricsSpec
from casekit.analysis.level_report import (
    Bar,
    LevelReport,
    MetricsSection,
    bars,
    chart_row,
    figures_page,
    level_as_json,
    level_in_words,
    short_row,
)
from casekit.analysis.proof_text import ProofWriter
from casekit.deduce.minimal_sources import FewestUnread
from casekit.deduce.source_sets import Enumeration
from casekit.diagnostics import Finding, codes
from casekit.games.midnight.codes import ESSENTIAL_PATH, FEW_WAYS, UNACCUSED_CULPRIT, UNACCUSED_INNOCENT
from casekit.games.midnight.document import Case
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import (
    ENOUGH_WAYS,
    LABELS,
    CaseMeasures,
    ProofClue,
    measure,
    measure_level,
    paragraphs_by_length,
)
from casekit.values import frozen

_STYLE = ".culprit .bar i { background: var(--ink) }"

_NOTE_ON_FEW_WAYS = (
    f"Where fewer than {ENOUGH_WAYS} independent ways lead to a conclusion (hatched), "
    "a table that misses one gets stuck."
)

PATH_KINDS = {
    "essential": "essential: in every proof",
    "proof": "in the smallest proof",
    "useful": "helps against some rival",
    "undecided": "undecided",
    "wrong": "wrong: helps against none",
}
"""The use of a path, in the order of the legend."""


class ChartRow(NamedTuple):
    """A row of a chart."""

    label: str
    value: int

    is_exact: bool = True
    """Whether the value is known; else it may be more, or fewer may do."""

    counted: tuple[str, ...] = ()
    """What is counted, or a text beside the bar."""

    is_marked: bool = False
    """Whether the row is set off from the others."""


@frozen
class CaseMetricsReport(LevelReport):
    """A case, what was measured of it, and its level."""

    analysis: CaseAnalysis
    figures: CaseMeasures

    shown = (codes.LEVEL_NOT_MET, FEW_WAYS, ESSENTIAL_PATH, UNACCUSED_CULPRIT, UNACCUSED_INNOCENT)
    """Findings that only repeat what the figures in words say, so that their readers need not see them."""

    def in_words(self, width: int) -> str:
        """All figures, as text."""
        rows = [*level_in_words(self, width), ""]
        if self.figures.answers:
            rows += [
                *_path_rows(self, width),
                "",
                "Paths of the smallest proof, and independent ways to it",
                *_chart_in_words(_proof_rows(self, "+", "way"), width),
                "",
                "How many paths must stay unread for a rival to be possible again",
                *_chart_in_words(_rival_rows(self), width, more="-"),
                "",
                f"Independent ways to each conclusion of the proof (under {ENOUGH_WAYS}, players get stuck)",
                *_chart_in_words(_conclusion_rows(self, "{:>2} "), width, more="+", mark="!", between="; "),
                "",
            ]
        rows += [
            "Hints that accuse each suspect (red herrings, but for the culprit's)",
            *_chart_in_words(_suspicion_rows(self), width, mark="*"),
            "",
            *_word_rows(self),
            *_common_rules(self),
        ]
        ways = (*self.figures.ways.values(), *(clue.ways for clue in self.figures.clues))
        if not all(enumeration.complete for enumeration in ways):
            rows += ["", "+ there may be more"]
        if not all(back.exact for back in self.figures.ways_back):
            rows += ["", "- fewer may do"]
        if self.figures.undecided:
            rows += ["", "The budget ended before every path was decided; raise it with --budget."]
        return "\n".join(rows)

    def as_json(self) -> Json:
        """All figures as their schema has them."""
        figures = self.figures
        cheapest_way_back, proof = figures.robustness, figures.proof
        return {
            "title": self.title,
            "level": level_as_json(self),
            "paths": figures.paths,
            "complete": figures.complete,
            "answers": dict(figures.answers),
            "common": [rule.text for rule in self.case.rules if rule.common],
            "essential": list(figures.essential),
            "wrong": list(figures.wrong),
            "undecided": list(figures.undecided),
            "proof": proof
            and {
                "size": len(proof.sources),
                "paths": list(proof.sources),
                "minimum": proof.minimum,
                "elements": dict(figures.sizes),
                "suppositions": figures.depth,
            },
            "ways": {
                **_ways_as_json(figures.ways.get("solution")),
                "elements": {name: _ways_as_json(figures.ways.get(name)) for name in figures.answers},
            },
            "robustness": {
                "paths": None if cheapest_way_back is None else len(cheapest_way_back.unread),
                "complete": all(back.exact for back in figures.ways_back),
                "rivals": [_way_back_as_json(back) for back in figures.ways_back],
            },
            "conclusions": [_clue_as_json(clue) for clue in figures.clues],
            "suspicions": {suspect: list(paths) for suspect, paths in figures.suspicions.items()},
            "words": dict(figures.words),
        }

    @property
    def case(self) -> Case:
        """The case."""
        return self.analysis.case


def measure_case(analysis: CaseAnalysis, budget: int) -> CaseMetricsReport:
    """Measure a case and hold it against its edition's thresholds; ``budget`` as for ``measure``.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    figures = measure(analysis, budget)
    return CaseMetricsReport(
        analysis, measure_level(analysis.case.edition, figures), analysis.case.level, figures
    )


def _chart_in_words(
    rows: Iterable[ChartRow], width: int, more: str = "", mark: str = " ", between: str = ", "
) -> Iterator[str]:
    """A chart as text: ``more`` follows a number that is not exact, ``mark`` is before a row that has one."""
    all_rows = list(rows)
    highest = max((row.value for row in all_rows), default=1)
    for row in all_rows:
        sign = mark if row.is_marked else " "
        after = "" if row.is_exact else more
        yield from chart_row(row.label, row.value, highest, between.join(row.counted), width, after, sign)


def _path_rows(report: CaseMetricsReport, width: int) -> Iterator[str]:
    """The chart of the kinds of paths as text."""
    figures = report.figures
    yield f"Paths ({figures.paths})"
    for kind, names in _paths_by_kind(figures).items():
        yield from chart_row(kind, len(names), figures.paths, ", ".join(names), width)


def _paths_by_kind(figures: CaseMeasures) -> dict[str, tuple[str, ...]]:
    """The paths that all proofs need, those that none does, and those that are undecided, if any."""
    undecided = {"undecided": figures.undecided} if figures.undecided else {}
    return {"essential": figures.essential, "wrong": figures.wrong, **undecided}


def _proof_rows(report: CaseMetricsReport, more: str, noun: str) -> Iterator[ChartRow]:
    """The size of the smallest proof of each element and of all, with the number of ways to it.

    ``more`` follows the number if not all were looked for.
    """
    figures = report.figures
    sizes = {**figures.sizes, "solution": len(figures.proof.sources)} if figures.proof else {}
    for name, size in sizes.items():
        ways = figures.ways.get(name)
        number = "known from the start" if ways is None else _number_of_ways(ways, more, noun)
        yield ChartRow(name, size, counted=(number,))


def _number_of_ways(ways: Enumeration, more: str, noun: str) -> str:
    count = len(ways.sets)
    return f"{count}{'' if ways.complete else more} {noun}{'' if count == 1 else 's'}"


def _rival_rows(report: CaseMetricsReport) -> Iterator[ChartRow]:
    """Each rival that can come back, the cheapest way first."""
    for back in sorted(report.figures.ways_back, key=lambda back: len(back.unread)):
        rival = report.analysis.wording.answer(back.target, back.value)
        yield ChartRow(rival, len(back.unread), back.exact, back.unread)


def _conclusion_rows(report: CaseMetricsReport, number_format: str = "") -> Iterator[ChartRow]:
    """The conclusions of the proof with the ways to each; those with few ways have a mark.

    ``number_format`` is for the number of a step before its conclusions, empty for none.
    """
    writer = ProofWriter(report.analysis)
    for clue in report.figures.clues:
        label = f"{number_format.format(clue.number)}{writer.assertions(clue.conclusions)}"
        ways = tuple(" + ".join(way) for way in clue.ways.sets)
        yield ChartRow(label, len(ways), clue.ways.complete, ways, clue.thin)


def _suspicion_rows(report: CaseMetricsReport) -> Iterator[ChartRow]:
    """The suspects with the paragraphs whose hints accuse each; the culprit has a mark."""
    culprit = report.figures.answers.get("culprit")
    for suspect, paths in report.figures.suspicions.items():
        counted = tuple(dict.fromkeys(paths))
        yield ChartRow(suspect, len(paths), counted=counted, is_marked=suspect == culprit)


def _common_rules(report: CaseMetricsReport) -> Iterator[str]:
    """The rules that no text states, in logic and in words: the writer vouches for them."""
    common = [rule.text for rule in report.case.rules if rule.common]
    if common:
        yield from ("", "Rules that every reader takes for granted")
    for text in common:
        yield from (f"  {text}", f"    that is, {report.analysis.wording.plain.line(text)}")


def _word_rows(report: CaseMetricsReport) -> Iterator[str]:
    """The chart of the lengths of paragraphs as text."""
    counts = report.figures.words.values()
    if not counts:
        return
    yield f"Words a paragraph: {min(counts)} to {max(counts)}, {sum(counts) / len(counts):.0f} on average"
    steps = paragraphs_by_length(counts)
    for (low, high), count in steps.items():
        yield short_row(f"{low} to {high}", count, max(steps.values()))


def _ways_as_json(ways: Enumeration | None) -> dict[str, Any]:
    """Ways to a conclusion; one that is known from the start needs none."""
    if ways is None:
        return {"count": 0, "proofs": [], "complete": True}
    return {"count": len(ways.sets), "proofs": [list(way) for way in ways.sets], "complete": ways.complete}


def _way_back_as_json(back: FewestUnread) -> dict[str, Any]:
    unread = list(back.unread)
    return {"element": back.target, "value": back.value, "unread": unread, "complete": back.exact}


def _clue_as_json(clue: ProofClue) -> dict[str, Any]:
    conclusions = [str(assertion) for assertion in clue.conclusions]
    return {"step": clue.number, "conclusions": conclusions, **_ways_as_json(clue.ways)}


def report_page(reports: Sequence[CaseMetricsReport], findings: Iterable[Finding]) -> str:
    """Cases with their figures as an HTML page that needs nothing else."""
    return figures_page("case", list(map(_section, reports)), findings, _STYLE)


def _section(report: CaseMetricsReport) -> MetricsSection:
    figures, gauges = report.figures, report.level.gauges
    steps = paragraphs_by_length(figures.words.values())
    words = (ChartRow(f"{low} to {high}", count) for (low, high), count in steps.items())
    note = ", ".join(f"{len(names)} {kind}" for kind, names in _paths_by_kind(figures).items())
    paths = (f"The {figures.paths} paths", f"{note}.", tuple(_cells(report)), PATH_KINDS)
    return MetricsSection(
        report,
        {label: gauges[name] for name, label in LABELS.items()},
        paths if figures.answers else None,
        (
            (
                "Paths of the smallest proof",
                "What the luckiest reader needs, and how many independent chances there are.",
                _bars(_proof_rows(report, " or more", "independent way")),
            ),
            ("Ways to each conclusion", _NOTE_ON_FEW_WAYS, _bars(_conclusion_rows(report), "+", "thin")),
            (
                "What keeps each rival out",
                "So many paths must stay unread for it to be possible again.",
                _bars(_rival_rows(report), " or fewer"),
            ),
            (
                "Hints that accuse each suspect",
                "Red herrings, but for those of the culprit (dark).",
                _bars(_suspicion_rows(report), mark="culprit"),
            ),
            ("Words a paragraph", "How many paragraphs are how long.", _bars(words)),
        ),
    )


def _bars(rows: Iterable[ChartRow], more: str = "", mark: str = "") -> tuple[Bar, ...]:
    """A chart on a page: ``more`` follows inexact numbers, ``mark`` is the class of marked rows."""
    values = []
    for row in rows:
        after, css_class = "" if row.is_exact else more, mark if row.is_marked else ""
        values.append((row.label, row.value, after, row.counted, css_class))
    return bars(values)


def _cells(report: CaseMetricsReport) -> Iterator[tuple[str, str, str]]:
    """Each path with its use."""
    figures = report.figures
    paragraphs_by_kind = {
        "essential": figures.essential,
        "proof": figures.proof.sources if figures.proof else (),
        "undecided": figures.undecided,
        "wrong": figures.wrong,
    }
    for paragraph in report.case.paragraphs:
        kinds = (kind for kind, names in paragraphs_by_kind.items() if paragraph.name in names)
        kind = next(kinds, "useful")
        yield from ((str(path), kind, "") for path in paragraph.paths)


FIGURES = MetricsSpec(
    noun="case",
    columns={
        "wrong": lambda report: len(report.figures.wrong),
        "essential": lambda report: len(report.figures.essential),
        "proof": lambda report: len(report.figures.proof.sources) if report.figures.proof else None,
        "culprit": lambda report: report.figures.sizes.get("culprit"),
        "ways": lambda report: report.level.gauges["ways"],
        "unread": lambda report: report.level.gauges["robustness"],
        "supposed": lambda report: report.figures.depth,
    },
    gauges=(
        MetricSpec("solved", "answers", held=True),
        MetricSpec("ways", "ways.count", "ways.complete", held=True, about=True),
        MetricSpec("ways", "count", "complete", each="ways.elements", held=True),
        MetricSpec("robustness", "robustness.paths", "robustness.complete", held=True, about=True),
        MetricSpec("ways to a conclusion", "conclusions.*.count", about=True),
        MetricSpec("essential", "essential", about=True, named=True),
        MetricSpec("wrong", "wrong", "undecided", about=True, named=True),
        MetricSpec("proof", "proof.size", about=True),
    ),
    page=report_page,
)
