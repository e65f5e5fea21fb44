"""The texts to translate, as a game describes them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from casekit.diagnostics import Source
from casekit.language.document.tree import SyntaxTree
from casekit.translation.texts import Text, Visit, noted

if TYPE_CHECKING:
    from casekit.language.document.dialect import Dialect

S = TypeVar("S")

FOLDER = "translations"
"""Holds a folder for each language, beside the edition file."""
EDITION_FILE = "edition.toml"
_PO = ".po"


class BoundCases(Protocol):
    """Cases that are bound together."""

    @property
    def slug(self) -> str:
        """The name that its files begin with."""

    @property
    def cases(self) -> tuple[str, ...]:
        """The files, relative to that of the edition."""


@dataclass(frozen=True)
class SettingsFile:
    """A TOML file of an edition. ``walk`` replaces the texts in its data, which was read from the source."""

    file: str
    source: Source
    walk: Callable[[Any, Source, Visit], None]

    def texts(self) -> tuple[Text, ...]:
        """The texts of the file."""
        import tomllib  # noqa: PLC0415 -- loaded only where TOML is read

        return noted(lambda visit: self.walk(tomllib.loads(self.source.text), self.source, visit))


@dataclass(frozen=True)
class Originals(Generic[S]):
    """The texts of an edition: syntax trees by file as seen from ``root``; ``alone`` if only one is meant."""

    root: Path
    settings: S
    sources: tuple[Source, ...]
    trees: Mapping[str, SyntaxTree]
    alone: bool


@dataclass(frozen=True)
class Translatable:
    """An edition with its cases, or a case alone, in the language it was written in.

    Attributes:
        root: the folder of the edition file, or of the case if the built-in edition serves.
        title: what the edition is called.
        settings: the edition file, then others of the edition; one catalogue is for all of them.
        cases: the trees by file, as seen from the folder.
        walk: replaces all texts of a tree; its logic, names and comments stay as they are.
        dialect: how cases are written.
        booklets: what is bound.
        names: the people who have the same name in all languages, in capitals.
        files_of: the further files that a case names, such as pictures.
        leading: the keys of the edition file that lead to other files; a case alone leaves them out.
        alone: whether only one case is meant.
    """

    root: Path
    title: str
    settings: tuple[SettingsFile, ...]
    cases: Mapping[str, SyntaxTree]
    walk: Callable[[SyntaxTree, Visit], SyntaxTree]
    dialect: "Dialect"
    booklets: Sequence[BoundCases]
    names: Collection[str] = ()
    files_of: Callable[[SyntaxTree], Iterable[str]] = lambda _: ()
    leading: frozenset[str] = frozenset({"booklets"})
    alone: bool = False

    def texts(self) -> dict[str, tuple[Text, ...]]:
        """The texts of the edition and of each case, by file."""
        found = {EDITION_FILE: tuple(text for file in self.settings for text in file.texts())}
        return found | {file: noted(partial(self.walk, tree)) for file, tree in self.cases.items()}

    def catalogue(self, file: str, language: str) -> Path:
        """Where the translations of a file's texts are."""
        path = PurePosixPath(file)
        # A case may be called like the edition's own catalogue.
        name = file if file == "edition.case" else str(path.with_suffix(""))
        return self.root / FOLDER / language / f"{name}{_PO}"
