"""Which comments of a document silence which warnings, and where."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from casekit.diagnostics.silence import Silence, parse_silence
from casekit.language.tree import Comment, Document, Item, Node


def find_silences(document: Document) -> tuple[Silence, ...]:
    """Every ``// casekit: allow ...`` with the lines it covers.

    Behind a statement or a field it covers that, on a line of its own what follows, on a heading's line or right
    above it the whole block.
    """
    found = list(_among(document, document.header))
    for block in document.blocks:
        behind = takewhile(lambda item: isinstance(item, Comment) and item.trailing, block.items)
        leading = [comment for comment in (*block.lead, *behind) if isinstance(comment, Comment)]
        for comment in leading:
            found += _silence(document, comment, block)
        found += _among(document, block.items[len(leading) - len(block.lead) :])
    return tuple(found)


def _among(document: Document, items: Sequence[Item]) -> Iterator[Silence]:
    for index, item in enumerate(items):
        if isinstance(item, Comment):
            before = [other for other in items[:index] if not isinstance(other, Comment)]
            behind = [other for other in items[index + 1 :] if not isinstance(other, Comment)]
            inside = bool(before) and item.start < before[-1].end
            covered = before[-1:] if item.trailing or inside or not behind else behind[:1]
            yield from _silence(document, item, covered[0] if covered else item)


def _silence(document: Document, comment: Comment, covered: Node) -> Iterator[Silence]:
    parsed = parse_silence(comment.text)
    if parsed is not None:
        source = document.source
        place = source.span(comment.start, comment.end)
        first, last = source.line_of(covered.start), source.line_of(covered.end)
        yield Silence(*parsed, place, first, max(last, place.line if comment.trailing else last))
