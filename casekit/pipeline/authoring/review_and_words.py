"""A review of a document, the words that may be written in it, and a draft of what is missing from it."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.analysis import summaries
from casekit.analysis.analyzer import Answered, ProgressBar
from casekit.diagnostics import caught, codes, gravest, has_errors
from casekit.kit.edition_settings import EditionSettings
from casekit.kit.editions import EditionFinder
from casekit.kit.interface import AnyGame, Document, NewDocument
from casekit.kit.registry import game_called
from casekit.pipeline import checking
from casekit.pipeline.loading import DocumentResult, InputFile, TypedDocument, bound_inputs, open_document

if TYPE_CHECKING:
    from casekit.analysis.proofreading.review import BlindReadingCopy, Review


def review(
    file: InputFile, editions: EditionFinder, *, blind: bool
) -> "DocumentResult[Review | BlindReadingCopy]":
    """Check a document, and review it as far as it can be read.

    Args:
        file: the document.
        editions: finds its edition.
        blind: whether the review is a page without logic, with questions to a reader.
    """
    case = open_document(file, editions)
    checked, analyzer = checking.check_with_deduction(checking.check_without_deduction(case))
    findings = gravest((*case.edition.diagnostics, *checked.diagnostics))
    game, document = checked.game, checked.document
    if document is None:
        return DocumentResult(file.name, findings, case.sources)

    def make_review() -> "Review | BlindReadingCopy | None":
        if blind:
            return game.proofreading.blind_copy(document)
        return game.proofreading.review(document, case.parsed.tree, findings, analyzer)

    result, failure = caught(make_review, document.source.whole())
    if failure:
        return DocumentResult(file.name, gravest((*findings, *failure)), case.sources)
    if result is None:
        no_prose = codes.NO_PROSE.at(
            document.source.whole(),
            f"{game.title} has no prose beside its logic, so there is nothing to review",
            hint="check it with `casekit check`, and proofread what `casekit build` prints",
        )
        findings = (no_prose,)
    return DocumentResult(file.name, findings, case.sources, result)


def words_of_file(file: InputFile, editions: EditionFinder) -> DocumentResult[summaries.WordList]:
    """The words of a document and of its edition, and only the findings that keep lines from being read."""
    case = open_document(file, editions)
    settings = case.edition.settings
    if case.resolved is None or settings is None:
        return DocumentResult(file.name, case.unread, case.sources)
    words = case.parsed.game.authoring.word_list(settings, case.resolved.document)
    return DocumentResult(file.name, case.unread, case.sources, words, settings.language)


def _word_list(game: AnyGame, settings: EditionSettings, document: Document) -> summaries.WordList:
    return game.authoring.word_list(settings, document)


def words_of_edition_file(file: Path, editions: EditionFinder) -> DocumentResult[summaries.WordList]:
    """The words that all cases of an edition share.

    A spelling checker knows those of the cases in its booklets too.
    """
    edition = editions.read(file)
    sources = {text.name: text for text in edition.sources}
    if edition.settings is None:
        return DocumentResult(file.as_posix(), edition.diagnostics, sources)
    lists = [game_called(edition.game).authoring.word_list(edition.settings, None)]
    findings = list(edition.diagnostics)
    for case_file in bound_inputs(edition, file):
        case = open_document(case_file, editions, edition)
        sources |= case.sources
        findings += case.parsed.diagnostics
        if case.resolved is not None:
            listing = partial(_word_list, case.parsed.game, edition.settings, case.resolved.document)
            words, failure = caught(listing, case.source.whole())
            findings += failure
            if words is not None:
                lists.append(words.for_spelling)
    return DocumentResult(
        file.as_posix(), gravest(findings), sources, summaries.merged_lists(lists), edition.settings.language
    )


def complete(
    case: TypedDocument, options: Mapping[str, Any], steps: ProgressBar
) -> Answered[NewDocument] | None:
    """Write what is missing from a document.

    Cases that the edition's booklets list and that are not there do not matter: one of them may be the file
    that is about to be written.

    Args:
        case: the document.
        options: options of its game.
        steps: shows progress.

    Returns:
        The whole document, or why there is none, or neither if nothing is missing; ``None`` if its game
        completes no documents.
    """
    unread = tuple(finding for finding in case.unread if finding.code is not codes.MISSING_CASE)
    if case.edition.settings is None or has_errors(unread):
        return None, unread
    answer = case.parsed.game.authoring.complete(case.source, case.edition.settings, options, steps)
    if answer is None:
        return None
    document, findings = answer
    return document, gravest(findings)
