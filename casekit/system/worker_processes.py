"""Processes that last.

A ``WorkerProcess`` answers one question after another, a ``HelperPool`` helps this process, and a
``WorkerPool`` works for it.

A process that sets pages needs a second until it can begin. So helpers are started first, import what they
will need while this process reads and checks, and then take task after task.
"""

import atexit
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from operator import call
from threading import Condition, Lock, Thread
from typing import Any, NoReturn

from casekit.system.executors import LostProcessError, Result, SpreadingError, Task, done_there
from casekit.system.interruptions import listen
from casekit.system.parallel import Kinds, WorkResult, answer_of, serve, started, starting
from casekit.system.sandbox import hearers

Answer = Callable[[Any], Any]

_SECONDS_TO_END = 2.0
"""The time in which a process ends those that it has started itself; one that computes without a pause is
killed."""


class WorkerProcess:
    """A process that answers questions until it is ended; it begins with the first one.

    ``prepare`` is a function of a module that is called there once, and returns the function that answers.
    Questions and answers are copied from process to process. One thread at a time may ask; any may end it.
    The function that answers may begin processes too: they end with it.
    """

    def __init__(self, prepare: Callable[[], Answer]) -> None:
        self._prepare = prepare
        self._ending = Lock()
        self._running: tuple[BaseProcess, Connection] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process, if one runs."""
        running = self._running
        return None if running is None else running[0].pid

    def ask(self, question: Any, progress: Callable[[Any], None] | None = None) -> Any:
        """The answer to a question.

        ``progress`` is called with each value that ``sandbox.report_progress`` sends before.

        Raises:
            LostProcessError: if the process ends meanwhile. The next question begins another one, unless it
                was closed.
            TaskError: if answering raised an exception, or the question cannot be copied.
        """
        _, connection = self._running or self._start()
        outcome = answer_of(connection, question, progress=progress)
        if isinstance(outcome.error, LostProcessError):
            outcome.error.exit_code = self.end()
        return outcome.taken()

    def close(self) -> None:
        """End the process for good: questions from now on raise ``LostProcessError``."""
        self._closed = True
        self.end()

    def end(self) -> int | None:
        """End the process, whatever it is doing; its exit code, if there was one to end."""
        with self._ending:
            running, self._running = self._running, None
            if running is None:
                return None
            atexit.unregister(self.end)
            process, _ = running
            process.terminate()
            process.join(_SECONDS_TO_END)
            if process.is_alive():
                process.kill()
                process.join()
            return process.exitcode

    def _start(self) -> tuple[BaseProcess, Connection]:
        """Begin the process.

        Raises:
            LostProcessError: if it was ended for good.
        """
        with self._ending:
            if self._closed:
                raise LostProcessError(0)
            # A daemonic process may begin none itself, as setting a heavy drawing does.
            self._running = started(_answer_all, self._prepare, daemon=False)
            # Python would wait for one that nobody has ended.
            atexit.register(self.end)
            return self._running


def _answer_all(connection: Connection, prepare: Callable[[], Answer]) -> None:
    """Answer questions until this process is ended."""
    signal.signal(signal.SIGTERM, _leave)
    listen()
    hearers.append(connection.send)
    serve(connection, prepare(), ())


def _leave(*_: object) -> NoReturn:
    """End this process in order, so that it ends the processes that it has begun."""
    raise SystemExit(0)


@dataclass(eq=False)
class _PoolTask:
    """A task of a pool. While it is in a queue, nobody has begun with it."""

    arguments: tuple[Any, ...]
    """What the function is called with that a process serves."""

    index: int = 0
    """The index of the task among those that were given together."""

    outcome: WorkResult | None = None
    """What came of it; ``None`` until it is done."""


class HelperPool(AbstractContextManager["HelperPool"]):
    """This process and its helpers.

    Without any, it does everything itself when it is asked for the results.
    """

    def __init__(
        self, helpers: int = 0, work: Callable[..., Any] = call, travelling: Kinds = (OSError,)
    ) -> None:
        """Start helpers.

        Args:
            helpers: how many.
            work: a function of a module, which each helper calls with the arguments of a task.
            travelling: kinds of exceptions that come back from a helper as they are.
        """
        self._changed = Condition()
        """Notified whenever one of the following changes; whoever reads or changes them holds it."""

        self._waiting: deque[_PoolTask] = deque()
        """The tasks whose results are wanted and with which nobody has begun."""

        self._foreseen: list[_PoolTask] = []
        """The tasks that most likely come, and whose results nobody has asked for yet."""

        self._spare: deque[_PoolTask] = deque()
        """Those of the foreseen tasks with which nobody has begun."""

        self._closed = False
        self._helpers: list[tuple[BaseProcess, Connection, Thread]] = []
        with ExitStack() as stack:
            stack.callback(self.close)
            for _ in range(helpers):
                process, connection = started(serve, work, travelling)
                thread = Thread(target=self._attend, args=(connection,), daemon=True)
                with starting():
                    thread.start()
                self._helpers.append((process, connection, thread))
            stack.pop_all()

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def helped(self) -> bool:
        """Whether there is anybody beside this process."""
        return bool(self._helpers)

    def close(self) -> None:
        """End the helpers, whatever they do."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for process, _, _ in self._helpers:
            process.terminate()
        for process, connection, thread in self._helpers:
            process.join()
            thread.join()
            connection.close()
        self._helpers.clear()

    def prepare(self, work: Callable[[], None]) -> None:
        """Let each helper do something first that has no result: import what it will need."""
        with self._changed:
            for _ in self._helpers:
                self._waiting.append(_PoolTask((call, work)))
            self._changed.notify_all()

    def foresee(self, work: Callable[[Task], Any], tasks: Sequence[Task]) -> None:
        """Let helpers who have nothing else to do begin with tasks that most likely come.

        Their results are taken when just that work is begun for just these tasks, and lost otherwise.
        """
        if not self.helped:
            return
        pool_tasks = [_PoolTask((work, task), index) for index, task in enumerate(tasks)]
        with self._changed:
            self._foreseen += pool_tasks
            self._spare.extend(pool_tasks)
            self._changed.notify_all()

    @contextmanager
    def begun(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[Callable[[], list[Result]]]:
        """Begin work for tasks, so that this process can do something else meanwhile.

        Args:
            work: a function of a module.
            tasks: what it is called for; they and their results are copied from process to process.

        Yields:
            A function that does here what nobody has begun, waits for the others, and returns the results in
            the order of the tasks.

        Raises:
            LostProcessError: if a process was killed, most likely because memory ran out.
            OSError: if ``work`` raised it.
            TaskError: if ``work`` raised any other exception in another process.
        """
        with self._changed:
            pool_tasks = [self._queued(_PoolTask((work, task), index)) for index, task in enumerate(tasks)]
            self._changed.notify_all()
        try:
            yield lambda: [self._result_of(pool_task) for pool_task in pool_tasks]
        finally:
            with self._changed:
                self._waiting = deque(waiting for waiting in self._waiting if waiting not in pool_tasks)

    def _queued(self, new_task: _PoolTask) -> _PoolTask:
        """Have a task done; if it was foreseen, the foreseen one, with which somebody may have begun."""
        for foreseen in self._foreseen:
            if foreseen.arguments == new_task.arguments:
                self._foreseen.remove(foreseen)
                if foreseen in self._spare:
                    self._spare.remove(foreseen)
                    self._waiting.append(foreseen)
                return foreseen
        self._waiting.append(new_task)
        return new_task

    def _result_of(self, begun: _PoolTask) -> Any:
        """The result of a task. While a helper does it, this process does others."""
        while begun.outcome is None:
            own_task = self._task_to_do_here(begun)
            if own_task is not None:
                own_task.outcome = WorkResult(call(*own_task.arguments))
        return begun.outcome.taken()

    def _task_to_do_here(self, wanted: _PoolTask) -> _PoolTask | None:
        """A task for this process: the wanted one, or any other while a helper does that.

        ``None``, after a wait, if there is nothing to do here.
        """
        with self._changed:
            if wanted in self._waiting:
                self._waiting.remove(wanted)
                return wanted
            if wanted.outcome is None and self._waiting:
                return self._waiting.pop()
            if wanted.outcome is None:
                self._changed.wait()
        return None

    def _attend(self, connection: Connection) -> None:
        """Give a helper task after task, in a thread of its own."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._spare or self._closed)
                if self._closed:
                    return
                begun = (self._waiting or self._spare).popleft()
            result = answer_of(connection, *begun.arguments, at=begun.index)
            with self._changed:
                begun.outcome = result
                self._changed.notify_all()
            if isinstance(result.error, LostProcessError):
                return


ALONE = HelperPool()


class WorkerPool(HelperPool):
    """Processes that do the work of one job, ``count`` tasks at a time, none of it in this process."""

    def __init__(self, processes: int, name: bytes, packed: bytes) -> None:
        self.count = processes
        super().__init__(processes, partial(done_there, name, packed), (Exception,))

    # Every process knows its job, so that its name and its packed form do not matter.
    def begin(self, name: bytes, packed: bytes, task: Any) -> _PoolTask:  # noqa: ARG002
        """Have a task done by the next process that has nothing to do."""
        begun = _PoolTask((task,))
        with self._changed:
            self._waiting.append(begun)
            self._changed.notify_all()
        return begun

    def finish(self, begun: _PoolTask) -> Any:
        """Wait for a result."""
        with self._changed:
            self._changed.wait_for(lambda: begun.outcome)
        outcome = begun.outcome or WorkResult()
        if isinstance(outcome.error, LostProcessError):
            reason = f"{outcome.error}; the machine may be short of memory"
            raise SpreadingError("lost", reason, "use fewer --jobs") from outcome.error
        return outcome.taken()

    def forget(self, begun: _PoolTask) -> None:
        """Give up a task, unless it is being done."""
        with self._changed:
            self._waiting = deque(waiting for waiting in self._waiting if waiting is not begun)
