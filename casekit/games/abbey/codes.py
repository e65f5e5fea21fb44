"""The codes that only Abbey raises: what the rules of the table forbid.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from casekit.diagnostics.codes import Code

EMPTY_PARLOR = Code("CK820", "empty-parlor", "error", __package__)
EMPTY_HAND = Code("CK821", "empty-hand", "error", __package__)
WRONG_MASS = Code("CK822", "wrong-mass", "error", __package__)
EARLY_ACCUSATION = Code("CK823", "early-accusation", "error", __package__)
LACKING_TRAIT = Code("CK824", "lacking-trait", "error", __package__)
MISSING_NAME = Code("CK825", "missing-name", "error", __package__)
WRONG_NUMBER = Code("CK826", "wrong-number", "error", __package__)
OWN_HAND = Code("CK827", "own-hand", "error", __package__)
WRONG_TRAITS = Code("CK828", "wrong-traits", "error", __package__)
WRONG_SHOWING = Code("CK829", "wrong-showing", "error", __package__)
