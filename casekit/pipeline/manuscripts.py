"""From a case to its manuscript, and from a corrected manuscript back to the case."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from casekit.analysis.analyzer import Findings
from casekit.diagnostics import (
    Finding,
    Related,
    Source,
    Span,
    codes,
    gravest,
)
from casekit.kit.editions import EditionFinder
from casekit.language.source_files import contents, read_bytes
from casekit.manuscripts import manuscript_merge, manuscript_parts, returned_manuscripts
from casekit.manuscripts.manuscript_formats import ManuscriptFormat, missing_library, not_a_manuscript
from casekit.pipeline import checking, loading
from casekit.system.file_names import as_text
from casekit.values import frozen


def open_case(
    file: loading.InputFile, editions: EditionFinder
) -> tuple[loading.TypedDocument, manuscript_parts.Manuscript | None, Findings]:
    """Read a case, and make its manuscript.

    A case whose lines cannot all be read has no manuscript: paragraphs might be missing.

    Returns:
        The case, its manuscript if there is one, and what keeps lines from being read.
    """
    case = loading.open_document(file, editions)
    if case.resolved is None or case.parsed.diagnostics:
        return case, None, case.unread
    document = case.resolved.document
    manuscript = manuscript_parts.Manuscript(
        file=as_text(file.path.name),
        title=document.title,
        edition=document.settings.title,
        language=document.settings.language,
        source=case.source,
        parts=manuscript_parts.sent_parts(
            case.parsed.game.proofreading.manuscript(document, case.parsed.tree)
        ),
    )
    if manuscript.parts:
        return case, manuscript, case.unread
    no_prose = codes.NO_PROSE.at(
        case.source.whole(),
        "there is no prose in it, so there is nothing to proofread",
        hint="write its presentation first",
    )
    return case, None, (no_prose,)


def written(
    manuscript: manuscript_parts.Manuscript, manuscript_format: ManuscriptFormat, place: Span
) -> tuple[bytes | None, Findings]:
    """The bytes of a manuscript in a format, or why there are none."""
    lines = manuscript_parts.lines_of(manuscript)
    try:
        return manuscript_format.write(lines, manuscript.title, manuscript.language), ()
    except ImportError as error:
        return None, (missing_library(error, place),)


# --- and back ------------------------------------------------------------------------------------


@frozen
class ManuscriptImport:
    """The effect of a manuscript on its case."""

    findings: Findings
    """What is wrong with the manuscript, and the corrections that are not made."""

    sources: Mapping[str, Source]
    """The texts that the findings are about, by name."""

    merge: manuscript_merge.Merge | None = None
    """What becomes of each paragraph; ``None`` if nothing is merged."""

    remarks: tuple[returned_manuscripts.ManuscriptNote, ...] = ()
    """The comments in the manuscript."""

    changes: tuple[returned_manuscripts.ManuscriptNote, ...] = ()
    """The tracked changes in it."""

    data: bytes | None = None
    """The new text of the case; ``None`` if nothing is merged."""

    new_findings: Findings = ()
    """What the checks report of the new text and not of the old one."""


def proofread(
    case: loading.TypedDocument,
    manuscript: manuscript_parts.Manuscript | None,
    file: Path,
    manuscript_format: ManuscriptFormat,
    settle: returned_manuscripts.Settle | None,
) -> ManuscriptImport:
    """Read a corrected manuscript, and merge it into its case as far as that can be done."""
    name = file.as_posix()
    pieces, problems = _pieces(file, manuscript_format)
    if pieces is None or manuscript is None:
        return ManuscriptImport(problems, case.sources)
    changes = returned_manuscripts.tracked(pieces)
    sent_back = returned_manuscripts.cut(
        returned_manuscripts.settled(pieces, settle or "accept"),
        [part.title for part in manuscript.parts],
        manuscript.by_mark,
    )
    remarks = tuple(sent_back.remarks)
    if changes and settle is None:
        unsettled = tuple(_unsettled_change(change, name) for change in changes)
        return ManuscriptImport(unsettled, case.sources, remarks=remarks, changes=changes)
    if damage := tuple(manuscript_merge.damage_of(sent_back, manuscript, Span(name))):
        return ManuscriptImport(damage, case.sources, remarks=remarks)
    if markup := tuple(manuscript_merge.unknown_markup(sent_back, manuscript, Span(name))):
        return ManuscriptImport(markup, case.sources, remarks=remarks)
    merged = manuscript_merge.merge(sent_back, manuscript)
    data = case.data[: manuscript.source.shift] + merged.text.encode()
    new_findings = _new_findings(case, data)
    if new_findings is None:
        names = ", ".join(fate.name for fate in merged.of("merged"))
        not_prose = codes.UNREADABLE_MANUSCRIPT.at(
            Span(name),
            f"the corrected text cannot be written as prose of a case: look at {names}",
            hint="remove characters that no text needs from these paragraphs",
        )
        return ManuscriptImport((not_prose,), case.sources, remarks=remarks)
    return ManuscriptImport(
        tuple(_corrections_not_made(merged, name, case)),
        {**case.sources, case.source.name: Source(case.source.name, merged.text)},
        merged,
        remarks,
        changes,
        data,
        new_findings,
    )


def _pieces(
    file: Path, manuscript_format: ManuscriptFormat
) -> tuple[tuple[returned_manuscripts.TextPiece, ...] | None, Findings]:
    """The pieces of the text in a manuscript, or why it cannot be read."""
    name = file.as_posix()
    most_bytes = manuscript_format.most_bytes
    try:
        data = contents(file, limit=most_bytes)
    except OSError:
        return None, read_bytes(file)[1]
    if manuscript_format.is_too_large(data):
        reason = f"it has more than {most_bytes:,} bytes{manuscript_format.if_larger}"
        return None, (not_a_manuscript(name, reason),)
    try:
        return manuscript_format.read(data, name)
    except ImportError as error:
        return None, (missing_library(error, Span(name)),)


def _new_findings(case: loading.TypedDocument, data: bytes) -> Findings | None:
    """The findings on its prose that the new text of a case has and the old one has not.

    ``None`` if more than prose changes.
    """
    after = loading.resolve_document(loading.parse_bytes(data, case.source.name), case.edition)
    if (
        after.resolved is None
        or after.parsed.diagnostics
        or not manuscript_merge.same_but_for_prose(case.parsed.tree, after.parsed.tree)
    ):
        return None
    old_counts = Counter((finding.code, finding.message) for finding in _prose_findings(case))
    new_findings = []
    for finding in _prose_findings(after):
        if old_counts[finding.code, finding.message]:
            old_counts[finding.code, finding.message] -= 1
        else:
            new_findings.append(finding)
    return gravest(new_findings)


def _prose_findings(case: loading.TypedDocument) -> Findings:
    """The findings on the text of a case, whatever it has been silenced for."""
    findings = case.parsed.game.checks.check(case.resolved.document, ()) if case.resolved else ()
    return checking.without_suppressed(findings, case.parsed.tree)


# --- findings ------------------------------------------------------------------------------------


def _unsettled_change(change: returned_manuscripts.ManuscriptNote, name: str) -> Finding:
    """The finding on a tracked change that nobody has accepted or rejected."""
    author = f" by {change.author}" if change.author else ""
    paragraph = f" in {change.where}" if change.where else ""
    words = f'"{change.text}"' if change.text else "a paragraph break"
    change_in_words = "a change of format" if change.kind == "format" else f"the {change.kind} of {words}"
    return codes.TRACKED_CHANGES.at(
        Span(name),
        f"{change_in_words}{author}{paragraph} is neither accepted nor rejected",
        hint="accept or reject all changes in the word processor, or with `--accept` or `--reject`",
    )


def _corrections_not_made(
    merged: manuscript_merge.Merge, name: str, case: loading.TypedDocument
) -> Iterable[Finding]:
    """Findings on the corrections that are not made, because the case has changed there too."""
    source = case.sources[case.source.name]
    for fate in merged.of("conflict", "gone", "unreadable"):
        place = Span(case.source.name) if fate.node is None else source.span(fate.node.start, fate.node.end)
        reason = {
            "conflict": f"{fate.name} has changed in the case and in the manuscript: the case stays as it is",
            "gone": f"{fate.name} is corrected in the manuscript, and is not in the case any more",
        }.get(fate.outcome, f"{fate.name} cannot be written as prose: it stays as it is")
        yield codes.MANUSCRIPT_CONFLICT.at(
            place,
            f"{reason}\nin the manuscript: {fate.theirs}",
            hint="correct the case by hand",
            related=(Related(Span(name), "the manuscript"),),
        )
