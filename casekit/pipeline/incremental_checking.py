"""Many cases: what did not change is not checked again, and what did is checked wherever there is somebody to do it.

A case whose text,
edition with all that it names and pictures are what they were, checked by the same casekit with the same
options, has the same answer.
"""

import errno
import json
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from casekit.diagnostics import (
    Diagnostic,
    ExpectedError,
    Report,
    Source,
    Span,
    caught,
    codes,
    has_own_fault,
    own_fault,
)
from casekit.diagnostics.renderers.json_report import as_json, from_json
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.game_detection import game_named, game_of
from casekit.kit.interface import AnyGame
from casekit.kit.registry import DEFAULT, game_called, version_of_game
from casekit.language.source_files import contents_here, decode_quickly, note_input, opened_by, real
from casekit.language.syntax.dialect import SyntaxTree
from casekit.pipeline.checking import CheckedDocument, OnFile, check_document, report_of
from casekit.pipeline.loading import (
    InputFile,
    foreign_folders,
    parse_bytes,
    resolve_document,
    shelves_named,
    with_editions,
)
from casekit.system import executors, user_cache
from casekit.system.process_limits import TaskLimits
from casekit.values import frozen, replace

if TYPE_CHECKING:
    from casekit.system.limited_workers import TaskOutcome

_FORMAT = 1

Opened = tuple[str, str | None, int, str]
"""A file that a check opened: its path, the folder it had to be in, how much was read, and the digest of
that.

The digest is empty if it could not be read.
"""


@frozen
class CachedCheck:
    """The findings of a check of a case, and the files that it opened beside the case and its edition."""

    diagnostics: tuple[Diagnostic, ...]
    verdict: Mapping[str, Any] | None
    verdict_text: str
    opened: tuple[Opened, ...] = ()


@dataclass
class CheckKeys:
    """Names the questions of one run: each depends on everything that its answer does."""

    options: tuple[Any, ...]
    _shelves: dict[int, str] = field(default_factory=dict)

    @cached_property
    def _same(self) -> str:
        """The dependencies that all questions of a run share."""
        common = [_FORMAT, dict(user_cache.fingerprint()), self.options, str(Path.cwd())]
        return sha256(json.dumps(common, sort_keys=True).encode()).hexdigest()

    def name(self, data: bytes, shown: str, path: Path, shelf: LoadedEdition, titles: tuple[str, ...]) -> str:
        """The name of the question about a case.

        Findings name files as they are seen from where the user is.
        """
        content = sha256(data).hexdigest()
        package = version_of_game(game_named(data.decode("utf-8", "replace")))
        question = [self._same, shown, str(path.absolute()), content, self._shelf(shelf), titles, package]
        return sha256(json.dumps(question).encode()).hexdigest()

    def _shelf(self, shelf: LoadedEdition) -> str:
        """A digest of an edition: what was read of it, and what came of that."""
        if id(shelf) not in self._shelves:
            file = None if shelf.edition is None or shelf.edition.file is None else str(shelf.edition.file)
            findings = [as_json(finding) for finding in shelf.diagnostics]
            texts = [(source.name, source.text) for source in shelf.sources]
            content = json.dumps([shelf.game, file, findings, texts], sort_keys=True)
            self._shelves[id(shelf)] = sha256(content.encode()).hexdigest()
        return self._shelves[id(shelf)]


def load_cached_check(memory: user_cache.SealedCache, name: str) -> CachedCheck | None:
    """The answer to a question, if it was kept and all that it depends on is as it was."""
    kept = memory.recall(name)
    if kept is None:
        return None
    from casekit.kit.code_registry import known_codes

    try:
        content = json.loads(kept)
        opened = tuple((file, within, limit, digest) for file, within, limit, digest in content["opened"])
        found = tuple(from_json(each, known_codes()) for each in content["diagnostics"])
        answer = CachedCheck(found, content["verdict"], content["told"], opened)
    except (KeyError, TypeError, ValueError, RecursionError):
        return None
    return answer if all(map(_is_same, opened)) else None


def store_check(memory: user_cache.SealedCache, name: str, answer: CachedCheck) -> None:
    """Keep the answer to a question."""
    content = {
        "diagnostics": [as_json(each) for each in answer.diagnostics],
        "verdict": answer.verdict,
        "told": answer.verdict_text,
        "opened": answer.opened,
    }
    memory.keep(name, json.dumps(content).encode())


def _is_same(opened: Opened) -> bool:
    """Whether a file is as it was; one that cannot be read has an empty digest."""
    file, within, limit, digest = opened
    try:
        data = contents_here(Path(file), None if within is None else Path(within), limit)
    except OSError:
        return not digest
    return digest == sha256(data).hexdigest()


FEW = 6
"""One process checks this many cases before another one is worth its start."""

_MOST_ROUNDS = 20
"""So often a worker elsewhere may ask for a file that a case names."""


class CheckOptions(NamedTuple):
    """How cases are checked: with which budget it is measured how hard they are, if at all.

    ``elsewhere`` there are none of their files.
    """

    balance: int | None = None
    elsewhere: bool = False


@frozen
class _Case:
    """A case as a worker needs it.

    ``supplied`` are files that it asked for: their bytes, or why there are none.
    """

    data: bytes
    name: str
    shelf: LoadedEdition
    titles: tuple[str, ...]
    supplied: dict[tuple[str, str | None, int], bytes | OSError] = field(default_factory=dict)


class MissingInputError(ExpectedError):
    """A worker elsewhere needs a file, ``args[0]``.

    This is not an error of reading, or it would be taken for one of the file's.
    """


@dataclass
class _Line:
    """The knowledge so far of one of the cases, in their order.

    ``places`` are its file and that of its edition.
    """

    source: Source
    game: AnyGame
    case: _Case | None = None
    places: tuple[Path, ...] = ()
    question: str = ""
    answer: CachedCheck | None = None

    def checked(self, *, tell: bool) -> CheckedDocument:
        answer = self.answer or CachedCheck((), None, "")
        verdict_text = answer.verdict_text if tell else ""
        return CheckedDocument(
            self.game,
            SyntaxTree(self.source),
            answer.diagnostics,
            verdict=answer.verdict,
            verdict_text=verdict_text,
        )


def check_many(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    progress: OnFile,
    where: executors.Executor,
    *,
    tell: bool = False,
    balance: int | None = None,
    anew: bool = False,
    fewest: int = FEW,
    limits: TaskLimits | None = None,
) -> Report:
    """Check cases like ``check_files``, wherever and in however many processes.

    The report is the same.

    Args:
        inputs: cases and editions.
        editions: finds the edition of each case.
        progress: called with the name of each case before it is worked on.
        where: who checks those that are not remembered.
        tell: whether verdicts are given in words.
        balance: the budget with which it is measured how hard cases are, if at all.
        anew: whether to check unchanged cases too.
        fewest: for how many cases a process is started.
        limits: the most that a case may take, if it has limits; it is then checked in another process.

    Raises:
        SpreadingError: if nobody can work there.
    """
    memory = user_cache.open_cache(
        "checked", foreign_folders([Path.cwd(), *(given.path for given in inputs)])
    )
    questions = CheckKeys((balance,))
    lines: list[_Line] = []
    shelves = shelves_named(inputs, editions)
    for given, shelf in with_editions(inputs, editions):
        opened, failed = caught(partial(_opened, given, shelf, editions), Span(given.name))
        line = opened or _unread(given, failed)
        lines.append(line)
        if line.case is None:
            continue
        case = line.case
        shelves.append(case.shelf)
        if memory is not None:
            line.question = questions.name(case.data, case.name, given.path, case.shelf, case.titles)
            line.answer = None if anew else load_cached_check(memory, line.question)
            if line.answer is not None:
                progress(given.name)
                for file, *_ in line.answer.opened:
                    note_input(Path(file))
    unknown = [line for line in lines if line.answer is None]
    where = replace(where, jobs=max(1, min(where.jobs, len(unknown) // fewest)))
    _answer(unknown, progress, where, memory, balance, limits)
    return report_of([line.checked(tell=tell) for line in lines], shelves)


def _opened(case: InputFile, shelf: LoadedEdition | None, editions: EditionFinder) -> _Line:
    data, problems = case.read()
    if data is None:
        return _unread(case, problems)
    source, _ = decode_quickly(data, case.name)
    game, _ = game_of(source)
    its_own = shelf or editions.of(case.path.parent, game.name)
    file = its_own.edition.file if its_own.edition else None
    places = (case.path, file) if file else (case.path,)
    return _Line(source, game, _Case(data, case.name, its_own, its_own.other_titles(case.path)), places)


def _unread(each: InputFile, problems: tuple[Diagnostic, ...]) -> _Line:
    return _Line(Source(each.name, ""), game_called(DEFAULT), answer=CachedCheck(problems, None, ""))


def _answer(
    lines: Sequence[_Line],
    progress: OnFile,
    where: executors.Executor,
    memory: user_cache.SealedCache | None,
    balance: int | None,
    limits: TaskLimits | None,
) -> None:
    """Have cases checked, and keep each answer as soon as it is there."""
    duty = executors.Job(_check, CheckOptions._make, (balance, where.cluster is not None))
    for turn in count():
        if turn == _MOST_ROUNDS:
            # Whoever opens that many files is better off where they are.
            duty, where = executors.Job(_check, CheckOptions._make, (balance, False)), executors.Executor()
        waiting: list[_Line] = []
        answers = _answers(lines, duty, where) if limits is None else _limited(lines, duty, where, limits)
        for line, answer in answers:
            if turn == 0:
                progress(line.source.name)
            if isinstance(answer, CachedCheck):
                _take(line, answer, memory)
            elif line.case is not None:
                line.case.supplied[answer] = _supply(answer, [real(place.parent) for place in line.places])
                waiting.append(line)
        lines = waiting
        if not lines:
            break
    if memory is not None:
        memory.close()


def _take(line: _Line, answer: CachedCheck, memory: user_cache.SealedCache | None) -> None:
    """Take the answer to a case, and keep it, unless it is not about the case."""
    line.answer = answer
    for file, *_ in answer.opened:
        note_input(Path(file))
    # A casekit without the fault may have the same fingerprint: the fault may be the machine's.
    if memory is not None and not _has_failed(answer):
        store_check(memory, line.question, answer)


def _answers(
    lines: Sequence[_Line],
    duty: "executors.Job[Any, CheckOptions, _Case, CachedCheck | Wanted]",
    where: executors.Executor,
) -> "Iterator[tuple[_Line, CachedCheck | Wanted]]":
    """The answer to each case, in order; one whose process is lost or fails takes no other with it.

    Raises:
        SpreadingError: if nobody can work there.
    """
    left = deque(lines)
    while left:
        answers = executors.run_tasks(duty, [line.case for line in left if line.case is not None], where)
        try:
            while left:
                answer = next(answers)
                yield left.popleft(), answer
        except executors.SpreadingError as error:
            if error.kind != "lost":
                raise
            line = left.popleft()
            lost = codes.LOST_WORKER.at(line.source.whole(), str(error), hint=error.hint)
            yield line, CachedCheck((lost,), None, "")
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is our fault
            line = left.popleft()
            yield line, CachedCheck((own_fault(error, line.source.whole()),), None, "")


def _limited(
    lines: Sequence[_Line],
    duty: "executors.Job[Any, CheckOptions, _Case, CachedCheck | Wanted]",
    where: executors.Executor,
    limits: TaskLimits,
) -> "Iterator[tuple[_Line, CachedCheck | Wanted]]":
    """The answer to each case, in order, within limits."""
    from casekit.system.limited_workers import run_limited

    cases = [line.case for line in lines if line.case is not None]
    with closing(run_limited(duty, cases, where.jobs, limits)) as outcomes:
        for line, outcome in zip(lines, outcomes, strict=True):
            yield line, outcome.result or CachedCheck((why_not_checked(line.source, outcome),), None, "")


class FullCheckOptions(NamedTuple):
    """What is wanted of each case beside findings: the options of ``check_document``, and ``figures``."""

    tell: bool = False
    balance: int | None = None
    profile: bool = False
    notes: bool = False
    figures: bool = False


def check_within_limits(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    progress: OnFile,
    where: executors.Executor,
    limits: TaskLimits,
    **wanted: Any,
) -> tuple[Report, tuple[CheckedDocument, ...]]:
    """Check cases like ``check_files``, each within limits in another process. Nothing is remembered.

    The documents come back, figures only if they are wanted. ``wanted`` are ``FullCheckOptions``.
    """
    from casekit.system.limited_workers import run_limited

    shelves = shelves_named(inputs, editions)
    lines: list[_Line] = []
    for given, shelf in with_editions(inputs, editions):
        opened, failed = caught(partial(_opened, given, shelf, editions), Span(given.name))
        lines.append(opened or _unread(given, failed))
    cases: list[_Case] = []
    for line in lines:
        if line.case is not None:
            cases.append(line.case)
            shelves.append(line.case.shelf)
    duty = executors.Job(_check_in_full, FullCheckOptions._make, tuple(FullCheckOptions(**wanted)))
    checked: list[CheckedDocument] = []
    with closing(run_limited(duty, cases, where.jobs, limits)) as outcomes:
        for line in lines:
            progress(line.source.name)
            if line.case is not None:
                outcome = next(outcomes)
                if outcome.result is not None:
                    checked.append(_with_analysis(outcome.result))
                    continue
                line.answer = CachedCheck((why_not_checked(line.source, outcome),), None, "")
            checked.append(line.checked(tell=False))
    return report_of(checked, shelves), tuple(checked)


def _check_in_full(wanted: FullCheckOptions, case: _Case) -> CheckedDocument:
    """Check a case for another process, to which the analysis that figures are about cannot be sent."""
    from casekit.analysis.level_report import LevelReport

    parsed = parse_bytes(case.data, case.name)
    document = resolve_document(parsed, case.shelf, case.titles)
    how = wanted._asdict()
    has_figures = how.pop("figures")
    checked = check_document(document, **how)
    figures: Any = checked.figures if has_figures else None
    if isinstance(figures, LevelReport):
        # Whoever prints them asks the analysis again; what that takes is within these limits here.
        printed: Any = figures
        printed.as_json()
        printed.in_words(_WIDTH)
        figures = replace(printed, inquiry=None)
    return replace(checked, figures=figures)


_WIDTH = 80


def _with_analysis(checked: CheckedDocument) -> CheckedDocument:
    """A case of another process, with the analysis that its figures are about."""
    figures: Any = checked.figures
    if checked.document is None or not hasattr(figures, "inquiry"):
        return checked
    inquiry = checked.game.theory.analyze(checked.document).inquiry
    return replace(checked, figures=replace(figures, inquiry=inquiry))


def why_not_checked(source: Source, outcome: "TaskOutcome[Any]") -> Diagnostic:
    """The finding that a case was not checked to its end."""
    if outcome.error is not None:
        return own_fault(outcome.error, source.whole())
    return over_limit(source, outcome.limit)


def over_limit(source: Source, reason: str) -> Diagnostic:
    """The finding that a case reached a limit; ``reason`` says which."""
    return codes.TOO_MUCH_TO_CHECK.at(
        source.whole(),
        f"this case {reason}, so it is not checked",
        hint="shorten what makes it so large or so hard; a case that you trust may have more: "
        "`--limits 30s,2000MB`",
    )


_UNKNOWN = (codes.LOST_WORKER, codes.TOO_MUCH_TO_CHECK)
"""The codes of findings on what became of checking a case: another machine may come further."""


def _has_failed(answer: CachedCheck) -> bool:
    """Whether an answer is not about the case but about what became of checking it."""
    return has_own_fault(answer.diagnostics) or any(each.code in _UNKNOWN for each in answer.diagnostics)


Wanted = tuple[str, str | None, int]
"""A file that a worker elsewhere needs: its path, the folder it has to be in, how much is to be read."""


def _check(checking: CheckOptions, case: _Case) -> CachedCheck | Wanted:
    """Check a case, or say which file is missing for it."""
    opened: dict[Wanted, str] = {}

    def open_file(file: Path, within: Path | None, limit: int) -> bytes:
        key = (str(file), None if within is None else str(within), limit)
        if checking.elsewhere and key not in case.supplied:
            raise MissingInputError(key)
        opened[key] = ""
        data = case.supplied[key] if checking.elsewhere else contents_here(file, within, limit)
        if isinstance(data, OSError):
            raise data
        opened[key] = sha256(data).hexdigest()
        return data

    try:
        with opened_by(open_file):
            parsed = parse_bytes(case.data, case.name)
            done = check_document(
                resolve_document(parsed, case.shelf, case.titles), tell=True, balance=checking.balance
            )
    except MissingInputError as error:
        wanted: Wanted = error.args[0]
        return wanted
    files: tuple[Opened, ...] = tuple((*key, digest) for key, digest in opened.items())
    return CachedCheck(done.diagnostics, done.verdict, done.verdict_text, files)


def _supply(wanted: Wanted, folders: Collection[Path]) -> bytes | OSError:
    """A file of this machine for a worker on another one, by the rules by which it would be read here.

    It has to be in a folder of the case: no worker has this machine read anything else.
    """
    file, within, limit = wanted
    if within is None or real(Path(within)) not in folders:
        return PermissionError(errno.EPERM, "it is not in the folder of the case or its edition")
    try:
        return contents_here(Path(file), Path(within), limit)
    except OSError as error:
        return error
