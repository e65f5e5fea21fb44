"""How often Python looks for garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 10_000
"""So many new objects make Python look for garbage; else it is 700."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let Python look for garbage less often.

    Pages are made of millions of objects that are needed to the end; walking through them again and again takes a
    sixth of the time, and hardly any memory is won by it.
    """
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
