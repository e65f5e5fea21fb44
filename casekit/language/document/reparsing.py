"""Parsing a text again and again while it is written: a block that is as it was is not read again.

A text is cut where its headings are. Each piece is laid out, parsed and woven by itself, and what was made of it is
moved to where the piece is now. The result is that of ``parsing.parse``, to the last position.
"""

from collections.abc import Callable, Hashable
from dataclasses import fields, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, TypeVar, cast

from casekit.diagnostics import Diagnostic, Related, Source, Span
from casekit.frozen import frozen
from casekit.language.document.dialect import Block, Comment, Dialect, Item, SyntaxTree
from casekit.language.document.layout import heading_lines, leading
from casekit.language.document.parsing import MOST_MISTAKES, MOST_TOKENS, ReadText, parse, read_text
from casekit.language.formula.nodes import Node

T = TypeVar("T")


@frozen
class ParsedBlock:
    """A heading with all below it, or what is before the first heading, by itself: positions count from its beginning.

    ``lead`` are the comments at its end that go with the heading after it, if that can be read; the tree has them too.
    """

    text: str
    read: ReadText
    lead: tuple[Comment, ...]

    @cached_property
    def without_lead(self) -> tuple[tuple[Item, ...], tuple[Block, ...]]:
        """Header and blocks without the comments that go with the heading after it, of which there are some."""
        header, blocks = self.read.tree.header, self.read.tree.blocks
        if not blocks:
            return header[: -len(self.lead)], ()
        *others, last = blocks
        items = last.items[: -len(self.lead)]
        end = max(last.heading.end, *(item.end for item in items), 0)
        return header, (*others, replace(last, items=items, end=end))


class Reparser:
    """Parses a text again, with all that was made of its pieces when it was last parsed."""

    def __init__(self) -> None:
        self._dialect: Dialect | None = None
        self._kept: dict[str, ParsedBlock] = {}
        self._placed: dict[tuple[str, int, bool], tuple[tuple[Item, ...], tuple[Block, ...]]] = {}

    def parse(self, source: Source, dialect: Dialect) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
        """Parse a text as ``parsing.parse`` does."""
        cuts = (0, *heading_lines(source.text), len(source.text))
        texts = [source.text[start:end] for start, end in pairwise(cuts) if start < end]
        known = self._kept if dialect is self._dialect else {}
        pieces: list[ParsedBlock] = []
        mistakes = tokens = 0
        for text in texts:
            piece = known.get(text) or _read(text, dialect)
            pieces.append(piece)
            mistakes += len(piece.read.problems)
            tokens += piece.read.tokens
            if not piece.read.usable or mistakes >= MOST_MISTAKES or tokens > MOST_TOKENS:
                # Limits are those of the whole text.
                return parse(source, dialect)
        if not mistakes and not tokens:
            return parse(source, dialect)  # there is nothing in it
        if dialect is not self._dialect:
            self._placed = {}
        self._dialect, self._kept = dialect, {piece.text: piece for piece in pieces}
        return self._joined(source, pieces)

    def _joined(self, source: Source, pieces: list[ParsedBlock]) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
        placed: dict[tuple[str, int, bool], tuple[tuple[Item, ...], tuple[Block, ...]]] = {}
        header: tuple[Item, ...] = ()
        blocks: list[Block] = []
        problems: list[Diagnostic] = []
        lead: tuple[Comment, ...] = ()
        at = 0
        for piece, behind in zip(pieces, (*pieces[1:], None), strict=True):
            parted = bool(piece.lead) and behind is not None and _begins(behind)
            key = (piece.text, at, parted)
            above, below = placed[key] = self._placed.get(key) or moved(
                piece.without_lead if parted else (piece.read.tree.header, piece.read.tree.blocks), at
            )
            header += above
            if lead and below:
                below = (replace(below[0], lead=lead), *below[1:])
            blocks += below
            lead = moved(piece.lead, at) if parted else ()
            problems += (
                _shown(problem, Source("", piece.text), source, at) for problem in piece.read.problems
            )
            at += len(piece.text)
        self._placed = placed
        lost = sum(piece.read.tree.lost for piece in pieces)
        broken = frozenset().union(*(piece.read.tree.broken for piece in pieces))
        return SyntaxTree(source, header, tuple(blocks), lost, broken), tuple(problems)


def _begins(piece: ParsedBlock) -> bool:
    """Whether the heading that a piece begins with was read."""
    blocks = piece.read.tree.blocks
    return bool(blocks) and not piece.text[: blocks[0].start].strip()


def _read(text: str, dialect: Dialect) -> ParsedBlock:
    read = read_text(Source("", text), dialect)
    last = read.tree.blocks[-1].items if read.tree.blocks else read.tree.header
    return ParsedBlock(text, read, leading(read.text, last, len(text))[1])


def _shown(problem: Diagnostic, piece: Source, source: Source, at: int) -> Diagnostic:
    """A finding of a piece as one of the whole text, in which the piece begins ``at`` some character."""

    def placed(span: Span) -> Span:
        start, end = piece.part(span)
        return source.span(at + start, at + end)

    related = tuple(Related(placed(each.span), each.label) for each in problem.related)
    return replace(problem, span=placed(problem.span), related=related)


_Slot = tuple[Callable[[Any], Any], Callable[[Any, Any], None]]
"""How a field of a node is read and written: a keystroke moves a thousand nodes."""


@cache
def _slots(kind: Hashable) -> tuple[tuple[_Slot, ...], tuple[_Slot, ...]]:
    """The positions among the fields of a kind of nodes, and all others."""
    node = cast("type[Node]", kind)
    members: dict[str, Any] = {field.name: getattr(node, field.name) for field in fields(node)}
    slots = {name: (member.__get__, member.__set__) for name, member in members.items()}
    return (
        tuple(slot for name, slot in slots.items() if name in _POSITIONS),
        tuple(slot for name, slot in slots.items() if name not in _POSITIONS),
    )


_POSITIONS = frozenset(("start", "end"))
_PLAIN = frozenset((str, int, bool, type(None)))
"""Types of values that have no place."""


def moved(value: T, by: int) -> T:
    """Nodes, or tuples of them, with all positions ``by`` characters further on."""
    return cast("T", _moved(value, by)) if by else value


def _moved(value: object, by: int) -> object:
    if isinstance(value, tuple):
        if value and isinstance(value[0], int):
            return tuple(place + by for place in value)
        return tuple([_moved(each, by) for each in value])
    if not isinstance(value, Node):
        return value
    kind: Any = type(value)
    positions, others = _slots(kind)
    copy = object.__new__(kind)
    for read, write in positions:
        write(copy, read(value) + by)
    for read, write in others:
        part = read(value)
        write(copy, _moved(part, by) if part and type(part) not in _PLAIN else part)
    return copy
