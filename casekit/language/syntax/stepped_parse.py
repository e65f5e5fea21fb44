"""The parser of each dialect, and a parse of laid-out text that can go on after a mistake.

Nothing is read twice: lark's parser takes one token after the other from the lexer, which is done by hand
here, so that after a mistake the parser can be put back to where the line began, and the lexer be sent on to
a later line.
"""

from functools import cache
from typing import Any, Literal, cast

from lark import Lark, TextSlice, Token, UnexpectedInput
from lark.lexer import LexerState

from casekit import resources
from casekit.diagnostics import codes
from casekit.language.syntax import parse_tables
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.mistakes.unsupported_syntax import UnsupportedSyntax
from casekit.language.syntax.tree_builder import builder_of

MOST_TOKENS = 100_000
"""How many words of logic, headings and paragraphs of prose are read of one file. A case has some 2,000."""

LONGEST_NAME = 100
"""Characters of a name."""

Start = Literal["document", "lone_formula"]
"""The kind of a text, as the grammar calls it."""

_NAMES = frozenset(("NAME", "KEY"))


@cache
def parser(dialect: Dialect) -> Lark:
    """The parser of a game's documents, which builds syntax trees as it goes.

    Its tables are read from beside the grammar. Where they are missing or of another grammar, as in a
    checkout that has changed since it was installed, they are made in memory. The grammar of a game from
    another package is made from its forms (`made_grammar`).
    """
    grammar, builder = dialect.grammar, builder_of(dialect)
    folder = resources.path(f"grammar/{parse_tables.SHARED}.lark").parent
    text = ""
    try:
        if dialect.is_made:
            from casekit.language.syntax import made_grammar

            text, tables = made_grammar.text_and_tables(dialect, folder)
        else:
            tables = resources.text(f"grammar/{parse_tables.name(grammar)}")
        loaded = parse_tables.loaded(tables, folder, grammar, builder, text)
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
