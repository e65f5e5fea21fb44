"""Work that is done in several processes, so that every core of the machine has something to do.

``in_processes(work, tasks, count, progress)`` gives the same results as calling ``work`` for each task in turn.
"""

import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Listener = Callable[[str], None]

SAFE = "PYTHONSAFEPATH"
"""The variable that keeps Python from looking for modules in the folder that the user is in."""

ENDING = {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}
"""Signals from outside that end a process."""


class LostProcessError(Exception):
    """A process ended before its work did. ``task`` is the place of what it worked on, from 0.

    ``exit_code`` is that of multiprocessing, ``None`` for a process that was given up.
    """

    def __init__(self, task: int, exit_code: int | None) -> None:
        super().__init__(f"a process ended with status {exit_code}")
        self.task, self.exit_code = task, exit_code


class TaskError(Exception):
    """Work failed in another process: a fault of ours, in words because it may not travel."""


def in_processes(
    work: Callable[[Task, Listener], Result], tasks: Sequence[Task], count: int, progress: Listener
) -> list[Result]:
    """Do work for each task, ``count`` tasks at a time, each in a process that ends with it.

    So no more than ``count`` tasks are ever in memory. However this function is left, no process goes on.

    Args:
        work: a function of a module, called with a task and a function that reports progress.
        tasks: what it is called for; they and their results are copied from process to process.
        count: how many processes there may be; with one task or one process all is done in this one.
        progress: called with each report of the processes.

    Returns:
        The results, in the order of the tasks.

    Raises:
        LostProcessError: if a process was killed, most likely because memory ran out.
        OSError: if ``work`` raised it.
        TaskError: if ``work`` raised any other exception.
    """
    if min(count, len(tasks)) < 2:  # noqa: PLR2004 - one process is this one
        return [work(task, progress) for task in tasks]
    results: dict[int, Result] = {}
    waiting = list(enumerate(tasks))[::-1]
    running: dict[Connection, _Running] = {}
    with ExitStack() as stack:
        while waiting or running:
            while waiting and len(running) < count:
                at, task = waiting.pop()
                started = stack.enter_context(_started(at, work, task))
                running[started.connection] = started
            ready = wait(list(running))
            for connection in [each for each in running if each in ready]:
                told = running[connection].receive()
                if isinstance(told, _Done):
                    results[running.pop(connection).task] = told.result
                else:
                    progress(told)
    return [results[at] for at in range(len(tasks))]


def apart(
    work: Callable[[Task, Listener], Result],
    task: Task,
    seconds: float,
    progress: Listener = lambda _: None,
) -> Result:
    """Do work in a process of its own, which may set limits to itself.

    ``progress`` is called with each report of the process.

    Raises:
        LostProcessError: if the process was killed, or has reported nothing for ``seconds``.
        TaskError: if ``work`` raised an exception.
    """
    (result,) = all_apart(work, [task], seconds, [progress])
    return result


def all_apart(
    work: Callable[[Task, Listener], Result],
    tasks: Sequence[Task],
    seconds: float,
    listeners: Sequence[Listener],
) -> list[Result]:
    """Do work for each task at the same time, in a process of its own that may set limits to itself.

    Each of the listeners is called with the reports of the process with its task.

    Returns:
        The results, in the order of the tasks.

    Raises:
        LostProcessError: if a process was killed, or none has reported anything for ``seconds``.
        TaskError: if ``work`` raised an exception.
    """
    results: dict[int, Result] = {}
    with ExitStack() as stack:
        started = (stack.enter_context(_started(at, work, task)) for at, task in enumerate(tasks))
        running = {each.connection: each for each in started}
        while running:
            ready = wait(list(running), seconds)
            if not ready:
                raise LostProcessError(min(each.task for each in running.values()), None)
            for each in [each for connection, each in running.items() if connection in ready]:
                told = each.receive()
                if isinstance(told, _Done):
                    results[each.task] = told.result
                    del running[each.connection]
                else:
                    listeners[each.task](told)
    return [results[at] for at in range(len(tasks))]


@dataclass(frozen=True)
class _Done(Generic[Result]):
    result: Result


@dataclass(frozen=True)
class _Failed:
    words: str


@dataclass(frozen=True)
class _Running:
    """A process and the end of the pipe at which it is heard."""

    task: int
    process: BaseProcess
    connection: Connection

    def receive(self) -> Any:
        """The next message of the process: how far it is, or that it is done."""
        try:
            told = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            raise LostProcessError(self.task, self.process.exitcode) from None
        if isinstance(told, _Failed):
            raise TaskError(told.words)
        if isinstance(told, OSError):
            raise told
        return told


@contextmanager
def _started(at: int, work: Callable[[Task, Listener], Result], task: Task) -> Iterator[_Running]:
    # A fresh interpreter everywhere: a copy of this one would hold its threads' locks.
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    # Its temporary files are among ours, so that all of them go together.
    process = context.Process(target=_run, args=(theirs, work, task, tempfile.gettempdir()), daemon=True)
    # A signal that was held back while it started ends this one before it is left to anybody to end the other.
    try:
        with starting():
            process.start()
        theirs.close()
        yield _Running(at, process, ours)
    finally:
        if process.pid is not None:
            process.terminate()
            process.join()
        ours.close()


@contextmanager
def starting() -> Iterator[None]:
    """Whatever process of ours is started meanwhile takes nothing from the user's folder, and leaves Ctrl-C to this one."""
    with _nothing_from_here():
        if os.name == "posix":
            # Started together with the first process it would let Ctrl-C through to that.
            resource_tracker.ensure_running()
        with _unheard_interrupts():
            yield


def settle_in(temporary: str) -> None:
    """Do first things in a process that was started so; ``temporary`` is the folder of the one that started it."""
    # Ctrl-C is for the process that started this one. Where it could not be kept back, it is ignored from here on.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    tempfile.tempdir = temporary


def fault_in_words(error: BaseException) -> str:
    """A fault in a process of ours and its place, for those who have only its words."""
    import traceback  # noqa: PLC0415 - only where something failed

    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} (at {where.filename}:{where.lineno}, in {where.name})"


@contextmanager
def _nothing_from_here() -> Iterator[None]:
    """Let processes that are started meanwhile import nothing from the folder that the user is in.

    Python would look there first for the modules that a new process begins with, and a folder of cases may hold
    anybody's files.
    """
    before = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE]
        else:
            os.environ[SAFE] = before


@contextmanager
def _unheard_interrupts() -> Iterator[None]:
    """Keep signals that end a process back: here for a moment, in processes that are started meanwhile until they work.

    Ctrl-C they never hear: the user who presses it means the first process, which ends the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(
    connection: Connection, work: Callable[[Task, Listener], Result], task: Task, temporary: str
) -> None:
    settle_in(temporary)
    told: object
    try:
        # An answer that cannot be sent fails here too, and is reported.
        connection.send(_Done(work(task, connection.send)))
    except BrokenPipeError:
        return  # Nobody listens any more: the first process was killed.
    except OSError as error:
        told = error  # A full disk, say: it is told as it would be in the first process.
    except Exception as error:  # noqa: BLE001 - told where it can be reported
        told = _Failed(fault_in_words(error))
    else:
        return
    with suppress(BrokenPipeError):
        connection.send(told)
