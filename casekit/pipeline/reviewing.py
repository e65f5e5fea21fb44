"""From the bytes of a document to its review, whatever is still wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Findings
from casekit.diagnostics import Diagnostic, Source, codes, gravest
from casekit.games.editions import Editions
from casekit.games.game import Document
from casekit.pipeline.checking import Checked, check_and_keep
from casekit.pipeline.stages.given_files import Input
from casekit.pipeline.stages.parsing_documents import parse_bytes

if TYPE_CHECKING:
    from casekit.asking.review.review_answer import BlindAnswer, ReviewAnswer


@dataclass(frozen=True)
class Reviewed:
    """A review, or its version without logic, if there is one; what was found on the way, and the texts it is about."""

    file: str
    findings: Findings
    sources: Mapping[str, Source]
    answer: "ReviewAnswer | BlindAnswer | None" = None


def review(each: Input, editions: Editions, *, blind: bool) -> Reviewed:
    """Check a document, and review it as far as it can be read."""
    data, problems = each.read()
    if data is None:
        return Reviewed(each.name, problems, {})
    parsed = parse_bytes(data, each.name)
    shelf = editions.of(each.path.parent, parsed.game.name)
    checked, asked = check_and_keep(parsed, shelf, shelf.other_titles(each.path))
    sources = {text.name: text for text in (*shelf.sources, checked.source)}
    found = gravest((*shelf.diagnostics, *checked.diagnostics))
    document = checked.document
    if document is None:
        return Reviewed(each.name, found, sources)
    answer = parsed.game.blind(document) if blind else parsed.game.review(document, parsed.tree, found, asked)
    if answer is None:
        found = (_nothing(checked, document),)
    return Reviewed(each.name, found, sources, answer)


def _nothing(checked: Checked, document: Document) -> Diagnostic:
    return Diagnostic(
        codes.NOTHING_TO_REVIEW,
        f"{checked.game.title} has no prose beside its logic, so there is nothing to review",
        document.source.whole(),
        hint="check it with `casekit check`, and proofread what `casekit build` prints",
    )
