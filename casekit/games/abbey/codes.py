"""The codes that only Abbey raises: what the rules of the table forbid.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from typing import TYPE_CHECKING

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
globals().update(declared(__package__, _TABLE))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Code:
        """Each of these codes, by its name in capitals."""
