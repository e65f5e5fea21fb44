"""All that changed of documents, as text for a terminal and as JSON."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from casekit.analysis.diff.document_diff import (
    BlockChange,
    DocumentDiff,
    TitledRows,
    answer_in_words,
    block_title,
    excerpt,
    lost_answers,
    marked_lines,
    name_change,
    related_sentences,
    value_in_words,
    where_sentences_were,
)
from casekit.analysis.figures.metric_changes import changed_figures
from casekit.analysis.text_lines import LEAST_COLUMNS, hanging_in_width
from casekit.diagnostics import Finding

_COLUMNS_AFTER_MARK = 2
"""The columns by which further lines are indented beyond a mark at their start."""


def compared_in_words(compared: Sequence[DocumentDiff], width: int) -> str:
    """Every document that changed; one line, if none did."""
    if not compared:
        return "Nothing changed.\n"
    documents: list[str] = []
    for document in compared:
        lines = "".join(f"{line}\n" for line in _document_in_words(document, width))
        documents.append(lines)
    return "\n".join(documents)


def _document_in_words(document: DocumentDiff, width: int) -> Iterator[str]:
    yield f"{document.title} ({name_change(document)})"
    if lost := lost_answers(document):
        yield from ("", *textwrap.wrap(lost, max(width, LEAST_COLUMNS)))
    for title, rows in _parts_beside_blocks(document, width):
        if rows:
            yield from ("", title, *rows)
    # If a case is new or gone, the case itself says more than a list of all that is in it.
    for block in document.text["blocks"] if document.in_both else ():
        yield from ("", *_block_in_words(block, width))


def _parts_beside_blocks(document: DocumentDiff, width: int) -> Iterator[TitledRows]:
    """The differences beside the blocks; parts without rows are not shown."""
    header = document.text["header"] if document.in_both else ()
    fields = [
        f"  {row['key']}: {value_in_words(row['before'])} -> {value_in_words(row['now'])}" for row in header
    ]
    yield TitledRows("Header", fields)
    renamed = document.text["renamed"]
    yield TitledRows("Renamed", [f"  {old} -> {new}" for old, new in renamed.items()])
    answers: list[str] = []
    for answer in document.answers:
        change = f"{answer_in_words(answer['before'])} -> {answer_in_words(answer['now'])}"
        answers.append(f"  {answer['element']}: {change}")
    yield TitledRows("What readers can know", answers)
    yield TitledRows("New findings", _findings_in_words(document.appeared, width))
    yield TitledRows("Findings that are gone", _findings_in_words(document.fixed, width))
    figures = document.changed_figures
    yield TitledRows("Figures", changed_figures(figures).split("\n") if figures else [])


def _block_in_words(block: BlockChange, width: int) -> Iterator[str]:
    yield f"{block_title(block)}, line {block['line']}"
    if block["moved_from"]:
        yield from hanging_in_width("  ", where_sentences_were(block), width)
    if block["prose"]:
        yield from hanging_in_width("  ", excerpt(block["prose"]), width)
    for mark, line in marked_lines(block):
        start = f"  {mark} "
        yield from hanging_in_width(start, line["text"], width, _COLUMNS_AFTER_MARK)
        if line["plain"]:
            indent = " " * (len(start) + _COLUMNS_AFTER_MARK)
            yield from hanging_in_width(indent, f"that is, {line['plain']}", width)
    for title, rows in related_sentences(block):
        yield f"  {title}"
        for row in rows:
            yield from hanging_in_width("    ", row, width)


def _findings_in_words(findings: Sequence[Finding], width: int) -> list[str]:
    lines: list[str] = []
    for finding in findings:
        first_line = finding.message.partition("\n")[0]
        lines += hanging_in_width("  ", f"{finding.severity}[{finding.code}]: {first_line}", width)
    return lines


def compared_as_json(document: DocumentDiff) -> dict[str, Any]:
    """All that changed of a document, as ``schemas/diff.schema.json`` has it."""
    from casekit.diagnostics.renderers.json_report import as_json  # noqa: PLC0415 - few want JSON

    figures: list[dict[str, Any]] = []
    for row in document.changed_figures:
        figure = {**row.as_json(), "come": list(row.come), "gone": list(row.gone)}
        figures.append(figure)
    return {
        "path": document.path,
        "title": document.title,
        "before": document.before,
        "now": document.now,
        "header": document.text["header"],
        "renamed": document.text["renamed"],
        "answers": document.answers,
        "appeared": list(map(as_json, document.appeared)),
        "fixed": list(map(as_json, document.fixed)),
        "figures": figures,
        "blocks": document.text["blocks"],
    }
