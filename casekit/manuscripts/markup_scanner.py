"""Markup of other programs found in a Markdown file, and taken out of it before it is parsed.

In its place is left the number of a piece: a remark, or the beginning or the end of a tracked change. Words
that are prose whatever is done to them stay: ``a {++new++} word`` keeps all three.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from casekit.manuscripts.allowed_markup import CHANGES, INSTEAD, PAIRED, SPANS, PairedMarkup
from casekit.manuscripts.markup_ends import MarkupEnds
from casekit.manuscripts.returned_manuscripts import PieceKind, TextPiece

_OPENING_SIGN = "{\ue000"
"""Goes before a number, with a character from the part of Unicode that has none.

Emphasis next to it is read as beside the brace that was there.
"""

_CLOSING_SIGN = "\ue001}"
"""Goes after a number."""

_NUMBER_OF_PIECE = re.compile(f"{re.escape(_OPENING_SIGN)}([0-9]+)(c?){re.escape(_CLOSING_SIGN)}")
"""The number of a piece between its signs; a ``c`` after it is for the end of a tracked change."""

_MOST_DEPTH = 8
"""The depth to which markup in markup is looked for; what is deeper stays as text, and is found there."""

_PAIRED_BY_OPENER = {markup.opener: markup for markup in PAIRED}
"""The markup around words, by its opening sign."""

_BEGINNING = re.compile(
    r"^ {0,3}(?:`{3,}|~{3,})[^\n]*|\\[^\w\s]|\\ |`+"
    + "".join(
        f"|{re.escape(opener)}" for opener in sorted({*_PAIRED_BY_OPENER, *CHANGES}, key=len, reverse=True)
    )
    + r"|</?[A-Za-z][^<>]{0,1000}>|!?\[|\^\[",
    re.MULTILINE,
)
"""The beginnings of markup, and the stretches without any: fences, escapes, code, HTML."""

_NO_WORD = re.compile(r"\s|[.,;:!?)\]’”»…]|\Z")
"""What needs no space before it: a space, a mark that ends something, or the end of the text."""

_ADDRESS = re.compile(
    r"\(\s*(?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
"""The address of a link after its words, as in ``(https://example.org "Title")``."""

_ATTRIBUTES = re.compile(r"\{[^{}]{0,1000}\}")
"""The attributes of a span after its words, as in ``{.insertion author="Ann"}``."""

_CLASS = re.compile(r"\.([\w-]+)")
"""A class in attributes, as in ``.insertion``."""

_AUTHOR = re.compile(r'\bauthor="((?:[^"\\]|\\.)*)"')
"""The author in attributes, as in ``author="Ann"``."""

_BARE_LINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@/]+@[^\s<>@]+)>")
"""A link without words, as in ``<https://example.org>`` and ``<ann@example.org>``."""

_FOOTNOTE_SIGN = re.compile(r"\[\^([^\]\s]{1,100})\]")
"""The sign of a footnote where it is cited, as in ``[^1]``."""

_FOOTNOTE = re.compile(
    r"^ {0,3}\[\^(?P<name>[^\]\s]{1,100})\]:[ \t]*"
    r"(?P<text>[^\n]*(?:\n(?!\s*\n|[ ]{0,3}\[\^)[^\n]+)*(?:\n(?:[ \t]*\n)+(?: {4}|\t)[^\n]+)*)",
    re.MULTILINE,
)
"""A footnote with its text and its further, indented paragraphs, as in ``[^1]: The text.``"""


class _TakenMarkup(NamedTuple):
    """Markup that was taken out of a text."""

    end: int
    """The index after it."""

    remains: str
    """What is left in its place: words, and numbers of pieces."""


class ScannedMarkup:
    """A text without markup of other programs, and the pieces that this markup stands for."""

    text: str
    """The text, with the number of a piece where its markup was."""

    def __init__(self, text: str) -> None:
        self._numbered_pieces: list[TextPiece] = []
        self._footnotes: dict[str, str] = {}
        text_without_signs = re.sub("[\ue000\ue001]", "", text)
        for footnote in _FOOTNOTE.finditer(text_without_signs):
            self._footnotes.setdefault(footnote["name"], _line(footnote["text"]))
        # A footnote becomes a remark where it is cited; one that is not where it is written.
        sign_counts = Counter(_FOOTNOTE_SIGN.findall(text_without_signs))
        self._uncited_footnotes = {name for name in self._footnotes if sign_counts[name] == 1}
        self.text = self._without_markup(_FOOTNOTE.sub(self._remains_of_footnote, text_without_signs), 0)

    def pieces(self, content: str, style: int = 0) -> Iterator[TextPiece]:
        """A stretch of the text in pieces, with those whose numbers it has."""
        parts = _NUMBER_OF_PIECE.split(content)
        for words, number, closing_letter in zip_longest(parts[::3], parts[1::3], parts[2::3]):
            if words:
                yield TextPiece("text", words, style)
            if number and int(number) < len(self._numbered_pieces):
                piece = self._numbered_pieces[int(number)]
                yield TextPiece("close", change=piece.change) if closing_letter else piece

    def _without_markup(self, text: str, depth: int) -> str:
        """A text with numbers of pieces in place of markup, which is at a depth in other markup."""
        if depth > _MOST_DEPTH:
            return text
        ends = MarkupEnds(text)
        parts: list[str] = []
        start_of_rest = 0
        for beginning in _BEGINNING.finditer(text):
            if beginning.start() < start_of_rest:
                continue
            markup = self._markup_at(beginning, ends, depth)
            if markup is None:
                continue
            words_before = text[start_of_rest : beginning.start()]
            if _NUMBER_OF_PIECE.fullmatch(markup.remains) and _NO_WORD.match(text, markup.end):
                # The space before a remark belongs to the remark.
                words_before = words_before.removesuffix(" ")
            parts += [words_before, markup.remains]
            start_of_rest = markup.end
        return "".join((*parts, text[start_of_rest:]))

    def _markup_at(self, beginning: re.Match[str], ends: MarkupEnds, depth: int) -> _TakenMarkup | None:
        """The markup, or the stretch without any, that begins somewhere, if it is one."""
        sign = beginning.group()
        if sign == "\\ ":
            return _TakenMarkup(beginning.end(), "\N{NO-BREAK SPACE}")
        is_code = not sign.strip("`")
        end_of_code = ends.end_of_code(beginning.end(), len(sign)) if is_code else None
        if end_of_code:
            return _TakenMarkup(end_of_code, ends.text[beginning.start() : end_of_code])
        if sign in CHANGES or sign in _PAIRED_BY_OPENER:
            return self._paired_markup(beginning, ends, depth)
        if sign.endswith("["):
            return self._bracketed_markup(beginning, ends, depth)
        link = _BARE_LINK.fullmatch(sign)
        if link:
            return _TakenMarkup(beginning.end(), self._remark(f"link: {sign}") + link[1])
        return _TakenMarkup(beginning.end(), sign)

    def _paired_markup(self, beginning: re.Match[str], ends: MarkupEnds, depth: int) -> _TakenMarkup | None:
        """Markup around words, as in ``{++word++}`` and ``~~word~~``."""
        sign, start = beginning.group(), beginning.end()
        markup = _PAIRED_BY_OPENER.get(sign) or PairedMarkup(sign, CHANGES[sign], far=True)
        end = ends.end_of(markup, start)
        if end is None:
            return None
        body, end_of_markup = ends.text[start:end], end + len(markup.closer)
        if sign in CHANGES:
            return _TakenMarkup(end_of_markup, self._remains_of_change(sign, body, depth))
        if markup.is_comment:
            return _TakenMarkup(end_of_markup, self._remark(body))
        remark = self._remark(f"{markup.meaning}: {body}")
        return _TakenMarkup(end_of_markup, remark + self._without_markup(body, depth + 1))

    def _remains_of_change(self, sign: str, body: str, depth: int) -> str:
        """The remains of a tracked change as Critic Markup writes it: ``{++``, ``{--`` or ``{~~``."""
        if sign == "{++":
            deleted, inserted = "", body
        elif sign == "{~~":
            deleted, _, inserted = body.partition(INSTEAD)
        else:
            deleted, inserted = body, ""
        deletion = self._change("deletion", deleted, depth)
        return deletion + self._change("insertion", inserted, depth)

    def _bracketed_markup(
        self, beginning: re.Match[str], ends: MarkupEnds, depth: int
    ) -> _TakenMarkup | None:
        """Markup in square brackets: links, pictures, footnotes, and spans of pandoc."""
        text, start = ends.text, beginning.end()
        end = ends.brackets.get(start - 1)
        if end is None:
            return None
        body, after_bracket = text[start:end], end + 1
        tail = _ADDRESS.match(text, after_bracket) or _ATTRIBUTES.match(text, after_bracket)
        end_of_markup = tail.end() if tail else after_bracket
        markup = text[beginning.start() : end_of_markup]
        has_double_brackets = ends.brackets.get(start) == end - 1
        if beginning.group() == "^[":
            return _TakenMarkup(after_bracket, self._remark(f"footnote: {body}"))
        if beginning.group() == "![":
            if not tail and not has_double_brackets:
                return None
            return _TakenMarkup(end_of_markup, self._remark(f"picture: {markup}"))
        if tail is None:
            if body.startswith("^") and len(body) > 1:
                footnote = self._footnotes.get(body[1:], markup)
                return _TakenMarkup(after_bracket, self._remark(f"footnote: {footnote}"))
            if not has_double_brackets:
                return None
            # A link of a wiki, as in ``[[Page|words]]``.
            words = body[1:-1].rpartition("|")[2]
            remark = self._remark(f"link: {markup}")
            return _TakenMarkup(after_bracket, remark + self._without_markup(words, depth + 1))
        if tail.group().startswith("("):
            remark = self._remark(f"link: {markup}")
            return _TakenMarkup(end_of_markup, remark + self._without_markup(body, depth + 1))
        return _TakenMarkup(end_of_markup, self._remains_of_span(body, tail.group(), markup, depth))

    def _remains_of_span(self, body: str, attributes: str, markup: str, depth: int) -> str:
        """The remains of a span of pandoc: its ``markup`` is a ``body`` in brackets with ``attributes``."""
        meanings = [SPANS[name] for name in _CLASS.findall(attributes) if name in SPANS]
        author_attribute = _AUTHOR.search(attributes)
        author = _line(re.sub(r"\\(.)", r"\1", author_attribute[1])) if author_attribute else ""
        match meanings[0] if meanings else "":
            case "insertion":
                return self._change("insertion", body, depth, author)
            case "deletion":
                return self._change("deletion", body, depth, author)
            case "comment":
                return self._remark(body, author)
            case "nothing":
                return self._without_markup(body, depth + 1)
            case "paragraph":
                change = self._number_of(TextPiece("format", author=author))
                return change + self._remark(markup, author) + self._without_markup(body, depth + 1)
        return self._remark(f"styled: {markup}") + self._without_markup(body, depth + 1)

    def _remains_of_footnote(self, footnote: re.Match[str]) -> str:
        """The remains of a footnote where its text is written: none if it is cited elsewhere."""
        name = footnote["name"]
        if name in self._uncited_footnotes or _line(footnote["text"]) != self._footnotes[name]:
            return self._remark(f"footnote: {footnote['text']}")
        return ""

    def _change(self, kind: PieceKind, text: str, depth: int, author: str = "") -> str:
        """The text of a tracked change between the numbers of its beginning and end; empty for no text."""
        if not text:
            return ""
        number = len(self._numbered_pieces)
        beginning = self._number_of(TextPiece(kind, change=str(number), author=author))
        body = self._without_markup(text, depth + 1)
        return f"{beginning}{body}{_OPENING_SIGN}{number}c{_CLOSING_SIGN}"

    def _remark(self, text: str, author: str = "") -> str:
        """The number of a new remark."""
        return self._number_of(TextPiece("remark", _line(without_places(text)), author=author))

    def _number_of(self, piece: TextPiece) -> str:
        """The number of a new piece, between its signs."""
        self._numbered_pieces.append(piece)
        return f"{_OPENING_SIGN}{len(self._numbered_pieces) - 1}{_CLOSING_SIGN}"


def without_places(text: str, instead: str = "") -> str:
    """A text without the numbers of pieces in it, or with something ``instead`` of each."""
    return _NUMBER_OF_PIECE.sub(instead, text)


def _line(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())
