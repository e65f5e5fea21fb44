"""A case for people who read no logic."""

from casekit.games.midnight.proofreading import review as case_review, summaries

review = case_review.review_case
blind_copy = summaries.blind_case
manuscript = summaries.manuscript_of_case
