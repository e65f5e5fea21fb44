"""Cases that are checked once: the answer about each is remembered, and holds while nothing has changed.

Many cases are checked wherever there is somebody to do it.
"""

import errno
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from casekit.diagnostics import (
    ExpectedError,
    Finding,
    Report,
    Source,
    Span,
    caught,
    codes,
    has_own_fault,
    own_fault,
)
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.game_detection import game_of
from casekit.kit.interface import AnyGame
from casekit.kit.registry import DEFAULT, game_called
from casekit.language.places import NotedPlaces, noting_places
from casekit.language.source_files import contents_here, decode_quickly, note_input, opened_by, real
from casekit.language.syntax.dialect import SyntaxTree
from casekit.pipeline.checking import (
    CheckedDocument,
    OnFile,
    check_document,
    check_files,
    is_fresh_draft,
    report_of,
)
from casekit.pipeline.loading import (
    InputFile,
    named_editions,
    parse_bytes,
    resolve_document,
    with_editions,
)
from casekit.pipeline.remembered_checks import CheckMemory, RememberedCheck, open_memory
from casekit.system import executors
from casekit.system.process_limits import TaskLimits
from casekit.values import frozen, replace

if TYPE_CHECKING:
    from casekit.system.limited_workers import TaskOutcome

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
    edition: LoadedEdition
    titles: tuple[str, ...]
    supplied: dict[tuple[str, str | None, int], bytes | OSError] = field(default_factory=dict)


class MissingInputError(ExpectedError):
    """A worker elsewhere needs a file, ``args[0]``.

    This is not an error of reading, or it would be taken for one of the file's.
    """


@dataclass
class _Line:
    """The knowledge so far of one of the cases, in their order.

    ``files`` are its own and that of its edition, and ``places`` all that was looked at so far.
    """

    source: Source
    game: AnyGame
    case: _Case | None = None
    files: tuple[Path, ...] = ()
    places: NotedPlaces = field(default_factory=NotedPlaces)
    question: str = ""
    answer: RememberedCheck | None = None

    def checked(self, *, tell: bool) -> CheckedDocument:
        answer = self.answer or _not_checked(())
        verdict_text = answer.verdict_text if tell else ""
        return CheckedDocument(
            self.game,
            SyntaxTree(self.source),
            answer.diagnostics,
            verdict=answer.verdict,
            verdict_text=verdict_text,
        )


def check_one(
    file: InputFile,
    editions: EditionFinder,
    progress: OnFile,
    *,
    tell: bool = False,
    balance: int | None = None,
    anew: bool = False,
) -> tuple[Report, tuple[CheckedDocument, ...]]:
    """Check one case like ``check_files``, or give the answer about it that is remembered.

    Then there is no document. A draft that is hardly begun is checked again, because whoever writes it
    wants to see how far it is, which takes the document.

    Args:
        file: the case.
        editions: finds its edition.
        progress: called with its name before it is worked on.
        tell: whether the verdict is given in words.
        balance: the budget with which it is measured how hard the case is, if at all.
        anew: whether to check an unchanged case too.
    """
    memory = open_memory((file,), balance) if file.data is None else None
    data, _ = file.read() if memory is not None else (None, ())
    if memory is None or data is None:
        return check_files((file,), editions, progress, tell=tell, balance=balance)
    question = memory.question(file, data, editions.override)
    answer = None if anew else memory.recall(question)
    if answer is not None and not answer.is_fresh_draft:
        progress(file.name)
        _note_inputs(answer)
        return _report_of_one(file, data, answer, editions, tell=tell), ()
    with noting_places() as places:
        report, checked = check_files((file,), editions, progress, tell=True, balance=balance)
    (case,) = checked
    answer = replace(_answer_of(case, places), is_clean=not report.diagnostics)
    if not _has_failed(answer):
        memory.keep(question, answer)
        memory.close()
    return (report if tell else replace(report, verdicts=())), checked


def _report_of_one(
    file: InputFile, data: bytes, answer: RememberedCheck, editions: EditionFinder, *, tell: bool
) -> Report:
    """The report with a remembered answer about a case. Its edition is read if there is a finding to show."""
    source, _ = decode_quickly(data, file.name)
    game, _ = game_of(source)
    line = _Line(source, game, answer=answer)
    loaded_editions = [] if answer.is_clean else [editions.of(file.path.parent, game.name)]
    return report_of([line.checked(tell=tell)], loaded_editions)


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
    memory = open_memory(inputs, balance)
    lines: list[_Line] = []
    loaded_editions = named_editions(inputs, editions)
    for file, edition in with_editions(inputs, editions):
        with noting_places() as places:
            opened, failed = caught(partial(_opened, file, edition, editions), Span(file.name))
        line = opened or _unread(file, failed)
        line.places = places
        lines.append(line)
        if line.case is None:
            continue
        loaded_editions.append(line.case.edition)
        if memory is not None:
            settings = None if edition is None else edition.settings
            edition_file = editions.override if settings is None else settings.file
            line.question = memory.question(file, line.case.data, edition_file)
            line.answer = None if anew else memory.recall(line.question)
            if line.answer is not None:
                progress(file.name)
                _note_inputs(line.answer)
    unknown = [line for line in lines if line.answer is None]
    where = replace(where, jobs=max(1, min(where.jobs, len(unknown) // fewest)))
    _answer(unknown, progress, where, memory, balance, limits)
    return report_of([line.checked(tell=tell) for line in lines], loaded_editions)


def _opened(case: InputFile, edition: LoadedEdition | None, editions: EditionFinder) -> _Line:
    data, problems = case.read()
    if data is None:
        return _unread(case, problems)
    source, _ = decode_quickly(data, case.name)
    game, _ = game_of(source)
    if edition is not None:
        editions.note(edition)
    its_own = edition or editions.of(case.path.parent, game.name)
    file = its_own.settings.file if its_own.settings else None
    files = (case.path, file) if file else (case.path,)
    return _Line(source, game, _Case(data, case.name, its_own, its_own.other_titles(case.path)), files)


def _unread(each: InputFile, problems: tuple[Finding, ...]) -> _Line:
    return _Line(Source(each.name, ""), game_called(DEFAULT), answer=_not_checked(problems))


def _not_checked(problems: tuple[Finding, ...]) -> RememberedCheck:
    """The answer about a case that could not be checked."""
    return RememberedCheck(problems, None, "", NotedPlaces())


def _answer(
    lines: Sequence[_Line],
    progress: OnFile,
    where: executors.Executor,
    memory: CheckMemory | None,
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
            if isinstance(answer, RememberedCheck):
                _take(line, answer, memory)
            elif line.case is not None:
                line.case.supplied[answer] = _supply(answer, [real(place.parent) for place in line.files])
                waiting.append(line)
        lines = waiting
        if not lines:
            break
    if memory is not None:
        memory.close()


def _take(line: _Line, answer: RememberedCheck, memory: CheckMemory | None) -> None:
    """Take the answer to a case, and keep it, unless it is not about the case."""
    line.answer = answer
    _note_inputs(answer)
    # A casekit without the fault may have the same fingerprint: the fault may be the machine's.
    if memory is None or line.case is None or _has_failed(answer):
        return
    line.places.add(answer.places)
    for (file, within, limit), data in line.case.supplied.items():
        folder = None if within is None else Path(within)
        line.places.note_opened(Path(file), folder, limit, data if isinstance(data, bytes) else None)
    is_clean = not answer.diagnostics and not line.case.edition.diagnostics
    memory.keep(line.question, replace(answer, places=line.places, is_clean=is_clean))


def _note_inputs(answer: RememberedCheck) -> None:
    """Note the files that a check has read: no output of the same command may take the place of one."""
    for file in answer.places.files():
        note_input(file)


def _answers(
    lines: Sequence[_Line],
    duty: "executors.Job[Any, CheckOptions, _Case, RememberedCheck | Wanted]",
    where: executors.Executor,
) -> "Iterator[tuple[_Line, RememberedCheck | Wanted]]":
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
            yield line, _not_checked((lost,))
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is our fault
            line = left.popleft()
            yield line, _not_checked((own_fault(error, line.source.whole()),))


def _limited(
    lines: Sequence[_Line],
    duty: "executors.Job[Any, CheckOptions, _Case, RememberedCheck | Wanted]",
    where: executors.Executor,
    limits: TaskLimits,
) -> "Iterator[tuple[_Line, RememberedCheck | Wanted]]":
    """The answer to each case, in order, within limits."""
    from casekit.system.limited_workers import run_limited

    cases = [line.case for line in lines if line.case is not None]
    with closing(run_limited(duty, cases, where.jobs, limits)) as outcomes:
        for line, outcome in zip(lines, outcomes, strict=True):
            yield line, outcome.result or _not_checked((why_not_checked(line.source, outcome),))


class FullCheckOptions(NamedTuple):
    """The options of ``check_document``, and ``figures``: how much of each case is wanted beside findings."""

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

    loaded_editions = named_editions(inputs, editions)
    lines: list[_Line] = []
    for given, edition in with_editions(inputs, editions):
        opened, failed = caught(partial(_opened, given, edition, editions), Span(given.name))
        lines.append(opened or _unread(given, failed))
    cases: list[_Case] = []
    for line in lines:
        if line.case is not None:
            cases.append(line.case)
            loaded_editions.append(line.case.edition)
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
                line.answer = _not_checked((why_not_checked(line.source, outcome),))
            checked.append(line.checked(tell=False))
    return report_of(checked, loaded_editions), tuple(checked)


def _check_in_full(wanted: FullCheckOptions, case: _Case) -> CheckedDocument:
    """Check a case for another process, to which the analysis that figures are about cannot be sent."""
    from casekit.analysis.level_report import LevelReport

    parsed = parse_bytes(case.data, case.name)
    document = resolve_document(parsed, case.edition, case.titles)
    how = wanted._asdict()
    has_figures = how.pop("figures")
    checked = check_document(document, **how)
    figures: Any = checked.figures if has_figures else None
    if isinstance(figures, LevelReport):
        # Whoever prints them asks the analysis again; what that takes is within these limits here.
        printed: Any = figures
        printed.as_json()
        printed.in_words(_WIDTH)
        figures = replace(printed, analysis=None)
    return replace(checked, figures=figures)


_WIDTH = 80


def _with_analysis(checked: CheckedDocument) -> CheckedDocument:
    """A case of another process, with the analysis that its figures are about."""
    figures: Any = checked.figures
    if checked.document is None or not hasattr(figures, "analysis"):
        return checked
    analysis = checked.game.theory.analyze(checked.document).analysis
    return replace(checked, figures=replace(figures, analysis=analysis))


def why_not_checked(source: Source, outcome: "TaskOutcome[Any]") -> Finding:
    """The finding that a case was not checked to its end."""
    if outcome.error is not None:
        return own_fault(outcome.error, source.whole())
    return over_limit(source, outcome.limit)


def over_limit(source: Source, reason: str) -> Finding:
    """The finding that a case reached a limit; ``reason`` says which."""
    return codes.TOO_MUCH_TO_CHECK.at(
        source.whole(),
        f"this case {reason}, so it is not checked",
        hint="shorten what makes it so large or so hard; a case that you trust may have more: "
        "`--limits 30s,2000MB`",
    )


_UNKNOWN = (codes.LOST_WORKER, codes.TOO_MUCH_TO_CHECK)
"""The codes of findings on what became of checking a case: another machine may come further."""


def _has_failed(answer: RememberedCheck) -> bool:
    """Whether an answer is not about the case but about what became of checking it."""
    return has_own_fault(answer.diagnostics) or any(each.code in _UNKNOWN for each in answer.diagnostics)


Wanted = tuple[str, str | None, int]
"""A file that a worker elsewhere needs: its path, the folder it has to be in, how much is to be read."""


def _check(checking: CheckOptions, case: _Case) -> RememberedCheck | Wanted:
    """Check a case, or say which file is missing for it."""
    if not checking.elsewhere:
        with noting_places() as places:
            checked = _checked_with_deduction(checking, case)
        return _answer_of(checked, places)

    def open_file(file: Path, within: Path | None, limit: int) -> bytes:
        key = (str(file), None if within is None else str(within), limit)
        if key not in case.supplied:
            raise MissingInputError(key)
        data = case.supplied[key]
        if isinstance(data, OSError):
            raise data
        return data

    try:
        with opened_by(open_file):
            checked = _checked_with_deduction(checking, case)
    except MissingInputError as error:
        wanted: Wanted = error.args[0]
        return wanted
    # The places are on the machine that supplied the files.
    return _answer_of(checked, NotedPlaces())


def _answer_of(checked: CheckedDocument, places: NotedPlaces) -> RememberedCheck:
    return RememberedCheck(
        checked.diagnostics,
        checked.verdict,
        checked.verdict_text,
        places,
        is_fresh_draft=is_fresh_draft(checked),
    )


def _checked_with_deduction(checking: CheckOptions, case: _Case) -> CheckedDocument:
    parsed = parse_bytes(case.data, case.name)
    document = resolve_document(parsed, case.edition, case.titles)
    return check_document(document, tell=True, balance=checking.balance)


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
