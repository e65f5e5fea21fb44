"""The findings that give away more than a reader of the booklet has: found by where they are, since messages quote the text.

Whoever has not asked for the solution sees of them what they are and where.
"""

from collections.abc import Callable, Iterable, Iterator

from casekit.diagnostics import Diagnostic
from casekit.language.document.tree import Block, Item, ProseNode
from casekit.web.analyst import StudiedCase


def is_withheld(studied: StudiedCase) -> Callable[[Diagnostic], bool]:
    """Whether a finding is about something that the booklet does not print: logic, truth, solution, rules, comments."""
    source = studied.parsed.source
    if studied.unreadable or not source.text.strip():
        return lambda _: False
    lines = frozenset(_open_lines(studied))

    def withheld(found: Diagnostic) -> bool:
        span = found.span
        return span.file == studied.file.name and not lines.issuperset(
            range(span.line, max(span.line, span.end_line) + 1)
        )

    return withheld


def prints_its_statements(studied: StudiedCase) -> bool:
    """Whether the statements of a case are its text, as those of a puzzle are: it has no prose beside its logic."""
    document = studied.looked.document
    return document is not None and studied.looked.game.blind(document) is None


def _open_lines(studied: StudiedCase) -> Iterator[int]:
    """The header, and of each source its heading and its prose, or all of it where statements are printed."""
    tree, document = studied.looked.tree, studied.looked.document
    line_of = tree.source.line_of
    if tree.header:
        yield from range(1, line_of(tree.header[-1].start) + 1)
    if document is None:
        return
    blocks = {block.heading.start: block for block in tree.blocks}
    whole = prints_its_statements(studied)
    for table in studied.looked.game.source_tables(document):
        for cell in (cell for row in table.rows for cell in row.cells if cell is not None and cell.written):
            if whole:
                yield from _lines(line_of, [(cell.start, cell.end)])
            elif cell.start in blocks:
                block = blocks[cell.start]
                yield line_of(block.heading.start)
                yield from _prose_lines(block, line_of)


def _prose_lines(block: Block, line_of: Callable[[int], int]) -> set[int]:
    prose: set[int] = set()
    other: set[int] = set()
    for item in block.items:
        (prose if isinstance(item, ProseNode) else other).update(_lines(line_of, _pieces(item)))
    return prose - other


def _pieces(item: Item) -> Iterable[tuple[int, int]]:
    pieces = item.pieces if isinstance(item, ProseNode) else ()
    return pieces or [(item.start, item.end)]


def _lines(line_of: Callable[[int], int], pieces: Iterable[tuple[int, int]]) -> Iterator[int]:
    for start, end in pieces:
        yield from range(line_of(start), line_of(max(start, end - 1)) + 1)
