"""Many cases that are checked in any number of processes, unless the answers about them are remembered.

A worker on another machine has none of the files that a case names. It stops at the first that it needs and
says which (an ``OpenedFile``); this machine supplies the file, and the case is a task of the next round.
"""

import errno
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from casekit.diagnostics import ExpectedError, Report, codes, own_fault
from casekit.kit.editions import EditionFinder
from casekit.language.places import NotedPlaces, OpenedFile, noting_places
from casekit.language.source_files import contents_here, opened_by, real
from casekit.pipeline.checking import CheckOptions, OnFile, check_document, report_of
from casekit.pipeline.checks.case_tasks import CaseTask, OpenedCase, open_cases, why_not_checked
from casekit.pipeline.checks.remembered_checks import CheckMemory, RememberedCheck, open_memory
from casekit.pipeline.loading import InputFile, named_editions
from casekit.system import executors
from casekit.system.process_limits import TaskLimits
from casekit.values import replace

CASES_PER_PROCESS = 6
"""One process checks this many cases before another one is worth its start."""

_MOST_ROUNDS = 20
"""The number of times at most that workers on other machines may ask for files; each time for one a case."""


class _TaskOptions(NamedTuple):
    """How a worker checks each case."""

    balance: int | None
    """The budget with which it is measured how hard a case is, if at all."""

    is_elsewhere: bool
    """Whether the worker is on another machine, which has none of the files that cases name."""


_CaseJob = executors.Job[Any, _TaskOptions, CaseTask, RememberedCheck | OpenedFile]


class MissingInputError(ExpectedError):
    """A worker on another machine needs a file.

    This is not an error of reading, or it would be taken for one of the file's.
    """

    def __init__(self, file: OpenedFile) -> None:
        super().__init__(file)
        self.file = file


@dataclass
class _PendingCase:
    """A case with what is known so far of the answer about it."""

    case: OpenedCase
    """The case."""

    question: str = ""
    """The name of the question in the memory, if there is a memory."""

    answer: RememberedCheck | None = None
    """The answer, once it is known."""


def check_many(
    inputs: Sequence[InputFile],
    editions: EditionFinder,
    progress: OnFile,
    where: executors.Executor,
    *,
    verdict_in_words: bool = False,
    balance: int | None = None,
    ignore_memory: bool = False,
    cases_per_process: int = CASES_PER_PROCESS,
    limits: TaskLimits | None = None,
) -> Report:
    """Check cases wherever and in however many processes; the report is that of ``check_files``.

    Args:
        inputs: cases and editions.
        editions: finds the edition of each case.
        progress: called with the name of each case before it is worked on.
        where: who checks those that are not remembered.
        verdict_in_words: whether verdicts are given in words too.
        balance: the budget with which it is measured how hard cases are, if at all.
        ignore_memory: whether to check unchanged cases too.
        cases_per_process: for how many cases a process is started.
        limits: the most that a case may take, if it has limits; it is then checked in another process.

    Raises:
        SpreadingError: if nobody can work there.
    """
    memory = open_memory(inputs, balance)
    pending_cases: list[_PendingCase] = []
    loaded_editions = named_editions(inputs, editions)
    for case in open_cases(inputs, editions):
        pending = _PendingCase(case)
        pending_cases.append(pending)
        if case.task is None:
            pending.answer = RememberedCheck.of_failure(case.findings)
            continue
        loaded_editions.append(case.task.edition)
        if memory is None:
            continue
        pending.question = memory.question(case.file, case.task.data, _edition_file(case, editions))
        if not ignore_memory:
            pending.answer = memory.recall(pending.question)
        if pending.answer is not None:
            progress(case.file.name)
            pending.answer.note_inputs()
    unanswered = [pending for pending in pending_cases if pending.answer is None]
    where = replace(where, jobs=max(1, min(where.jobs, len(unanswered) // cases_per_process)))
    _answer_all(unanswered, progress, where, memory, balance, limits)
    documents = []
    for pending in pending_cases:
        answer = pending.answer or RememberedCheck.of_failure(())
        documents.append(
            answer.as_document(pending.case.game, pending.case.source, verdict_in_words=verdict_in_words)
        )
    return report_of(documents, loaded_editions)


def _edition_file(case: OpenedCase, editions: EditionFinder) -> Path | None:
    """The file of the edition that was asked for, if it is not simply the nearest one."""
    if case.named_edition is None or case.named_edition.settings is None:
        return editions.override
    return case.named_edition.settings.file


# --- in this process -----------------------------------------------------------------------------


def _answer_all(
    pending_cases: Sequence[_PendingCase],
    progress: OnFile,
    where: executors.Executor,
    memory: CheckMemory | None,
    balance: int | None,
    limits: TaskLimits | None,
) -> None:
    """Have cases checked, and keep each answer as soon as it is there."""
    job = executors.Job(_check_task, _TaskOptions._make, (balance, where.cluster is not None))
    for turn in count():
        if turn == _MOST_ROUNDS:
            # A case that opens so many files is better checked where they are.
            job = executors.Job(_check_task, _TaskOptions._make, (balance, False))
            where = executors.Executor()
        if limits is None:
            answers = _answers(pending_cases, job, where)
        else:
            answers = _answers_within_limits(pending_cases, job, where, limits)
        waiting_for_files: list[_PendingCase] = []
        for pending, answer in answers:
            if turn == 0:
                progress(pending.case.file.name)
            if isinstance(answer, RememberedCheck):
                _keep_answer(pending, answer, memory)
            elif pending.case.task is not None:
                folders = [real(file.parent) for file in pending.case.files]
                pending.case.task.supplied_files[answer] = _supplied_file(answer, folders)
                waiting_for_files.append(pending)
        pending_cases = waiting_for_files
        if not pending_cases:
            break
    if memory is not None:
        memory.close()


def _keep_answer(pending: _PendingCase, answer: RememberedCheck, memory: CheckMemory | None) -> None:
    """Take the answer about a case, and remember it unless the check did not come to its end."""
    pending.answer = answer
    answer.note_inputs()
    task, places = pending.case.task, pending.case.places
    # A casekit without the fault may have the same fingerprint: the fault may be the machine's.
    if memory is None or task is None or not answer.is_finished():
        return
    places.add(answer.places)
    for opened, data in task.supplied_files.items():
        places.note_opened(
            opened.file, opened.within, opened.limit, data if isinstance(data, bytes) else None
        )
    is_clean = not answer.diagnostics and not task.edition.diagnostics
    memory.keep(pending.question, replace(answer, places=places, is_clean=is_clean))


def _answers(
    pending_cases: Sequence[_PendingCase], job: _CaseJob, where: executors.Executor
) -> Iterator[tuple[_PendingCase, RememberedCheck | OpenedFile]]:
    """The answer about each case, in order; one whose process is lost or fails takes no other with it.

    Raises:
        SpreadingError: if nobody can work there.
    """
    unanswered = deque(pending_cases)
    while unanswered:
        answers = executors.run_tasks(job, _tasks_of(unanswered), where)
        try:
            while unanswered:
                answer = next(answers)
                yield unanswered.popleft(), answer
        except executors.SpreadingError as error:
            if error.kind != "lost":
                raise
            pending = unanswered.popleft()
            lost = codes.LOST_WORKER.at(pending.case.source.whole(), str(error), hint=error.hint)
            yield pending, RememberedCheck.of_failure((lost,))
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is our fault
            pending = unanswered.popleft()
            yield pending, RememberedCheck.of_failure((own_fault(error, pending.case.source.whole()),))


def _answers_within_limits(
    pending_cases: Sequence[_PendingCase], job: _CaseJob, where: executors.Executor, limits: TaskLimits
) -> Iterator[tuple[_PendingCase, RememberedCheck | OpenedFile]]:
    """The answer about each case, in order; a case that reaches a limit is answered with that finding."""
    from casekit.system.limited_workers import run_limited

    task_limits = [
        limits.times(pending.case.game.effort) for pending in pending_cases if pending.case.task is not None
    ]
    with closing(run_limited(job, _tasks_of(pending_cases), where.jobs, task_limits)) as outcomes:
        for pending, outcome in zip(pending_cases, outcomes, strict=True):
            if outcome.result is None:
                failure = why_not_checked(pending.case.source, outcome)
                yield pending, RememberedCheck.of_failure((failure,))
            else:
                yield pending, outcome.result


def _tasks_of(pending_cases: Collection[_PendingCase]) -> list[CaseTask]:
    return [pending.case.task for pending in pending_cases if pending.case.task is not None]


def _supplied_file(opened: OpenedFile, folders: Collection[Path]) -> bytes | OSError:
    """A file of this machine for a worker on another one, by the rules by which it would be read here.

    It has to be in one of the folders of the case: no worker has this machine read anything else.
    """
    if opened.within is None or real(opened.within) not in folders:
        return PermissionError(errno.EPERM, "it is not in the folder of the case or its edition")
    try:
        return contents_here(opened.file, opened.within, opened.limit)
    except OSError as error:
        return error


# --- in the process of a worker ------------------------------------------------------------------


def _check_task(options: _TaskOptions, task: CaseTask) -> RememberedCheck | OpenedFile:
    """Check a case, or say which file is missing for it."""
    check_options = CheckOptions(verdict_in_words=True, balance=options.balance)
    if not options.is_elsewhere:
        with noting_places() as places:
            checked = check_document(task.document(), check_options)
        return RememberedCheck.of_document(checked, places)

    def open_file(file: Path, within: Path | None, limit: int) -> bytes:
        opened = OpenedFile(file, within, limit)
        if opened not in task.supplied_files:
            raise MissingInputError(opened)
        data = task.supplied_files[opened]
        if isinstance(data, OSError):
            raise data
        return data

    try:
        with opened_by(open_file):
            checked = check_document(task.document(), check_options)
    except MissingInputError as error:
        return error.file
    # The places are on the machine that supplied the files.
    return RememberedCheck.of_document(checked, NotedPlaces())
