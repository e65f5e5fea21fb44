"""Questions about cases, answered in other processes: texts may be a stranger's, and the server never waits.

There is a process for each case and kind of question, so that no case waits for another.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from casekit.analysis.analyzer import Analyzer
from casekit.analysis.proofreading.review import Review
from casekit.diagnostics import Finding, gravest
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, loading
from casekit.system import executors, worker_processes
from casekit.values import frozen

MOST_IDLE = 5
"""At most this many idle processes are kept, those asked last: a case has about four kinds of questions."""

MOST_AT_WORK = 8
"""At most this many processes work at the same time; another one waits for the first that is done."""

Purpose = tuple[str, Path]
"""The name of a process, as ``CaseStore.ask`` takes it, and the file of the case that it works on."""


@dataclass
class _Worker:
    """A process with the thread that waits for it."""

    process: worker_processes.WorkerProcess
    lasting: bool
    """Whether it is kept to the end."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the question that is being answered."""
    thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="companion")
    )
    questions: int = 0
    """How many are being answered or wait for their turn."""


class WorkerProcesses:
    """Processes by their purpose. All its methods belong to the event loop of the server."""

    def __init__(self, prepare: Callable[[], worker_processes.Answer]) -> None:
        self._prepare = prepare
        """Makes the function that answers questions, in the other process."""
        self._workers: dict[Purpose, _Worker] = {}
        """In the order in which they were last asked."""
        self._endings = ThreadPoolExecutor(thread_name_prefix="ending")
        """Threads that wait for the end of processes."""
        self._at_work = asyncio.Semaphore(MOST_AT_WORK)
        self._closed = False

    async def ask(
        self,
        purpose: Purpose,
        question: Any,
        progress: Callable[[Any], None] | None = None,
        *,
        lasting: bool = False,
    ) -> Any:
        """The answer of the process for a purpose, which answers one question after the other.

        ``progress`` is called here with each of its reports. A ``lasting`` process is never ended to make
        room, since nobody else knows what it has learnt.

        Raises:
            LostProcessError: if it ended meanwhile. The next question begins another one, unless all of this
                was closed.
            TaskError: if it failed.
        """
        worker = self._workers.pop(purpose, None)
        if worker is None:
            worker = _Worker(worker_processes.WorkerProcess(self._prepare), lasting)
        self._workers[purpose] = worker
        worker.questions += 1
        loop = asyncio.get_running_loop()

        def report(content: Any) -> None:
            if progress is not None and not loop.is_closed():
                loop.call_soon_threadsafe(progress, content)

        try:
            # A question that waits for its turn at one case keeps nobody from asking about another.
            async with worker.turn, nullcontext() if lasting else self._at_work:
                if self._closed:
                    raise executors.LostProcessError(0)
                return await loop.run_in_executor(worker.thread, worker.process.ask, question, report)
        finally:
            worker.questions -= 1
            self._end_idle()

    def _end_idle(self) -> None:
        """End the idle processes that were not asked for the longest time, if there are too many."""
        idle: list[Purpose] = []
        for purpose, worker in self._workers.items():
            if not worker.questions and not worker.lasting:
                idle.append(purpose)
        for purpose in idle[: max(0, len(idle) - MOST_IDLE)]:
            worker = self._workers.pop(purpose)
            worker.thread.shutdown(wait=False)
            if not self._closed:
                # Ending may take a moment, which nobody has to wait for. Its own thread may wait for an
                # answer that nobody wants any more.
                self._endings.submit(worker.process.close)

    def give_up(self, purpose: Purpose) -> None:
        """End the process for a purpose, whatever it is doing."""
        worker = self._workers.get(purpose)
        if worker is not None:
            worker.process.end()

    def close(self) -> None:
        """End every process; no question is answered from now on."""
        self._closed = True
        for worker in self._workers.values():
            # A question that has waited until now would begin a process that nobody ends.
            worker.process.close()
            worker.thread.shutdown(wait=False)
        self._endings.shutdown()


@frozen(slots=True)
class ServedFile(loading.InputFile):
    """The file of a case as it is at some time."""

    edition: Path | None = None
    """The file of the edition for every case, if one was named."""
    version: int = 0
    """It grows with each change that concerns the case."""


class AnalysedCase:
    """A case as it was read once; each further step is taken when it is asked for."""

    def __init__(self, file: ServedFile, kept_values: dict[str, Any] | None = None) -> None:
        self.file = file
        self.kept_values: dict[str, Any] = {} if kept_values is None else kept_values
        """What views keep in this process by names of theirs, whatever the version of the case."""
        self.typed: loading.TypedDocument = loading.open_document(file, EditionFinder(file.edition))

    @cached_property
    def checked(self) -> checking.CheckedDocument:
        """The case after the checks that need no deduction."""
        return checking.check_without_deduction(self.typed)

    @cached_property
    def _deduction(self) -> tuple[checking.CheckedDocument, Analyzer | None]:
        return checking.check_with_deduction(self.checked, checking.CheckOptions(verdict_in_words=True))

    @property
    def deduced(self) -> checking.CheckedDocument:
        """The case after all checks."""
        return self._deduction[0]

    @property
    def check_analyzer(self) -> Analyzer | None:
        """The analyzer of these checks; ``None`` if the lines of the case were not understood."""
        return self._deduction[1]

    @cached_property
    def analysable(self) -> loading.AnalysableDocument:
        """The case ready for questions with an analyzer of its own, or why it cannot be asked."""
        return loading.prepare_for_analysis(self.typed)

    @cached_property
    def review(self) -> Review | None:
        """The case for its proofreader, if it can be read and its game has reviews."""
        checked = self.checked
        if checked.document is None:
            return None
        proofreading = checked.game.proofreading
        return proofreading.review(checked.document, checked.tree, self.findings, self.check_analyzer)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, those of its edition among them, the gravest first."""
        return gravest((*self.typed.edition.diagnostics, *self.deduced.diagnostics))


Question = Callable[[AnalysedCase], Any]
"""A question about a case that another process answers.

It is a function of a module, or a partial one, that is copied there.
"""


def question_answerer() -> Callable[[tuple[Question, ServedFile]], Any]:
    """The function that answers in the other process, where each version of a case is read once."""
    analysed_case = lru_cache(maxsize=1)(partial(AnalysedCase, kept_values={}))

    def answer(question_and_file: tuple[Question, ServedFile]) -> Any:
        question, file = question_and_file
        return question(analysed_case(file))

    return answer
