"""The codes that only Clue raises: what the rules of a game of cards forbid, and what puzzles lack.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from casekit.diagnostics.codes import Code

# The table: what the rules of a game of cards forbid.
WRONG_ENVELOPE = Code("CK857", "wrong-envelope", "error", __package__)
WRONG_KINDS = Code("CK859", "wrong-kinds", "error", __package__)
ANSWER_OUT_OF_TURN = Code("CK860", "answer-out-of-turn", "error", __package__)
ANSWER_AFTER_SHOWING = Code("CK861", "answer-after-showing", "error", __package__)
MISSING_ANSWER = Code("CK862", "missing-answer", "error", __package__)
CARD_NOT_SUGGESTED = Code("CK863", "card-not-suggested", "error", __package__)
PLAY_AFTER_WRONG_ACCUSATION = Code("CK866", "play-after-wrong-accusation", "error", __package__)
