"""Findings for people and pipes: the place, the line with what is wrong underlined, and the cure."""

import textwrap
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

from casekit.diagnostics import DEFAULTS, Edit, Finding, RenderOptions, Report, Severity, Source, Span
from casekit.diagnostics.renderers.terminal_text import excerpt, on_one_line, printable
from casekit.values.plurals import counted

Row = tuple[tuple[str, str], ...]
"""A line of output: texts, each with the style it has where there are colours."""

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold cyan"}
_FAINT = "blue"
_LINES_SHOWN = 4
_LEAST = 40
"""Columns that a list of lines has at least."""


def render_text(report: Report, options: RenderOptions = DEFAULTS) -> str:
    """Every finding with its lines, the verdicts, and a summary; identical findings are shown once."""
    rows: list[Row] = []
    for first, *others in _grouped(report.diagnostics):
        rows += [*finding(first, report.sources, options.width, others), ()]
    for verdict in report.verdicts:
        rows += [*((("", line),) for line in printable(verdict).split("\n")), ()]
    rows.append(summary(report))
    paint = _painter() if options.colour else _plain
    return "".join(paint(row).rstrip() + "\n" for row in rows)


def render_one(found: Finding, sources: Mapping[str, Source]) -> str:
    """One finding, without colours and without a line break."""
    return "\n".join(_plain(row).rstrip() for row in finding(found, sources, DEFAULTS.width))


def _grouped(diagnostics: Sequence[Finding]) -> Iterable[list[Finding]]:
    """Each finding with the later ones of its file that differ from it in nothing but their places."""
    groups: dict[Hashable, list[Finding]] = {}
    for number, diagnostic in enumerate(diagnostics):
        key: Hashable = (diagnostic.span.file, diagnostic.code, diagnostic.message, diagnostic.hint)
        if diagnostic.related or diagnostic.fix:
            key = number
        groups.setdefault(key, []).append(diagnostic)
    return groups.values()


def finding(
    diagnostic: Finding, sources: Mapping[str, Source], width: int, others: Sequence[Finding] = ()
) -> Iterator[Row]:
    """The lines of output for one finding, with the places of ``others`` that say the same."""
    style = _STYLES[diagnostic.severity]
    spans = (
        diagnostic.span,
        *(each.span for each in diagnostic.related),
        *(each.span for each in diagnostic.fix),
    )
    gutter = max(len(str(span.end_line)) for span in spans) + 1
    first, *rest = printable(diagnostic.message).split("\n")
    yield (
        ("bold", f"{_place(diagnostic.span)}: "),
        (style, f"{diagnostic.severity}[{diagnostic.code}]"),
        ("bold", f": {first}"),
    )
    yield from ((("", f"{'':{gutter}}   {line}"),) for line in rest)
    yield from _underlined(diagnostic.span, sources, (gutter, width), (style, "^", ""))
    yield from _also(others, (gutter, width))
    for related in diagnostic.related:
        label = on_one_line(related.label)
        if related.span.file != diagnostic.span.file or not _has_lines(related.span, sources):
            yield ((_FAINT, f"{'':{gutter}}-> {_place(related.span)}: "), ("", label))
            label = ""
        yield from _underlined(related.span, sources, (gutter, width), (_FAINT, "-", label))
    if diagnostic.hint:
        yield from _hung(f"{'':{gutter}} = help: ", printable(diagnostic.hint).split("\n"))
    yield from _fixed(diagnostic, sources, (gutter, width))


def summary(report: Report) -> Row:
    """How many findings there are of each weight, every place counted, and in how many files."""
    counts = Counter(found.severity for found in (*report.diagnostics, *report.elsewhere))
    counted_findings = ", ".join(
        counted(counts[severity], str(severity)) for severity in Severity if counts[severity]
    )
    files = len(report.all_files())
    style = _STYLES[min(counts)] if counts else "bold green"
    return (
        (style, (counted_findings or "no findings") + (f" in {counted(files, 'file')}" if files else "")),
    )


def _also(others: Sequence[Finding], frame: tuple[int, int]) -> Iterator[Row]:
    """Where else the same was found."""
    if not others:
        return
    gutter, width = frame
    lines = dict.fromkeys(str(other.span.line) for other in others)
    start = f"{'':{gutter}} = {len(others)} more: "
    places = f"line{'' if len(lines) == 1 else 's'} {', '.join(lines)}"
    yield from _hung(start, textwrap.wrap(places, max(width - len(start), _LEAST)))


def _hung(start: str, lines: Sequence[str]) -> Iterator[Row]:
    """Lines after what the first of them begins with; the others go below it."""
    yield (("bold", start), ("", lines[0]))
    yield from ((("", f"{'':{len(start)}}{line}"),) for line in lines[1:])


def _place(span: Span) -> str:
    return f"{on_one_line(span.file)}:{span.line}:{span.column}"


def _underlined(
    span: Span, sources: Mapping[str, Source], frame: tuple[int, int], look: tuple[str, str, str]
) -> Iterator[Row]:
    """The lines of a span, underlined; of many lines only the first and the last.

    ``frame`` is the gutter's width and that of the whole, ``look`` the underline's style, its mark and its
    label.
    """
    if not _has_lines(span, sources):
        return
    gutter, width = frame
    style, mark, label = look
    source = sources[span.file]
    extents = _extents(span, source)
    for number, start, end in extents:
        if number > span.line + 1:
            yield ((_FAINT, f"{'...':>{gutter}}"),)
        shown, indent, length = excerpt(source.line(number), start, end, width - gutter - 3)
        yield ((_FAINT, f"{number:>{gutter}} | "), ("", shown))
        tail = f" {label}" if label and number == extents[-1][0] else ""
        yield (
            (_FAINT, f"{'':{gutter}} | {'':{indent}}"),
            (style, mark * length + tail),
        )


def _has_lines(span: Span, sources: Mapping[str, Source]) -> bool:
    """Whether there is a line to show: not of a file as such (its very beginning), nor of one never read."""
    return span.file in sources and (span.line, span.column, span.end_line, span.end_column) != (1, 1, 1, 1)


def _extents(span: Span, source: Source) -> list[tuple[int, int, int]]:
    """The lines of a span to show, each with the characters (from 0) to underline."""
    if span.line == span.end_line:
        return [(span.line, span.column - 1, span.end_column - 1)]
    first = (span.line, span.column - 1, len(source.line(span.line)))
    # A place that ends with a line's end has its end at the start of the next line.
    behind = span.end_column == 1
    end_line = span.end_line - behind
    if end_line == span.line:
        return [first]
    last = source.line(end_line)
    return [first, (end_line, len(last) - len(last.lstrip()), len(last) if behind else span.end_column - 1)]


def _fixed(found: Finding, sources: Mapping[str, Source], frame: tuple[int, int]) -> Iterator[Row]:
    """The lines a fix touches, as they would be after it."""
    gutter, width = frame
    for file, first, text in _replaced(found.fix, sources):
        lines = text.split("\n")
        elsewhere = "" if file == found.span.file else f" in {on_one_line(file)}"
        yield (("bold", f"{'':{gutter}} = fix:"), ("", elsewhere))
        for number, line in enumerate(lines[:_LINES_SHOWN], first):
            shown, _, _ = excerpt(line, 0, 0, width - gutter - 3)
            yield ((_FAINT, f"{number:>{gutter}} "), ("green", f"+ {shown}"))
        if len(lines) > _LINES_SHOWN:
            yield ((_FAINT, f"{'...':>{gutter}}"),)


def _replaced(fix: tuple[Edit, ...], sources: Mapping[str, Source]) -> Iterator[tuple[str, int, str]]:
    """File, number of the first line touched, and the new text, for each stretch of lines touched."""
    known = sorted((edit for edit in fix if edit.span.file in sources), key=lambda edit: edit.span)
    while known:
        first = last = known[0].span
        stretch: list[Edit] = []
        while known and known[0].span.file == first.file and known[0].span.line <= last.end_line:
            stretch.append(known.pop(0))
            last = max(last, stretch[-1].span, key=lambda span: span.end_line)
        source = sources[first.file]
        begin = source.offset(first.line, 1)
        text = source.text[begin : source.offset(last.end_line, len(source.line(last.end_line)) + 1)]
        for start, end, replacement in (
            (*source.part(edit.span), edit.replacement) for edit in stretch[::-1]
        ):
            text = text[: start - begin] + replacement + text[end - begin :]
        yield first.file, first.line, text.replace("\r\n", "\n")


def _plain(row: Row) -> str:
    return "".join(text for _, text in row)


def _painter() -> Callable[[Row], str]:
    from rich.style import Style  # noqa: PLC0415 - slow to import, and plain text goes without

    def paint(row: Row) -> str:
        shown = ((style, printable(text)) for style, text in row)
        return "".join(Style.parse(style).render(text) if style else text for style, text in shown)

    return paint
