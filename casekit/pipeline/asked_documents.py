"""From the bytes of a case to where it can be asked questions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from casekit.asking.interrogation import Answered, Findings, Interrogation
from casekit.diagnostics import Source, gravest
from casekit.games.editions import Editions, Shelf
from casekit.games.game import AnyGame
from casekit.pipeline.given_documents import Input, Parsed, at_home, parse_bytes, read_parsed

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
    return examine_parsed(parse_bytes(data, name), shelf)


def examine_parsed(parsed: Parsed, shelf: Shelf) -> Examined:
    """Take a parsed case to where it can be asked questions."""
    parsed = at_home(parsed, shelf)
    source = parsed.source
    reading = read_parsed(parsed, shelf)
    found = [*shelf.diagnostics, *parsed.diagnostics, *(reading.diagnostics if reading else ())]
    if reading is None or parsed.diagnostics or not reading.understood:
        return Examined(source.name, source, gravest(found), game=parsed.game)
    if gaps := parsed.game.gaps(reading.document):
        return Examined(source.name, source, gravest((*found, *gaps)), game=parsed.game)
    from casekit.model.theory import OutOfBudgetError

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


def examine(each: Input, editions: Editions) -> Examined:
    """Read a case that questions are to be asked of."""
    data, problems = each.read()
    if data is None:
        return Examined(each.name, Source(each.name, ""), problems, obstacle="the case could not be read")
    parsed = parse_bytes(data, each.name)
    return examine_parsed(parsed, editions.of(each.path.parent, parsed.game.name))


def answered(examined: Examined, question: Callable[[Interrogation], Answered[T]]) -> Answered[T]:
    """Ask something of a case, if it can be asked; a question that is too hard is a finding."""
    from casekit.model.theory import OutOfBudgetError

    if examined.interrogation is None:
        return None, ()
    try:
        return question(examined.interrogation)
    except OutOfBudgetError as error:
        return None, (examined.interrogation.too_hard(error),)
