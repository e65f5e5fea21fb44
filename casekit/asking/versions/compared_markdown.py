"""Changes as Markdown for a merge request or the summary of a job."""

from collections.abc import Iterator, Sequence

from casekit.asking.versions.compared import Compared
from casekit.asking.versions.compared_text import block_title, excerpt, fields_of, standing, status, told_open
from casekit.asking.versions.document_differences import BlockChange, LineChange, LineOf
from casekit.asking.versions.gauge_table import told_about
from casekit.asking.versions.gauges import GaugeRow
from casekit.diagnostics.forms.markdown import escaped, fenced

MOST_SHOWN = 200_000
"""Characters: a comment may have 65,536 and the summary of a job a million. Then the rest is only counted."""


def compared_in_markdown(compared: Sequence[Compared]) -> str:
    """Every document that changed; one line, if none did."""
    if not compared:
        return "## casekit diff: nothing changed\n"
    rows = [f"## casekit diff: {len(compared)} {'case' if len(compared) == 1 else 'cases'} changed", ""]
    told = 0
    for number, each in enumerate(compared):
        text = "\n".join(_document(each))
        told += len(text)
        if told > MOST_SHOWN:
            rows += [f"{len(compared) - number} others are not shown here.", ""]
            break
        rows += [text, ""]
    return "\n".join(rows).rstrip("\n") + "\n"


def _document(each: Compared) -> Iterator[str]:
    yield from (f"### {escaped(_flat(each.title))}", "", f"in {escaped(_flat(standing(each)))}", "")
    if unsolved := told_open(each):
        yield from (f"**{escaped(unsolved)}**", "")
    if each.answers:
        yield from ("| what readers can know | before | now |", "|---|---|---|")
        for one in each.answers:
            yield f"| {_cell(one.element)} | {_cell(status(one.before))} | {_cell(status(one.now))} |"
        yield ""
    if each.changed_figures:
        yield from ("| figure | before | now | change | |", "|---|--:|--:|--:|---|")
        yield from map(_figure, each.changed_figures)
        yield ""
    for title, found in (("New findings", each.appeared), ("Findings that are gone", each.fixed)):
        if found:
            yield from (f"**{title}**", "")
            yield from (
                f"* {one.severity} {one.code}: {escaped(_flat(one.message.split(chr(10))[0]))}"
                for one in found
            )
            yield ""
    if not each.in_both:
        return
    if each.text.fields or each.text.renamed:
        yield from (
            f"* header, {_cell(key)}: {_value(before)} → {_value(now)}"
            for key, before, now in fields_of(each)
        )
        yield from (f"* renamed: {_cell(old)} → {_cell(new)}" for old, new in each.text.renamed.items())
        yield ""
    for block in each.text.blocks:
        yield from _block(block)


def _figure(row: GaugeRow) -> str:
    change = "" if row.change is None else f"{row.change:+}"
    members = [*(f"+{name}" for name in row.come), *(f"−{name}" for name in row.gone)]
    members += [told] if (told := told_about(row).strip()) else []
    before = "-" if row.before is None else str(row.before)
    return f"| {_cell(row.now.name)} | {before} | {row.now} | {change} | {_cell(', '.join(members))} |"


def _block(block: BlockChange) -> Iterator[str]:
    yield from (f"**{escaped(_flat(block_title(block)))}**, line {block.line}", "")
    if block.prose:
        yield from (f"> in prose: {excerpt(block.prose, '<del>{}</del>', '<ins>{}</ins>', '…', escaped)}", "")
    if block.lines:
        yield from fenced("\n".join(row for change in block.lines for row in _line(change)), "diff")
        yield ""


def _line(change: LineChange) -> Iterator[str]:
    if change.moved and change.now:
        yield f"  {_flat(change.now.text)}  (moved)"
        return
    for mark, line in (("-", change.before), ("+", change.now)):
        if line is not None:
            yield from _marked(mark, line)


def _marked(mark: str, line: LineOf) -> Iterator[str]:
    yield f"{mark} {_flat(line.text)}"
    if line.plain:
        yield f"{mark}     that is, {_flat(line.plain)}"


def _value(text: str | None) -> str:
    return "(none)" if text is None else _cell(text)


def _cell(text: str) -> str:
    return escaped(_flat(text))


def _flat(text: str) -> str:
    return " ".join(text.split())
