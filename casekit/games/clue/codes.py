"""The codes that only Clue raises: what the rules of a game of cards forbid, and what puzzles lack.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from functools import partial

from casekit.diagnostics.codes import Code

_code = partial(Code, home=__package__)

# The table: what the rules of a game of cards forbid.
WRONG_ENVELOPE = _code("CK857", "wrong-envelope", "error")
WRONG_KINDS = _code("CK859", "wrong-kinds", "error")
ANSWER_OUT_OF_TURN = _code("CK860", "answer-out-of-turn", "error")
ANSWER_AFTER_SHOWING = _code("CK861", "answer-after-showing", "error")
MISSING_ANSWER = _code("CK862", "missing-answer", "error")
CARD_NOT_SUGGESTED = _code("CK863", "card-not-suggested", "error")
PLAY_AFTER_WRONG_ACCUSATION = _code("CK866", "play-after-wrong-accusation", "error")
