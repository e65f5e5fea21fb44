"""A case as editors, reviewers and builds ask it (``casekit.games.game``)."""

from pathlib import Path
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Findings, Interrogation
from casekit.games.midnight.case import Case

if TYPE_CHECKING:
    from casekit.asking.review.reviewed import Review
    from casekit.language.document.tree import SyntaxTree


def gaps(case: Case) -> Findings:
    """Blocks and answers without which nothing can be proved."""
    if case.motives and case.methods:  # what readers know needs no truth
        return ()
    from casekit.games.midnight.checks import completeness

    return (*completeness.missing_blocks(case, 0), *completeness.no_answers(case))


def review(case: Case, tree: "SyntaxTree", findings: Findings, asked: Interrogation | None) -> "Review":
    """The paragraphs of a case beside its lines, who was where, and its solution."""
    from casekit.games.midnight.asking.case_inquiry import CaseInquiry
    from casekit.games.midnight.asking.case_plain_words import CasePlainWords
    from casekit.games.midnight.review.case_review import review_case

    inquiry = asked.inquiry if asked is not None and isinstance(asked.inquiry, CaseInquiry) else None
    return review_case(case, tree, CasePlainWords(case), findings, inquiry)


def assets(case: Case) -> tuple[Path, ...]:
    """Its pictures, and the event cards of its edition."""
    edition = case.edition
    root = (edition.file or Path(case.source.name)).parent
    deck = (root / edition.deck,) if edition.file and edition.deck else ()
    return (*(root / picture for picture in case.pictures), *deck)
