"""The command line: commands, each of which loads, calls, prints and exits."""

import gc
import os
import signal
from contextlib import suppress

# Nearly all that is made lasts: Python would look for garbage 150 times while one case is checked, for a
# tenth of the time.
gc.set_threshold(200_000)

_STOPPED = "error[CK908 interrupted]: stopped; no half-written file is left"
_FINDINGS = 1


def run() -> None:
    """Run the command line and exit.

    Whenever Ctrl-C comes, it ends with a finding, not with words of Python's.
    """
    before = signal.getsignal(signal.SIGINT)
    with suppress(ValueError):  # in a thread there are no signals to be heard
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, stop_at_once)
    try:
        from casekit.cli.main import run as run_commands

        run_commands()
    except KeyboardInterrupt:
        stop_at_once()


def stop_at_once(*_: object) -> None:
    """End this process as long as it has begun nothing, or when all that it had begun is over.

    An exception would be lost in a callback of an import, or shown by Python.
    """
    with suppress(OSError):
        os.write(2, f"{_STOPPED}\n".encode())
    os._exit(_FINDINGS)


__all__ = ["run", "stop_at_once"]
