"""A manuscript as Markdown, and one read back, whichever editor wrote it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import attrgetter

from markdown_it import MarkdownIt
from markdown_it.token import Token

from casekit.language.document.canonical import quoted
from casekit.manuscripts.manuscript_parts import Kind, ManuscriptLine, TextPiece
from casekit.manuscripts.styled_words import EMPHASIS, STRONG, StyledRun

_SPECIAL = re.compile(r"[\\`*_\[\]<>#|~$^]|&(?=[#\w]+;)|!(?=\[)")
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
    stretches = groupby(runs, attrgetter("style"))
    text = "".join(_styled("".join(run.text for run in stretch), style) for style, stretch in stretches)
    found = _AT_START.match(text)
    if found is None:
        return text
    cut = found.end() - 1
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
_CLOSERS = {"{++": "++}", "{--": "--}", "{~~": "~~}", "{>>": "<<}", "{==": "==}", "<!--": "-->"}
"""Changes and remarks of CriticMarkup, which several editors write, and comments of HTML."""
_OPENER = re.compile(r"\{(?:\+\+|--|~~|>>|==)|<!--")


def read_markdown(text: str) -> tuple[TextPiece, ...]:
    """The text of a Markdown file in pieces."""
    text = _FRONT_MATTER.sub("", text.replace("\r\n", "\n").replace("\r", "\n"), count=1)
    guarded, changes = _without_changes(text)
    parser = MarkdownIt("commonmark", {"html": True}).disable(_UNUSED)
    pieces: list[TextPiece] = []
    for token in parser.parse(guarded):
        if token.type == "inline":
            pieces += _inline(token.children or (), changes)
            pieces.append(TextPiece("break"))
        elif token.type in {"fence", "code_block"}:
            pieces += [TextPiece("text", token.content), TextPiece("break")]
        elif token.type == "html_block":
            pieces += [*_html(token.content), TextPiece("break")]
    return tuple(pieces)


_UNUSED = ["code", "reference", "link", "image", "autolink"]
"""Rules that prose has no use for, and that take long to look for."""
_OPEN, _CLOSE = "\ue000", "\ue001"
"""Around the number of a change, from the part of Unicode that has no characters."""
_PLACE = re.compile(f"{_OPEN}([0-9]+)(c?){_CLOSE}")


def _without_changes(text: str) -> tuple[str, list[TextPiece]]:
    """A text with the places of its changes and remarks, and these in their order."""
    plain = text.replace(_OPEN, "").replace(_CLOSE, "")
    changes: list[TextPiece] = []
    parts: list[str] = []
    at = 0
    unclosed: set[str] = set()
    for found in _OPENER.finditer(plain):
        opener = found.group()
        if found.start() < at or opener in unclosed:
            continue
        end = plain.find(_CLOSERS[opener], found.end())
        if end < 0:
            unclosed.add(opener)
            continue
        parts += [plain[at : found.start()], _placed(opener, plain[found.end() : end], changes)]
        at = end + len(_CLOSERS[opener])
    return "".join((*parts, plain[at:])), changes


def _placed(opener: str, body: str, changes: list[TextPiece]) -> str:
    """The text that a change leaves; the change is put to the others."""
    if opener == "{==":
        return body
    if opener in {"{>>", "<!--"}:
        changes.append(TextPiece("remark", " ".join(body.split())))
        return f"{_OPEN}{len(changes) - 1}{_CLOSE}"
    removed, _, added = body.partition("~>")
    if opener != "{~~":
        removed, added = ("", body) if opener == "{++" else (body, "")
    parts: list[str] = []
    kinds: tuple[tuple[Kind, str], ...] = (("deletion", removed), ("insertion", added))
    for kind, text in kinds:
        if text:
            number = len(changes)
            changes.append(TextPiece(kind, change=str(number)))
            parts.append(f"{_OPEN}{number}{_CLOSE}{text}{_OPEN}{number}c{_CLOSE}")
    return "".join(parts)


def _inline(tokens: Sequence[Token], changes: Sequence[TextPiece]) -> Iterator[TextPiece]:
    depth = {EMPHASIS: 0, STRONG: 0}
    for token in tokens:
        style = sum(bit for bit, open_marks in depth.items() if open_marks)
        match token.type:
            case "text" | "code_inline" | "text_special":
                parts = _PLACE.split(token.content)
                for shown, number, closes in zip_longest(parts[::3], parts[1::3], parts[2::3]):
                    if shown:
                        yield TextPiece("text", shown, style)
                    if number and int(number) < len(changes):
                        change = changes[int(number)]
                        yield TextPiece("close", change=change.change) if closes else change
            case "softbreak" | "hardbreak":
                yield TextPiece("text", " ", style)
            case "em_open" | "em_close" | "strong_open" | "strong_close":
                depth[_STYLES[token.type]] += token.nesting
            case "html_inline":
                yield from _html(token.content)


def _html(content: str) -> Iterator[TextPiece]:
    """HTML is not prose: it is remarked upon, but for line breaks."""
    if re.fullmatch(r"\s*<br\s*/?>\s*", content):
        yield TextPiece("text", " ")
    elif content.strip():
        yield TextPiece("remark", " ".join(content.split()))
