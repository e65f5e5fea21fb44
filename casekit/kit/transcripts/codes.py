"""The codes of all games that have transcripts: what their rules forbid, and what puzzles lack.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from collections.abc import Callable

from casekit.diagnostics.codes import Code, declared

_TABLE = """
# The table, and hands of cards.
CK850 player-count error
CK851 repeated-player error
CK852 hand-sizes error
CK853 unknown-seat error
CK854 wrong-hand-size error
CK855 repeated-card error
CK856 repeated-holder error
CK858 different-hands error
CK865 against-the-deal error
CK864 unseen-card error
CK867 play-after-the-end error
# Deduction.
CK868 contradictory-play error
CK869 decided-at-the-start error
CK870 idle-line warning
CK871 undecided error
CK944 given-away warning
CK872 no-such-line error
CK873 refused-seed error
CK874 unnamed-card warning
"""
# Each of them is called by its name in capitals.
__getattr__: Callable[[str], Code]
globals().update(declared(__package__, _TABLE))
