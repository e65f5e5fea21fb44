"""From text to a syntax tree and everything that is wrong with its syntax.

Recovery: where the parser stops, the line (with its continuations) is set aside and the parser goes on after
it, so that one run reports all independent mistakes. A heading that cannot be read takes its block along. A
text is cut where its headings are, and each piece is parsed and woven by itself: one that is as it was is not
read again. Nothing is read twice: lark's parser takes one token after the other from the lexer, which is done
by hand here, so that after a mistake the parser can be put back to where the line began, and the lexer be
sent on to a later line.
"""

import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import islice, pairwise, zip_longest
from pathlib import Path
from typing import Any, Literal, cast

from lark import Lark, TextSlice, Token, UnexpectedInput
from lark.lexer import LexerState

from casekit import resources
from casekit.diagnostics import Diagnostic, Edit, Source, codes
from casekit.language.formula.nodes import NAME, FormulaNode, Node
from casekit.language.syntax import parse_tables
from casekit.language.syntax.dialect import Block, Comment, Dialect, Heading, Item, KnownMistake, SyntaxTree
from casekit.language.syntax.layout import lay_out, leading, moved, weave
from casekit.language.syntax.look_alike_marks import (
    has_look_alikes,
    look_alike_line,
    look_alike_lines,
    look_alike_sign,
)
from casekit.language.syntax.tree_builder import UnsupportedSyntax, builder_of
from casekit.values import frozen, replace

MOST_TOKENS = 100_000
"""How many words of logic, headings and paragraphs of prose are read of one file. A case has some 2,000."""

LONGEST_NAME = 100
"""Characters of a name."""

Start = Literal["document", "lone_formula"]
"""The kind of a text, as the grammar calls it."""

_NAMES = frozenset(("NAME", "KEY"))


def _kept_tables(grammar: str, folder: Path, text: str) -> str:
    """The tables of a grammar from another package, from the user's cache if they are there."""
    from casekit.system.user_cache import open_cache

    name = sha256(parse_tables.fingerprint(folder, grammar, text).encode()).hexdigest()
    kept = open_cache("grammars", (Path.cwd(),))
    made = kept.recall(name) if kept else None
    if made is None:
        made = parse_tables.tables_text(folder, grammar, text).encode()
        if kept:
            kept.keep(name, made)
            kept.close()
    return made.decode()


@cache
def parser(dialect: Dialect) -> Lark:
    """The parser of a game's documents, which builds syntax trees as it goes.

    Its tables are read from beside the grammar. Where they are missing or of another grammar, as in a
    checkout that has changed since it was installed, they are made in memory. Those of a game from another
    package, whose grammar is made from its forms, are kept in the user's cache, under the digest of the
    grammar and with the user's seal: what else is in a folder for caches, anybody may have put there.
    """
    grammar, builder, text = dialect.grammar, builder_of(dialect), ""
    folder = resources.path(f"grammar/{parse_tables.SHARED}.lark").parent
    if dialect.is_made:
        from casekit.language.syntax.grammar_files import grammar_text

        text = grammar_text(dialect, f"The grammar of a {dialect.noun}.")
    try:
        kept = (
            _kept_tables(grammar, folder, text)
            if text
            else resources.text(f"grammar/{parse_tables.name(grammar)}")
        )
        loaded = parse_tables.loaded(kept, folder, grammar, builder, text)
    except (FileNotFoundError, KeyError, ValueError):
        loaded = None
    return loaded or parse_tables.built(folder, grammar, builder, text)


class SteppedParse:
    """A parse of laid-out text that can go on after a mistake.

    ``left`` is the number of tokens that may still be read.
    """

    def __init__(self, text: str, start: Start, dialect: Dialect) -> None:
        self._interactive = parser(dialect).parse_interactive(text, start=start)
        self._state = self._interactive.parser_state
        self._lexer = self._interactive.lexer_thread
        self._place = cast("LexerState", self._lexer.state)
        self.left, self._usual = MOST_TOKENS, dialect.usual
        # Whether a line begins here; how deep the parser's stack was where the line at hand began.
        self._fresh, self._depth = True, 0

    def begin(self, text: str, start: int, end: int) -> None:
        """Start again, with a text from ``start`` to ``end``."""
        del self._state.state_stack[1:], self._state.value_stack[:]
        self._place.text = TextSlice(text, start, end)
        self._place.line_ctr.char_pos = start
        self._fresh = True

    def finish(self) -> Any:
        """Parse what is left, and give what was read of the whole.

        Raises:
            lark.UnexpectedInput: at the next mistake; after one that is `TOO_MUCH_TO_READ` there is no other.
        """
        state = self._state
        try:
            for token in self._lexer.lex(state):  # type: ignore[no-untyped-call]  # lark has no type for it
                self.left -= 1
                if self.left < 0:
                    message = f"up to here this file has {MOST_TOKENS:,} words of logic and paragraphs of prose; casekit reads no more"
                    hint = f"check that it is the file you mean; {self._usual}"
                    raise UnsupportedSyntax(token.start_pos or 0, message, hint, codes.TOO_MUCH_TO_READ)
                if len(token) > LONGEST_NAME and token.type in _NAMES:
                    message = f"a name has at most {LONGEST_NAME} characters, and this one {len(token):,}"
                    raise UnsupportedSyntax(
                        token.start_pos or 0, message, "shorten it where it is declared and used"
                    )
                state.feed_token(token)
                if self._fresh:
                    self._depth = len(state.state_stack) - 1
                self._fresh = token.type == "_NL"
            return state.feed_token(Token("$END", ""), is_end=True)
        except UnexpectedInput as mistake:
            mistake.interactive_parser = self._interactive  # as lark does
            raise

    def go_on(self, at: int) -> None:
        """Forget the line at hand and go on with the one that begins at ``at``."""
        if not self._fresh:
            del self._state.state_stack[self._depth :]
            del self._state.value_stack[self._depth - 1 :]
        self._fresh = True
        self._place.line_ctr.char_pos = at


MOST_MISTAKES = 100
"""After this many syntax errors in one file the rest is not looked at: it is probably something else."""

_BEFORE_HEADING = re.compile(r"\n(?=[ \t]*==[ \t])")
_HEADING_LINE = re.compile(r"[ \t]*==")
_LINES_TO_PASS = re.compile(r"(?:[ \t\v]*+(?://[^\n\v]*+)?\n)*+")
"""Line breaks, blank lines and comments: what the terminal ``_NL`` takes along."""

_VISIBLE = re.compile(r"[^\n]")
_WORD = re.compile(r"[^\W\d_][\w-]*|\d{1,2}:\d{2}(?!\d)|\d+|\S")


@frozen(slots=True)
class PlacedSlip(Node):
    """A mistake at its place in a text; ``cure`` is what to write there instead, if that is certain."""

    slip: KnownMistake
    cure: str = ""


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
) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
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
    problems: list[Diagnostic] = []
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
        problems += [_diagnostic_of(fault, source) for fault in piece.faults]
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
        stop = _line(text, first)[1]
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
            faults.append(_fault(mistake, text, end, dialect))
            first, last = _line(text, faults[-1].start)
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


def parse_lone_formula(source: Source, dialect: Dialect) -> tuple[FormulaNode | None, tuple[Diagnostic, ...]]:
    """Parse a text that is one formula."""
    text = lay_out(source.text, dialect.logic_blocks)
    try:
        return SteppedParse(text, "lone_formula", dialect).finish(), ()
    except UnexpectedInput as mistake:
        return None, (_diagnostic_of(_fault(mistake, text, len(text), dialect, alone=True), source),)


def is_lone_formula(text: str, dialect: Dialect) -> bool:
    """Whether a text is one formula; what is wrong with it otherwise, which takes longer, nobody asks."""
    try:
        SteppedParse(lay_out(text, dialect.logic_blocks), "lone_formula", dialect).finish()
    except UnexpectedInput:
        return False
    return True


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _diagnostic_of(fault: PlacedSlip, source: Source) -> Diagnostic:
    slip, place = fault.slip, source.span(fault.start, fault.end)
    fix = (Edit(place, fault.cure),) if fault.cure else ()
    return slip.code.at(place, slip.message, hint=slip.hint, fix=fix)


def _fault(
    mistake: UnexpectedInput, text: str, end: int, dialect: Dialect, *, alone: bool = False
) -> PlacedSlip:
    start = at = _stop(mistake, end)
    word = _WORD.match(text, at)
    end = word.end() if word else at
    if isinstance(mistake, UnsupportedSyntax):
        is_too_much = mistake.slip.code is codes.TOO_MUCH_TO_READ
        return PlacedSlip(mistake.slip, start=at, end=at if is_too_much else end)
    from casekit.language.syntax.error_productions import ALONE, recognise, recognise_line

    token = getattr(mistake, "token", None)
    if token is not None and (slip := ALONE.get(token.type.rpartition("__")[2])):
        end = at + len(token)
    elif alone:
        slip = recognise(mistake, dialect)
    else:
        slip = recognise_line(mistake, dialect, text, at)
    if (slip is None or slip.code is codes.SYNTAX_ERROR) and (meant := look_alike_sign(text[at])):
        return PlacedSlip(*meant, start=at, end=at + 1)
    if slip is None:
        message = f"`{word.group()}` is not expected here" if word else "the line ends too early"
        slip = KnownMistake(codes.SYNTAX_ERROR, message, _expected(mistake))
    elif slip.code is codes.HEADING_WITHOUT_SPACE:
        start, end = _line(text, at)
    return PlacedSlip(slip, start=start, end=end)


def _stop(mistake: UnexpectedInput, end: int) -> int:
    """The place where the parser stopped, before the ``end`` of the text."""
    # At the end of the text lark gives no position or a negative one.
    stop: int | None = mistake.pos_in_stream
    return end - 1 if stop is None or stop < 0 else min(stop, end - 1)


_SPOKEN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "TIME": "a time",
    "_NL": "the end of the line",
    "QUOTATION": "a quotation",
    "COMPARATOR": "a comparison",
    "PROSE": "prose",
    "VALUE": "a value",
}


def _expected(mistake: UnexpectedInput) -> str:
    accepted = getattr(mistake, "accepts", None) or getattr(mistake, "expected", None) or ()
    names = sorted(name.rpartition("__")[2] or name for name in accepted)
    spoken = [_SPOKEN[name] for name in names if name in _SPOKEN]
    return f"expected here: {', '.join(spoken)}" if spoken else "see the language reference"
