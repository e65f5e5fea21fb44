"""Readings of cases: asked for, taken into their file, accepted, and compared with a case that is checked."""

from collections.abc import Mapping, Sequence
from typing import Any

from casekit.analysis.analyzer import Analyzer, Findings
from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.diagnostics import Finding, codes
from casekit.kit.editions import EditionFinder
from casekit.kit.interface import AnyGame, Document
from casekit.pipeline.loading import InputFile, ReadingInput, TypedDocument, open_document
from casekit.prose.phrasing import listed
from casekit.readings.as_read import VerdictAsRead, verdict_as_read
from casekit.readings.comparison import compare_reading
from casekit.readings.findings import findings_of
from casekit.readings.reading import Reading
from casekit.readings.reading_copy import ReadingCopy, unread_keys
from casekit.readings.reading_file import parse_reading
from casekit.values import frozen


@frozen
class CaseForReading:
    """A case that can be read."""

    document: TypedDocument
    """The case."""

    copy: ReadingCopy | None
    """The case as its readers get it; ``None`` if it cannot be read."""

    reading: Reading
    """What is known so far."""

    findings: Findings
    """What keeps the case from being read, or what is wrong with the file of its reading."""


@frozen
class ReadCase:
    """The result of comparing a reading with a case that is checked."""

    findings: Findings
    """The findings."""

    as_read: Mapping[str, Any] | None = None
    """The answers as read, as ``schemas/diagnostics.schema.json`` has it."""

    in_words: str = ""
    """The same in a line of words."""


def open_for_reading(file: InputFile, editions: EditionFinder) -> CaseForReading:
    """Read a case that is to be given to readers, and what they took from it before."""
    document = open_document(file, editions)
    nothing = Reading()
    if document.resolved is None or document.parsed.diagnostics:
        return CaseForReading(document, None, nothing, document.unread)
    resolved = document.resolved.document
    copy = document.parsed.game.proofreading.reading_copy(resolved)
    if copy is None:
        return CaseForReading(document, None, nothing, (_nothing_to_read(document.parsed.game, resolved),))
    if document.reading_input is None:
        return CaseForReading(document, copy, nothing, document.unread)
    reading, problems = _loaded(document.reading_input)
    if reading is None:
        return CaseForReading(document, None, nothing, problems)
    return CaseForReading(document, copy, reading, document.unread)


def _nothing_to_read(game: AnyGame, document: Document) -> Finding:
    return codes.NO_PROSE.at(
        document.source.whole(),
        f"the prose of {game.title} has no lines, so there is nothing that a reader's claims could be compared with",
        hint="check it with `casekit check`, and let somebody solve it",
    )


def _loaded(given: ReadingInput) -> tuple[Reading | None, Findings]:
    """A reading from its file, or what is wrong with the file."""
    if given.data is None:
        return None, given.problems
    loaded = parse_reading(given.data, given.name)
    return loaded.reading, loaded.findings


# --- in a check ----------------------------------------------------------------------------------


def read_case(given: ReadingInput, game: AnyGame, document: Document, analyzer: Analyzer) -> ReadCase:
    """Compare the reading of a case with its lines.

    Args:
        given: the file of the reading.
        game: the game of the case.
        document: the case.
        analyzer: the case as it was asked; its verdict is known.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    reading, problems = _loaded(given)
    copy = game.proofreading.reading_copy(document)
    if reading is None or copy is None or not reading.passages:
        return ReadCase(problems)
    analysis = analyzer.analysis
    compared = compare_reading(reading, copy, analysis)
    findings = tuple(findings_of(compared, document.source))
    if not analysis.verdict.consistent:
        return ReadCase(findings)
    verdict = verdict_as_read(compared, copy, analysis)
    return ReadCase(findings, _as_json(verdict), _in_words(verdict, analysis))


def missing_readings(given: ReadingInput | None, game: AnyGame, document: Document) -> Findings:
    """A finding if passages of a case have not been read as they are: a release may need that."""
    copy = game.proofreading.reading_copy(document)
    if copy is None:
        return ()
    reading, problems = (Reading(), ()) if given is None else _loaded(given)
    if reading is None:
        return problems
    unread = unread_keys(copy, reading)
    if not unread:
        return ()
    count = "a passage has" if len(unread) == 1 else f"{len(unread)} passages have"
    message = f"{count} not been read as they are now: {_shortened(unread)}"
    hint = f"have them read: `casekit read ask {document.source.name} --stale`"
    return (codes.MISSING_READING.at(document.source.whole(), message, hint=hint),)


_MOST_NAMES = 5


def _shortened(keys: Sequence[str]) -> str:
    """The first few of some passages."""
    names = [f"`{key}`" for key in keys[:_MOST_NAMES]]
    return listed(names) if len(keys) <= _MOST_NAMES else f"{', '.join(names)} and others"


def _as_json(verdict: VerdictAsRead) -> dict[str, Any]:
    """As ``schemas/diagnostics.schema.json`` has it."""
    answers: list[dict[str, Any]] = []
    for answer in verdict.answers:
        row: dict[str, Any] = {
            "element": answer.element,
            "value": answer.value,
            "paths": list(answer.sources),
            "missing": None,
        }
        if answer.missing is not None:
            path, text = answer.missing
            row["missing"] = {"path": path, "line": text}
        answers.append(row)
    return {
        "read": verdict.read,
        "paragraphs": verdict.total,
        "consistent": verdict.consistent,
        "answers": answers,
    }


def _in_words(verdict: VerdictAsRead, analysis: DocumentAnalysis) -> str:
    """The answers as read, question by question: ``As read: weapon: rope (from 01 and 07); room: open.``."""
    read = (
        "" if verdict.read == verdict.total else f" ({verdict.read} of {verdict.total} paragraphs are read)"
    )
    if not verdict.consistent:
        return f"As read{read}: what readers took contradicts itself, so nothing can be said."
    parts: list[str] = []
    for answer in verdict.answers:
        noun = analysis.wording.element(answer.element)
        if answer.value is not None:
            value = analysis.wording.answer(answer.element, answer.value)
            parts.append(f"{noun}: {value} ({_counted(analysis, answer.sources)})")
        elif answer.missing is not None:
            path, text = answer.missing
            parts.append(f"{noun}: open, as nobody took `{text}` from {analysis.wording.named(path)}")
        else:
            parts.append(f"{noun}: open")
    return f"As read{read}: {'; '.join(parts)}."


def _counted(analysis: DocumentAnalysis, sources: Sequence[str]) -> str:
    if not sources:
        return "from what everybody knows"
    names = [analysis.wording.named(source) for source in sources]
    return f"from {listed(names)}"
