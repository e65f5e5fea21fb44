"""Figures of documents: what they are, and where the JSON of a report has them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from casekit.analysis.analyzer import Json
from casekit.analysis.level_report import columns
from casekit.values import frozen


@frozen(slots=True)
class Metric:
    """A figure of a document that can be compared between its versions."""

    measure: str
    """Its name, such as ``ways``."""

    of: str
    """The part of the document that it is about, such as a question; empty for all of it."""

    value: int | None
    """The figure; ``None`` if there is none."""

    exact: bool = True
    """Whether that is the figure; else a budget cut it short, and it may be larger."""

    held: bool = False
    """Whether it must not fall, unless a threshold allows it."""

    members: tuple[str, ...] = ()
    """The names of what it counts, if they have any."""

    about: tuple[str, ...] = ()
    """The questions that it is about, if these are all that have an answer.

    Figures about other questions cannot be compared with it.
    """

    @property
    def name(self) -> str:
        """Its name, as thresholds write it: ``ways, motive``."""
        return f"{self.measure}, {self.of}" if self.of else self.measure

    def __str__(self) -> str:
        return "-" if self.value is None else f"{self.value}{'' if self.exact else '+'}"


@frozen(slots=True)
class MetricSpec:
    """Where a figure that is compared between versions is in the JSON of a report."""

    measure: str
    """The name of the figure, as thresholds write it."""

    at: str
    """Its path, such as ``ways.count``.

    A list or an object there is counted. Of the numbers at ``list.*.count`` the least is taken.
    """

    exact: str = ""
    """The path of what says that no budget cut it short: a truth, or a list of what is undecided."""

    each: str = ""
    """The path of an object that has such a figure for each of its members."""

    held: bool = False
    """Whether it must not fall, unless a threshold allows it."""

    about: bool = False
    """Whether it is about the questions that have an answer in this version."""

    named: bool = False
    """Whether a list at its path has the names of what is counted."""

    def gauges(self, content: Json) -> Iterator[Metric]:
        """The figure in an answer, or figures of its parts.

        Raises:
            KeyError, TypeError: if the answer is of another form.
        """
        parts = _value_at(content, self.each) if self.each else {"": content}
        for of, part in parts.items():
            value = _value_at(part, self.at)
            exact = _value_at(part, self.exact) if self.exact else True
            yield Metric(
                self.measure,
                of,
                _count(value, self.at),
                exact=exact if isinstance(exact, bool) else not exact,
                held=self.held,
                members=tuple(map(str, value)) if self.named else (),
                about=tuple(map(str, content["answers"])) if self.about else (),
            )


@frozen
class MetricsSpec:
    """The figures of a game."""

    noun: str
    """What it calls its documents."""

    columns: Mapping[str, Callable[[Any], object]]
    """The columns of a table of several documents: for each heading a function of a document's figures."""

    gauges: tuple[MetricSpec, ...]
    """The figures that are compared between versions."""

    page: Callable[[Sequence[Any], Sequence[Any]], str]
    """Writes an HTML page, given the figures of several documents, and findings."""

    levels: bool = True
    """Whether its documents have levels."""

    def compared(self, figures: Sequence[Any]) -> str:
        """The figures of several documents (each a ``LevelReport``) beside each other, as text."""
        level_headings = ("claims", "measures") if self.levels else ()
        rows = [[self.noun, *level_headings, *self.columns]]
        for document in figures:
            row = [document.title]
            if self.levels:
                row += [document.claimed, document.level.level or "neither"]
            row += [_cell(figure(document)) for figure in self.columns.values()]
            rows.append(row)
        return columns(rows)

    def gauges_of(self, content: Json) -> tuple[Metric, ...]:
        """The figures of a document in an answer of ``casekit report --json``, to compare its versions.

        Raises:
            KeyError, TypeError, AttributeError: if the answer is of another form.
        """
        return tuple(chain.from_iterable(spec.gauges(content) for spec in self.gauges))


def _cell(value: object) -> str:
    """A figure with at most two digits after the point; a dash if there is none."""
    if value is None:
        return "-"
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _value_at(content: Any, path: str) -> Any:
    """The value at a path; ``None`` if a value on the way is ``None``."""
    name, _, rest = path.partition(".")
    if name == "*":
        return [_value_at(member, rest) for member in content]
    value = content[name]
    return _value_at(value, rest) if rest and value is not None else value


def _count(value: Any, path: str) -> int | None:
    """The figure that a value at a path is, or how many members it has; ``None`` if there is none."""
    if "*" in path:
        return min(map(_whole, value), default=None)
    if value is None:
        return None
    return len(value) if isinstance(value, list | dict) else _whole(value)


def _whole(value: Any) -> int:
    """A whole number.

    Raises:
        TypeError: if it is anything else.
    """
    if type(value) is not int:
        raise TypeError("a figure is a number")
    return value
