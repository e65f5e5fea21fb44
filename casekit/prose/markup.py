"""The prose of a case as it is printed, and as it is read back.

Prose knows escapes (a backslash before any mark), ``*emphasis*`` and ``**strong**``; straight quotation marks
become those of the language, or an apostrophe where a word has lost its beginning (``'twas``), and French
gets its no-break spaces. Marks of a kind pair in the order they come, and the two kinds may cross; a mark
without a partner is printed as it is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from casekit.values import frozen

TAGS = {"*": "em", "**": "strong"}
"""The elements of HTML that the marks of prose become."""

UNBROKEN_END = "end"
"""The mark of the end of a paragraph, which is kept together in a line. It is not written in prose."""

_ELEMENTS = {**TAGS, UNBROKEN_END: "span"}
"""The elements of HTML for all marks."""

_OPENING_TAGS = {mark: Markup(f"<{tag}>") for mark, tag in TAGS.items()}  # noqa: S704 -- no input
_OPENING_TAGS[UNBROKEN_END] = Markup('<span class="end">')

LAST_TWO_WORDS_CHARACTERS = 20
"""The last two words are kept together if they have no more characters than this, with the space."""

SHORT_WORD_LETTERS = 4
"""The last two words are also kept together if the last one has no more letters than this."""

UNBROKEN_CHARACTERS = 30
"""No end is kept together that has more characters than this."""

_TOKEN = re.compile(r"\\(?P<escaped>[^\w\s])|(?P<mark>\*\*|\*)|(?P<quote>[\"'])|(?P<text>[^\\*\"']+|\\)")


@frozen(slots=True)
class Quotes:
    """A language's quotation marks, with the spaces that belong to them."""

    opening: str
    closing: str
    opening_single: str
    closing_single: str
    clipped_word: re.Pattern[str] = re.compile(r"\d")
    """Matches words that have lost their beginning, such as "twas": the mark before one is an apostrophe."""


QUOTES = {
    "en": Quotes(
        "“",
        "”",
        "‘",
        "’",
        # Years in words are written small: a quotation that begins with a number seldom is.
        re.compile(
            r"\d|(?:[Tt](?:is|was|were|will|would|wixt|ween|il|isn|wasn)|[Ee]m|[Nn]eath|[Gg]ainst|[Cc]os|n)\b"
            r"|(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
            r"|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ies))\b"
        ),
    ),
    "de": Quotes("„", "“", "‚", "‘", re.compile(r"\d|(?:s|n|ne[nmrs]?)\b", re.IGNORECASE)),
    "fr": Quotes("«\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}»", "“", "”"),
}
"""The quotation marks of languages, by their codes."""

APOSTROPHE = "’"

_BEFORE_QUOTATION = "([{–—\"'/"
"""A quotation can begin after one of these, without a space."""

_NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
_FULL_SPACE = "\N{NO-BREAK SPACE}"
_NO_BREAK_SPACES = {
    "fr": (
        (re.compile("[ \N{NO-BREAK SPACE}](?=[;:!?])"), _NARROW_SPACE),
        (re.compile("(?<=«) | (?=»)"), _FULL_SPACE),
        # A gentleman does not part from his name, nor an hour from its minutes: 7 h 40.
        (re.compile(r"(?:(?<=\bM\.)|(?<=\bMM\.)|(?<=\bMme)|(?<=\bMlle)) (?=[^\W\d_])"), _FULL_SPACE),
        (re.compile(r"(?<=\d) (?=h\b)"), _FULL_SPACE),
        (re.compile(rf"(?<=\d{_FULL_SPACE}h) (?=\d)"), _FULL_SPACE),
    ),
}
"""Matches of spaces that a line may not end at, and what they become, in the languages that have such."""

_TOKEN_OF_LABEL = re.compile(r"(?P<quote>[\"'])|(?P<text>[^\"']+)")


class _Token(NamedTuple):
    """A piece of prose as it is written: text, an escape, a quotation mark, or a mark without a partner."""

    match: re.Match[str]
    marks: tuple[str, ...]
    """The marks that it is in, the outermost first."""


@frozen(slots=True)
class Run:
    """A stretch of text in one style, as it is printed."""

    text: str
    marks: tuple[str, ...] = ()
    """The marks that it is in, the outermost first."""


class WrittenRun(NamedTuple):
    """A stretch of text in one style, with and without its escape."""

    text: str
    """The characters that a reader sees, without typographic quotation marks and spaces."""
    written: str
    """How it is written: ``\\*`` for a star."""
    marks: tuple[str, ...]
    """The marks that it is in, the outermost first."""


class PlacedRun(NamedTuple):
    """A stretch of text in one style, where it is written."""

    start: int
    """Its first character in the prose."""
    written: str
    marks: tuple[str, ...]
    """The marks that it is in, the outermost first."""


def styled_runs(prose: str, language: str = "en") -> Iterator[Run]:
    """Split prose into stretches of one style, with typographic quotation marks."""
    return _typeset(_tokens(prose), language)


def _typeset(tokens: Iterable[_Token], language: str) -> Iterator[Run]:
    """The runs of tokens as they are printed.

    Quotation marks are English ones, without spaces, if the language is unknown.
    """
    quotes = QUOTES.get(language.partition("-")[0].lower(), QUOTES["en"])
    mark_setter = _QuotationMarkSetter(quotes)
    for match, marks in tokens:
        text = match.group()
        match match.lastgroup:
            case "escaped":
                text = match["escaped"]
            case "text":
                text = with_no_break_spaces(text, language)
            case "quote":
                text = mark_setter.typographic(match.string, match.start())
        yield Run(text, marks)


def written_runs(prose: str) -> Iterator[WrittenRun]:
    """Split prose into stretches of one style, with what readers see and how it is written."""
    for match, marks in _tokens(prose):
        yield WrittenRun(match["escaped"] or match.group(), match.group(), marks)


def placed_runs(prose: str) -> Iterator[PlacedRun]:
    """Split prose into stretches of one style as they are written, with their places."""
    for match, marks in _tokens(prose):
        yield PlacedRun(match.start(), match.group(), marks)


def _tokens(prose: str) -> Iterator[_Token]:
    """Everything but marks that have a partner, each with the marks that it is in."""
    matches = list(_TOKEN.finditer(prose))
    written = [match["mark"] for match in matches]
    # How many of each mark are left that have a partner: the last one of an odd number has none.
    paired = {mark: written.count(mark) // 2 * 2 for mark in TAGS}
    marks: tuple[str, ...] = ()
    for match in matches:
        mark = match["mark"]
        if mark and paired[mark]:
            paired[mark] -= 1
            is_closing = mark in marks
            marks = _without(marks, mark) if is_closing else (*marks, mark)
            continue
        yield _Token(match, marks)


def _without(marks: tuple[str, ...], mark: str) -> tuple[str, ...]:
    """The marks but one."""
    return tuple([other for other in marks if other != mark])


def to_html(prose: str, language: str = "en") -> Markup:
    """The prose as HTML."""
    return _html_of_runs(styled_runs(prose, language))


def paragraph_to_html(prose: str, language: str = "en") -> Markup:
    """The prose as HTML, the end of which is kept together, so that its last line is more than a word."""
    return _html_of_runs(_with_unbroken_end(list(styled_runs(prose, language))))


def _with_unbroken_end(runs: Sequence[Run]) -> Iterator[Run]:
    """The runs of a paragraph, with the mark of an unbroken end on those of its last word or two."""
    end_start = _start_of_end("".join(run.text for run in runs))
    run_start = 0
    for run in runs:
        cut = min(max(0, end_start - run_start), len(run.text))
        run_start += len(run.text)
        if run.text[:cut]:
            yield Run(run.text[:cut], run.marks)
        if run.text[cut:]:
            yield Run(run.text[cut:], (*run.marks, UNBROKEN_END))


def _start_of_end(text: str) -> int:
    """Where the end of a paragraph begins that is kept together; the length of the text if there is none.

    It is the last two words, or the last one if both together are long: "so it was her." ends with "was
    her.", but "an extraordinary investigation" with "investigation".
    """
    text = text.rstrip(" ")
    last_word = text.rfind(" ") + 1
    last_two_words = text.rfind(" ", 0, max(0, last_word - 1)) + 1
    start = last_word
    if last_word:
        is_short = sum(map(str.isalnum, text[last_word:])) <= SHORT_WORD_LETTERS
        if is_short or len(text) - last_two_words <= LAST_TWO_WORDS_CHARACTERS:
            start = last_two_words
    return start if len(text) - start <= UNBROKEN_CHARACTERS else len(text)


def _html_of_runs(runs: Iterable[Run]) -> Markup:
    """The runs as HTML; an element stays open as long as the runs after each other are in its mark."""
    parts = []
    open_marks: tuple[str, ...] = ()
    for run in (*runs, Run("")):
        shared = 0
        while shared < min(len(open_marks), len(run.marks)) and open_marks[shared] == run.marks[shared]:
            shared += 1
        parts += [Markup("</{}>").format(_ELEMENTS[mark]) for mark in reversed(open_marks[shared:])]
        parts += [_OPENING_TAGS[mark] for mark in run.marks[shared:]]
        parts.append(escape(run.text))
        open_marks = run.marks
    return Markup("").join(parts)


def visible_text(prose: str, language: str = "en") -> str:
    """The characters a reader sees."""
    return "".join(run.text for run in styled_runs(prose, language))


def typographic(text: str, language: str = "en") -> str:
    """A title or a name as it is printed: with typographic quotation marks and spaces.

    It has no emphasis and no escapes.
    """
    tokens = [_Token(match, ()) for match in _TOKEN_OF_LABEL.finditer(text)]
    return "".join([run.text for run in _typeset(tokens, language)])


def with_no_break_spaces(text: str, language: str) -> str:
    """A text with the no-break spaces of a language where it has spaces."""
    for space, no_break_space in _NO_BREAK_SPACES.get(language.partition("-")[0].lower(), ()):
        text = space.sub(no_break_space, text)
    return text


class _QuotationMarkSetter:
    """Sets straight quotation marks of a text in the marks of a language, one after the other."""

    def __init__(self, quotes: Quotes) -> None:
        self._quotes = quotes
        self._single_is_open = False
        """Whether a single quotation is open."""

    def typographic(self, prose: str, place: int) -> str:
        """The mark for the straight one at a place of the prose, which must be after the last one."""
        quotes = self._quotes
        before = prose[:place].rstrip("*")[-1:]
        after = prose[place + 1 :].lstrip("*")[:1]
        is_after_space = not before.strip()
        is_after_opener = before in _BEFORE_QUOTATION and after.isalnum()
        opens = bool(after.strip()) if is_after_space else is_after_opener
        if prose[place] == '"':
            return quotes.opening if opens else quotes.closing
        if opens and not self._single_is_open and not quotes.clipped_word.match(prose, place + 1):
            self._single_is_open = True
            return quotes.opening_single
        if self._single_is_open and not after.isalnum():
            self._single_is_open = False
            return quotes.closing_single
        return APOSTROPHE
