"""A document of prose and lines in blocks, as its forms declare them; its checks, and its edition."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from casekit.analysis.analyzer import Findings
from casekit.diagnostics import Finding, Place, Prose, Source, Span, codes, found_by, has_errors
from casekit.kit.edition_settings import (
    BookletSettings,
    Fault,
    Imprint,
    check_bar_codes,
    check_file_names,
    faults_found,
    repeated_slugs,
    unmakeable,
)
from casekit.kit.interface import LoadedSettings, ResolvedDocument
from casekit.language import blocks as language_blocks, source_files
from casekit.language.data.schema import FORMAT
from casekit.language.data.toml import only_keys, read_shaped, scalar, table, tables
from casekit.language.formula import formatter, nodes, typecheck
from casekit.language.syntax.dialect import UNKNOWN, Block, Dialect, FormNode, SyntaxTree
from casekit.prose.passage_checks import stray_marks
from casekit.values import field, frozen

if TYPE_CHECKING:
    from casekit.kit.defaults.game import PlainGame

SCHEMA = "schemas/plain-edition.schema.json"

KEYS = frozenset(("format", "game", "title", "language", "booklets", "imprint"))
"""The keys of any edition."""


@frozen
class PlainEdition:
    """The settings that all documents of an edition share.

    ``file`` is where it was read from, ``None`` for the built-in one.
    """

    title: str
    language: str = "en"
    booklets: tuple[BookletSettings, ...] = ()
    imprint: Imprint = field(default_factory=Imprint)
    file: Path | None = None


E = TypeVar("E", bound=PlainEdition)


def load_edition(
    data: bytes, file: Path, schema: str, read: Callable[[Mapping[str, Any]], tuple[E, Iterable[Fault]]]
) -> LoadedSettings[E]:
    """Decode an edition file, ``read`` it into an edition and its faults, and check its booklets."""
    source, problems = source_files.decode(data, str(file))
    if problems:
        return LoadedSettings(None, problems, (source,))
    edition_and_faults, problems = read_shaped(source, codes.INVALID_EDITION, schema, read)
    if edition_and_faults is None:
        return LoadedSettings(None, problems, (source,))
    edition, faults = edition_and_faults
    booklets = edition.booklets
    problems = (
        *faults_found(chain(faults, repeated_slugs(booklets), unmakeable(booklets)), source),
        *check_file_names(booklets, source),
        *check_bar_codes(booklets, source),
    )
    return LoadedSettings(None if has_errors(problems) else edition, problems, (source,))


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


@frozen
class PlainLine:
    """A line: its block and its form, its words and its formulas by the names of their parts."""

    block: str
    form: str
    words: Mapping[str, str]
    said: Mapping[str, language_blocks.Sentence]
    place: Place


@frozen
class PlainDocument:
    """A document: header fields by name, paragraphs of prose by block, and all lines with known names.

    ``unplaced`` counts blocks under a heading that could not be read or is unknown.
    """

    source: Source
    settings: PlainEdition
    scope: nodes.Scope
    header: Mapping[str, str]
    prose: Mapping[str, tuple[Prose, ...]]
    lines: tuple[PlainLine, ...]
    headings: Mapping[str, Place] = field(default_factory=dict)
    unplaced: int = 0

    @property
    def title(self) -> str:
        """Its title."""
        return self.header.get("title", "")

    def lines_of(self, form: str) -> tuple[PlainLine, ...]:
        """The lines of a form."""
        return tuple(line for line in self.lines if line.form == form)

    def heading_span(self, block: str) -> Span:
        """Where the heading of a block is, or the file's beginning without it."""
        place = self.headings.get(block, Place())
        return self.source.span(place.start, place.end)


def read_plain(
    tree: SyntaxTree, dialect: Dialect, settings: PlainEdition, scope: nodes.Scope
) -> ResolvedDocument[PlainDocument]:
    """Give every name of a tree its meaning; each block of the dialect may occur once."""
    kinds = tuple(block.kind for block in dialect.outline)
    once, repeated = language_blocks.blocks_once(tree, kinds)
    header = language_blocks.read_fields(tree, dialect)
    astray = [block for block in tree.blocks if block.heading.kind == UNKNOWN]
    problems = [
        *header.problems,
        *repeated,
        *(language_blocks.unknown_heading(block, kinds, tree.source) for block in astray),
    ]
    lines = tuple(_lines(once, typecheck.Typer(scope, tree.source), problems))
    findings = tuple(
        language_blocks.unknown_once(problems, {codes.UNKNOWN_NAME}, {codes.UNKNOWN_NAME}, tree.broken)
    )
    prose = {kind: language_blocks.prose_of(block) for kind, block in once.items()}
    document = PlainDocument(
        tree.source,
        settings,
        scope,
        header.values,
        {kind: paragraphs for kind, paragraphs in prose.items() if paragraphs},
        lines,
        language_blocks.heading_places(once),
        tree.lost + len(astray),
    )
    read = not (tree.lost or tree.broken or header.problems)
    sound = read and all(finding.code is codes.MISSING_FIELD for finding in findings)
    return ResolvedDocument(document, findings, sound)


def _lines(
    blocks: Mapping[str, Block], typer: typecheck.Typer, problems: list[Finding]
) -> Iterator[PlainLine]:
    for kind, block in blocks.items():
        for item in block.items:
            if not isinstance(item, FormNode):
                continue
            words = {name: value.text for name, value in item.parts if isinstance(value, nodes.Word)}
            sentences: dict[str, language_blocks.Sentence] = {}
            problems_before = len(problems)
            for name, value in item.parts:
                if name not in words and value is not None:
                    formula, formula_problems = typer.type_formula(value)
                    problems += formula_problems
                    if formula is not None:
                        sentences[name] = language_blocks.Sentence(formula, formatter.format_formula(value))
            if len(problems) == problems_before:
                yield PlainLine(kind, item.form, words, sentences, Place(item.start, item.end))


# --- what every game says of it ----------------------------------------------------------------------


def edition_template(name: str, title: str) -> Source:
    """The edition file that an edition of a game begins with."""
    return Source("edition.toml", f'format = {FORMAT}\ngame = "{name}"\ntitle = "{title}"\nlanguage = "en"\n')


class PlainLanguageRoom(ABC):
    """Editions of nothing but titles, languages, booklets and imprints; a game resolves its documents."""

    def __init__(self, game: "PlainGame") -> None:
        self.game = game

    def default_edition(self) -> PlainEdition:
        """The edition of a document that has none of its own."""
        return PlainEdition(self.game.title)

    def edition_template(self) -> Source:
        """An edition file to begin with."""
        return edition_template(self.game.name, self.game.title)

    def load_edition(self, data: bytes, file: Path) -> LoadedSettings[PlainEdition]:
        """Read an edition whose file is, or would be, at ``file``."""

        def read(content: Mapping[str, Any]) -> tuple[PlainEdition, tuple[Fault, ...]]:
            only_keys(content, KEYS)
            return PlainEdition(**settings_of(content), file=file), ()

        return load_edition(data, file, SCHEMA, read)

    @abstractmethod
    def resolve(self, tree: SyntaxTree, settings: PlainEdition) -> ResolvedDocument[PlainDocument]:
        """Give every name of a tree its meaning."""


class PlainChecksRoom:
    """The checks of any document."""

    def __init__(self, game: "PlainGame") -> None:
        self.game = game

    def check(self, document: PlainDocument, _other_titles: tuple[str, ...]) -> Findings:
        """Blocks that are missing, and prose that is still to do or has stray marks."""
        needed = {block.kind: block.about for block in self.game.dialect.outline if block.about}
        source = document.source
        prose = list(chain.from_iterable(document.prose.values()))
        checks: tuple[Callable[[], Iterable[Finding]], ...] = (
            partial(language_blocks.missing_from, document.headings, needed, document.unplaced, source),
            partial(stray_marks, source, prose),
        )
        return found_by(checks, source.whole())

    def missing_parts(self, document: PlainDocument) -> Findings:
        """Blocks without which nothing can be asked."""
        asked = asked_blocks(self.game.dialect)
        return tuple(
            language_blocks.missing_from(document.headings, asked, document.unplaced, document.source)
        )

    def repeated_blocks(self, _document: PlainDocument) -> tuple[()]:
        """None: each block occurs once."""
        return ()


def asked_blocks(dialect: Dialect) -> dict[str, str]:
    """The blocks without which nothing can be asked, with what each is about."""
    return {block.kind: block.about for block in dialect.outline if block.asked}


def prose_blocks(dialect: Dialect) -> tuple[str, ...]:
    """The blocks that have prose, in order."""
    return tuple(block.kind for block in dialect.outline if "prose" in block.lines)
