"""The codes that only Deception raises: what is wrong with a deck, and what the rules of the table forbid.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from functools import partial

from casekit.diagnostics.codes import Code

_code = partial(Code, home=__package__)

UNSUITED_OPTION = _code("CK880", "unsuited-option", "warning")
CARD_WITHOUT_MEANING = _code("CK881", "card-without-meaning", "warning")
CARDS_ALIKE = _code("CK882", "cards-alike", "warning")
SILENT_TILE = _code("CK883", "silent-tile", "warning")
UNEQUAL_CARDS = _code("CK884", "unequal-cards", "error")
WRONG_ROLES = _code("CK886", "wrong-roles", "error")
WRONG_SECRET = _code("CK887", "wrong-secret", "error")
MISPLACED_MARKER = _code("CK888", "misplaced-marker", "error")
BROKEN_PROMISE = _code("CK889", "broken-promise", "error")
MISPLACED_ATTEMPT = _code("CK890", "misplaced-attempt", "error")
WRONG_OUTCOME = _code("CK891", "wrong-outcome", "error")
MISPLACED_REVERSAL = _code("CK892", "misplaced-reversal", "error")
