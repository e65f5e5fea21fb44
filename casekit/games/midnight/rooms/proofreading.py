"""A case for people who read no logic."""

from casekit.games.midnight.proofreading import review as proofreading_review, summaries

review = proofreading_review.review_case
blind_copy = summaries.blind_case
manuscript = summaries.manuscript_of_case
