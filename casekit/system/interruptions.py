"""Signals that come while a library computes.

Python handles a signal between two of its own steps. As long as a library computes, a signal waits, which
was minutes for a hard question on a busy machine. ``listen`` lets signals that end this process reach such a
call, and ``reachable`` says how the call is stopped: a thread of its own does that at once, and then Python
handles the signal as any other.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread, current_thread, main_thread
from types import TracebackType

ENDING = {getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)}
"""Signals from outside that end a process."""

_STOPPING = frozenset({signal.SIGINT, *ENDING})
_SOME = 64
"""The bytes that are read at once; each is the number of a signal."""


@contextmanager
def held_back() -> Iterator[None]:
    """Keep signals that end a process back.

    They are kept for a moment here, and until they work in processes that are started meanwhile. A thread
    that is started meanwhile never hears them: they are for the main one.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Listener:
    """Stops what the main thread has a library do, when a signal comes."""

    def __init__(self) -> None:
        self._numbers, self._written = os.pipe()
        # Python writes to it while it handles the signal, and may not wait then.
        os.set_blocking(self._written, False)
        self.stop: Callable[[], object] | None = None
        thread = Thread(target=self._hear, daemon=True)
        with held_back():
            thread.start()

    def attach(self) -> bool:
        """Have Python send the numbers of signals here; ``False`` if it sends them elsewhere already."""
        before = signal.set_wakeup_fd(self._written, warn_on_full_buffer=False)
        if before in {-1, self._written}:
            return True
        signal.set_wakeup_fd(before)
        return False

    def _hear(self) -> None:
        while numbers := os.read(self._numbers, _SOME):
            stop = self.stop
            if stop is not None and not _STOPPING.isdisjoint(numbers):
                stop()


class _Listening:
    """Whether this process listens, and the thread that does, once there is something to be stopped."""

    wanted = False
    listener: _Listener | None = None


def listen() -> None:
    """From now on signals reach what a library does for the main thread of this process.

    Nothing is begun before there is something to be reached.
    """
    # On Windows a pipe may make Python wait while it handles a signal. Only Ctrl-C comes there, and a solver
    # hears it itself.
    _Listening.wanted = os.name == "posix"


class reachable:  # noqa: N801 - it is used as a function
    """While this lasts, a signal that ends this process calls ``stop``, in another thread.

    The call has to let other threads of Python work meanwhile. Entering says whether a signal can reach it:
    only in the main thread, and only after ``listen``.
    """

    def __init__(self, stop: Callable[[], object]) -> None:
        self._stop = stop
        self._listener: _Listener | None = None

    def __enter__(self) -> bool:
        if not _Listening.wanted or current_thread() is not main_thread():
            return False
        # A machine without room for one more thread or pipe still answers.
        with suppress(OSError, RuntimeError):
            listener = _Listening.listener or _Listener()
            _Listening.listener = listener
            if listener.attach():
                self._listener = listener
                listener.stop = self._stop
        return self._listener is not None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._listener is not None:
            self._listener.stop = None
