"""From the files that were named to cases that can be checked and asked about.

A file becomes a ``ParsedDocument`` (its syntax tree), a ``TypedDocument`` (with its edition, as its game
reads it) and an ``AnalysableDocument``, of which questions can be asked.
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

_CASEKIT_FAILED = "casekit has failed with this case"

CASE = ".case"
"""The ending of the names of cases."""

READING = ".reading.json"
"""The ending of the names of readings: ``toast.reading.json`` is what readers took from ``toast.case``."""

CHECKOUT_FOLDERS = (".git", ".hg", ".jj", ".svn")
"""The folders of version control, one of which is in the root of a checkout."""


@frozen(slots=True)
class InputFile:
    """A case or an edition to read."""

    name: str
    """The name to show."""

    data: bytes | None
    """Its bytes, if they are at hand, as those of standard input are."""

    path: Path
    """Where it is."""

    within: Path | None = None
    """The folder it was found in, if the user did not name it."""

    @classmethod
    def of(cls, path: Path) -> "InputFile":
        """The file at a path."""
        return cls(path.as_posix(), None, path)

    def read(self) -> tuple[bytes | None, tuple[Finding, ...]]:
        """Its bytes, or why they cannot be read."""
        return read_bytes(self.path, self.within, self.name) if self.data is None else (self.data, ())


@frozen(slots=True)
class ReadingInput:
    """The file of a reading, as it was read beside its case."""

    name: str
    """The name to show."""

    data: bytes | None
    """Its bytes; ``None`` if it is there and cannot be read."""

    problems: tuple[Finding, ...] = ()
    """Why it cannot be read."""


def reading_path_of(case: Path) -> Path:
    """The file of the reading of a case, whether it is there or not."""
    return case.with_name(f"{case.stem}{READING}")


def reading_beside(file: InputFile) -> ReadingInput | None:
    """The reading of a case; ``None`` if there is none, or if the case itself is in no file."""
    if file.data is not None:
        return None
    path = reading_path_of(file.path)
    if not is_there(path):
        return None
    name = shown(path)
    data, problems = read_bytes(path, file.within, name)
    return ReadingInput(name, data, problems)


def with_editions(
    inputs: Sequence[InputFile], editions: EditionFinder
) -> Iterator[tuple[InputFile, LoadedEdition | None]]:
    """Every case, and the cases of each edition together with the edition.

    A case that was named itself has none here: which edition it belongs to depends on its game.
    """
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
    """The file of a target; of a folder its edition file, together with the folder it was found in."""
    if target.is_dir():
        return target / EDITION, target
    return target, None


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
    """A text and its syntax tree."""

    game: AnyGame
    """The game that the text names; the default one if there is no such game."""

    tree: SyntaxTree
    """The syntax tree; empty if the text cannot be read."""

    diagnostics: Findings
    """The findings of reading and parsing it."""

    @property
    def source(self) -> Source:
        """The text."""
        return self.tree.source


Parser = Callable[[AnyGame, Source], tuple[SyntaxTree, Findings]]
"""Makes a syntax tree of a text as a game does."""


def _parse_whole(game: AnyGame, source: Source) -> tuple[SyntaxTree, Findings]:
    """Parse a text from its beginning to its end."""
    from casekit.language.syntax.parser import parse

    return parse(source, game.dialect)


def parse_bytes(data: bytes, name: str, parse: Parser = _parse_whole) -> ParsedDocument:
    """Decode a case, and parse it as its game does."""
    source, unreadable = decode(data, name)
    named_game, failure = caught(lambda: game_of(source), source.whole())
    game, unusable_game = named_game or (game_called(DEFAULT), failure)
    if unreadable or unusable_game:
        return ParsedDocument(game, SyntaxTree(source), unreadable or unusable_game)
    parsed, failure = caught(lambda: parse(game, source), source.whole())
    if parsed is None:
        return ParsedDocument(game, SyntaxTree(source), failure)
    tree, findings = parsed
    return ParsedDocument(game, tree, findings)


@frozen
class TypedDocument:
    """A document with its edition, as its game reads it."""

    parsed: ParsedDocument
    """Its text and its syntax tree."""

    edition: LoadedEdition
    """Its edition."""

    resolved: ResolvedDocument[Document] | None
    """Its meaning; ``None`` if there is nothing to type, or no edition of its game to type it with."""

    other_titles: tuple[str, ...] = ()
    """The titles of the other cases of the edition."""

    reading_input: ReadingInput | None = None
    """The file of its reading, if there is one."""

    data: bytes = b""
    """Its bytes, if it was read from a file."""

    lost: bool = False
    """Whether its file could not be read."""

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
        typed = self.resolved.diagnostics if self.resolved else ()
        return (*self.edition.diagnostics, *self.parsed.diagnostics, *typed)

    @property
    def unread(self) -> Findings:
        """The findings that keep lines of its edition or its own from being read."""
        return gravest((*self.edition.diagnostics, *self.parsed.diagnostics))

    @property
    def flawless(self) -> Document | None:
        """The document, if nothing was found so far that is wrong with it."""
        if self.resolved is None or has_errors((*self.parsed.diagnostics, *self.resolved.diagnostics)):
            return None
        return self.resolved.document


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
        unread = ParsedDocument(game_called(DEFAULT), SyntaxTree(Source(file.name, "")), problems)
        return TypedDocument(unread, edition or LoadedEdition(None), None, lost=True)
    parsed = parse_bytes(data, file.name)
    edition = edition or editions.of(file.path.parent, parsed.game.name)
    document = resolve_document(parsed, edition, edition.other_titles(file.path))
    return replace(document, reading_input=reading_beside(file), data=data)


def resolve_document(
    parsed: ParsedDocument, edition: LoadedEdition, other_titles: tuple[str, ...] = ()
) -> TypedDocument:
    """Give a parsed document its meaning, if it is one of the game of its edition."""
    parsed = _unless_other_game(parsed, edition)
    settings = edition.settings
    is_empty = not (parsed.tree.header or parsed.tree.blocks)
    if settings is None or edition.game != parsed.game.name or is_empty:
        return TypedDocument(parsed, edition, None, other_titles)
    resolved, failure = caught(
        lambda: parsed.game.language.resolve(parsed.tree, settings), parsed.source.whole()
    )
    if failure:
        parsed = ParsedDocument(parsed.game, parsed.tree, (*parsed.diagnostics, *failure))
    return TypedDocument(parsed, edition, resolved, other_titles)


def _unless_other_game(parsed: ParsedDocument, edition: LoadedEdition) -> ParsedDocument:
    """A text as it was parsed; only findings are left of it if its edition is one of another game.

    That a game cannot be used is said once, of the edition: the documents beside it that name the same one
    need the same cure.
    """
    game, source = parsed.game.name, parsed.source
    if edition.settings is None and edition.game == game_named(source.text) != game:
        return ParsedDocument(parsed.game, parsed.tree, ())
    if edition.may_serve(game):
        return parsed
    named_game = header_game(source.text)
    other_game = codes.INVALID_EDITION.at(
        source.span(*named_game.span(1)) if named_game else source.whole(),
        f"this is a document of {game}, but its edition is one of {edition.game}",
        hint="move it to the folder of an edition of the same game, or correct the game of one of them",
    )
    return ParsedDocument(parsed.game, SyntaxTree(source), (*parsed.diagnostics, other_game))


def game_in(file: Path) -> AnyGame:
    """The game of the case in a file; that of a file that cannot be read is said when it is."""
    data, _ = read_bytes(file)
    return game_of(decode_quickly(data or b"", shown(file))[0])[0]


def editions_around(case: Path) -> Iterator[Path]:
    """The edition files that a case may belong to, nearest first, whether they are there or not."""
    here = case.parent.resolve()
    return (folder / EDITION for folder in (here, *here.parents))


def nearest_editions(case: Path) -> list[Path]:
    """The edition files that decide which edition a case belongs to, nearest first.

    These are the files of ``editions_around`` up to the first that is there.
    """
    files: list[Path] = []
    for file in editions_around(case):
        files.append(file)
        if is_there(file):
            break
    return files


def foreign_folders(places: Iterable[Path]) -> tuple[Path, ...]:
    """The folders of files or folders whose contents others may have written.

    These are their own, that of the edition and that of the checkout around them.
    """
    folders: dict[Path, None] = {}
    for here in dict.fromkeys(place if place.is_dir() else place.parent for place in places):
        folders[here] = None
        above = (here.resolve(), *here.resolve().parents)
        for marks in (CHECKOUT_FOLDERS, (EDITION,)):
            nearest = next((folder for folder in above if _has_one_of(marks, folder)), None)
            if nearest is not None:
                folders[nearest] = None
    return tuple(folders)


def _has_one_of(names: Iterable[str], folder: Path) -> bool:
    return any((folder / name).exists() for name in names)


@frozen
class AnalysableDocument:
    """A case that questions can be asked of, or why they cannot."""

    file: str
    """The name of its file."""

    source: Source
    """Its text."""

    diagnostics: Findings
    """The findings on it so far."""

    analyzer: Analyzer | None = None
    """Answers questions; ``None`` if the case cannot be reasoned about."""

    why_not_analysable: str = "the case could not be understood"
    """Why there is no analyzer; empty if there is one."""

    game: AnyGame | None = None
    """Its game; ``None`` if the case could not be read."""

    contradictory: Analyzer | None = None
    """The analyzer of a case that contradicts itself: all it has is a verdict."""


def load_bytes_for_analysis(data: bytes, name: str, edition: LoadedEdition) -> AnalysableDocument:
    """Take a case from its bytes to where it can be asked questions, whatever is still missing from it."""
    return prepare_for_analysis(resolve_document(parse_bytes(data, name), edition))


def load_for_analysis(file: InputFile, editions: EditionFinder) -> AnalysableDocument:
    """Read a case that questions are to be asked of."""
    return prepare_for_analysis(open_document(file, editions))


def prepare_for_analysis(case: TypedDocument) -> AnalysableDocument:
    """Take a typed case to where it can be asked questions."""
    source = case.source
    prepared, failure = caught(lambda: _prepared(case), source.whole())
    if prepared is not None:
        return prepared
    findings = gravest((*case.diagnostics, *failure))
    return AnalysableDocument(
        source.name, source, findings, why_not_analysable=_CASEKIT_FAILED, game=case.parsed.game
    )


def _prepared(case: TypedDocument) -> AnalysableDocument:
    """A typed case with an analyzer, or why it has none."""
    parsed, resolved, source = case.parsed, case.resolved, case.source
    findings = [*case.diagnostics]
    if case.lost:
        return AnalysableDocument(
            source.name, source, gravest(findings), why_not_analysable="the case could not be read"
        )
    if resolved is None or parsed.diagnostics or not resolved.is_complete:
        return AnalysableDocument(source.name, source, gravest(findings), game=parsed.game)
    if gaps := parsed.game.checks.missing_parts(resolved.document):
        return AnalysableDocument(source.name, source, gravest((*findings, *gaps)), game=parsed.game)
    analyzer = parsed.game.theory.analyze(resolved.document)
    why_not_analysable = ""
    contradictory: Analyzer | None = None
    # Perhaps only the truth is too hard, and what readers can know can be asked all the same.
    findings += within_budget(analyzer, lambda: (None, analyzer.contradictions()))[1]
    try:
        if not analyzer.analysis.finished:
            why_not_analysable = "the case is too large to reason about"
        elif not analyzer.analysis.verdict.consistent:
            why_not_analysable = "the case contradicts itself, so everything would follow"
            contradictory = analyzer
    except OutOfBudgetError:
        why_not_analysable = "the case is too hard to reason about"
    return AnalysableDocument(
        source.name,
        source,
        gravest(findings),
        None if why_not_analysable else analyzer,
        why_not_analysable,
        parsed.game,
        contradictory,
    )


def answer_within_budget(
    case: AnalysableDocument, question: Callable[[Analyzer], Answered[T]]
) -> Answered[T]:
    """Ask something of a case, if it can be asked; a question that is too hard is a finding."""
    analyzer = case.analyzer
    if analyzer is None:
        return None, ()
    answer, failure = caught(lambda: within_budget(analyzer, lambda: question(analyzer)), case.source.whole())
    return answer or (None, failure)


def within_budget(analyzer: Analyzer, question: Callable[[], U]) -> U | tuple[None, Findings]:
    """The answer to a question; if that is too hard, there is none but a finding."""
    try:
        return question()
    except OutOfBudgetError as error:
        return None, (analyzer.too_hard(error),)
