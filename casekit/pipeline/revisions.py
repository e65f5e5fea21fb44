"""Two versions of documents: found on disk or in git, checked, and compared."""

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import accumulate
from pathlib import Path, PurePosixPath
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any

from casekit.analysis.diff import document_diff, documents
from casekit.analysis.figures.metric_changes import MetricChange, side_by_side
from casekit.diagnostics import Code, Finding, MisuseError, Severity, Source, Span, codes
from casekit.kit.editions import EDITION, EditionFinder, LoadedEdition, title_in
from casekit.kit.game_detection import game_of
from casekit.kit.interface import AnyGame
from casekit.kit.registry import DEFAULT, game_called
from casekit.language.source_files import LIMIT, decode_quickly, inside, read_bytes
from casekit.language.syntax.dialect import SyntaxTree
from casekit.pipeline import checking, loading
from casekit.system import disk, executors, git_files, temporary
from casekit.system.process_limits import TaskLimits
from casekit.values import field, frozen, replace

if TYPE_CHECKING:
    from casekit.system.limited_workers import TaskOutcome

_OF_EDITIONS = (".toml", ".svg", ".png", ".jpg", ".jpeg")
"""How the files end that an edition may name."""

_OTHER_NAME = "name a case, or a folder with cases, as it was called in that revision"
_MOST_OF_EDITION = 64_000_000
"""Bytes of the files beside an edition that are taken out of git."""


@frozen
class DocumentRevision:
    """A document as it is or was.

    It has the name to show, its bytes, and the edition it belongs to, by the name of its game.
    """

    name: str
    data: bytes
    edition_for: Callable[[str], LoadedEdition]


class UnreadableError(Exception):
    """A version cannot be read; the findings say why."""

    def __init__(self, *problems: Finding) -> None:
        super().__init__(*(problem.message for problem in problems))
        self.problems = problems


def versions_at(text: str, after: ExitStack) -> Mapping[str, DocumentRevision]:
    """The documents at the place that a user names, by their paths from it; that of a file is empty.

    The place is a file, a folder, or ``REVISION:PATH``; what it needs on disk goes ``after`` it.

    Raises:
        UnreadableError: if there is nothing to read.
    """
    revision, colon, path = text.partition(":")
    if colon and len(revision) > 1 and not os.path.lexists(text):
        folder = after.enter_context(temporary.folder_in(Path(gettempdir())))
        return GitRevisionFiles(git_files.Revision(Path.cwd(), revision), path, folder).versions()
    place, editions = Path(text), EditionFinder()
    if not place.is_dir():
        return {"": _on_disk(place, None, editions)}
    files: dict[str, Path] = {}
    for file in sorted(place.rglob(f"*{loading.CASE}")):
        name = file.relative_to(place).as_posix()
        if not _is_hidden(name) and file.is_file():
            files[name] = file
    return {name: _on_disk(file, place, editions) for name, file in files.items()}


def _on_disk(file: Path, within: Path | None, editions: EditionFinder) -> DocumentRevision:
    data, problems = read_bytes(file, within)
    if data is None:
        raise UnreadableError(*problems)
    return DocumentRevision(file.as_posix(), data, lambda game: editions.of(file.parent, game))


@frozen
class GitRevisionFiles:
    """A file or a folder of a revision. Editions are taken out into ``folder``, which is for nobody else."""

    revision: git_files.Revision
    path: str
    folder: Path
    loaded_editions: dict[PurePosixPath, LoadedEdition | None] = field(default_factory=dict)

    def versions(self) -> dict[str, DocumentRevision]:
        """The document in the file, or all below the folder, as they were committed."""
        missing = partial(self._unread, codes.NOT_IN_REVISION, _OTHER_NAME)
        try:
            for path in dict.fromkeys(self._paths()):
                files = [file for file in self.revision.files(path) if file.path.endswith(loading.CASE)]
                if files:
                    return dict(self._read(path, files))
        except git_files.NoSuchCommitError as error:
            hint = "see `git branch --all` and `git tag`; in a shallow clone, fetch more of the history"
            raise self._unread(codes.UNKNOWN_REVISION, hint, str(error)) from error
        except git_files.GitError as error:
            raise missing(str(error)) from error
        raise missing(f"there is no case `{self.path}` in this revision")

    def _paths(self) -> Iterator[str]:
        """The path from the root, as git has it, and else from the current folder, as a user may mean it."""
        path = self.path.replace(os.sep, "/")
        if not path.startswith(("./", "../")):
            root = posixpath.normpath(path) if path else ""
            if not root.startswith(".."):
                yield root
        here = os.path.normpath(f"{self.revision.prefix}{path}").replace(os.sep, "/")
        if not here.startswith(".."):
            yield here

    def _read(
        self, path: str, files: Sequence[git_files.StoredFile]
    ) -> Iterator[tuple[str, DocumentRevision]]:
        names = {
            file: "" if file.path == path else PurePosixPath(file.path).relative_to(path or ".").as_posix()
            for file in files
        }
        seen = [file for file, name in names.items() if not _is_hidden(name)]
        readable = [file for file in seen if file.size <= LIMIT]
        contents = dict(zip(readable, self.revision.contents(readable), strict=True))
        for file in seen:
            # One that is too large is refused like any other that is.
            data = contents.get(file, b"\0" * (LIMIT + 1))
            edition_for = partial(self._edition, PurePosixPath(file.path).parent)
            yield names[file], DocumentRevision(f"{self.revision.name}:{file.path}", data, edition_for)

    def _edition(self, where: PurePosixPath, game: str) -> LoadedEdition:
        """The nearest edition of a game in the revision, in a folder or above it."""
        for folder in (where, *where.parents):
            if folder not in self.loaded_editions:
                taken = self._take_out(folder)
                self.loaded_editions[folder] = (
                    None if taken is None else EditionFinder().read(taken, taken.parent)
                )
            edition = self.loaded_editions[folder]
            if edition is not None and edition.may_serve(game):
                return edition
        return LoadedEdition(game_called(game).language.default_edition(), game=game)

    def _take_out(self, folder: PurePosixPath) -> Path | None:
        """The edition in a folder of the revision, written to disk with what it may name."""
        edition_file = folder / EDITION
        below = "" if folder == PurePosixPath() else folder.as_posix()
        files = [file for file in self.revision.files(below) if file.path.endswith(_OF_EDITIONS)]
        if not any(PurePosixPath(file.path) == edition_file for file in files):
            return None
        files.sort(key=lambda file: PurePosixPath(file.path) != edition_file)
        sizes = accumulate(file.size for file in files)
        fitting = [file for file, size in zip(files, sizes, strict=True) if size <= _MOST_OF_EDITION]
        root = self.folder / "tree"
        for file, data in zip(fitting, self.revision.contents(fitting), strict=True):
            if inside(root, file.path):
                place = root / file.path
                disk.make_folders(place.parent)
                disk.fill(place, data)
        return root / edition_file if fitting else None

    def _unread(self, code: Code, hint: str, message: str) -> UnreadableError:
        return UnreadableError(code.at(Span(f"{self.revision.name}:{self.path}"), message, hint=hint))


def _is_hidden(path: str) -> bool:
    """Whether a path leads through a folder, or to a file, that begins with a dot."""
    return any(part.startswith(".") for part in PurePosixPath(path).parts)


# --- comparing -----------------------------------------------------------------------------------


def compare(
    old: Mapping[str, DocumentRevision],
    new: Mapping[str, DocumentRevision],
    budget: int | None,
    step: Callable[[str], None],
    limits: TaskLimits | None = None,
) -> tuple[document_diff.DocumentDiff, ...]:
    """Compare documents by their paths, and those that were renamed by their titles; equal ones are left out.

    With a ``budget`` their figures are measured too. With ``limits`` both versions of a document are read and
    checked in another process within them; one that reaches a limit has a finding on that instead.

    Raises:
        MisuseError: if a document is no longer of the same game.
    """
    pairs: list[_Pair] = []
    for path, before, now in _paired(old, new):
        if before is None or now is None or not _same(before, now):
            pairs.append((path, before, now))
        else:
            step(path or now.name)
    differences = _each_compared(pairs, budget) if limits is None else _within_limits(pairs, budget, limits)
    for path, _, now in pairs[:1]:
        step(path or (now.name if now else ""))
    compared: list[document_diff.DocumentDiff] = []
    for difference in differences:
        compared.append(difference)
        for path, _, now in pairs[len(compared) : len(compared) + 1]:
            step(path or (now.name if now else ""))
    return tuple(filter(None, compared))


_Pair = tuple[str, DocumentRevision | None, DocumentRevision | None]
"""The path of a document, and its two versions."""


def _each_compared(pairs: Iterable[_Pair], budget: int | None) -> Iterator[document_diff.DocumentDiff]:
    return (_compared(*pair, budget) for pair in pairs)


def _within_limits(
    pairs: Sequence[_Pair], budget: int | None, limits: TaskLimits
) -> Iterator[document_diff.DocumentDiff]:
    """The differences in each document, compared in processes with limits."""
    from casekit.system.limited_workers import run_limited

    for path, before, now in pairs:
        versions = [version for version in (now, before) if version is not None]
        _refuse_other_game(path or versions[0].name, [_game_of(version) for version in versions])
    tasks = [(path, _movable(before), _movable(now)) for path, before, now in pairs]
    job = executors.Job(_compared_there, str, "" if budget is None else str(budget))
    with closing(run_limited(job, tasks, executors.cpu_count(), limits)) as outcomes:
        for pair, outcome in zip(pairs, outcomes, strict=True):
            yield _not_compared(*pair, outcome) if outcome.result is None else outcome.result


def _compared_there(budget: str, pair: _Pair) -> document_diff.DocumentDiff:
    """Compare for another process; the budget is empty if nothing is measured."""
    return _compared(*pair, int(budget) if budget else None)


def _movable(version: DocumentRevision | None) -> DocumentRevision | None:
    """A version that can be sent to another process: with its edition, wherever that was found."""
    if version is None:
        return None
    edition = version.edition_for(_game_of(version).name)
    return replace(version, edition_for=partial(_this_edition, edition))


def _this_edition(edition: LoadedEdition, _game: str) -> LoadedEdition:
    return edition


def _not_compared(
    path: str, before: DocumentRevision | None, now: DocumentRevision | None, outcome: "TaskOutcome[Any]"
) -> document_diff.DocumentDiff:
    """A document whose versions could not be compared, with the finding that says why."""
    from casekit.pipeline.case_tasks import why_not_checked

    version = now or before
    name = version.name if version else path
    nothing = documents.DiffSide(SyntaxTree(Source("", "")), game_called(DEFAULT).dialect)
    return document_diff.DocumentDiff(
        path,
        path or name,
        before.name if before else None,
        now.name if now else None,
        documents.differences(nothing, nothing),
        appeared=(why_not_checked(Source(name, ""), outcome),),
    )


def _paired(
    old: Mapping[str, DocumentRevision], new: Mapping[str, DocumentRevision]
) -> Iterator[tuple[str, DocumentRevision | None, DocumentRevision | None]]:
    """Documents of one path, or of one title if their paths are in one version only.

    Two single files in any case.
    """
    if "" in {*old, *new} and len(old) == len(new) == 1:
        yield next(iter(new)), next(iter(old.values())), next(iter(new.values()))
        return
    gone = [path for path in old if path not in new]
    for path, now in new.items():
        if path in old:
            yield path, old[path], now
            continue
        was = next((each for each in gone if _title(old[each]) == _title(now)), None)
        if was is not None:
            gone.remove(was)
        yield path, None if was is None else old[was], now
    for path in gone:
        yield path, old[path], None


def _title(version: DocumentRevision) -> str:
    """The title of a document, or its bytes if it has none."""
    return title_in(version.data) or repr(version.data)


def _game_of(version: DocumentRevision) -> AnyGame:
    """The game of a version; that it is unknown is said when it is read."""
    return game_of(decode_quickly(version.data, version.name)[0])[0]


def _same(before: DocumentRevision, now: DocumentRevision) -> bool:
    """Whether text and edition are the same, so that nothing can have changed."""
    if before.data != now.data:
        return False
    game = _game_of(now)
    then, today = before.edition_for(game.name), now.edition_for(game.name)
    return [source.text for source in then.sources] == [source.text for source in today.sources]


def _compared(
    path: str, before: DocumentRevision | None, now: DocumentRevision | None, budget: int | None
) -> document_diff.DocumentDiff:
    then = _read_if_there(before, budget)
    today = _read_if_there(now, budget)
    read = [version for version in (today, then) if version is not None]
    cases = [case for case, _ in read]
    _refuse_other_game(path or cases[0].file, [case.game for case in cases])
    titles = [case.document.title for case in cases if case.document]
    nothing = None, documents.DiffSide(SyntaxTree(Source("", "")), read[0][1].dialect)
    (was, old), (what, new) = then or nothing, today or nothing
    return document_diff.DocumentDiff(
        path,
        next(filter(None, titles), path),
        before.name if before else None,
        now.name if now else None,
        documents.differences(old, new),
        _figures(was, what),
        tuple(_answers(was, what)),
        # Of two that nobody can read, all is told of the new one: they differ, and nothing else shows it.
        _without(what, was if old.tree.source.text or new.tree.source.text else None),
        _without(was, what),
    )


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
    then = before.game.wording.metrics_spec().gauges_of(before.figures.as_json())
    today = now.game.wording.metrics_spec().gauges_of(now.figures.as_json())
    return side_by_side(today, then)


def _answers(
    before: checking.CheckedDocument | None, now: checking.CheckedDocument | None
) -> Iterator[document_diff.AnswerChange]:
    then, today = _elements(before), _elements(now)
    for element in dict.fromkeys((*today, *then)):
        was, is_now = then.get(element), today.get(element)
        if was != is_now:
            opened = bool(was and was["proved"] and is_now and not is_now["proved"])
            yield {"element": element, "opened": opened, "before": was, "now": is_now}


def _elements(version: checking.CheckedDocument | None) -> Mapping[str, Any]:
    """The elements of a version's solution with what is known of them; none without a verdict."""
    elements: Mapping[str, Any] = {}
    if version is not None and version.verdict is not None:
        elements = version.verdict["elements"]
    return elements


def _without(
    one: checking.CheckedDocument | None, other: checking.CheckedDocument | None
) -> tuple[Finding, ...]:
    """The errors and warnings of a version that the other one does not have."""
    known = {(finding.code, finding.message) for finding in (other.diagnostics if other else ())}
    new: dict[tuple[Code, str], Finding] = {}
    for finding in one.diagnostics if one else ():
        key = finding.code, finding.message
        if finding.severity < Severity.NOTE and key not in known:
            new[key] = finding
    return tuple(new.values())


def _read_if_there(
    version: DocumentRevision | None, budget: int | None
) -> tuple[checking.CheckedDocument, documents.DiffSide] | None:
    """The same as ``_read``; ``None`` for a document that is new or gone."""
    return None if version is None else _read(version, budget)


def _read(
    version: DocumentRevision, budget: int | None
) -> tuple[checking.CheckedDocument, documents.DiffSide]:
    """A version that is checked, and its side of a comparison."""
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
    return checked, side
