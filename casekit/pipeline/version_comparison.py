"""Two versions of documents, checked and compared."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from casekit.analysis.diff import document_diff, documents
from casekit.analysis.figures.metric_changes import MetricChange, side_by_side
from casekit.diagnostics import Code, Finding, MisuseError, Severity, Source
from casekit.kit.editions import LoadedEdition, title_in
from casekit.kit.game_detection import game_of
from casekit.kit.interface import AnyGame
from casekit.kit.registry import DEFAULT, game_called
from casekit.language.source_files import decode_quickly
from casekit.language.syntax.dialect import SyntaxTree
from casekit.pipeline import checking, loading
from casekit.pipeline.revisions import DocumentRevision
from casekit.system import executors
from casekit.system.process_limits import TaskLimits
from casekit.values import replace

if TYPE_CHECKING:
    from casekit.system.limited_workers import TaskOutcome


class _VersionPair(NamedTuple):
    """Two versions of a document."""

    path: str
    """The path of the document from what was named; empty for a file that was named itself."""

    before: DocumentRevision | None
    """The earlier version; ``None`` if the document is new."""

    now: DocumentRevision | None
    """The version of now; ``None`` if the document is gone."""


def compare(
    old: Mapping[str, DocumentRevision],
    new: Mapping[str, DocumentRevision],
    budget: int | None,
    step: Callable[[str], None],
    limits: TaskLimits | None = None,
) -> tuple[document_diff.DocumentDiff, ...]:
    """Compare documents by their paths, and those that were renamed by their titles; equal ones are left out.

    Args:
        old: the earlier documents, by path.
        new: the documents of now, by path.
        budget: the budget with which their figures are measured too; ``None`` to measure nothing.
        step: called with the name of each document before it is worked on.
        limits: the most that both versions of a document may take, if there are limits. They are then read
            and checked in another process; one that reaches a limit has a finding on that instead.

    Raises:
        MisuseError: if a document is no longer of the same game.
    """
    pairs: list[_VersionPair] = []
    for pair in _paired(old, new):
        if pair.before is None or pair.now is None or not _is_unchanged(pair.before, pair.now):
            pairs.append(pair)
        else:
            step(pair.path or pair.now.name)
    if limits is None:
        differences = _differences(pairs, budget)
    else:
        differences = _differences_within_limits(pairs, budget, limits)
    results: list[document_diff.DocumentDiff] = []
    for pair in pairs:
        step(pair.path or (pair.now.name if pair.now else ""))
        results.append(next(differences))
    # The processes end once nothing more is asked for.
    next(differences, None)
    return tuple(filter(None, results))


def _differences(pairs: Iterable[_VersionPair], budget: int | None) -> Generator[document_diff.DocumentDiff]:
    """The differences in each document, compared when it is asked for."""
    for pair in pairs:
        yield _compared(pair, budget)


def _differences_within_limits(
    pairs: Sequence[_VersionPair], budget: int | None, limits: TaskLimits
) -> Generator[document_diff.DocumentDiff]:
    """The differences in each document, compared in processes with limits."""
    from casekit.system.limited_workers import run_limited

    task_limits: list[TaskLimits] = []
    for pair in pairs:
        versions = [version for version in (pair.now, pair.before) if version is not None]
        games = [_game_of(version) for version in versions]
        _refuse_other_game(pair.path or versions[0].name, games)
        task_limits.append(limits.times(games[0].effort))
    tasks = [_VersionPair(pair.path, _movable(pair.before), _movable(pair.now)) for pair in pairs]
    job = executors.Job(_compared_there, str, "" if budget is None else str(budget))
    with closing(run_limited(job, tasks, executors.cpu_count(), task_limits)) as outcomes:
        for pair, outcome in zip(pairs, outcomes, strict=True):
            yield _not_compared(pair, outcome) if outcome.result is None else outcome.result


def _compared_there(budget: str, pair: _VersionPair) -> document_diff.DocumentDiff:
    """Compare for another process; the budget is empty if nothing is measured."""
    return _compared(pair, int(budget) if budget else None)


def _movable(version: DocumentRevision | None) -> DocumentRevision | None:
    """A version that can be sent to another process: with its edition, wherever that was found."""
    if version is None:
        return None
    edition = version.edition_for(_game_of(version).name)
    return replace(version, edition_for=partial(_this_edition, edition))


def _this_edition(edition: LoadedEdition, _game: str) -> LoadedEdition:
    return edition


def _not_compared(pair: _VersionPair, outcome: "TaskOutcome[Any]") -> document_diff.DocumentDiff:
    """A document whose versions could not be compared, with the finding that says why."""
    from casekit.pipeline.checks.case_tasks import why_not_checked

    version = pair.now or pair.before
    name = version.name if version else pair.path
    empty_side = documents.DiffSide(SyntaxTree(Source("", "")), game_called(DEFAULT).dialect)
    return document_diff.DocumentDiff(
        pair.path,
        pair.path or name,
        _name_if_any(pair.before),
        _name_if_any(pair.now),
        documents.differences(empty_side, empty_side),
        appeared=(why_not_checked(Source(name, ""), outcome),),
    )


def _paired(
    old: Mapping[str, DocumentRevision], new: Mapping[str, DocumentRevision]
) -> Iterator[_VersionPair]:
    """The versions of each document: of one path, or of one title if each path is on one side only.

    Two single files are versions of one document, whatever their titles.
    """
    if "" in {*old, *new} and len(old) == len(new) == 1:
        yield _VersionPair(next(iter(new)), next(iter(old.values())), next(iter(new.values())))
        return
    gone_paths = [path for path in old if path not in new]
    for path, now in new.items():
        if path in old:
            yield _VersionPair(path, old[path], now)
            continue
        title = _title(now)
        old_path = next((gone_path for gone_path in gone_paths if _title(old[gone_path]) == title), None)
        if old_path is None:
            yield _VersionPair(path, None, now)
        else:
            gone_paths.remove(old_path)
            yield _VersionPair(path, old[old_path], now)
    for path in gone_paths:
        yield _VersionPair(path, old[path], None)


def _title(version: DocumentRevision) -> str:
    """The title of a document, or its bytes if it has none."""
    return title_in(version.data) or repr(version.data)


def _game_of(version: DocumentRevision) -> AnyGame:
    """The game of a version; that it is unknown is said when it is read."""
    return game_of(decode_quickly(version.data, version.name)[0])[0]


def _is_unchanged(before: DocumentRevision, now: DocumentRevision) -> bool:
    """Whether the text and the edition of a document are the same as before."""
    if before.data != now.data:
        return False
    game = _game_of(now)
    edition_before = before.edition_for(game.name)
    edition_now = now.edition_for(game.name)
    return [source.text for source in edition_before.sources] == [
        source.text for source in edition_now.sources
    ]


class _CheckedVersion(NamedTuple):
    """A version of a document after its check."""

    case: checking.CheckedDocument
    """The document with its findings, verdict and figures."""

    side: documents.DiffSide
    """Its text, as it is compared."""


def _compared(pair: _VersionPair, budget: int | None) -> document_diff.DocumentDiff:
    """The differences between two versions of a document, of which one may be missing."""
    before = _checked_if_any(pair.before, budget)
    now = _checked_if_any(pair.now, budget)
    versions = [version for version in (now, before) if version is not None]
    cases = [version.case for version in versions]
    _refuse_other_game(pair.path or cases[0].file, [case.game for case in cases])
    titles = [case.document.title for case in cases if case.document]
    empty_side = documents.DiffSide(SyntaxTree(Source("", "")), versions[0].side.dialect)
    old_side = before.side if before else empty_side
    new_side = now.side if now else empty_side
    case_before = before.case if before else None
    case_now = now.case if now else None
    # Of two that nobody can read, all findings on the new one are new: they differ, and nothing else
    # shows it.
    has_text = old_side.tree.source.text or new_side.tree.source.text
    return document_diff.DocumentDiff(
        pair.path,
        next(filter(None, titles), pair.path),
        _name_if_any(pair.before),
        _name_if_any(pair.now),
        documents.differences(old_side, new_side),
        _figures(case_before, case_now),
        tuple(_answers(case_before, case_now)),
        _new_findings(case_now, case_before if has_text else None),
        _new_findings(case_before, case_now),
    )


def _checked_if_any(version: DocumentRevision | None, budget: int | None) -> _CheckedVersion | None:
    """A version that was checked; ``None`` if there is none."""
    return None if version is None else _checked(version, budget)


def _name_if_any(version: DocumentRevision | None) -> str | None:
    """The name of a version; ``None`` if there is none."""
    return None if version is None else version.name


def _refuse_other_game(name: str, games: Sequence[AnyGame]) -> None:
    """Refuse to compare documents of two games; that of today comes first."""
    if len({*games}) > 1:
        titles = " now, and one of ".join(game.title for game in games)
        raise MisuseError(f"{name} is a document of {titles} before")


def _figures(
    before: checking.CheckedDocument | None, now: checking.CheckedDocument | None
) -> tuple[MetricChange, ...]:
    """The figures of both versions, if both could be measured.

    Of a document that is new or gone there are none.
    """
    if before is None or now is None or before.figures is None or now.figures is None:
        return ()
    gauges_before = before.game.wording.metrics_spec().gauges_of(before.figures.as_json())
    gauges_now = now.game.wording.metrics_spec().gauges_of(now.figures.as_json())
    return side_by_side(gauges_now, gauges_before)


def _answers(
    before: checking.CheckedDocument | None, now: checking.CheckedDocument | None
) -> Iterator[document_diff.AnswerChange]:
    """The elements of the solution of which readers know something else now."""
    elements_before = _elements(before)
    elements_now = _elements(now)
    for name in dict.fromkeys((*elements_now, *elements_before)):
        known_before = elements_before.get(name)
        known_now = elements_now.get(name)
        if known_before != known_now:
            was_proved = known_before is not None and known_before["proved"]
            is_open = known_now is not None and not known_now["proved"]
            yield {
                "element": name,
                "opened": bool(was_proved and is_open),
                "before": known_before,
                "now": known_now,
            }


def _elements(version: checking.CheckedDocument | None) -> Mapping[str, Any]:
    """The elements of a version's solution with what is known of them; none without a verdict."""
    elements: Mapping[str, Any] = {}
    if version is not None and version.verdict is not None:
        elements = version.verdict["elements"]
    return elements


def _new_findings(
    version: checking.CheckedDocument | None, other: checking.CheckedDocument | None
) -> tuple[Finding, ...]:
    """The errors and warnings of a version that the other one does not have."""
    other_findings = {(finding.code, finding.message) for finding in (other.diagnostics if other else ())}
    new_findings: dict[tuple[Code, str], Finding] = {}
    for finding in version.diagnostics if version else ():
        key = finding.code, finding.message
        if finding.severity < Severity.NOTE and key not in other_findings:
            new_findings[key] = finding
    return tuple(new_findings.values())


def _checked(version: DocumentRevision, budget: int | None) -> _CheckedVersion:
    """Check a version of a document."""
    parsed = loading.parse_bytes(version.data, version.name)
    edition = version.edition_for(parsed.game.name)
    case = loading.resolve_document(parsed, edition)
    checked = checking.check_document(case, checking.CheckOptions(balance=budget))
    document = checked.document
    names = frozenset[str]()
    if document is not None:
        scope = document.scope
        names = frozenset((*scope.names, *scope.sort_of_name, *scope.groups))
    words = parsed.game.wording.verbalizer(document) if document is not None else None
    language = edition.settings.language if edition.settings is not None else ""
    side = documents.DiffSide(case.parsed.tree, parsed.game.dialect, names, words, language)
    return _CheckedVersion(checked, side)
