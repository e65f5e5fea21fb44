"""From text to a syntax tree and everything that is wrong with its syntax.

Recovery: where the parser stops, the line (with its continuations) is set aside and the parser goes on after
it, so that one run reports all independent mistakes. A heading that cannot be read takes its block along. A
text is cut where its headings are, and each piece is parsed and woven by itself: one that is as it was is not
read again.
"""

import re
from collections.abc import Sequence
from itertools import islice, pairwise, zip_longest
from typing import Any

from lark import UnexpectedInput

from casekit.diagnostics import Finding, Source, codes
from casekit.language.formula.nodes import NAME, FormulaNode, Node
from casekit.language.syntax.dialect import Block, Comment, Dialect, Heading, Item, SyntaxTree
from casekit.language.syntax.layout import lay_out, leading, line_around, moved, weave
from casekit.language.syntax.look_alike_marks import has_look_alikes, look_alike_line, look_alike_lines
from casekit.language.syntax.mistakes.syntax_faults import PlacedSlip, diagnostic_of, fault_of
from casekit.language.syntax.stepped_parse import SteppedParse
from casekit.values import frozen, replace

MOST_MISTAKES = 100
"""After this many syntax errors in one file the rest is not looked at: it is probably something else."""

_BEFORE_HEADING = re.compile(r"\n(?=[ \t]*==[ \t])")
_HEADING_LINE = re.compile(r"[ \t]*==")
_LINES_TO_PASS = re.compile(r"(?:[ \t\v]*+(?://[^\n\v]*+)?\n)*+")
"""Line breaks, blank lines and comments: what the terminal ``_NL`` takes along."""

_VISIBLE = re.compile(r"[^\n]")


@frozen(slots=True)
class Piece(Node):
    """A heading with all below it, or what is before the first heading, as it was read.

    ``heading`` is missing if there is none, or if it could not be read, which counts as ``lost``. The last of
    the ``items``, the ``lead``, are comments that go with the heading after them, if that can be read.
    ``broken`` are the words of what could not be read, ``tokens`` says how many were read.
    """

    items: tuple[Item, ...]
    heading: Heading | None
    lead: tuple[Comment, ...]
    faults: tuple[PlacedSlip, ...]
    lost: int
    broken: frozenset[str]
    tokens: int


def parse(
    source: Source, dialect: Dialect, known: dict[str, Piece] | None = None
) -> tuple[SyntaxTree, tuple[Finding, ...]]:
    """Parse a document as far as it can be read.

    ``known`` are the pieces of an earlier version of the text, by their own texts, which are not read again;
    they become those of this one.
    """
    text = lay_out(source.text, dialect.logic_blocks)
    if not text.strip():
        message, hint = f"this {dialect.noun} is empty", "start one with `casekit new NAME`"
        return SyntaxTree(source), (codes.EMPTY_CASE.at(source.whole(), message, hint=hint),)
    known = {} if known is None else known
    steps = SteppedParse(text, "document", dialect)
    may_mislead = has_look_alikes(text)
    pieces: list[Piece] = []
    problems: list[Finding] = []
    starts = [match.end() for match in _BEFORE_HEADING.finditer(text)]
    for start, end in pairwise((0, *starts, len(text))):
        # Limits are those of the whole text.
        piece = known.get(text[start:end])
        if piece is None or piece.tokens > steps.left:
            most = MOST_MISTAKES - len(problems)
            clear = _without_look_alikes(text, start, end, most) if may_mislead else Cleared(text)
            piece = _read(steps, clear, start, end, most, dialect)
        else:
            steps.left -= piece.tokens
            piece = moved(piece, start - piece.start)
        pieces.append(piece)
        problems += [diagnostic_of(fault, source) for fault in piece.faults]
        if steps.left < 0:
            return SyntaxTree(source), tuple(problems)
        if len(problems) >= MOST_MISTAKES:
            message = f"{MOST_MISTAKES} lines could not be read; the rest was not read"
            hint = f"fix those above first, or check that this is a {dialect.noun}"
            del problems[MOST_MISTAKES:]
            return SyntaxTree(source), (*problems, replace(problems[-1], message=message, hint=hint))
    known.clear()
    known |= {text[piece.start : piece.end]: piece for piece in pieces}
    return _joined(source, pieces), tuple(problems)


def _joined(source: Source, pieces: Sequence[Piece]) -> SyntaxTree:
    header: tuple[Item, ...] = ()
    blocks: list[Block] = []
    lead: tuple[Comment, ...] = ()
    for piece, following in zip_longest(pieces, pieces[1:]):
        own_lead, lead = lead, piece.lead if following and following.heading else ()
        items = piece.items[: len(piece.items) - len(lead)]
        if (heading := piece.heading) is None:
            header += items
        else:
            end = max(heading.end, *(item.end for item in items), 0)
            blocks.append(Block(heading, items, own_lead, start=heading.start, end=end))
    lost = sum(piece.lost for piece in pieces)
    broken = frozenset().union(*(piece.broken for piece in pieces))
    return SyntaxTree(source, header, tuple(blocks), lost, broken)


@frozen(slots=True)
class Cleared:
    """A laid-out text without the lines whose faults are known.

    With it come these lines, the names in them, and 1 for a ``lost`` heading.
    """

    text: str
    faults: tuple[PlacedSlip, ...] = ()
    broken: frozenset[str] = frozenset()
    lost: int = 0


def _without_look_alikes(text: str, start: int, end: int, most: int) -> Cleared:
    """A laid-out text in one piece of which no line begins with what looks like a mark.

    At most ``most`` such lines are reported. A look-alike of a heading takes what is below it along, as one
    that cannot be read does.
    """
    faults: list[PlacedSlip] = []
    broken: set[str] = set()
    cleared, lost = text, 0
    for first, last, mark in islice(look_alike_lines(text, start, end), most):
        cure = f"{mark} " if mark == "==" and text[last] not in " \t" else mark
        faults.append(PlacedSlip(look_alike_line(text[first:last], mark), cure, start=first, end=last))
        stop = line_around(text, first)[1]
        if mark == "==":
            stop, lost = end - 1, 1
        if mark != "//":
            broken |= set(NAME.findall(text, last, stop))
        cleared = cleared[:first] + _VISIBLE.sub(" ", cleared[first:stop]) + cleared[stop:]
    return Cleared(cleared, tuple(faults), frozenset(broken), lost)


def _read(steps: SteppedParse, clear: Cleared, start: int, end: int, most: int, dialect: Dialect) -> Piece:
    """The piece between two characters of a laid-out text.

    After the ``most`` mistakes its rest is not read.
    """
    text, lost, left = clear.text, clear.lost, steps.left
    faults: list[PlacedSlip] = [*clear.faults]
    broken: set[str] = {*clear.broken}
    nodes: list[Any] = []
    steps.begin(text, start, end)
    while len(faults) < most and steps.left >= 0:
        try:
            nodes = [node for node in steps.finish().children if node is not None]
            break
        except UnexpectedInput as mistake:
            faults.append(fault_of(mistake, text, end, dialect))
            first, last = line_around(text, faults[-1].start)
            if _HEADING_LINE.match(text, first):
                lost, last = 1, end - 1
            broken |= set(NAME.findall(text, first, last))
            text = text[:first] + _VISIBLE.sub(" ", text[first:last]) + text[last:]
            passed = _LINES_TO_PASS.match(text, last)
            steps.go_on(passed.end() if passed else last)
    block = nodes.pop() if nodes and isinstance(nodes[-1], Block) else None
    items = weave(text, block.heading.end if block else start, end, block.items if block else nodes)
    return Piece(
        items,
        block.heading if block else None,
        leading(text, items, end),
        tuple(faults),
        lost,
        frozenset(broken),
        left - steps.left,
        start=start,
        end=end,
    )


def parse_lone_formula(source: Source, dialect: Dialect) -> tuple[FormulaNode | None, tuple[Finding, ...]]:
    """Parse a text that is one formula."""
    text = lay_out(source.text, dialect.logic_blocks)
    try:
        return SteppedParse(text, "lone_formula", dialect).finish(), ()
    except UnexpectedInput as mistake:
        return None, (diagnostic_of(fault_of(mistake, text, len(text), dialect, alone=True), source),)


def is_lone_formula(text: str, dialect: Dialect) -> bool:
    """Whether a text is one formula; what is wrong with it otherwise, which takes longer, nobody asks."""
    try:
        SteppedParse(lay_out(text, dialect.logic_blocks), "lone_formula", dialect).finish()
    except UnexpectedInput:
        return False
    return True
