"""The codes that only Abbey raises: what the rules of the table forbid.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from functools import partial

from casekit.diagnostics.codes import Code

_code = partial(Code, home=__package__)

EMPTY_PARLOR = _code("CK820", "empty-parlor", "error")
EMPTY_HAND = _code("CK821", "empty-hand", "error")
WRONG_MASS = _code("CK822", "wrong-mass", "error")
EARLY_ACCUSATION = _code("CK823", "early-accusation", "error")
LACKING_TRAIT = _code("CK824", "lacking-trait", "error")
MISSING_NAME = _code("CK825", "missing-name", "error")
WRONG_NUMBER = _code("CK826", "wrong-number", "error")
OWN_HAND = _code("CK827", "own-hand", "error")
WRONG_TRAITS = _code("CK828", "wrong-traits", "error")
WRONG_SHOWING = _code("CK829", "wrong-showing", "error")
