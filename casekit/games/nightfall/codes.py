"""The codes that only Nightfall raises: what its rules or the truth forbid in an evening.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from collections.abc import Callable

from casekit.diagnostics.codes import Code, declared

_TABLE = """
# The order of the evening.
CK893 wrong-rules error
CK894 misplaced-line error
CK895 not-alive error
CK896 wrong-vote error
CK945 own-visit error
# The truth, and what the evening says of it.
CK897 wrong-truth error
CK898 false-sight error
CK899 false-outcome error
"""
# Each of them is called by its name in capitals.
__getattr__: Callable[[str], Code]
globals().update(declared(__package__, _TABLE))
