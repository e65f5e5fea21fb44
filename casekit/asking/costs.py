"""The costs of deduction, line by line: lines that come to too much, lines that come to much, and all of them in order."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from casekit.asking.inquiry import Inquiry
from casekit.deduce.encoding.meter import LineCost
from casekit.diagnostics import Diagnostic, Related, Span, codes

_MOST_NAMED = 4
"""At most this many of the largest lines are named."""

_MOST_LISTED = 20
"""At most this many lines are listed in words."""

_MUCH = 10
"""A line that takes one part in this many of what all lines may come to is worth a hint."""


def _by_cost(inquiry: Inquiry) -> list[tuple[str, LineCost]]:
    """The lines of the document, those first that cost most."""
    costs = inquiry.knowledge.meter.lines
    return sorted(
        ((line, costs[line]) for line in inquiry.origins if line in costs),
        key=lambda each: (-each[1].instances, -each[1].clauses),
    )


def refused(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """That lines would take too long to reason about, one of them or all together, at the one that costs most."""
    if not inquiry.knowledge.refused:
        return
    noun, limits = inquiry.dialect.noun, inquiry.knowledge.limits
    costs = _by_cost(inquiry)
    (largest, (size, _)), *others = costs[:_MOST_NAMED]
    if size > limits.line:
        found = too_large(inquiry, size, inquiry.place(inquiry.origins[largest]))
        others = [each for each in others if each[1].instances > limits.line]
    else:
        together = sum(cost.instances for _, cost in costs)
        found = Diagnostic(
            codes.TOO_MUCH_TO_GROUND,
            f"the lines of this {noun} stand for {together:,} instances together; casekit reasons about at most "
            f"{limits.total:,} per {noun}; {size:,} of them are in this line, the largest",
            inquiry.place(inquiry.origins[largest]),
            hint=inquiry.wording.to_ground_less,
        )
    yield replace(
        found,
        related=tuple(
            Related(inquiry.place(inquiry.origins[line]), f"{cost.instances:,} are in this line")
            for line, cost in others
        ),
    )


def too_large(inquiry: Inquiry, size: int, place: Span) -> Diagnostic:
    """That a formula stands for more instances than one line may."""
    limits = inquiry.knowledge.limits
    return Diagnostic(
        codes.TOO_MUCH_TO_GROUND,
        f"this stands for {size:,} instances; casekit reasons about at most {limits.line:,} per line "
        f"and {limits.total:,} per {inquiry.dialect.noun}",
        place,
        hint=inquiry.wording.to_ground_less,
    )


def costly(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """The lines that take much of what all may come to, but not too much."""
    limits = inquiry.knowledge.limits
    for line, cost in islice(_by_cost(inquiry), _MOST_NAMED):
        if cost.clauses and _MUCH * cost.instances >= limits.total:
            yield Diagnostic(
                codes.COSTLY_LINE,
                f"this stands for {cost.instances:,} instances, in {cost.clauses:,} clauses; "
                f"casekit reasons about at most {limits.total:,} per {inquiry.dialect.noun}",
                inquiry.place(inquiry.origins[line]),
                hint=inquiry.wording.to_ground_less,
            )


def costs_as_json(inquiry: Inquiry) -> dict[str, Any]:
    """The lines by cost, and what the solver did, as ``schemas/diagnostics.schema.json`` has it."""
    solving = inquiry.knowledge.meter.solving
    return {
        "lines": [
            {
                "line": inquiry.place(inquiry.origins[line]).line,
                "path": inquiry.origins[line].path,
                "text": inquiry.origins[line].text,
                "instances": cost.instances,
                "clauses": cost.clauses,
            }
            for line, cost in _by_cost(inquiry)
        ],
        **{unit: solving[unit] for unit in ("questions", "propagations", "conflicts")},
    }


def costs_in_words(costs: dict[str, Any]) -> str:
    """The same as a table; of many lines only the first."""
    rows = [
        f"{each['instances']:>10,} {each['clauses']:>8,}  {each['line']}: {each['text']}"
        for each in costs["lines"][:_MOST_LISTED]
    ]
    more = len(costs["lines"]) - len(rows)
    rows += [f"{'':19}  and {more:,} more"] if more else []
    solved = ", ".join(f"{costs[unit]:,} {unit}" for unit in ("questions", "propagations", "conflicts"))
    return "\n".join([f"{'instances':>10} {'clauses':>8}  line", *rows, f"solver: {solved}"])
