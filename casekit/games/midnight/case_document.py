"""A case as the rest of casekit sees it, and with its questions open (``casekit.games.game``)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Answered, Figures, Findings, Interrogation, Remedy
from casekit.games.elsewhere import of_this, value_at

if TYPE_CHECKING:
    from casekit.asking.review.review_answer import BlindAnswer, ReviewAnswer
    from casekit.games.midnight.asking.case_inquiry import CaseInquiry
    from casekit.games.midnight.case import Case
    from casekit.games.midnight.reading.resolve import Resolution
    from casekit.games.midnight.skeletons.distance.distance_words import DistanceAnswer
    from casekit.language.document.tree import SyntaxTree


class CaseInterrogation(Interrogation):
    """A case that questions are asked of."""

    inquiry: "CaseInquiry"
    check = of_this("midnight.checks:check_logic", "inquiry")
    contradictions = of_this("midnight.checks:contradictions", "inquiry")
    shortcomings = of_this("midnight.checks:shortcomings", "inquiry")
    distance_steps = value_at("midnight.skeletons.distance.nearing:MOST_STEPS")

    def __init__(self, case: "Case") -> None:
        from casekit.games.midnight.asking.case_inquiry import CaseInquiry

        self.inquiry = CaseInquiry(case)

    def measure(self, budget: int) -> tuple[Figures, Findings]:
        """How hard the case is, and what that says against its level."""
        from casekit.games.midnight.asking.weighing import weigh
        from casekit.games.midnight.checks.logic.balance import check_balance

        balance = weigh(self.inquiry, budget)
        return balance, check_balance(balance)

    def distance(self, level: str, budget: int, step: Callable[[str], None]) -> "Answered[DistanceAnswer]":
        """How far the case is from a level, and which changes would bring it there."""
        from casekit.games.midnight.skeletons.distance.distance_words import DistanceAnswer
        from casekit.games.midnight.skeletons.distance.nearing import distance

        unproved = [each.name for each in self.inquiry.verdict.elements if each.status != "certain"]
        if unproved:
            return None, self.shortcomings(unproved)
        found = distance(self.inquiry, "expert" if level == "expert" else "amateur", 4, budget, step)
        return DistanceAnswer(found), ()

    def remedies(self) -> tuple[Remedy, ...]:
        """The cures of the case with the paragraphs that could tell each."""
        from casekit.games.midnight.asking.carriers import carriers

        found = self.inquiry.cures
        facts = {str(cure.fact): cure for cure in (*found.ranked, *found.closing)}
        return tuple(Remedy(text, carriers(self.inquiry, cure)) for text, cure in facts.items())


@dataclass(frozen=True)
class CaseDocument:
    """A case as it was read."""

    resolution: "Resolution"

    case = property(attrgetter("resolution.case"))
    title = property(attrgetter("case.title"))
    source = property(attrgetter("case.source"))
    settings = property(attrgetter("case.edition"))
    scope = property(attrgetter("case.scope"))

    @property
    def paragraphs(self) -> int:
        """How many paragraphs it has."""
        return len(self.case.paragraphs)

    check = of_this("midnight.checks:check_text", "resolution")
    manuscript = of_this("midnight.review.case_manuscript:manuscript_of_case", "case")
    draft = of_this("midnight.review.case_draft:draft_of_case", "case")
    source_tables = of_this("midnight.review.path_tables:path_tables", "case")
    words = of_this("midnight.reading.writable:words_of_case", "case")
    plain_words = of_this("midnight.asking.case_plain_words:CasePlainWords", "case")
    interrogation = of_this("midnight.case_document:CaseInterrogation", "case")

    def gaps(self) -> Findings:
        """Blocks and answers without which nothing can be proved."""
        case = self.case
        if case.motives and case.methods:  # what readers know needs no truth
            return ()
        from casekit.games.midnight.checks import blocks

        return (*blocks.missing(case, 0), *blocks.no_answers(case))

    def review(self, tree: "SyntaxTree", findings: Findings, asked: Interrogation | None) -> "ReviewAnswer":
        """Its paragraphs beside its lines, who was where, and its solution."""
        from casekit.asking.review.review_answer import ReviewAnswer
        from casekit.games.midnight.review.case_review import review_case

        inquiry = asked.inquiry if isinstance(asked, CaseInterrogation) else None
        return ReviewAnswer(review_case(self.case, tree, self.plain_words(), findings, inquiry))

    def blind(self) -> "BlindAnswer":
        """Its presentation, its paragraphs and the answers to choose from."""
        from casekit.asking.review.review_answer import BlindAnswer
        from casekit.games.midnight.review.blind_case import blind_case

        return BlindAnswer(blind_case(self.case))

    def filled_in(self, stand_in: Callable[[str], str]) -> "CaseDocument":
        """With a text for every path, a presentation, answers and a solution."""
        from casekit.games.midnight.printing.stand_ins import filled_in

        return CaseDocument(replace(self.resolution, case=filled_in(self.case, stand_in)))

    def assets(self) -> tuple[Path, ...]:
        """Its pictures."""
        root = (self.case.edition.file or Path(self.case.source.name)).parent
        return tuple(root / picture for picture in self.case.pictures)
