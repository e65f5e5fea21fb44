"""The output of commands, and how they end: guarded streams, findings, results, progress and exit statuses.

A title, a name of a file or a quotation may hold whatever somebody wrote there. None of it steers a terminal,
hides or turns the direction of writing: what has no shape of its own is replaced by a character that can be
seen, in whatever a command, click, a library or Python itself prints, but for what casekit styles itself.
Where a service of CI reads the output, no text is a command to it either (``ci_commands``). Only the text of
a case, for whoever asks for it in a pipe, is written as it is.
"""

import _thread
import os
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TextIO, cast

import click

from casekit.cli import ci_commands
from casekit.diagnostics import (
    ExpectedError,
    Finding,
    RenderOptions,
    Report,
    Severity,
    Span,
    codes,
    has_own_fault,
    render,
)
from casekit.diagnostics.invisible_characters import visible
from casekit.diagnostics.renderers.terminal_text import on_one_line, printable
from casekit.language.source_files import contents_here

if TYPE_CHECKING:
    from rich.progress import Progress

    from casekit.pipeline.loading import InputFile

STDIN = "-"
"""Written in place of a file's name for standard input or standard output."""


class OutputError(ExpectedError):
    """Standard output or standard error cannot be written: which ``stream``, in words, and the ``reason``."""

    def __init__(self, stream: str, reason: OSError) -> None:
        super().__init__(stream, reason)
        self.stream, self.reason = stream, reason


_STREAMS = {"stdin": "standard input", "stdout": "standard output", "stderr": "standard error"}


class Outlet:
    """A stream of text that knows who reads it, and says of itself when it cannot be written.

    No other file is blamed for that. Where a service of CI reads it, texts cannot give the service a command,
    styled or not: casekit's own annotations go through ``write_data``.
    """

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream, self.called = stream, name
        self._guard = ci_commands.LineGuard() if ci_commands.is_read(os.environ) else None

    def write(self, text: str) -> int:
        """Write a text.

        Raises:
            OutputError: if that cannot be done.
        """
        self._put(text if self._guard is None else self._guard.parted(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts.

        Raises:
            OutputError: if that cannot be done.
        """
        for line in lines:
            self.write(line)

    def _put(self, text: str) -> None:
        try:
            self._stream.write(text)
        except OSError as error:
            raise OutputError(self.called, error) from error

    def flush(self) -> None:
        """Write what waits to be written.

        Raises:
            OutputError: if that cannot be done.
        """
        try:
            self._stream.flush()
        except OSError as error:
            raise OutputError(self.called, error) from error

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
        encoded = getattr(self._stream, "buffer", None)
        if encoded is None or is_terminal:
            self._put(text)
            self.flush()
            return
        self.flush()
        try:
            encoded.write(text.encode("utf-8", "replace"))
            encoded.flush()
        except OSError as error:
            raise OutputError(self.called, error) from error

    def _harmless(self, text: str, form: str) -> str:
        if self._guard is None:
            return text
        if form == "text":
            return self._guard.parted(text)
        text = ci_commands.harmless(text, form)
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
            outlet = cast("TextIO", Outlet(stream, _STREAMS[name]))
            setattr(sys, name, cast("TextIO", SafeStream(outlet)))


def open_streams() -> None:
    """Let standard streams that were closed before casekit began (``>&-``) lead nowhere.

    Whoever closes them wants to read nothing; and the next file that is opened would get their number, and
    with it what is printed.
    """
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        if getattr(sys, name) is not None:
            continue
        handle = os.open(os.devnull, os.O_RDWR)
        if handle != number and not _is_open(number):
            os.dup2(handle, number)
            os.close(handle)
            handle = number
        os.set_inheritable(handle, True)
        stream = open(handle, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 -- of a descriptor
        setattr(sys, name, stream)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def discard(stream: TextIO, *, only: str) -> None:
    """Let a stream lead nowhere from here on, if it is the one that is called so."""
    outlet = unguarded(stream)
    if getattr(outlet, "called", "") == only:
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, outlet.fileno())
            os.close(nowhere)


def write_data(text: str, form: str) -> None:
    """Write what another program is to read to standard output, in a form of findings, ``html`` or ``case``.

    It is UTF-8 whatever the encoding of the system, or that program could not read it.
    """
    stream = unguarded(sys.stdout)
    outlet = stream if isinstance(stream, Outlet) else Outlet(stream, _STREAMS["stdout"])
    outlet.write_data(text, form)


def unguarded(stream: TextIO) -> TextIO:
    """The stream within, for texts that were made fit to be shown before they were styled."""
    if isinstance(stream, SafeStream):
        return cast("TextIO", getattr(stream, "_stream"))  # noqa: B009 - for mypy
    return stream


CLEAN, FINDINGS, MISUSE, FAULT = 0, 1, 2, 3
"""Exit statuses: no findings, findings, misuse, a fault of casekit."""

UNREAD = 141
"""The status of a program whose reader has gone before the end: 128 and the number of SIGPIPE."""


def status(report: Report, *, strict: bool) -> int:
    """The exit status that a report asks for.

    A fault if casekit has failed, misuse if an input was not there at all.
    """
    if has_own_fault(report.diagnostics):
        return FAULT
    misuse = {
        codes.NO_SUCH_FILE,
        codes.NO_CASES,
        codes.UNKNOWN_LANGUAGE,
        codes.NO_PROSE,
        codes.NOT_IN_REVISION,
        codes.NO_REPOSITORY,
        codes.UNKNOWN_REVISION,
    }
    if any(found.code in misuse for found in report.diagnostics):
        return MISUSE
    worst = Severity.WARNING if strict else Severity.ERROR
    return FINDINGS if any(found.severity <= worst for found in report.diagnostics) else CLEAN


SAVES = "casekit.saves"
"""Where click keeps the forms and files that ``--save`` names."""


def show(report: Report, form: str, *, strict: bool, err: bool = False) -> None:
    """Print a report in a form, and save it in others if that was asked for."""
    stream = sys.stderr if err else sys.stdout
    colour = form == "text" and stream.isatty() and not os.environ.get("NO_COLOR")
    text = render(form, report, RenderOptions(colour=colour, width=width(), strict=strict))
    if form == "text":
        # Colours are the form's own; what it puts between them it has made fit to be shown.
        click.echo(text, file=unguarded(stream) if colour else stream, nl=False, color=colour or None)
    else:
        write_data(printable(text), form)
    save(report, strict=strict)


def end(
    ctx: click.Context,
    report: Report,
    *,
    answer: str | None = None,
    words: Iterable[str] = (),
    strict: bool = False,
    otherwise: int = CLEAN,
    last: str = "",
) -> NoReturn:
    """Print an ``answer`` that holds the findings, or else ``words``, and exit.

    Without an answer, the findings are printed on standard error; then comes a ``last`` line.

    The status is the one that the findings ask for, or ``otherwise``.
    """
    if answer is not None:
        write_data(answer, "json")
    else:
        for text in words:
            click.echo(text, nl=False)
        if report.diagnostics:
            show(report, "text", strict=strict, err=True)
        if last:
            click.echo(last, err=True)
    ctx.exit(status(report, strict=strict) or otherwise)


def refuse(ctx: click.Context, problem: Finding, code: int = MISUSE) -> NoReturn:
    """Show what keeps a command from doing anything, and exit with a status."""
    show(Report((problem,)), "text", strict=False, err=True)
    ctx.exit(code)


def as_answer(content: Mapping[str, Any]) -> str:
    """An answer as JSON; its ``diagnostics`` are findings."""
    from casekit.diagnostics.renderers.json_report import as_json, dumps

    return dumps({**content, "diagnostics": [as_json(found) for found in content["diagnostics"]]})


def save(report: Report, *, strict: bool) -> None:
    """Write a report to the files that ``--save`` names.

    Raises:
        click.exceptions.Exit: if one of them cannot be written; why is printed.
    """
    context = click.get_current_context(silent=True)
    problems: list[Finding] = []
    for form, file in context.meta.pop(SAVES, ()) if context else ():
        problems += write(file, render(form, report, RenderOptions(strict=strict)), form)
    if problems:
        click.echo(render("text", Report(tuple(problems))), err=True, nl=False)
        raise click.exceptions.Exit(FINDINGS)


def width() -> int:
    """The columns of the terminal; 100 where there is none."""
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 100


def write(path: Path | None, text: str, form: str, *, rewrites: bool = False) -> tuple[Finding, ...]:
    """Write a text to a file as it is, or if there is none to standard output as ``write_data`` does.

    ``rewrites`` if the command is there to replace cases.
    """
    if path is None:
        write_data(text, form)
        return ()
    from casekit.building.atomic_writes import write_bytes

    return write_bytes(path, text.encode("utf-8", "replace"), rewrites=rewrites)


def linked(path: Path, name: str) -> tuple[Finding, ...]:
    """The finding on a link where a file is to be written again.

    The link is not replaced, and nothing is written to what it leads to.
    """
    link = codes.CANNOT_WRITE.at(Span(name), "this is a link", hint="name the file that it leads to")
    return (link,) if path.is_symlink() else ()


def overtaken(path: Path, name: str, known: Collection[bytes]) -> tuple[Finding, ...]:
    """The finding on a file that somebody else wrote.

    It is to be written again and holds nothing of what is ``known`` of it.
    """
    changed = codes.CANNOT_WRITE.at(
        Span(name),
        "this has changed since it was read",
        hint="give the command again, when nobody else writes the file",
    )
    return () if any(holds(path, data) for data in known) else (changed,)


def holds(path: Path, data: bytes) -> bool:
    """Whether a file holds these bytes and no others."""
    try:
        # What an output holds is no input.
        return contents_here(path, None, len(data)) == data
    except OSError:
        return False


def page_of(case: "InputFile", output: Path | None, kind: str) -> Path | None:
    """Where a page about a case goes; ``None`` for standard output, if the case is from standard input."""
    if output is not None:
        return None if output.as_posix() == STDIN else output
    return None if case.name == STDIN else Path(f"{case.path.stem}.{kind}.html")


def write_page(path: Path | None, text: str) -> tuple[Finding, ...]:
    """Write a page and name it on standard error, or say why it cannot be written."""
    problems = write(path, text, "html")
    if path is not None and not problems:
        click.echo(path.as_posix(), err=True)
    return problems


_PATIENCE = 1.0
"""Seconds before anything is shown."""


class Step(Protocol):
    """Says that the next step begins, or that more have been made, with the name of what is being done."""

    def __call__(self, name: str, count: int = 1, /) -> None:
        """Count ``count`` steps."""


@contextmanager
def progress(total: int) -> Iterator[Step]:
    """Yield a function to call before each of ``total`` steps with the step's name.

    Nothing is shown before a second has passed, nor where standard error is not a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _name, _count=1: None
        return
    started, done = time.monotonic(), -1
    bar: Progress | None = None

    def step(name: str, count: int = 1, /) -> None:
        nonlocal bar, done
        done += count
        if time.monotonic() - started > _PATIENCE:
            bar = bar or _bar(name, total, done)
            bar.update(bar.task_ids[0], completed=done, description=on_one_line(name))

    try:
        yield step
    finally:
        if bar is not None:
            bar.stop()


def _bar(name: str, total: int, done: int) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        # Text in brackets or between colons in a file's name is part of the name, not markup.
        TextColumn("{task.description}", style="progress.description", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(file=unguarded(sys.stderr)),
        transient=True,
        # A thread draws it, however many steps are made: what is told here is seen soon, but nobody waits for
        # a terminal.
        refresh_per_second=10,
        # It would take over what is printed meanwhile, and the guard with it.
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.add_task(on_one_line(name), total=total, completed=done)
    bar.start()
    return bar


def interrupt_at_end_of_input() -> None:
    """As soon as standard input ends, interrupt the main thread as Ctrl-C does.

    The other end of a pipe is closed when its process is killed, too; no process has to look whether another
    one is there. The input is not kept.
    """
    Thread(target=_wait, name="end of input", daemon=True).start()


def _wait() -> None:
    try:
        while os.read(0, 4_096):
            pass
    except OSError:
        pass  # there is no standard input, so it is over
    _thread.interrupt_main()
