"""All that changed of documents, as Markdown for comments and summaries of GitHub."""

from collections.abc import Iterator, Sequence

from casekit.analysis.diff.document_diff import (
    BlockChange,
    DocumentDiff,
    LogicLine,
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
from casekit.analysis.figures.metric_changes import MetricChange, member_changes, why_not_compared
from casekit.diagnostics import Finding
from casekit.diagnostics.renderers.markdown import escaped, fenced

MOST_CHARACTERS = 200_000
"""The length of what is shown: the summary of a job may have a million characters. The rest is counted."""


def compared_in_markdown(compared: Sequence[DocumentDiff]) -> str:
    """Every document that changed; one line, if none did."""
    if not compared:
        return "## casekit diff: nothing changed\n"
    rows = [f"## casekit diff: {len(compared)} {'case' if len(compared) == 1 else 'cases'} changed", ""]
    length = 0
    for number, document in enumerate(compared):
        text = "\n".join(_document_in_markdown(document))
        length += len(text)
        if length > MOST_CHARACTERS:
            left_out = len(compared) - number
            rows += [f"{left_out} {'other is' if left_out == 1 else 'others are'} not shown here.", ""]
            break
        rows += [text, ""]
    return "\n".join(rows).rstrip("\n") + "\n"


def _document_in_markdown(document: DocumentDiff) -> Iterator[str]:
    yield from (
        f"### {escaped(_on_one_line(document.title))}",
        "",
        f"in {escaped(_on_one_line(name_change(document)))}",
        "",
    )
    if lost := lost_answers(document):
        yield from (f"**{escaped(lost)}**", "")
    for head, rows in _markdown_parts(document):
        if rows:
            yield from (*head, *rows, "")
    if document.in_both:
        for block in document.text["blocks"]:
            yield from _block_in_markdown(block)


def _markdown_parts(document: DocumentDiff) -> Iterator[tuple[tuple[str, ...], Sequence[str]]]:
    """Changes beside the blocks: rows of Markdown under what goes before them."""
    answers: list[str] = []
    for answer in document.answers:
        cells = (answer["element"], answer_in_words(answer["before"]), answer_in_words(answer["now"]))
        answers.append(f"| {' | '.join(map(_cell, cells))} |")
    yield ("| what readers can know | before | now |", "|---|---|---|"), answers
    figures = list(map(_figure, document.changed_figures))
    yield ("| figure | before | now | change | |", "|---|--:|--:|--:|---|"), figures
    yield ("**New findings**", ""), list(map(_finding_in_markdown, document.appeared))
    yield ("**Findings that are gone**", ""), list(map(_finding_in_markdown, document.fixed))
    if document.in_both:
        changes: list[str] = []
        for row in document.text["header"]:
            before, now = _cell(value_in_words(row["before"])), _cell(value_in_words(row["now"]))
            changes.append(f"* header, {_cell(row['key'])}: {before} → {now}")
        for old, new in document.text["renamed"].items():
            changes.append(f"* renamed: {_cell(old)} → {_cell(new)}")
        yield (), changes


def _finding_in_markdown(finding: Finding) -> str:
    first_line = finding.message.partition("\n")[0]
    return f"* {finding.severity} {finding.code}: {escaped(_on_one_line(first_line))}"


def _figure(row: MetricChange) -> str:
    """A figure as a row of a table."""
    members = ", ".join(filter(None, (member_changes(row, "−"), why_not_compared(row))))
    name, before, now, change = row.cells
    return f"| {_cell(name)} | {before} | {now} | {change} | {_cell(members)} |"


def _block_in_markdown(block: BlockChange) -> Iterator[str]:
    yield from (f"**{escaped(_on_one_line(block_title(block)))}**, line {block['line']}", "")
    if block["moved_from"]:
        yield from (escaped(where_sentences_were(block)), "")
    if block["prose"]:
        prose = excerpt(block["prose"], "<del>{}</del>", "<ins>{}</ins>", "…", escaped)
        yield from (f"> in prose: {prose}", "")
    if block["lines"]:
        lines: list[str] = []
        for mark, line in marked_lines(block):
            lines += _line_in_markdown(mark, line)
        yield from fenced("\n".join(lines), "diff")
        yield ""
    for title, rows in related_sentences(block):
        yield from (title, "", *(f"* {escaped(row)}" for row in rows), "")


def _line_in_markdown(mark: str, line: LogicLine) -> Iterator[str]:
    if mark == "moved":
        yield f"  {_on_one_line(line['text'])}  (moved)"
        return
    yield f"{mark} {_on_one_line(line['text'])}"
    if line["plain"]:
        yield f"{mark}     that is, {_on_one_line(line['plain'])}"


def _cell(text: str) -> str:
    """The text of a cell of a table."""
    return escaped(_on_one_line(text))


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
