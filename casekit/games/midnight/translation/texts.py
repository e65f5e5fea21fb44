"""The texts of a case or an edition that are translated, in story order.

One function walks through a tree and replaces each text by what ``visit`` makes of it: to list the texts it is given
a visit that notes them, to translate them one that looks them up. So both always agree on which texts there are.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from casekit.diagnostics import Source, Span
from casekit.games.midnight.edition import AnswerPath, CasePath, Edition
from casekit.games.midnight.reading.case_text import format_statement
from casekit.games.midnight.reading.case_tree import AnswerNode, StatementNode
from casekit.games.midnight.reading.headings import Headings
from casekit.language.document.tree import Block, FieldNode, Item, ProseNode, SyntaxTree
from casekit.language.formula.nodes import Node, Word

SEPARATOR = " / "
"""Separates the unit and its part in a context."""
QUOTATION = "quotation"
FIELDS = {"title": "The title of the case", "victim": "Who died, on the page of the presentation"}
_PASSAGES = {
    "presentation": "Read aloud at the start",
    "solution": "Printed upside down at the end of the booklet",
}
_ANSWERS = {
    "motive": "A motive to choose from on the deduction sheet",
    "method": "A modus operandi to choose from on the deduction sheet",
}
_MOTIVE_OF_ACCIDENT = "Comes last among the motives: nobody had one"


@dataclass(frozen=True, slots=True)
class Text:
    """Something to be translated.

    ``context`` names it and is unique in its catalogue: the path it belongs to and, after ``SEPARATOR``, which part
    of that. ``notes`` are for the translator, ``span`` is where it is.
    """

    context: str
    source: str
    notes: tuple[str, ...]
    span: Span

    @property
    def unit(self) -> str:
        """What is translated whole or not at all: the path's paragraph, a name."""
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


def case_texts(document: SyntaxTree, edition: Edition) -> tuple[Text, ...]:
    """The texts of a case, in their order there."""
    found: list[Text] = []

    def note(text: Text) -> str:
        found.append(text)
        return text.source

    walk_case(document, edition, note)
    return tuple(found)


def walk_case(document: SyntaxTree, edition: Edition, visit: Visit) -> SyntaxTree:
    """A case with all its texts replaced; its logic, names and comments stay as they are."""
    walk = _Walk(edition, document.source, visit)
    return replace(
        document,
        header=tuple(walk.field(item) for item in document.header),
        blocks=tuple(walk.block(block) for block in document.blocks),
    )


@dataclass(frozen=True, slots=True)
class _Walk:
    edition: Edition
    source: Source
    visit: Visit

    def field(self, item: Item) -> Item:
        if not isinstance(item, FieldNode) or item.key.text not in FIELDS or not item.value.text:
            return item
        notes = (FIELDS[item.key.text],)
        return replace(item, value=self._word(item.value, item.key.text, notes))

    def block(self, block: Block) -> Block:
        kind = block.heading.kind
        if kind == "terms":
            items = tuple(self._answer(item) for item in block.items)
        elif kind in _PASSAGES:
            items = tuple(self._passage(block.items, kind, (_PASSAGES[kind],)))
        elif kind in {"answer", "places"}:
            paths, _ = Headings(self.edition, self.source).paths(block.heading)
            name = ", ".join(str(path) for path in paths)
            items = tuple(self._passage(block.items, name, tuple(self._where(path) for path in paths)))
        else:
            return block
        return replace(block, items=items)

    def _answer(self, item: Item) -> Item:
        if not isinstance(item, AnswerNode):
            return item
        accident = (item.kind, item.slug.text) == ("motive", "none")
        note = _MOTIVE_OF_ACCIDENT if accident else _ANSWERS[item.kind]
        return replace(item, label=self._word(item.label, f"{item.kind} {item.slug.text}", (note,)))

    def _where(self, path: CasePath) -> str:
        if isinstance(path, AnswerPath):
            topic = self.edition.topics_by_slug[path.topic]
            return f"{path.suspect} answers: {topic.question or topic.name}"
        return f"Found at {path}, {self.edition.locations_by_number[path.location].name}"

    def _passage(self, items: tuple[Item, ...], name: str, notes: tuple[str, ...]) -> Iterator[Item]:
        paragraphs = quotations = 0
        for item in items:
            if isinstance(item, ProseNode):
                paragraphs += 1
                context = name if paragraphs == 1 else f"{name}{SEPARATOR}{paragraphs}"
                yield replace(item, text=self._text(item, item.text, context, notes))
            elif isinstance(item, StatementNode) and item.quotation is not None and item.quotation.text:
                quotations += 1
                context = f"{name}{SEPARATOR}{QUOTATION} {quotations}"
                note = f"Words of this translation that state: {format_statement(item)}"
                yield replace(item, quotation=self._word(item.quotation, context, (note,)))
            else:
                yield item

    def _word(self, word: Word, context: str, notes: tuple[str, ...]) -> Word:
        # Outside prose a no-break space is read as a space.
        return replace(word, text=" ".join(self._text(word, word.text, context, notes).split()))

    def _text(self, node: Node, text: str, context: str, notes: tuple[str, ...]) -> str:
        return self.visit(Text(context, text, notes, self.source.span(node.start, node.end)))
