"""Editions of games without settings of their own: a title, a language, booklets and an imprint."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from casekit.diagnostics import Source, codes, has_errors
from casekit.games.bindings import BookletSettings, Imprint, check_bar_codes, check_file_names
from casekit.games.faults import Fault, faults_found, repeated_slugs, unmakeable
from casekit.games.game import AnyGame, Loaded
from casekit.language.data.schema import FORMAT
from casekit.language.data.toml import only_keys, read_shaped, scalar, table, tables
from casekit.language.reading import decode

SCHEMA = "schemas/plain-edition.schema.json"

KEYS = frozenset(("format", "game", "title", "language", "booklets", "imprint"))
"""The keys of any edition."""


@dataclass(frozen=True)
class PlainEdition:
    """The settings that all documents of an edition share. ``file`` is where it was read from, ``None`` for the built-in one."""

    title: str
    language: str = "en"
    booklets: tuple[BookletSettings, ...] = ()
    imprint: Imprint = field(default_factory=Imprint)
    file: Path | None = None


E = TypeVar("E", bound=PlainEdition)


def built_in(game: AnyGame) -> PlainEdition:
    """The edition of a document that has none of its own."""
    return PlainEdition(game.title)


def edition(game: AnyGame) -> Source:
    """An edition file to begin with."""
    return Source(
        "edition.toml", f'format = {FORMAT}\ngame = "{game.name}"\ntitle = "{game.title}"\nlanguage = "en"\n'
    )


def load(game: AnyGame, data: bytes, file: Path) -> Loaded[PlainEdition]:
    """Read an edition whose file is, or would be, at ``file``."""
    del game

    def read(content: Mapping[str, Any]) -> tuple[PlainEdition, tuple[Fault, ...]]:
        only_keys(content, KEYS)
        return PlainEdition(**settings_of(content), file=file), ()

    return load_edition(data, file, SCHEMA, read)


def load_edition(
    data: bytes, file: Path, schema: str, read: Callable[[Mapping[str, Any]], tuple[E, Iterable[Fault]]]
) -> Loaded[E]:
    """Decode, ``read`` into an edition and what does not fit together in it, and look at its booklets."""
    source, problems = decode(data, str(file))
    if problems:
        return Loaded(None, problems, (source,))
    found, problems = read_shaped(source, codes.INVALID_EDITION, schema, read)
    if found is None:
        return Loaded(None, problems, (source,))
    edition, faults = found
    problems = (
        *faults_found(chain(faults, repeated_slugs(edition.booklets), unmakeable(edition.booklets)), source),
        *check_file_names(edition.booklets, source),
        *check_bar_codes(edition.booklets, source),
    )
    return Loaded(None if has_errors(problems) else edition, problems, (source,))


def settings_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a ``PlainEdition``, from the data of a file.

    Raises:
        MalformedError: if they are not in shape.
    """
    return {
        "title": scalar(content.get("title", ""), str),
        "language": scalar(content.get("language", "en"), str),
        "booklets": tables(content, "booklets", BookletSettings, least=0),
        "imprint": table(content, "imprint", Imprint),
    }
