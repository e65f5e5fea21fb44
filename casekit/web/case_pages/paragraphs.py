"""The paragraphs of a case as they are in its file: their lines, their text, and how much of it is prose."""

from collections.abc import Iterable, Iterator

from casekit.analysis.summaries import SourceCell, SourceTable
from casekit.language.syntax.dialect import ProseNode, SyntaxTree
from casekit.values import frozen


@frozen(slots=True)
class SourceParagraph:
    """A paragraph that is written."""

    source: str
    """Its name in deduction, such as ``ANNA alibi``."""
    name: str
    """What people call it."""
    first_line: int
    """The line of its heading, from 1."""
    last_line: int
    text: str
    """Everything from its heading to its last line."""
    prose_words: int
    """How many words of prose it has, which is its text without headings and statements."""
    is_printed_whole: bool
    """Whether readers see all of its text, as in a puzzle, whose statements are printed."""


def cells_of(tables: Iterable[SourceTable]) -> Iterator[SourceCell]:
    """The sources in tables, row by row."""
    for table in tables:
        for row in table.rows:
            for cell in row.cells:
                if cell is not None:
                    yield cell


def paragraphs_of(
    tree: SyntaxTree, tables: Iterable[SourceTable], *, are_printed_whole: bool = False
) -> dict[str, SourceParagraph]:
    """The written paragraphs of a case by their sources."""
    source = tree.source
    blocks = {block.heading.start: block for block in tree.blocks}
    paragraphs: dict[str, SourceParagraph] = {}
    for cell in cells_of(tables):
        if not cell.written:
            continue
        start, end, prose_words = cell.start, cell.end, 0
        block = blocks.get(cell.start)
        if block is not None:
            start, end = block.start, block.end
            prose = [item for item in block.items if isinstance(item, ProseNode)]
            prose_words = sum(len(item.text.split()) for item in prose)
        first_line = source.line_of(start)
        text = source.text[start:end].rstrip()
        paragraphs[cell.source] = SourceParagraph(
            source=cell.source,
            name=cell.name,
            first_line=first_line,
            last_line=first_line + text.count("\n"),
            text=text,
            prose_words=prose_words,
            is_printed_whole=are_printed_whole,
        )
    return paragraphs


def paragraph_at_line(line: int, paragraphs: Iterable[SourceParagraph]) -> SourceParagraph | None:
    """The paragraph that a line is in; ``None`` if it is in none."""
    for paragraph in paragraphs:
        if paragraph.first_line <= line <= paragraph.last_line:
            return paragraph
    return None
