"""The rules for playing from a booklet alone, without the board, with a table of its cases.

The table says how many paragraphs of a case may be read, and its par: the points to play against. Both are
those of a simulated detective at a table of two: what one comes to know before port, and the mean score. A
par depends on the case and on how casekit's readers reason, on nothing else.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casekit.games.midnight.board.readers import crews_from
from casekit.games.midnight.board_figures import FEWEST
from casekit.games.midnight.document import Case
from casekit.games.midnight.pages import booklet, rules_leaflet
from casekit.logic.theory import OutOfBudgetError
from casekit.print.content import pieces
from casekit.prose.markup import typographic

PAR_READER = "steady/leads"
"""The kind of reader that a par is of: one who plays as testers do, neither lucky nor perfect."""

PAR_GAMES = 60
"""How many games of each case are simulated.

With other seeds the mean score of an example moves by 1 or 2 points (standard deviation).
"""

PAR_SEED = 1
"""The seed of these games."""

_PAR_STEP = 5
"""The number of points of which a par is a multiple."""

_BOXES_IN_A_ROW = 10

_PARAGRAPHS_WITHOUT_SIMULATION = 25
"""The paragraphs that may be read of a case that cannot be simulated."""


class _Par(NamedTuple):
    """The scores against which somebody who plays alone is measured."""

    paragraphs: int
    """How many may be read."""

    points: str
    """The points to play against; a dash if nobody knows."""


def solo_leaflet(cases: Sequence[Case], look: pieces.PrintOptions) -> pieces.Leaflet:
    """The leaflet for the cases of a booklet, in their order."""
    edition = cases[0].edition
    case_word = booklet.words_of(edition)["case"]
    rows: list[str] = []
    most_paragraphs = 0
    for number, case in enumerate(cases, 1):
        par = _par(case)
        title = typographic(case.title, edition.language)
        rows.append(f"| {case_word.format(number)} | {title} | {par.paragraphs} | {par.points} |")
        most_paragraphs = max(most_paragraphs, par.paragraphs)
    return rules_leaflet.leaflet(
        edition,
        look,
        "solo",
        cases="\n".join(rows),
        boxes="\n".join(_rows_of_boxes(most_paragraphs)),
        games=str(PAR_GAMES),
    )


def _par(case: Case) -> _Par:
    from casekit.games.midnight.simulation.subject import case_subject  # noqa: PLC0415 - nor play anything
    from casekit.games.midnight.theory.case_analysis import CaseAnalysis  # noqa: PLC0415 - pages ask nothing

    try:
        subject, _ = case_subject(CaseAnalysis(case), (FEWEST,))
        tally = subject and subject.tables().tally(
            crews_from(PAR_READER)[0], FEWEST, PAR_SEED, range(PAR_GAMES)
        )
    except OutOfBudgetError:
        tally = None
    if not tally:
        return _Par(_PARAGRAPHS_WITHOUT_SIMULATION, "–")
    seats = int(tally["seats"])
    paragraphs = round(int(tally["taken"].sum()) / seats)
    points = round(int(tally["score"]) / seats / _PAR_STEP) * _PAR_STEP
    return _Par(paragraphs, str(points))


def _rows_of_boxes(count: int) -> Iterator[str]:
    """Rows of a table with the numbers from 1 to ``count`` to cross off."""
    for first in range(1, count + 1, _BOXES_IN_A_ROW):
        numbers = range(first, first + _BOXES_IN_A_ROW)
        yield "| " + " | ".join(str(number) if number <= count else "" for number in numbers)
