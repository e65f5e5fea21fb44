"""Findings as Markdown: the summary of a job, or a comment on a change.

Whatever a case holds is shown as it is written: it makes no links, pictures or headings, and calls nobody.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from casekit.diagnostics import DEFAULTS, STDIN, Finding, RenderOptions, Report, Severity
from casekit.diagnostics.renderers.terminal_text import on_one_line, printable

MOST_SHOWN = 100
"""At most this many findings are shown: the summary of a job may have 1 MiB, and nobody reads more."""

_LONGEST = 2_000
_LINE = 200
"""Characters of a message and of a line that are shown."""

# No text is at the start of a line here, where more would be a mark.
_MARKS = re.compile(r"([\\`*_\[\]<>|~&#$!]|:(?=//)|(?<=www)\.)", re.IGNORECASE)
_REFERENCES = re.compile(r"(\\?[@#])")


def render_markdown(report: Report, options: RenderOptions = DEFAULTS) -> str:
    """A headline, then every file with findings, the gravest first; notes are folded away."""
    found = sorted((*report.diagnostics, *report.elsewhere), key=lambda each: each.severity)
    gravest = Severity.WARNING if options.strict else Severity.ERROR
    rows = [f"## {_headline(report, found, gravest)}", ""]
    serious = [each for each in found if each.severity < Severity.NOTE]
    notes = [each for each in found if each.severity is Severity.NOTE]
    rows += _by_file(serious[:MOST_SHOWN], report)
    if len(serious) > MOST_SHOWN:
        rows += [f"Not shown here: {_number(len(serious) - MOST_SHOWN, 'more finding')}.", ""]
    if notes:
        rows += ["<details>", f"<summary>{_number(len(notes), 'note')}</summary>", ""]
        rows += [*_by_file(notes[:MOST_SHOWN], report), "</details>", ""]
    for verdict in report.verdicts:
        rows += [*fenced(verdict), ""]
    return "\n".join(rows).rstrip("\n") + "\n"


def escaped(text: str) -> str:
    """A text as Markdown shows it literally, on one line each; what is between backquotes stays code."""
    pieces = printable(text).split("`")
    if len(pieces) % 2 == 0:  # one of them is alone
        return _literal(printable(text))
    return "".join(_code(piece) if index % 2 else _literal(piece) for index, piece in enumerate(pieces))


def fenced(text: str, kind: str = "text") -> list[str]:
    """A text as a block that is shown as it is; its ``kind`` is for colours."""
    text = printable(text)
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{kind}", *text.rstrip("\n").split("\n"), fence]


def _headline(report: Report, found: Sequence[Finding], gravest: Severity) -> str:
    counts = Counter(each.severity for each in found)
    told = ", ".join(_number(counts[weight], str(weight)) for weight in Severity if counts[weight])
    refused = {each.span.file for each in found if each.severity <= gravest}
    files = len(report.all_files())
    verdict = f"{len(refused)} of {_number(files, 'file')} refused" if refused else "passed"
    return f"casekit: {verdict} ({told or 'no findings'})"


def _by_file(found: Sequence[Finding], report: Report) -> Iterator[str]:
    """The findings of each file below its name, files in the order of their gravest finding."""
    for file in dict.fromkeys(each.span.file for each in found):
        name = "standard input" if file == STDIN else on_one_line(file)
        yield from (f"### {_literal(name)}", "")
        for each in found:
            if each.span.file == file:
                yield from _finding(each, report)


def _finding(found: Finding, report: Report) -> Iterator[str]:
    yield f"**{found.severity} {found.code}**, line {found.span.line}: {escaped(_cut(found.message))}"
    yield ""
    source = report.sources.get(found.span.file)
    line = source.line(found.span.line) if source else ""
    if line.strip() and (found.span.line, found.span.end_column) != (1, 1):
        yield from fenced(on_one_line(line[:_LINE]))
        yield ""
    for related in found.related:
        where = "" if related.span.file == found.span.file else f"in {on_one_line(related.span.file)}, "
        yield f"* {_literal(where)}line {related.span.line}: {escaped(on_one_line(_cut(related.label)))}"
    if found.related:
        yield ""
    if found.hint:
        yield from (f"*Cure*: {escaped(_cut(found.hint))}", "")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _literal(text: str) -> str:
    """A text without any mark; its lines stay lines, and no sign in it calls a person or an issue."""
    shown = (
        _REFERENCES.sub(r"\1<!-- -->", _MARKS.sub(r"\\\1", line.strip(" \t")) if line.strip() else "")
        for line in text.strip("\n").split("\n")
    )
    start, end = (" " if text[:1] == " " else ""), (" " if text[-1:] == " " else "")
    return f"{start}{'<br>'.join(shown)}{end}"


def _code(text: str) -> str:
    words = " ".join(text.split())
    return f"`{words}`" if words else ""


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
