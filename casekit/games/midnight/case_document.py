"""A case as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Findings, Interrogation
from casekit.diagnostics import Source

if TYPE_CHECKING:
    from casekit.asking.overviews.draft import WritingDraft
    from casekit.asking.overviews.source_tables import SourceTable
    from casekit.asking.overviews.word_list import WordList
    from casekit.asking.review.review_answer import BlindAnswer, ReviewAnswer
    from casekit.games.midnight.asking.case_plain_words import CasePlainWords
    from casekit.games.midnight.case import Case
    from casekit.games.midnight.case_interrogation import CaseInterrogation
    from casekit.games.midnight.edition import Edition
    from casekit.games.midnight.reading.resolve import Resolution
    from casekit.language.document.tree import SyntaxTree
    from casekit.language.formula.scope import Scope
    from casekit.manuscripts.manuscript_parts import ManuscriptPart


@dataclass(frozen=True)
class CaseDocument:
    """A case as it was read."""

    resolution: "Resolution"

    @property
    def case(self) -> "Case":
        """The case itself."""
        return self.resolution.case

    @property
    def title(self) -> str:
        """What it is called."""
        return self.case.title

    @property
    def source(self) -> Source:
        """Its text."""
        return self.case.source

    @property
    def settings(self) -> "Edition":
        """Its edition."""
        return self.case.edition

    @property
    def scope(self) -> "Scope":
        """The names that formulas of the case may use."""
        return self.case.scope

    @property
    def paragraphs(self) -> int:
        """How many paragraphs it has."""
        return len(self.case.paragraphs)

    def check(self, other_titles: tuple[str, ...]) -> Findings:
        """Every check that needs no deduction."""
        from casekit.games.midnight.checks import check_text

        return check_text(self.resolution, other_titles)

    def gaps(self) -> Findings:
        """Blocks and answers without which nothing can be proved."""
        case = self.case
        if case.motives and case.methods:  # what readers know needs no truth
            return ()
        from casekit.games.midnight.checks import blocks

        return (*blocks.missing(case, 0), *blocks.no_answers(case))

    def interrogation(self) -> "CaseInterrogation":
        """The case with its questions open."""
        from casekit.games.midnight.case_interrogation import CaseInterrogation

        return CaseInterrogation(self.case)

    def review(self, tree: "SyntaxTree", findings: Findings, asked: Interrogation | None) -> "ReviewAnswer":
        """Its paragraphs beside its lines, who was where, and its solution."""
        from casekit.asking.review.review_answer import ReviewAnswer
        from casekit.games.midnight.case_interrogation import CaseInterrogation
        from casekit.games.midnight.review.case_review import review_case

        inquiry = asked.inquiry if isinstance(asked, CaseInterrogation) else None
        return ReviewAnswer(review_case(self.case, tree, self.plain_words(), findings, inquiry))

    def blind(self) -> "BlindAnswer":
        """Its presentation, its paragraphs and the answers to choose from."""
        from casekit.asking.review.review_answer import BlindAnswer
        from casekit.games.midnight.review.blind_case import blind_case

        return BlindAnswer(blind_case(self.case))

    def manuscript(self, tree: "SyntaxTree") -> "tuple[ManuscriptPart, ...]":
        """Its presentation, its paragraphs and its solution."""
        from casekit.games.midnight.review.case_manuscript import manuscript_of_case

        return manuscript_of_case(self.case, tree)

    def draft(self) -> "WritingDraft":
        """How far it is written."""
        from casekit.games.midnight.review.case_draft import draft_of_case

        return draft_of_case(self.case)

    def source_tables(self) -> "tuple[SourceTable, ...]":
        """Its paths: suspects by topics, locations by zones."""
        from casekit.games.midnight.review.path_tables import path_tables

        return path_tables(self.case)

    def words(self) -> "WordList":
        """Its answers, types and facts."""
        from casekit.games.midnight.reading.writable import words_of_case

        return words_of_case(self.case)

    def plain_words(self) -> "CasePlainWords":
        """Its lines and facts in plain words, in the language of its edition."""
        from casekit.games.midnight.asking.case_plain_words import CasePlainWords

        return CasePlainWords(self.case)

    def filled_in(self, stand_in: Callable[[str], str]) -> "CaseDocument":
        """With a text for every path, a presentation, answers and a solution."""
        from casekit.games.midnight.printing.stand_ins import filled_in

        return CaseDocument(replace(self.resolution, case=filled_in(self.case, stand_in)))

    def assets(self) -> tuple[Path, ...]:
        """Its pictures."""
        root = (self.case.edition.file or Path(self.case.source.name)).parent
        return tuple(root / picture for picture in self.case.pictures)
