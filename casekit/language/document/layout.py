"""The layout of a text: before it is parsed, lines that go on become one; afterwards comments go back to their places.

What is laid out has exactly as many characters as the text, so that positions in it are positions in the text. Every line
ends the same way in it, and the parser skips its comments.
"""

import re
from collections.abc import Sequence, Set as AbstractSet
from dataclasses import replace
from itertools import groupby, pairwise
from typing import cast

from casekit.diagnostics import Source
from casekit.language.document.dialect import Block, Comment, FieldNode, Item, NoteNode, ProseNode, SyntaxTree

JOINT = "\v"
"""Stands for a line break inside a statement or declaration."""

_HEADING = re.compile(r"[ \t]*==[ \t]+([^\W\d_]\w*)?")
_MARKED = re.compile(r"[ \t]*(?:~|==[ \t])")
_PLAIN = re.compile(r"[^\s~=]")
"""A line that begins so is prose where no logic is expected."""

_ODD_SPACE = re.compile(r"[\r\v\f\x1c-\x1e\x85\u2028\u2029\ufeff]")
_NO_BREAK_SPACE = re.compile(r"[\u00a0\u202f]")

_SPACES = frozenset(" \t\r\v\f\x1c\x1d\x1e\x85\u2028\u2029\ufeff")
_BLANK = "".join(_SPACES)


def heading_lines(text: str) -> tuple[int, ...]:
    """Where the lines of headings begin: a text that is laid out in parts, cut there, has the same parts as in one.

    They are marked as headings whatever is above them, before odd spaces are made plain.
    """
    found: list[int] = []
    at = 0
    while (mark := text.find("==", at)) >= 0:
        start = text.rfind("\n", at, mark) + 1 or at
        if text[mark + 2 : mark + 3] in _SPACES and not text[start:mark].strip(_BLANK):
            found.append(start)
        # Only the first mark of a line can have nothing before it.
        at = text.find("\n", mark) + 1 or len(text)
    return tuple(found)


def lay_out(text: str, logic_blocks: AbstractSet[str]) -> str:
    """Join continuation lines by `JOINT`; what ends without a line break gets one.

    In ``logic_blocks`` every line may go on, elsewhere one that has a mark.
    """
    special = _NO_BREAK_SPACE.search(text) is not None
    lines = _ODD_SPACE.sub(" ", text.replace("\r\n", " \n")).split("\n")
    pieces: list[str] = []
    block: str | None = None
    own: int | None = None
    for line in lines:
        if not line:
            pieces.append("\n")
            own = None
            continue
        if own is None and block not in logic_blocks and _PLAIN.match(line) and not special:
            pieces += ("\n", line)
            continue
        margin = line[: len(line) - len(line.lstrip())]
        indent = len(margin)
        bare = line.strip()
        marked = _MARKED.match(line) is not None
        if bare and own is not None and indent > own and not marked:
            pieces.append(JOINT)
        else:
            pieces.append("\n")
            own = None
            if heading := _HEADING.match(line):
                block = heading[1]
            elif (
                bare and not bare.startswith("//") and block != "notes" and (marked or block in logic_blocks)
            ):
                own = indent
        # In prose a no-break space is the writer's; elsewhere it is a space that looks like one.
        spaced = line if marked or own is not None else margin
        pieces.append((_NO_BREAK_SPACE.sub(" ", spaced) if special else spaced) + line[len(spaced) :])
    pieces.append("\n")
    return "".join(pieces[1:])


_BLANK_LINE = re.compile(r"\n[ \t]*(?=\n)")
_COMMENT = re.compile(r"//[^\n\v]*")
_COMMENT_OR_QUOTATION = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"|(//[^\n\v]*)')


def weave(source: Source, text: str, nodes: Sequence[FieldNode | Block]) -> SyntaxTree:
    """Make a document of what was parsed from the laid-out ``text``."""
    fields = [node for node in nodes if isinstance(node, FieldNode)]
    blocks = [node for node in nodes if isinstance(node, Block)]
    starts = [block.start for block in blocks] + [len(text)]
    header = _items(text, 0, starts[0], fields)
    header, lead = leading(text, header, starts[0]) if blocks else (header, ())
    woven = []
    for block, (_, end) in zip(blocks, pairwise(starts), strict=True):
        items = _items(text, block.heading.end, end, block.items)
        items, next_lead = leading(text, items, end) if end < len(text) else (items, ())
        woven.append(
            replace(block, items=items, lead=lead, end=max(block.end, *(item.end for item in items), 0))
        )
        lead = next_lead
    return SyntaxTree(source, header, tuple(woven))


def _items(text: str, start: int, end: int, items: Sequence[Item]) -> tuple[Item, ...]:
    woven = _Woven()
    at = start
    for item in items:
        comments = _comments(text, at, item.start)
        woven.add(comments)
        gap = _BLANK_LINE.search(text, comments[-1].end if comments else at, item.start) is not None
        woven.append(replace(_with_indent(text, item), gap=gap))
        if "\v" in text[item.start : item.end]:
            inner = _COMMENT_OR_QUOTATION.finditer(text, item.start, item.end)
            woven.add([_comment(each[1], each.start(1), trailing=True) for each in inner if each[1]])
        at = item.end
    woven.add(_comments(text, at, end))
    return woven.finish()


class _Woven:
    """Items with the comments between them, in order.

    Prose that no blank line parts from the prose before it belongs to that paragraph. Its lines are gathered until
    something parts them from what follows, so that a paragraph of many lines is put together once.
    """

    def __init__(self) -> None:
        self._out: list[Item] = []
        self._paragraph = 0
        self._lines: list[ProseNode] = []

    def add(self, comments: Sequence[Comment]) -> None:
        """Append comments; several after the same thing become one."""
        for trailing, run in groupby(comments, key=lambda comment: comment.trailing):
            if not trailing:
                for comment in run:
                    self._push(comment)
                continue
            together = [*self._last_trailing(), *run]
            text = " // ".join(comment.text for comment in together if comment.text)
            self._push(replace(together[0], text=text, end=together[-1].end))

    def append(self, item: Item) -> None:
        """Append anything else."""
        if isinstance(item, ProseNode):
            if self._lines and not item.gap:
                self._lines.append(item)
                return
            self._close()
            self._paragraph, self._lines = len(self._out), [item]
            self._out.append(item)
        else:
            self._push(item)

    def finish(self) -> tuple[Item, ...]:
        """Everything that was appended."""
        self._close()
        return tuple(self._out)

    def _push(self, item: Item) -> None:
        if item.gap:
            self._close()
        self._out.append(item)

    def _last_trailing(self) -> list[Comment]:
        last = self._out[-1] if self._out else None
        if isinstance(last, Comment) and last.trailing:
            self._out.pop()
            return [last]
        return []

    def _close(self) -> None:
        """Put the paragraph at hand together.

        A comment between its lines goes above it: after it, it would seem to be about what follows.
        """
        first, *others = self._lines or (None,)
        self._lines = []
        if first is None or not others:
            return
        behind = self._out[self._paragraph + 1 :]
        # A comment after the last line stays there.
        within = [item.start < others[-1].start for item in behind]
        moved = [
            item
            for item, inside in zip(behind, within, strict=True)
            if inside and isinstance(item, Comment) and not item.trailing
        ]
        above = set(map(id, moved))
        whole = replace(
            first,
            text=" ".join((first.text, *(line.text for line in others))),
            pieces=tuple(piece for line in (first, *others) for piece in line.pieces),
            end=others[-1].end,
            gap=first.gap and not moved,
        )
        lead = [replace(moved[0], gap=first.gap), *moved[1:]] if moved else []
        self._out[self._paragraph :] = [*lead, whole, *(item for item in behind if id(item) not in above)]


def _with_indent(text: str, item: Item) -> Item:
    """Notes keep their indentation, which the lexer skips."""
    if not isinstance(item, NoteNode):
        return item
    return replace(item, text=text[text.rfind("\n", 0, item.start) + 1 : item.end].rstrip())


def _comments(text: str, start: int, end: int) -> list[Comment]:
    found: list[Comment] = []
    at = start
    for match in _COMMENT.finditer(text, start, end):
        line_end = text.rfind("\n", at, match.start())
        # Without a line break since the last item or comment, this one is after it.
        trailing = bool(at if line_end < 0 else text[line_end : match.start()].strip())
        gap = _BLANK_LINE.search(text, at, match.start()) is not None
        found.append(_comment(match.group(), match.start(), trailing=trailing, gap=gap))
        at = match.end()
    return found


def _comment(written: str, start: int, *, trailing: bool, gap: bool = False) -> Comment:
    return Comment(written[2:].strip(), trailing, gap=gap, start=start, end=start + len(written))


def leading(text: str, items: tuple[Item, ...], end: int) -> tuple[tuple[Item, ...], tuple[Comment, ...]]:
    """Split off the comments that are right above the heading at ``end`` and apart from what is before."""
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
