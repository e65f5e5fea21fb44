"""What keeps the solver from answering, as findings, for the documents of every game."""

from collections.abc import Iterator

from casekit.asking.inquiry import Inquiry
from casekit.deduce.solving.hardness import hardest_line
from casekit.deduce.solving.out_of_budget import OutOfBudgetError
from casekit.diagnostics import Diagnostic, codes


def refused(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """Lines that would take too long to reason about."""
    noun, limits = inquiry.dialect.noun, inquiry.knowledge.limits
    for line, size in inquiry.knowledge.refused:
        yield Diagnostic(
            codes.TOO_MUCH_TO_GROUND,
            f"this line stands for {size:,} instances; casekit reasons about at most {limits.line:,} per line "
            f"and {limits.total:,} per {noun}",
            inquiry.place(inquiry.origins[line]),
            hint=inquiry.wording.to_ground_less,
        )


def unfinished(inquiry: Inquiry, error: OutOfBudgetError) -> Diagnostic:
    """The finding that a question was too hard for the solver, at the line that makes it so."""
    line = hardest_line(inquiry.knowledge)
    where = "" if line is None else "; this is the first line that is too hard together with those before it"
    return Diagnostic(
        codes.UNFINISHED_WORK,
        f"this {inquiry.dialect.noun} is too hard to decide: {error}; some checks did not run{where}",
        inquiry.source.whole() if line is None else inquiry.place(inquiry.origins[line]),
        hint=inquiry.wording.to_be_easier,
    )
