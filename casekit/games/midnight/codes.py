"""The codes that only Midnight raises, each with an entry of the same name under ``catalogue/``.

Their numbers are of the families of ``casekit.diagnostics.codes``: a number taken there is taken here.
"""

from casekit.diagnostics.codes import Code

# Text and syntax.
UNCLOSED_QUOTATION = Code("CK104", "unclosed-quotation", "error", __package__)
UNKNOWN_NAME_IN_PROSE = Code("CK121", "unknown-name-in-prose", "error", __package__)
LOWER_CASE_NAME = Code("CK122", "lower-case-name", "warning", __package__)
LONG_PARAGRAPH = Code("CK125", "long-paragraph", "warning", __package__)
UNMENTIONED_SUSPECT = Code("CK127", "unmentioned-suspect", "warning", __package__)
UNNAMED_CULPRIT = Code("CK138", "unnamed-culprit", "error", __package__)
BARE_SOLUTION = Code("CK139", "bare-solution", "warning", __package__)
BARE_ACCUSATION = Code("CK142", "bare-accusation", "warning", __package__)
UNSTATED_PARAGRAPH = Code("CK143", "unstated-paragraph", "warning", __package__)
SENT_TO_A_NUMBER = Code("CK159", "sent-to-a-number", "warning", __package__)

# Names and types.
NOT_A_SPEAKER = Code("CK210", "not-a-speaker", "error", __package__)
IMPOSSIBLE_CLOCK = Code("CK214", "impossible-clock", "error", __package__)
UNKNOWN_PLACEHOLDER = Code("CK215", "unknown-placeholder", "error", __package__)
MISSING_PLACEHOLDER = Code("CK216", "missing-placeholder", "error", __package__)
SAME_SENTENCE = Code("CK217", "same-sentence", "error", __package__)

# Paths and completeness.
DUPLICATE_PATH = Code("CK302", "duplicate-path", "error", __package__)
EMPTY_PARAGRAPH = Code("CK307", "empty-paragraph", "error", __package__)
SHARED_PARAGRAPH = Code("CK308", "shared-paragraph", "note", __package__)
NO_ANSWERS = Code("CK311", "no-answers", "error", __package__)

# Truth and lies.
INNOCENT_LIAR = Code("CK401", "innocent-liar", "error", __package__)
FALSE_LOCATION = Code("CK402", "false-location", "error", __package__)
TRUE_LIE = Code("CK403", "true-lie", "error", __package__)
UNMARKED_LIE = Code("CK404", "unmarked-lie", "warning", __package__)
MISPLACED_LIE = Code("CK405", "misplaced-lie", "error", __package__)
CONTRADICTORY_TRUTH = Code("CK407", "contradictory-truth", "error", __package__)
OPEN_FACT = Code("CK408", "open-fact", "warning", __package__)
FALSE_GIVEN = Code("CK409", "false-given", "error", __package__)
HONEST_CULPRIT = Code("CK410", "honest-culprit", "error", __package__)
FALSE_CLAIM = Code("CK411", "false-claim", "error", __package__)
SAYS_NOTHING = Code("CK412", "says-nothing", "warning", __package__)

# Deduction.
CONTRADICTORY_CASE = Code("CK501", "contradictory-case", "error", __package__)
GIVEN_SOLUTION = Code("CK504", "given-solution", "error", __package__)
UNTOLD_RULE = Code("CK508", "untold-rule", "error", __package__)
ANSWERING_RULE = Code("CK509", "answering-rule", "error", __package__)
UNSHOWN_CLAIM = Code("CK510", "unshown-claim", "error", __package__)
CLAIM_BY_CULPRIT = Code("CK511", "claim-by-culprit", "warning", __package__)

# Balance and style.
FEW_WAYS = Code("CK602", "few-ways", "note", __package__)
LONE_ACCUSER = Code("CK603", "lone-accuser", "warning", __package__)
ESSENTIAL_PATH = Code("CK604", "essential-path", "note", __package__)
UNACCUSED_CULPRIT = Code("CK605", "unaccused-culprit", "warning", __package__)
UNACCUSED_INNOCENT = Code("CK606", "unaccused-innocent", "note", __package__)
UNHEARD_SUSPECT = Code("CK607", "unheard-suspect", "warning", __package__)

# At the table.
UNPLAYABLE_EDITION = Code("CK627", "unplayable-edition", "error", __package__)
PLAIN_SEA = Code("CK628", "plain-sea", "note", __package__)
INVALID_SITUATION = Code("CK650", "invalid-situation", "error", __package__)
NO_SKELETON = Code("CK651", "no-skeleton", "error", __package__)
SMALL_FOR_SKELETON = Code("CK652", "small-for-skeleton", "error", __package__)
CANNOT_COMPLETE = Code("CK653", "cannot-complete", "error", __package__)

# Print.
MISSING_ILLUSTRATION = Code("CK720", "missing-illustration", "error", __package__)
FOREIGN_ILLUSTRATION = Code("CK721", "foreign-illustration", "error", __package__)

# Edition.
RULE_WITHOUT_SENTENCE = Code("CK804", "rule-without-sentence", "warning", __package__)
INVALID_DECK = Code("CK810", "invalid-deck", "error", __package__, was=("CK812 inconsistent-deck",))
MISSING_DECK = Code("CK811", "missing-deck", "error", __package__)
CARD_WITHOUT_RULES = Code("CK813", "card-without-rules", "warning", __package__)
UNKNOWN_CARD_RULE = Code("CK814", "unknown-card-rule", "error", __package__)
