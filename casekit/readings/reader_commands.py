"""A command of the user's that answers texts: each on its standard input, several at a time.

The command is run as it is, without a shell. Nothing that casekit read decides what it is.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from tempfile import TemporaryFile
from threading import Event, Lock, Timer
from typing import IO, NamedTuple

MOST_ANSWER_BYTES = 2_000_000
"""The most bytes of one answer that are kept; a command that writes more is ended."""

_LONGEST_REASON = 500
"""The most bytes of what a command says of its failure."""


class CommandAnswer(NamedTuple):
    """The answer of a command to one text."""

    number: int
    """The number of the text, counted from 0."""

    text: str
    """The answer; empty if there is none."""

    fault: str = ""
    """Why there is none, as a clause; empty if there is one."""


def answer_texts(
    command: Sequence[str], texts: Sequence[str], *, at_once: int, seconds: float
) -> Generator[CommandAnswer, None, None]:
    """Have a command answer texts, in the order in which it ends; whatever still runs at the end is killed.

    Args:
        command: the program and its arguments.
        texts: the texts; each is given to a process of its own.
        at_once: how many processes run at a time.
        seconds: how long each may take.
    """
    runner = _CommandRunner(command, seconds)
    pool = ThreadPoolExecutor(max_workers=at_once)
    try:
        futures: list[Future[CommandAnswer]] = []
        for number, text in enumerate(texts):
            futures.append(pool.submit(runner.answer, number, text))
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        runner.stop()


class _CommandRunner:
    """Runs a command, and knows which of its processes are still there."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = list(command)
        self._seconds = seconds
        self._lock = Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_stopped = False

    def answer(self, number: int, text: str) -> CommandAnswer:
        """Run the command once."""
        with TemporaryFile() as request, TemporaryFile() as errors:
            request.write(text.encode())
            request.seek(0)
            try:
                process = self._start(request, errors)
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                return CommandAnswer(number, "", f"it cannot be started: {reason}")
            if process is None or process.stdout is None:
                return CommandAnswer(number, "", "it was stopped")
            is_late = Event()
            alarm = Timer(self._seconds, self._end_late, (process, is_late))
            alarm.daemon = True
            alarm.start()
            with process.stdout as stream:
                # No more than that is kept, whatever the command writes.
                output = stream.read(MOST_ANSWER_BYTES + 1)
            if len(output) > MOST_ANSWER_BYTES:
                _kill(process)
            process.wait()
            alarm.cancel()
            with self._lock:
                self._running.discard(process)
            fault = self._fault(process, output, errors, is_late=is_late.is_set())
            return CommandAnswer(number, "" if fault else output.decode("utf-8", "replace"), fault)

    def _fault(
        self, process: subprocess.Popen[bytes], output: bytes, errors: IO[bytes], *, is_late: bool
    ) -> str:
        """Why a process that has ended gave no answer; empty if it gave one."""
        if is_late:
            return f"it did not end within {self._seconds:g} seconds"
        if len(output) > MOST_ANSWER_BYTES:
            return f"it wrote more than {MOST_ANSWER_BYTES:,} bytes"
        if not process.returncode:
            return ""
        errors.seek(max(0, errors.seek(0, os.SEEK_END) - _LONGEST_REASON))
        last_line = errors.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        said = f": {last_line}" if last_line else ""
        return f"it ended with status {process.returncode}{said}"

    def _end_late(self, process: subprocess.Popen[bytes], is_late: Event) -> None:
        """End a process that has taken too long."""
        is_late.set()
        _kill(process)

    def _start(self, request: IO[bytes], errors: IO[bytes]) -> subprocess.Popen[bytes] | None:
        """Start the command; ``None`` if nothing is to be started any more."""
        with self._lock:
            if self._is_stopped:
                return None
            process = subprocess.Popen(  # noqa: S603 - the user gave this command
                self._command,
                stdin=request,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
            self._running.add(process)
            return process

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
