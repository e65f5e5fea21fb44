"""Obstacles that keep the solver from answering, as findings, for the documents of every game."""

from collections.abc import Iterator

from casekit.asking.inquiry import Inquiry
from casekit.deduce.solving.knowledge import hardest_line
from casekit.diagnostics import Diagnostic, Related, codes
from casekit.model.theory import OutOfBudgetError, TooManySourcesError

_MOST_LARGE = 4
"""At most this many of the largest lines are named."""


def refused(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """Lines that would take too long to reason about: each that is too large, and once all that are together."""
    noun, limits = inquiry.dialect.noun, inquiry.knowledge.limits
    for line, size in inquiry.knowledge.refused:
        if size > limits.line:
            yield Diagnostic(
                codes.TOO_MUCH_TO_GROUND,
                f"this line stands for {size:,} instances; casekit reasons about at most {limits.line:,} per line "
                f"and {limits.total:,} per {noun}",
                inquiry.place(inquiry.origins[line]),
                hint=inquiry.wording.to_ground_less,
            )
    if any(size <= limits.line for _, size in inquiry.knowledge.refused):
        yield _large_together(inquiry)


def _large_together(inquiry: Inquiry) -> Diagnostic:
    """That lines are too much only together, at the largest of them."""
    noun, limits = inquiry.dialect.noun, inquiry.knowledge.limits
    sizes = {line: size for line, size in inquiry.knowledge.sizes.items() if size <= limits.line}
    known = [line for line in sizes if line in inquiry.origins]
    largest, *others = sorted(known, key=lambda line: -sizes[line])[:_MOST_LARGE]
    return Diagnostic(
        codes.TOO_MUCH_TO_GROUND,
        f"the lines of this {noun} stand for {sum(sizes.values()):,} instances together; casekit reasons about at most "
        f"{limits.total:,} per {noun}; {sizes[largest]:,} of them are in this line, the largest",
        inquiry.place(inquiry.origins[largest]),
        hint=inquiry.wording.to_ground_less,
        related=tuple(
            Related(inquiry.place(inquiry.origins[line]), f"{sizes[line]:,} are in this line")
            for line in others
        ),
    )


def unfinished(inquiry: Inquiry, error: OutOfBudgetError) -> Diagnostic:
    """The finding that a question was too hard, at the line that makes it so for the solver, if that was asked."""
    line = None if isinstance(error, TooManySourcesError) else hardest_line(inquiry.knowledge)
    where = "" if line is None else "; this is the first line that is too hard together with those before it"
    return Diagnostic(
        codes.UNFINISHED_WORK,
        f"this {inquiry.dialect.noun} is too hard to decide: {error}; some checks did not run{where}",
        inquiry.source.whole() if line is None else inquiry.place(inquiry.origins[line]),
        hint=inquiry.wording.to_be_easier,
    )
