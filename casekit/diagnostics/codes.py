"""Codes, the findings that they make, and the codes that several games raise.

Codes that one game alone raises are constants like these in its folder (``casekit.kit.code_registry`` joins
them). Each code has an entry of the same name in the folder ``catalogue/`` beside its module: why it matters,
a wrong and a right example. Codes are permanent: one that is not raised any more is in the ``was`` of
another.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from types import ModuleType
from typing import Any, Literal

from casekit.diagnostics.source import Span
from casekit.values import field, frozen


class Severity(IntEnum):
    """How much a finding weighs; the lower, the graver."""

    ERROR = 0
    WARNING = 1
    NOTE = 2

    def __str__(self) -> str:
        return self.name.lower()


@frozen(slots=True)
class Related:
    """Another place that belongs to a finding, and what it has to do with it."""

    span: Span
    label: str


@frozen(slots=True)
class Edit:
    """A replacement of the text at ``span``."""

    span: Span
    replacement: str


@frozen(slots=True, order=True)
class Code:
    """A kind of finding: its permanent identifier, its kebab-case name and its weight.

    The identifier is ``CK`` and three digits, or ``NAME-`` and three digits where a game from another package
    raises it, NAME being its name in capitals. ``home`` is the package that its constant and its entry in the
    catalogue are in. ``was`` are the codes whose findings it has now, as in ``"CK303 unknown-suspect"``: they
    were merged into it, or it was split from them. What names one of these means this code too.
    """

    id: str
    name: str
    severity: Literal["error", "warning", "note"]
    home: str = field(default=__package__, compare=False, repr=False)
    was: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def at(
        self,
        span: Span,
        message: str,
        *,
        hint: str = "",
        related: tuple[Related, ...] = (),
        fix: tuple[Edit, ...] = (),
    ) -> "Finding":
        """A finding of this kind: what is wrong at ``span``, and the cure in the imperative."""
        return Finding(self, message, span, hint, related, fix)

    @property
    def family(self) -> str:
        """The digit of its family, a stage: ``"4"`` of ``CK401``; ``"0"`` (any) of ``NAME-001``."""
        return self.id[-3]

    @property
    def past_ids(self) -> tuple[str, ...]:
        """The identifiers, other than its own, that its findings once had."""
        ids = dict.fromkeys(code.split()[0] for code in self.was)
        return tuple([past for past in ids if past != self.id])

    @property
    def past_names(self) -> tuple[str, ...]:
        """The names, other than its own, that its findings once had."""
        names = dict.fromkeys(code.split()[1] for code in self.was)
        return tuple([past for past in names if past != self.name])

    def __str__(self) -> str:
        return f"{self.id} {self.name}"


@frozen(slots=True)
class Finding:
    """One finding: what is wrong, where, and the cure in the imperative. ``Code.at`` makes it."""

    code: Code
    message: str
    span: Span
    hint: str = ""
    related: tuple[Related, ...] = ()
    fix: tuple[Edit, ...] = ()

    @classmethod
    def of(cls, row: Sequence[Any]) -> "Finding":
        """A finding of a code that games share, without related places, from its fields in order."""
        code, message, span, hint, *_ = row
        return cls(shared_code(code[0]), message, Span(*span), hint)

    @property
    def severity(self) -> Severity:
        """The severity its code has in the catalogue."""
        return Severity[self.code.severity.upper()]


# Text and syntax.
SYNTAX_ERROR = Code("CK101", "syntax-error", "error", __package__)
HEADING_WITHOUT_SPACE = Code("CK102", "heading-without-space", "error", __package__)
EQUALS_FOR_IMPLIES = Code("CK103", "equals-for-implies", "error", __package__)
FOREIGN_OPERATOR = Code("CK105", "foreign-operator", "error", __package__)
MISPLACED_LOGIC = Code("CK106", "misplaced-logic", "error", __package__)
EMPTY_CASE = Code("CK107", "empty-case", "error", __package__)
UNKNOWN_FIELD = Code("CK110", "unknown-field", "error", __package__)
DUPLICATE_FIELD = Code("CK111", "duplicate-field", "error", __package__)
MISSING_FIELD = Code("CK112", "missing-field", "error", __package__)
BAD_FIELD_VALUE = Code("CK113", "bad-field-value", "error", __package__)
IDLE_CHARACTER = Code("CK114", "idle-character", "warning", __package__)
REPLACED_CHARACTER = Code("CK115", "replaced-character", "warning", __package__)
LOOK_ALIKE_MARK = Code("CK116", "look-alike-mark", "error", __package__)
LOOSE_MARK = Code("CK117", "loose-mark", "warning", __package__)
TODO = Code("CK120", "todo", "warning", __package__)
SPOILING_PARAGRAPH = Code("CK123", "spoiling-paragraph", "error", __package__)
REPEATED_TEXT = Code("CK124", "repeated-text", "warning", __package__)
QUOTATION_NOT_IN_PROSE = Code("CK126", "quotation-not-in-prose", "error", __package__)
STRAY_EMPHASIS = Code("CK128", "stray-emphasis", "warning", __package__)
UNUSED_SILENCE = Code("CK129", "unused-silence", "warning", __package__)
CURLY_QUOTATION = Code("CK130", "curly-quotation", "error", __package__)
CLOCK_TIME = Code("CK131", "clock-time", "error", __package__)
MISSING_QUOTATION = Code("CK137", "missing-quotation", "error", __package__)
NAME_WITH_DIGIT_FIRST = Code("CK132", "name-with-digit-first", "error", __package__)
HIDDEN_CHARACTER = Code("CK135", "hidden-character", "error", __package__)
PROSE_LIKE_LOGIC = Code("CK136", "prose-like-logic", "error", __package__)
OTHER_TIME = Code("CK140", "other-time", "warning", __package__)
OTHER_NUMBER = Code("CK141", "other-number", "warning", __package__)
REPEATED_LINE = Code("CK144", "repeated-line", "warning", __package__)
OTHER_NAME = Code("CK146", "other-name", "warning", __package__)
CONTRARY_SENTENCE = Code("CK147", "contrary-sentence", "warning", __package__)
DENIED_QUOTATION = Code("CK148", "denied-quotation", "warning", __package__)
MISPLACED_PARAGRAPH = Code("CK149", "misplaced-paragraph", "warning", __package__)
DISGUISED_NAME = Code("CK157", "disguised-name", "warning", __package__)
UNSTATED_SENTENCE = Code("CK134", "unstated-sentence", "note", __package__)
UNREAD_FACT = Code("CK133", "unread-fact", "note", __package__)

# Names and types.
UNKNOWN_NAME = Code("CK201", "unknown-name", "error", __package__)
WRONG_ARITY = Code("CK202", "wrong-arity", "error", __package__)
WRONG_TYPE = Code("CK203", "wrong-type", "error", __package__)
NOT_A_FORMULA = Code("CK204", "not-a-formula", "error", __package__)
UNORDERED_COMPARISON = Code("CK205", "unordered-comparison", "error", __package__)
NEVER_A_VALUE = Code("CK206", "never-a-value", "error", __package__)
DUPLICATE_NAME = Code("CK207", "duplicate-name", "error", __package__)
HIDDEN_NAME = Code("CK208", "hidden-name", "error", __package__)
UNKNOWN_TYPE = Code("CK209", "unknown-type", "error", __package__)
OFF_THE_CLOCK = Code("CK211", "off-the-clock", "error", __package__)
STRAY_NUMBER = Code("CK212", "stray-number", "error", __package__)
BACKWARD_RANGE = Code("CK213", "backward-range", "error", __package__)
LOOK_ALIKE_NAMES = Code("CK218", "look-alike-names", "warning", __package__)

# Paths and completeness.
MISSING_PATH = Code("CK301", "missing-path", "error", __package__)
UNKNOWN_HEADING = Code(
    "CK306",
    "unknown-heading",
    "error",
    __package__,
    was=("CK303 unknown-suspect", "CK304 unknown-topic", "CK305 unknown-location"),
)
MISSING_BLOCK = Code("CK309", "missing-block", "error", __package__)
DUPLICATE_BLOCK = Code("CK310", "duplicate-block", "error", __package__)

# Truth and lies.
INCOMPLETE_TRUTH = Code("CK406", "incomplete-truth", "error", __package__)

# Deduction.
OPEN_ELEMENT = Code("CK502", "open-element", "error", __package__)
SUPPORTED_ELEMENT = Code("CK503", "supported-element", "error", __package__)
IDLE_STATEMENT = Code("CK505", "idle-statement", "warning", __package__)
UNUSABLE_STATEMENT = Code("CK506", "unusable-statement", "warning", __package__)
CONTRARY_ELEMENT = Code("CK507", "contrary-element", "error", __package__)
VOID_LINE = Code("CK512", "void-line", "note", __package__)

# What readers take from the prose.
FALSE_WORDS = Code("CK520", "false-words", "warning", __package__)
FALSE_PRESENTATION = Code("CK521", "false-presentation", "error", __package__)
GIVES_ANSWER_AWAY = Code("CK522", "gives-answer-away", "warning", __package__)
OTHER_VOICE = Code("CK523", "other-voice", "warning", __package__)
UNTAKEN_LINE = Code("CK524", "untaken-line", "warning", __package__)
SUGGESTED_LINE = Code("CK525", "suggested-line", "note", __package__)
CONTRARY_WORDS = Code("CK526", "contrary-words", "warning", __package__)
LONE_READING = Code("CK527", "lone-reading", "note", __package__)
STALE_READING = Code("CK528", "stale-reading", "note", __package__)
MISSING_READING = Code("CK529", "missing-reading", "error", __package__)
INVALID_READING = Code("CK530", "invalid-reading", "error", __package__)
REFUSED_ANSWER = Code("CK531", "refused-answer", "error", __package__)
UNLIKE_WORDS = Code("CK532", "unlike-words", "note", __package__)

# Balance and style.
LEVEL_NOT_MET = Code("CK601", "level-not-met", "warning", __package__)

# At the table.
SHORTCUT = Code("CK620", "shortcut", "note", __package__)
IDLE_PATH = Code("CK621", "idle-path", "note", __package__)
STUCK_WITHOUT = Code("CK622", "stuck-without", "note", __package__)
UNSKILLED_CASE = Code("CK623", "unskilled-case", "note", __package__)
DECIDES_ALONE = Code("CK624", "decides-alone", "note", __package__)
SHARED_TURN = Code("CK625", "shared-turn", "note", __package__)
MISSED_THRESHOLD = Code("CK626", "missed-threshold", "error", __package__)
OPEN_AT_THE_TABLE = Code("CK629", "open-at-the-table", "warning", __package__)
UNREADABLE_LOG = Code("CK630", "unreadable-log", "warning", __package__)
TAMPERED_LOG = Code("CK631", "tampered-log", "warning", __package__)
FOREIGN_LOG = Code("CK632", "foreign-log", "warning", __package__)
OTHER_VERSION_LOG = Code("CK633", "other-version-log", "note", __package__)
REPEATED_LOG = Code("CK634", "repeated-log", "warning", __package__)
NO_LOGS = Code("CK635", "no-logs", "error", __package__)
NOT_AT_A_TABLE = Code("CK922", "not-at-a-table", "error", __package__)

# Print.
MISSING_GLYPH = Code("CK701", "missing-glyph", "error", __package__)
LONG_PRESENTATION = Code("CK702", "long-presentation", "error", __package__)
MISPRINTED_NUMBER = Code("CK703", "misprinted-number", "error", __package__)
MISLEADING_TABLE = Code("CK704", "misleading-table", "error", __package__)
MISPLACED_PAGE = Code("CK705", "misplaced-page", "error", __package__)
FONT_NOT_EMBEDDED = Code("CK706", "font-not-embedded", "error", __package__)
LONG_SOLUTION = Code("CK707", "long-solution", "error", __package__)
MISSING_TYPESETTER = Code("CK708", "missing-typesetter", "error", __package__)
LONG_TITLE = Code("CK709", "long-title", "error", __package__)
INVALID_LOCK = Code("CK710", "invalid-lock", "error", __package__, was=("CK712 inconsistent-lock",))
NEWER_LOCK = Code("CK711", "newer-lock", "error", __package__)
MISMATCHED_LOCK = Code("CK713", "mismatched-lock", "error", __package__)
NOT_IN_LOCK = Code("CK716", "not-in-lock", "error", __package__)
ALREADY_IN_LOCK = Code("CK717", "already-in-lock", "error", __package__)
STILL_IN_BOOKLET = Code("CK728", "still-in-booklet", "error", __package__)
CROWDED_SPREAD = Code("CK714", "crowded-spread", "warning", __package__)
CLOSE_NUMBERS = Code("CK715", "close-numbers", "warning", __package__)
ADDED_CASE = Code("CK719", "added-case", "warning", __package__)
UNREADABLE_ILLUSTRATION = Code("CK722", "unreadable-illustration", "error", __package__)
UNSAFE_ILLUSTRATION = Code("CK723", "unsafe-illustration", "error", __package__)
UNPRINTABLE_DRAWING = Code("CK718", "unprintable-drawing", "error", __package__)
OVERFULL_CARD = Code("CK724", "overfull-card", "error", __package__)
CROWDED_PLAN = Code("CK725", "crowded-plan", "error", __package__)
NARROW_SPINE = Code("CK726", "narrow-spine", "error", __package__)
LONG_BACK = Code("CK727", "long-back", "error", __package__)
WRONG_BOX = Code("CK730", "wrong-box", "error", __package__)
WRONG_PAGE_COUNT = Code("CK731", "wrong-page-count", "error", __package__)
WRONG_INK = Code("CK732", "wrong-ink", "error", __package__)
MISSING_OUTPUT_INTENT = Code("CK733", "missing-output-intent", "error", __package__)
MISSING_TAGS = Code("CK734", "missing-tags", "error", __package__)
TEXT_OUTSIDE_PAGE = Code("CK735", "text-outside-page", "error", __package__)
UNREADABLE_PDF = Code("CK736", "unreadable-pdf", "error", __package__)
SMALL_SHEET = Code("CK737", "small-sheet", "error", __package__)
MISPLACED_ON_SHEET = Code("CK738", "misplaced-on-sheet", "error", __package__)
MISSING_TEXT = Code("CK739", "missing-text", "error", __package__)
LOST_PROCESS = Code("CK740", "lost-process", "error", __package__)
HEAVY_ILLUSTRATION = Code("CK742", "heavy-illustration", "error", __package__)
ALTERED_PLACE = Code("CK748", "altered-place", "error", __package__)
ALTERED_PAGES = Code("CK749", "altered-pages", "error", __package__)
UNLIKE_TEXT = Code("CK750", "unlike-text", "error", __package__)
UNCOUNTED_INK = Code("CK751", "uncounted-ink", "warning", __package__)
OTHER_LAYOUT = Code("CK752", "other-layout", "note", __package__)
MOVED_PARAGRAPHS = Code("CK753", "moved-paragraphs", "note", __package__)
OVERLAPPING_TEXT = Code("CK741", "overlapping-text", "error", __package__)
HIDDEN_TEXT = Code("CK743", "hidden-text", "error", __package__)
ADDED_OBJECT = Code("CK744", "added-object", "error", __package__)
COARSE_PICTURE = Code("CK745", "coarse-picture", "warning", __package__)
FINE_LINE = Code("CK746", "fine-line", "error", __package__)
WRONG_LANGUAGE = Code("CK747", "wrong-language", "error", __package__)
REPEATED_TITLE = Code("CK760", "repeated-title", "warning", __package__)

# Edition.
INVALID_EDITION = Code("CK801", "invalid-edition", "error", __package__, was=("CK802 inconsistent-edition",))
MISSING_CASE = Code("CK803", "missing-case", "error", __package__)
NEWER_FORMAT = Code("CK805", "newer-format", "error", __package__)
UNSTATED_FORMAT = Code("CK806", "unstated-format", "note", __package__)
UNPORTABLE_NAME = Code("CK816", "unportable-name", "error", __package__)
WRONG_BAR_CODE = Code("CK817", "wrong-bar-code", "error", __package__)
UNKNOWN_LANGUAGE = Code("CK830", "unknown-language", "error", __package__)
NO_TRANSLATION = Code("CK831", "no-translation", "error", __package__)
MISSING_CATALOGUE = Code("CK832", "missing-catalogue", "warning", __package__)
INVALID_CATALOGUE = Code("CK833", "invalid-catalogue", "error", __package__)
FOREIGN_CATALOGUE = Code("CK834", "foreign-catalogue", "error", __package__)
UNTRANSLATED_TEXT = Code("CK835", "untranslated-text", "warning", __package__)
DRIFTED_TRANSLATION = Code("CK836", "drifted-translation", "warning", __package__)
LOST_QUOTATION = Code("CK837", "lost-quotation", "error", __package__)
OTHER_NAMES = Code("CK838", "other-names", "warning", __package__)
UNSPOKEN_LANGUAGE = Code("CK839", "unspoken-language", "warning", __package__)
OTHER_NUMBERS = Code("CK840", "other-numbers", "warning", __package__)
LOST_PLACEHOLDER = Code("CK841", "lost-placeholder", "error", __package__)

# Files and limits.
NO_SUCH_FILE = Code("CK901", "no-such-file", "error", __package__)
NOT_UTF_8 = Code("CK902", "not-utf-8", "error", __package__)
FILE_TOO_LARGE = Code("CK903", "file-too-large", "error", __package__)
TOO_MUCH_TO_GROUND = Code("CK904", "too-much-to-ground", "error", __package__)
CANNOT_WRITE = Code("CK905", "cannot-write", "error", __package__)
INVALID_JSON = Code("CK906", "invalid-json", "error", __package__)
NO_CASES = Code("CK907", "no-cases", "error", __package__)
INTERRUPTED = Code("CK908", "interrupted", "error", __package__)
UNFINISHED_WORK = Code("CK909", "unfinished-work", "error", __package__)
OWN_FAULT = Code("CK910", "own-fault", "error", __package__)
OUTPUT_OVER_SOURCE = Code("CK911", "output-over-source", "error", __package__)
TOO_MUCH_TO_READ = Code("CK912", "too-much-to-read", "error", __package__)
MORE_FINDINGS = Code("CK913", "more-findings", "note", __package__)
COSTLY_LINE = Code("CK914", "costly-line", "note", __package__)
TOO_MUCH_TO_CHECK = Code("CK915", "too-much-to-check", "error", __package__)
FOREIGN_FILE = Code("CK917", "foreign-file", "error", __package__)
SPECIAL_FILE = Code("CK918", "special-file", "error", __package__)
CONFLICT_MARKER = Code("CK919", "conflict-marker", "error", __package__)
FOREIGN_PRODUCT = Code("CK920", "foreign-product", "error", __package__)
LINKED_FOLDER = Code("CK921", "linked-folder", "error", __package__)
NO_CLUSTER = Code("CK923", "no-cluster", "error", __package__)
UNFIT_CLUSTER = Code("CK924", "unfit-cluster", "error", __package__)
MISSING_EXTRA = Code("CK925", "missing-extra", "error", __package__)
LOST_WORKER = Code("CK926", "lost-worker", "error", __package__)
NO_REPOSITORY = Code("CK927", "no-repository", "error", __package__)
UNKNOWN_REVISION = Code("CK928", "unknown-revision", "error", __package__)
UNFETCHED_FILE = Code("CK929", "unfetched-file", "error", __package__)
NO_PROSE = Code(
    "CK930", "no-prose", "error", __package__, was=("CK930 nothing-to-review", "CK931 nothing-to-proofread")
)
UNKNOWN_MARKUP = Code("CK932", "unknown-markup", "error", __package__)
UNREADABLE_MANUSCRIPT = Code("CK933", "unreadable-manuscript", "error", __package__)
TRACKED_CHANGES = Code("CK934", "tracked-changes", "error", __package__)
DAMAGED_MARKS = Code("CK935", "damaged-marks", "error", __package__)
OTHER_MANUSCRIPT = Code("CK936", "other-manuscript", "error", __package__)
MANUSCRIPT_CONFLICT = Code("CK937", "manuscript-conflict", "error", __package__)

# One version of a document beside another.
LOST_FIGURE = Code("CK940", "lost-figure", "error", __package__)
NOT_MEASURED_NOW = Code("CK941", "not-measured-now", "error", __package__)
CASE_GONE = Code("CK942", "case-gone", "warning", __package__)
NOT_IN_REVISION = Code("CK943", "not-in-revision", "error", __package__)

# Pages in a browser.
PORT_IN_USE = Code("CK950", "port-in-use", "error", __package__)

# Games of people that are gone on with.
UNREADABLE_GAME = Code("CK960", "unreadable-game", "error", __package__)
TAMPERED_GAME = Code("CK961", "tampered-game", "error", __package__)
FOREIGN_GAME = Code("CK962", "foreign-game", "error", __package__)


def codes_in(module: ModuleType) -> tuple[Code, ...]:
    """The codes of a module such as this one, in order."""
    return tuple(sorted(value for value in vars(module).values() if isinstance(value, Code)))


def shared_code(identifier: str) -> Code:
    """The code of this module that has an identifier: another process sends findings as data."""
    return next(code for code in globals().values() if isinstance(code, Code) and code.id == identifier)


def nearest_codes(text: str, known: Mapping[str, Sequence[Code]]) -> tuple[Code, ...]:
    """The codes, at most three, that an unknown text may have meant, likeliest first."""
    from difflib import get_close_matches  # noqa: PLC0415 - loaded when a code is misspelt

    return tuple(
        dict.fromkeys(known[near][0] for near in get_close_matches(text.strip().lower(), known, n=3))
    )
