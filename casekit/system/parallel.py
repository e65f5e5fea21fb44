"""Work that is done in several processes, so that every core of the machine has something to do.

``parallel_map(work, tasks, count, progress)`` gives the same results as calling ``work`` for each task in
turn.
"""

import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from threading import Lock
from typing import Any, NamedTuple

from casekit.system.executors import (
    LostProcessError,
    Result,
    Task,
    TaskError,
    do_first,
    fault_in_words,
    first_acts,
)
from casekit.system.interruptions import ENDING, held_back

Listener = Callable[[str], None]

SAFE = "PYTHONSAFEPATH"
"""The variable that keeps Python from looking for modules in the folder that the user is in."""

_STARTING = Lock()


class WorkResult(NamedTuple):
    """The message of a process that has done its work: the result, or what failed."""

    result: Any = None
    error: BaseException | None = None

    def taken(self) -> Any:
        """The result.

        Raises:
            BaseException: what failed.
        """
        if self.error is not None:
            raise self.error
        return self.result


Kinds = tuple[type[Exception], ...]
"""Kinds of exceptions that come back from a process as they are; all others come back in words."""


def _do(connection: Connection, work: Callable[..., Any], *arguments: Any, travelling: Kinds) -> None:
    """Do some work and send its outcome. Exceptions are sent in words, those ``travelling`` as they are."""
    try:
        outcome = WorkResult(work(*arguments))
    except travelling as error:
        outcome = WorkResult(error=error)
    except Exception as error:  # noqa: BLE001 - reported by the process that waits
        outcome = WorkResult(error=TaskError(fault_in_words(error)))
    try:
        connection.send(outcome)
    except ConnectionError:
        raise
    except Exception as error:  # noqa: BLE001 - what cannot be sent is reported too
        connection.send(WorkResult(error=TaskError(fault_in_words(outcome.error or error))))


def serve(connection: Connection, work: Callable[..., Any], travelling: Kinds = (OSError,)) -> None:
    """Do work for one list of arguments after another until nobody has any more."""
    with suppress(EOFError, ConnectionError):
        while True:
            _do(connection, work, *connection.recv(), travelling=travelling)


def answer_of(
    connection: Connection, *arguments: Any, at: int = 0, progress: Callable[[Any], None] | None = None
) -> WorkResult:
    """The answer of a process that serves, also if it ends meanwhile or is not sent its arguments.

    ``at`` is the place of the task, ``progress`` is called with each message before the answer.
    """
    try:
        # They may hold what a stranger has sent.
        copied = ForkingPickler.dumps(arguments)
    except Exception as error:  # noqa: BLE001 - whatever copying says
        return WorkResult(error=TaskError(f"{type(error).__name__}: {error}"))
    try:
        connection.send_bytes(copied)
        while not isinstance(message := connection.recv(), WorkResult):
            if progress is not None:
                progress(message)
    except (EOFError, OSError):
        return WorkResult(error=LostProcessError(at))
    return message


def parallel_map(
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
    running: dict[Connection, int] = {}
    with ExitStack() as stack:
        while waiting or running:
            while waiting and len(running) < count:
                at, task = waiting.pop()
                process, connection = started(_run, work, task)
                stack.callback(ended, process, connection)
                running[connection] = at
            ready = wait(list(running))
            for connection in [candidate for candidate in running if candidate in ready]:
                at = running[connection]
                try:
                    message = connection.recv()
                except (EOFError, OSError):
                    raise LostProcessError(at) from None
                if isinstance(message, WorkResult):
                    results[at] = message.taken()
                    del running[connection]
                else:
                    progress(message)
    return [results[at] for at in range(len(tasks))]


def _run(connection: Connection, work: Callable[[Task, Listener], Result], task: Task) -> None:
    # If nobody listens any more, the first process was killed.
    with suppress(ConnectionError):
        _do(connection, work, task, connection.send, travelling=(OSError,))


def started(
    target: Callable[..., None], *arguments: Any, daemon: bool = True
) -> tuple[BaseProcess, Connection]:
    """Start a process that calls a function of a module with a connection and arguments.

    Returns:
        The process, and the end of the connection that is for this one.
    """
    # A fresh interpreter everywhere: a copy of this one would hold its threads' locks.
    context = get_context("spawn")
    own_end, other_end = context.Pipe()
    # Its temporary files are among those of this process, so that all of them go together.
    process_arguments = (target, tempfile.gettempdir(), first_acts(), other_end, *arguments)
    process = context.Process(target=_prepare_and_call, args=process_arguments, daemon=daemon)
    # A signal that was held back while it started ends this one before it is left to anybody to end the
    # other.
    try:
        with starting():
            process.start()
    except BaseException:
        ended(process, own_end)
        raise
    other_end.close()
    return process, own_end


def ended(process: BaseProcess, connection: Connection) -> None:
    """End a process, whatever it does."""
    if process.pid is not None:
        process.terminate()
        process.join()
    connection.close()


def _prepare_and_call(
    target: Callable[..., None], temporary_folder: str, acts: Sequence[Callable[[], None]], *arguments: Any
) -> None:
    """Call a function in a process that was started for it.

    Args:
        target: the function.
        temporary_folder: the folder for temporary files of the process that started this one.
        acts: functions that are called first.
        arguments: what the function is called with.
    """
    # Ctrl-C is for the process that started this one. Where it could not be kept back, it is ignored from
    # here on.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    tempfile.tempdir = temporary_folder
    for act in acts:
        do_first(act)
        act()
    target(*arguments)


@contextmanager
def starting() -> Iterator[None]:
    """Start processes that import nothing from the user's folder and leave Ctrl-C to this one.

    Python would look in that folder first for the modules that a new process begins with, and a folder of
    cases may hold anybody's files.
    """
    # One thread at a time: another one would take the variable away before a process has it.
    with _STARTING:
        before = os.environ.get(SAFE)
        os.environ[SAFE] = "1"
        try:
            if os.name == "posix":
                # Started together with the first process it would let Ctrl-C through to that.
                resource_tracker.ensure_running()
            # Ctrl-C they never hear: the user who presses it means the first process, which ends the others.
            with held_back():
                yield
        finally:
            if before is None:
                del os.environ[SAFE]
            else:
                os.environ[SAFE] = before
