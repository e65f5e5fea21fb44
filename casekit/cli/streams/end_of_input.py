"""A process that ends with the one that started it, however that ends: it watches the pipe between them."""

import _thread
import os
from threading import Thread

_STANDARD_INPUT = 0
_MOST = 4_096


def interrupt_at_end_of_input() -> None:
    """As soon as standard input ends, interrupt the main thread as Ctrl-C does.

    The other end of a pipe is closed when its process is killed, too; no process has to look whether another one is there.
    The input is not kept.
    """
    Thread(target=_wait, name="end of input", daemon=True).start()


def _wait() -> None:
    try:
        while os.read(_STANDARD_INPUT, _MOST):
            pass
    except OSError:
        pass  # there is no standard input, so it is over
    _thread.interrupt_main()
