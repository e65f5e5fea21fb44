"""Limits that a process sets to itself before it reads a file of a stranger's, as far as the machine knows such limits."""

import sys
from contextlib import suppress

_MEGABYTE = 1_000_000


def limit_memory(megabytes: int) -> None:
    """Let this process take no more memory than that, and write no core dump if it breaks."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 -- POSIX

    for limit, most in ((resource.RLIMIT_DATA, megabytes * _MEGABYTE), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))


def limit_time(seconds: int) -> None:
    """End this process after that many more seconds of processor time, however long the machine takes to give them to it.

    Each call starts the count again. A process that was ended so has an exit code for which ``out_of_time`` is true.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 -- POSIX

    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + 1 + seconds
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def out_of_time(exit_code: int | None) -> bool:
    """Whether a process was ended because its time was over: by ``limit_time``, or by somebody who no longer waited."""
    if exit_code is None or sys.platform == "win32":
        return exit_code is None
    import signal  # noqa: PLC0415 -- POSIX

    return exit_code == -signal.SIGXCPU
