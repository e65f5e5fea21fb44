"""Work on many tasks.

It runs in this process, in several of this machine (``worker_processes.WorkerPool``), or on a Dask cluster
(``cluster``).

``spread(duty, tasks, where)`` gives the same results everywhere, in the order of the tasks.
"""

import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.system.cluster import Cluster


class SpreadingError(Exception):
    """Work could not be done elsewhere: ``kind`` is why, ``hint`` the cure.

    The library for it is ``missing``; the cluster is ``unreachable``, or not any more there; it has no
    workers, or all of them are ``unfit``: they would not give the same answers; a worker was ``lost`` before
    its work was done.
    """

    def __init__(
        self, kind: Literal["missing", "unreachable", "unfit", "lost"], message: str, hint: str
    ) -> None:
        super().__init__(message)
        self.kind, self.hint = kind, hint


class TaskError(Exception):
    """Work failed in another process: a fault of ours, in words because it may not travel."""


class LostProcessError(Exception):
    """A process ended before its work did.

    ``task`` is the place of what it worked on, from 0. ``exit_code`` is how the process ended, if that is
    known: a negative number is a signal.
    """

    def __init__(self, task: int) -> None:
        super().__init__("a process ended before its work was done")
        self.task = task
        self.exit_code: int | None = None


_FIRST_ACTS: list[Callable[[], None]] = []


def do_first(act: Callable[[], None]) -> None:
    """Let each process that is started from here on call a function of a module before its work.

    So do the processes that those start.
    """
    if act not in _FIRST_ACTS:
        _FIRST_ACTS.append(act)


def first_acts() -> tuple[Callable[[], None], ...]:
    """The functions that processes call before their work."""
    return tuple(_FIRST_ACTS)


def fault_in_words(error: BaseException) -> str:
    """A fault of ours and its place, for those who have only its words.

    Files of casekit are named from its own folder on.
    """
    import traceback  # noqa: PLC0415 - only where something failed

    if isinstance(error, TaskError):
        return str(error)  # the words of another process
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return f"{type(error).__name__}: {error}"
    where = frames[-1]
    file = where.filename.removeprefix(_ABOVE).replace(os.sep, "/")
    return f"{type(error).__name__}: {error} (at {file}:{where.lineno}, in {where.name})"


_ABOVE = f"{Path(__file__).parents[2]}{os.sep}"
"""The folder that the package is in: it says nothing to those who read a report."""


_READY: dict[bytes, tuple[Callable[[Any, Any], Any], Any]] = {}
"""In a process that works for another: what it does, and what it prepared for it. The results do not depend
on it."""

_ONE_AT_A_TIME = threading.Lock()
"""A worker of a cluster may have several threads, and a solver has one."""


def done_there(name: bytes, packed: bytes, task: Any) -> Any:
    """Do a task for another process; what is prepared for it serves the next one too."""
    with _ONE_AT_A_TIME:
        if name not in _READY:
            _READY.clear()
            work, prepare, given = pickle.loads(packed)  # noqa: S301 - whoever started this process packed it
            _READY[name] = work, prepare(given)
        work, ready = _READY[name]
        return work(ready, task)


Given = TypeVar("Given")
Ready = TypeVar("Ready")
Task = TypeVar("Task")
Result = TypeVar("Result")

_AHEAD = 4
"""Each worker is handed this many tasks before their results are taken."""


@frozen
class Job(Generic[Given, Ready, Task, Result]):
    """The work for each task: ``work(prepare(given), task)``.

    Both are functions of a module. ``prepare`` is called once in each process that does any of the work.
    """

    work: Callable[[Ready, Task], Result]
    prepare: Callable[[Given], Ready]
    given: Given


def is_ci() -> bool:
    """Whether a service runs casekit on what others propose: CI sets this variable everywhere."""
    return os.environ.get("CI", "").strip().lower() not in {"", "false"}


def cpu_count() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@frozen
class Executor:
    """Where work is done: by a cluster, if there is one, or else in a number of processes."""

    jobs: int = 1
    cluster: "Cluster | None" = None

    @property
    def count(self) -> int:
        """How many tasks are done at a time."""
        return self.cluster.count if self.cluster else self.jobs


@contextmanager
def workplace(jobs: int, scheduler: str = "") -> Iterator[Executor]:
    """A place for work: ``jobs`` processes, or the cluster whose scheduler has an address.

    Raises:
        SpreadingError: if there is no such cluster, within a few seconds.
    """
    if not scheduler:
        yield Executor(jobs)
        return
    from casekit.system.cluster import Cluster  # noqa: PLC0415 -- whoever works on this machine does without

    with closing(Cluster(scheduler)) as cluster:
        yield Executor(jobs, cluster)


def run_tasks(
    duty: Job[Given, Ready, Task, Result], tasks: Sequence[Task], where: Executor
) -> Generator[Result]:
    """Do work for each task. However this generator is left, no process goes on.

    Yields:
        The results, in the order of the tasks.

    Raises:
        SpreadingError: if it cannot be done there.
        Exception: what the work raises.
    """
    if not tasks:
        return
    if where.cluster is None and min(where.jobs, len(tasks)) == 1:
        ready = duty.prepare(duty.given)
        for task in tasks:
            yield duty.work(ready, task)
        return
    # Whoever works in one process does without.
    from casekit.system.worker_processes import WorkerPool  # noqa: PLC0415

    packed = pickle.dumps((duty.work, duty.prepare, duty.given))
    name = sha256(packed).digest()
    with ExitStack() as stack:
        workers = where.cluster or stack.enter_context(
            closing(WorkerPool(min(where.jobs, len(tasks)), name, packed))
        )
        begun: deque[Any] = deque()
        stack.callback(lambda: [workers.forget(each) for each in begun])
        for task in tasks:
            begun.append(workers.begin(name, packed, task))
            if len(begun) > _AHEAD * workers.count:
                yield workers.finish(begun.popleft())
        while begun:
            yield workers.finish(begun.popleft())
