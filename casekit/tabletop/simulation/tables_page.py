"""Cases at the table as a web page for publishers, which is read on paper too: no colour means anything."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from casekit.asking.pages.web_page import render_page
from casekit.diagnostics import Diagnostic
from casekit.tabletop.simulation.table_words import KINDS, SHOWN
from casekit.tabletop.table_rules import TableWords

if TYPE_CHECKING:
    from casekit.tabletop.simulation.simulating import Simulated

Json = Mapping[str, Any]

WIDTH, HEIGHT = 520, 220
"""The inside of a chart, in units of its drawing."""

DASHES = ("none", "7 3", "2 3", "10 3 2 3", "4 4", "1 5", "14 4")
"""How the lines of a chart are told apart, beside the number at their end."""

APART = 13
"""The numbers at the ends of lines are at least so far apart."""


Line = dict[str, Any]
"""A curve for the template: its ``number``, the ``name`` of whom it is about, its ``points`` and its ``dash``, and the height of its ``label``."""


def tables_page(words: TableWords, simulated: "Sequence[Simulated]", findings: Iterable[Diagnostic]) -> str:
    """Cases at the table as an HTML page that needs nothing else."""
    found = tuple(findings)
    sections = [
        {
            "simulated": each,
            "id": f"case-{number}",
            "curves": [(players, _lines(each.content, players)) for players in each.content["players"]],
            "rounds": _rounds(each.content),
            "findings": found if len(simulated) == 1 else [one for one in found if each.title in one.message],
            "people": _people(each.content),
        }
        for number, each in enumerate(simulated, 1)
    ]
    return render_page(
        "tables.html",
        "casekit.tabletop",
        words=words,
        sections=sections,
        width=WIDTH,
        height=HEIGHT,
        kinds=KINDS,
    )


def _rounds(figures: Json) -> int:
    """The last round in which any curve still rises."""
    last = 1
    for group in figures["groups"]:
        curve = group["curve"]["all"]
        last = max(
            [
                last,
                *(number for number, (one, two) in enumerate(pairwise(curve), 2) if two > one),
            ]
        )
    return max(last, 8)


def _lines(figures: Json, players: int) -> list[Line]:
    rounds = _rounds(figures)
    drawn = []
    for number, reader in enumerate(figures["readers"], 1):
        group = next(
            (each for each in figures["groups"] if (each["reader"], each["players"]) == (reader, players)),
            None,
        )
        if group is not None:
            shares = [0.0, *group["curve"]["all"][:rounds]]
            points = [(WIDTH * at / rounds, HEIGHT * (1 - value)) for at, value in enumerate(shares)]
            drawn.append((number, reader, points))
    return _drawn(drawn)


def _people(figures: Json) -> list[Line]:
    """The curve of people by paragraphs read, drawn over those of simulated players."""
    if "people" not in figures:
        return []
    people = figures["people"]
    length = max(len(people["curve"]["all"]), SHOWN) - 1
    curves = [("people", people["curve"]["all"])]
    curves += [(row["reader"], row["all"][: length + 1]) for row in people["simulated"]]
    return _drawn(
        [
            (number, name, [(WIDTH * at / length, HEIGHT * (1 - share)) for at, share in enumerate(curve)])
            for number, (name, curve) in enumerate(curves)
            if curve
        ]
    )


def _drawn(drawn: Sequence[tuple[int, str, Sequence[tuple[float, float]]]]) -> list[Line]:
    """Curves as they are drawn, each with its number beside its end."""
    labels = _spread({number: points[-1][1] for number, _, points in drawn})
    return [
        {
            "number": number,
            "name": reader,
            "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in points),
            "dash": DASHES[(number - 1) % len(DASHES)],
            "label": labels[number],
        }
        for number, reader, points in drawn
    ]


def _spread(heights: Mapping[int, float]) -> dict[int, float]:
    """Heights moved apart so that numbers do not cover each other, upwards from the lowest; none is above the chart."""
    found: dict[int, float] = {}
    below = float("inf")
    for number, height in sorted(heights.items(), key=lambda each: -each[1]):
        found[number] = below = min(height, below - APART)
    above = float(-APART)
    for number in reversed(found):
        found[number] = above = max(found[number], above + APART)
    return found
