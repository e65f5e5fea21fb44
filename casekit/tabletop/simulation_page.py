"""The results of simulated tables as a page. It is read on paper too: no colour means anything."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from casekit.diagnostics import Finding
from casekit.tabletop.game_rules import TableWords
from casekit.tabletop.simulation import SimulationReport
from casekit.tabletop.simulation_text import KINDS, SHOWN, Json

CHART_WIDTH = 520
CHART_HEIGHT = 220
"""The inside of a chart, in units of its drawing."""

LEAST_LABEL_DISTANCE = 13
"""The numbers at the ends of lines are at least so far apart, in units of the drawing."""

_DASHES = ("none", "7 3", "2 3", "10 3 2 3", "4 4", "1 5", "14 4")
"""How the lines of a chart are told apart, beside the number at their end."""

_LEAST_ROUNDS = 8
"""Charts show at least this number of rounds."""

Line = dict[str, Any]
"""A curve for the template: its ``number``, the ``name`` of whom it is about, its ``points`` and its
``dash``, and the height of its ``label``."""


class _Curve(NamedTuple):
    """A curve of a chart."""

    number: int
    """The number at its end."""

    name: str
    """Whom it is about."""

    shares: Sequence[float]
    """Its heights, from 0 to 1."""


def tables_page(words: TableWords, simulated: Sequence[SimulationReport], findings: Iterable[Finding]) -> str:
    """Cases at the table as an HTML page that needs nothing else."""
    from casekit.analysis.standalone_html import render_page  # noqa: PLC0415 - text needs no page

    all_findings = tuple(findings)
    sections: list[Json] = []
    for number, report in enumerate(simulated, 1):
        figures = report.content
        findings_on_case = [finding for finding in all_findings if report.title in finding.message]
        sections.append(
            {
                "simulated": report,
                "id": f"case-{number}",
                "curves": [(players, _lines(figures, players)) for players in figures["players"]],
                "rounds": _rounds(figures),
                "findings": all_findings if len(simulated) == 1 else findings_on_case,
                "people": _people(figures),
            }
        )
    return render_page(
        "tables.html",
        __package__,
        words=words,
        sections=sections,
        width=CHART_WIDTH,
        height=CHART_HEIGHT,
        kinds=KINDS,
    )


def _rounds(figures: Json) -> int:
    """The last round in which any curve still rises."""
    last = _LEAST_ROUNDS
    for group in figures["groups"]:
        for number, (before, now) in enumerate(pairwise(group["curve"]["all"]), 2):
            if now > before:
                last = max(last, number)
    return last


def _lines(figures: Json, players: int) -> list[Line]:
    """The curves of simulated readers at tables of a number of players, by rounds."""
    rounds = _rounds(figures)
    curves: dict[str, list[float]] = {}
    for group in figures["groups"]:
        if group["players"] == players:
            curves[group["reader"]] = [0.0, *group["curve"]["all"][:rounds]]
    numbered_curves: list[_Curve] = []
    for number, reader in enumerate(figures["readers"], 1):
        if reader in curves:
            numbered_curves.append(_Curve(number, reader, curves[reader]))
    return _drawn(numbered_curves, rounds)


def _people(figures: Json) -> list[Line]:
    """The curve of people by paragraphs read, drawn over those of simulated players."""
    if "people" not in figures:
        return []
    people = figures["people"]
    length = max(len(people["curve"]["all"]), SHOWN) - 1
    curves = [("people", people["curve"]["all"])]
    curves += [(row["reader"], row["all"][: length + 1]) for row in people["simulated"]]
    numbered_curves = [_Curve(number, name, shares) for number, (name, shares) in enumerate(curves) if shares]
    return _drawn(numbered_curves, length)


def _drawn(curves: Sequence[_Curve], steps: int) -> list[Line]:
    """Curves as they are drawn over a number of steps, each with its number beside its end."""
    end_heights = {curve.number: CHART_HEIGHT * (1 - curve.shares[-1]) for curve in curves}
    label_heights = _spread(end_heights)
    lines: list[Line] = []
    for number, name, shares in curves:
        points: list[tuple[float, float]] = []
        for step, share in enumerate(shares):
            points.append((CHART_WIDTH * step / steps, CHART_HEIGHT * (1 - share)))
        lines.append(
            {
                "number": number,
                "name": name,
                "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in points),
                "dash": _DASHES[(number - 1) % len(_DASHES)],
                "label": label_heights[number],
            }
        )
    return lines


def _spread(heights: Mapping[int, float]) -> dict[int, float]:
    """Heights moved apart so that numbers do not cover each other, upwards from the lowest.

    No label is above the chart. Heights are measured from the top, by the number at the end of each line.
    """
    moved: dict[int, float] = {}
    label_below = float("inf")
    for number, height in sorted(heights.items(), key=lambda entry: -entry[1]):
        moved[number] = label_below = min(height, label_below - LEAST_LABEL_DISTANCE)
    label_above = float(-LEAST_LABEL_DISTANCE)
    for number in reversed(moved):
        moved[number] = label_above = max(moved[number], label_above + LEAST_LABEL_DISTANCE)
    return moved
