"""The table of the codes that all games share. Codes are permanent; a retired one remains as an alias.

Codes that one game alone raises are in a table like this one in its folder (``casekit.games.all_codes`` joins them). Each code has
an entry of the same name in the folder ``catalogue/`` beside its table: why it matters, a wrong and a right example.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Literal


@dataclass(frozen=True, slots=True, order=True)
class Code:
    """A kind of finding: its permanent identifier, its kebab-case name and its weight.

    The identifier is ``CK`` and three digits, or ``NAME-`` and three digits where a game from another package raises it, NAME
    being its name in capitals. ``home`` is the package that its table and its entry in the catalogue are in.
    """

    id: str
    name: str
    severity: Literal["error", "warning", "note"]
    home: str = field(default=__package__, compare=False, repr=False)

    @property
    def family(self) -> str:
        """The digit of its family, which is a stage: ``"4"`` of ``CK401``, ``"0"`` of ``NAME-001``, which is of any."""
        return self.id[-3]

    def __str__(self) -> str:
        return f"{self.id} {self.name}"


# Text and syntax.
SYNTAX_ERROR = Code("CK101", "syntax-error", "error")
HEADING_WITHOUT_SPACE = Code("CK102", "heading-without-space", "error")
EQUALS_FOR_IMPLIES = Code("CK103", "equals-for-implies", "error")
FOREIGN_OPERATOR = Code("CK105", "foreign-operator", "error")
MISPLACED_LOGIC = Code("CK106", "misplaced-logic", "error")
EMPTY_CASE = Code("CK107", "empty-case", "error")
UNKNOWN_FIELD = Code("CK110", "unknown-field", "error")
DUPLICATE_FIELD = Code("CK111", "duplicate-field", "error")
MISSING_FIELD = Code("CK112", "missing-field", "error")
BAD_FIELD_VALUE = Code("CK113", "bad-field-value", "error")
TODO = Code("CK120", "todo", "warning")
SPOILING_PARAGRAPH = Code("CK123", "spoiling-paragraph", "error")
REPEATED_TEXT = Code("CK124", "repeated-text", "warning")
QUOTATION_NOT_IN_PROSE = Code("CK126", "quotation-not-in-prose", "error")
STRAY_EMPHASIS = Code("CK128", "stray-emphasis", "warning")
UNUSED_SILENCE = Code("CK129", "unused-silence", "warning")
CURLY_QUOTATION = Code("CK130", "curly-quotation", "error")
CLOCK_TIME = Code("CK131", "clock-time", "error")
MISSING_QUOTATION = Code("CK137", "missing-quotation", "error")
NAME_WITH_DIGIT_FIRST = Code("CK132", "name-with-digit-first", "error")
HIDDEN_CHARACTER = Code("CK135", "hidden-character", "error")
PROSE_LIKE_LOGIC = Code("CK136", "prose-like-logic", "error")
OTHER_TIME = Code("CK140", "other-time", "warning")
OTHER_NUMBER = Code("CK141", "other-number", "warning")
REPEATED_LINE = Code("CK144", "repeated-line", "warning")
OTHER_NAME = Code("CK146", "other-name", "warning")
CONTRARY_SENTENCE = Code("CK147", "contrary-sentence", "warning")
DENIED_QUOTATION = Code("CK148", "denied-quotation", "warning")
MISPLACED_PARAGRAPH = Code("CK149", "misplaced-paragraph", "warning")
UNSTATED_SENTENCE = Code("CK134", "unstated-sentence", "note")

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
OFF_THE_CLOCK = Code("CK211", "off-the-clock", "error")
STRAY_NUMBER = Code("CK212", "stray-number", "error")
BACKWARD_RANGE = Code("CK213", "backward-range", "error")

# Paths and completeness.
MISSING_PATH = Code("CK301", "missing-path", "error")
UNKNOWN_HEADING = Code("CK306", "unknown-heading", "error")
MISSING_BLOCK = Code("CK309", "missing-block", "error")
DUPLICATE_BLOCK = Code("CK310", "duplicate-block", "error")

# Truth and lies.
INCOMPLETE_TRUTH = Code("CK406", "incomplete-truth", "error")

# Deduction.
OPEN_ELEMENT = Code("CK502", "open-element", "error")
SUPPORTED_ELEMENT = Code("CK503", "supported-element", "error")
IDLE_STATEMENT = Code("CK505", "idle-statement", "warning")
UNUSABLE_STATEMENT = Code("CK506", "unusable-statement", "warning")
CONTRARY_ELEMENT = Code("CK507", "contrary-element", "error")

# Balance and style.
LEVEL_NOT_MET = Code("CK601", "level-not-met", "warning")

# At the table.
SHORTCUT = Code("CK620", "shortcut", "note")
IDLE_PATH = Code("CK621", "idle-path", "note")
STUCK_WITHOUT = Code("CK622", "stuck-without", "note")
UNSKILLED_CASE = Code("CK623", "unskilled-case", "note")
DECIDES_ALONE = Code("CK624", "decides-alone", "note")
SHARED_TURN = Code("CK625", "shared-turn", "note")
MISSED_THRESHOLD = Code("CK626", "missed-threshold", "error")
OPEN_AT_THE_TABLE = Code("CK629", "open-at-the-table", "warning")
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
OTHER_LAYOUT = Code("CK752", "other-layout", "note")
MOVED_PARAGRAPHS = Code("CK753", "moved-paragraphs", "note")
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
MISSING_CASE = Code("CK803", "missing-case", "error")
NEWER_FORMAT = Code("CK805", "newer-format", "error")
UNSTATED_FORMAT = Code("CK806", "unstated-format", "note")
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
COSTLY_LINE = Code("CK914", "costly-line", "note")
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


def codes_in(table: ModuleType) -> tuple[Code, ...]:
    """The codes of a table such as this module, in order."""
    return tuple(sorted(value for value in vars(table).values() if isinstance(value, Code)))


def code_called(identifier: str) -> Code:
    """The code of this table that has an identifier."""
    return next(code for code in codes_in(sys.modules[__name__]) if code.id == identifier)


def nearest_codes(text: str, known: Mapping[str, Code]) -> tuple[Code, ...]:
    """The codes, at most three, that an unknown text may have meant, likeliest first."""
    from difflib import get_close_matches  # noqa: PLC0415 - loaded when a code is misspelt

    return tuple(dict.fromkeys(known[near] for near in get_close_matches(text.strip().lower(), known, n=3)))
