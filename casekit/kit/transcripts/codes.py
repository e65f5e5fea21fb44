"""The codes of all games that have transcripts: what their rules forbid, and what puzzles lack.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from casekit.diagnostics.codes import Code

# The table, and hands of cards.
PLAYER_COUNT = Code("CK850", "player-count", "error", __package__)
REPEATED_PLAYER = Code("CK851", "repeated-player", "error", __package__)
HAND_SIZES = Code("CK852", "hand-sizes", "error", __package__)
UNKNOWN_SEAT = Code("CK853", "unknown-seat", "error", __package__)
WRONG_HAND_SIZE = Code("CK854", "wrong-hand-size", "error", __package__)
REPEATED_CARD = Code("CK855", "repeated-card", "error", __package__)
REPEATED_HOLDER = Code("CK856", "repeated-holder", "error", __package__)
DIFFERENT_HANDS = Code("CK858", "different-hands", "error", __package__)
AGAINST_THE_DEAL = Code("CK865", "against-the-deal", "error", __package__)
UNSEEN_CARD = Code("CK864", "unseen-card", "error", __package__)
PLAY_AFTER_THE_END = Code("CK867", "play-after-the-end", "error", __package__)

# Deduction.
CONTRADICTORY_PLAY = Code("CK868", "contradictory-play", "error", __package__)
DECIDED_AT_THE_START = Code("CK869", "decided-at-the-start", "error", __package__)
IDLE_LINE = Code("CK870", "idle-line", "warning", __package__)
UNDECIDED = Code("CK871", "undecided", "error", __package__)
GIVEN_AWAY = Code("CK944", "given-away", "warning", __package__)
NO_SUCH_LINE = Code("CK872", "no-such-line", "error", __package__)
REFUSED_SEED = Code("CK873", "refused-seed", "error", __package__)
UNNAMED_CARD = Code("CK874", "unnamed-card", "warning", __package__)
