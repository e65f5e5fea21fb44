"""Others that do work, task after task: processes of this machine (``processes.Pool``), or of a cluster (``cluster``)."""

import pickle
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any


class SpreadingError(Exception):
    """Work could not be done elsewhere: ``kind`` is why, ``hint`` the cure."""

    def __init__(self, kind: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.kind, self.hint = kind, hint


class TaskError(Exception):
    """Work failed in another process: a fault of ours, in words because it may not travel."""


def fault_in_words(error: BaseException) -> str:
    """A fault in a process of ours and its place, for those who have only its words."""
    import traceback  # noqa: PLC0415 - only where something failed

    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} (at {where.filename}:{where.lineno}, in {where.name})"


MISSING = "missing"
"""The library for it is not installed."""
UNREACHABLE = "unreachable"
"""The cluster cannot be reached, or not any more."""
UNFIT = "unfit"
"""The cluster has no workers, or none that give the same answers."""
LOST = "lost"
"""A worker ended before its work did."""


class Workers(ABC):
    """Other processes that do work."""

    count: int
    """How many tasks they do at a time."""

    @abstractmethod
    def begin(self, name: bytes, packed: bytes, task: Any) -> Any:
        """Have a task done; the answer is taken by ``finish``."""

    @abstractmethod
    def finish(self, begun: Any) -> Any:
        """Wait for a result.

        Raises:
            SpreadingError: if there will be none.
        """

    @abstractmethod
    def forget(self, begun: Any) -> None:
        """Give up a task whose result nobody waits for."""

    @abstractmethod
    def close(self) -> None:
        """Give up everything that is not done yet, and leave nothing running."""


_READY: dict[bytes, tuple[Callable[[Any, Any], Any], Any]] = {}
"""In a process that works for another: what it does, and what it prepared for it. The results do not depend on it."""

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
