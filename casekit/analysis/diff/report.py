"""All that changed of a document (text, what readers can know, figures, findings), as text, JSON and Markdown."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from casekit.analysis.metrics import MetricChange, changed_figures, told_about, told_members
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
    return "\n".join("".join(f"{line}\n" for line in _document(each, width)) for each in compared)


def standing(each: DocumentDiff) -> str:
    """Whether a document is new, gone, renamed or changed."""
    if each.before is None:
        return f"new: {each.now}"
    if each.now is None:
        return f"gone: {each.before}"
    return each.now if each.before == each.now else f"{each.before} -> {each.now}"


def _document(each: DocumentDiff, width: int) -> Iterator[str]:
    yield f"{each.title} ({standing(each)})"
    if unsolved := told_open(each):
        yield from ("", *textwrap.wrap(unsolved, max(width, 40)))
    parts = {
        "Header": [
            f"  {row['key']}: {_shown(row['before'])} -> {_shown(row['now'])}"
            for row in each.text["header"]
            if each.in_both
        ],
        "Renamed": [f"  {old} -> {new}" for old, new in each.text["renamed"].items()],
        "What readers can know": [
            f"  {one['element']}: {status(one['before'])} -> {status(one['now'])}" for one in each.answers
        ],
        "New findings": [line for one in each.appeared for line in _finding(one, width)],
        "Findings that are gone": [line for one in each.fixed for line in _finding(one, width)],
        "Figures": changed_figures(each.changed_figures).split("\n") if each.changed_figures else [],
    }
    for title, rows in parts.items():
        if rows:
            yield from ("", title, *rows)
    # If a case is new or gone, the case itself says more than a list of all that is in it.
    for block in each.text["blocks"] if each.in_both else ():
        yield from ("", *_block(block, width))


def told_open(each: DocumentDiff) -> str:
    """Which questions readers could answer before and cannot answer now, as a sentence; empty without one."""
    opened = [one for one in each.answers if one["opened"]]
    if not opened:
        return ""
    elements = listed(one["element"] for one in opened)
    verb, answers = ("is", "an answer") if len(opened) == 1 else ("are", "answers")
    return f"The {elements} {verb} open now: readers could prove {answers} before, and cannot any more."


def status(answer: Mapping[str, Any] | None) -> str:
    """The knowledge that readers can have of a question: its status, and the values that are possible."""
    if answer is None:
        return "no verdict"
    known = [value for value in [answer["proved"] or answer["value"], *answer["rivals"]] if value]
    more = ", ..." if len(known) > _MOST_VALUES else ""
    told = f" ({', '.join(known[:_MOST_VALUES])}{more})" if known else ""
    return f"{answer['status']}{told}"


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
    """Sentences elsewhere that may have to change with a block: first those that still have words which are gone, then those on the same."""
    titles = (
        "Still so elsewhere; change it there too, or take this change back:",
        "About the same elsewhere:",
    )
    for title, is_still in zip(titles, (True, False), strict=True):
        rows = [row for row in block["elsewhere"] if bool(row["still"]) == is_still]
        words = (", ".join(f'"{word}"' for word in row["still"]) for row in rows)
        told = [
            f"{row['heading']}, line {row['line']}{said and ', '}{said}: {row['text']}"
            for row, said in zip(rows, words, strict=True)
        ]
        if rows:
            yield title, told


def _marked(block: Json) -> Iterator[tuple[str, Json]]:
    """The line of each version with its mark; of one that is only in another place, that of the new one."""
    for change in block["lines"]:
        before, now = change["before"], change["now"]
        if before and now and before["text"] == now["text"]:
            yield "moved", now
        else:
            yield from ((mark, line) for mark, line in (("-", before), ("+", now)) if line)


def _wrapped(text: str, start: str, width: int) -> list[str]:
    margin = " " * (len(start) + (0 if start.isspace() else 2))
    return textwrap.wrap(
        text, max(width, 40), initial_indent=start, subsequent_indent=margin, break_on_hyphens=False
    )


def _finding(found: Diagnostic, width: int) -> Iterator[str]:
    first = found.message.partition("\n")[0]
    yield from _wrapped(f"{found.severity}[{found.code}]: {first}", "  ", width)


def excerpt(
    prose: Sequence[Json],
    gone: str = "[-{}-]",
    new: str = "{{+{}+}}",
    cut: str = "...",
    written: Callable[[str], str] = str,
) -> str:
    """Prose word by word, what is gone and new in marks; ``cut`` is in the place of what is the same for long."""
    told = []
    for index, stretch in enumerate(prose):
        pieces = stretch["text"].split(" ")
        if stretch["kind"] == "same":
            head = [] if index == 0 else pieces[:_AROUND]
            tail = [] if index == len(prose) - 1 else pieces[-_AROUND:]
            pieces = [*head, cut, *tail] if len(pieces) > len(head) + len(tail) else pieces
        mark = {"same": "{}", "gone": gone, "new": new}[stretch["kind"]]
        told.append(mark.format(written(" ".join(pieces))))
    return " ".join(told)


def _shown(value: str | None) -> str:
    return "(none)" if value is None else value


# --- JSON ----------------------------------------------------------------------------------------


def compared_as_json(each: DocumentDiff) -> dict[str, Any]:
    """All that changed of a document, as ``schemas/diff.schema.json`` has it."""
    from casekit.diagnostics.renderers.json_report import as_json  # noqa: PLC0415 - only those who want JSON pay for it

    return {
        "path": each.path,
        "title": each.title,
        "before": each.before,
        "now": each.now,
        "header": each.text["header"],
        "renamed": each.text["renamed"],
        "answers": each.answers,
        "appeared": [as_json(found) for found in each.appeared],
        "fixed": [as_json(found) for found in each.fixed],
        "figures": [
            {**row.as_json(), "come": list(row.come), "gone": list(row.gone)} for row in each.changed_figures
        ],
        "blocks": each.text["blocks"],
    }


MOST_SHOWN = 200_000
"""Characters: a comment may have 65,536 and the summary of a job a million. Then the rest is only counted."""


def compared_in_markdown(compared: Sequence[DocumentDiff]) -> str:
    """Every document that changed; one line, if none did."""
    if not compared:
        return "## casekit diff: nothing changed\n"
    rows = [f"## casekit diff: {len(compared)} {'case' if len(compared) == 1 else 'cases'} changed", ""]
    told = 0
    for number, each in enumerate(compared):
        text = "\n".join(_document_in_markdown(each))
        told += len(text)
        if told > MOST_SHOWN:
            rows += [f"{len(compared) - number} others are not shown here.", ""]
            break
        rows += [text, ""]
    return "\n".join(rows).rstrip("\n") + "\n"


def _document_in_markdown(each: DocumentDiff) -> Iterator[str]:
    yield from (f"### {escaped(_flat(each.title))}", "", f"in {escaped(_flat(standing(each)))}", "")
    if unsolved := told_open(each):
        yield from (f"**{escaped(unsolved)}**", "")
    text = each.text if each.in_both else {"header": [], "renamed": {}, "blocks": []}
    parts = (
        (
            ("| what readers can know | before | now |", "|---|---|---|"),
            [
                f"| {_cell(one['element'])} | {_cell(status(one['before']))} | {_cell(status(one['now']))} |"
                for one in each.answers
            ],
        ),
        (
            ("| figure | before | now | change | |", "|---|--:|--:|--:|---|"),
            [_figure(row) for row in each.changed_figures],
        ),
        (("**New findings**", ""), [_finding_in_markdown(one) for one in each.appeared]),
        (("**Findings that are gone**", ""), [_finding_in_markdown(one) for one in each.fixed]),
        (
            (),
            [
                f"* header, {_cell(row['key'])}: {_cell(_shown(row['before']))} → {_cell(_shown(row['now']))}"
                for row in text["header"]
            ]
            + [f"* renamed: {_cell(old)} → {_cell(new)}" for old, new in text["renamed"].items()],
        ),
    )
    for head, rows in parts:
        yield from (*head, *rows, "") if rows else ()
    for block in text["blocks"]:
        yield from _block_in_markdown(block)


def _finding_in_markdown(found: Diagnostic) -> str:
    return f"* {found.severity} {found.code}: {escaped(_flat(found.message.partition(chr(10))[0]))}"


def _figure(row: MetricChange) -> str:
    members = ", ".join(filter(None, (told_members(row, "−"), told_about(row))))
    name, before, now, change = row.cells
    return f"| {_cell(name)} | {before} | {now} | {change} | {_cell(members)} |"


def _block_in_markdown(block: Json) -> Iterator[str]:
    yield from (f"**{escaped(_flat(block_title(block)))}**, line {block['line']}", "")
    if block["moved_from"]:
        yield from (escaped(_moved(block)), "")
    if block["prose"]:
        told = excerpt(block["prose"], "<del>{}</del>", "<ins>{}</ins>", "…", escaped)
        yield from (f"> in prose: {told}", "")
    if block["lines"]:
        marked = (row for mark, line in _marked(block) for row in _line_in_markdown(mark, line))
        yield from fenced("\n".join(marked), "diff")
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
