"""From the bytes of a document to what its writer gets, whatever is still wrong with it: a review, its words, a whole document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Findings, Steps
from casekit.asking.overviews import WordList, merged_lists
from casekit.diagnostics import Diagnostic, Source, codes, gravest, has_errors
from casekit.diagnostics.forms import Report
from casekit.games import game_called
from casekit.games.editions import Editions, Shelf
from casekit.games.game import AnyGame, Document, Skeleton
from casekit.pipeline.checking import Checked, look_over, reason_about, report_of, with_findings
from casekit.pipeline.given_documents import Input, Made, inputs_in, open_document

if TYPE_CHECKING:
    from casekit.asking.review.reviewed import BlindBook, Review


def review(each: Input, editions: Editions, *, blind: bool) -> "Made[Review | BlindBook]":
    """Check a document, and review it as far as it can be read."""
    case = open_document(each, editions)
    checked, asked = reason_about(look_over(case))
    found = gravest((*case.shelf.diagnostics, *checked.diagnostics))
    game, document = checked.game, checked.document
    if document is None:
        return Made(each.name, found, case.sources)
    answer = game.blind(document) if blind else game.review(document, case.parsed.tree, found, asked)
    if answer is None:
        found = (_nothing(checked, document),)
    return Made(each.name, found, case.sources, answer)


def _nothing(checked: Checked, document: Document) -> Diagnostic:
    return Diagnostic(
        codes.NOTHING_TO_REVIEW,
        f"{checked.game.title} has no prose beside its logic, so there is nothing to review",
        document.source.whole(),
        hint="check it with `casekit check`, and proofread what `casekit build` prints",
    )


def words_of_file(each: Input, editions: Editions) -> Made[WordList]:
    """The words of a document and of its edition. Of what is wrong, only what keeps lines from being read is reported."""
    case = open_document(each, editions)
    edition = case.shelf.edition
    if case.reading is None or edition is None:
        return Made(each.name, case.unread, case.sources)
    words = case.parsed.game.words(edition, case.reading.document)
    return Made(each.name, case.unread, case.sources, words, edition.language)


def words_of_edition_file(file: Path, editions: Editions) -> Made[WordList]:
    """The words that all cases of an edition share; a spelling checker knows those of the cases in its booklets too."""
    shelf = editions.read(file)
    sources = {text.name: text for text in shelf.sources}
    if shelf.edition is None:
        return Made(file.as_posix(), shelf.diagnostics, sources)
    lists = [game_called(shelf.game).words(shelf.edition, None)]
    findings = list(shelf.diagnostics)
    for each in (each for booklet in shelf.edition.booklets for each in inputs_in(booklet, file)):
        case = open_document(each, editions, shelf)
        sources |= case.sources
        findings += case.parsed.diagnostics
        if case.reading is not None:
            lists.append(case.parsed.game.words(shelf.edition, case.reading.document).for_spelling)
    return Made(file.as_posix(), gravest(findings), sources, merged_lists(lists), shelf.edition.language)


@dataclass(frozen=True)
class Whole:
    """A document that was completed, or what is wrong with it; neither, if nothing is missing.

    ``unable`` if its game completes none.
    """

    game: AnyGame
    source: Source
    shelf: Shelf
    skeleton: Skeleton | None = None
    diagnostics: Findings = ()
    unable: bool = False

    def report(self, problems: Sequence[Diagnostic]) -> Report:
        """Findings with the texts that they are about."""
        report = with_findings(report_of((), (replace(self.shelf, diagnostics=()),)), problems)
        return replace(report, sources={**report.sources, self.source.name: self.source})


def complete(each: Input, editions: Editions, given: Mapping[str, Any], steps: Steps) -> Whole:
    """Complete a document; ``given`` are options of its game."""
    case = open_document(each, editions)
    parsed, shelf = case.parsed, case.shelf
    if shelf.edition is None or has_errors(case.unread):
        return Whole(parsed.game, parsed.source, shelf, diagnostics=case.unread)
    answer = parsed.game.completed(parsed.source, shelf.edition, given, steps)
    if answer is None:
        return Whole(parsed.game, parsed.source, shelf, unable=True)
    skeleton, found = answer
    return Whole(parsed.game, parsed.source, shelf, skeleton, gravest(found))
