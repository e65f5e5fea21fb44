"""The codes of all games that have transcripts: what their rules forbid, and what puzzles lack.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from functools import partial

from casekit.diagnostics.codes import Code

_code = partial(Code, home=__package__)

# The table, and hands of cards.
PLAYER_COUNT = _code("CK850", "player-count", "error")
REPEATED_PLAYER = _code("CK851", "repeated-player", "error")
HAND_SIZES = _code("CK852", "hand-sizes", "error")
UNKNOWN_SEAT = _code("CK853", "unknown-seat", "error")
WRONG_HAND_SIZE = _code("CK854", "wrong-hand-size", "error")
REPEATED_CARD = _code("CK855", "repeated-card", "error")
REPEATED_HOLDER = _code("CK856", "repeated-holder", "error")
DIFFERENT_HANDS = _code("CK858", "different-hands", "error")
AGAINST_THE_DEAL = _code("CK865", "against-the-deal", "error")
UNSEEN_CARD = _code("CK864", "unseen-card", "error")
PLAY_AFTER_THE_END = _code("CK867", "play-after-the-end", "error")

# Deduction.
CONTRADICTORY_PLAY = _code("CK868", "contradictory-play", "error")
DECIDED_AT_THE_START = _code("CK869", "decided-at-the-start", "error")
IDLE_LINE = _code("CK870", "idle-line", "warning")
UNDECIDED = _code("CK871", "undecided", "error")
NO_SUCH_LINE = _code("CK872", "no-such-line", "error")
REFUSED_SEED = _code("CK873", "refused-seed", "error")
UNNAMED_CARD = _code("CK874", "unnamed-card", "warning")
