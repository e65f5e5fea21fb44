"""Standard streams that are guarded: what is printed steers no terminal and gives a service of CI no command.

A title, a name of a file or a quotation may hold whatever somebody wrote there. None of it steers a terminal,
hides or turns the direction of writing: what has no shape of its own is replaced by a character that can be
seen, in whatever a command, click, a library or Python itself prints, but for what casekit styles itself.
Where a service of CI reads the output, no text is a command to it either (``ci_commands``). Only the text of
a case, for whoever asks for it in a pipe, is written as it is.

The streams are in two layers. A ``SafeStream`` shows what has no shape and hands the text on to an
``Outlet``, which guards it against services of CI and says of itself when it cannot be written.
"""

import _thread
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, TextIO, cast

from casekit.diagnostics import ExpectedError
from casekit.diagnostics.invisible_characters import visible
from casekit.diagnostics.renderers.terminal_text import printable

if TYPE_CHECKING:
    from casekit.cli.ci_commands import LineGuard

CI_VARIABLES = ("GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION")
"""The variables that are set in the jobs of services that obey commands: GitHub (also Gitea and Forgejo),
GitLab, Azure and TeamCity."""

_NAMES = {"stdin": "standard input", "stdout": "standard output", "stderr": "standard error"}
"""The streams in words, by their names in ``sys``."""

_BYTES_AT_A_TIME = 4_096
"""How much of an input that nobody wants is read at once."""


def is_read_by_ci(environment: Mapping[str, str]) -> bool:
    """Whether a service that obeys commands reads what this process prints."""
    return any(environment.get(name) for name in CI_VARIABLES)


def _line_guard() -> "LineGuard | None":
    """The guard against commands to the service of CI that reads what this process prints, if one does."""
    if not is_read_by_ci(os.environ):
        return None
    from casekit.cli import ci_commands

    return ci_commands.LineGuard()


class OutputError(ExpectedError):
    """Standard output or standard error cannot be written."""

    def __init__(self, stream: str, reason: OSError) -> None:
        """Say which ``stream``, in words, and for what ``reason``."""
        super().__init__(stream, reason)
        self.stream = stream
        self.reason = reason


class Outlet:
    """A stream of text that knows who reads it, and says of itself when it cannot be written.

    No other file is blamed for that. Where a service of CI reads it, texts cannot give the service a command,
    styled or not: casekit's own annotations go through ``write_data``.
    """

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream = stream
        self.name_in_words = name
        self._guard = _line_guard()

    def write(self, text: str) -> int:
        """Write a text.

        Raises:
            OutputError: if that cannot be done.
        """
        self._write(text if self._guard is None else self._guard.parted(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts.

        Raises:
            OutputError: if that cannot be done.
        """
        for line in lines:
            self.write(line)

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
        except OSError as error:
            raise OutputError(self.name_in_words, error) from error

    def flush(self) -> None:
        """Write what waits to be written.

        Raises:
            OutputError: if that cannot be done.
        """
        try:
            self._stream.flush()
        except OSError as error:
            raise OutputError(self.name_in_words, error) from error

    def write_data(self, text: str, form: str) -> None:
        """Write what another program is to read, after all that was written before.

        It is in UTF-8, with the line breaks that it has. On a terminal it is shown like everything else.

        Raises:
            OutputError: if that cannot be done.
        """
        is_terminal = self._stream.isatty()
        if is_terminal:
            text = self._harmless(printable(text), "text" if form == "case" else form)
        else:
            text = self._harmless(text if form == "case" else visible(text), form)
        byte_stream = getattr(self._stream, "buffer", None)
        if byte_stream is None or is_terminal:
            self._write(text)
            self.flush()
            return
        self.flush()
        try:
            byte_stream.write(text.encode("utf-8", "replace"))
            byte_stream.flush()
        except OSError as error:
            raise OutputError(self.name_in_words, error) from error

    def _harmless(self, text: str, form: str) -> str:
        """A whole text in a form, without a command to the service of CI that reads this stream, if any."""
        if self._guard is None:
            return text
        if form == "text":
            return self._guard.parted(text)
        from casekit.cli.ci_commands import harmless

        text = harmless(text, form)
        self._guard.note(text)
        return text

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class SafeStream:
    """A stream of text that shows what has no shape of its own; all else is that of the stream within."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str | bytes) -> int:
        """Write a text as it may be shown. The completion of command lines writes its bytes.

        Raises:
            TypeError: for no bytes at all, by which click finds out whether this is a stream of bytes.
        """
        if not text and not isinstance(text, str):
            raise TypeError("this is a stream of text")
        return self._stream.write(printable(text if isinstance(text, str) else text.decode(errors="replace")))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts as they may be shown."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # Where there is one, click writes to it if it does not like the encoding.
            raise AttributeError(name)
        return getattr(self._stream, name)


def guard_streams() -> None:
    """Guard standard output and standard error; where there is none, there is nothing to guard."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, SafeStream):
            # A terminal that knows no Unicode shows a question mark, not a traceback.
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")
            outlet = cast("TextIO", Outlet(stream, _NAMES[name]))
            setattr(sys, name, cast("TextIO", SafeStream(outlet)))


def open_streams() -> None:
    """Let standard streams that were closed before casekit began (``>&-``) lead nowhere.

    Whoever closes them wants to read nothing. The next file that is opened would get the number of such a
    stream, and with it what is printed.
    """
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        if getattr(sys, name) is not None:
            continue
        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor != number and not _is_open(number):
            os.dup2(descriptor, number)
            os.close(descriptor)
            descriptor = number
        os.set_inheritable(descriptor, True)
        stream = open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 -- of a descriptor
        setattr(sys, name, stream)


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def discard(stream: TextIO, *, only: str) -> None:
    """Let a stream lead nowhere from here on, if it is the one that ``only`` names in words."""
    outlet = unguarded(stream)
    if getattr(outlet, "name_in_words", "") == only:
        with suppress(OSError, ValueError):
            null_device = os.open(os.devnull, os.O_RDWR)
            os.dup2(null_device, outlet.fileno())
            os.close(null_device)


def write_data(text: str, form: str) -> None:
    """Write what another program is to read to standard output, in a form of findings, ``html`` or ``case``.

    It is UTF-8 whatever the encoding of the system, or that program could not read it.
    """
    stream = unguarded(sys.stdout)
    outlet = stream if isinstance(stream, Outlet) else Outlet(stream, _NAMES["stdout"])
    outlet.write_data(text, form)


def unguarded(stream: TextIO) -> TextIO:
    """The stream within, for texts that were made fit to be shown before they were styled."""
    if isinstance(stream, SafeStream):
        return cast("TextIO", getattr(stream, "_stream"))  # noqa: B009 - for mypy
    return stream


def interrupt_at_end_of_input() -> None:
    """As soon as standard input ends, interrupt the main thread as Ctrl-C does.

    The other end of a pipe is closed when its process is killed, too; so a process that another one started
    ends with it, and need not look whether it is still there. The input is not kept.
    """
    Thread(target=_interrupt_at_end, name="end of input", daemon=True).start()


def _interrupt_at_end() -> None:
    try:
        while os.read(0, _BYTES_AT_A_TIME):
            pass
    except OSError:
        pass  # there is no standard input, so it is over
    _thread.interrupt_main()
