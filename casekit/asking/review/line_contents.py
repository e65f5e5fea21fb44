"""The contents of a line that its words may name too."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LineContents:
    """The names of a line, and whether it denies something.

    ``names`` are people whom the words have to name, unless they are among ``own``: who speaks, or the place that is
    searched, meant by "I" and "here". ``excepted`` are people whom the words may name. ``counts`` are numbers that the
    words have to name if they name any, unless they name the ``rest``, how many others there are; ``numbers`` are others that
    they may name. ``clock`` are the times that the line names, in minutes since the day began, ``times`` those and others
    that it is about; ``window`` is the span of time that its facts are about. A line is ``negative`` if anything in it is,
    and ``denies`` if its words have to do so too. Lines without ``force`` suggest something; their words need not say it.
    """

    names: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    excepted: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    counts: frozenset[int] = frozenset()
    rest: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    clock: frozenset[int] = frozenset()
    times: frozenset[int] = frozenset()
    window: tuple[int, int] | None = None
    negative: bool = False
    denies: bool = False
    force: bool = True
