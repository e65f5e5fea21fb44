"""A picture set in a process of its own, under limits, before it is set with the others.

The time that a drawing takes cannot always be seen in it: a gradient may be repeated a million times, a mask may be
drawn through masks, and one line of a path may be as long as the file. ``trial`` sets it once where it can do no harm.
"""

import signal
import sys
from functools import lru_cache
from logging import ERROR, Handler, LogRecord, getLogger

from casekit.system.own_limits import limit_memory
from casekit.system.processes import Listener, LostProcessError, TaskError, apart
from casekit.system.temporary import temporaries

SECONDS = 1.5
"""The most processor time that a picture may take. The heaviest of the examples takes a fiftieth of a second."""
MEGABYTES = 300
"""The most memory that the process may take, of which 70 are the typesetter's own."""
MOST_SET = 10_000_000
"""The most bytes of drawing instructions; all that look at the finished pages go through them again."""
_PATIENCE = 30.0
"""The seconds that pass before a process is given up where no limits can be set, or the machine is very busy."""


@lru_cache(maxsize=16)
def trial(html: str) -> str:
    """The reason why a page with a picture was not set within the limits, as the rest of a sentence; empty if it was."""
    try:
        with temporaries():
            return apart(_set, html, _PATIENCE)
    except LostProcessError as lost:
        if lost.exit_code is None:
            return f"takes more than {_PATIENCE:g} seconds to print"
        return f"takes more than {SECONDS:g} seconds of processor time or {MEGABYTES} MB of memory to print"
    except TaskError:
        return "cannot be set by the typesetter"


def _set(html: str, _progress: Listener) -> str:
    from casekit.print.text.typesetter import lay_out_pages, typeset  # noqa: PLC0415 -- with that the typesetter is there

    # All that is needed is there before the time begins to count.
    lay_out_pages("<p>x")
    _limit()
    heard = _Heard()
    getLogger("weasyprint").addHandler(heard)
    try:
        size = len(typeset(html, uncompressed_pdf=True))
    except MemoryError:
        heard.failed = True
    if heard.failed:
        return f"cannot be set by the typesetter, or not with {MEGABYTES} MB of memory"
    return f"needs more than {MOST_SET // 1_000_000} MB of instructions to print" if size > MOST_SET else ""


class _Heard(Handler):
    """Hears of pictures that the typesetter leaves out, whatever went wrong with them."""

    failed = False

    def emit(self, record: LogRecord) -> None:
        """Remember an error."""
        self.failed |= record.levelno >= ERROR


def _limit() -> None:
    """Set limits to this process, as far as the machine knows such."""
    if sys.platform != "win32":
        # Unlike the limit of a process, which counts in whole seconds from its beginning.
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
    limit_memory(MEGABYTES)
