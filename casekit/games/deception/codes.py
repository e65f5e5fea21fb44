"""The codes that only Deception raises: what is wrong with a deck, and what the rules of the table forbid.

Their entries are under ``catalogue/``; a number that is taken in ``casekit.diagnostics.codes`` is taken here.
"""

from casekit.diagnostics.codes import Code

UNSUITED_OPTION = Code("CK880", "unsuited-option", "warning", __package__)
CARD_WITHOUT_MEANING = Code("CK881", "card-without-meaning", "warning", __package__)
CARDS_ALIKE = Code("CK882", "cards-alike", "warning", __package__)
SILENT_TILE = Code("CK883", "silent-tile", "warning", __package__)
UNEQUAL_CARDS = Code("CK884", "unequal-cards", "error", __package__)
WRONG_ROLES = Code("CK886", "wrong-roles", "error", __package__)
WRONG_SECRET = Code("CK887", "wrong-secret", "error", __package__)
MISPLACED_MARKER = Code("CK888", "misplaced-marker", "error", __package__)
BROKEN_PROMISE = Code("CK889", "broken-promise", "error", __package__)
MISPLACED_ATTEMPT = Code("CK890", "misplaced-attempt", "error", __package__)
WRONG_OUTCOME = Code("CK891", "wrong-outcome", "error", __package__)
MISPLACED_REVERSAL = Code("CK892", "misplaced-reversal", "error", __package__)
