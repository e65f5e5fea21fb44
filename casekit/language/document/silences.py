"""Which comments of a document silence which warnings, and where."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from casekit.diagnostics.silence import Silence, parse_silence
from casekit.language.document.tree import Comment, Item, SyntaxTree
from casekit.language.formula.nodes import Node


def find_silences(document: SyntaxTree) -> tuple[Silence, ...]:
    """Every ``// casekit: allow ...`` with the lines it covers.

    After a statement or a field it covers that, on a line of its own what follows, on a heading's line or right
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


def _among(document: SyntaxTree, items: Sequence[Item]) -> Iterator[Silence]:
    behind = _next_of_others(items)
    before: Item | None = None
    for item, following in zip(items, behind, strict=True):
        if not isinstance(item, Comment):
            before = item
            continue
        inside = before is not None and item.start < before.end
        covered = before if item.trailing or inside or following is None else following
        yield from _silence(document, item, covered or item)


def _next_of_others(items: Sequence[Item]) -> list[Item | None]:
    """For each item the first after it that is not a comment."""
    found: list[Item | None] = []
    following: Item | None = None
    for item in reversed(items):
        found.append(following)
        following = following if isinstance(item, Comment) else item
    return found[::-1]


def _silence(document: SyntaxTree, comment: Comment, covered: Node) -> Iterator[Silence]:
    parsed = parse_silence(comment.text)
    if parsed is not None:
        source = document.source
        place = source.span(comment.start, comment.end)
        first, last = source.line_of(covered.start), source.line_of(covered.end)
        yield Silence(*parsed, place, first, max(last, place.line if comment.trailing else last))
