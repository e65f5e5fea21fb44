"""How much a formula comes to when it is grounded, known before anything is grounded."""

from math import prod

from casekit.deduce.encoding.vocabulary import range_of
from casekit.model.logic import Apply, Constant, Formula, Order, Quantified, Term, parts, terms

_MOST_TOLD = 10**18


class GroundingTooLargeError(ValueError):
    """A formula comes to more ground instances than the limit allows."""

    def __init__(self, size: int, limit: int) -> None:
        # Python writes out no number of more than some thousand digits.
        self.size = min(size, _MOST_TOLD)
        super().__init__(f"{self.size} ground instances, the limit is {limit}")
        self.limit = limit


def ground_size(formula: Formula) -> int:
    """The number of ground instances of a formula's atoms.

    A quantifier multiplies what is inside it by the values of its variable (a counting one by at least the
    count, for its counter). An atom counts once for each tuple of values that terms inside its terms may have, and
    for each value of a function that has more than two, unless all its arguments are names; an order comparison also
    counts for each value of its sort.
    """
    own = sum(_size(term) for term in terms(formula) if not _is_ground(term))
    match formula:
        case Quantified(count=count, variable=variable, body=body):
            values = len(variable.sort.values)
            return own + values * max(ground_size(body), min(count, values), 1)
        case Order(sort=sort):
            return own + len(sort.values)
    return max(own, 1) if terms(formula) else sum(ground_size(part) for part in parts(formula))


def _is_ground(term: Term) -> bool:
    """Whether a term is a value or a single ground term, which costs the same however often it is mentioned."""
    return not isinstance(term, Apply) or all(isinstance(argument, Constant) for argument in term.arguments)


def _size(term: Term) -> int:
    """How many values of ground terms a term stands for in one instance; none, if it is not a function."""
    if not isinstance(term, Apply):
        return 0
    inside = [argument for argument in term.arguments if isinstance(argument, Apply)]
    if term.function.table is not None and len(inside) > 1:
        # A table has no variables: for all values of the others, those of the last are joined as they are.
        joined = prod(len(range_of(argument.function)) for argument in inside[:-1])
        return joined + sum(map(_size, inside))
    values = len(range_of(term.function))
    own = 1 if values <= 2 or term.function.table is not None else values  # noqa: PLR2004 - one variable does
    return own * prod(map(_size, inside))
