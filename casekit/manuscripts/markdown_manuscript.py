"""A manuscript as Markdown, and one read back, whichever editor wrote it."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from operator import attrgetter

from markdown_it import MarkdownIt
from markdown_it.token import Token

from casekit.language.syntax.canonical_form import quoted
from casekit.manuscripts.allowed_markup import ALLOWED, SIGN, STRUCTURES, Allowed, Structure
from casekit.manuscripts.manuscript_marks import SECTION, mark_at_start
from casekit.manuscripts.manuscript_parts import ManuscriptLine
from casekit.manuscripts.markup_scanner import ScannedMarkup, without_places
from casekit.manuscripts.returned_manuscripts import TextPiece
from casekit.manuscripts.styled_words import EMPHASIS, STRONG, StyledRun

_SPECIAL = re.compile(r"[\\`*_\[\]<>#|~$^{}]|&(?=[#\w]+;)|!(?=\[)|([%=])(?=\1)|(?<=%)%|(?<==)=")
_AT_START = re.compile(r"(?:[-+=](?=\s|$|[-=])|\d{1,9}[.)](?=\s|$)|:(?=\s))")


def markdown(lines: Iterable[ManuscriptLine], title: str, language: str) -> str:
    """The text of a Markdown file; its metadata say in which language it is, for spelling checkers."""
    head = "\n".join(("---", f"title: {quoted(title)}", f"lang: {language}", "---"))
    return "\n\n".join((head, *map(_written, lines))) + "\n"


def _written(line: ManuscriptLine) -> str:
    match line.kind:
        case "title":
            return f"# {_escaped(line.text)}"
        case "heading" | "end":
            return f"## {_escaped(line.text)}"
        case "mark":
            return " ".join(filter(None, (f"`{line.mark}`", _styled(line.text, EMPHASIS))))
        case "note":
            return _styled(line.text, EMPHASIS)
        case "prose":
            return _prose(line.runs)


def _prose(runs: Iterable[StyledRun]) -> str:
    text = ""
    for style, stretch in groupby(runs, attrgetter("style")):
        text += _styled("".join(run.text for run in stretch), style)
    mark = _AT_START.match(text)
    if mark is None:
        return text
    cut = mark.end() - 1
    return f"{text[:cut]}\\{text[cut:]}"


def _styled(text: str, style: int) -> str:
    """A text in a style; the spaces around it are outside of the marks."""
    body = text.strip()
    if not style or not body:
        return _escaped(text)
    start = text.index(body)
    # Underscores would not open in the middle of a word.
    mark = {EMPHASIS: "*", STRONG: "**", EMPHASIS | STRONG: "***"}[style]
    return f"{_escaped(text[:start])}{mark}{_escaped(body)}{mark}{_escaped(text[start + len(body) :])}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found.group()}", text)


_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)
_STYLES = {"em_open": EMPHASIS, "strong_open": STRONG, "em_close": EMPHASIS, "strong_close": STRONG}
_UNUSED = ["code", "reference", "link", "image", "autolink", "text_join"]
"""Rules that prose has no use for, and that take long to look for. Without the last one, what is escaped is a
token of its own."""

_INLINE: Mapping[str, Allowed] = {
    "text": "text",
    "text_special": "escape",
    "softbreak": "line break",
    "hardbreak": "line break",
    "em_open": "emphasis",
    "em_close": "emphasis",
    "strong_open": "strong",
    "strong_close": "strong",
}
_BLOCKS: Mapping[str, Structure] = {
    "blockquote": "block quote",
    "bullet_list": "list",
    "ordered_list": "list",
    "heading": "heading",
    "fence": "block of code",
    "code_block": "block of code",
    "table": "table",
}
"""The words of ``allowed_markup`` for the parser's. A paragraph within one of these is one of its lines."""
_NO_TEXT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Replaces escaped characters and whatever is not text, where signs are looked for."""
_AROUND = 25
"""How many letters around a sign are shown."""


def read_markdown(text: str) -> tuple[TextPiece, ...]:
    """The text of a Markdown file in pieces.

    Of markup that prose does not have, as remarks and as pieces of kind ``markup``.
    """
    text = _FRONT_MATTER.sub("", text.replace("\r\n", "\n").replace("\r", "\n"), count=1)
    scanned = ScannedMarkup(text)
    parser = MarkdownIt("commonmark", {"html": True}).disable(_UNUSED)
    pieces: list[TextPiece] = []
    waiting = deque(parser.parse(scanned.text))
    around: list[Structure] = []
    while waiting:
        token = waiting.popleft()
        name = token.type.removesuffix("_open").removesuffix("_close")
        if token.type == "blockquote_open" and _is_callout(waiting):
            pieces += _callout(waiting, scanned)
        elif token.type == "inline":
            pieces += _line(token, around[0] if around else None, scanned)
        elif token.type in {"fence", "code_block"}:
            pieces += [*scanned.pieces(token.content), _structure(_BLOCKS[name], token), TextPiece("break")]
        elif token.type == "html_block":
            pieces += [*_html(token.content, scanned), TextPiece("break")]
        elif token.type == "hr":
            pieces += [TextPiece("remark", f"a rule across the page: {token.markup[:3]}"), TextPiece("break")]
        elif name in _BLOCKS and token.nesting > 0:
            around.append(_BLOCKS[name])
        elif name in _BLOCKS:
            around.pop()
    return tuple(pieces)


def _is_callout(behind: Iterable[Token]) -> bool:
    """Whether a block quote begins like a callout."""
    first = next(iter(islice(behind, 1, None)), None)
    return first is not None and first.type == "inline" and first.content.startswith("[!")


def _callout(waiting: deque[Token], scanned: ScannedMarkup) -> Iterator[TextPiece]:
    """The remark that a callout is, to the end of its block quote."""
    texts: list[str] = []
    depth = 1
    while waiting and depth:
        token = waiting.popleft()
        depth += token.nesting if token.type.startswith("blockquote_") else 0
        texts.append(token.content)
    text = " ".join(texts)
    yield TextPiece("remark", " ".join(without_places(text).split()))
    yield from _no_text(text, scanned)
    yield TextPiece("break")


def _line(token: Token, within: Structure | None, scanned: ScannedMarkup) -> Iterator[TextPiece]:
    """The pieces of a paragraph or a heading, which may be within another block."""
    children = token.children or ()
    yield from _inline(children, scanned)
    if within is not None and not (within == "heading" and token.content.startswith(SECTION)):
        yield _structure(within, token)
    yield from _signs(children)
    yield TextPiece("break")


def _structure(structure: Structure, token: Token) -> TextPiece:
    text = " ".join(without_places(token.content).split())
    return TextPiece("markup", text, change=STRUCTURES[structure])


def _signs(children: Sequence[Token]) -> Iterator[TextPiece]:
    """The text that other programs take for markup, unless it is escaped."""
    searched: list[str] = []
    shown: list[str] = []
    for token in children:
        if token.type == "text" or (token.type == "text_special" and token.content == token.markup):
            # A backslash before a letter escapes nothing.
            searched.append(without_places(token.content, _NO_TEXT))
            shown.append(without_places(token.content, " "))
        elif token.type == "text_special":
            searched.append(_NO_TEXT * len(token.content))
            shown.append(token.content)
        elif token.type == "code_inline" and not _is_mark(token):
            searched.append(token.content)
            shown.append(token.content)
        else:
            searched.append("\n" if "break" in token.type else _NO_TEXT)
            shown.append(" ")
    text = "".join(shown)
    for sign in SIGN.finditer("".join(searched)):
        first = text.rfind(" ", 0, max(0, sign.start() - _AROUND)) + 1
        around = text[first : sign.end() + _AROUND]
        yield TextPiece("markup", " ".join(around.split()), change=sign.group())


def _inline(tokens: Sequence[Token], scanned: ScannedMarkup) -> Iterator[TextPiece]:
    depth = {EMPHASIS: 0, STRONG: 0}
    for token in tokens:
        style = sum(bit for bit, open_marks in depth.items() if open_marks)
        name = _INLINE.get(token.type)
        if token.type == "html_inline":
            yield from _html(token.content, scanned)
        elif name not in ALLOWED:
            yield from _other(token, style)
        elif name in {"emphasis", "strong"}:
            depth[_STYLES[token.type]] += token.nesting
        elif name == "line break":
            yield TextPiece("text", " ", style)
        else:
            yield from scanned.pieces(token.content, style)


def _other(token: Token, style: int) -> Iterator[TextPiece]:
    """Code: the mark of a paragraph, or words with a remark."""
    yield TextPiece("text", token.content, style)
    if not _is_mark(token):
        yield TextPiece("remark", f"code: {token.markup}{token.content}{token.markup}")


def _is_mark(token: Token) -> bool:
    """Whether code is the mark of a paragraph."""
    return mark_at_start(token.content.strip()) is not None


def _html(content: str, scanned: ScannedMarkup) -> Iterator[TextPiece]:
    """HTML is not prose: it is remarked upon, but for line breaks."""
    if re.fullmatch(r"\s*<br\s*/?>\s*", content):
        yield TextPiece("text", " ")
    elif content.strip():
        yield TextPiece("remark", " ".join(without_places(content).split()))
        yield from _no_text(content, scanned)


def _no_text(content: str, scanned: ScannedMarkup) -> Iterator[TextPiece]:
    """The remarks and changes in a stretch that is not prose."""
    return (piece for piece in scanned.pieces(content) if piece.kind != "text")
