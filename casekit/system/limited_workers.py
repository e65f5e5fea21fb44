"""Tasks about strangers' files, each done within limits, in processes that last.

A task that reaches a limit ends its process; another process goes on with the tasks that are left. Each
process sets its limits itself, task by task: a solver in C ends by them too, since the machine ends it.
Windows counts no processor time there and no memory: a task has half a minute by the clock, or twice its
seconds if that is more.
"""

import os
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Generic

from casekit.system.executors import Job, LostProcessError, Result, Task
from casekit.system.process_limits import TaskLimits, limit_memory, limit_time, memory_taken, memory_touched
from casekit.system.sandbox import PATIENCE
from casekit.system.worker_processes import WorkerProcess
from casekit.values import frozen

_MOST_KEPT = 100
"""Megabytes of earlier tasks with which a process is not given another one."""

_OUT_OF_MEMORY = 77
"""The exit status of a process that was given no more memory."""

_MOMENT = 0.1
"""Seconds between two looks at the memory of a process: it takes a few hundred megabytes meanwhile at
most."""

_CLOCK_PER_SECOND = 2.0
"""Seconds by the clock for a second of processor time, where a task may take very many of these."""


@frozen
class TaskOutcome(Generic[Result]):
    """The outcome of a task: its result, or the reason why there is none.

    ``limit`` is the rest of a sentence about a task that reached a limit, ``error`` a fault of casekit's.
    """

    result: Result | None = None
    limit: str = ""
    error: Exception | None = None


class _TaskRunner:
    """Does one task after another in a process of its own, each within limits."""

    def __init__(self, job: Job[Any, Any, Any, Any]) -> None:
        self._work, self._ready = job.work, job.prepare(job.given)
        self._own = memory_taken()
        # It has nothing to put in order, and what it has begun ends with it: readers of pictures.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def __call__(self, question: tuple[Any, TaskLimits]) -> tuple[Any, bool]:
        """The result of a task, and whether this process has kept too much memory to do another."""
        task, limits = question
        limit_memory(0 if limits.counts_touched else self._own + limits.megabytes)
        limit_time(limits.seconds)
        try:
            result = self._work(self._ready, task)
        except MemoryError:
            # Whatever is begun now may want memory again.
            os._exit(_OUT_OF_MEMORY)
        finally:
            limit_time(0)
            limit_memory(0)
        return result, memory_taken() > self._own + _MOST_KEPT


class _Watch(Thread):
    """Ends a process that reaches a limit which the machine itself does not hold it to.

    These are time by the clock, and the memory that it has touched. ``reason`` says in words which it has
    reached, if any. The watch ends when ``finished`` is set.
    """

    def __init__(self, process: WorkerProcess, limits: TaskLimits) -> None:
        super().__init__(daemon=True)
        self._process, self._limits = process, limits
        self.reason, self.finished = "", Event()

    def run(self) -> None:
        """Look at the process from time to time until it has done its task."""
        patience = max(PATIENCE, _CLOCK_PER_SECOND * self._limits.seconds)
        end = monotonic() + patience
        while not self.reason:
            left = end - monotonic()
            if self.finished.wait(min(left, _MOMENT) if self._limits.counts_touched else left):
                return
            if monotonic() >= end:
                self.reason = f"takes more than {patience:g} seconds"
            elif memory_touched(self._process.pid) > self._limits.megabytes:
                self.reason = f"takes more than {self._limits.megabytes} MB of memory"
        self._process.end()


class _LimitedWorker(Generic[Task, Result]):
    """A process that does tasks, and the next one after it."""

    def __init__(self, job: Job[Any, Any, Task, Result]) -> None:
        self._process = WorkerProcess(partial(_TaskRunner, job))

    def done(self, task: Task, limits: TaskLimits, progress: Callable[[Any], None]) -> TaskOutcome[Result]:
        """The outcome of a task."""
        watch = _Watch(self._process, limits)
        watch.start()
        try:
            answer: tuple[Result, bool] = self._process.ask((task, limits), progress)
        except LostProcessError as error:
            return TaskOutcome(limit=watch.reason or _reason(error.exit_code, limits))
        except Exception as error:  # noqa: BLE001 -- told of the task
            return TaskOutcome(error=error)
        finally:
            watch.finished.set()
        result, has_kept_too_much = answer
        if has_kept_too_much:
            self._process.end()
        return TaskOutcome(result)

    def close(self) -> None:
        """End the process for good."""
        self._process.close()


def _reason(exit_code: int | None, limits: TaskLimits) -> str:
    """The limit that ended a process, in words."""
    if exit_code == -getattr(signal, "SIGPROF", 0):
        return f"takes more than {limits.seconds:g} seconds of processor time"
    if exit_code == _OUT_OF_MEMORY:
        return f"takes more than {limits.megabytes} MB of memory"
    return f"takes more than {limits.megabytes} MB of memory, or breaks the process that it is done in"


def run_limited(
    job: Job[Any, Any, Task, Result],
    tasks: Sequence[Task],
    processes: int,
    limits: Sequence[TaskLimits],
    progress: Callable[[Any], None] = lambda _: None,
) -> Generator[TaskOutcome[Result]]:
    """Do each task within its limits. However this generator is left, no process goes on.

    Args:
        job: the work for each task.
        tasks: they and their results are copied from process to process.
        processes: how many there may be at a time.
        limits: the most that each task may take, in their order.
        progress: called with each value that work sends (``sandbox.report_progress``), by one thread at a
            time.

    Yields:
        What came of them, in their order.
    """
    taking_turns = Lock()

    def in_turn(value: Any) -> None:
        with taking_turns:
            progress(value)

    idle: SimpleQueue[_LimitedWorker[Task, Result]] = SimpleQueue()
    with ExitStack() as stack:
        count = min(processes, len(tasks))
        threads = ThreadPoolExecutor(max(1, count))
        stack.callback(threads.shutdown, cancel_futures=True)
        for _ in range(count):
            worker = _LimitedWorker(job)
            stack.callback(worker.close)
            idle.put(worker)
        futures = [
            threads.submit(_done_by_idle, idle, task, most, in_turn)
            for task, most in zip(tasks, limits, strict=True)
        ]
        # What is not begun when this is left is not begun any more.
        stack.callback(lambda: [future.cancel() for future in futures])
        for future in futures:
            yield future.result()


def _done_by_idle(
    idle: "SimpleQueue[_LimitedWorker[Task, Result]]",
    task: Task,
    limits: TaskLimits,
    progress: Callable[[Any], None],
) -> TaskOutcome[Result]:
    """Have a task done by a worker that has nothing else to do."""
    worker = idle.get()
    try:
        return worker.done(task, limits, progress)
    finally:
        idle.put(worker)
