"""The codes that only Midnight raises, each with an entry of the same name under ``catalogue/``.

Their numbers are of the families of ``casekit.diagnostics.codes``: a number that is taken there is taken here.
"""

from functools import partial

from casekit.diagnostics.codes import Code

_code = partial(Code, home=__package__)

# Text and syntax.
UNCLOSED_QUOTATION = _code("CK104", "unclosed-quotation", "error")
UNKNOWN_NAME_IN_PROSE = _code("CK121", "unknown-name-in-prose", "error")
LOWER_CASE_NAME = _code("CK122", "lower-case-name", "warning")
LONG_PARAGRAPH = _code("CK125", "long-paragraph", "warning")
UNMENTIONED_SUSPECT = _code("CK127", "unmentioned-suspect", "warning")
UNNAMED_CULPRIT = _code("CK138", "unnamed-culprit", "error")
BARE_SOLUTION = _code("CK139", "bare-solution", "warning")
BARE_ACCUSATION = _code("CK142", "bare-accusation", "warning")
UNSTATED_PARAGRAPH = _code("CK143", "unstated-paragraph", "warning")
EXCHANGED_CABINS = _code("CK145", "exchanged-cabins", "warning")

# Names and types.
NOT_A_SPEAKER = _code("CK210", "not-a-speaker", "error")
IMPOSSIBLE_CLOCK = _code("CK214", "impossible-clock", "error")
UNKNOWN_PLACEHOLDER = _code("CK215", "unknown-placeholder", "error")
MISSING_PLACEHOLDER = _code("CK216", "missing-placeholder", "error")
SAME_SENTENCE = _code("CK217", "same-sentence", "error")

# Paths and completeness.
DUPLICATE_PATH = _code("CK302", "duplicate-path", "error")
UNKNOWN_SUSPECT = _code("CK303", "unknown-suspect", "error")
UNKNOWN_TOPIC = _code("CK304", "unknown-topic", "error")
UNKNOWN_LOCATION = _code("CK305", "unknown-location", "error")
EMPTY_PARAGRAPH = _code("CK307", "empty-paragraph", "error")
SHARED_PARAGRAPH = _code("CK308", "shared-paragraph", "note")
NO_ANSWERS = _code("CK311", "no-answers", "error")

# Truth and lies.
INNOCENT_LIAR = _code("CK401", "innocent-liar", "error")
FALSE_LOCATION = _code("CK402", "false-location", "error")
TRUE_LIE = _code("CK403", "true-lie", "error")
UNMARKED_LIE = _code("CK404", "unmarked-lie", "warning")
MISPLACED_LIE = _code("CK405", "misplaced-lie", "error")
CONTRADICTORY_TRUTH = _code("CK407", "contradictory-truth", "error")
OPEN_FACT = _code("CK408", "open-fact", "warning")
FALSE_GIVEN = _code("CK409", "false-given", "error")
HONEST_CULPRIT = _code("CK410", "honest-culprit", "error")
FALSE_CLAIM = _code("CK411", "false-claim", "error")
SAYS_NOTHING = _code("CK412", "says-nothing", "warning")

# Deduction.
CONTRADICTORY_CASE = _code("CK501", "contradictory-case", "error")
GIVEN_SOLUTION = _code("CK504", "given-solution", "error")
UNTOLD_RULE = _code("CK508", "untold-rule", "error")
ANSWERING_RULE = _code("CK509", "answering-rule", "error")
UNSHOWN_CLAIM = _code("CK510", "unshown-claim", "error")
CLAIM_BY_CULPRIT = _code("CK511", "claim-by-culprit", "warning")

# Balance and style.
FEW_WAYS = _code("CK602", "few-ways", "note")
LONE_ACCUSER = _code("CK603", "lone-accuser", "warning")
ESSENTIAL_PATH = _code("CK604", "essential-path", "note")
UNACCUSED_CULPRIT = _code("CK605", "unaccused-culprit", "warning")
UNACCUSED_INNOCENT = _code("CK606", "unaccused-innocent", "note")
UNHEARD_SUSPECT = _code("CK607", "unheard-suspect", "warning")

# At the table.
UNPLAYABLE_EDITION = _code("CK627", "unplayable-edition", "error")
PLAIN_SEA = _code("CK628", "plain-sea", "note")
INVALID_SITUATION = _code("CK650", "invalid-situation", "error")
NO_SKELETON = _code("CK651", "no-skeleton", "error")
SMALL_FOR_SKELETON = _code("CK652", "small-for-skeleton", "error")
CANNOT_COMPLETE = _code("CK653", "cannot-complete", "error")

# Print.
MISSING_ILLUSTRATION = _code("CK720", "missing-illustration", "error")
FOREIGN_ILLUSTRATION = _code("CK721", "foreign-illustration", "error")

# Edition.
RULE_WITHOUT_SENTENCE = _code("CK804", "rule-without-sentence", "warning")
INVALID_DECK = _code("CK810", "invalid-deck", "error")
MISSING_DECK = _code("CK811", "missing-deck", "error")
INCONSISTENT_DECK = _code("CK812", "inconsistent-deck", "error")
CARD_WITHOUT_RULES = _code("CK813", "card-without-rules", "warning")
UNKNOWN_CARD_RULE = _code("CK814", "unknown-card-rule", "error")
