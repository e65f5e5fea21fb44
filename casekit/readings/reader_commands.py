"""A command of the user's that answers texts: each on its standard input, several at a time.

The command is run as it is, without a shell. Nothing that casekit read decides what it is.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from threading import Lock
from typing import NamedTuple

MOST_ANSWER_BYTES = 2_000_000
"""The most bytes of one answer that are read; a longer answer is an error."""


class FilterAnswer(NamedTuple):
    """The answer of a command to one text."""

    number: int
    """The number of the text, counted from 0."""

    text: str
    """The answer; empty if there is none."""

    fault: str = ""
    """Why there is none, as a clause; empty if there is one."""


def answer_texts(
    command: Sequence[str], texts: Sequence[str], *, at_once: int, seconds: float
) -> Generator[FilterAnswer, None, None]:
    """Have a command answer texts, in the order in which it ends; whatever still runs at the end is killed.

    Args:
        command: the program and its arguments.
        texts: the texts; each is given to a process of its own.
        at_once: how many processes run at a time.
        seconds: how long each may take.
    """
    runner = _FilterRunner(command, seconds)
    pool = ThreadPoolExecutor(max_workers=at_once)
    try:
        futures: list[Future[FilterAnswer]] = []
        for number, text in enumerate(texts):
            futures.append(pool.submit(runner.answer, number, text))
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        runner.stop()


class _FilterRunner:
    """Runs a command, and knows which of its processes are still there."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = list(command)
        self._seconds = seconds
        self._lock = Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_stopped = False

    def answer(self, number: int, text: str) -> FilterAnswer:
        """Run the command once."""
        try:
            process = self._start()
        except OSError as error:
            return FilterAnswer(number, "", f"it cannot be started: {(error.strerror or str(error)).lower()}")
        if process is None:
            return FilterAnswer(number, "", "it was stopped")
        try:
            output, errors = process.communicate(text.encode(), timeout=self._seconds)
        except subprocess.TimeoutExpired:
            _kill(process)
            return FilterAnswer(number, "", f"it did not end within {self._seconds:g} seconds")
        finally:
            self._forget(process)
        if process.returncode:
            last = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
            said = f": {last}" if last else ""
            return FilterAnswer(number, "", f"it ended with status {process.returncode}{said}")
        if len(output) > MOST_ANSWER_BYTES:
            return FilterAnswer(number, "", f"it wrote more than {MOST_ANSWER_BYTES:,} bytes")
        return FilterAnswer(number, output.decode("utf-8", "replace"))

    def _start(self) -> subprocess.Popen[bytes] | None:
        """Start the command; ``None`` if nothing is to be started any more."""
        with self._lock:
            if self._is_stopped:
                return None
            process = subprocess.Popen(  # noqa: S603 - the user gave this command
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            self._running.add(process)
            return process

    def _forget(self, process: subprocess.Popen[bytes]) -> None:
        """Close what connects this process with another one, which has ended."""
        with self._lock:
            self._running.discard(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()

    def stop(self) -> None:
        """End everything that still runs, and start nothing any more."""
        with self._lock:
            self._is_stopped = True
            running = list(self._running)
        for process in running:
            _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all that it has started, and wait for it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            # What it has started may hold its output open when it has ended itself.
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
