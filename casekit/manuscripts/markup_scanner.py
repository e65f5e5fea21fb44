"""Markup of other programs found in a Markdown file, and taken out of it before it is parsed.

In its place is left the number of what it says: a remark, or the beginning or the end of a tracked change.
Words that are prose whatever is done to them stay.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from casekit.manuscripts.allowed_markup import CHANGES, INSTEAD, PAIRED, SPANS, PairedMarkup
from casekit.manuscripts.manuscript_parts import Kind, TextPiece

_OPEN, _CLOSE = "{\ue000", "\ue001}"
"""Around a number, with characters from the part of Unicode that has none. Emphasis next to it is read as
beside the brace
that was there.
"""
_PLACE = re.compile(f"{re.escape(_OPEN)}([0-9]+)(c?){re.escape(_CLOSE)}")
_DEEPEST = 8
"""Markup in markup is looked for so deep; what is deeper stays as text, and is found there."""
_PAIRED = {each.opener: each for each in PAIRED}
_POINT = re.compile(
    r"^ {0,3}(?:`{3,}|~{3,})[^\n]*|\\[^\w\s]|\\ |`+"
    + "".join(f"|{re.escape(opener)}" for opener in sorted({*_PAIRED, *CHANGES}, key=len, reverse=True))
    + r"|</?[A-Za-z][^<>]{0,1000}>|!?\[|\^\[",
    re.MULTILINE,
)
"""The beginnings of markup, and the stretches without any: fences, escapes, code, HTML."""
_NO_SPACE = re.compile(r"\s|[.,;:!?)\]’”»…]|\Z")
_BRACKET = re.compile(r"\\.|\[|\]|\n[ \t]*\n", re.DOTALL)
_BLANK = re.compile(r"\n[ \t]*\n")
_ADDRESS = re.compile(
    r"\(\s*(?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_ATTRIBUTES = re.compile(r"\{[^{}]{0,1000}\}")
_CLASS = re.compile(r"\.([\w-]+)")
_AUTHOR = re.compile(r'\bauthor="((?:[^"\\]|\\.)*)"')
_WEB = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@/]+@[^\s<>@]+)>")
_NUMBER = re.compile(r"\[\^([^\]\s]{1,100})\]")
_FOOTNOTE = re.compile(
    r"^ {0,3}\[\^(?P<name>[^\]\s]{1,100})\]:[ \t]*"
    r"(?P<text>[^\n]*(?:\n(?!\s*\n|[ ]{0,3}\[\^)[^\n]+)*(?:\n(?:[ \t]*\n)+(?: {4}|\t)[^\n]+)*)",
    re.MULTILINE,
)


class ScannedMarkup:
    """A text without markup of other programs, and what this says, by number."""

    def __init__(self, text: str) -> None:
        self._said: list[TextPiece] = []
        self._notes: dict[str, str] = {}
        bare = re.sub("[\ue000\ue001]", "", text)
        for found in _FOOTNOTE.finditer(bare):
            self._notes.setdefault(found["name"], _line(found["text"]))
        # A footnote is told where its number is; one without a number where it is written.
        counts = Counter(_NUMBER.findall(bare))
        self._unused = {name for name in self._notes if counts[name] == 1}
        self.text = self._scanned(_FOOTNOTE.sub(self._defined, bare), 0)

    def pieces(self, content: str, style: int = 0) -> Iterator[TextPiece]:
        """A stretch of the text in pieces, with what is said at its places."""
        parts = _PLACE.split(content)
        for shown, number, closes in zip_longest(parts[::3], parts[1::3], parts[2::3]):
            if shown:
                yield TextPiece("text", shown, style)
            if number and int(number) < len(self._said):
                piece = self._said[int(number)]
                yield TextPiece("close", change=piece.change) if closes else piece

    def _scanned(self, text: str, depth: int) -> str:
        if depth > _DEEPEST:
            return text
        pairs = _Pairs(text)
        parts: list[str] = []
        at = 0
        for point in _POINT.finditer(text):
            if point.start() < at:
                continue
            taken = self._taken(point, pairs, depth)
            if taken is not None:
                end, left = taken
                before = text[at : point.start()]
                if _PLACE.fullmatch(left) and _NO_SPACE.match(text, end):
                    # The space before a remark is the remark's.
                    before = before.removesuffix(" ")
                parts += [before, left]
                at = end
        return "".join((*parts, text[at:]))

    def _taken(self, point: re.Match[str], pairs: "_Pairs", depth: int) -> tuple[int, str] | None:
        """Where markup ends and what is left of it, if there is any at a point."""
        sign = point.group()
        if sign == "\\ ":
            return point.end(), "\N{NO-BREAK SPACE}"
        if not sign.strip("`") and (end := pairs.end_of_code(point.end(), len(sign))):
            return end, pairs.text[point.start() : end]
        if sign in CHANGES or sign in _PAIRED:
            return self._paired(point, pairs, depth)
        if sign.endswith("["):
            return self._bracketed(point, pairs, depth)
        if web := _WEB.fullmatch(sign):
            return point.end(), self._remark(f"link: {sign}") + web[1]
        return point.end(), sign

    def _paired(self, found: re.Match[str], pairs: "_Pairs", depth: int) -> tuple[int, str] | None:
        sign, start = found.group(), found.end()
        markup = _PAIRED.get(sign) or PairedMarkup(sign, CHANGES[sign], far=True)
        end = pairs.end_of(markup, start)
        if end is None:
            return None
        body, after = pairs.text[start:end], end + len(markup.closer)
        if sign in CHANGES:
            removed, _, added = body.partition(INSTEAD)
            if sign != "{~~":
                removed, added = ("", body) if sign == "{++" else (body, "")
            deletion = self._change("deletion", removed, depth)
            return after, deletion + self._change("insertion", added, depth)
        if markup.is_comment:
            return after, self._remark(body)
        return after, self._remark(f"{markup.meaning}: {body}") + self._scanned(body, depth + 1)

    def _bracketed(self, point: re.Match[str], pairs: "_Pairs", depth: int) -> tuple[int, str] | None:
        """Links, pictures, footnotes and spans of pandoc."""
        text, start = pairs.text, point.end()
        end = pairs.brackets.get(start - 1)
        if end is None:
            return None
        body, after = text[start:end], end + 1
        tail = _ADDRESS.match(text, after) or _ATTRIBUTES.match(text, after)
        is_wiki = pairs.brackets.get(start) == end - 1
        whole = text[point.start() : tail.end() if tail else after]
        if point.group() == "^[":
            return after, self._remark(f"footnote: {body}")
        if point.group() == "![":
            return (
                (point.start() + len(whole), self._remark(f"picture: {whole}")) if tail or is_wiki else None
            )
        if body.startswith("^") and len(body) > 1 and tail is None:
            return after, self._remark(f"footnote: {self._notes.get(body[1:], whole)}")
        if tail is None:
            if not is_wiki:
                return None
            shown = body[1:-1].rpartition("|")[2]
            return after, self._remark(f"link: {whole}") + self._scanned(shown, depth + 1)
        if tail.group().startswith("("):
            return tail.end(), self._remark(f"link: {whole}") + self._scanned(body, depth + 1)
        return tail.end(), self._span(body, tail.group(), whole, depth)

    def _span(self, body: str, attributes: str, whole: str, depth: int) -> str:
        """The remains of a bracketed span."""
        uses = [SPANS[name] for name in _CLASS.findall(attributes) if name in SPANS]
        named = _AUTHOR.search(attributes)
        author = _line(re.sub(r"\\(.)", r"\1", named[1])) if named else ""
        match uses[0] if uses else "":
            case "insertion":
                return self._change("insertion", body, depth, author)
            case "deletion":
                return self._change("deletion", body, depth, author)
            case "comment":
                return self._remark(body, author)
            case "nothing":
                return self._scanned(body, depth + 1)
            case "paragraph":
                change = self._place(TextPiece("format", author=author))
                return change + self._remark(whole, author) + self._scanned(body, depth + 1)
        return self._remark(f"styled: {whole}") + self._scanned(body, depth + 1)

    def _defined(self, note: re.Match[str]) -> str:
        """The remains of the text of a footnote."""
        name = note["name"]
        if name in self._unused or _line(note["text"]) != self._notes[name]:
            return self._remark(f"footnote: {note['text']}")
        return ""

    def _change(self, kind: Kind, text: str, depth: int, author: str = "") -> str:
        """The text of a change between its bounds; nothing for no text."""
        if not text:
            return ""
        number = len(self._said)
        begin = self._place(TextPiece(kind, change=str(number), author=author))
        return f"{begin}{self._scanned(text, depth + 1)}{_OPEN}{number}c{_CLOSE}"

    def _remark(self, text: str, author: str = "") -> str:
        return self._place(TextPiece("remark", _line(without_places(text)), author=author))

    def _place(self, piece: TextPiece) -> str:
        self._said.append(piece)
        return f"{_OPEN}{len(self._said) - 1}{_CLOSE}"


def without_places(text: str, instead: str = "") -> str:
    """A text without the numbers in it."""
    return _PLACE.sub(instead, text)


def _line(text: str) -> str:
    return " ".join(text.split())


class _Pairs:
    """Where markup that begins in a text ends. Nothing is looked for twice that is not there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.brackets = _brackets(text)
        self._ends = [found.start() for found in _BLANK.finditer(text)] + [len(text)]
        # The limit up to which each closing sign was looked for in vain.
        self._missing: dict[str, int] = {}

    def _paragraph(self, at: int) -> int:
        """Where the paragraph of a place ends."""
        return self._ends[min(bisect_left(self._ends, at), len(self._ends) - 1)]

    def end_of_code(self, start: int, length: int) -> int | None:
        """Where code ends that begins with some backquotes before ``start``."""
        sought = re.compile(rf"(?<!`)`{{{length}}}(?!`)")
        limit = self._paragraph(start)
        key = "`" * length
        if self._missing.get(key) == limit:
            return None
        fence = sought.search(self.text, start, limit)
        if fence is None:
            self._missing[key] = limit
            return None
        return fence.end()

    def end_of(self, markup: PairedMarkup, start: int) -> int | None:
        """Where the words of a markup end that begin at ``start``."""
        limit = len(self.text) if markup.far else self._paragraph(start)
        same = markup.opener == markup.closer
        if self._missing.get(markup.closer) == limit or (
            same and self.text.startswith(markup.opener[0], start)
        ):
            return None
        if not markup.far and self.text[start : start + 1].isspace():
            return None
        at = self.text.find(markup.closer, start, limit)
        # Around words, there is no space between them and their markup.
        while at > 0 and same and not markup.far and self.text[at - 1].isspace():
            at = self.text.find(markup.closer, at + 1, limit)
        if at < 0:
            self._missing[markup.closer] = limit
            return None
        return at


def _brackets(text: str) -> dict[int, int]:
    """Where each square bracket that is opened in a paragraph is closed."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for sign in _BRACKET.finditer(text):
        if sign.group() == "[":
            opened.append(sign.start())
        elif sign.group() == "]":
            if opened:
                ends[opened.pop()] = sign.start()
        elif not sign.group().startswith("\\"):
            opened.clear()
    return ends
