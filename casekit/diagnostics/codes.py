"""The table of codes. Codes are permanent; a retired one remains as an alias.

Each code has an entry of the same name under ``catalogue/``: why it matters, a wrong and a right example.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal


@dataclass(frozen=True, slots=True, order=True)
class Code:
    """A kind of finding: its permanent identifier, its kebab-case name and its weight."""

    id: str
    name: str
    severity: Literal["error", "warning", "note"]

    def __str__(self) -> str:
        return f"{self.id} {self.name}"


# Text and syntax.
SYNTAX_ERROR = Code("CK101", "syntax-error", "error")
HEADING_WITHOUT_SPACE = Code("CK102", "heading-without-space", "error")
EQUALS_FOR_IMPLIES = Code("CK103", "equals-for-implies", "error")
UNCLOSED_QUOTATION = Code("CK104", "unclosed-quotation", "error")
FOREIGN_OPERATOR = Code("CK105", "foreign-operator", "error")
MISPLACED_LOGIC = Code("CK106", "misplaced-logic", "error")
EMPTY_CASE = Code("CK107", "empty-case", "error")
UNKNOWN_FIELD = Code("CK110", "unknown-field", "error")
DUPLICATE_FIELD = Code("CK111", "duplicate-field", "error")
MISSING_FIELD = Code("CK112", "missing-field", "error")
BAD_FIELD_VALUE = Code("CK113", "bad-field-value", "error")
TODO = Code("CK120", "todo", "warning")
UNKNOWN_NAME_IN_PROSE = Code("CK121", "unknown-name-in-prose", "error")
LOWER_CASE_NAME = Code("CK122", "lower-case-name", "warning")
SPOILING_PARAGRAPH = Code("CK123", "spoiling-paragraph", "error")
REPEATED_TEXT = Code("CK124", "repeated-text", "warning")
LONG_PARAGRAPH = Code("CK125", "long-paragraph", "warning")
QUOTATION_NOT_IN_PROSE = Code("CK126", "quotation-not-in-prose", "error")
UNMENTIONED_SUSPECT = Code("CK127", "unmentioned-suspect", "warning")
STRAY_EMPHASIS = Code("CK128", "stray-emphasis", "warning")
UNUSED_SILENCE = Code("CK129", "unused-silence", "warning")
CURLY_QUOTATION = Code("CK130", "curly-quotation", "error")
CLOCK_TIME = Code("CK131", "clock-time", "error")
PROSE_LIKE_LOGIC = Code("CK136", "prose-like-logic", "error")
MISSING_QUOTATION = Code("CK137", "missing-quotation", "error")
UNNAMED_CULPRIT = Code("CK138", "unnamed-culprit", "error")
BARE_SOLUTION = Code("CK139", "bare-solution", "warning")
OTHER_TIME = Code("CK140", "other-time", "warning")
OTHER_NUMBER = Code("CK141", "other-number", "warning")
BARE_ACCUSATION = Code("CK142", "bare-accusation", "warning")
UNSTATED_PARAGRAPH = Code("CK143", "unstated-paragraph", "warning")
REPEATED_LINE = Code("CK144", "repeated-line", "warning")
EXCHANGED_CABINS = Code("CK145", "exchanged-cabins", "warning")
NAME_WITH_DIGIT_FIRST = Code("CK132", "name-with-digit-first", "error")
HIDDEN_CHARACTER = Code("CK135", "hidden-character", "error")

# Names and types.
UNKNOWN_NAME = Code("CK201", "unknown-name", "error")
WRONG_ARITY = Code("CK202", "wrong-arity", "error")
WRONG_TYPE = Code("CK203", "wrong-type", "error")
NOT_A_FORMULA = Code("CK204", "not-a-formula", "error")
UNORDERED_COMPARISON = Code("CK205", "unordered-comparison", "error")
NEVER_A_VALUE = Code("CK206", "never-a-value", "error")
DUPLICATE_NAME = Code("CK207", "duplicate-name", "error")
HIDDEN_NAME = Code("CK208", "hidden-name", "error")
UNKNOWN_TYPE = Code("CK209", "unknown-type", "error")
NOT_A_SPEAKER = Code("CK210", "not-a-speaker", "error")
OFF_THE_CLOCK = Code("CK211", "off-the-clock", "error")
STRAY_NUMBER = Code("CK212", "stray-number", "error")
BACKWARD_RANGE = Code("CK213", "backward-range", "error")
IMPOSSIBLE_CLOCK = Code("CK214", "impossible-clock", "error")
UNKNOWN_PLACEHOLDER = Code("CK215", "unknown-placeholder", "error")
MISSING_PLACEHOLDER = Code("CK216", "missing-placeholder", "error")
SAME_SENTENCE = Code("CK217", "same-sentence", "error")

# Paths and completeness.
MISSING_PATH = Code("CK301", "missing-path", "error")
DUPLICATE_PATH = Code("CK302", "duplicate-path", "error")
UNKNOWN_SUSPECT = Code("CK303", "unknown-suspect", "error")
UNKNOWN_TOPIC = Code("CK304", "unknown-topic", "error")
UNKNOWN_LOCATION = Code("CK305", "unknown-location", "error")
UNKNOWN_HEADING = Code("CK306", "unknown-heading", "error")
EMPTY_PARAGRAPH = Code("CK307", "empty-paragraph", "error")
SHARED_PARAGRAPH = Code("CK308", "shared-paragraph", "note")
MISSING_BLOCK = Code("CK309", "missing-block", "error")
DUPLICATE_BLOCK = Code("CK310", "duplicate-block", "error")
NO_ANSWERS = Code("CK311", "no-answers", "error")

# Truth and lies.
INNOCENT_LIAR = Code("CK401", "innocent-liar", "error")
FALSE_LOCATION = Code("CK402", "false-location", "error")
TRUE_LIE = Code("CK403", "true-lie", "error")
UNMARKED_LIE = Code("CK404", "unmarked-lie", "warning")
MISPLACED_LIE = Code("CK405", "misplaced-lie", "error")
INCOMPLETE_TRUTH = Code("CK406", "incomplete-truth", "error")
CONTRADICTORY_TRUTH = Code("CK407", "contradictory-truth", "error")
OPEN_FACT = Code("CK408", "open-fact", "warning")
FALSE_GIVEN = Code("CK409", "false-given", "error")
HONEST_CULPRIT = Code("CK410", "honest-culprit", "error")
FALSE_CLAIM = Code("CK411", "false-claim", "error")
SAYS_NOTHING = Code("CK412", "says-nothing", "warning")

# Deduction.
CONTRADICTORY_CASE = Code("CK501", "contradictory-case", "error")
OPEN_ELEMENT = Code("CK502", "open-element", "error")
SUPPORTED_ELEMENT = Code("CK503", "supported-element", "error")
GIVEN_SOLUTION = Code("CK504", "given-solution", "error")
IDLE_STATEMENT = Code("CK505", "idle-statement", "warning")
UNUSABLE_STATEMENT = Code("CK506", "unusable-statement", "warning")
CONTRARY_ELEMENT = Code("CK507", "contrary-element", "error")
UNTOLD_RULE = Code("CK508", "untold-rule", "error")
ANSWERING_RULE = Code("CK509", "answering-rule", "error")
UNSHOWN_CLAIM = Code("CK510", "unshown-claim", "error")
CLAIM_BY_CULPRIT = Code("CK511", "claim-by-culprit", "warning")

# Balance and style.
LEVEL_NOT_MET = Code("CK601", "level-not-met", "warning")
FEW_WAYS = Code("CK602", "few-ways", "note")
LONE_ACCUSER = Code("CK603", "lone-accuser", "warning")
ESSENTIAL_PATH = Code("CK604", "essential-path", "note")
UNACCUSED_CULPRIT = Code("CK605", "unaccused-culprit", "warning")
UNACCUSED_INNOCENT = Code("CK606", "unaccused-innocent", "note")
UNHEARD_SUSPECT = Code("CK607", "unheard-suspect", "warning")

# At the table.
SHORTCUT = Code("CK620", "shortcut", "note")
IDLE_PATH = Code("CK621", "idle-path", "note")
STUCK_WITHOUT = Code("CK622", "stuck-without", "note")
UNSKILLED_CASE = Code("CK623", "unskilled-case", "note")
DECIDES_ALONE = Code("CK624", "decides-alone", "note")
SHARED_TURN = Code("CK625", "shared-turn", "note")
MISSED_THRESHOLD = Code("CK626", "missed-threshold", "error")
UNPLAYABLE_EDITION = Code("CK627", "unplayable-edition", "error")
PLAIN_SEA = Code("CK628", "plain-sea", "note")
OPEN_AT_THE_TABLE = Code("CK629", "open-at-the-table", "warning")
INVALID_SITUATION = Code("CK650", "invalid-situation", "error")
NO_SKELETON = Code("CK651", "no-skeleton", "error")
SMALL_FOR_SKELETON = Code("CK652", "small-for-skeleton", "error")
CANNOT_COMPLETE = Code("CK653", "cannot-complete", "error")
UNREADABLE_LOG = Code("CK630", "unreadable-log", "warning")
TAMPERED_LOG = Code("CK631", "tampered-log", "warning")
FOREIGN_LOG = Code("CK632", "foreign-log", "warning")
OTHER_VERSION_LOG = Code("CK633", "other-version-log", "note")
REPEATED_LOG = Code("CK634", "repeated-log", "warning")
NO_LOGS = Code("CK635", "no-logs", "error")
NOT_AT_A_TABLE = Code("CK922", "not-at-a-table", "error")

# Print.
MISSING_GLYPH = Code("CK701", "missing-glyph", "error")
LONG_PRESENTATION = Code("CK702", "long-presentation", "error")
MISPRINTED_NUMBER = Code("CK703", "misprinted-number", "error")
MISLEADING_TABLE = Code("CK704", "misleading-table", "error")
MISPLACED_PAGE = Code("CK705", "misplaced-page", "error")
FONT_NOT_EMBEDDED = Code("CK706", "font-not-embedded", "error")
LONG_SOLUTION = Code("CK707", "long-solution", "error")
MISSING_TYPESETTER = Code("CK708", "missing-typesetter", "error")
LONG_TITLE = Code("CK709", "long-title", "error")
INVALID_LOCK = Code("CK710", "invalid-lock", "error")
NEWER_LOCK = Code("CK711", "newer-lock", "error")
INCONSISTENT_LOCK = Code("CK712", "inconsistent-lock", "error")
MISMATCHED_LOCK = Code("CK713", "mismatched-lock", "error")
NOT_IN_LOCK = Code("CK716", "not-in-lock", "error")
ALREADY_IN_LOCK = Code("CK717", "already-in-lock", "error")
CROWDED_SPREAD = Code("CK714", "crowded-spread", "warning")
CLOSE_NUMBERS = Code("CK715", "close-numbers", "warning")
MISSING_ILLUSTRATION = Code("CK720", "missing-illustration", "error")
FOREIGN_ILLUSTRATION = Code("CK721", "foreign-illustration", "error")
UNREADABLE_ILLUSTRATION = Code("CK722", "unreadable-illustration", "error")
UNSAFE_ILLUSTRATION = Code("CK723", "unsafe-illustration", "error")
OVERFULL_CARD = Code("CK724", "overfull-card", "error")
CROWDED_PLAN = Code("CK725", "crowded-plan", "error")
NARROW_SPINE = Code("CK726", "narrow-spine", "error")
LONG_BACK = Code("CK727", "long-back", "error")
WRONG_BOX = Code("CK730", "wrong-box", "error")
WRONG_PAGE_COUNT = Code("CK731", "wrong-page-count", "error")
WRONG_INK = Code("CK732", "wrong-ink", "error")
MISSING_OUTPUT_INTENT = Code("CK733", "missing-output-intent", "error")
MISSING_TAGS = Code("CK734", "missing-tags", "error")
TEXT_OUTSIDE_PAGE = Code("CK735", "text-outside-page", "error")
UNREADABLE_PDF = Code("CK736", "unreadable-pdf", "error")
SMALL_SHEET = Code("CK737", "small-sheet", "error")
MISPLACED_ON_SHEET = Code("CK738", "misplaced-on-sheet", "error")
MISSING_TEXT = Code("CK739", "missing-text", "error")
LOST_PROCESS = Code("CK740", "lost-process", "error")
HEAVY_ILLUSTRATION = Code("CK742", "heavy-illustration", "error")
ALTERED_PLACE = Code("CK748", "altered-place", "error")
ALTERED_PAGES = Code("CK749", "altered-pages", "error")
UNLIKE_TEXT = Code("CK750", "unlike-text", "error")
UNCOUNTED_INK = Code("CK751", "uncounted-ink", "warning")
OVERLAPPING_TEXT = Code("CK741", "overlapping-text", "error")
HIDDEN_TEXT = Code("CK743", "hidden-text", "error")
ADDED_OBJECT = Code("CK744", "added-object", "error")
COARSE_PICTURE = Code("CK745", "coarse-picture", "warning")
FINE_LINE = Code("CK746", "fine-line", "error")
WRONG_LANGUAGE = Code("CK747", "wrong-language", "error")
REPEATED_TITLE = Code("CK760", "repeated-title", "warning")

# Edition.
INVALID_EDITION = Code("CK801", "invalid-edition", "error")
INCONSISTENT_EDITION = Code("CK802", "inconsistent-edition", "error")
RULE_WITHOUT_SENTENCE = Code("CK804", "rule-without-sentence", "warning")
MISSING_CASE = Code("CK803", "missing-case", "error")
INVALID_DECK = Code("CK810", "invalid-deck", "error")
MISSING_DECK = Code("CK811", "missing-deck", "error")
INCONSISTENT_DECK = Code("CK812", "inconsistent-deck", "error")
CARD_WITHOUT_RULES = Code("CK813", "card-without-rules", "warning")
UNKNOWN_CARD_RULE = Code("CK814", "unknown-card-rule", "error")
UNPORTABLE_NAME = Code("CK816", "unportable-name", "error")
WRONG_BAR_CODE = Code("CK817", "wrong-bar-code", "error")
UNKNOWN_LANGUAGE = Code("CK830", "unknown-language", "error")
NO_TRANSLATION = Code("CK831", "no-translation", "error")
MISSING_CATALOGUE = Code("CK832", "missing-catalogue", "warning")
INVALID_CATALOGUE = Code("CK833", "invalid-catalogue", "error")
FOREIGN_CATALOGUE = Code("CK834", "foreign-catalogue", "error")
UNTRANSLATED_TEXT = Code("CK835", "untranslated-text", "warning")
DRIFTED_TRANSLATION = Code("CK836", "drifted-translation", "warning")
LOST_QUOTATION = Code("CK837", "lost-quotation", "error")
OTHER_NAMES = Code("CK838", "other-names", "warning")
UNSPOKEN_LANGUAGE = Code("CK839", "unspoken-language", "warning")
OTHER_NUMBERS = Code("CK840", "other-numbers", "warning")
LOST_PLACEHOLDER = Code("CK841", "lost-placeholder", "error")

# The table: what the rules of a game of cards forbid.
PLAYER_COUNT = Code("CK850", "player-count", "error")
REPEATED_PLAYER = Code("CK851", "repeated-player", "error")
HAND_SIZES = Code("CK852", "hand-sizes", "error")
UNKNOWN_SEAT = Code("CK853", "unknown-seat", "error")
WRONG_HAND_SIZE = Code("CK854", "wrong-hand-size", "error")
REPEATED_CARD = Code("CK855", "repeated-card", "error")
REPEATED_HOLDER = Code("CK856", "repeated-holder", "error")
WRONG_ENVELOPE = Code("CK857", "wrong-envelope", "error")
DIFFERENT_HANDS = Code("CK858", "different-hands", "error")
WRONG_KINDS = Code("CK859", "wrong-kinds", "error")
ANSWER_OUT_OF_TURN = Code("CK860", "answer-out-of-turn", "error")
ANSWER_AFTER_SHOWING = Code("CK861", "answer-after-showing", "error")
MISSING_ANSWER = Code("CK862", "missing-answer", "error")
CARD_NOT_SUGGESTED = Code("CK863", "card-not-suggested", "error")
UNSEEN_CARD = Code("CK864", "unseen-card", "error")
AGAINST_THE_DEAL = Code("CK865", "against-the-deal", "error")
PLAY_AFTER_WRONG_ACCUSATION = Code("CK866", "play-after-wrong-accusation", "error")
PLAY_AFTER_THE_END = Code("CK867", "play-after-the-end", "error")
CONTRADICTORY_PLAY = Code("CK868", "contradictory-play", "error")
DECIDED_AT_THE_START = Code("CK869", "decided-at-the-start", "error")
IDLE_LINE = Code("CK870", "idle-line", "warning")
UNDECIDED = Code("CK871", "undecided", "error")
NO_SUCH_LINE = Code("CK872", "no-such-line", "error")
REFUSED_SEED = Code("CK873", "refused-seed", "error")
UNNAMED_CARD = Code("CK874", "unnamed-card", "warning")

# Files and limits.
NO_SUCH_FILE = Code("CK901", "no-such-file", "error")
NOT_UTF8 = Code("CK902", "not-utf-8", "error")
FILE_TOO_LARGE = Code("CK903", "file-too-large", "error")
TOO_MUCH_TO_GROUND = Code("CK904", "too-much-to-ground", "error")
CANNOT_WRITE = Code("CK905", "cannot-write", "error")
INVALID_JSON = Code("CK906", "invalid-json", "error")
NO_CASES = Code("CK907", "no-cases", "error")
INTERRUPTED = Code("CK908", "interrupted", "error")
UNFINISHED_WORK = Code("CK909", "unfinished-work", "error")
TOO_MUCH_TO_READ = Code("CK912", "too-much-to-read", "error")
MORE_FINDINGS = Code("CK913", "more-findings", "note")
FOREIGN_FILE = Code("CK917", "foreign-file", "error")
SPECIAL_FILE = Code("CK918", "special-file", "error")
FOREIGN_PRODUCT = Code("CK920", "foreign-product", "error")
LINKED_FOLDER = Code("CK921", "linked-folder", "error")
NO_CLUSTER = Code("CK923", "no-cluster", "error")
UNFIT_CLUSTER = Code("CK924", "unfit-cluster", "error")
MISSING_EXTRA = Code("CK925", "missing-extra", "error")
LOST_WORKER = Code("CK926", "lost-worker", "error")
NO_REPOSITORY = Code("CK927", "no-repository", "error")
UNKNOWN_REVISION = Code("CK928", "unknown-revision", "error")
NOTHING_TO_REVIEW = Code("CK930", "nothing-to-review", "error")
NOTHING_TO_PROOFREAD = Code("CK931", "nothing-to-proofread", "error")
UNREADABLE_MANUSCRIPT = Code("CK933", "unreadable-manuscript", "error")
TRACKED_CHANGES = Code("CK934", "tracked-changes", "error")
DAMAGED_MARKS = Code("CK935", "damaged-marks", "error")
OTHER_MANUSCRIPT = Code("CK936", "other-manuscript", "error")
MANUSCRIPT_CONFLICT = Code("CK937", "manuscript-conflict", "error")

# One version of a document beside another.
LOST_FIGURE = Code("CK940", "lost-figure", "error")
NOT_MEASURED_NOW = Code("CK941", "not-measured-now", "error")
CASE_GONE = Code("CK942", "case-gone", "warning")
NOT_IN_REVISION = Code("CK943", "not-in-revision", "error")

# Pages in a browser.
PORT_IN_USE = Code("CK950", "port-in-use", "error")

# Games of people that are gone on with.
UNREADABLE_GAME = Code("CK960", "unreadable-game", "error")
TAMPERED_GAME = Code("CK961", "tampered-game", "error")
FOREIGN_GAME = Code("CK962", "foreign-game", "error")

ALL: tuple[Code, ...] = tuple(sorted(value for value in list(globals().values()) if isinstance(value, Code)))


def find(text: str) -> Code | None:
    """The code with this identifier or name, in any case."""
    return _by_key().get(text.strip().lower())


@cache
def _by_key() -> dict[str, Code]:
    return {key: code for code in ALL for key in (code.id.lower(), code.name)}


def nearest_codes(text: str) -> tuple[Code, ...]:
    """The codes, at most three, that an unknown text may have meant, likeliest first."""
    from difflib import get_close_matches  # noqa: PLC0415 - loaded when a code is misspelt

    keys = {key: code for code in ALL for key in (code.id.lower(), code.name)}
    return tuple(dict.fromkeys(keys[near] for near in get_close_matches(text.strip().lower(), keys, n=3)))
