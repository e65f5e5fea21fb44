"""The codes that only Nightfall raises: what its rules or the truth forbid in an evening.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from casekit.diagnostics.codes import Code

# The order of the evening.
WRONG_RULES = Code("CK893", "wrong-rules", "error", __package__)
MISPLACED_LINE = Code("CK894", "misplaced-line", "error", __package__)
NOT_ALIVE = Code("CK895", "not-alive", "error", __package__)
WRONG_VOTE = Code("CK896", "wrong-vote", "error", __package__)
OWN_VISIT = Code("CK945", "own-visit", "error", __package__)

# The truth, and what the evening says of it.
WRONG_TRUTH = Code("CK897", "wrong-truth", "error", __package__)
FALSE_SIGHT = Code("CK898", "false-sight", "error", __package__)
FALSE_OUTCOME = Code("CK899", "false-outcome", "error", __package__)
