"""Figures of documents beside each other: what a game brings so that they are compared, as text, by version and on a page."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casekit.asking.interrogation import Json
from casekit.asking.told.charts import columns
from casekit.asking.versions.gauges import Gauge


@dataclass(frozen=True, slots=True)
class GaugeForm:
    """Where a figure that is compared between versions is in the JSON of a report.

    ``at`` is a path such as ``ways.count``. A list or an object there is counted, and so are names if it is ``named``; of the
    numbers at ``list.*.count`` the least is taken. ``exact`` is the path of what says that no budget cut it short: a truth,
    or a list of what is undecided. ``each`` is the path of an object that has such a figure for each of its members. ``held``
    and ``about`` (the ``answers``) are as in ``Gauge``.
    """

    measure: str
    at: str
    exact: str = ""
    each: str = ""
    held: bool = False
    about: bool = False
    named: bool = False

    def gauges(self, content: Json) -> Iterator[Gauge]:
        """The figure in an answer, or figures of its parts.

        Raises:
            KeyError, TypeError: if the answer is of another form.
        """
        for of, part in _found(content, self.each).items() if self.each else (("", content),):
            value, exact = _found(part, self.at), _found(part, self.exact) if self.exact else True
            members = tuple(map(str, value)) if self.named else ()
            about = tuple(map(str, content["answers"])) if self.about else ()
            whole = exact if isinstance(exact, bool) else not exact
            yield Gauge(self.measure, of, _count(value, self.at), whole, self.held, members, about)


@dataclass(frozen=True)
class FigureForms:
    """The part of a game in its figures.

    ``noun`` is what it calls its documents. ``columns`` are those of the table of several, beside title and levels, as heads
    with functions of the figures; there are no ``levels`` in every game. ``page`` is the HTML page of several, with findings.
    """

    noun: str
    columns: Mapping[str, Callable[[Any], object]]
    gauges: tuple[GaugeForm, ...]
    page: Callable[[Sequence[Any], Sequence[Any]], str]
    levels: bool = True

    def compared(self, figures: Sequence[Any]) -> str:
        """The figures of several documents (each ``Weighed``) beside each other, as text."""
        rows = (
            (
                one.title,
                *((one.claimed, one.level.level or "neither") if self.levels else ()),
                *(_cell(read(one)) for read in self.columns.values()),
            )
            for one in figures
        )
        return columns([(self.noun, *(("claims", "measures") if self.levels else ()), *self.columns), *rows])

    def gauges_of(self, content: Json) -> tuple[Gauge, ...]:
        """The figures of a document in an answer of ``casekit report --json``, to compare its versions.

        Raises:
            KeyError, TypeError, AttributeError: if the answer is of another form.
        """
        return tuple(gauge for form in self.gauges for gauge in form.gauges(content))


def _cell(value: object) -> str:
    """A figure with at most two digits after the point; a dash if there is none."""
    if value is None:
        return "-"
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _found(content: Any, path: str) -> Any:
    """The value at a path; ``None`` if a part on the way is missing."""
    name, _, rest = path.partition(".")
    if name == "*":
        return [_found(each, rest) for each in content]
    found = content[name]
    return _found(found, rest) if rest and found is not None else found


def _count(value: Any, path: str) -> int | None:
    if "*" in path:
        return min((_whole(each) for each in value), default=None)
    return None if value is None else len(value) if isinstance(value, list | dict) else _whole(value)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a figure is a number")
    return value
