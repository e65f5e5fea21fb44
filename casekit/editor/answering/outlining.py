"""The shape of a document: its outline, what can be folded, what encloses a place, how its parts are coloured."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from casekit.editor.looking import View
from casekit.language.document.tree import Block, Comment, Item
from casekit.language.formula.name_mentions import NameMention
from casekit.language.formula.nodes import Node


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part of a document with a name: all of it, and what is selected when it is chosen."""

    name: str
    kind: Literal["block", "fact", "value", "type", "group", "variable", "topic", "field"]
    start: int
    end: int
    first: int
    last: int
    detail: str = ""
    parts: tuple["Symbol", ...] = ()


def outline(view: View) -> tuple[Symbol, ...]:
    """The header's fields, and the blocks with what they declare."""
    fields = tuple(
        Symbol(each.name, "field", each.start, each.end, each.start, each.end)
        for each in view.mentions
        if each.kind == "field"
    )
    return (*fields, *(_block(view, block, end) for block, end in blocks(view)))


def blocks(view: View) -> Iterator[tuple[Block, int]]:
    """Each block, and where its last visible character ends."""
    for block in view.tree.blocks:
        yield block, max((block.end, *(item.end for item in block.items)))


def _block(view: View, block: Block, end: int) -> Symbol:
    declared = [each for each in view.mentions if each.defines and block.start <= each.start < end]
    parts = tuple(_declared(block, each) for each in declared if each.kind != "variable")
    heading = block.heading
    name = view.game.dialect.format_heading(heading) or "=="
    keys = view.game.heading_keys(heading, view.settings)
    detail = next((each.detail for each in view.game.headings(view.settings) if each.text in keys), "")
    return Symbol(name, "block", block.start, end, heading.start, heading.end, detail, parts)


def _declared(block: Block, mention: NameMention) -> Symbol:
    item = next((each for each in block.items if each.start <= mention.start < each.end), None)
    start, end = (item.start, item.end) if item else (mention.start, mention.end)
    return Symbol(mention.name, mention.kind, start, max(end, mention.end), mention.start, mention.end)


def foldable(view: View) -> Iterator[tuple[int, int, bool]]:
    """Parts that can be folded, and whether each is a comment: blocks, and comments of several lines."""
    for block, end in blocks(view):
        yield block.start, end, False
        yield from _comments(block.items)
    yield from _comments(view.tree.header)


def _comments(items: tuple[Item, ...]) -> Iterator[tuple[int, int, bool]]:
    run: list[Item] = []
    for item in (*items, None):
        if isinstance(item, Comment) and not item.trailing:
            run.append(item)
            continue
        if len(run) > 1:
            yield run[0].start, run[-1].end, True
        run = []


def enclosing(view: View, offset: int) -> tuple[tuple[int, int], ...]:
    """The parts of the text around a place, from the smallest to the whole."""
    found: list[tuple[int, int]] = [(0, len(view.source.text))]
    for block, end in blocks(view):
        if block.start <= offset <= end:
            found.append((block.start, end))
            found += _around(block, offset)
    found += [(item.start, item.end) for item in view.tree.header if item.start <= offset <= item.end]
    mention = view.mention_at(offset)
    if mention is not None:
        found.append((mention.start, mention.end))
    inside = sorted(set(found), key=lambda part: part[1] - part[0])
    kept: list[tuple[int, int]] = []
    for part in inside:
        if not kept or (part[0] <= kept[-1][0] and kept[-1][1] <= part[1]):
            kept.append(part)
    return tuple(kept)


def _around(node: object, offset: int) -> Iterator[tuple[int, int]]:
    """The nodes inside a node that a place is in."""
    for name in getattr(type(node), "__dataclass_fields__", {}):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node) and part.start <= offset <= part.end:
                if part.start < part.end:
                    yield part.start, part.end
                yield from _around(part, offset)


# --- colours -----------------------------------------------------------------------------------------

COLOURS = (
    "function",
    "enumMember",
    "type",
    "enum",
    "variable",
    "namespace",
    "property",
    "comment",
    "keyword",
)
"""The kinds of tokens, as the protocol calls them."""

_OF_KIND = {
    "fact": "function",
    "value": "enumMember",
    "type": "type",
    "group": "enum",
    "variable": "variable",
    "topic": "namespace",
    "field": "property",
}


def coloured(view: View) -> Iterator[tuple[int, int, str, bool]]:
    """Names and comments with their colours, and whether each declares something; in order, none inside another."""
    parts = [
        (each.start, each.end, _OF_KIND[each.kind], each.defines) for each in view.mentions if not each.prose
    ]
    for items in (
        view.tree.header,
        *(block.items for block in view.tree.blocks),
        *(block.lead for block in view.tree.blocks),
    ):
        parts += [(item.start, item.end, "comment", False) for item in items if isinstance(item, Comment)]
    at = 0
    for part in sorted(parts):
        if part[0] >= at and part[0] < part[1]:
            at = part[1]
            yield part
