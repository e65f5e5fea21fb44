"""A picture set in a process of its own, under limits, before it is set with the others.

The time that a drawing takes cannot always be seen in it: a gradient may be repeated a million times, a mask may be
drawn through masks, and one line of a path may be as long as the file. ``trial`` sets it once where it can do no harm.
"""

from functools import lru_cache
from logging import ERROR, Handler, LogRecord, getLogger

from casekit.print.text.typesetter import lay_out_pages, typeset
from casekit.system.own_limits import limit_time
from casekit.system.reader import UnreadError, document_budget, read
from casekit.system.reader_process import ReadingLimits
from casekit.system.spreading import TaskError

_LIMITS = ReadingLimits(seconds=1.5, megabytes=300)
"""The heaviest drawing of the examples takes a fiftieth of a second; 70 MB are the typesetter's own."""
MOST_SET = 10_000_000
"""The most bytes of drawing instructions; all that look at the finished pages go through them again."""


@lru_cache(maxsize=16)
def trial(html: str) -> str:
    """The reason why a page with a picture was not set within the limits, as the rest of a sentence; empty if it was."""
    try:
        with document_budget(_LIMITS.seconds):
            return str(read("casekit.print.text.trial:set_once", html, limits=_LIMITS))
    except UnreadError as error:
        return f"{error} when it is printed"
    except TaskError:
        return "cannot be set by the typesetter"


def set_once(html: str) -> str:
    """The same, in a process with limits."""
    # The typesetter is there before the time begins to count.
    limit_time(0)
    lay_out_pages("<p>x")
    limit_time(_LIMITS.seconds)
    heard = _Heard()
    logger = getLogger("weasyprint")
    logger.addHandler(heard)
    try:
        size = len(typeset(html, uncompressed_pdf=True))
    except MemoryError:
        heard.failed = True
    finally:
        logger.removeHandler(heard)
    if heard.failed:
        return f"cannot be set by the typesetter, or not with {_LIMITS.megabytes} MB of memory"
    return f"needs more than {MOST_SET // 1_000_000} MB of instructions to print" if size > MOST_SET else ""


class _Heard(Handler):
    """Hears of pictures that the typesetter leaves out, whatever went wrong with them."""

    failed = False

    def emit(self, record: LogRecord) -> None:
        """Remember an error."""
        self.failed |= record.levelno >= ERROR
