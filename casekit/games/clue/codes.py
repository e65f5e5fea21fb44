"""The codes that only Clue raises: what the rules of a game of cards forbid, and what puzzles lack.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from collections.abc import Callable

from casekit.diagnostics.codes import Code, declared

_TABLE = """
# The table: what the rules of a game of cards forbid.
CK857 wrong-envelope error
CK859 wrong-kinds error
CK860 answer-out-of-turn error
CK861 answer-after-showing error
CK862 missing-answer error
CK863 card-not-suggested error
CK866 play-after-wrong-accusation error
"""
# Each of them is called by its name in capitals.
__getattr__: Callable[[str], Code]
globals().update(declared(__package__, _TABLE))
