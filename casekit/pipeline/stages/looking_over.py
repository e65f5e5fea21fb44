"""All that is found in a case while nobody has asked what follows from it."""

from dataclasses import dataclass

from casekit.asking.interrogation import Findings
from casekit.diagnostics import Source, gravest, has_errors
from casekit.diagnostics.silence import silenced
from casekit.games.editions import Shelf
from casekit.games.game import AnyGame, Document, Reading
from casekit.language.document.silences import find_silences
from casekit.language.document.tree import SyntaxTree
from casekit.pipeline.stages.parsing_documents import (
    Parsed,
    at_home,
    read_parsed,
)

DEDUCTION = "045"
"""The families of codes some of which take deduction: in family 0 are codes that a game from elsewhere counts from 001."""

BALANCE = "6"
"""The family of balance, whose questions are asked only on request."""


@dataclass(frozen=True)
class TypedCase:
    """A case as its game reads it; there is no ``reading`` if there is nothing to type, or no edition to type it with."""

    parsed: Parsed
    reading: Reading[Document] | None

    @property
    def flawless(self) -> Document | None:
        """The document, if nothing was found so far that is wrong with it."""
        if self.reading is None or has_errors((*self.parsed.diagnostics, *self.reading.diagnostics)):
            return None
        return self.reading.document


@dataclass(frozen=True)
class LookedOver:
    """A case after every check that needs no deduction.

    ``document`` is missing if there is nothing to type, or no edition to type it with. ``findings`` are all, those that a
    comment silences too. ``understood`` if it can be asked what follows.
    """

    game: AnyGame
    tree: SyntaxTree
    document: Document | None
    findings: Findings
    understood: bool = False

    @property
    def source(self) -> Source:
        """Its text."""
        return self.tree.source

    @property
    def shown(self) -> Findings:
        """The findings while nobody has asked what follows."""
        found = self.findings
        if self.document is not None:
            found = without_silenced(found, self.tree, DEDUCTION + BALANCE)
        return gravest(found)


def without_silenced(found: Findings, tree: SyntaxTree, unasked: str = "") -> Findings:
    """The findings that no comment of a document silences; ``unasked`` are the families that were not looked for."""
    silences = find_silences(tree)
    if not silences:
        return found
    from casekit.games.all_codes import known_codes

    return silenced(found, silences, known_codes(), unasked)


def look_over(parsed: Parsed, shelf: Shelf, other_titles: tuple[str, ...] = ()) -> LookedOver:
    """Take a parsed case as far as there is nothing to deduce."""
    return look_over_typed(type_case(parsed, shelf), other_titles)


def type_case(parsed: Parsed, shelf: Shelf) -> TypedCase:
    """Give a parsed case its meaning."""
    parsed = at_home(parsed, shelf)
    return TypedCase(parsed, read_parsed(parsed, shelf))


def look_over_typed(typed: TypedCase, other_titles: tuple[str, ...] = ()) -> LookedOver:
    """Take a typed case as far as there is nothing to deduce."""
    parsed, reading = typed.parsed, typed.reading
    if reading is None:
        return LookedOver(parsed.game, parsed.tree, None, parsed.diagnostics)
    document = reading.document
    found = (*parsed.diagnostics, *reading.diagnostics, *parsed.game.check(document, other_titles))
    understood = not parsed.diagnostics and reading.understood and not parsed.game.gaps(document)
    return LookedOver(parsed.game, parsed.tree, document, found, understood)
