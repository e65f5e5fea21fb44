"""The figures of a puzzle that are compared between its versions, from ``casekit report --json``."""

from collections.abc import Iterator, Mapping
from typing import Any

from casekit.asking.versions.gauges import Gauge

_DIFFICULTY = ("lines", "needed", "steps", "depth", "together")


def puzzle_gauges(content: Mapping[str, Any]) -> Iterator[Gauge]:
    """The figures in an answer that measured a puzzle; of these only the answers must not get lost.

    Raises:
        KeyError, TypeError: if the answer is of another form.
    """
    yield Gauge("solved", "", len(content["answers"]), held=True)
    yield Gauge("proofs", "", len(content["proofs"]), content["complete"])
    figures = content["level"]["figures"]
    for name in _DIFFICULTY:
        value = None if figures is None else figures[name]
        if value is not None and type(value) is not int:
            raise TypeError("a figure is a number")
        yield Gauge(name, "", value)
    for name in ("essential", "idle"):
        lines = tuple(map(str, content[name]))
        yield Gauge(name, "", len(lines), members=lines)
