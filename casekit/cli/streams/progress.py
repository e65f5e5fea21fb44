"""Progress on work over a second, for people at a terminal."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from casekit.cli.streams.terminal import unguarded
from casekit.diagnostics.forms.cells import on_one_line

_PATIENCE = 1.0
"""Seconds before anything is shown."""


_REDRAWS = 10
"""How often per second the bar is drawn, however many steps are made."""


class Step(Protocol):
    """Says that the next step begins, or that more of them have been made, with the name of what is being done."""

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
    started = time.monotonic()
    shown = _Bar(total)

    def step(name: str, count: int = 1, /) -> None:
        shown.done += count
        if time.monotonic() - started > _PATIENCE:
            shown.show(name)

    try:
        yield step
    finally:
        shown.stop()


class _Bar:
    """A rich progress bar that is made when it is first shown."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = -1
        self._live: object = None

    def show(self, name: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        if not isinstance(self._live, Progress):
            self._live = Progress(
                # Text in brackets or between colons in a file's name is part of the name, not markup.
                TextColumn("{task.description}", style="progress.description", markup=False),
                BarColumn(),
                TaskProgressColumn(),
                TimeRemainingColumn(),
                console=Console(file=unguarded(sys.stderr)),
                transient=True,
                # A thread draws it: what is told here is seen soon, but nobody waits for a terminal.
                refresh_per_second=_REDRAWS,
                # It would take over what is printed meanwhile, and the guard with it.
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._live.add_task(on_one_line(name), total=self.total, completed=self.done)
            self._live.start()
        self._live.update(self._task, completed=self.done, description=on_one_line(name))

    def stop(self) -> None:
        stop = getattr(self._live, "stop", None)
        if stop is not None:
            stop()
