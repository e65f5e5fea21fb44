"""The layout of a text: before it is parsed, lines that go on become one.

Afterwards comments go back to their places, and nodes to others.

What is laid out has exactly as many characters as the text, so that positions in it are positions in the
text. Every line ends the same way in it, and the parser skips its comments.
"""

import re
from collections.abc import Hashable, Sequence, Set as AbstractSet
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, TypeVar, cast

from casekit.language.formula.nodes import Node
from casekit.language.syntax.dialect import Comment, Item, NoteNode, ProseNode
from casekit.values import Accessor, accessors, replace

T = TypeVar("T")

JOINT = "\v"
"""Stands for a line break inside a statement or declaration."""

_HEADING = re.compile(r"[ \t]*==[ \t]+([^\W\d_]\w*)?")
_MARKED = re.compile(r"[ \t]*(?:~|==[ \t])")
_PLAIN = re.compile(r"[^\s~=]")
"""A line that begins so is prose where no logic is expected."""

_ODD_SPACE = re.compile(r"[\r\v\f\x1c-\x1e\x85\u2028\u2029\ufeff]")
_NO_BREAK_SPACE = re.compile(r"[\u00a0\u202f]")


def lay_out(text: str, logic_blocks: AbstractSet[str]) -> str:
    """Join continuation lines by `JOINT`; what ends without a line break gets one.

    In ``logic_blocks`` every line may go on, elsewhere one that has a mark.
    """
    lines = _ODD_SPACE.sub(" ", text.replace("\r\n", " \n")).split("\n")
    pieces: list[str] = []
    block: str | None = None
    own: int | None = None
    for line in lines:
        # Most lines are blank or prose, which are not looked at more closely.
        if not line or (own is None and block not in logic_blocks and _PLAIN.match(line)):
            pieces += ("\n", line)
            own = None
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
        pieces.append(_NO_BREAK_SPACE.sub(" ", spaced) + line[len(spaced) :])
    pieces.append("\n")
    return "".join(pieces[1:])


_BLANK_LINE = re.compile(r"\n[ \t]*(?=\n)")
_COMMENT = re.compile(r"//[^\n\v]*")
_COMMENT_OR_QUOTATION = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"|(//[^\n\v]*)')


def weave(text: str, start: int, end: int, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items that were parsed of a part of the laid-out ``text`` and its comments, in order."""
    woven: list[Item] = []
    at = start
    for item in items:
        comments = _comments(text, at, item.start) if "//" in text[at : item.start] else []
        gap = _BLANK_LINE.search(text, comments[-1].end if comments else at, item.start) is not None
        woven += (*comments, replace(item, gap=gap))
        if isinstance(item, NoteNode):
            # Notes keep their indentation, which the lexer skips.
            note = text[text.rfind("\n", 0, item.start) + 1 : item.end].rstrip()
            woven[-1] = replace(item, gap=gap, text=note)
        if "\v" in text[item.start : item.end]:
            for match in _COMMENT_OR_QUOTATION.finditer(text, item.start, item.end):
                if match[1]:
                    woven.append(_comment(match[1], match.start(1), trailing=True))
        at = item.end
    woven += _comments(text, at, end)
    return tuple(chain.from_iterable(map(_with_paragraph, _between_gaps(woven))))


def _between_gaps(items: Sequence[Item]) -> list[list[Item]]:
    """Items in groups that blank lines part, with comments after the same thing as one."""
    is_trailing = [isinstance(item, Comment) and item.trailing for item in items]
    groups: list[list[Item]] = [[]]
    for are_trailing, pairs in groupby(zip(is_trailing, items, strict=True), key=itemgetter(0)):
        several = [item for _, item in pairs]
        if are_trailing:
            groups[-1].append(_one_comment(cast("list[Comment]", several)))
            continue
        for item in several:
            if item.gap:
                groups.append([])
            groups[-1].append(item)
    return groups


def _one_comment(comments: Sequence[Comment]) -> Comment:
    """Several comments after the same thing as one."""
    text = " // ".join(comment.text for comment in comments if comment.text)
    return replace(comments[0], text=text, end=comments[-1].end)


def _with_paragraph(items: Sequence[Item]) -> Sequence[Item]:
    """Items that no blank line parts, the prose among them as one paragraph.

    A comment between its lines goes above it: after it, it would seem to be about what follows.
    """
    lines = [item for item in items if isinstance(item, ProseNode)]
    if not lines[1:]:
        return items
    start, last = items.index(lines[0]), lines[-1]
    # A comment after the last line stays there.
    above: list[Comment] = []
    others: list[Item] = []
    for item in items[start:]:
        if isinstance(item, Comment) and not item.trailing and item.start < last.start:
            above.append(item)
        elif not isinstance(item, ProseNode):
            others.append(item)
    whole = replace(
        lines[0],
        text=" ".join(line.text for line in lines),
        pieces=tuple(chain.from_iterable([line.pieces for line in lines])),
        end=last.end,
        gap=lines[0].gap and not above,
    )
    lead = [replace(above[0], gap=lines[0].gap), *above[1:]] if above else []
    return [*items[:start], *lead, whole, *others]


def _comments(text: str, start: int, end: int) -> list[Comment]:
    comments: list[Comment] = []
    at = start
    for match in _COMMENT.finditer(text, start, end):
        line_end = text.rfind("\n", at, match.start())
        # Without a line break since the last item or comment, this one is after it.
        trailing = bool(at if line_end < 0 else text[line_end : match.start()].strip())
        gap = _BLANK_LINE.search(text, at, match.start()) is not None
        comments.append(_comment(match.group(), match.start(), trailing=trailing, gap=gap))
        at = match.end()
    return comments


def _comment(written: str, start: int, *, trailing: bool, gap: bool = False) -> Comment:
    return Comment(written[2:].strip(), trailing, gap=gap, start=start, end=start + len(written))


def leading(text: str, items: tuple[Item, ...], end: int) -> tuple[Comment, ...]:
    """The last of some items: the comments right above the heading at ``end``.

    They are apart from what is before.
    """
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
    return lead if apart else ()


@cache
def _accessors(kind: Hashable) -> tuple[tuple[Accessor, ...], tuple[Accessor, ...]]:
    """The positions among the fields of a kind of nodes, and all others.

    A keystroke moves a thousand nodes.
    """
    of_fields = accessors(cast("type[Node]", kind))
    positions = [accessor for name, accessor in of_fields.items() if name in _POSITIONS]
    others = [accessor for name, accessor in of_fields.items() if name not in _POSITIONS]
    return tuple(positions), tuple(others)


_POSITIONS = frozenset(("start", "end"))
_PLACELESS = frozenset((str, int, bool, type(None)))
"""Types of values that have no place in a text."""


def moved(value: T, by: int) -> T:
    """Nodes, or tuples of them, with all positions ``by`` characters further on."""
    return cast("T", _moved(value, by)) if by else value


def _moved(value: object, by: int) -> object:
    if isinstance(value, tuple):
        if value and isinstance(value[0], int):
            return tuple(place + by for place in value)
        return tuple([_moved(node, by) for node in value])
    if not isinstance(value, Node):
        return value
    kind: Any = type(value)
    positions, others = _accessors(kind)
    copy = object.__new__(kind)
    for read, write in positions:
        write(copy, read(value) + by)
    for read, write in others:
        part = read(value)
        write(copy, _moved(part, by) if part and type(part) not in _PLACELESS else part)
    return copy


def line_around(text: str, at: int) -> tuple[int, int]:
    """The first character of the line that a character is in, and the one after its last."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end
