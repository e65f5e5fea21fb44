"""Cases for Pygments, in the colours of `grammar/case.tmLanguage.json`."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import textmate
from pygments import token
from pygments.lexer import Lexer
from pygments.token import _TokenType

__all__ = ("CaseLexer",)

GRAMMAR = Path(__file__).resolve().parents[2] / "grammar" / "case.tmLanguage.json"

KINDS = {
    "comment": token.Comment.Single,
    "constant.character.escape": token.String.Escape,
    "constant.language": token.Keyword.Constant,
    "constant.numeric": token.Number,
    "constant.numeric.location": token.Generic.Heading,
    "constant.other.code": token.Comment.Special,
    "constant.other.placeholder": token.String.Interpol,
    "constant.other.zone": token.Name.Constant,
    "entity.name.function": token.Name.Function,
    "entity.name.section": token.Generic.Heading,
    "entity.name.tag": token.Name.Attribute,
    "entity.name.type": token.Keyword.Type,
    "invalid": token.Error,
    "keyword": token.Keyword,
    "keyword.codetag": token.Comment.Special,
    "keyword.operator": token.Operator,
    "keyword.operator.wordlike": token.Operator.Word,
    "keyword.other.directive": token.Comment.Special,
    "markup.bold": token.Generic.Strong,
    "markup.heading": token.Generic.Heading,
    "markup.italic": token.Generic.Emph,
    "meta.prose": token.Text,
    "punctuation": token.Punctuation,
    "punctuation.definition.comment": token.Comment.Single,
    "punctuation.definition.heading": token.Generic.Heading,
    "storage.modifier": token.Keyword.Pseudo,
    "storage.type": token.Keyword.Declaration,
    "string.quoted": token.String,
    "string.unquoted": token.Text,
    "support": token.Name.Builtin,
    "support.type": token.Keyword.Type,
    "variable.other": token.Name,
    "variable.other.constant": token.Name.Constant,
    "variable.other.enummember": token.Name.Label,
    "variable.parameter": token.Name.Variable,
}
"""What Pygments calls the scopes that begin so; the innermost scope that is here decides, by its longest beginning."""


class CaseLexer(Lexer):
    """Tokens of a case, a puzzle, a scenario, an evening or a vigil."""

    name = "Case"
    aliases = ("case", "puzzle", "scenario", "evening", "vigil")
    filenames = ("*.case",)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Each token with the place in the text where it begins."""
        at = 0
        last = text.count("\n")
        for number, line in enumerate(_grammar().lines(text)):
            for words, scopes in line:
                yield at, kind(scopes), words
                at += len(words)
            if number < last:
                yield at, token.Whitespace, "\n"
                at += 1


@cache
def _grammar() -> textmate.Grammar:
    return textmate.Grammar.of(GRAMMAR)


@cache
def kind(scopes: textmate.Scopes) -> _TokenType:
    """The kind of token that words with these scopes are."""
    for scope in reversed(scopes):
        parts = scope.split(".")
        for length in range(len(parts), 0, -1):
            found = KINDS.get(".".join(parts[:length]))
            if found is not None:
                return found
    return token.Text
