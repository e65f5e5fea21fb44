"""The codes that only Abbey raises: what the rules of the table forbid.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from collections.abc import Callable

from casekit.diagnostics.codes import Code, declared

_TABLE = """
CK820 empty-parlor error
CK821 empty-hand error
CK822 wrong-mass error
CK823 early-accusation error
CK824 lacking-trait error
CK825 missing-name error
CK826 wrong-number error
CK827 own-hand error
CK828 wrong-traits error
CK829 wrong-showing error
"""
# Each of them is called by its name in capitals.
__getattr__: Callable[[str], Code]
globals().update(declared(__package__, _TABLE))
