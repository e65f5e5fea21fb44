"""Comments go back to the places they were passed over at."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import cast

from casekit.diagnostics import Source
from casekit.language.tree import Block, Comment, Document, FieldNode, Item, NoteNode, ProseNode

_BLANK_LINE = re.compile(r"\n[ \t]*(?=\n)")
_COMMENT = re.compile(r"//[^\n\v]*")
_COMMENT_OR_QUOTATION = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"|(//[^\n\v]*)')


def weave(source: Source, text: str, nodes: Sequence[FieldNode | Block]) -> Document:
    """Make a document of what was parsed from the laid-out ``text``."""
    fields = [node for node in nodes if isinstance(node, FieldNode)]
    blocks = [node for node in nodes if isinstance(node, Block)]
    starts = [block.start for block in blocks] + [len(text)]
    header = _items(text, 0, starts[0], fields)
    header, lead = _leading(text, header, starts[0]) if blocks else (header, ())
    woven = []
    for block, (_, end) in zip(blocks, pairwise(starts), strict=True):
        items = _items(text, block.heading.end, end, block.items)
        items, next_lead = _leading(text, items, end) if end < len(text) else (items, ())
        woven.append(
            replace(block, items=items, lead=lead, end=max(block.end, *(item.end for item in items), 0))
        )
        lead = next_lead
    return Document(source, header, tuple(woven))


def _items(text: str, start: int, end: int, items: Sequence[Item]) -> tuple[Item, ...]:
    out: list[Item] = []
    at = start
    for item in items:
        _add(out, _comments(text, at, item.start))
        gap = _BLANK_LINE.search(text, out[-1].end if out else at, item.start) is not None
        _append(out, replace(_with_indent(text, item), gap=gap))
        if "\v" in text[item.start : item.end]:
            _add(out, _inner_comments(text, item.start, item.end))
        at = item.end
    _add(out, _comments(text, at, end))
    return tuple(out)


def _add(out: list[Item], comments: list[Comment]) -> None:
    """Append comments; several behind the same thing become one."""
    for comment in comments:
        before = out[-1] if out else None
        if comment.trailing and isinstance(before, Comment) and before.trailing:
            text = " // ".join(filter(None, (before.text, comment.text)))
            out[-1] = replace(before, text=text, end=comment.end)
        else:
            out.append(comment)


def _append(out: list[Item], item: Item) -> None:
    """Append an item; prose that no blank line parts from the prose before it belongs to that paragraph.

    A comment between the two goes above the paragraph: behind it, it would seem to be about what follows.
    """
    if isinstance(item, ProseNode) and not item.gap:
        for index in range(len(out) - 1, -1, -1):
            before = out[index]
            if isinstance(before, ProseNode):
                between = [
                    other for other in out[index + 1 :] if isinstance(other, Comment) and not other.trailing
                ]
                rest = [other for other in out[index + 1 :] if other not in between]
                whole = replace(
                    before,
                    text=f"{before.text} {item.text}",
                    pieces=before.pieces + item.pieces,
                    end=item.end,
                )
                if between:
                    between[0] = replace(between[0], gap=before.gap)
                    whole = replace(whole, gap=False)
                out[index:] = [*between, whole, *rest]
                return
            if before.gap:
                break
    out.append(item)


def _with_indent(text: str, item: Item) -> Item:
    """Notes keep their indentation, which the lexer passes over."""
    if not isinstance(item, NoteNode):
        return item
    return replace(item, text=text[text.rfind("\n", 0, item.start) + 1 : item.end].rstrip())


def _comments(text: str, start: int, end: int) -> list[Comment]:
    found: list[Comment] = []
    at = start
    for match in _COMMENT.finditer(text, start, end):
        line_start = text.rfind("\n", 0, match.start()) + 1
        trailing = bool(text[line_start : match.start()].strip(" \t"))
        gap = _BLANK_LINE.search(text, at, match.start()) is not None
        found.append(_comment(match.group(), match.start(), trailing=trailing, gap=gap))
        at = match.end()
    return found


def _inner_comments(text: str, start: int, end: int) -> list[Comment]:
    return [
        _comment(match[1], match.start(1), trailing=True)
        for match in _COMMENT_OR_QUOTATION.finditer(text, start, end)
        if match[1] is not None
    ]


def _comment(written: str, start: int, *, trailing: bool, gap: bool = False) -> Comment:
    return Comment(written[2:].strip(), trailing, gap, start=start, end=start + len(written))


def _leading(text: str, items: tuple[Item, ...], end: int) -> tuple[tuple[Item, ...], tuple[Comment, ...]]:
    """Split off the comments that stand right above the heading at ``end`` and apart from what is before."""
    cut = len(items)
    below = end
    while cut and isinstance(items[cut - 1], Comment) and not cast("Comment", items[cut - 1]).trailing:
        if _BLANK_LINE.search(text, items[cut - 1].end, below):
            break
        cut -= 1
        below = items[cut].start
        if items[cut].gap:
            break
    lead = cast("tuple[Comment, ...]", items[cut:])
    apart = bool(lead) and (lead[0].gap or (cut == 0 and lead[0].start == 0))
    return (items[:cut], lead) if apart else (items, ())
