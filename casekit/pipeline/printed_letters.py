"""Letters of a document's text that cannot be printed as they are written, seen without setting a page."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from casekit.diagnostics import Finding, Place, Prose, Source, Span
from casekit.language.syntax.dialect import Dialect, FieldNode, Item, ProseNode, SyntaxTree
from casekit.print.typesetting.letters import letter_findings
from casekit.prose.passages import as_written


def printed_letters(tree: SyntaxTree, dialect: Dialect) -> Iterator[Finding]:
    """A finding for each kind of character that has no face or does no good, in each printed text.

    Comments, notes and what the dialect says is not printed may hold any.
    """
    source = tree.source
    for start, text in _printed_texts(tree, dialect):
        yield from letter_findings(text, partial(_span_of_letter, source, start))


def _span_of_letter(source: Source, start: int, index: int) -> Span:
    """The place of a letter of a text that begins at ``start`` in a source."""
    return source.span(start + index, start + index + 1)


def _printed_texts(tree: SyntaxTree, dialect: Dialect) -> Iterator[tuple[int, str]]:
    """Each text that is printed, as it is written, and where it begins."""
    for item in chain(tree.header, *(block.items for block in tree.blocks)):
        if isinstance(item, ProseNode):
            pieces = tuple([Place(*piece) for piece in item.pieces])
            prose = Prose(item.text, Place(item.start, item.end), pieces)
            yield item.start, as_written(tree.source, prose)
        elif isinstance(item, FieldNode):
            if item.key.text not in dialect.unprinted:
                yield item.value.start, tree.source.text[item.value.start : item.value.end]
        else:
            yield from _printed_words(item, tree, dialect)


def _printed_words(item: Item, tree: SyntaxTree, dialect: Dialect) -> Iterator[tuple[int, str]]:
    """The words of a line, if lines of its form are printed."""
    # An item of a form that a game declares names it; of other items the class has one form.
    form = dialect.form_of.get(getattr(item, "form", type(item)))
    if form is None or form.name in dialect.unprinted:
        return
    for _, word in dialect.words_in(item):
        yield word.start, tree.source.text[word.start : word.end]
