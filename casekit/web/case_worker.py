"""Questions about cases, answered in other processes.

Texts may be a stranger's, and the server never waits for them.

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
from casekit.diagnostics import Diagnostic, gravest
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, loading
from casekit.system import executors, worker_processes
from casekit.values import frozen

MOST_IDLE = 5
"""At most this many idle processes are kept, those asked last: a case has about four kinds of questions."""

MOST_AT_WORK = 8
"""At most this many processes work at the same time; another one waits for the first that is done."""

Purpose = tuple[str, Path]
"""The subject of a question, and the file of the case."""


@dataclass
class _Kept:
    """A process with the thread that waits for it.

    ``waiting`` counts its askers; ``lasting`` ones are kept to the end.
    """

    companion: worker_processes.WorkerProcess
    lasting: bool
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="companion")
    )
    waiting: int = 0


class WorkerProcesses:
    """Processes by their purpose. All its methods belong to the event loop of the server."""

    def __init__(self, prepare: Callable[[], worker_processes.Answer]) -> None:
        self._prepare = prepare
        self._kept: dict[Purpose, _Kept] = {}
        self._endings = ThreadPoolExecutor(thread_name_prefix="ending")
        self._room = asyncio.Semaphore(MOST_AT_WORK)
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

        ``progress`` is called here with each of its reports. A ``lasting`` one is never ended to make room:
        what it has learnt is nowhere else.

        Raises:
            LostProcessError: if it ended meanwhile. The next question begins another one, unless all of this
                was closed.
            TaskError: if it failed.
        """
        kept = self._kept.pop(purpose, None) or _Kept(worker_processes.WorkerProcess(self._prepare), lasting)
        self._kept[purpose] = kept
        kept.waiting += 1
        loop = asyncio.get_running_loop()

        def tell(told: Any) -> None:
            if progress is not None and not loop.is_closed():
                loop.call_soon_threadsafe(progress, told)

        try:
            # Whoever waits for a turn at one case takes no room from the others.
            async with kept.turn, nullcontext() if lasting else self._room:
                if self._closed:
                    raise executors.LostProcessError(0)
                return await loop.run_in_executor(kept.thread, kept.companion.ask, question, tell)
        finally:
            kept.waiting -= 1
            self._make_room()

    def _make_room(self) -> None:
        """End those that were not asked for the longest time."""
        idle = [each for each, kept in self._kept.items() if not kept.waiting and not kept.lasting]
        for purpose in idle[: max(0, len(idle) - MOST_IDLE)]:
            kept = self._kept.pop(purpose)
            kept.thread.shutdown(wait=False)
            if not self._closed:
                # Ending may take a moment, which nobody has to wait for. Its own thread may wait for an
                # answer that nobody wants any more.
                self._endings.submit(kept.companion.close)

    def give_up(self, purpose: Purpose) -> None:
        """End the process for a purpose, whatever it is doing."""
        kept = self._kept.get(purpose)
        if kept is not None:
            kept.companion.end()

    def close(self) -> None:
        """End every process; no question is answered from now on."""
        self._closed = True
        for kept in self._kept.values():
            # A question that has waited until now would begin a process that nobody ends.
            kept.companion.close()
            kept.thread.shutdown(wait=False)
        self._endings.shutdown()


@frozen(slots=True)
class ServedFile(loading.InputFile):
    """A case as it is at some time.

    ``version`` grows with each change that concerns it; ``edition`` is the one to take for every case.
    """

    edition: Path | None = None
    version: int = 0


class AnalysedCase:
    """A case as it was read once; each further step is taken when it is asked for."""

    def __init__(self, file: ServedFile, kept: dict[str, Any] | None = None) -> None:
        self.file = file
        self.kept: dict[str, Any] = {} if kept is None else kept
        """The values that views keep in the process that studies it, whatever its version, by their names."""
        self.case: loading.TypedDocument = loading.open_document(file, EditionFinder(file.edition))

    @cached_property
    def looked(self) -> checking.CheckedDocument:
        """The findings and facts that need no deduction."""
        return checking.check_without_deduction(self.case)

    @cached_property
    def reasoned(self) -> tuple[checking.CheckedDocument, Analyzer | None]:
        """The findings and facts that deduction adds."""
        return checking.check_with_deduction(self.looked, tell=True)

    @cached_property
    def examined(self) -> loading.AnalysableDocument:
        """The case with its questions open, or why it cannot be asked."""
        return loading.prepare_for_analysis(self.case)

    @cached_property
    def review(self) -> Review | None:
        """The case for its proofreader, if it can be read and its game has reviews."""
        looked = self.looked
        if looked.document is None:
            return None
        return looked.game.proofreading.review(looked.document, looked.tree, self.findings, self.reasoned[1])

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that was found."""
        return gravest((*self.case.shelf.diagnostics, *self.reasoned[0].diagnostics))


Question = Callable[[AnalysedCase], Any]
"""A question about a case that another process answers.

A function of a module, or a partial one, that is copied there.
"""


def analyst() -> Callable[[tuple[Question, ServedFile]], Any]:
    """The function that answers in the other process, where each version of a case is read once."""
    studied = lru_cache(maxsize=1)(partial(AnalysedCase, kept={}))

    def answer(asked: tuple[Question, ServedFile]) -> Any:
        question, file = asked
        return question(studied(file))

    return answer
