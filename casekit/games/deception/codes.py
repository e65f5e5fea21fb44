"""The codes that only Deception raises: what is wrong with a deck, and what the rules of the table forbid.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from collections.abc import Callable

from casekit.diagnostics.codes import Code, declared

_TABLE = """
CK880 unsuited-option warning
CK881 card-without-meaning warning
CK882 cards-alike warning
CK883 silent-tile warning
CK884 unequal-cards error
CK886 wrong-roles error
CK887 wrong-secret error
CK888 misplaced-marker error
CK889 broken-promise error
CK890 misplaced-attempt error
CK891 wrong-outcome error
CK892 misplaced-reversal error
"""
# Each of them is called by its name in capitals.
__getattr__: Callable[[str], Code]
globals().update(declared(__package__, _TABLE))
