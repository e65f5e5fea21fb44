"""From text to a syntax tree and everything that is wrong with its syntax.

Recovery: where the parser stops, the line (with its continuations) is set aside and the parser goes on after it, so
that one run reports all independent mistakes. A heading that cannot be read takes its block along. Nothing is read twice:
lark's parser takes one token after the other from the lexer, which is done by hand here, so that after a mistake the parser can
be put back to where the line began, and the lexer be sent on to a later line.
"""

import re
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, cast

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.lexer import LexerState

from casekit import resources
from casekit.diagnostics import Diagnostic, Source, codes
from casekit.frozen import frozen
from casekit.language.document import tables
from casekit.language.document.dialect import Dialect, SyntaxTree
from casekit.language.document.document_builder import Unread, builder_of
from casekit.language.document.layout import lay_out, weave
from casekit.language.formula.nodes import NAME, FormulaNode

MOST_TOKENS = 100_000
"""How many words of logic, headings and paragraphs of prose are read of one file. A case has some 2,000."""

LONGEST_NAME = 100
"""Characters of a name."""

Start = Literal["document", "lone_formula"]
"""The kind of a text, as the grammar calls it."""

_NAMES = frozenset(("NAME", "KEY"))


def _of_another_package(dialect: Dialect, builder: Transformer[Token, Any], folder: Path) -> Lark:
    from casekit.language.document.form_files import grammar_text
    from casekit.system.sealing import keeper

    grammar = dialect.grammar
    text = grammar_text(dialect, f"The grammar of a {dialect.noun}.")
    name = sha256(tables.fingerprint(folder, grammar, text).encode()).hexdigest()
    kept = keeper("grammars", (Path.cwd(),))
    made = kept.recall(name) if kept else None
    if made is None:
        made = tables.tables_text(folder, grammar, text).encode()
        if kept:
            kept.keep(name, made)
            kept.close()
    found = tables.loaded(made.decode(), folder, grammar, builder, text)
    return found or tables.built(folder, grammar, builder, text)


@cache
def parser(dialect: Dialect) -> Lark:
    """The parser of a game's documents, which builds syntax trees as it goes.

    Its tables are read from beside the grammar. Where they are missing or of another grammar, as in a checkout that
    has changed since it was installed, they are made in memory. Those of a game from another package, whose grammar is made
    from its forms, are kept in the user's cache, under the digest of the grammar and with the user's seal: what else is in a
    folder for caches, anybody may have put there.
    """
    grammar, builder = dialect.grammar, builder_of(dialect)
    folder = resources.path(f"grammar/{tables.SHARED}.lark").parent
    if dialect.is_made:
        return _of_another_package(dialect, builder, folder)
    try:
        text = resources.text(f"grammar/{tables.name(grammar)}")
        return tables.loaded(text, folder, grammar, builder) or tables.built(folder, grammar, builder)
    except (FileNotFoundError, KeyError, ValueError):
        return tables.built(folder, grammar, builder)


class TooMuch(Unread):
    """More than `MOST_TOKENS`: parsing cannot go on."""


class SteppedParse:
    """A parse of laid-out text that can go on after a mistake; ``left`` is the number of tokens that may still be read."""

    def __init__(self, text: str, start: Start, dialect: Dialect) -> None:
        self._interactive = parser(dialect).parse_interactive(text, start=start)
        self._state = self._interactive.parser_state
        self._lexer = self._interactive.lexer_thread
        self._place = cast("LexerState", self._lexer.state).line_ctr
        self.left, self._usual = MOST_TOKENS, dialect.usual
        # Whether a line begins here; how deep the parser's stack was where the line at hand began.
        self._fresh, self._depth = True, 0

    def finish(self) -> Any:
        """Parse what is left, and give what was read of the whole.

        Raises:
            lark.UnexpectedInput: at the next mistake; `TooMuch` is the last.
        """
        state = self._state
        try:
            for token in self._lexer.lex(state):  # type: ignore[no-untyped-call]  # lark has no type for it
                self.left -= 1
                if self.left < 0:
                    message = f"up to here this file has {MOST_TOKENS:,} words of logic and paragraphs of prose; casekit reads no more"
                    raise TooMuch(
                        token.start_pos or 0, message, f"check that it is the file you mean; {self._usual}"
                    )
                if len(token) > LONGEST_NAME and token.type in _NAMES:
                    message = f"a name has at most {LONGEST_NAME} characters, and this one {len(token):,}"
                    raise Unread(token.start_pos or 0, message, "shorten it where it is declared and used")
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
        self._place.char_pos = at


MOST_MISTAKES = 100
"""After this many syntax errors in one file the rest is not looked at: it is probably something else."""

_NEXT_HEADING = re.compile(r"^[ \t]*==(?=[ \t])", re.MULTILINE)
_HEADING_LINE = re.compile(r"[ \t]*==")
_LINES_TO_PASS = re.compile(r"(?:[ \t\v]*+(?://[^\n\v]*+)?\n)*+")
"""Line breaks, blank lines and comments: what the terminal ``_NL`` takes along."""

_VISIBLE = re.compile(r"[^\n]")
_WORD = re.compile(r"[^\W\d_][\w-]*|\d{1,2}:\d{2}(?!\d)|\d+|\S")


def parse(source: Source, dialect: Dialect) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
    """Parse a document as far as it can be read."""
    read = read_text(source, dialect)
    if read.problems or read.tokens:
        return read.tree, read.problems
    empty = Diagnostic(
        codes.EMPTY_CASE,
        f"this {dialect.noun} is empty",
        source.whole(),
        hint="start one with `casekit new NAME`",
    )
    return read.tree, (empty,)


@frozen(slots=True)
class ReadText:
    """The tree of a text, an empty one if it is blank or too much is wrong with it to make anything of it: then it is not ``usable``.

    ``text`` is laid out and has spaces for all that could not be read; ``tokens`` is the number of tokens read.
    """

    tree: SyntaxTree
    problems: tuple[Diagnostic, ...] = ()
    text: str = ""
    tokens: int = 0
    usable: bool = True


def read_text(source: Source, dialect: Dialect) -> ReadText:
    """Read a text, which may be a part of one."""
    text = lay_out(source.text, dialect.logic_blocks)
    if not text.strip():
        return ReadText(SyntaxTree(source))
    problems: list[Diagnostic] = []
    broken: set[str] = set()
    unreadable: list[tuple[int, int]] = []
    steps = SteppedParse(text, "document", dialect)
    while len(problems) < MOST_MISTAKES:
        try:
            nodes = tuple(node for node in steps.finish() if node is not None)
        except UnexpectedInput as mistake:
            at = _position(mistake, text)
            problems.append(_diagnose(mistake, source, text, at, dialect))
            if isinstance(mistake, TooMuch):
                return ReadText(SyntaxTree(source), tuple(problems), usable=False)
            start, end = _unreadable(text, at)
            unreadable.append((start, end))
            broken |= set(NAME.findall(text, start, end))
            passed = _LINES_TO_PASS.match(text, end)
            steps.go_on(passed.end() if passed else end)
        else:
            lost = sum(_HEADING_LINE.match(text, start) is not None for start, _ in unreadable)
            for start, end in unreadable:
                text = text[:start] + _VISIBLE.sub(" ", text[start:end]) + text[end:]
            tree = replace(weave(source, text, nodes), lost=lost, broken=frozenset(broken))
            return ReadText(tree, tuple(problems), text, MOST_TOKENS - steps.left)
    message = f"{MOST_MISTAKES} lines could not be read; the rest was not read"
    hint = f"fix those above first, or check that this is a {dialect.noun}"
    last = replace(problems[-1], message=message, hint=hint)
    return ReadText(SyntaxTree(source), (*problems, last), usable=False)


def parse_lone_formula(source: Source, dialect: Dialect) -> tuple[FormulaNode | None, tuple[Diagnostic, ...]]:
    """Parse a text that is one formula."""
    text = lay_out(source.text, dialect.logic_blocks)
    try:
        return SteppedParse(text, "lone_formula", dialect).finish(), ()
    except UnexpectedInput as mistake:
        return None, (_diagnose(mistake, source, text, _position(mistake, text), dialect, alone=True),)


def is_lone_formula(text: str, dialect: Dialect) -> bool:
    """Whether a text is one formula; what is wrong with it otherwise, which takes longer, nobody asks."""
    try:
        SteppedParse(lay_out(text, dialect.logic_blocks), "lone_formula", dialect).finish()
    except UnexpectedInput:
        return False
    return True


def _position(mistake: UnexpectedInput, text: str) -> int:
    # At the end of the text lark gives no position or a negative one.
    at: int | None = mistake.pos_in_stream
    return len(text) - 1 if at is None or at < 0 else min(at, len(text) - 1)


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _unreadable(text: str, at: int) -> tuple[int, int]:
    """The stretch that has to be set aside for a mistake: its line, or the whole block if the line is a heading."""
    start, end = _line(text, at)
    if _HEADING_LINE.match(text, start):
        following = _NEXT_HEADING.search(text, end)
        end = following.start() if following else len(text) - 1
    return start, end


def _diagnose(
    mistake: UnexpectedInput, source: Source, text: str, at: int, dialect: Dialect, *, alone: bool = False
) -> Diagnostic:
    if isinstance(mistake, TooMuch):
        return Diagnostic(codes.TOO_MUCH_TO_READ, mistake.message, source.span(at, at), hint=mistake.hint)
    found = _WORD.match(text, at)
    place = source.span(at, found.end() if found else at)
    if isinstance(mistake, Unread):
        return Diagnostic(codes.SYNTAX_ERROR, mistake.message, place, hint=mistake.hint)
    from casekit.language.document.slips import ALONE, recognise, recognise_line

    token = getattr(mistake, "token", None)
    if token is not None and (slip := ALONE.get(token.type.rpartition("__")[2])):
        place = source.span(at, at + len(token))
    elif alone:
        slip = recognise(mistake, dialect)
    else:
        slip = recognise_line(mistake, dialect, text, at)
    if slip is None:
        message = f"`{found.group()}` is not expected here" if found else "the line ends too early"
        return Diagnostic(codes.SYNTAX_ERROR, message, place, hint=_expected(mistake))
    if slip.code is codes.HEADING_WITHOUT_SPACE:
        place = source.span(*_line(text, at))
    return Diagnostic(slip.code, slip.message, place, hint=slip.hint)


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
