"""Processes that help this one, and are there before there is anything to do.

A process that sets pages needs a second until it can begin. So a crew is called together first, imports what it will need
while this process reads and checks, and then takes task after task.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Condition, Thread
from typing import Any, Self, TypeVar

from casekit.system.processes import LostProcessError, TaskError, Told, outcome_of, started, starting

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(eq=False)
class _Begun:
    """A task, whether somebody does it, and what came of it."""

    work: Callable[[Any], Any]
    task: Any
    at: int
    taken: bool = False
    told: Told | None = None

    def take(self) -> Self:
        """Begin with it."""
        self.taken = True
        return self


@dataclass(frozen=True)
class _Helper:
    process: BaseProcess
    connection: Connection
    thread: Thread


class Crew:
    """This process and its helpers; without any, it does everything itself when it is asked for the results."""

    def __init__(self, helpers: int = 0) -> None:
        self._changed = Condition()
        self._waiting: deque[_Begun] = deque()
        self._foreseen: list[_Begun] = []
        self._spare: deque[_Begun] = deque()
        self._closed = False
        self._helpers: list[_Helper] = []
        try:
            for _ in range(helpers):
                self._helpers.append(self._helper())
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

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
        for helper in self._helpers:
            helper.process.terminate()
        for helper in self._helpers:
            helper.process.join()
            helper.thread.join()
            helper.connection.close()
        self._helpers.clear()

    def prepare(self, work: Callable[[], None]) -> None:
        """Let each helper do something first that has no result: import what it will need."""
        with self._changed:
            for _ in self._helpers:
                self._waiting.append(_Begun(_prepared, work, 0))
            self._changed.notify_all()

    def foresee(self, work: Callable[[Task], Any], tasks: Sequence[Task]) -> None:
        """Let helpers who have nothing else to do begin with tasks that most likely come.

        Their results are taken when just that work is begun for just these tasks, and lost otherwise.
        """
        if not self.helped:
            return
        begun = [_Begun(work, task, at) for at, task in enumerate(tasks)]
        with self._changed:
            self._foreseen += begun
            self._spare.extend(begun)
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
            A function that does here what nobody has begun, waits for the others, and returns the results in the order of
            the tasks.

        Raises:
            LostProcessError: if a process was killed, most likely because memory ran out.
            OSError: if ``work`` raised it.
            TaskError: if ``work`` raised any other exception in another process.
        """
        with self._changed:
            begun = [
                self._begun_before(work, task) or _Begun(work, task, at) for at, task in enumerate(tasks)
            ]
            self._waiting.extend(each for each in begun if not each.taken)
            self._changed.notify_all()
        try:
            yield lambda: [self._finished(each) for each in begun]
        finally:
            with self._changed:
                self._waiting = deque(each for each in self._waiting if each not in begun)

    def _begun_before(self, work: Callable[[Any], Any], task: Any) -> _Begun | None:
        """The work that was foreseen and is wanted now."""
        for each in self._foreseen:
            if each.work is work and each.task == task:
                self._foreseen.remove(each)
                if not each.taken:
                    self._spare.remove(each)
                return each
        return None

    def _finished(self, begun: _Begun) -> Any:
        while begun.told is None:
            if (mine := self._taken(begun)) is not None:
                mine.told = Told(mine.work(mine.task))
        return begun.told.taken()

    def _taken(self, wanted: _Begun) -> _Begun | None:
        """A task for this process: the wanted one, or any as long as a helper does that. Waits if there is none."""
        with self._changed:
            if wanted in self._waiting:
                self._waiting.remove(wanted)
                return wanted.take()
            if wanted.told is None and self._waiting:
                return self._waiting.pop().take()
            if wanted.told is None:
                self._changed.wait()
        return None

    def _helper(self) -> _Helper:
        process, connection = started(_serve)
        thread = Thread(target=self._attend, args=(process, connection), daemon=True)
        with starting():
            thread.start()
        return _Helper(process, connection, thread)

    def _attend(self, process: BaseProcess, connection: Connection) -> None:
        """Give a helper task after task, in a thread of its own."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._spare or self._closed)
                if self._closed:
                    return
                begun = (self._waiting or self._spare).popleft().take()
            told = _told(process, connection, begun)
            with self._changed:
                begun.told = told
                self._changed.notify_all()
            if isinstance(told.error, LostProcessError):
                return


ALONE = Crew()
"""This process without helpers."""


def _told(process: BaseProcess, connection: Connection, begun: _Begun) -> Told:
    try:
        connection.send((begun.work, begun.task))
        answer: Told = connection.recv()
    except (EOFError, OSError):
        return Told(error=LostProcessError(begun.at, process.exitcode))
    except Exception as error:  # noqa: BLE001 - a task that does not travel is told where it can be reported
        return Told(error=TaskError(f"{type(error).__name__}: {error}"))
    return answer


def _prepared(work: Callable[[], None]) -> None:
    work()


def _serve(connection: Connection) -> None:
    """Do task after task until nobody has any more."""
    with suppress(EOFError, ConnectionError):
        while True:
            work, task = connection.recv()
            connection.send(outcome_of(work, task))
