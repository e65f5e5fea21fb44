"""Strangers' files, read in a process with limits: bytes go in, plain data comes out.

``read(function, data)`` is what the function returns, as JSON has it. The function is one of a module, which
the process imports by its name. The process lasts: the next file is read by it too, and it ends with this
one; ``serve`` is what runs there. As far as the system can deny it, it opens no connection, writes no file
and starts no program: Linux denies all of that (Landlock from 5.13 on, seccomp on x86-64 and ARM64), other
systems of the POSIX kind that it writes into files, Windows nothing.

A document that is looked at several times, or page by page, has one budget of time (``document_budget``).
"""

import atexit
import json
import os
import pickle
import signal
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from queue import SimpleQueue
from struct import pack, unpack
from threading import Thread, Timer
from time import process_time
from typing import Any, BinaryIO, cast

from casekit.system.executors import TaskError, fault_in_words
from casekit.system.process_limits import limit_memory, limit_time, memory_taken
from casekit.values import field_values, frozen

# The kinds of messages of a process that reads. A result is what the work returns, and the seconds that
# it took.
DONE = "done"
"""A result."""
LAST = "last"
"""A result after which the process ends."""
PROGRESS = "told"
"""Progress."""
FAULT = "fault"
"""A fault of casekit's, in words."""
MISSING = "missing"
"""The name of a library that is not installed."""
MEMORY = "memory"
"""Too little memory."""

_MOST_MEGABYTES_KEPT = 200
"""A process that has taken more does not wait for the next file: it would have too little left for it."""

_COPIES_OF_FILE = 4
"""The memory beside the limits, in copies of what is read."""


@frozen
class ReadingLimits:
    """The most that reading a file, or a page of one, may take."""

    seconds: float = 5.0
    """Processor time."""

    megabytes: int = 500
    """Memory, beside some copies of the file."""


def send(stream: BinaryIO, data: bytes) -> None:
    """Send a message."""
    stream.write(pack(">Q", len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO, most: int = sys.maxsize) -> bytes:
    """The next message.

    Raises:
        EOFError: if there is none any more, it is cut off, or longer than ``most``.
    """
    head = stream.read(8)
    is_whole = len(head) == 8  # noqa: PLR2004 -- a number has that many bytes
    size = unpack(">Q", head)[0] if is_whole else most + 1
    data = stream.read(size) if size <= most else b""
    if size > most or len(data) < size:
        raise EOFError
    return data


hearers: list[Callable[[Any], None]] = []
"""Send progress to the process that waits for work of this one; empty if none does."""


def report_progress(progress: Any) -> None:
    """Send whoever waits the progress so far, from a companion too (``crew``).

    In a reader, a page has the time of a file, as far as any is left for all.
    """
    for send_on in hearers:
        send_on(progress)


def serve() -> None:
    """Do one piece of work after another for the process that started this one, and end with it."""
    out = os.fdopen(os.dup(1), "wb")
    # What a library prints is no answer.
    os.dup2(2, 1)
    _confine()
    tasks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_hear, args=(tasks,), daemon=True).start()
    kind = DONE
    while kind == DONE:
        try:
            result = _worked(tasks.get(), out)
            kind = LAST if memory_taken() > _MOST_MEGABYTES_KEPT else DONE
            answer = json.dumps((kind, result), default=_plain)
        except MemoryError:
            kind, answer = MEMORY, json.dumps((MEMORY, None))
        except ImportError as error:
            kind, answer = MISSING, json.dumps((MISSING, error.name or str(error)))
        except Exception as error:  # noqa: BLE001 - told where it can be reported
            kind, answer = FAULT, json.dumps((FAULT, fault_in_words(error)))
        send(out, answer.encode())
    os._exit(0)


def _hear(tasks: "SimpleQueue[bytes]") -> None:
    """Receive tasks; when nobody has any more, end, whatever is being read."""
    try:
        while True:
            tasks.put(receive(sys.stdin.buffer))
    finally:
        os._exit(0)


def _worked(task: bytes, out: BinaryIO) -> tuple[Any, float]:
    """Do some work within its limits; what it returns, and the seconds of processor time that it took."""
    # Whoever started this process packed it.
    place, arguments, limits, seconds_left = pickle.loads(task)  # noqa: S301
    megabytes = limits.megabytes + _COPIES_OF_FILE * len(task) // 1_000_000
    module, _, name = place.partition(":")
    # All that is needed is there before the time begins to count.
    work = getattr(import_module(module), name)

    start = process_time()

    def limit_next_part() -> None:
        seconds = min(limits.seconds, start + seconds_left - process_time())
        # No time at all would be no limit.
        limit_time(max(0.001, seconds))

    def send_progress(progress: Any) -> None:
        limit_next_part()
        send(out, json.dumps((PROGRESS, progress)).encode())

    hearers[:] = [send_progress]
    limit_memory(megabytes)
    limit_next_part()
    result = work(*arguments)
    limit_time(0)
    limit_memory(0)
    return result, process_time() - start


def _plain(value: Any) -> Any:
    """Plain data for what JSON does not know.

    Dataclasses are lists, bytes are in base 64, members of an enumeration are their values.
    """
    if isinstance(value, bytes):
        return b64encode(value).decode()
    if isinstance(value, Enum):
        return value.value
    return [*field_values(value).values()]


# --- what it may not do --------------------------------------------------------------------------

_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2

_LANDLOCK_CREATE_RULESET = 444
"""The number of the system call, the same on all machines."""
_LANDLOCK_RESTRICT_SELF = 446
_LANDLOCK_ASK_VERSION = 1
"""The flag with which the call that makes a ruleset gives the version of Landlock."""

_RIGHTS_TO_WRITE = 0x1FF3
"""Landlock's rights to write, make and remove files, and to start programs."""

_LATER_RIGHTS = {1: 0, 2: 0x2000}
"""Rights that came later, by the version: in version 2 to move files."""
_RIGHTS_SINCE_VERSION_3 = 0x6000
"""Those that came later by version 3: also to cut files off."""

_RIGHTS_OF_TCP = 3
"""Landlock's rights to listen and to connect."""
_FIRST_VERSION_WITH_TCP = 4

_SOCKET_CALL = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""By the machine: the number of its set of calls, and that of the call that makes a socket. Another call
(425, io_uring_setup) makes any number of them."""

_SECCOMP_ALLOW = 0x7FFF0000
_SECCOMP_REFUSE = 0x00050001
"""Let the call fail as not permitted."""


def _confine() -> None:
    """Give up what no reading needs, as far as the system knows it."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 -- POSIX

    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 -- whoever only starts this process does without

    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    version = libc.syscall(_LANDLOCK_CREATE_RULESET, None, 0, _LANDLOCK_ASK_VERSION)
    if version > 0:
        rights_on_files = _RIGHTS_TO_WRITE | _LATER_RIGHTS.get(version, _RIGHTS_SINCE_VERSION_3)
        rights_on_network = _RIGHTS_OF_TCP if version >= _FIRST_VERSION_WITH_TCP else 0
        rights = pack("QQ", rights_on_files, rights_on_network)
        ruleset = libc.syscall(_LANDLOCK_CREATE_RULESET, rights, len(rights), 0)
        libc.syscall(_LANDLOCK_RESTRICT_SELF, ruleset, 0)
    if os.uname().machine in _SOCKET_CALL:
        machine, socket = _SOCKET_CALL[os.uname().machine]
        # Each step of the filter: what it does, how many steps to skip if so and if not, and a number.
        steps = (
            (0x20, 0, 0, 4),
            (0x15, 0, 4, machine),
            (0x20, 0, 0, 0),
            (0x35, 2, 0, 0x40000000),
            (0x15, 1, 0, 425),
            (0x15, 0, 1, socket),
            (0x06, 0, 0, _SECCOMP_REFUSE),
            (0x06, 0, 0, _SECCOMP_ALLOW),
        )
        code = ctypes.create_string_buffer(b"".join(pack("HBBI", *step) for step in steps))
        libc.prctl(
            _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, pack("HP", len(steps), ctypes.addressof(code)), 0, 0
        )


OnProgress = Callable[[Any], None]
"""Is called with each report of progress."""

PATIENCE = 30.0 if sys.platform == "win32" else 600.0
"""Seconds by the clock in which a process must say something: all the time that it has where no processor
time can be limited."""
USUAL = ReadingLimits()
SECONDS_A_PAGE = 1.0
"""The processor time for a page. One that differs in everything from what it should be takes half of it."""
_LONGEST = 100_000_000
"""The most bytes of an answer."""
_BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from casekit.system.sandbox import serve; serve()"


class SandboxError(Exception):
    """A file was not read: it reached a limit, or ended the process.

    The message is the rest of a sentence about it.
    """


@dataclass
class _Budget:
    """Processor time for all that is read of one document."""

    seconds: float
    """The seconds that it may take."""

    taken: float = 0.0
    """The seconds that it has taken so far."""


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def document_budget(seconds: float = USUAL.seconds) -> Iterator[None]:
    """Have all that is read meanwhile share the time of one file.

    Once it has reached a limit, nothing more is read.
    """
    token = _budget.set(_Budget(seconds))
    try:
        yield
    finally:
        _budget.reset(token)


def allow_for(pages: int) -> None:
    """Let the budget be enough for a document that should have this number of pages.

    How many it has does not count.
    """
    if budget := _budget.get():
        budget.seconds = max(budget.seconds, SECONDS_A_PAGE * pages)


def read(
    work: Callable[..., Any],
    *arguments: Any,
    limits: ReadingLimits = USUAL,
    progress: OnProgress = lambda _: None,
) -> Any:
    """Do some work in a process with limits. Any thread may ask; each has a process to itself meanwhile.

    Args:
        work: a function of a module. Its result and its progress are what JSON can hold.
        arguments: what it is called with.
        limits: the most that it may take.
        progress: called with each report (``report_progress``), after which it has the time of a file again,
            as far as the budget of its document goes.

    Raises:
        SandboxError: if it reached a limit, or the process was lost.
        ImportError: if a library is not installed that it needs.
        TaskError: if it raised any other exception.
    """
    budget = _budget.get() or _Budget(limits.seconds)
    if budget.taken >= budget.seconds:
        raise SandboxError(_too_slow(limits, budget))
    place = f"{work.__module__}:{work.__qualname__}"
    reader = _reader()
    try:
        answer = reader.ask((place, arguments, limits), budget, progress)
    except BaseException:
        reader.end()
        raise
    _idle.append(reader)
    return answer


def _too_slow(limits: ReadingLimits, budget: _Budget) -> str:
    """The limits of time, in words."""
    time = f"takes more than {limits.seconds:g} seconds of processor time"
    if budget.seconds > limits.seconds:
        return f"{time} for a page, or {budget.seconds:g} for all"
    return time


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
        self._is_too_late = False

    @property
    def is_ready(self) -> bool:
        """Whether it can be asked something."""
        return self._process.poll() is None

    def ask(
        self, task: tuple[str, Sequence[Any], ReadingLimits], budget: _Budget, progress: OnProgress
    ) -> Any:
        """The answer to a task, for which a budget is used."""
        # If it is gone already, that is heard at once.
        with suppress(OSError):
            send(cast("BinaryIO", self._process.stdin), pickle.dumps((*task, budget.seconds - budget.taken)))
        kind, value = self._next_message()
        while kind == PROGRESS:
            progress(value)
            kind, value = self._next_message()
        if kind == FAULT:
            raise TaskError(value)
        if kind == MISSING:
            raise ImportError(name=value)
        if kind not in {DONE, LAST}:
            reached = self._limit_reached(task[-1], budget)
            budget.taken = budget.seconds
            raise SandboxError(reached)
        if kind == LAST:
            self._process.wait()
        result, seconds = value
        budget.taken += seconds
        return result

    def _next_message(self) -> tuple[str, Any]:
        """The kind and the content of the next message; an empty kind if the process has ended."""
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
        self._is_too_late = True
        self._process.kill()

    def _limit_reached(self, limits: ReadingLimits, budget: _Budget) -> str:
        """The limit that ended it, in words."""
        if self._process.wait() == -getattr(signal, "SIGPROF", 0):
            return _too_slow(limits, budget)
        if self._is_too_late:
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
            reader = _idle.pop()
            if reader.is_ready:
                return reader
            reader.end()
    return _Reader()


@atexit.register
def end_readers() -> None:
    """End those that wait; the others end with whoever waits for them."""
    while _idle:
        _idle.pop().end()


if hasattr(os, "register_at_fork"):
    # They are the other process's.
    os.register_at_fork(after_in_child=_idle.clear)
