"""The limits of printing: the time and the memory of the pages that are to be printed.

How many these are is estimated from texts, before anything is made of them: a text that would set type for
hours may take as long as honest pages of its length.
"""

import re
from collections.abc import Iterable

from casekit.building.planned_booklets import PlannedBooklet, game_of
from casekit.kit.editions import LoadedEdition
from casekit.system.process_limits import TaskLimits
from casekit.values import replace

_CHECKS_PER_PAGE = 0.4
"""A page may take this part of the time of a check: by default 2 seconds, where the examples take 0.2."""

_CHECKS_PER_DOCUMENT = 4
"""A solution that is printed is proved again, line by line: the slowest examples take two checks each."""

_CHECKS_TO_BEGIN = 4
"""Loading fonts and style sheets takes a second or two; on a busy machine more."""

_CHECK_MEMORIES = 3.0
"""Any pages may take so much memory, as a multiple of that of a check. An example takes 800 MB."""

_CHECK_MEMORIES_PER_PAGE = 0.01
"""Each page may take this much more, as a part of the memory of a check."""

_PAGES_BESIDE_TEXT = 10
"""Pages of a document, and of an edition, that its text does not fill: sheets, solutions, rules."""

_LETTERS_ON_A_PAGE = 1_000
_PARAGRAPHS_ON_A_PAGE = 5
_MOST_PAGES_OF_A_PARAGRAPH = 2
"""One that is longer than a page is found by a check (CK125). However long it is, it has no more time."""

_LETTERS_FOR_A_CARD = 100
"""Letters of an edition and its files for each card, which may have a page of its own."""

_MOST_CARDS = 200

_HEADING = re.compile(r"^==", re.MULTILINE)


def limits_for(booklet: PlannedBooklet, edition: LoadedEdition | None, limits: TaskLimits) -> TaskLimits:
    """The most that printing a booklet may take, or what goes with it.

    Args:
        booklet: the booklet, with its documents.
        edition: its edition, if it is of one.
        limits: the most that a check may take.
    """
    pages = _pages_of_edition(edition)
    for document in booklet.documents:
        pages += _pages_of_text(document.source.text)
    checks = _CHECKS_PER_DOCUMENT * game_of(booklet).effort * len(booklet.documents)
    count = _CHECKS_TO_BEGIN + checks + _CHECKS_PER_PAGE * pages
    return replace(
        limits.times(count, _CHECK_MEMORIES + _CHECK_MEMORIES_PER_PAGE * pages), counts_touched=True
    )


def _pages_of_text(text: str) -> float:
    """About how many pages a document has at most."""
    pages = 0.0
    for part in _HEADING.split(text):
        filled = len(part) / _LETTERS_ON_A_PAGE + 1 / _PARAGRAPHS_ON_A_PAGE
        pages += min(filled, _MOST_PAGES_OF_A_PARAGRAPH)
    return _PAGES_BESIDE_TEXT + pages


def _pages_of_edition(edition: LoadedEdition | None) -> float:
    """About how many pages an edition has at most beside its booklets."""
    letters = sum(_lengths(edition)) if edition is not None else 0
    return _PAGES_BESIDE_TEXT + min(letters / _LETTERS_FOR_A_CARD, _MOST_CARDS)


def _lengths(edition: LoadedEdition) -> Iterable[int]:
    return (len(source.text) for source in edition.sources)
