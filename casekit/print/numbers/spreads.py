"""Spreads: two facing pages, which a reader of an open booklet sees together.

Pages are counted in two ways, and a spread has another formula in each::

    pages of a booklet, from 0:          0 | 1 2 | 3 4 | 5 6    page 0 is a right one
    pages of its paragraphs, from 0:         0 1 | 2 3 | 4 5    page 0 is a left one
"""

from collections import Counter
from collections.abc import Mapping

from casekit.values import frozen


def printed_spread(page: int) -> int:
    """The spread of a page of a booklet, both from 0: spread n has the printed pages 2n and 2n + 1."""
    return (page + 1) // 2


def paragraph_spread(page: int) -> int:
    """The spread of a page of a booklet's paragraphs, both from 0."""
    return page // 2


@frozen(slots=True)
class SpreadCounts:
    """How many spreads there are."""

    spreads: int
    """Spreads that show paragraphs."""
    shared: int
    """Those that show two paragraphs of one case."""


def count_spreads(spreads: Mapping[str, int], cases: Mapping[str, str]) -> SpreadCounts:
    """Count spreads, given the spread and the case of each paragraph by its key."""
    paragraphs_shown = Counter((spread, cases[key]) for key, spread in spreads.items())
    shared_spreads = {spread for (spread, _), count in paragraphs_shown.items() if count > 1}
    return SpreadCounts(len(set(spreads.values())), len(shared_spreads))
