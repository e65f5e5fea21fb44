"""Standard output and standard error, through which everything goes that is printed.

A title, a name of a file or a quotation may hold whatever somebody wrote there. None of it steers a terminal, hides or
turns the direction of writing: what has no shape of its own is replaced by a character that can be seen, in whatever a
command, click, a library or Python itself prints. Only what casekit styles itself, and data for another program, is
written as it is.
"""

import sys
from collections.abc import Iterable
from typing import Any, TextIO, cast

import click

from casekit.diagnostics.forms.cells import printable

STDIN = "-"
"""Written in place of a file's name for standard input or standard output."""


class Guarded:
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
        if stream is not None and not isinstance(stream, Guarded):
            setattr(sys, name, cast("TextIO", Guarded(stream)))


def write_data(text: str) -> None:
    """Write what another program is to read to standard output: in UTF-8 with the line breaks that it has.

    Where the system has another encoding, a pipe or a file would get that instead, which nobody could read back. On a
    terminal it is shown like everything else.
    """
    stream = unguarded(sys.stdout)
    raw = getattr(stream, "buffer", None)
    if raw is None or stream.isatty():
        click.echo(text, file=stream if raw is None else sys.stdout, nl=False)
        return
    stream.flush()
    raw.write(text.encode("utf-8", "replace"))
    raw.flush()


def unguarded(stream: TextIO) -> TextIO:
    """The stream within, for texts that were made fit to be shown before they were styled."""
    return cast("TextIO", getattr(stream, "_stream")) if isinstance(stream, Guarded) else stream  # noqa: B009 - for mypy
