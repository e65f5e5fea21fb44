"""The verdict for people and for machines: why an element of the solution is certain, with the words it rests on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from casekit.asking.inquiry import Inquiry
from casekit.asking.origins import Origin
from casekit.asking.told.telling import since_as_json
from casekit.deduce.goals import supporting_lines
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.theory import Element

_NAME, _PATH = 9, 14
"""Columns for an element and, at least, for a path."""


@dataclass(frozen=True)
class Explanation:
    """An element and the identifiers of lines from which it follows: of the fewest sources, then what everybody knows.

    ``lines`` are empty if readers cannot prove a value of it.
    """

    element: Element
    lines: tuple[str, ...]


def explain(inquiry: Inquiry) -> tuple[Explanation, ...]:
    """An explanation for each element of the verdict."""
    # A solver that has answered nothing else gives the same lines whatever was asked before.
    fresh = inquiry.knowledge.fresh()
    return tuple(
        Explanation(element, _supporting(inquiry, fresh, element)) for element in inquiry.verdict.elements
    )


def grounds(inquiry: Inquiry, fresh: Knowledge, element: Element) -> tuple[Origin, ...]:
    """The lines by which readers prove an element, none if they cannot; ``fresh`` is what they are looked for with."""
    return tuple(inquiry.origins[line] for line in _supporting(inquiry, fresh, element))


def _supporting(inquiry: Inquiry, fresh: Knowledge, element: Element) -> tuple[str, ...]:
    if element.proved is None:
        return ()
    return tuple(supporting_lines(fresh, inquiry.scope.function_of_name[element.name], element.proved))


def verdict_in_words(inquiry: Inquiry) -> str:
    """The verdict with its reasons, as text for people."""
    rows = [f"{inquiry.source.name}: {inquiry.title}"]
    if not inquiry.verdict.consistent:
        return f"{rows[0]}\n  contradictory: nothing can be proved"
    if not inquiry.verdict.truth_possible:
        rows.append("  the truth is not possible: this is what readers will prove")
    if inquiry.decided_since is not None:
        rows.append(f"  solved {inquiry.wording.since(inquiry.decided_since)}")
    explanations = explain(inquiry)
    width = max(
        [
            _PATH,
            *(
                len(inquiry.wording.named(inquiry.origins[line].path))
                for explanation in explanations
                for line in explanation.lines
            ),
        ]
    )
    for explanation in explanations:
        rows.append(f"  {explanation.element.name:<{_NAME - 1}} {_standing(inquiry, explanation.element)}")
        rows += [f"  {'':{_NAME}}{row}" for row in _rows(inquiry, explanation.lines, width)]
    return "\n".join(rows)


def _standing(inquiry: Inquiry, element: Element) -> str:
    """The true answer and how far readers get; where they get to another one, that first."""
    value = "?" if element.value is None else inquiry.wording.answer(element.name, element.value)
    since = inquiry.since(element.name)
    when = "" if since is None else f" {inquiry.wording.since(since)}"
    if element.proved is None or element.status == "certain":
        return f"{value}: {element.status}{when}"
    proved = inquiry.wording.answer(element.name, element.proved)
    if element.status == "decided":
        return f"{proved}: decided{when}; the truth does not say"
    return f"readers will prove {proved}{when}; the truth says {value}: contrary"


def _rows(inquiry: Inquiry, lines: Sequence[str], width: int) -> Iterator[str]:
    """A row for each line, or for all of one path that can be quoted together."""
    for _, adjacent in groupby(lines, key=lambda line: inquiry.origins[line].path):
        of_path = list(adjacent)
        origins = [inquiry.origins[line] for line in of_path]
        together = inquiry.wording.quoted(of_path)
        if together is not None:
            origins = [replace(origins[0], quotation=together)]
        for origin in origins:
            yield _row(inquiry, origin, width)


def _row(inquiry: Inquiry, origin: Origin, width: int) -> str:
    words = f'"{origin.quotation}"' if origin.quotation else inquiry.wording.stated(origin) or origin.text
    lie = " (a lie)" if origin.mode == "lie" else ""
    return f"{inquiry.wording.named(origin.path):<{width}}  {words}{lie}"


def verdict_as_json(inquiry: Inquiry) -> dict[str, Any]:
    """The ``verdict`` object of ``schemas/diagnostics.schema.json``."""
    verdict = inquiry.verdict
    return {
        "consistent": verdict.consistent,
        "truth_possible": verdict.truth_possible,
        "elements": {
            element.name: {
                "value": element.value,
                "proved": element.proved,
                "status": element.status,
                "rivals": list(element.rivals),
                **since_as_json(inquiry.since(element.name)),
            }
            for element in verdict.elements
        },
        **since_as_json(inquiry.decided_since),
        "lies": inquiry.lies,
    }
