"""Cases for one or two who have only the booklet: how many paragraphs they may read, and the points to play against.

Both are those of a simulated detective at a table of two: what one comes to know before port, and the mean score. A par depends on
the case and on how casekit's readers reason, on nothing else; the figures are the same on every machine.
"""

from collections.abc import Iterator, Sequence

from casekit.games.bindings import accent_of
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import FEWEST
from casekit.games.midnight.printing.accessories import palette
from casekit.games.midnight.printing.booklet_text import words_of
from casekit.games.midnight.printing.rules_leaflet import leaflet
from casekit.games.midnight.table.batch.case_subject import case_subject
from casekit.games.midnight.table.case_rules import crews
from casekit.model.theory import OutOfBudgetError
from casekit.print.content.pieces import Leaflet, Look
from casekit.print.text.prose import label

READER = "steady/leads"
"""The kind of reader that a par is of: one who plays as testers do, neither lucky nor perfect."""

TABLES, SEED = 60, 1
"""How many games there are of each case, and which. With other seeds the mean score of an example moves by 1 or 2 points (standard deviation)."""

_STEP, _ROW = 5, 10
_UNKNOWN = 25
"""The paragraphs of a case that cannot be simulated."""


def solo_leaflet(cases: Sequence[Case], look: Look) -> Leaflet:
    """The rules for playing from a booklet alone, and a table of its cases."""
    edition = cases[0].edition
    case_word = words_of(edition)["case"]
    pars = [_par(case) for case in cases]
    rows = (
        f"| {case_word.format(number)} | {label(case.title, edition.language)} | {read} | {par} |"
        for number, (case, (read, par)) in enumerate(zip(cases, pars, strict=True), 1)
    )
    return leaflet(
        edition,
        look,
        palette(accent_of(look.colour)),
        "solo",
        cases="\n".join(rows),
        boxes="\n".join(_boxes(max(read for read, _ in pars))),
        games=str(TABLES),
    )


def _par(case: Case) -> tuple[int, str]:
    """How many paragraphs of a case may be read, and the points to play against: a dash if nobody knows."""
    try:
        subject, _ = case_subject(CaseInquiry(case), (FEWEST,))
        tally = subject and subject.tables().tally(crews(READER)[0], FEWEST, SEED, range(TABLES))
    except OutOfBudgetError:
        tally = None
    if not tally:
        return _UNKNOWN, "–"
    seats = int(tally["seats"])
    return round(int(tally["taken"].sum()) / seats), str(round(int(tally["score"]) / seats / _STEP) * _STEP)


def _boxes(most: int) -> Iterator[str]:
    """Numbers to cross off, ten in a row."""
    for first in range(1, most + 1, _ROW):
        yield "| " + " | ".join(str(at) if at <= most else "" for at in range(first, first + _ROW))
