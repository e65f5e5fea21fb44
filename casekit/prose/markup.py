"""The prose of a case as it is printed, and as it is read back.

Prose knows escapes (a backslash before any mark), ``*emphasis*`` and ``**strong**``; straight quotation marks
become those of the language, or an apostrophe where a word has lost its beginning (``'twas``), and French
gets its no-break spaces. Marks of a kind pair in the order they come, and the two kinds may cross; a mark
without a partner is printed as it is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup, escape

from casekit.values import frozen

TAGS = {"*": "em", "**": "strong"}
_END = "end"
"""Marks the end of a paragraph that is kept together."""
_ELEMENTS = {**TAGS, _END: "span"}
_OPENED = {mark: Markup(f"<{tag}>") for mark, tag in TAGS.items()}  # noqa: S704 -- no input
_OPENED[_END] = Markup('<span class="end">')
# The last two words are kept together if they have no more characters than this; a last word of so few
# letters is not alone in its line even if the end is longer, unless it has this many characters.
_PAIR, _SHORT, _LONG = 20, 4, 30
_TOKEN = re.compile(r"\\(?P<escaped>[^\w\s])|(?P<mark>\*\*|\*)|(?P<quote>[\"'])|(?P<text>[^\\*\"']+|\\)")


@frozen(slots=True)
class Quotes:
    """A language's quotation marks, double and single, each opening and closing, with the space they keep.

    ``clipped`` matches words that have lost their beginning: the mark before one is an apostrophe.
    """

    double: tuple[str, str]
    single: tuple[str, str]
    clipped: re.Pattern[str] = re.compile(r"\d")


QUOTES = {
    "en": Quotes(
        ("“", "”"),
        ("‘", "’"),
        # Years in words are written small: a quotation that begins with a number seldom is.
        re.compile(
            r"\d|(?:[Tt](?:is|was|were|will|would|wixt|ween|il|isn|wasn)|[Ee]m|[Nn]eath|[Gg]ainst|[Cc]os|n)\b"
            r"|(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
            r"|(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ies))\b"
        ),
    ),
    "de": Quotes(("„", "“"), ("‚", "‘"), re.compile(r"\d|(?:s|n|ne[nmrs]?)\b", re.IGNORECASE)),
    "fr": Quotes(("«\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}»"), ("“", "”")),
}
APOSTROPHE = "’"
_NARROW, _FULL = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
_SPACES = {
    "fr": (
        (re.compile("[ \N{NO-BREAK SPACE}](?=[;:!?])"), _NARROW),
        (re.compile("(?<=«) | (?=»)"), _FULL),
        # A gentleman does not part from his name, nor an hour from its minutes: 7 h 40.
        (re.compile(r"(?:(?<=\bM\.)|(?<=\bMM\.)|(?<=\bMme)|(?<=\bMlle)) (?=[^\W\d_])"), _FULL),
        (re.compile(r"(?<=\d) (?=h\b)"), _FULL),
        (re.compile(rf"(?<=\d{_FULL}h) (?=\d)"), _FULL),
    ),
}
"""Spaces that a line may not end at, in the languages that set them."""
_IN_LABEL = re.compile(r"(?P<quote>[\"'])|(?P<text>[^\"']+)")
_Token = tuple[re.Match[str], tuple[str, ...]]
"""A piece of prose, and the marks that it is in."""


@frozen(slots=True)
class Run:
    """A stretch of text and the marks it is in, the outermost first."""

    text: str
    marks: tuple[str, ...] = ()


def styled_runs(prose: str, language: str = "en") -> Iterator[Run]:
    """Split prose into stretches of one style, with typographic quotation marks."""
    return _set(_tokens(prose), language)


def _set(tokens: Iterable[_Token], language: str) -> Iterator[Run]:
    """The runs of tokens, some of which may be quotation marks.

    They are English ones, without spaces, if the language is unknown.
    """
    quotes = QUOTES.get(language.partition("-")[0].lower(), QUOTES["en"])
    open_single = False
    for token, marks in tokens:
        text = token.group()
        match token.lastgroup:
            case "escaped":
                text = token["escaped"]
            case "text":
                text = with_no_break_spaces(text, language)
            case "quote":
                text, open_single = _curl(token.string, token.start(), quotes, open_single=open_single)
        yield Run(text, marks)


def written_runs(prose: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The same stretches without the typesetter's marks and spaces.

    Each has what is seen, how it is written, and the marks it is in.
    """
    return ((token["escaped"] or token.group(), token.group(), marks) for token, marks in _tokens(prose))


def placed_runs(prose: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The same stretches as they are written: where each begins, its text, and the marks it is in."""
    return ((token.start(), token.group(), marks) for token, marks in _tokens(prose))


def _tokens(prose: str) -> Iterator[_Token]:
    """Everything but marks that have a partner, each with the marks that it is in."""
    tokens = list(_TOKEN.finditer(prose))
    written = [token["mark"] for token in tokens]
    paired = {mark: written.count(mark) // 2 * 2 for mark in TAGS}
    marks: tuple[str, ...] = ()
    for token in tokens:
        mark = token["mark"]
        if mark and paired[mark]:
            paired[mark] -= 1
            marks = tuple([other for other in marks if other != mark]) if mark in marks else (*marks, mark)
            continue
        yield token, marks


def to_html(prose: str, language: str = "en") -> Markup:
    """The prose as HTML."""
    return _markup(styled_runs(prose, language))


def paragraph(prose: str, language: str = "en") -> Markup:
    """The prose as HTML whose last line is more than a word, as far as that can be.

    The end of the prose is kept together.
    """
    return _markup(_end_kept(list(styled_runs(prose, language))))


def _end_kept(pieces: Sequence[Run]) -> Iterator[Run]:
    """The same runs, with a mark on the last two words, or on the last alone if both are long."""
    text = "".join(run.text for run in pieces).rstrip(" ")
    start = text.rfind(" ") + 1
    before = text.rfind(" ", 0, max(0, start - 1)) + 1
    if start and (sum(map(str.isalnum, text[start:])) <= _SHORT or len(text) - before <= _PAIR):
        start = before
    if len(text) - start > _LONG:
        start = len(text)
    at = 0
    for run in pieces:
        cut = min(max(0, start - at), len(run.text))
        at += len(run.text)
        if run.text[:cut]:
            yield Run(run.text[:cut], run.marks)
        if run.text[cut:]:
            yield Run(run.text[cut:], (*run.marks, _END))


def _markup(pieces: Iterable[Run]) -> Markup:
    parts = []
    before: tuple[str, ...] = ()
    for run in (*pieces, Run("")):
        shared = 0
        while shared < min(len(before), len(run.marks)) and before[shared] == run.marks[shared]:
            shared += 1
        parts += [Markup("</{}>").format(_ELEMENTS[mark]) for mark in reversed(before[shared:])]
        parts += [_OPENED[mark] for mark in run.marks[shared:]]
        parts.append(escape(run.text))
        before = run.marks
    return Markup("").join(parts)


def visible_text(prose: str, language: str = "en") -> str:
    """The characters a reader sees."""
    return "".join(run.text for run in styled_runs(prose, language))


def typographic(text: str, language: str = "en") -> str:
    """A title or a name as it is printed: with typographic quotation marks and spaces.

    It knows no emphasis or escapes.
    """
    tokens: list[_Token] = [(token, ()) for token in _IN_LABEL.finditer(text)]
    return "".join([run.text for run in _set(tokens, language)])


def with_no_break_spaces(text: str, language: str) -> str:
    """A text with the no-break spaces of a language where it has spaces."""
    for space, unbroken in _SPACES.get(language.partition("-")[0].lower(), ()):
        text = space.sub(unbroken, text)
    return text


def _curl(prose: str, at: int, quotes: Quotes, *, open_single: bool) -> tuple[str, bool]:
    """The mark for the straight one at ``at``, and whether a single quotation is open after it."""
    before = prose[:at].rstrip("*")[-1:]
    after = prose[at + 1 :].lstrip("*")[:1]
    opens = bool(after.strip()) if not before.strip() else before in "([{–—\"'/" and after.isalnum()
    if prose[at] == '"':
        return quotes.double[not opens], open_single
    if opens and not open_single and not quotes.clipped.match(prose, at + 1):
        return quotes.single[0], True
    if open_single and not after.isalnum():
        return quotes.single[1], False
    return APOSTROPHE, open_single
