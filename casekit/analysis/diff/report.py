"""All that changed of a document (text, answers, figures, findings), as text, JSON and Markdown."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from casekit.analysis.metrics import MetricChange, changed_figures, member_changes, why_not_compared
from casekit.diagnostics import Diagnostic
from casekit.diagnostics.renderers.markdown import escaped, fenced
from casekit.prose.phrasing import listed
from casekit.values import frozen

Json = Mapping[str, Any]


@frozen(slots=True)
class DocumentDiff:
    """A document in two versions.

    ``before`` and ``now`` are the names of the versions, ``None`` where there is none; ``title`` is what it
    is called. ``text`` are the ``differences`` of its texts. ``answers`` are what readers can know of each
    question (its ``element``) in both versions, as elements of a verdict in
    ``schemas/diagnostics.schema.json``, ``None`` where a version has no verdict; ``opened`` if they could
    prove an answer before, and cannot prove any now. ``appeared`` and ``fixed`` errors and warnings that only
    the new or only the old version has.
    """

    path: str
    title: str
    before: str | None
    now: str | None
    text: Json
    figures: tuple[MetricChange, ...] = ()
    answers: tuple[Json, ...] = ()
    appeared: tuple[Diagnostic, ...] = ()
    fixed: tuple[Diagnostic, ...] = ()

    @property
    def in_both(self) -> bool:
        """Whether it is neither new nor gone."""
        return self.before is not None and self.now is not None

    @property
    def changed_figures(self) -> tuple[MetricChange, ...]:
        """The figures that are not as before."""
        return tuple(row for row in self.figures if row.differs)

    def __bool__(self) -> bool:
        return bool(
            any(self.text.values())
            or self.changed_figures
            or self.answers
            or self.appeared
            or self.fixed
            or not self.in_both
        )


_AROUND = 6
"""Words that are shown on each side of a change."""

_MOST_VALUES = 6


def compared_in_words(compared: Sequence[DocumentDiff], width: int) -> str:
    """Every document that changed; one line, if none did."""
    if not compared:
        return "Nothing changed.\n"
    documents: list[str] = []
    for document in compared:
        lines = "".join(f"{line}\n" for line in _document(document, width))
        documents.append(lines)
    return "\n".join(documents)


def standing(document: DocumentDiff) -> str:
    """Whether a document is new, gone, renamed or changed."""
    before, now = document.before, document.now
    if before is None:
        return f"new: {now}"
    if now is None:
        return f"gone: {before}"
    return now if before == now else f"{before} -> {now}"


def _document(document: DocumentDiff, width: int) -> Iterator[str]:
    yield f"{document.title} ({standing(document)})"
    if unsolved := lost_answers(document):
        yield from ("", *textwrap.wrap(unsolved, max(width, 40)))
    for title, rows in _parts(document, width):
        if rows:
            yield from ("", title, *rows)
    # If a case is new or gone, the case itself says more than a list of all that is in it.
    for block in document.text["blocks"] if document.in_both else ():
        yield from ("", *_block(block, width))


def _parts(document: DocumentDiff, width: int) -> Iterator[tuple[str, Sequence[str]]]:
    """Changes beside the blocks: rows of text under titles."""
    header = document.text["header"] if document.in_both else ()
    yield "Header", [f"  {row['key']}: {_value(row['before'])} -> {_value(row['now'])}" for row in header]
    yield "Renamed", [f"  {old} -> {new}" for old, new in document.text["renamed"].items()]
    answers: list[str] = []
    for answer in document.answers:
        row = f"  {answer['element']}: {status(answer['before'])} -> {status(answer['now'])}"
        answers.append(row)
    yield "What readers can know", answers
    yield "New findings", _findings(document.appeared, width)
    yield "Findings that are gone", _findings(document.fixed, width)
    changed = document.changed_figures
    yield "Figures", changed_figures(changed).split("\n") if changed else []


def lost_answers(document: DocumentDiff) -> str:
    """Which questions readers could answer before and cannot answer now, as a sentence; empty without one."""
    opened = [answer for answer in document.answers if answer["opened"]]
    if not opened:
        return ""
    elements = listed(answer["element"] for answer in opened)
    verb, answers = ("is", "an answer") if len(opened) == 1 else ("are", "answers")
    return f"The {elements} {verb} open now: readers could prove {answers} before, and cannot any more."


def status(answer: Mapping[str, Any] | None) -> str:
    """The knowledge that readers can have of a question: its status, and the values that are possible."""
    if answer is None:
        return "no verdict"
    known = [value for value in [answer["proved"] or answer["value"], *answer["rivals"]] if value]
    more = ", ..." if len(known) > _MOST_VALUES else ""
    values = f" ({', '.join(known[:_MOST_VALUES])}{more})" if known else ""
    return f"{answer['status']}{values}"


def block_title(block: Json) -> str:
    """The heading of a block, and what happened to it as a whole."""
    before, now = block["before"], block["now"]
    if before is None or now is None:
        return f"{now} (new)" if before is None else f"{before} (gone)"
    return str(now) if before == now else f"{before} -> {now}"


def _block(block: Json, width: int) -> Iterator[str]:
    yield f"{block_title(block)}, line {block['line']}"
    if block["moved_from"]:
        yield from _wrapped(_moved(block), "  ", width)
    if block["prose"]:
        yield from _wrapped(excerpt(block["prose"]), "  ", width)
    for mark, line in _marked(block):
        yield from _wrapped(line["text"], f"  {mark} ", width)
        if line["plain"]:
            yield from _wrapped(f"that is, {line['plain']}", " " * (3 + len(mark)) + "  ", width)
    for title, rows in _left_behind(block):
        yield f"  {title}"
        for row in rows:
            yield from _wrapped(row, "    ", width)


def _moved(block: Json) -> str:
    """Where sentences of a block were before."""
    return f"With words that were in {listed(block['moved_from'])} before."


def _left_behind(block: Json) -> Iterator[tuple[str, Sequence[str]]]:
    """Sentences elsewhere that may have to change with a block, in rows under titles.

    First come those that still have words which are gone, then those on the same.
    """
    titles = (
        "Still so elsewhere; change it there too, or take this change back:",
        "About the same elsewhere:",
    )
    for title, is_still in zip(titles, (True, False), strict=True):
        rows: list[str] = []
        for sentence in block["elsewhere"]:
            if bool(sentence["still"]) == is_still:
                words = "".join(f', "{word}"' for word in sentence["still"])
                rows.append(f"{sentence['heading']}, line {sentence['line']}{words}: {sentence['text']}")
        if rows:
            yield title, rows


def _marked(block: Json) -> Iterator[tuple[str, Json]]:
    """The line of each version with its mark; of one that is only in another place, that of the new one."""
    for change in block["lines"]:
        before, now = change["before"], change["now"]
        if before and now and before["text"] == now["text"]:
            yield "moved", now
            continue
        if before:
            yield "-", before
        if now:
            yield "+", now


def _wrapped(text: str, start: str, width: int) -> list[str]:
    margin = " " * (len(start) + (0 if start.isspace() else 2))
    return textwrap.wrap(
        text, max(width, 40), initial_indent=start, subsequent_indent=margin, break_on_hyphens=False
    )


def _findings(findings: Sequence[Diagnostic], width: int) -> list[str]:
    lines: list[str] = []
    for finding in findings:
        first = finding.message.partition("\n")[0]
        lines += _wrapped(f"{finding.severity}[{finding.code}]: {first}", "  ", width)
    return lines


def excerpt(
    prose: Sequence[Json],
    gone: str = "[-{}-]",
    new: str = "{{+{}+}}",
    cut: str = "...",
    written: Callable[[str], str] = str,
) -> str:
    """Prose word by word, what is gone and new in marks; ``cut`` replaces long parts that are the same."""
    stretches: list[str] = []
    for index, stretch in enumerate(prose):
        pieces = stretch["text"].split(" ")
        if stretch["kind"] == "same":
            head = [] if index == 0 else pieces[:_AROUND]
            tail = [] if index == len(prose) - 1 else pieces[-_AROUND:]
            pieces = [*head, cut, *tail] if len(pieces) > len(head) + len(tail) else pieces
        mark = {"same": "{}", "gone": gone, "new": new}[stretch["kind"]]
        stretches.append(mark.format(written(" ".join(pieces))))
    return " ".join(stretches)


def _value(value: str | None) -> str:
    return "(none)" if value is None else value


# --- JSON ----------------------------------------------------------------------------------------


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


MOST_SHOWN = 200_000
"""Characters: a comment may have 65,536 and the summary of a job a million. Then the rest is only counted."""


def compared_in_markdown(compared: Sequence[DocumentDiff]) -> str:
    """Every document that changed; one line, if none did."""
    if not compared:
        return "## casekit diff: nothing changed\n"
    rows = [f"## casekit diff: {len(compared)} {'case' if len(compared) == 1 else 'cases'} changed", ""]
    length = 0
    for number, document in enumerate(compared):
        text = "\n".join(_document_in_markdown(document))
        length += len(text)
        if length > MOST_SHOWN:
            rows += [f"{len(compared) - number} others are not shown here.", ""]
            break
        rows += [text, ""]
    return "\n".join(rows).rstrip("\n") + "\n"


def _document_in_markdown(document: DocumentDiff) -> Iterator[str]:
    yield from (f"### {escaped(_flat(document.title))}", "", f"in {escaped(_flat(standing(document)))}", "")
    if unsolved := lost_answers(document):
        yield from (f"**{escaped(unsolved)}**", "")
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
        cells = (answer["element"], status(answer["before"]), status(answer["now"]))
        answers.append(f"| {' | '.join(map(_cell, cells))} |")
    yield ("| what readers can know | before | now |", "|---|---|---|"), answers
    figures = list(map(_figure, document.changed_figures))
    yield ("| figure | before | now | change | |", "|---|--:|--:|--:|---|"), figures
    yield ("**New findings**", ""), list(map(_finding_in_markdown, document.appeared))
    yield ("**Findings that are gone**", ""), list(map(_finding_in_markdown, document.fixed))
    if document.in_both:
        names: list[str] = []
        for row in document.text["header"]:
            before, now = _cell(_value(row["before"])), _cell(_value(row["now"]))
            names.append(f"* header, {_cell(row['key'])}: {before} → {now}")
        for old, new in document.text["renamed"].items():
            names.append(f"* renamed: {_cell(old)} → {_cell(new)}")
        yield (), names


def _finding_in_markdown(finding: Diagnostic) -> str:
    first = finding.message.partition("\n")[0]
    return f"* {finding.severity} {finding.code}: {escaped(_flat(first))}"


def _figure(row: MetricChange) -> str:
    members = ", ".join(filter(None, (member_changes(row, "−"), why_not_compared(row))))
    name, before, now, change = row.cells
    return f"| {_cell(name)} | {before} | {now} | {change} | {_cell(members)} |"


def _block_in_markdown(block: Json) -> Iterator[str]:
    yield from (f"**{escaped(_flat(block_title(block)))}**, line {block['line']}", "")
    if block["moved_from"]:
        yield from (escaped(_moved(block)), "")
    if block["prose"]:
        prose = excerpt(block["prose"], "<del>{}</del>", "<ins>{}</ins>", "…", escaped)
        yield from (f"> in prose: {prose}", "")
    if block["lines"]:
        lines: list[str] = []
        for mark, line in _marked(block):
            lines += _line_in_markdown(mark, line)
        yield from fenced("\n".join(lines), "diff")
        yield ""
    for title, rows in _left_behind(block):
        yield from (title, "", *(f"* {escaped(row)}" for row in rows), "")


def _line_in_markdown(mark: str, line: Json) -> Iterator[str]:
    if mark == "moved":
        yield f"  {_flat(line['text'])}  (moved)"
        return
    yield f"{mark} {_flat(line['text'])}"
    if line["plain"]:
        yield f"{mark}     that is, {_flat(line['plain'])}"


def _cell(text: str) -> str:
    return escaped(_flat(text))


def _flat(text: str) -> str:
    return " ".join(text.split())
