"""Findings whose words may give the solution away, which pages withhold until somebody asks for the solution.

A finding is withheld for its place, since its message quotes the text there: in the logic, the truth, the
solution, the rules or a comment. One in the header, in a heading or in prose is shown: the booklet prints
those.
"""

from collections.abc import Callable, Iterable, Iterator

from casekit.diagnostics import Finding
from casekit.language.syntax.dialect import Block, ProseNode
from casekit.web.case_pages.paragraphs import cells_of
from casekit.web.case_worker import AnalysedCase

LineOf = Callable[[int], int]
"""The number of the line, from 1, that a character of the text is in."""

TextRange = tuple[int, int]
"""The first character of a piece of text, and the one after its last."""


def withheld_test(case: AnalysedCase) -> Callable[[Finding], bool]:
    """A function that says whether a finding on a case is withheld."""
    if not case.typed.source.text.strip():
        return lambda _: False
    printed_lines = frozenset(_printed_lines(case))

    def is_withheld(finding: Finding) -> bool:
        span = finding.span
        lines_of_finding = range(span.line, max(span.line, span.end_line) + 1)
        return span.file == case.file.name and not printed_lines.issuperset(lines_of_finding)

    return is_withheld


def prints_its_statements(case: AnalysedCase) -> bool:
    """Whether the statements of a case are its text, as those of a puzzle are.

    Such a case has no prose beside its logic.
    """
    document = case.checked.document
    return document is not None and case.checked.game.proofreading.blind_copy(document) is None


def _printed_lines(case: AnalysedCase) -> Iterator[int]:
    """The numbers of the lines that readers see.

    These are the header and, for each source, its heading and its prose, or all of it if the booklet prints
    the statements.
    """
    tree, document = case.checked.tree, case.checked.document
    line_of = tree.source.line_of
    if tree.header:
        yield from range(1, line_of(tree.header[-1].start) + 1)
    if document is None:
        return
    blocks = {block.heading.start: block for block in tree.blocks}
    with_statements = prints_its_statements(case)
    for cell in cells_of(case.checked.game.wording.source_tables(document)):
        if not cell.written:
            continue
        if with_statements:
            yield from _lines_of_ranges([(cell.start, cell.end)], line_of)
        elif cell.start in blocks:
            block = blocks[cell.start]
            yield line_of(block.heading.start)
            yield from _prose_lines(block, line_of)


def _prose_lines(block: Block, line_of: LineOf) -> set[int]:
    """The lines of a block on which there is prose and nothing else."""
    lines_with_prose: set[int] = set()
    other_lines: set[int] = set()
    for item in block.items:
        if isinstance(item, ProseNode):
            lines_with_prose.update(_lines_of_ranges(item.pieces or [(item.start, item.end)], line_of))
        else:
            other_lines.update(_lines_of_ranges([(item.start, item.end)], line_of))
    return lines_with_prose - other_lines


def _lines_of_ranges(ranges: Iterable[TextRange], line_of: LineOf) -> Iterator[int]:
    """The numbers of the lines that pieces of text are on."""
    for start, end in ranges:
        yield from range(line_of(start), line_of(max(start, end - 1)) + 1)
