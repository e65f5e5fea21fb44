"""The codes that only Clue raises: what the rules of a game of cards forbid, and what puzzles lack.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from functools import partial

from casekit.diagnostics.codes import Code

_code = partial(Code, home=__package__)

# The table: what the rules of a game of cards forbid.
PLAYER_COUNT = _code("CK850", "player-count", "error")
REPEATED_PLAYER = _code("CK851", "repeated-player", "error")
HAND_SIZES = _code("CK852", "hand-sizes", "error")
UNKNOWN_SEAT = _code("CK853", "unknown-seat", "error")
WRONG_HAND_SIZE = _code("CK854", "wrong-hand-size", "error")
REPEATED_CARD = _code("CK855", "repeated-card", "error")
REPEATED_HOLDER = _code("CK856", "repeated-holder", "error")
WRONG_ENVELOPE = _code("CK857", "wrong-envelope", "error")
DIFFERENT_HANDS = _code("CK858", "different-hands", "error")
WRONG_KINDS = _code("CK859", "wrong-kinds", "error")
ANSWER_OUT_OF_TURN = _code("CK860", "answer-out-of-turn", "error")
ANSWER_AFTER_SHOWING = _code("CK861", "answer-after-showing", "error")
MISSING_ANSWER = _code("CK862", "missing-answer", "error")
CARD_NOT_SUGGESTED = _code("CK863", "card-not-suggested", "error")
UNSEEN_CARD = _code("CK864", "unseen-card", "error")
AGAINST_THE_DEAL = _code("CK865", "against-the-deal", "error")
PLAY_AFTER_WRONG_ACCUSATION = _code("CK866", "play-after-wrong-accusation", "error")
PLAY_AFTER_THE_END = _code("CK867", "play-after-the-end", "error")
CONTRADICTORY_PLAY = _code("CK868", "contradictory-play", "error")
DECIDED_AT_THE_START = _code("CK869", "decided-at-the-start", "error")
IDLE_LINE = _code("CK870", "idle-line", "warning")
UNDECIDED = _code("CK871", "undecided", "error")
NO_SUCH_LINE = _code("CK872", "no-such-line", "error")
REFUSED_SEED = _code("CK873", "refused-seed", "error")
UNNAMED_CARD = _code("CK874", "unnamed-card", "warning")
