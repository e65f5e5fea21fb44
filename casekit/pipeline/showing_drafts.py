"""Drafts as they are shown: how far each one is, instead of many findings that say so."""

from collections.abc import Sequence
from dataclasses import replace

from casekit.diagnostics import Diagnostic
from casekit.diagnostics.forms import Report
from casekit.pipeline.checking import Checked


def with_drafts(report: Report, checked: Sequence[Checked], width: int) -> Report:
    """The report with the state of each draft. Findings that it explains are counted, not shown; ``width`` is in columns."""
    hidden: list[Diagnostic] = []
    told: list[str] = []
    for each in checked:
        draft = each.game.draft(each.document) if each.document is not None else None
        if draft is not None and draft.fresh:
            explained = [
                found
                for found in report.diagnostics
                if found.span.file == each.file and found.code in draft.explained
            ]
            hidden += explained
            told.append(draft.in_words(each.file, len(explained), width))
        told += [each.told] if each.told else []
    if not hidden:
        return report
    left = tuple(found for found in report.diagnostics if found not in set(hidden))
    return replace(report, diagnostics=left, elsewhere=(*report.elsewhere, *hidden), verdicts=tuple(told))
