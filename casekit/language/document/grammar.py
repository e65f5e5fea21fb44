"""Parsers: LALR grammars with the contextual lexer, each put together once a process."""

from functools import cache

from lark import Lark

from casekit import resources
from casekit.language.document import tables
from casekit.language.document.dialect import Dialect


@cache
def parser(dialect: Dialect) -> Lark:
    """The parser of a game's documents, which builds syntax trees as it goes.

    Its tables are read from beside the grammar. Where they are missing or of another grammar, as in a checkout that
    has changed since it was installed, they are made in memory. No other place is looked at: what lies in a folder
    for caches, anybody may have put there.
    """
    grammar, builder = dialect.grammar, dialect.builder()
    folder = resources.path(f"grammar/{grammar}.lark").parent
    try:
        text = resources.text(f"grammar/{tables.name(grammar)}")
        return tables.loaded(text, folder, grammar, builder) or tables.built(folder, grammar, builder)
    except (FileNotFoundError, KeyError, ValueError):
        return tables.built(folder, grammar, builder)
