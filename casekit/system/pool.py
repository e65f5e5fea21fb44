"""Processes of this machine as a place where work is done, task after task; they end when they are closed."""

import tempfile
from collections import deque
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from casekit.system.processes import TaskError, settle_in, starting
from casekit.system.spreading import LOST, SpreadingError, Workers, done_there

_LOST = "a process ended before its work was done; the machine may be short of memory"


class Pool(Workers):
    """A number of processes. Each is given a task when it has none, so that neither side waits for the other to read."""

    def __init__(self, processes: int) -> None:
        self.count = processes
        self._tickets = count()
        self._waiting: deque[tuple[int, bytes, bytes, Any]] = deque()
        self._busy: dict[Connection, int] = {}
        self._told: dict[int, _Done | _Failed] = {}
        self._workers: dict[Connection, _Worker] = {}
        with ExitStack() as stack:
            stack.callback(self.close)
            for _ in range(processes):
                worker = _started()
                self._workers[worker.connection] = worker
            stack.pop_all()
        self._idle = list(self._workers)

    def begin(self, name: bytes, packed: bytes, task: Any) -> int:
        """Have a task done by the next process that has nothing to do."""
        ticket = next(self._tickets)
        self._waiting.append((ticket, name, packed, task))
        self._hear(wait(list(self._busy), 0))
        return ticket

    def finish(self, begun: int) -> Any:
        """Wait for a result."""
        while begun not in self._told:
            self._hear(wait(list(self._busy)))
        told = self._told.pop(begun)
        if isinstance(told, _Failed):
            raise told.error
        return told.result

    def forget(self, begun: int) -> None:
        """Give up a task, unless it is being done."""
        self._waiting = deque(each for each in self._waiting if each[0] != begun)

    def close(self) -> None:
        """End the processes, whatever they do."""
        for worker in self._workers.values():
            worker.process.terminate()
        for worker in self._workers.values():
            worker.process.join()
            worker.connection.close()
        self._workers.clear()

    def _hear(self, ready: list[Any]) -> None:
        """Take what processes have to say, and give tasks to those that have none."""
        try:
            for connection in ready:
                self._told[self._busy.pop(connection)] = connection.recv()
                self._idle.append(connection)
            while self._idle and self._waiting:
                ticket, name, packed, task = self._waiting.popleft()
                connection = self._idle.pop()
                self._busy[connection] = ticket
                worker = self._workers[connection]
                connection.send((name, b"" if worker.has == name else packed, task))
                worker.has = name
        except (EOFError, ConnectionError) as error:
            raise SpreadingError(LOST, _LOST, "use fewer --jobs") from error


@dataclass
class _Worker:
    """A process, and the name of what it was given last."""

    process: BaseProcess
    connection: Connection
    has: bytes = b""


@dataclass(frozen=True)
class _Done:
    result: Any


@dataclass(frozen=True)
class _Failed:
    error: Exception


def _started() -> _Worker:
    # A fresh interpreter everywhere: a copy of this one would hold its threads' locks.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    # Its temporary files are among those of this process, so that all of them go together.
    process = context.Process(target=_serve, args=(theirs, tempfile.gettempdir()), daemon=True)
    with starting():
        process.start()
    theirs.close()
    return _Worker(process, ours)


def _serve(connection: Connection, temporary: str) -> None:
    """Do task after task until nobody has any more."""
    settle_in(temporary)
    with suppress(EOFError, ConnectionError):
        while True:
            name, packed, task = connection.recv()
            _answer(connection, name, packed, task)


def _answer(connection: Connection, name: bytes, packed: bytes, task: Any) -> None:
    try:
        connection.send(_Done(done_there(name, packed, task)))
    except ConnectionError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is raised where somebody can say so
        try:
            connection.send(_Failed(error))
        except ConnectionError:
            raise
        except Exception:  # noqa: BLE001 - it does not travel
            connection.send(_Failed(TaskError(f"{type(error).__name__}: {error}")))
