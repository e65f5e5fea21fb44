"""A text that is checked again and again while it is written.

Each version of it is checked without deduction: parsed by its blocks, typed, and checked. Deduction on it
runs in a process of its own meanwhile.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from casekit.analysis.analyzer import Analyzer, Json, SuggestedStatement
from casekit.analysis.source_roles import alone, possible, remedies, roles
from casekit.diagnostics import Finding, Source, Span, caught, has_own_fault
from casekit.kit.editions import EDITION, EditionFinder, LoadedEdition
from casekit.kit.registry import DEFAULT, game_called
from casekit.language import completions, source_files
from casekit.language.formula.nodes import Scope
from casekit.language.syntax import dialect, parser
from casekit.logic.theory import OutOfBudgetError
from casekit.pipeline import checking, loading
from casekit.values import field_values, frozen
from casekit.values.grouping import grouped

_BYTE_ORDER_MARK = "\ufeff"

MOST_DOCUMENTS_KEPT = 8
"""The number of documents that the process for deduction keeps as they were asked about last."""


@frozen(kw_only=True)
class DocumentState(checking.CheckedDocument):
    """A version of a text after its check without deduction, with its edition.

    Offsets of nodes are those of its ``source``, which has no byte order mark.
    """

    text: str
    """The text as the editor has it, perhaps with a byte order mark."""

    edition: LoadedEdition
    """Its edition."""

    @cached_property
    def shift(self) -> int:
        """How many characters of the editor's text are before the source; add them to offsets of nodes."""
        return int(self.text.startswith(_BYTE_ORDER_MARK))

    @property
    def settings(self) -> Any:
        """The settings of its edition, or of the built-in one if that cannot be used."""
        return self.edition.settings or self.game.language.default_edition()

    @property
    def scope(self) -> Scope | None:
        """The names that formulas may use, if the text could be typed."""
        return None if self.document is None else self.document.scope

    @cached_property
    def mentions(self) -> tuple[completions.NameMention, ...]:
        """Every name in the text, in order."""
        mentions = self.game.authoring.name_mentions(self.tree, self.scope, self.settings)
        return tuple(sorted(dict.fromkeys(mentions), key=lambda mention: (mention.start, mention.end)))

    @cached_property
    def places_of(self) -> Mapping[tuple[str, str, int], Sequence[completions.NameMention]]:
        """All mentions of each thing."""
        return grouped((mention.key, mention) for mention in self.mentions)

    def mention_at(self, offset: int) -> completions.NameMention | None:
        """The name at a place of the source, or right before it."""
        count_before = bisect_right(self.mentions, offset, key=lambda mention: mention.start)
        nearest_first = self.mentions[max(0, count_before - 2) : count_before][::-1]
        return next((mention for mention in nearest_first if mention.start <= offset <= mention.end), None)

    def block_at(self, offset: int) -> dialect.Block | None:
        """The block that a place of the source is in; ``None`` in the header."""
        count_before = bisect_right(self.tree.blocks, offset, key=lambda block: block.start)
        return self.tree.blocks[count_before - 1] if count_before else None

    def part(self, span: Span) -> tuple[int, int]:
        """The characters of the editor's text at a place that a finding names."""
        # A file that cannot be read at all has an empty source; its findings are at the beginning.
        source = self.source if self.source.text else Source(span.file, self.text[self.shift :])
        start, end = source.part(span)
        return start + self.shift, max(start, end) + self.shift


class IncrementalParser:
    """Checks the versions of one text without deduction; blocks that stayed are not parsed again."""

    def __init__(self, name: str, path: Path) -> None:
        """Begin with a text: what messages call it, and where it is."""
        self.name = name
        self.path = path
        self._pieces: defaultdict[str, dict[str, parser.Piece]] = defaultdict(dict)

    def check(self, text: str, editions: "EditionCache") -> DocumentState:
        """Check a version of the text. If casekit fails with it, the finding on that is the only one."""
        state, failure = caught(lambda: self._check(text, editions), Span(self.name))
        if state is None:
            game = game_called(DEFAULT)
            state = DocumentState(
                game,
                dialect.SyntaxTree(Source(self.name, "")),
                failure,
                text=text,
                edition=LoadedEdition(game.language.default_edition()),
            )
        if has_own_fault(state.diagnostics):
            self._pieces.clear()
        return state

    def _check(self, text: str, editions: "EditionCache") -> DocumentState:
        data = text.encode("utf-8", "surrogatepass")
        parsed = loading.parse_bytes(
            data, self.name, lambda game, source: parser.parse(source, game.dialect, self._pieces[game.name])
        )
        edition = editions.of(self.path.parent, parsed.game.name)
        checked = checking.check_without_deduction(
            loading.resolve_document(parsed, edition, edition.other_titles(self.path))
        )
        return DocumentState(**field_values(checked), text=text, edition=edition)

    def skip(self, text: str, editions: "EditionCache") -> DocumentState:
        """A version that is too long to be checked here: it has its edition and no findings."""
        source = Source(self.name, text.removeprefix(_BYTE_ORDER_MARK))
        game = game_called(DEFAULT)
        edition = editions.of(self.path.parent, game.name)
        return DocumentState(game, dialect.SyntaxTree(source), (), text=text, edition=edition)


_FileVersion = tuple[int, int, int] | None
"""The time, the size and the number of a file; ``None`` if there is none."""


class EditionCache:
    """Editions as they are on disk now."""

    def __init__(self) -> None:
        """Begin without any."""
        self._forget()

    def _forget(self) -> None:
        self._editions = EditionFinder()
        self._version_of_file: dict[Path, _FileVersion] = {}
        self._followed_editions: set[Path] = set()

    def of(self, folder: Path, game: str) -> LoadedEdition:
        """The edition for documents of a game in a folder.

        It stays as it was read before, if none of its files has changed.
        """
        if any(_file_version(file) != version for file, version in self._version_of_file.items()):
            self._forget()
        here = source_files.real(folder)
        self._follow(candidate / EDITION for candidate in (here, *here.parents))
        edition = self._editions.of(folder, game)
        for file in self._editions.loaded_editions.keys() - self._followed_editions:
            # At once: what changes from here on has changed when this is asked again.
            self._follow(_files_of_edition(file, self._editions.loaded_editions[file]))
            self._followed_editions.add(file)
        if has_own_fault(edition.diagnostics):
            self._forget()
        return edition

    def _follow(self, files: Iterable[Path]) -> None:
        """Note the version that each file has now, unless one is noted already."""
        for file in files:
            if file not in self._version_of_file:
                self._version_of_file[file] = _file_version(file)


def _files_of_edition(file: Path, edition: LoadedEdition) -> tuple[Path, ...]:
    """The files that decide what an edition is: its own, and those of its cases, whose titles count.

    A case that is not there yet is among them, because it may be written.
    """
    root = file.parent
    files = [file, *(Path(source.name) for source in edition.sources)]
    for booklet in edition.settings.booklets if edition.settings else ():
        files += [root / case for case in booklet.cases if source_files.inside(root, case)]
    return tuple(files)


def _file_version(file: Path) -> _FileVersion:
    """The time, size and number of a file, which distinguish its versions; ``None`` if it cannot be read."""
    try:
        status = file.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


@frozen(slots=True)
class DocumentVersion:
    """A version of a document, as the process for deduction is asked about it."""

    name: str
    """What messages call the document."""

    path: Path
    """Where it is."""

    text: str
    """What it says."""


@frozen(slots=True)
class DeductionResult:
    """The result of deduction on a version of a document."""

    findings: tuple[Finding, ...]
    """The findings on the text, those of deduction included."""

    is_analysable: bool = False
    """Whether it could be asked what follows; otherwise the findings are those without deduction."""

    suggested_statements: tuple[SuggestedStatement, ...] = ()
    """Facts to state if the solution does not follow."""

    lies: Sequence[Json] = ()
    """The lines that are false in truth."""


Question = Callable[[DocumentState, Analyzer], object]
"""A further question about a text: a function of a module, or a partial one, because it is sent to the
process for deduction."""


def roles_in(_: DocumentState, analyzer: Analyzer) -> object:
    """The part of each source in the proofs."""
    return roles(analyzer)


def known_alone(state: DocumentState, analyzer: Analyzer, source: str) -> object:
    """The knowledge of a reader of one source alone."""
    if state.document is None:
        return None
    return alone(state.game.wording.verbalizer(state.document), analyzer.analysis, source)


def possible_values(_: DocumentState, analyzer: Analyzer, term: str) -> object:
    """The values that a term still may have."""
    return possible(analyzer.analysis, term)


class _AnalysedVersion(NamedTuple):
    """A version of a document that was deduced from."""

    version: DocumentVersion
    """The version."""

    state: DocumentState
    """The version after its check without deduction."""

    result: DeductionResult
    """What deduction has found out."""

    analyzer: Analyzer | None
    """Answers further questions; ``None`` if the lines were not understood."""


class DeductionWorker:
    """Answers questions in the process for deduction, one after the other.

    It keeps the documents that it was asked about last.
    """

    def __init__(self) -> None:
        """Begin without any document."""
        self._editions = EditionCache()
        self._parsers: dict[str, IncrementalParser] = {}
        self._analysed_versions: dict[str, _AnalysedVersion] = {}

    def __call__(self, version_and_question: tuple[DocumentVersion, Question | None]) -> object:
        """The answer to a question about a text; ``None`` if nothing can be asked.

        Without a question it is the ``DeductionResult``.
        """
        version, question = version_and_question
        analysed = self._analysed(version, use_kept=question is not None)
        if question is None:
            return analysed.result
        if analysed.analyzer is None:
            return None
        with suppress(OutOfBudgetError):
            return question(analysed.state, analysed.analyzer)
        return None

    def _analysed(self, version: DocumentVersion, *, use_kept: bool) -> _AnalysedVersion:
        """A version after deduction; the one that is kept, if it is the same and may be used."""
        kept = self._analysed_versions.get(version.name)
        if kept is not None and kept.version == version and use_kept:
            return kept
        text_parser = self._parsers.setdefault(version.name, IncrementalParser(version.name, version.path))
        state = text_parser.check(version.text, self._editions)
        deduced, failure = caught(partial(_deduced, state), state.source.whole())
        result, analyzer = deduced or (DeductionResult((*state.shown, *failure)), None)
        analysed = _AnalysedVersion(version, state, result, analyzer)
        self._analysed_versions.pop(version.name, None)
        if has_own_fault(result.findings):
            return analysed
        self._analysed_versions[version.name] = analysed
        for name in list(self._analysed_versions)[:-MOST_DOCUMENTS_KEPT]:
            del self._analysed_versions[name], self._parsers[name]
        return analysed


def _deduced(state: DocumentState) -> tuple[DeductionResult, Analyzer | None]:
    """The outcome of deduction on a text, and what to ask further questions of, if it was understood."""
    checked, analyzer = checking.check_with_deduction(
        state, checking.CheckOptions(verdict_in_words=True, notes=True)
    )
    if analyzer is None:
        return DeductionResult(checked.diagnostics), None
    span = state.source.whole()
    suggested_statements, failure = caught(lambda: remedies(analyzer), span)
    lies, further_failure = caught(lambda: _lies(analyzer), span)
    result = DeductionResult(
        (*checked.diagnostics, *failure, *further_failure),
        is_analysable=True,
        suggested_statements=suggested_statements or (),
        lies=lies or (),
    )
    return result, analyzer


def _lies(analyzer: Analyzer) -> Sequence[Json]:
    """The lines that are false in truth."""
    analysis = analyzer.analysis
    try:
        lies = analysis.lies if analysis.verdict.consistent else ()
        return [lie for lie in lies if lie["status"] == "false"]
    except OutOfBudgetError:
        return ()
