"""The codes that only Nightfall raises: what its rules forbid in an evening, and what the truth says otherwise.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from functools import partial

from casekit.diagnostics.codes import Code

_code = partial(Code, home=__package__)

# The order of the evening.
WRONG_RULES = _code("CK893", "wrong-rules", "error")
MISPLACED_LINE = _code("CK894", "misplaced-line", "error")
NOT_ALIVE = _code("CK895", "not-alive", "error")
WRONG_VOTE = _code("CK896", "wrong-vote", "error")

# The truth, and what the evening says of it.
WRONG_TRUTH = _code("CK897", "wrong-truth", "error")
FALSE_SIGHT = _code("CK898", "false-sight", "error")
FALSE_OUTCOME = _code("CK899", "false-outcome", "error")
