"""Editions of games without settings of their own: a title, a language, booklets and an imprint."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from casekit.diagnostics import Source, codes, has_errors
from casekit.games.bindings import BookletSettings, Imprint, check_bar_codes, check_file_names
from casekit.games.faults import faults_found, repeated_slugs, unmakeable
from casekit.games.game import AnyGame, Loaded
from casekit.language.data.shapes import only_keys, read_shaped, table, tables, text_of
from casekit.language.reading import decode

SCHEMA = "schemas/plain-edition.schema.json"

_KEYS = frozenset(("game", "title", "language", "booklets", "imprint"))


@dataclass(frozen=True)
class PlainEdition:
    """The settings that all documents of an edition share. ``file`` is where it was read from, ``None`` for the built-in one."""

    title: str
    language: str = "en"
    booklets: tuple[BookletSettings, ...] = ()
    imprint: Imprint = field(default_factory=Imprint)
    file: Path | None = None


def built_in(game: AnyGame) -> PlainEdition:
    """The edition of a document that has none of its own."""
    return PlainEdition(game.title)


def edition(game: AnyGame) -> Source:
    """An edition file to begin with."""
    return Source("edition.toml", f'game = "{game.name}"\ntitle = "{game.title}"\nlanguage = "en"\n')


def load(game: AnyGame, data: bytes, file: Path) -> Loaded[PlainEdition]:
    """Read an edition whose file is, or would be, at ``file``."""
    del game
    source, problems = decode(data, str(file))
    if problems:
        return Loaded(None, problems, (source,))
    found, problems = read_shaped(source, codes.INVALID_EDITION, SCHEMA, lambda read: _read(read, file))
    if found is None:
        return Loaded(None, problems, (source,))
    problems = (
        *faults_found(chain(repeated_slugs(found.booklets), unmakeable(found.booklets)), source),
        *check_file_names(found.booklets, source),
        *check_bar_codes(found.booklets, source),
    )
    return Loaded(None if has_errors(problems) else found, problems, (source,))


def _read(content: Mapping[str, Any], file: Path) -> PlainEdition:
    only_keys(content, _KEYS)
    return PlainEdition(
        title=text_of(content.get("title", "")),
        language=text_of(content.get("language", "en")),
        booklets=tables(content, "booklets", BookletSettings, least=0),
        imprint=table(content, "imprint", Imprint),
        file=file,
    )
