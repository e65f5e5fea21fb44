"""The figures of a case that are compared between its versions, from ``casekit report --json``."""

from collections.abc import Iterator, Mapping
from typing import Any

from casekit.asking.versions.gauges import Gauge


def case_gauges(content: Mapping[str, Any]) -> Iterator[Gauge]:
    """The figures in an answer that measured a case; a way, robustness or an answer must not get lost.

    Raises:
        KeyError, TypeError: if the answer is of another form.
    """
    yield Gauge("solved", "", len(content["answers"]), held=True)
    ways = content["ways"]
    yield Gauge("ways", "", _count(ways["count"]), ways["complete"], held=True)
    for element, found in ways["elements"].items():
        yield Gauge("ways", element, _count(found["count"]), found["complete"], held=True)
    unread = content["robustness"]
    robust = unread["paths"]
    yield Gauge(
        "robustness", "", None if robust is None else _count(robust), exact=unread["complete"], held=True
    )
    clues = [_count(clue["count"]) for clue in content["conclusions"]]
    yield Gauge("ways to a conclusion", "", min(clues, default=None))
    essential, wrong = (tuple(map(str, content[name])) for name in ("essential", "wrong"))
    yield Gauge("essential", "", len(essential), members=essential)
    yield Gauge("wrong", "", len(wrong), exact=not content["undecided"], members=wrong)
    proof = content["proof"]
    yield Gauge("proof", "", None if proof is None else _count(proof["size"]))


def _count(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a figure is a number")
    return value
