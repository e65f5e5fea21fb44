"""A process that answers one question after another while this one goes on."""

import atexit
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from threading import Lock
from typing import Any, NoReturn

from casekit.system.processes import LostProcessError, TaskError, Told, fault_in_words, started

Answer = Callable[[Any], Any]

_PATIENCE = 2.0
"""The seconds in which a process ends those that it has started itself; one that computes without a pause is killed."""


class Companion:
    """A process that answers questions until it is ended; it begins with the first one.

    ``prepare`` is a function of a module that is called there once, and returns the function that answers. Questions and answers are
    copied from process to process. One thread at a time may ask; any may end it. The function that answers may begin
    processes too: they end with it.
    """

    def __init__(self, prepare: Callable[[], Answer]) -> None:
        self._prepare = prepare
        self._ending = Lock()
        self._running: tuple[BaseProcess, Connection] | None = None
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether there is a process now."""
        return self._running is not None

    def ask(self, question: Any, progress: Callable[[Any], None] | None = None) -> Any:
        """The answer to a question. ``progress`` is called with each value that ``tell_on_the_way`` sends before.

        Raises:
            LostProcessError: if the process ends meanwhile. The next question begins another one, unless it was closed.
            TaskError: if answering raised an exception, or the question cannot be copied.
        """
        _, connection = self._running or self._begun()
        try:
            # A question may hold what a stranger has sent.
            copied = ForkingPickler.dumps(question)
        except Exception as error:  # noqa: BLE001 - whatever copying says
            raise TaskError(f"{type(error).__name__}: {error}") from None
        try:
            connection.send_bytes(copied)
            while not isinstance(message := connection.recv(), Told):
                if progress is not None:
                    progress(message)
        except (EOFError, OSError):
            self.end()
            raise LostProcessError(0, None) from None
        return message.taken()

    def close(self) -> None:
        """End the process for good: questions from now on raise ``LostProcessError``."""
        self._closed = True
        self.end()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        with self._ending:
            running, self._running = self._running, None
            if running is not None:
                atexit.unregister(self.end)
                process, _ = running
                process.terminate()
                process.join(_PATIENCE)
                if process.is_alive():
                    process.kill()
                    process.join()

    def _begun(self) -> tuple[BaseProcess, Connection]:
        with self._ending:
            if self._closed:
                raise LostProcessError(0, None)
            # A daemonic process may begin none itself, as setting a heavy drawing does.
            self._running = started(_serve, self._prepare, daemon=False)
            # Python would wait for one that nobody has ended.
            atexit.register(self.end)
            return self._running


_hearing: list[Connection] = []
"""The listeners to a companion's messages on the way; empty in any other process."""


def tell_on_the_way(progress: Any) -> None:
    """Send whoever waits for an answer the progress so far; for the function that answers, in its own process."""
    for connection in _hearing:
        connection.send(progress)


def _serve(connection: Connection, prepare: Callable[[], Answer]) -> None:
    signal.signal(signal.SIGTERM, _leave)
    _hearing.append(connection)
    answer = prepare()
    # When nobody asks any more there is nothing left to do.
    with suppress(EOFError, OSError):
        while True:
            connection.send(_answered(answer, connection.recv()))


def _leave(*_: object) -> NoReturn:
    """End as a function ends that is left, and with it the processes that were begun here."""
    raise SystemExit(0)


def _answered(answer: Answer, question: Any) -> Told:
    try:
        return Told(answer(question))
    except Exception as error:  # noqa: BLE001 - told where it can be reported
        return Told(error=TaskError(fault_in_words(error)))
