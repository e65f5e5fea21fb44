"""From a case to its manuscript, and from a corrected manuscript back to the case."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from casekit.analysis.analyzer import Findings
from casekit.diagnostics import (
    Diagnostic,
    Related,
    Source,
    Span,
    codes,
    gravest,
    invisible_characters,
)
from casekit.kit.editions import EditionFinder
from casekit.language.source_files import contents, decode, read_bytes
from casekit.manuscripts import manuscript_merge, manuscript_parts, markdown_manuscript
from casekit.pipeline import checking, loading
from casekit.system.file_names import as_text
from casekit.values import frozen

Form = Literal["odt", "md"]
FORMS: Mapping[str, Form] = {".odt": "odt", ".md": "md", ".markdown": "md"}
"""The forms of manuscripts by the endings of files."""

_MOST_LINES = 20_000
_LARGEST: Mapping[Form, tuple[int, str]] = {
    "odt": (10_000_000, "; remove its pictures"),
    "md": (300_000, f" or {_MOST_LINES:,} lines"),
}
"""The most bytes that a manuscript may have, and what is said of more. One of sixty long paragraphs has some
100,000 in Markdown."""

_MISSING = 'install it with `pip install "casekit[write]"`, or use a name that ends in .md'


def open_case(
    file: loading.InputFile, editions: EditionFinder
) -> tuple[loading.TypedDocument, manuscript_parts.Manuscript | None, Findings]:
    """Read a case with its prose, its manuscript and what keeps it from one.

    One whose lines cannot all be read has no manuscript: paragraphs might be missing.
    """
    case = loading.open_document(file, editions)
    if case.reading is None or case.parsed.diagnostics:
        return case, None, case.unread
    document = case.reading.document
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
    nothing = codes.NO_PROSE.at(
        case.source.whole(),
        "there is no prose in it, so there is nothing to proofread",
        hint="write its presentation first",
    )
    return case, None, (nothing,)


def written(
    manuscript: manuscript_parts.Manuscript, form: Form, place: Span
) -> tuple[bytes | None, Findings]:
    """The bytes of a manuscript in a form, or why there are none."""
    lines = manuscript_parts.lines_of(manuscript)
    if form == "md":
        return markdown_manuscript.markdown(lines, manuscript.title, manuscript.language).encode(), ()
    try:
        from casekit.manuscripts.open_document_writing import open_document
    except ImportError as error:
        return None, (_missing(error, place),)
    return open_document(lines, manuscript.title, manuscript.language), ()


def _missing(error: ImportError, place: Span) -> Diagnostic:
    return codes.MISSING_EXTRA.at(
        place,
        f"files of word processors need a library that is not installed: {error.name or error}",
        hint=_MISSING,
    )


# --- and back ------------------------------------------------------------------------------------


@frozen
class ManuscriptImport:
    """The effect of a manuscript on its case.

    ``merge`` is missing if it is not merged at all; ``text`` is the new text of the case, as bytes,
    ``findings`` what is wrong with the manuscript, ``brought`` what the checks report now and did not
    earlier.
    """

    findings: Findings
    sources: Mapping[str, Source]
    merge: manuscript_merge.Merge | None = None
    remarks: tuple[manuscript_parts.ManuscriptNote, ...] = ()
    changes: tuple[manuscript_parts.ManuscriptNote, ...] = ()
    data: bytes | None = None
    brought: Findings = ()


def proofread(
    case: loading.TypedDocument,
    manuscript: manuscript_parts.Manuscript | None,
    file: Path,
    form: Form,
    settle: manuscript_parts.Settle | None,
) -> ManuscriptImport:
    """Read a corrected manuscript, and merge it into its case as far as that can be done."""
    name = file.as_posix()
    pieces, problems = _pieces(file, form)
    if pieces is None or manuscript is None:
        return ManuscriptImport(problems, case.sources)
    changes = manuscript_parts.tracked(pieces)
    sent_back = manuscript_parts.cut(
        manuscript_parts.settled(pieces, settle or "accept"),
        [part.title for part in manuscript.parts],
        manuscript.by_mark,
    )
    remarks = tuple(sent_back.remarks)
    if changes and settle is None:
        found = tuple(_unsettled(change, name) for change in changes)
        return ManuscriptImport(found, case.sources, remarks=remarks, changes=changes)
    if damage := tuple(manuscript_merge.damage_of(sent_back, manuscript, Span(name))):
        return ManuscriptImport(damage, case.sources, remarks=remarks)
    if markup := tuple(manuscript_merge.unknown_markup(sent_back, manuscript, Span(name))):
        return ManuscriptImport(markup, case.sources, remarks=remarks)
    merged = manuscript_merge.merge(sent_back, manuscript)
    data = case.data[: manuscript.source.shift] + merged.text.encode()
    brought = _brought(case, data)
    if brought is None:
        names = ", ".join(fate.name for fate in merged.of("merged"))
        not_prose = codes.UNREADABLE_MANUSCRIPT.at(
            Span(name),
            f"the corrected text cannot be written as prose of a case: look at {names}",
            hint="remove characters that no text needs from these paragraphs",
        )
        return ManuscriptImport((not_prose,), case.sources, remarks=remarks)
    return ManuscriptImport(
        tuple(_held_back(merged, name, case)),
        {**case.sources, case.source.name: Source(case.source.name, merged.text)},
        merged,
        remarks,
        changes,
        data,
        brought,
    )


def _pieces(file: Path, form: Form) -> tuple[tuple[manuscript_parts.TextPiece, ...] | None, Findings]:
    name = file.as_posix()
    largest, cure = _LARGEST[form]
    try:
        data = contents(file, limit=largest)
    except OSError:
        return None, read_bytes(file)[1]
    if len(data) > largest or (form == "md" and data.count(b"\n") > _MOST_LINES):
        return None, (_not_a_manuscript(name, f"it has more than {largest:,} bytes{cure}"),)
    if form == "md":
        source, problems = decode(data, name, underlined=True)
        # Editors leave characters that nobody sees: they are left out, and only what is not text is refused.
        if any(problem.code is not codes.HIDDEN_CHARACTER for problem in problems):
            return None, problems
        return markdown_manuscript.read_markdown(invisible_characters.HIDDEN.sub("", source.text)), ()
    from casekit.system.sandbox import SandboxError, read

    try:
        from casekit.manuscripts.open_document_reading import pieces_in

        rows, reason = read(pieces_in, data)
    except ImportError as error:
        return None, (_missing(error, Span(name)),)
    except SandboxError as error:
        return None, (_not_a_manuscript(name, f"it {error}"),)
    if reason:
        return None, (_not_a_manuscript(name, reason),)
    return tuple(manuscript_parts.TextPiece(*row) for row in rows), ()


def _brought(case: loading.TypedDocument, data: bytes) -> Findings | None:
    """The findings on its text that the new case has and the old one has not.

    ``None`` if more than prose changes.
    """
    after = loading.resolve_document(loading.parse_bytes(data, case.source.name), case.shelf)
    if (
        after.reading is None
        or after.parsed.diagnostics
        or not manuscript_merge.same_but_for_prose(case.parsed.tree, after.parsed.tree)
    ):
        return None
    before = Counter((finding.code, finding.message) for finding in _prose_findings(case))
    findings = []
    for finding in _prose_findings(after):
        if before[finding.code, finding.message]:
            before[finding.code, finding.message] -= 1
        else:
            findings.append(finding)
    return gravest(findings)


def _prose_findings(case: loading.TypedDocument) -> Findings:
    """The findings on the text of a case, whatever it has been silenced for."""
    found = case.parsed.game.checks.check(case.reading.document, ()) if case.reading else ()
    return checking.without_suppressed(found, case.parsed.tree)


# --- findings ------------------------------------------------------------------------------------


def _not_a_manuscript(name: str, reason: str) -> Diagnostic:
    hint = "save it as an OpenDocument text (.odt) or as Markdown (.md)"
    return codes.UNREADABLE_MANUSCRIPT.at(Span(name), f"this manuscript cannot be read: {reason}", hint=hint)


def _unsettled(change: manuscript_parts.ManuscriptNote, name: str) -> Diagnostic:
    who = f" by {change.author}" if change.author else ""
    where = f" in {change.where}" if change.where else ""
    words = f'"{change.text}"' if change.text else "a paragraph break"
    what = "a change of format" if change.kind == "format" else f"the {change.kind} of {words}"
    return codes.TRACKED_CHANGES.at(
        Span(name),
        f"{what}{who}{where} is neither accepted nor rejected",
        hint="accept or reject all changes in the word processor, or with `--accept` or `--reject`",
    )


def _held_back(
    merged: manuscript_merge.Merge, name: str, case: loading.TypedDocument
) -> Iterable[Diagnostic]:
    """The corrections that are not made, because the case has changed there too."""
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
