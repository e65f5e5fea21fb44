"""From the bytes of a case to where it can be asked questions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from casekit.asking.interrogation import Answered, Findings, Interrogation
from casekit.diagnostics import Source, gravest
from casekit.games.editions import Editions, Shelf
from casekit.games.game import AnyGame
from casekit.model.theory import OutOfBudgetError
from casekit.pipeline.given_documents import Input, TypedDocument, open_document, parse_bytes, typed

T = TypeVar("T")


@dataclass(frozen=True)
class Examined:
    """A case that questions can be asked of.

    ``interrogation`` is missing if the case cannot be reasoned about, and ``obstacle`` says why; one that contradicts
    itself is ``contradictory``, and has nothing but a verdict. ``game`` is missing if the case could not be read.
    """

    file: str
    source: Source
    diagnostics: Findings
    interrogation: Interrogation | None = None
    obstacle: str = "the case could not be understood"
    game: AnyGame | None = None
    contradictory: Interrogation | None = None


def examine_bytes(data: bytes, name: str, shelf: Shelf) -> Examined:
    """Take a case from its bytes to where it can be asked questions, whatever is still missing from it."""
    return examined(typed(parse_bytes(data, name), shelf))


def examine(each: Input, editions: Editions) -> Examined:
    """Read a case that questions are to be asked of."""
    return examined(open_document(each, editions))


def examined(case: TypedDocument) -> Examined:
    """Take a typed case to where it can be asked questions."""
    parsed, reading, source = case.parsed, case.reading, case.source
    found = [*case.diagnostics]
    if case.lost:
        return Examined(source.name, source, gravest(found), obstacle="the case could not be read")
    if reading is None or parsed.diagnostics or not reading.understood:
        return Examined(source.name, source, gravest(found), game=parsed.game)
    if gaps := parsed.game.gaps(reading.document):
        return Examined(source.name, source, gravest((*found, *gaps)), game=parsed.game)
    interrogation = parsed.game.interrogation(reading.document)
    obstacle, contradictory = "", None
    try:
        found += interrogation.contradictions()
    except OutOfBudgetError as error:
        # Perhaps only the truth is too hard, and what readers can know can be asked all the same.
        found.append(interrogation.too_hard(error))
    try:
        if not interrogation.finished:
            obstacle = "the case is too large to reason about"
        elif not interrogation.consistent:
            obstacle, contradictory = "the case contradicts itself, so everything would follow", interrogation
    except OutOfBudgetError:
        obstacle = "the case is too hard to reason about"
    asked = None if obstacle else interrogation
    return Examined(source.name, source, gravest(found), asked, obstacle, parsed.game, contradictory)


def answered(case: Examined, question: Callable[[Interrogation], Answered[T]]) -> Answered[T]:
    """Ask something of a case, if it can be asked; a question that is too hard is a finding."""
    if case.interrogation is None:
        return None, ()
    try:
        return question(case.interrogation)
    except OutOfBudgetError as error:
        return None, (case.interrogation.too_hard(error),)
