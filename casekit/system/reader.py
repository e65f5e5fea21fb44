"""Strangers' files, read in a process with limits: bytes go in, plain data comes out.

``read("casekit.package.module:function", data)`` is what the function returns, as JSON has it. The process lasts: the next file
is read by it too, and it ends with this one. ``reader_process`` is what runs there, and says what it may not do.

A document that is looked at several times, or page by page, has one budget of time (``document_budget``).
"""

import atexit
import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Timer
from typing import Any, BinaryIO, cast

from casekit.system.reader_process import DONE, FAULT, LAST, MISSING, TOLD, ReadingLimits, receive, send
from casekit.system.spreading import TaskError

Tell = Callable[[Any], None]

PATIENCE = 30.0 if sys.platform == "win32" else 600.0
"""Seconds by the clock in which a process must say something: all the time that it has where no processor time can be limited."""
USUAL = ReadingLimits()
SECONDS_A_PAGE = 1.0
"""The processor time for a page. One that differs in everything from what it should be takes half of it."""
_LONGEST = 100_000_000
"""The most bytes of an answer."""
_BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from casekit.system.reader_process import serve; serve()"


class UnreadError(Exception):
    """A file was not read: it reached a limit, or ended the process. The message is the rest of a sentence about it."""


@dataclass
class _Budget:
    """Seconds of processor time for all that is read of one document, and how many of them are ``taken``."""

    seconds: float
    taken: float = 0.0


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def document_budget(seconds: float = USUAL.seconds) -> Iterator[None]:
    """Have all that is read meanwhile share the time of one file. Once it has reached a limit, nothing more is read."""
    token = _budget.set(_Budget(seconds))
    try:
        yield
    finally:
        _budget.reset(token)


def allow_for(pages: int) -> None:
    """Let the budget be enough for a document that should have this number of pages; how many it has does not count."""
    if budget := _budget.get():
        budget.seconds = max(budget.seconds, SECONDS_A_PAGE * pages)


def read(work: str, *given: Any, limits: ReadingLimits = USUAL, progress: Tell = lambda _: None) -> Any:
    """Do some work in a process with limits. Any thread may ask; each has a process to itself meanwhile.

    Args:
        work: the place of a function.
        given: what it is called with.
        limits: the most that it may take.
        progress: called with each report (``reader_process.tell``), after which it has the time of a file again, as far as the budget of its document goes.

    Raises:
        UnreadError: if it reached a limit, or the process was lost.
        ImportError: if a library is not installed that it needs.
        TaskError: if it raised any other exception.
    """
    budget = _budget.get() or _Budget(limits.seconds)
    if budget.taken >= budget.seconds:
        raise UnreadError(_too_slow(limits, budget))
    reader = _reader()
    try:
        answer = reader.ask((work, given, limits), budget, progress)
    except BaseException:
        reader.end()
        raise
    _idle.append(reader)
    return answer


def _too_slow(limits: ReadingLimits, budget: _Budget) -> str:
    """The limits of time, in words."""
    for_all = f" for a page, or {budget.seconds:g} for all" if budget.seconds > limits.seconds else ""
    return f"takes more than {limits.seconds:g} seconds of processor time{for_all}"


class _Reader:
    """A process that reads."""

    def __init__(self) -> None:
        # In a group of its own, it does not hear Ctrl-C.
        group: dict[str, Any] = {"creationflags": 0x200} if sys.platform == "win32" else {"process_group": 0}
        self._process = subprocess.Popen(  # noqa: S603 - no shell; the program is the one that runs here
            [sys.executable, "-IB", "-c", _BEGIN, *filter(os.path.isabs, sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **group,
        )
        self._given_up = False

    @property
    def is_ready(self) -> bool:
        """Whether it can be asked something."""
        return self._process.poll() is None

    def ask(self, task: tuple[str, Sequence[Any], ReadingLimits], budget: _Budget, progress: Tell) -> Any:
        """The answer to a task, for which a budget is used."""
        # If it is gone already, that is heard at once.
        with suppress(OSError):
            send(cast("BinaryIO", self._process.stdin), pickle.dumps((*task, budget.seconds - budget.taken)))
        kind, value = self._heard()
        while kind == TOLD:
            progress(value)
            kind, value = self._heard()
        if kind == FAULT:
            raise TaskError(value)
        if kind == MISSING:
            raise ImportError(name=value)
        if kind not in {DONE, LAST}:
            reached = self._limit_reached(task[-1], budget)
            budget.taken = budget.seconds
            raise UnreadError(reached)
        if kind == LAST:
            self._process.wait()
        result, seconds = value
        budget.taken += seconds
        return result

    def _heard(self) -> tuple[str, Any]:
        """The next message; nothing of a process that ended."""
        watch = Timer(PATIENCE, self._give_up)
        watch.start()
        try:
            kind, value = json.loads(receive(cast("BinaryIO", self._process.stdout), _LONGEST))
        except (EOFError, OSError, TypeError, ValueError, RecursionError):
            return "", None
        finally:
            watch.cancel()
        return kind, value

    def _give_up(self) -> None:
        self._given_up = True
        self._process.kill()

    def _limit_reached(self, limits: ReadingLimits, budget: _Budget) -> str:
        """The limit that ended it, in words."""
        if self._process.wait() == -getattr(signal, "SIGPROF", 0):
            return _too_slow(limits, budget)
        if self._given_up:
            return f"takes more than {PATIENCE:g} seconds"
        return f"takes more than {limits.megabytes} MB of memory, or breaks the program that reads it"

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        # Of what it did not hear any more, something may be left to be sent.
        with suppress(OSError), self._process:
            pass


_idle: list[_Reader] = []
"""Those that wait for a file."""


def _reader() -> _Reader:
    """One that waits, or a new one."""
    # Another thread may take the last one meanwhile.
    with suppress(IndexError):
        while True:
            if (found := _idle.pop()).is_ready:
                return found
            found.end()
    return _Reader()


@atexit.register
def end_readers() -> None:
    """End those that wait; the others end with whoever waits for them."""
    while _idle:
        _idle.pop().end()


if hasattr(os, "register_at_fork"):
    # They are the other process's.
    os.register_at_fork(after_in_child=_idle.clear)
