"""A manuscript as Markdown."""

import re
from collections.abc import Iterable

from casekit.manuscripts.manuscript_lines import ManuscriptLine, QuotedRun
from casekit.manuscripts.styled_words import EMPHASIS, STRONG

_SPECIAL = re.compile(r"[\\`*_\[\]<>#|~$^]|&(?=[#\w]+;)|!(?=\[)")
_AT_START = re.compile(r"(?:[-+=](?=\s|$|[-=])|\d{1,9}[.)](?=\s|$)|:(?=\s))")


def markdown(lines: Iterable[ManuscriptLine], title: str, language: str) -> str:
    """The text of a Markdown file; its metadata say in which language it is, for spelling checkers."""
    head = "\n".join(("---", f"title: {_yaml(title)}", f"lang: {language}", "---"))
    return "\n\n".join((head, *map(_line, lines))) + "\n"


def _yaml(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _line(line: ManuscriptLine) -> str:
    match line.kind:
        case "title":
            return f"# {_escaped(line.text)}"
        case "heading" | "end":
            return f"## {_escaped(line.text)}"
        case "mark":
            return " ".join(filter(None, (f"`{line.mark}`", _inline(line.text, EMPHASIS))))
        case "note":
            return _inline(line.text, EMPHASIS)
        case "prose":
            return _prose(line.runs)


def _prose(runs: Iterable[QuotedRun]) -> str:
    stretches: list[tuple[str, int]] = []
    for run in runs:
        if stretches and stretches[-1][1] == run.style:
            stretches[-1] = (stretches[-1][0] + run.text, run.style)
        else:
            stretches.append((run.text, run.style))
    text = "".join(_inline(text, style) for text, style in stretches)
    found = _AT_START.match(text)
    if found is None:
        return text
    cut = found.end() - 1
    return f"{text[:cut]}\\{text[cut:]}"


def _inline(text: str, style: int) -> str:
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
