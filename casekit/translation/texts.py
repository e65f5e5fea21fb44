"""Texts that are translated, as a game finds them.

A game has one function that walks through a tree and replaces each text by what ``visit`` makes of it: to list the texts
it is given a visit that notes them, to translate them one that looks them up. So both always agree on which texts there are.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from casekit.diagnostics import Source, Span
from casekit.language.document.tree import ProseNode
from casekit.language.formula.nodes import Node, Word
from casekit.language.sentences import placeholders

SEPARATOR = " / "
"""Separates the unit and its part in a context."""
QUOTATION = "quotation"


@dataclass(frozen=True, slots=True)
class Text:
    """Something to be translated.

    ``context`` names it and is unique in its catalogue: what it belongs to and, after ``SEPARATOR``, which part
    of that. ``notes`` are for the translator, ``span`` is where it is. ``kept`` are the placeholders in it, which every
    translation has too.
    """

    context: str
    source: str
    notes: tuple[str, ...]
    span: Span
    kept: frozenset[str] = frozenset()

    @property
    def unit(self) -> str:
        """The unit that is translated whole or not at all, such as a paragraph or a name."""
        return unit_of(self.context)

    @property
    def quoted(self) -> bool:
        """Whether these are words that must be in the prose of the unit."""
        return is_quotation(self.context)


Visit = Callable[[Text], str]
"""Takes each text in turn and returns its replacement."""


def unit_of(context: str) -> str:
    """The unit a context belongs to."""
    return context.partition(SEPARATOR)[0]


def is_quotation(context: str) -> bool:
    """Whether a context is that of a quotation."""
    return context.partition(SEPARATOR)[2].startswith(QUOTATION)


@dataclass(frozen=True, slots=True)
class Rewriter:
    """Replaces texts of a tree, each by what ``visit`` makes of it."""

    source: Source
    visit: Visit

    def word(self, word: Word, context: str, notes: tuple[str, ...]) -> Word:
        """A word, or a value of the header, in one line."""
        # Outside prose a no-break space is read as a space.
        return replace(word, text=" ".join(self._text(word, word.text, context, notes).split()))

    def sentence(self, word: Word, context: str, notes: tuple[str, ...]) -> Word:
        """A sentence of a fact, whose placeholders stay."""
        kept = frozenset(placeholders(word.text))
        place = self.source.span(word.start, word.end)
        return replace(word, text=" ".join(self.visit(Text(context, word.text, notes, place, kept)).split()))

    def prose(self, node: ProseNode, name: str, number: int, notes: tuple[str, ...]) -> ProseNode:
        """A paragraph of prose, the one of this number under a name; numbers begin with 1."""
        context = name if number == 1 else f"{name}{SEPARATOR}{number}"
        return replace(node, text=self._text(node, node.text, context, notes))

    def _text(self, node: Node, text: str, context: str, notes: tuple[str, ...]) -> str:
        return self.visit(Text(context, text, notes, self.source.span(node.start, node.end)))


def noted(walk: Callable[[Visit], object]) -> tuple[Text, ...]:
    """The texts that a walk visits, in order."""
    found: list[Text] = []

    def note(text: Text) -> str:
        found.append(text)
        return text.source

    walk(note)
    return tuple(found)
