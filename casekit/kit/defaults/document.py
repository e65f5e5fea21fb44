"""A document of prose and lines in blocks, as the forms of its game declare it; its checks and edition."""

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
"""The schema of an edition file of nothing but titles, languages, booklets and imprints."""

KEYS = frozenset(("format", "game", "title", "language", "booklets", "imprint"))
"""The keys of any edition."""


@frozen
class PlainEdition:
    """The settings that all documents of an edition share."""

    title: str
    """Its title."""

    language: str = "en"
    """The language of its prose, as a tag of IETF BCP 47."""

    booklets: tuple[BookletSettings, ...] = ()
    """Its booklets."""

    imprint: Imprint = field(default_factory=Imprint)
    """What its booklets say of their making."""

    file: Path | None = None
    """The file that it was read from; ``None`` for the built-in one."""


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
    """A line of a document."""

    block: str
    """The kind of its block."""

    form: str
    """The name of its form."""

    words: Mapping[str, str]
    """Its words, by the names of the parts that they fill."""

    said: Mapping[str, language_blocks.Sentence]
    """Its formulas, by the names of the parts that they fill."""

    place: Place
    """Where it is in the text."""


@frozen
class PlainDocument:
    """A document as it was read."""

    source: Source
    """Its text."""

    settings: PlainEdition
    """Its edition."""

    scope: nodes.Scope
    """The names that its formulas may use."""

    header: Mapping[str, str]
    """The fields of its header, by name."""

    prose: Mapping[str, tuple[Prose, ...]]
    """The paragraphs of prose, by the kind of their block."""

    lines: tuple[PlainLine, ...]
    """The lines in names that are known, in order."""

    headings: Mapping[str, Place] = field(default_factory=dict)
    """Where the heading of each block is, by the kind of the block."""

    unplaced: int = 0
    """The number of blocks whose heading could not be read or is unknown."""

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
    block_of_kind, repeated = language_blocks.blocks_once(tree, kinds)
    header = language_blocks.read_fields(tree, dialect)
    unknown_blocks = [block for block in tree.blocks if block.heading.kind == UNKNOWN]
    problems = [
        *header.problems,
        *repeated,
        *(language_blocks.unknown_heading(block, kinds, tree.source) for block in unknown_blocks),
    ]
    lines = tuple(_lines(block_of_kind, typecheck.Typer(scope, tree.source), problems))
    findings = tuple(
        language_blocks.unknown_once(problems, {codes.UNKNOWN_NAME}, {codes.UNKNOWN_NAME}, tree.broken)
    )
    prose: dict[str, tuple[Prose, ...]] = {}
    for kind, block in block_of_kind.items():
        paragraphs = language_blocks.prose_of(block)
        if paragraphs:
            prose[kind] = paragraphs
    document = PlainDocument(
        tree.source,
        settings,
        scope,
        header.values,
        prose,
        lines,
        headings=language_blocks.heading_places(block_of_kind),
        unplaced=tree.lost + len(unknown_blocks),
    )
    was_read = not (tree.lost or tree.broken or header.problems)
    is_sound = was_read and all(finding.code is codes.MISSING_FIELD for finding in findings)
    return ResolvedDocument(document, findings, is_sound)


def _lines(
    blocks: Mapping[str, Block], typer: typecheck.Typer, problems: list[Finding]
) -> Iterator[PlainLine]:
    """The lines of blocks in names that are known; what is wrong with others is added to the problems."""
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
        needed_blocks = {block.kind: block.about for block in self.game.dialect.outline if block.about}
        source = document.source
        prose = list(chain.from_iterable(document.prose.values()))
        checks: tuple[Callable[[], Iterable[Finding]], ...] = (
            partial(
                language_blocks.missing_from, document.headings, needed_blocks, document.unplaced, source
            ),
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
