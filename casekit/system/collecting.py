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
