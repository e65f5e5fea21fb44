"""Tasks about strangers' files, each done within limits, in processes that last.

A task that reaches a limit ends its process; another process goes on with the tasks that are left. Each
process sets its limits itself, task by task: a solver in C ends by them too, since the machine ends it.
Windows counts no processor time there and no memory: a task has half a minute by the clock.
"""

import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from queue import SimpleQueue
from threading import Timer
from typing import Any, Generic

from casekit.system.executors import Job, LostProcessError, Result, Task
from casekit.system.process_limits import TaskLimits, limit_memory, limit_time, memory_taken
from casekit.system.sandbox import PATIENCE
from casekit.system.worker_processes import WorkerProcess
from casekit.values import frozen

_MOST_KEPT = 100
"""Megabytes of earlier tasks with which a process is not given another one."""

_OUT_OF_MEMORY = 77
"""The exit status of a process that was given no more memory."""


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

    def __init__(self, job: Job[Any, Any, Any, Any], limits: TaskLimits) -> None:
        self._work, self._ready, self._limits = job.work, job.prepare(job.given), limits
        self._own = memory_taken()
        # It has nothing to put in order, and what it has begun ends with it: readers of pictures.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def __call__(self, task: Any) -> tuple[Any, bool]:
        """The result of a task, and whether this process has kept too much memory to do another."""
        limit_memory(self._own + self._limits.megabytes)
        limit_time(self._limits.seconds)
        try:
            result = self._work(self._ready, task)
        except MemoryError:
            # Whatever is begun now may want memory again.
            os._exit(_OUT_OF_MEMORY)
        finally:
            limit_time(0)
            limit_memory(0)
        return result, memory_taken() > self._own + _MOST_KEPT


class _LimitedWorker(Generic[Task, Result]):
    """A process that does tasks, and the next one after it."""

    def __init__(self, job: Job[Any, Any, Task, Result], limits: TaskLimits) -> None:
        self._process, self._limits = WorkerProcess(partial(_TaskRunner, job, limits)), limits
        self._is_given_up = False

    def done(self, task: Task) -> TaskOutcome[Result]:
        """The outcome of a task."""
        self._is_given_up = False
        watch = Timer(PATIENCE, self._give_up)
        watch.daemon = True
        watch.start()
        try:
            answer: tuple[Result, bool] = self._process.ask(task)
        except LostProcessError as error:
            return TaskOutcome(limit=self._reason(error.exit_code))
        except Exception as error:  # noqa: BLE001 -- told of the task
            return TaskOutcome(error=error)
        finally:
            watch.cancel()
        result, has_kept_too_much = answer
        if has_kept_too_much:
            self._process.end()
        return TaskOutcome(result)

    def _give_up(self) -> None:
        self._is_given_up = True
        self._process.end()

    def _reason(self, exit_code: int | None) -> str:
        """The limit that ended the process, in words."""
        if self._is_given_up:
            return f"takes more than {PATIENCE:g} seconds"
        if exit_code == -getattr(signal, "SIGPROF", 0):
            return f"takes more than {self._limits.seconds:g} seconds of processor time"
        if exit_code == _OUT_OF_MEMORY:
            return f"takes more than {self._limits.megabytes} MB of memory"
        return (
            f"takes more than {self._limits.megabytes} MB of memory, or breaks the process that it is done in"
        )

    def close(self) -> None:
        """End the process for good."""
        self._process.close()


def run_limited(
    job: Job[Any, Any, Task, Result], tasks: Sequence[Task], processes: int, limits: TaskLimits
) -> Generator[TaskOutcome[Result]]:
    """Do each task within limits. However this generator is left, no process goes on.

    Yields:
        What came of them, in their order.
    """
    idle: SimpleQueue[_LimitedWorker[Task, Result]] = SimpleQueue()
    with ExitStack() as stack:
        count = min(processes, len(tasks))
        threads = ThreadPoolExecutor(max(1, count))
        stack.callback(threads.shutdown, cancel_futures=True)
        for _ in range(count):
            worker = _LimitedWorker(job, limits)
            stack.callback(worker.close)
            idle.put(worker)
        futures = [threads.submit(_done_by_idle, idle, task) for task in tasks]
        # What is not begun when this is left is not begun any more.
        stack.callback(lambda: [future.cancel() for future in futures])
        for future in futures:
            yield future.result()


def _done_by_idle(idle: "SimpleQueue[_LimitedWorker[Task, Result]]", task: Task) -> TaskOutcome[Result]:
    """Have a task done by a worker that has nothing else to do."""
    worker = idle.get()
    try:
        return worker.done(task)
    finally:
        idle.put(worker)
