"""Grammars that are made from the forms of a game of another package, and their tables.

The tables are kept in the user's cache, under the digest of the grammar and with the user's seal: what else
is in a folder for caches, anybody may have put there.
"""

from hashlib import sha256
from pathlib import Path

from casekit.language.syntax import parse_tables
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.grammar_files import grammar_text


def text_and_tables(dialect: Dialect, folder: Path) -> tuple[str, str]:
    """The grammar of a dialect, and its tables, by the grammars in a folder that it imports."""
    from casekit.system.user_cache import open_cache  # noqa: PLC0415 - few games are of another package

    text = grammar_text(dialect, f"The grammar of a {dialect.noun}.")
    name = sha256(parse_tables.fingerprint(folder, dialect.grammar, text).encode()).hexdigest()
    cache = open_cache("grammars", (Path.cwd(),))
    kept = cache.recall(name) if cache else None
    if kept is not None:
        return text, kept.decode()
    tables = parse_tables.tables_text(folder, dialect.grammar, text)
    if cache:
        cache.keep(name, tables.encode())
        cache.close()
    return text, tables
