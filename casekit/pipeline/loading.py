"""Cases and editions as they are given, by a name or by their bytes.

They become syntax trees, what these mean, and questions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from casekit.analysis.analyzer import Analyzer, Answered, Findings
from casekit.diagnostics import Finding, Source, Span, caught, codes, gravest, has_errors
from casekit.kit.edition_settings import BookletSettings
from casekit.kit.editions import (
    EDITION,
    EditionFinder,
    LoadedEdition,
    cases_of,
    is_edition,
    shown,
)
from casekit.kit.game_detection import game_named, game_of, header_game
from casekit.kit.interface import AnyGame, Document, ResolvedDocument
from casekit.kit.registry import DEFAULT, game_called
from casekit.language.source_files import decode, decode_quickly, is_there, read_bytes
from casekit.language.syntax.dialect import SyntaxTree
from casekit.logic.theory import OutOfBudgetError
from casekit.values import frozen, replace

T = TypeVar("T")
U = TypeVar("U")

CASE = ".case"
"""The ending of the names of cases."""

CHECKOUT = (".git", ".hg", ".jj", ".svn")
"""The folders by which the root of a checkout is known."""


@frozen(slots=True)
class InputFile:
    """A case or an edition to read: the name to show, its bytes if they are at hand, and its path.

    ``within`` is the folder it was found in, if the user did not name it.
    """

    name: str
    data: bytes | None
    path: Path
    within: Path | None = None

    @classmethod
    def of(cls, path: Path) -> "InputFile":
        """The file at a path."""
        return cls(path.as_posix(), None, path)

    def read(self) -> tuple[bytes | None, tuple[Finding, ...]]:
        """Its bytes, or why they cannot be read."""
        return read_bytes(self.path, self.within, self.name) if self.data is None else (self.data, ())


def with_editions(
    inputs: Sequence[InputFile], editions: EditionFinder
) -> Iterator[tuple[InputFile, LoadedEdition | None]]:
    """Every case, and those of each edition with it; the edition of a case by itself depends on its game."""
    for file in inputs:
        if not is_edition(file.path):
            yield file, None
        else:
            edition = editions.read(file.path)
            for booklet in edition.settings.booklets if edition.settings else ():
                for case in inputs_in(booklet, file.path):
                    yield case, edition


def named_editions(inputs: Sequence[InputFile], editions: EditionFinder) -> list[LoadedEdition]:
    """The editions among what was named."""
    return [editions.read(file.path) for file in inputs if is_edition(file.path)]


def file_of_target(target: Path) -> tuple[Path, Path | None]:
    """The file of a target, which may be the folder of an edition.

    Then also that folder, in which the file was found.
    """
    return (target / EDITION, target) if target.is_dir() else (target, None)


def inputs_in(booklet: BookletSettings, file: Path) -> tuple[InputFile, ...]:
    """The cases of a booklet of the edition in a file."""
    return tuple(InputFile(shown(case), None, case, file.parent) for case in cases_of(booklet, file))


def bound_inputs(edition: LoadedEdition, file: Path) -> tuple[InputFile, ...]:
    """The cases in the booklets of the edition in a file, each once."""
    cases: dict[InputFile, None] = {}
    for booklet in edition.settings.booklets if edition.settings else ():
        cases |= dict.fromkeys(inputs_in(booklet, file))
    return tuple(cases)


def no_booklet(file: Path, purpose: str) -> Finding:
    """The finding for an edition of which there is nothing to print or to translate."""
    return codes.MISSING_CASE.at(
        Span(shown(file)),
        f"this edition has no booklet, so there is nothing to {purpose}",
        hint="add a `[[booklets]]` with a slug and its cases, or name a single case",
    )


@frozen
class ParsedDocument:
    """A text, the game that it names, and its syntax tree."""

    game: AnyGame
    tree: SyntaxTree
    diagnostics: Findings

    @property
    def source(self) -> Source:
        """The text."""
        return self.tree.source


Parser = Callable[[AnyGame, Source], tuple[SyntaxTree, Findings]]
"""Makes a syntax tree of a text as a game does."""


def _parse_whole(game: AnyGame, source: Source) -> tuple[SyntaxTree, Findings]:
    from casekit.language.syntax.parser import parse

    return parse(source, game.dialect)


def parse_bytes(data: bytes, name: str, parse: Parser = _parse_whole) -> ParsedDocument:
    """Decode a case, and parse it as its game does."""
    source, problems = decode(data, name)
    named, failed = caught(lambda: game_of(source), source.whole())
    game, unknown = named or (game_called(DEFAULT), failed)
    if problems or unknown:
        return ParsedDocument(game, SyntaxTree(source), problems or unknown)
    read, failed = caught(lambda: parse(game, source), source.whole())
    return ParsedDocument(game, *(read or (SyntaxTree(source), failed)))


@frozen
class TypedDocument:
    """A document with its edition, as its game reads it.

    There is no ``reading`` if there is nothing to type, or no edition of its game to type it with. ``data``
    are its bytes, if it was read from a file, and ``lost`` if it could not be.
    """

    parsed: ParsedDocument
    edition: LoadedEdition
    reading: ResolvedDocument[Document] | None
    other_titles: tuple[str, ...] = ()
    data: bytes = b""
    lost: bool = False

    @property
    def source(self) -> Source:
        """Its text."""
        return self.parsed.source

    @property
    def sources(self) -> dict[str, Source]:
        """The texts of its edition and its own."""
        return {} if self.lost else {text.name: text for text in (*self.edition.sources, self.source)}

    @property
    def diagnostics(self) -> Findings:
        """The findings of reading its edition and its lines, and of typing it."""
        typed = self.reading.diagnostics if self.reading else ()
        return (*self.edition.diagnostics, *self.parsed.diagnostics, *typed)

    @property
    def unread(self) -> Findings:
        """The findings that keep lines of its edition or its own from being read."""
        return gravest((*self.edition.diagnostics, *self.parsed.diagnostics))

    @property
    def flawless(self) -> Document | None:
        """The document, if nothing was found so far that is wrong with it."""
        if self.reading is None or has_errors((*self.parsed.diagnostics, *self.reading.diagnostics)):
            return None
        return self.reading.document


@frozen
class DocumentResult(Generic[T]):
    """Something that was made of a document, or the findings that say why it could not be."""

    file: str
    """The name of the file of the document."""

    findings: Findings
    """The findings on the way."""

    sources: Mapping[str, Source]
    """The texts that the findings are about, by name."""

    result: T | None = None
    """What was made; ``None`` if it could not be."""

    language: str = ""
    """The language of the edition, as a tag; empty if it is not known."""


def open_document(
    file: InputFile, editions: EditionFinder, edition: LoadedEdition | None = None
) -> TypedDocument:
    """Read and type a document; if nobody says which its edition is, that depends on its game."""
    data, problems = file.read()
    if data is None:
        nothing = ParsedDocument(game_called(DEFAULT), SyntaxTree(Source(file.name, "")), problems)
        return TypedDocument(nothing, edition or LoadedEdition(None), None, lost=True)
    parsed = parse_bytes(data, file.name)
    edition = edition or editions.of(file.path.parent, parsed.game.name)
    return replace(resolve_document(parsed, edition, edition.other_titles(file.path)), data=data)


def resolve_document(
    parsed: ParsedDocument, edition: LoadedEdition, other_titles: tuple[str, ...] = ()
) -> TypedDocument:
    """Give a parsed document its meaning, if it is one of the game of its edition."""
    parsed = _at_home(parsed, edition)
    reading, settings = None, edition.settings
    if (
        settings is not None
        and edition.game == parsed.game.name
        and (parsed.tree.header or parsed.tree.blocks)
    ):
        reading, failed = caught(
            lambda: parsed.game.language.resolve(parsed.tree, settings), parsed.source.whole()
        )
        if failed:
            parsed = ParsedDocument(parsed.game, parsed.tree, (*parsed.diagnostics, *failed))
    return TypedDocument(parsed, edition, reading, other_titles)


def _at_home(parsed: ParsedDocument, edition: LoadedEdition) -> ParsedDocument:
    """A text as it was parsed; only findings are left of it if its edition is one of another game.

    That a game cannot be used is said once, of the edition: the documents beside it that name the same one
    need the same cure.
    """
    game, source = parsed.game.name, parsed.source
    if edition.settings is None and edition.game == game_named(source.text) != game:
        return ParsedDocument(parsed.game, parsed.tree, ())
    if edition.may_serve(game):
        return parsed
    named = header_game(source.text)
    stray = codes.INVALID_EDITION.at(
        source.span(*named.span(1)) if named else source.whole(),
        f"this is a document of {game}, but its edition is one of {edition.game}",
        hint="move it to the folder of an edition of the same game, or correct the game of one of them",
    )
    return ParsedDocument(parsed.game, SyntaxTree(source), (*parsed.diagnostics, stray))


def game_in(file: Path) -> AnyGame:
    """The game of the case in a file; that of a file that cannot be read is said when it is."""
    data, _ = read_bytes(file)
    return game_of(decode_quickly(data or b"", shown(file))[0])[0]


def editions_around(case: Path) -> Iterator[Path]:
    """The edition files that a case may belong to, nearest first, whether they are there or not."""
    here = case.parent.resolve()
    return (folder / EDITION for folder in (here, *here.parents))


def nearest_editions(case: Path) -> list[Path]:
    """The same up to the first that is there."""
    places = [*editions_around(case)]
    there = next((at for at, place in enumerate(places) if is_there(place)), len(places) - 1)
    return places[: there + 1]


def foreign_folders(places: Iterable[Path]) -> tuple[Path, ...]:
    """The folders of files or folders whose contents others may have written.

    These are their own, that of the edition and that of the checkout around them.
    """
    folders: dict[Path, None] = {}
    for here in dict.fromkeys(place if place.is_dir() else place.parent for place in places):
        folders[here] = None
        above = (here.resolve(), *here.resolve().parents)
        for marks in (CHECKOUT, (EDITION,)):
            nearest = next((folder for folder in above if _has_one_of(marks, folder)), None)
            if nearest is not None:
                folders[nearest] = None
    return tuple(folders)


def _has_one_of(names: Iterable[str], folder: Path) -> bool:
    return any((folder / name).exists() for name in names)


@frozen
class AnalysableDocument:
    """A case that questions can be asked of.

    ``analyzer`` is missing if the case cannot be reasoned about, and ``why_not_analysable`` says why. A case
    that contradicts itself is ``contradictory``, and has nothing but a verdict. ``game`` is missing if the
    case could not be read.
    """

    file: str
    source: Source
    diagnostics: Findings
    analyzer: Analyzer | None = None
    why_not_analysable: str = "the case could not be understood"
    game: AnyGame | None = None
    contradictory: Analyzer | None = None


def load_bytes_for_analysis(data: bytes, name: str, edition: LoadedEdition) -> AnalysableDocument:
    """Take a case from its bytes to where it can be asked questions, whatever is still missing from it."""
    return prepare_for_analysis(resolve_document(parse_bytes(data, name), edition))


def load_for_analysis(file: InputFile, editions: EditionFinder) -> AnalysableDocument:
    """Read a case that questions are to be asked of."""
    return prepare_for_analysis(open_document(file, editions))


def prepare_for_analysis(case: TypedDocument) -> AnalysableDocument:
    """Take a typed case to where it can be asked questions."""
    source = case.source
    prepared, failed = caught(lambda: _prepared(case), source.whole())
    problems = gravest((*case.diagnostics, *failed))
    return prepared or AnalysableDocument(
        source.name, source, problems, why_not_analysable=_FAILED, game=case.parsed.game
    )


_FAILED = "casekit has failed with this case"


def _prepared(case: TypedDocument) -> AnalysableDocument:
    parsed, reading, source = case.parsed, case.reading, case.source
    findings = [*case.diagnostics]
    if case.lost:
        return AnalysableDocument(
            source.name, source, gravest(findings), why_not_analysable="the case could not be read"
        )
    if reading is None or parsed.diagnostics or not reading.is_complete:
        return AnalysableDocument(source.name, source, gravest(findings), game=parsed.game)
    if gaps := parsed.game.checks.missing_parts(reading.document):
        return AnalysableDocument(source.name, source, gravest((*findings, *gaps)), game=parsed.game)
    analyzer = parsed.game.theory.analyze(reading.document)
    why_not_analysable, contradictory = "", None
    # Perhaps only the truth is too hard, and what readers can know can be asked all the same.
    findings += within_budget(analyzer, lambda: (None, analyzer.contradictions()))[1]
    try:
        if not analyzer.analysis.finished:
            why_not_analysable = "the case is too large to reason about"
        elif not analyzer.analysis.verdict.consistent:
            why_not_analysable, contradictory = (
                "the case contradicts itself, so everything would follow",
                analyzer,
            )
    except OutOfBudgetError:
        why_not_analysable = "the case is too hard to reason about"
    asked = None if why_not_analysable else analyzer
    return AnalysableDocument(
        source.name, source, gravest(findings), asked, why_not_analysable, parsed.game, contradictory
    )


def answer_within_budget(
    case: AnalysableDocument, question: Callable[[Analyzer], Answered[T]]
) -> Answered[T]:
    """Ask something of a case, if it can be asked; a question that is too hard is a finding."""
    analyzer = case.analyzer
    if analyzer is None:
        return None, ()
    given, failed = caught(lambda: within_budget(analyzer, lambda: question(analyzer)), case.source.whole())
    return given or (None, failed)


def within_budget(analyzer: Analyzer, question: Callable[[], U]) -> U | tuple[None, Findings]:
    """The answer to a question; if that is too hard, there is none but a finding."""
    try:
        return question()
    except OutOfBudgetError as error:
        return None, (analyzer.too_hard(error),)
