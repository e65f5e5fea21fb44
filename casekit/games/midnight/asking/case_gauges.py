"""The figures of a case that are compared between its versions, from ``casekit report --json``."""

from collections.abc import Iterator, Mapping
from typing import Any

from casekit.asking.versions.gauges import Gauge


def case_gauges(content: Mapping[str, Any]) -> Iterator[Gauge]:
    """The figures in an answer that measured a case; a way, robustness or an answer must not get lost.

    Raises:
        KeyError, TypeError: if the answer is of another form.
    """
    answered = tuple(map(str, content["answers"]))
    yield Gauge("solved", "", len(answered), held=True)
    ways = content["ways"]
    yield Gauge("ways", "", _count(ways["count"]), ways["complete"], held=True, about=answered)
    for element, found in ways["elements"].items():
        yield Gauge("ways", element, _count(found["count"]), found["complete"], held=True)
    unread = content["robustness"]
    robust = unread["paths"]
    count = None if robust is None else _count(robust)
    yield Gauge("robustness", "", count, exact=unread["complete"], held=True, about=answered)
    clues = [_count(clue["count"]) for clue in content["conclusions"]]
    yield Gauge("ways to a conclusion", "", min(clues, default=None), about=answered)
    essential, wrong = (tuple(map(str, content[name])) for name in ("essential", "wrong"))
    yield Gauge("essential", "", len(essential), members=essential, about=answered)
    yield Gauge("wrong", "", len(wrong), exact=not content["undecided"], members=wrong, about=answered)
    proof = content["proof"]
    yield Gauge("proof", "", None if proof is None else _count(proof["size"]), about=answered)


def _count(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a figure is a number")
    return value
