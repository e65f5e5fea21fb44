"""A review, and the version without logic, which tell themselves to people and machines."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Json
from casekit.asking.review.reviewed import Review

if TYPE_CHECKING:
    from casekit.asking.review.blind import BlindBook


@dataclass(frozen=True)
class ReviewAnswer:
    """A document for its proofreader."""

    review: Review

    def in_words(self, width: int) -> str:
        """As short text for a terminal."""
        from casekit.asking.review.review_text import review_in_words

        return review_in_words(self.review, width)

    def as_json(self) -> Json:
        """As ``schemas/review.schema.json`` has it."""
        from casekit.asking.review.review_json import review_as_json

        return review_as_json(self.review)

    def page(self) -> str:
        """As a web page with ticks and remarks that needs nothing else."""
        from casekit.asking.review.review_page import review_page

        return review_page(self.review)


@dataclass(frozen=True)
class BlindAnswer:
    """A document for somebody who is to solve it."""

    book: "BlindBook"

    def page(self) -> str:
        """As a web page with a form for the answers that needs nothing else."""
        from casekit.asking.review.blind_page import blind_page

        return blind_page(self.book)
