"""Texts that are translated, as a game finds and describes them.

A game has one function that walks through a tree and replaces each text by what ``visit`` makes of it: to
list the texts it is given a visit that notes them, to translate them one that looks them up. So both always
agree on which texts there are.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any, Generic, TypeVar

from casekit.diagnostics import Source, Span
from casekit.language.formula.nodes import Word, placeholders
from casekit.language.syntax.dialect import Dialect, FieldNode, Item, ProseNode, SyntaxTree
from casekit.values import frozen, replace

SEPARATOR = " / "
"""Separates the unit and its part in a context."""

QUOTATION = "quotation"
"""The beginning of the part of a context that is a quotation."""

FOLDER = "translations"
"""The folder, beside the edition file, that holds a folder for each language."""

EDITION_FILE = "edition.toml"
"""The name of the edition file."""

S = TypeVar("S")


@frozen(slots=True)
class Text:
    """Something to be translated."""

    context: str
    """Its name, unique in its catalogue: a unit and, after ``SEPARATOR``, a part of it, as in ``02 / 2``."""

    source: str
    """The text in the original language."""

    notes: tuple[str, ...]
    """Notes for translators on it."""

    span: Span
    """Where it is."""

    kept: frozenset[str] = frozenset()
    """The placeholders in it, which every translation has too."""


Visit = Callable[[Text], str]
"""Takes each text in turn and returns its replacement."""


def unit_of(context: str) -> str:
    """The unit that a context belongs to, such as a paragraph or a name.

    It is translated whole or not at all.
    """
    return context.partition(SEPARATOR)[0]


def is_quotation(context: str) -> bool:
    """Whether a context is that of a quotation, which must be in the prose of its unit."""
    return context.partition(SEPARATOR)[2].startswith(QUOTATION)


@frozen(slots=True)
class Rewriter:
    """Replaces texts of a tree."""

    source: Source
    """The text that the tree was read from."""

    visit: Visit
    """Gives the replacement of each text."""

    def word(
        self, word: Word, context: str, notes: tuple[str, ...], kept: frozenset[str] = frozenset()
    ) -> Word:
        """A word, or a value of the header, in one line; ``kept`` are placeholders in it."""
        # Outside prose a no-break space is read as a space.
        return replace(word, text=" ".join(self._text(word, context, notes, kept).split()))

    def field(self, item: Item, notes: Mapping[str, str]) -> Item:
        """An item of the header with its value, if the ``notes`` say what that field is."""
        if not isinstance(item, FieldNode) or item.key.text not in notes or not item.value.text:
            return item
        name = item.key.text
        return replace(item, value=self.word(item.value, name, (notes[name],)))

    def quotation(self, word: Word, name: str, number: int, logic: str) -> Word:
        """The words that a line of logic quotes of the prose under a name, the line of this number there."""
        note = f"Words of this translation that state: {logic}"
        return self.word(word, f"{name}{SEPARATOR}{QUOTATION} {number}", (note,))

    def sentence(self, word: Word, context: str, notes: tuple[str, ...]) -> Word:
        """A sentence of a fact, whose placeholders stay."""
        return self.word(word, context, notes, frozenset(placeholders(word.text)))

    def prose(self, node: ProseNode, name: str, number: int, notes: tuple[str, ...]) -> ProseNode:
        """A paragraph of prose, the one of this number under a name; numbers begin with 1."""
        context = name if number == 1 else f"{name}{SEPARATOR}{number}"
        return replace(node, text=self._text(node, context, notes))

    def _text(
        self,
        node: Word | ProseNode,
        context: str,
        notes: tuple[str, ...],
        kept: frozenset[str] = frozenset(),
    ) -> str:
        return self.visit(Text(context, node.text, notes, self.source.span(node.start, node.end), kept))


def noted(walk: Callable[[Visit], object]) -> tuple[Text, ...]:
    """The texts that a walk visits, in order."""
    texts: list[Text] = []

    def note(text: Text) -> str:
        texts.append(text)
        return text.source

    walk(note)
    return tuple(texts)


@frozen
class SettingsFile:
    """A TOML file of an edition."""

    file: str
    """The file, as seen from the folder of the edition file."""

    source: Source
    """Its text."""

    walk: Callable[[Any, Source, Visit], None]
    """Replaces the texts in its data, which was read from the source."""

    def texts(self) -> tuple[Text, ...]:
        """The texts of the file."""
        import tomllib  # noqa: PLC0415 -- loaded only where TOML is read

        return noted(lambda visit: self.walk(tomllib.loads(self.source.text), self.source, visit))


@frozen
class Originals(Generic[S]):
    """An edition with its cases, or a single case, as they were read."""

    root: Path
    """The folder of the edition file, or of the case if the built-in edition serves."""

    settings: S
    """The edition."""

    sources: tuple[Source, ...]
    """The texts of the files of the edition, the edition file first."""

    trees: Mapping[str, SyntaxTree]
    """The cases, by file as seen from ``root``."""

    alone: bool
    """Whether only one case is meant."""


@frozen
class Translatable:
    """An edition with its cases, or a single case, in the language it was written in."""

    root: Path
    """The folder of the edition file, or of the case if the built-in edition serves."""

    title: str
    """The title of the edition."""

    settings: tuple[SettingsFile, ...]
    """The edition file, then other files of the edition; one catalogue is for all of them."""

    cases: Mapping[str, SyntaxTree]
    """The cases, by file as seen from ``root``."""

    walk: Callable[[SyntaxTree, Visit], SyntaxTree]
    """Replaces all texts of a case; its logic, names and comments stay as they are."""

    dialect: Dialect
    """How cases are written."""

    booklets: Sequence[tuple[str, Sequence[str]]]
    """The booklets: the name that the files of each begin with, and the files of its cases."""

    names: Collection[str] = ()
    """The people who have the same name in all languages, in capitals."""

    files_of: Callable[[SyntaxTree], Iterable[str]] = lambda _: ()
    """Gives the further files that a case names, such as pictures."""

    leading: frozenset[str] = frozenset({"booklets"})
    """The keys of the edition file that lead to other files; a single case leaves them out."""

    alone: bool = False
    """Whether only one case is meant."""

    def texts(self) -> dict[str, tuple[Text, ...]]:
        """The texts of the edition and of each case, by file."""
        texts = {EDITION_FILE: tuple(chain.from_iterable(file.texts() for file in self.settings))}
        return texts | {file: noted(partial(self.walk, tree)) for file, tree in self.cases.items()}

    def catalogue(self, file: str, language: str) -> Path:
        """Where the translations of a file's texts are."""
        # A case may be called like the edition's own catalogue.
        name = file if file == "edition.case" else str(PurePosixPath(file).with_suffix(""))
        return self.root / FOLDER / language / f"{name}.po"
