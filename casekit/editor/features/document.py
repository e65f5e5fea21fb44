"""The answers about a whole text: its foldings, words shown in it, links to files, its canonical form."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, groupby
from pathlib import Path

from casekit.analysis import analyzer, source_roles
from casekit.editor.document_state import DocumentState
from casekit.editor.features.code_actions import TextEdit, blocks_by_name, line_end
from casekit.editor.features.names import listed
from casekit.language.formula.nodes import Node
from casekit.language.source_files import inside, is_file
from casekit.language.syntax.dialect import Comment, FieldNode, Item
from casekit.pipeline.conversion import format_bytes
from casekit.values import field_values, is_dataclass


def foldable(state: DocumentState) -> Iterator[tuple[int, int, bool]]:
    """Parts that can be folded, and whether each is a comment: blocks, and comments of several lines."""
    for block in state.tree.blocks:
        yield block.start, block.end, False
        yield from _comments(block.items)
    yield from _comments(state.tree.header)


def _comments(items: tuple[Item, ...]) -> Iterator[tuple[int, int, bool]]:
    for comments, run in groupby(items, lambda item: isinstance(item, Comment) and not item.trailing):
        lines = list(run)
        if comments and len(lines) > 1:
            yield lines[0].start, lines[-1].end, True


def enclosing(state: DocumentState, offset: int) -> tuple[tuple[int, int], ...]:
    """The parts of the text around a place, from the smallest to the whole."""
    parts: list[tuple[int, int]] = [(0, len(state.source.text))]
    for block in state.tree.blocks:
        if block.start <= offset <= block.end:
            parts.append((block.start, block.end))
            parts += _around(block, offset)
    parts += [(item.start, item.end) for item in state.tree.header if item.start <= offset <= item.end]
    mention = state.mention_at(offset)
    if mention is not None:
        parts.append((mention.start, mention.end))
    inside = sorted(set(parts), key=lambda part: part[1] - part[0])
    kept: list[tuple[int, int]] = []
    for part in inside:
        if not kept or (part[0] <= kept[-1][0] and kept[-1][1] <= part[1]):
            kept.append(part)
    return tuple(kept)


def _around(node: object, offset: int) -> Iterator[tuple[int, int]]:
    """The nodes inside a node that a place is in."""
    if not is_dataclass(node):
        return
    for value in field_values(node).values():
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


def coloured(state: DocumentState) -> Iterator[tuple[int, int, str, bool]]:
    """Names and comments with their colours, and whether each declares something.

    They are in order, and none is inside another.
    """
    parts = [
        (each.start, each.end, _OF_KIND[each.kind], each.defines) for each in state.mentions if not each.prose
    ]
    for items in (
        state.tree.header,
        *(block.items for block in state.tree.blocks),
        *(block.lead for block in state.tree.blocks),
    ):
        parts += [(item.start, item.end, "comment", False) for item in items if isinstance(item, Comment)]
    at = 0
    for part in sorted(parts):
        if part[0] >= at and part[0] < part[1]:
            at = part[1]
            yield part


_MOST = 4
"""At most this many refuted answers are named at a source."""


def inlays(
    state: DocumentState, lies: Sequence[analyzer.Json], roles: Sequence[source_roles.SourceRole]
) -> Iterator[tuple[int, str, str]]:
    """Places of the source with words after them, and the text on these words.

    They are on what a source does and on lines that are false.
    """
    for lie in lies:
        end = line_end(state, state.source.offset(lie["line"], 1))
        text = "a lie" if lie["marked"] else "false, and not marked as a lie"
        yield end, text, "The truth says otherwise."
    for role, (start, _) in _placed(state, roles):
        at = line_end(state, start)
        if role.essential:
            yield at, "essential", f"Every proof of this {state.game.dialect.noun} needs it."
        if role.wrong:
            yield at, "wrong", "It helps against no other answer."
        if role.refutes:
            yield at, f"refutes {listed(role.refutes, _MOST)}", "Whoever has read nothing else knows so."


def lenses(
    state: DocumentState, roles: Sequence[source_roles.SourceRole]
) -> Iterator[tuple[str, tuple[int, int]]]:
    """The sources that say something, and the places that a line about each is above."""
    return ((role.source, place) for role, place in _placed(state, roles) if role.start >= 0)


def _placed(
    state: DocumentState, roles: Sequence[source_roles.SourceRole]
) -> Iterator[tuple[source_roles.SourceRole, tuple[int, int]]]:
    """Sources with where they begin.

    That is at their heading, if they have one of their own, otherwise at their first line.
    """
    named = blocks_by_name(state)
    blocks = [named.get(role.source) if role.start < 0 else state.block_at(role.start) for role in roles]
    shared = Counter(block.start for block in blocks if block is not None)
    for role, block in zip(roles, blocks, strict=True):
        if block is not None and (shared[block.start] == 1 or role.start < 0):
            yield role, (block.heading.start, block.heading.end)
        elif role.start >= 0:
            yield role, (role.start, line_end(state, role.start))


def links(state: DocumentState) -> Iterator[tuple[int, int, Path]]:
    """Each value of a field that names a file in the edition's folder, with that file."""
    root = Path(getattr(state.settings, "file", None) or state.source.name).parent
    if state.document is None:
        return
    assets = {str(path) for path in state.game.pages.asset_files(state.document)}
    for item in state.tree.header:
        if isinstance(item, FieldNode) and item.value.text:
            path = root / item.value.text
            if str(path) in assets and inside(root, item.value.text) and is_file(path):
                yield item.value.start, item.value.end, path


_LONG = 300_000
"""Characters of a text that is replaced as a whole: comparing it line by line would take too long."""


def formatted(state: DocumentState) -> tuple[TextEdit, ...] | None:
    """The edits that format a text, line by line, so that the cursor stays.

    ``None`` for a text that cannot be read.
    """
    text = state.source.text
    new, _, _ = format_bytes(text.encode("utf-8", "surrogatepass"), state.source.name)
    if new is None:
        return None
    if "\r\n" in text:
        new = new.replace("\n", "\r\n")  # the line ends of a text are its editor's
    if len(text) > _LONG:
        return (TextEdit(0, len(text), new),)
    before, after = text.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [*accumulate(map(len, before), initial=0)]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    edits: list[TextEdit] = []
    for what, first, last, begin, end in matcher.get_opcodes():
        if what != "equal":
            edits.append(TextEdit(starts[first], starts[last], "".join(after[begin:end])))
    return tuple(edits)
