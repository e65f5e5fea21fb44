"""The prose of a case as it is printed, and as it is read back.

Prose knows escapes (a backslash before any mark), ``*emphasis*`` and ``**strong**``; straight quotation marks
become those of the language. A mark that opens nothing, or that nothing closes, is printed as it is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

TAGS = {"*": "em", "**": "strong"}
_TOKEN = re.compile(r"\\(?P<escaped>[^\w\s])|(?P<mark>\*\*|\*)|(?P<quote>[\"'])|(?P<text>[^\\*\"']+|\\)")


@dataclass(frozen=True, slots=True)
class Quotes:
    """A language's quotation marks, double and single, each opening and closing, with the space they keep."""

    double: tuple[str, str]
    single: tuple[str, str]


QUOTES = {
    "en": Quotes(("“", "”"), ("‘", "’")),
    "de": Quotes(("„", "“"), ("‚", "‘")),
    "fr": Quotes(
        ("«\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}»"), ("‹\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}›")
    ),
}
APOSTROPHE = "’"


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text and the marks it stands in, the outermost first."""

    text: str
    marks: tuple[str, ...] = ()


def quotes_of(language: str) -> Quotes:
    """The quotation marks of a language tag such as ``de-AT``; English ones if the language is unknown."""
    return QUOTES.get(language.partition("-")[0].lower(), QUOTES["en"])


def runs(prose: str, language: str = "en") -> Iterator[Run]:
    """Split prose into stretches of one style, with typographic quotation marks."""
    tokens = list(_TOKEN.finditer(prose))
    partners = _partners(prose, tokens)
    quotes = quotes_of(language)
    marks: tuple[str, ...] = ()
    open_single = False
    for at, token in enumerate(tokens):
        if at in partners:
            marks = (*marks, token["mark"]) if partners[at] > at else marks[:-1]
            continue
        text = token["escaped"] or token["text"] or token["mark"]
        if token["quote"]:
            text, open_single = _curl(prose, token.start(), quotes, open_single=open_single)
        yield Run(text, marks)


def markup(prose: str, language: str = "en") -> Markup:
    """The prose as HTML."""
    parts = []
    before: tuple[str, ...] = ()
    for run in (*runs(prose, language), Run("")):
        shared = 0
        while shared < min(len(before), len(run.marks)) and before[shared] == run.marks[shared]:
            shared += 1
        parts += [Markup("</{}>").format(TAGS[mark]) for mark in reversed(before[shared:])]
        parts += [Markup("<{}>").format(TAGS[mark]) for mark in run.marks[shared:]]
        parts.append(escape(run.text))
        before = run.marks
    return Markup("").join(parts)


def plain(prose: str, language: str = "en") -> str:
    """The characters a reader sees."""
    return "".join(run.text for run in runs(prose, language))


def _partners(prose: str, tokens: list[re.Match[str]]) -> dict[int, int]:
    """For each emphasis mark that opens or closes, the index of the token that closes or opens it."""
    partners: dict[int, int] = {}
    waiting: list[int] = []
    for at, token in enumerate(tokens):
        if not token["mark"]:
            continue
        opener = next((w for w in reversed(waiting) if tokens[w]["mark"] == token["mark"]), None)
        if opener is not None and not prose[token.start() - 1].isspace():
            partners[opener], partners[at] = at, opener
            del waiting[waiting.index(opener) :]
        elif opener is None and prose[token.end() : token.end() + 1].strip():
            waiting.append(at)
    return partners


def _curl(prose: str, at: int, quotes: Quotes, *, open_single: bool) -> tuple[str, bool]:
    """The mark for the straight one at ``at``, and whether a single quotation is open behind it."""
    before = prose[:at].rstrip("*")[-1:]
    after = prose[at + 1 :].lstrip("*")[:1]
    opens = bool(after.strip()) if not before.strip() else before in "([{–—\"'/" and after.isalnum()
    if prose[at] == '"':
        return quotes.double[not opens], open_single
    if opens and not after.isdigit() and not open_single:
        return quotes.single[0], True
    if open_single and not after.isalnum():
        return quotes.single[1], False
    return APOSTROPHE, open_single
