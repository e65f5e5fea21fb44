"""A document of prose and lines in blocks, as its forms declare them, and what every such game says of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from casekit.asking.interrogation import Findings
from casekit.diagnostics import Diagnostic, Place, Prose, Source, Span, codes
from casekit.games.game import AnyGame, Reading
from casekit.games.prose.prose_checks import stray_marks
from casekit.games.usual.plain_edition import PlainEdition
from casekit.language.document.dialect import UNKNOWN, Block, Dialect, FormNode, SyntaxTree
from casekit.language.formula.formatting import format_formula
from casekit.language.formula.nodes import Word
from casekit.language.formula.scope import Scope
from casekit.language.formula.typecheck import Typer
from casekit.language.laws import Sentence
from casekit.language.outline import (
    HeaderFields,
    blocks_once,
    heading_places,
    missing_from,
    prose_of,
    read_fields,
    unknown_heading,
    unknown_once,
)


@dataclass(frozen=True)
class PlainLine:
    """A line: the block and the form that it is of, its words and its formulas by the names of their parts."""

    block: str
    form: str
    words: Mapping[str, str]
    said: Mapping[str, Sentence]
    place: Place


@dataclass(frozen=True)
class PlainDocument:
    """A document: header fields by name, paragraphs of prose by block, and all lines whose names mean something.

    ``unplaced`` counts blocks under a heading that could not be read or is unknown.
    """

    source: Source
    settings: PlainEdition
    scope: Scope
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
        place = self.headings.get(block)
        return self.source.span(place.start, place.end) if place else self.source.whole()


def read_plain(
    tree: SyntaxTree, dialect: Dialect, settings: PlainEdition, scope: Scope
) -> Reading[PlainDocument]:
    """Give every name of a tree its meaning; each block of the dialect may occur once."""
    kinds = tuple(block.kind for block in dialect.outline)
    once, repeated = blocks_once(tree, kinds)
    header = read_fields(tree, dialect)
    astray = [block for block in tree.blocks if block.heading.kind == UNKNOWN]
    problems = [
        *header.problems,
        *repeated,
        *(unknown_heading(block, kinds, tree.source) for block in astray),
    ]
    lines = tuple(_lines(once, Typer(scope, tree.source), problems))
    found = tuple(unknown_once(problems, {codes.UNKNOWN_NAME}, {codes.UNKNOWN_NAME}, tree.broken))
    document = PlainDocument(
        tree.source,
        settings,
        scope,
        header.values,
        {kind: prose for kind, block in once.items() if (prose := prose_of(block))},
        lines,
        heading_places(once),
        tree.lost + len(astray),
    )
    return Reading(document, found, _is_sound(tree, header, found))


def _is_sound(tree: SyntaxTree, header: HeaderFields, found: Findings) -> bool:
    read = not (tree.lost or tree.broken or header.problems)
    return read and all(problem.code is codes.MISSING_FIELD for problem in found)


def _lines(blocks: Mapping[str, Block], typer: Typer, problems: list[Diagnostic]) -> Iterator[PlainLine]:
    for kind, block in blocks.items():
        for item in block.items:
            if isinstance(item, FormNode):
                line, found = _line(kind, item, typer)
                problems += found
                if not found:
                    yield line


def _line(kind: str, item: FormNode, typer: Typer) -> tuple[PlainLine, Findings]:
    words: dict[str, str] = {}
    said: dict[str, Sentence] = {}
    problems: list[Diagnostic] = []
    for name, value in item.parts:
        if isinstance(value, Word):
            words[name] = value.text
        elif value is not None:
            formula, wrong = typer.type_formula(value)
            problems += wrong
            if formula is not None:
                said[name] = Sentence(formula, format_formula(value))
    return PlainLine(kind, item.form, words, said, Place(item.start, item.end)), tuple(problems)


# --- what every game says of it ----------------------------------------------------------------------


def check(game: AnyGame, document: PlainDocument, other_titles: tuple[str, ...]) -> Findings:
    """Blocks that are missing, and prose that is still to do or has stray marks."""
    del other_titles
    needed = {block.kind: block.about for block in game.dialect.outline if block.about}
    prose = [each for several in document.prose.values() for each in several]
    return (
        *missing_from(document.headings, needed, document.unplaced, document.source),
        *stray_marks(document.source, prose),
    )


def gaps(game: AnyGame, document: PlainDocument) -> Findings:
    """Blocks without which nothing can be asked."""
    asked = {block.kind: block.about for block in game.dialect.outline if block.asked}
    return tuple(missing_from(document.headings, asked, document.unplaced, document.source))


def prose_blocks(dialect: Dialect) -> tuple[str, ...]:
    """The blocks that have prose, in order."""
    return tuple(block.kind for block in dialect.outline if "prose" in block.lines)


def filled_in(game: AnyGame, document: PlainDocument, stand_in: Callable[[str], str]) -> PlainDocument:
    """With a text for each block that lacks its prose."""
    texts = {
        kind: document.prose.get(kind) or (Prose(stand_in(kind)),) for kind in prose_blocks(game.dialect)
    }
    return replace(document, prose=texts)
