"""A text that is checked again and again while it is written.

Deduction on it runs in a process of its own meanwhile.

It is looked over without deduction: parsed by its blocks, typed, and checked.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any

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

_MARK = "\ufeff"


@frozen(kw_only=True)
class DocumentState(checking.CheckedDocument):
    """A text as it was looked over, with its edition.

    ``text`` is what the editor has. Offsets of nodes are those of ``source``, from which a byte order mark
    was taken: ``shift`` is what has to be added.
    """

    text: str
    edition: LoadedEdition

    @cached_property
    def shift(self) -> int:
        """How many characters of the editor's text are before the source."""
        return int(self.text.startswith(_MARK))

    @property
    def settings(self) -> Any:
        """The edition that counts: its own, or the built-in one where that cannot be used."""
        return self.edition.settings or self.game.language.default_edition()

    @property
    def scope(self) -> Scope | None:
        """The names that formulas may use, if the text could be typed."""
        return None if self.document is None else self.document.scope

    @cached_property
    def mentions(self) -> tuple[completions.NameMention, ...]:
        """Every name in the text, in order."""
        found = self.game.authoring.name_mentions(self.tree, self.scope, self.settings)
        return tuple(sorted(dict.fromkeys(found), key=lambda each: (each.start, each.end)))

    @cached_property
    def places_of(self) -> Mapping[tuple[str, str, int], Sequence[completions.NameMention]]:
        """All mentions of each thing."""
        return grouped((each.key, each) for each in self.mentions)

    def mention_at(self, offset: int) -> completions.NameMention | None:
        """The name at a place of the source, or right before it."""
        at = bisect_right(self.mentions, offset, key=lambda each: each.start)
        near = self.mentions[max(0, at - 2) : at][::-1]
        return next((each for each in near if each.start <= offset <= each.end), None)

    def block_at(self, offset: int) -> dialect.Block | None:
        """The block that a place of the source is in; ``None`` in the header."""
        at = bisect_right(self.tree.blocks, offset, key=lambda each: each.start)
        return self.tree.blocks[at - 1] if at else None

    def part(self, span: Span) -> tuple[int, int]:
        """The characters of the editor's text at a place that a finding names."""
        # A file that cannot be read at all has an empty source; its findings are at the beginning.
        source = self.source if self.source.text else Source(span.file, self.text[self.shift :])
        start, end = source.part(span)
        return start + self.shift, max(start, end) + self.shift


class IncrementalParser:
    """Looks over the versions of one text, and keeps what it made of the blocks of the last one."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self._pieces: defaultdict[str, dict[str, parser.Piece]] = defaultdict(dict)

    def look(self, text: str, editions: "EditionCache") -> DocumentState:
        """Look over a version of the text.

        Where casekit fails with it, the finding that says so is all there is.
        """
        view, failed = caught(lambda: self._look(text, editions), Span(self.name))
        if view is None:
            game = game_called(DEFAULT)
            view = DocumentState(
                game,
                dialect.SyntaxTree(Source(self.name, "")),
                failed,
                text=text,
                edition=LoadedEdition(game.language.default_edition()),
            )
        if has_own_fault(view.diagnostics):
            self._pieces.clear()
        return view

    def _look(self, text: str, editions: "EditionCache") -> DocumentState:
        data = text.encode("utf-8", "surrogatepass")
        parsed = loading.parse_bytes(
            data, self.name, lambda game, source: parser.parse(source, game.dialect, self._pieces[game.name])
        )
        edition = editions.of(self.path.parent, parsed.game.name)
        looked = checking.check_without_deduction(
            loading.resolve_document(parsed, edition, edition.other_titles(self.path))
        )
        return DocumentState(**field_values(looked), text=text, edition=edition)

    def glance(self, text: str, editions: "EditionCache") -> DocumentState:
        """A version that is too long to be looked over here: nothing is read of it but whose it is."""
        source = Source(self.name, text.removeprefix(_MARK))
        game = game_called(DEFAULT)
        edition = editions.of(self.path.parent, game.name)
        return DocumentState(game, dialect.SyntaxTree(source), (), text=text, edition=edition)


_State = tuple[int, int, int] | None


class EditionCache:
    """Editions as they are on disk now."""

    def __init__(self) -> None:
        self._editions = EditionFinder()
        self._seen: dict[Path, _State] = {}
        self._followed: set[Path] = set()

    def of(self, folder: Path, game: str) -> LoadedEdition:
        """The edition for documents of a game in a folder.

        It stays as it was read before, if none of its files has changed.
        """
        if any(_state(file) != state for file, state in self._seen.items()):
            self._editions, self._seen, self._followed = EditionFinder(), {}, set()
        here = source_files.real(folder)
        self._follow(candidate / EDITION for candidate in (here, *here.parents))
        edition = self._editions.of(folder, game)
        for file in self._editions.loaded_editions.keys() - self._followed:
            # At once: what changes from here on has changed when this is asked again.
            self._follow(_files(file, self._editions.loaded_editions[file]))
            self._followed.add(file)
        if has_own_fault(edition.diagnostics):
            self._editions, self._seen, self._followed = EditionFinder(), {}, set()
        return edition

    def _follow(self, files: Iterable[Path]) -> None:
        self._seen |= {file: _state(file) for file in files if file not in self._seen}


def _files(file: Path, edition: LoadedEdition) -> tuple[Path, ...]:
    """The files that decide what an edition is: its own, and those of the other cases, whose titles count.

    A case that is not there yet may be written.
    """
    root = file.parent
    files = [file, *(Path(source.name) for source in edition.sources)]
    for booklet in edition.settings.booklets if edition.settings else ():
        files += [root / case for case in booklet.cases if source_files.inside(root, case)]
    return tuple(files)


def _state(file: Path) -> _State:
    """The state that distinguishes one version of a file from another."""
    try:
        status = file.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


MOST_KEPT = 8
"""At most this many documents are kept as they were asked last."""


@frozen(slots=True)
class DocumentVersion:
    """A version of a document: what messages call it, where it is, and what it says."""

    name: str
    path: Path
    text: str


@frozen(slots=True)
class DeductionResult:
    """The findings on a text, deduction included.

    ``reasoned`` if it could be asked what follows; otherwise the findings are those of its text. ``remedies``
    are facts to state where it does not follow enough.
    """

    findings: tuple[Finding, ...]
    reasoned: bool = False
    remedies: tuple[SuggestedStatement, ...] = ()
    lies: Sequence[Json] = ()


Question = Callable[[DocumentState, Analyzer], object]
"""A further question about a text: a function of a module, or a partial one, that is copied to the other
process."""


def roles_in(_: DocumentState, asked: Analyzer) -> object:
    """The part of each source in the proofs."""
    return roles(asked)


def known_alone(view: DocumentState, analyzer: Analyzer, source: str) -> object:
    """The knowledge of a reader of one source alone."""
    return (
        None
        if view.document is None
        else alone(view.game.wording.verbalizer(view.document), analyzer.analysis, source)
    )


def possible_values(_: DocumentState, asked: Analyzer, term: str) -> object:
    """The values that a term still may have."""
    return possible(asked.analysis, term)


class DeductionWorker:
    """Answers questions in the other process, one after the other.

    It keeps the documents that it was asked about last.
    """

    def __init__(self) -> None:
        self._editions = EditionCache()
        self._onlookers: dict[str, IncrementalParser] = {}
        self._known: dict[str, tuple[DocumentVersion, DocumentState, DeductionResult, Analyzer | None]] = {}

    def __call__(self, asked_about: tuple[DocumentVersion, Question | None]) -> object:
        """The answer to a question about a text, ``None`` where nothing can be asked.

        Without a question it is the ``DeductionResult``.
        """
        draft, question = asked_about
        view, outcome, analyzer = self._investigated(draft, anew=question is None)
        if question is None:
            return outcome
        with suppress(OutOfBudgetError):
            return None if analyzer is None else question(view, analyzer)
        return None

    def _investigated(
        self, draft: DocumentVersion, *, anew: bool
    ) -> tuple[DocumentState, DeductionResult, Analyzer | None]:
        before = self._known.get(draft.name)
        if before is not None and before[0] == draft and not anew:
            return before[1:]
        onlooker = self._onlookers.setdefault(draft.name, IncrementalParser(draft.name, draft.path))
        view = onlooker.look(draft.text, self._editions)
        reasoning, failed = caught(partial(_reasoned, view), view.source.whole())
        result, analyzer = reasoning or (DeductionResult((*view.shown, *failed)), None)
        self._known.pop(draft.name, None)
        if has_own_fault(result.findings):
            return view, result, analyzer
        self._known[draft.name] = draft, view, result, analyzer
        for name in list(self._known)[:-MOST_KEPT]:
            del self._known[name], self._onlookers[name]
        return view, result, analyzer


def _reasoned(view: DocumentState) -> tuple[DeductionResult, Analyzer | None]:
    """The outcome of deduction on a text, and what to ask further questions of, if it was understood."""
    checked, analyzer = checking.check_with_deduction(
        view, checking.CheckOptions(verdict_in_words=True, notes=True)
    )
    if analyzer is None:
        return DeductionResult(checked.diagnostics), None
    span = view.source.whole()
    cures, failed = caught(lambda: remedies(analyzer), span)
    lies, further = caught(lambda: _lies(analyzer), span)
    findings = (*checked.diagnostics, *failed, *further)
    return DeductionResult(findings, reasoned=True, remedies=cures or (), lies=lies or ()), analyzer


def _lies(analyzer: Analyzer) -> Sequence[Json]:
    """The lines that are false in truth."""
    analysis = analyzer.analysis
    try:
        lies = analysis.lies if analysis.verdict.consistent else ()
        return [lie for lie in lies if lie["status"] == "false"]
    except OutOfBudgetError:
        return ()
