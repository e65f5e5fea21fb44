"""Parsing step by step: a mistake costs its own line and nothing is read twice.

Lark's parser takes one token after the other from the lexer. Here the same is done by hand, so that after a mistake
the parser can be put back to where the line began, and the lexer be sent on to a later line.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, cast

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.lexer import LexerState

from casekit import resources
from casekit.language.document import tables
from casekit.language.document.dialect import Dialect
from casekit.language.document.document_builder import builder_of

MOST_TOKENS = 100_000
"""How many words of logic, headings and paragraphs of prose are read of one file. A case has some 2,000."""

LONGEST_NAME = 100
"""Characters of a name."""

Start = Literal["document", "lone_formula"]
"""The kind of a text, as the grammar calls it."""

_NAMES = frozenset(("NAME", "KEY"))


def _of_another_package(dialect: Dialect, builder: Transformer[Token, Any], folder: Path) -> Lark:
    from casekit.language.document.form_files import grammar_text  # noqa: PLC0415 -- casekit's own games do without
    from casekit.system.sealing import keeper  # noqa: PLC0415 -- likewise

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


class TooLong(UnexpectedInput):
    """A name that the grammar allows but that is longer than `LONGEST_NAME`."""

    def __init__(self, name: Token) -> None:
        super().__init__(f"a name of {len(name)} characters")
        self.length = len(name)
        self.pos_in_stream = name.start_pos  # type: ignore[assignment]  # lark knows its default alone


class TooMuch(UnexpectedInput):
    """More than `MOST_TOKENS`: parsing cannot go on."""

    def __init__(self, token: Token) -> None:
        super().__init__(f"more than {MOST_TOKENS} tokens")
        self.pos_in_stream = token.start_pos  # type: ignore[assignment]  # lark knows its default alone


class SteppedParse:
    """A parse of laid-out text that can go on after a mistake."""

    def __init__(self, text: str, start: Start, dialect: Dialect) -> None:
        self._interactive = parser(dialect).parse_interactive(text, start=start)
        self._state = self._interactive.parser_state
        self._lexer = self._interactive.lexer_thread
        self._place = cast("LexerState", self._lexer.state).line_ctr
        self._left = MOST_TOKENS
        # Whether a line begins here; how deep the parser's stack was where the line at hand began.
        self._fresh, self._depth = True, 0

    @property
    def tokens(self) -> int:
        """How many tokens were read so far."""
        return MOST_TOKENS - self._left

    def finish(self) -> Any:
        """Parse what is left, and give what was read of the whole.

        Raises:
            lark.UnexpectedInput: at the next mistake; `TooMuch` is the last.
        """
        state = self._state
        try:
            for token in self._lexer.lex(state):  # type: ignore[no-untyped-call]  # lark has no type for it
                self._left -= 1
                if self._left < 0:
                    raise TooMuch(token)
                if len(token) > LONGEST_NAME and token.type in _NAMES:
                    raise TooLong(token)
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
