"""A case for people who read no logic."""

from casekit.games.midnight.document import Case
from casekit.games.midnight.proofreading import (
    reading_copy as copies,
    review as proofreading_review,
    summaries,
)
from casekit.games.midnight.rooms import authoring
from casekit.readings.reading_copy import ReadingCopy

review = proofreading_review.review_case
blind_copy = summaries.blind_case
manuscript = summaries.manuscript_of_case


def reading_copy(case: Case) -> ReadingCopy:
    """Its prose for readers who write down what it says."""
    return copies.reading_copy(case, authoring.word_list(case.edition, case))
