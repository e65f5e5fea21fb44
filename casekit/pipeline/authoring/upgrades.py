"""Texts that were written for an earlier casekit, and what they have to say now to mean the same.

An edition that says its format was written for this reading of it, and so were its cases. In any other the
checks find what is read otherwise: a finding in ``CHANGES`` has a fix that says how it is written now, or
nobody but the writer can say.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from casekit.analysis.analyzer import Findings
from casekit.analysis.diff.document_diff import DocumentDiff
from casekit.analysis.diff.report import compared_as_json, compared_in_words
from casekit.diagnostics import (
    Edit,
    Finding,
    Report,
    Severity,
    Source,
    caught,
    codes,
    has_errors,
    in_order,
)
from casekit.diagnostics.renderers.json_report import as_json
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.language.source_files import decode, read_bytes, real
from casekit.pipeline import checking, conversion
from casekit.pipeline.loading import InputFile, TypedDocument, open_document
from casekit.values import frozen, replace

CHANGES: Mapping[str, str] = {
    "CK806": "an edition says its format, so that a later casekit knows how it was meant",
    "CK508": "every rule was known to readers; now a rule quotes the words that say it, or is marked `common`",
    "CK503": "the answer that hints support best was enough; now the header says so",
    "CK601": "the thresholds of levels are other ones, and transcripts have a third level, `apprentice`",
    "CK412": "what a line says of something without a value was true or false; now it says nothing, and only you know what was meant",
}
"""The lines that are read otherwise since format 1, by the code of the finding that shows it."""

_WORD_BEFORE_LINE = {"CK508": "common "}
"""The word before a line by which it means what it meant then, by the code of the finding on the line. No
finding offers it: today it would be for the writer to vouch for."""


@frozen
class Upgrade:
    """A file with something in it that this casekit reads otherwise than an earlier one."""

    file: str
    """The name of the file, as it is shown."""

    path: Path
    """Where the file is."""

    before: bytes
    """Its bytes as they are."""

    after: bytes
    """Its bytes once it is rewritten."""

    rewritten_codes: tuple[str, ...]
    """The codes in ``CHANGES`` of what is rewritten."""

    unsettled: Findings = ()
    """The findings on what only the writer can rewrite."""

    document_diff: DocumentDiff | None = None
    """How verdict, level and findings of a document change, if they do."""

    @property
    def has_change(self) -> bool:
        """Whether anything in the file is rewritten."""
        return self.before != self.after

    @property
    def difference(self) -> str:
        """The text before and after, as a unified diff."""
        before, after = (data.decode("utf-8-sig") for data in (self.before, self.after))
        return conversion.difference(before, after, self.file, "upgraded")

    def in_words(self, width: int) -> str:
        """The difference of the file, why it is rewritten, and what is different then.

        ``width`` is in columns.
        """
        reasons = [f"{self.file}: {code}: {CHANGES[code]}\n" for code in self.rewritten_codes]
        lines = [self.difference, *reasons]
        for finding in self.unsettled:
            head = f"{finding.span}: {finding.severity}[{finding.code}], for you to settle"
            lines.append(f"{head}: {CHANGES[finding.code.id]}\n{finding.message}\n")
        if self.document_diff is None:
            lines.append(f"{self.file}: verdict, level and findings stay as they are.\n")
        else:
            lines.append(compared_in_words((self.document_diff,), width))
        return "".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The upgrade as JSON."""
        return {
            "file": self.file,
            "changes": [{"code": code, "why": CHANGES[code]} for code in self.rewritten_codes],
            "left": [as_json(finding) for finding in self.unsettled],
            "diff": self.difference,
            "compared": None if self.document_diff is None else compared_as_json(self.document_diff),
        }


class _UpgradedDocument(NamedTuple):
    """An upgrade of a document, if it needs one."""

    upgrades: tuple[Upgrade, ...]
    """The upgrade; none if nothing in the document is read otherwise."""

    errors: list[Finding]
    """The errors that may hide what else is read otherwise."""


class _RewrittenDocument(NamedTuple):
    """A document that means what it meant."""

    data: bytes
    """Its bytes."""

    codes: tuple[str, ...]
    """The codes in ``CHANGES`` of what was rewritten."""

    findings: list[Finding]
    """The findings on it, at the places of the file as it was."""


def upgrade(
    inputs: Sequence[InputFile],
    folders: Sequence[Path],
    editions: EditionFinder,
    budget: int,
    step: checking.OnFile,
) -> tuple[tuple[Upgrade, ...], Report]:
    """The upgrades of documents and of their editions.

    Args:
        inputs: all documents of these editions.
        folders: the folders of the editions to upgrade.
        editions: finds them.
        budget: the budget, in worlds, with which it is measured how hard documents are.
        step: called with the name of each document before it is worked on.

    Returns:
        The upgrades, and the errors that may hide others.
    """
    upgrades: list[Upgrade] = []
    problems: list[Finding] = []
    sources: dict[str, Source] = {}
    for file in inputs:
        step(file.name)
        document = open_document(file, editions)
        sources[document.source.name] = document.source
        if document.resolved is None or has_errors(document.parsed.diagnostics):
            problems += document.parsed.diagnostics
        elif _is_earlier(document.edition):
            upgrading = partial(_upgraded_document, document, file.path, budget)
            upgraded, failure = caught(upgrading, document.source.whole())
            problems += failure
            if upgraded is not None:
                upgrades += upgraded.upgrades
                problems += upgraded.errors
    roots = [real(folder) for folder in folders]
    for path, edition in editions.loaded_editions.items():
        if _is_earlier(edition) and any(real(path).is_relative_to(root) for root in roots):
            upgrades.append(_upgraded_edition(path, edition))
        if edition.settings is None:
            problems += edition.diagnostics
        sources |= {text.name: text for text in edition.sources}
    return tuple(upgrades), Report(in_order(problems), sources)


def _is_earlier(edition: LoadedEdition) -> bool:
    """Whether an edition does not say its format; the built-in one cannot say that of its cases."""
    if edition.settings is None:
        return False
    is_built_in = not edition.sources
    return is_built_in or any(finding.code is codes.UNSTATED_FORMAT for finding in edition.diagnostics)


def _upgraded_edition(file: Path, edition: LoadedEdition) -> Upgrade:
    source = edition.sources[0]
    before = read_bytes(file)[0] or b""
    if decode(before, source.name)[0].text != source.text:
        before = source.text.encode()
    changes = [finding for finding in edition.diagnostics if finding.code.id in CHANGES]
    rewritten_codes = dict.fromkeys([finding.code.id for finding in changes])
    return Upgrade(source.name, file, before, edited(before, _edits(changes)), tuple(rewritten_codes))


def _upgraded_document(document: TypedDocument, path: Path, budget: int) -> _UpgradedDocument:
    from casekit.pipeline.revisions import DocumentRevision
    from casekit.pipeline.version_comparison import compare

    name, edition = document.source.name, document.edition
    before = document.data or b""
    rewritten = _rewritten_document(before, name, edition, budget)
    unsettled: list[Finding] = []
    errors: list[Finding] = []
    for finding in rewritten.findings:
        if finding.code.id in CHANGES:
            if not _rewriting_edits(finding):
                unsettled.append(finding)
        elif finding.severity is Severity.ERROR:
            errors.append(finding)
    if not (rewritten.codes or unsettled):
        return _UpgradedDocument((), errors)
    old = {name: DocumentRevision(name, before, lambda _: edition)}
    new = {name: DocumentRevision(name, rewritten.data, lambda _: edition)}
    differences = compare(old, new, budget, lambda _: None)
    upgrade_of_document = Upgrade(
        name,
        path,
        before,
        rewritten.data,
        rewritten.codes,
        tuple(unsettled),
        differences[0] if differences else None,
    )
    return _UpgradedDocument((upgrade_of_document,), errors)


def _rewritten_document(data: bytes, name: str, edition: LoadedEdition, budget: int) -> _RewrittenDocument:
    """Rewrite a document until nothing is found in it that can be rewritten."""
    rewritten_codes: dict[str, None] = {}
    first_findings: dict[tuple[str, str], Finding] = {}
    # A finding that another one hid appears once that one is settled, so the document is checked again.
    for _ in CHANGES:
        diagnostics = checking.check_bytes(
            data, name, edition, checking.CheckOptions(balance=budget)
        ).diagnostics
        if not first_findings:
            first_findings = {(finding.code.id, finding.message): finding for finding in diagnostics}
        changes = [finding for finding in diagnostics if finding.code.id in CHANGES]
        edits = _edits(changes)
        if not edits:
            break
        rewritten_codes |= dict.fromkeys(
            [finding.code.id for finding in changes if _rewriting_edits(finding)]
        )
        data = edited(data, edits)
    # The places of the first findings are those of the file as it is.
    findings = [first_findings.get((finding.code.id, finding.message), finding) for finding in diagnostics]
    return _RewrittenDocument(data, tuple(rewritten_codes), findings)


def _edits(findings: Iterable[Finding]) -> tuple[Edit, ...]:
    edits: dict[Edit, None] = {}
    for finding in findings:
        edits |= dict.fromkeys(_rewriting_edits(finding))
    return tuple(edits)


def _rewriting_edits(finding: Finding) -> tuple[Edit, ...]:
    """The edits by which a line is meant as before."""
    word = _WORD_BEFORE_LINE.get(finding.code.id)
    if word is None:
        return finding.fix
    span = finding.span
    start = replace(span, end_line=span.line, end_column=span.column, end=span.start)
    return (Edit(start, word),)


def edited(data: bytes, edits: Iterable[Edit]) -> bytes:
    """A file after some edits that do not meet; its lines end as they did."""
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = edit.replacement.replace("\n", "\r\n") if b"\r\n" in data else edit.replacement
        data = data[: edit.span.start] + text.encode() + data[edit.span.end :]
    return data
