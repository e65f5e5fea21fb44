"""How much a formula comes to when it is grounded, known before anything is grounded."""

from math import prod

from casekit.deduce.vocabulary import range_of
from casekit.model.logic import Apply, Formula, Quantified, Term, parts, terms


class GroundingTooLargeError(ValueError):
    """A formula comes to more ground instances than the limit allows."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"{size} ground instances, the limit is {limit}")
        self.size = size
        self.limit = limit


def ground_size(formula: Formula) -> int:
    """The number of ground instances of a formula's atoms.

    A quantifier multiplies what is inside it by the values of its variable (a counting one by at least the
    count, for its counter); a term with terms as arguments counts once for each value these may have, and
    a comparison of two functions once for each value of the larger.
    """
    inside = [ground_size(part) for part in parts(formula)]
    own = [_cases(term) for term in terms(formula)]
    if isinstance(formula, Quantified):
        values = len(formula.variable.sort.values)
        return sum(own) + values * max(*inside, min(formula.count, values), 1)
    if not own:
        return sum(inside)
    compared = [len(range_of(term.function)) for term in terms(formula) if isinstance(term, Apply)]
    return sum(own) - len(own) + 1 if len(compared) < 2 else sum(own) * max(*compared, 1)  # noqa: PLR2004


def _cases(term: Term) -> int:
    """How many ground terms a term may turn out to be in one instance."""
    if not isinstance(term, Apply):
        return 1
    return prod(
        _cases(argument) * (len(range_of(argument.function)) if isinstance(argument, Apply) else 1)
        for argument in term.arguments
    )
