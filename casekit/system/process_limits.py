"""Measures that a process takes about itself.

It sets limits before it reads a file of a stranger's, and says when Python looks for garbage.
"""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from casekit.values import frozen, replace

_BYTES_PER_MEGABYTE = 1_000_000

_OBJECTS_BEFORE_COLLECTION = 50_000
"""The number of new objects after which Python looks for garbage even if nobody has time for it."""


@frozen
class TaskLimits:
    """The most that one task may take."""

    seconds: float = 5.0
    """Processor time."""

    megabytes: int = 500
    """Memory beside casekit's own."""

    counts_touched: bool = False
    """Whether the memory is what its whole process has used, and not what it has asked for: hundreds of
    solvers ask for ten times what they use."""

    def times(self, count: float, memory: float = 1) -> "TaskLimits":
        """The limits of a task that does the work of ``count``, one after the other.

        It takes ``memory`` times that of one.
        """
        return replace(self, seconds=self.seconds * count, megabytes=int(self.megabytes * memory))


def limit_memory(megabytes: int) -> None:
    """Let this process take no more memory than that, and write no core dump if it breaks.

    0 sets no limit.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 -- POSIX

    highest = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = megabytes * _BYTES_PER_MEGABYTE or highest
    for limit, both in ((resource.RLIMIT_DATA, (most, highest)), (resource.RLIMIT_CORE, (0, 0))):
        with suppress(OSError, ValueError):
            resource.setrlimit(limit, both)


def limit_time(seconds: float) -> None:
    """End this process (by SIGPROF) after that many more seconds of processor time.

    The seconds count however long the machine takes to give them. 0 sets no limit.

    Each call starts the count again.
    """
    if sys.platform == "win32":
        return
    import signal  # noqa: PLC0415 -- POSIX

    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def memory_taken() -> int:
    """The megabytes that count for ``limit_memory`` now; 0 where the system does not say it."""
    return _megabytes("self", 5)


def memory_touched(process: int | None) -> int:
    """The megabytes that a process has used; 0 if there is none, and where the system does not say it."""
    return 0 if process is None else _megabytes(str(process), 1)


def _megabytes(process: str, column: int) -> int:
    """A size of a process, as Linux lists them."""
    with suppress(OSError, IndexError):
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[column])
        return pages * os.sysconf("SC_PAGE_SIZE") // _BYTES_PER_MEGABYTE
    return 0


@contextmanager
def no_collections() -> Iterator[None]:
    """Keep Python from looking for garbage meanwhile.

    Pages are made of millions of objects that are needed to the end; walking through them again and again
    takes a sixth of the time, and hardly any memory is won by it: in a booklet of ten cases one part in
    fifty.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        # Into the oldest generation: else the next object that is made would set off a look at all of them.
        gc.freeze()
        gc.unfreeze()
        if enabled:
            gc.enable()


def collect_when_told() -> None:
    """From now on Python looks for garbage on ``gc.collect``, and by itself only if very much is left.

    Objects that exist now stay to the end, and are not looked through again. So no answer waits for this.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTION, 100, 100)
