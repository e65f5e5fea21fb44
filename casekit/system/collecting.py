"""When Python looks for garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collections() -> Iterator[None]:
    """Keep Python from looking for garbage meanwhile.

    Pages are made of millions of objects that are needed to the end; walking through them again and again takes a
    sixth of the time, and hardly any memory is won by it: in a booklet of ten cases one part in fifty.
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


_MANY = 50_000
"""Objects after which Python looks for garbage even if nobody has time for it."""


def collect_when_told() -> None:
    """From now on look for garbage at ``collect_young`` and ``collect_all``, and by itself only if very much is left.

    Objects that exist now stay to the end, and are not looked through again. So no answer waits for this.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_MANY, 100, 100)


def collect_young() -> None:
    """Look through what was made since the last time, which takes about a millisecond after a keystroke."""
    gc.collect(0)


def collect_all() -> None:
    """Look through everything, which takes some tens of milliseconds: at a moment when nobody waits."""
    gc.collect()
