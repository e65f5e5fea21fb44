"""Figures of documents, beside each other and beside earlier versions, and thresholds that they are held to.

A threshold is written ``ways, motive >= 2``, or ``change of ways >= -1`` where the change counts.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from casekit.analysis.analyzer import Json
from casekit.analysis.level_report import columns
from casekit.diagnostics import MisuseError
from casekit.values import frozen

_LIMIT = re.compile(
    r"(?P<change>change of\s+)?(?P<measure>[^<>=,]+?)\s*(?:,\s*(?P<of>[^<>=]+?))?\s*"
    r"(?P<sign>>=|<=)\s*(?P<limit>[+-]?\d{1,6}(?:\.\d{1,6})?)"
)
_MEASURE = re.compile(r"[a-z]+(?: [a-z]+)*")


@frozen(slots=True)
class Metric:
    """A figure of a document that can be compared between its versions.

    ``of`` is the part of the document that it is about, empty for all of it. ``value`` is ``None`` if there
    is no such figure, and the least that it can be unless it is ``exact``. It must not fall if it is
    ``held``, unless a threshold allows it. ``members`` are what it counts, where they have names, and
    ``about`` the questions that it is about, if these are those that have an answer: then it says nothing
    beside a figure about others.
    """

    measure: str
    of: str
    value: int | None
    exact: bool = True
    held: bool = False
    members: tuple[str, ...] = ()
    about: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As a threshold names it."""
        return f"{self.measure}, {self.of}" if self.of else self.measure

    def __str__(self) -> str:
        return "-" if self.value is None else f"{self.value}{'' if self.exact else '+'}"


@frozen(slots=True)
class Threshold:
    """A threshold for a figure, or for its change; for all parts of a document if none is named.

    ``of`` is written between the figure and the sign, such as a question or some readers at the table.
    """

    text: str
    measure: str
    of: str | None
    of_change: bool
    least: bool
    number: float

    def concerns(self, gauge: Metric) -> bool:
        """Whether it is about a figure."""
        return gauge.measure == self.measure and self.of in (None, gauge.of)

    def met(self, value: float) -> bool:
        """Whether a figure, or a change, is on the right side."""
        return value >= self.number if self.least else value <= self.number


@frozen(slots=True)
class MetricChange:
    """A figure in two versions; one without a value in a version that does not have it."""

    before: Metric
    now: Metric

    @property
    def comparable(self) -> bool:
        """Whether both figures are about the same questions."""
        return self.before.about == self.now.about

    @property
    def change(self) -> int | None:
        """By how much it changed, if both versions have it, about the same questions."""
        if not self.comparable or self.before.value is None or self.now.value is None:
            return None
        return self.now.value - self.before.value

    @property
    def come(self) -> tuple[str, ...]:
        """The members that are counted now and were not."""
        return tuple(name for name in self.now.members if name not in self.before.members)

    @property
    def gone(self) -> tuple[str, ...]:
        """The members that were counted and are not now."""
        return tuple(name for name in self.before.members if name not in self.now.members)

    @property
    def differs(self) -> bool:
        """Whether the figure changed, or what it counts."""
        return self.before.value != self.now.value or bool(self.come or self.gone)

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """Its name, both figures and the change, for a table."""
        change = "" if self.change is None else f"{self.change:+}"
        return self.now.name, str(self.before), str(self.now), change

    def __str__(self) -> str:
        if not self.change:
            return f"{self.now.name} is {self.now}"
        return f"{self.now.name} {'fell' if self.change < 0 else 'rose'} from {self.before} to {self.now}"

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/report.schema.json`` has it; ``certain`` if no budget cut either version short."""
        return {
            "measure": self.now.measure,
            "of": self.now.of,
            "before": self.before.value,
            "now": self.now.value,
            "change": self.change,
            "comparable": self.comparable,
            "certain": self.now.exact and self.before.exact,
        }


def limit(text: str) -> Threshold:
    """The threshold that a text writes.

    Raises:
        MisuseError: if it does not write one.
    """
    match = _LIMIT.fullmatch(text.strip())
    if not match or not _MEASURE.fullmatch(match["measure"].strip()):
        raise MisuseError(
            f"`{text}` is not a threshold: write one as in `ways >= 2`, `ways, motive >= 2` "
            "or `change of ways >= -1`"
        )
    return Threshold(
        text.strip(),
        match["measure"].strip(),
        match["of"],
        bool(match["change"]),
        match["sign"] == ">=",
        float(match["limit"]),
    )


def side_by_side(now: Sequence[Metric], before: Sequence[Metric] | None) -> tuple[MetricChange, ...]:
    """The figures of a version, each with the same figure of an earlier one.

    Those that only the earlier one has are at the end.
    """
    earlier = {gauge.name: gauge for gauge in before or ()}
    rows = [MetricChange(earlier.pop(gauge.name, _without_value(gauge)), gauge) for gauge in now]
    return (*rows, *(MetricChange(gauge, _without_value(gauge)) for gauge in earlier.values()))


def _without_value(gauge: Metric) -> Metric:
    return Metric(gauge.measure, gauge.of, None, about=gauge.about)


def missed_limits(
    limits: Sequence[Threshold], rows: Sequence[MetricChange]
) -> Iterator[tuple[str, MetricChange]]:
    """The thresholds that are not met, each with the figure that misses it.

    A figure that is held must not fall, unless one of the thresholds is about its change.
    """
    for threshold in limits:
        for row in rows:
            value = row.change if threshold.of_change else row.now.value
            if threshold.concerns(row.now) and value is not None and not threshold.met(value):
                yield threshold.text, row
    for row in rows:
        change = row.change
        replaced = any(threshold.of_change and threshold.concerns(row.now) for threshold in limits)
        if row.now.held and not replaced and change is not None and change < 0:
            yield f"change of {row.now.name} >= 0", row


def by_case(content: Any) -> dict[str, Mapping[str, Any]]:
    """The cases of an answer of ``casekit report --json``, by file.

    Raises:
        ValueError, KeyError, TypeError: if it is not one.
    """
    if not isinstance(content, dict):
        raise TypeError("an answer is an object")
    cases = {}
    for case in content.get("cases", [content]):
        if not isinstance(case["file"], str) or not isinstance(case["measured"], bool):
            raise TypeError("an answer names each file, and whether it was measured")
        cases[case["file"]] = case
    return cases


def gauge_table(rows_by_case: Mapping[str, Sequence[MetricChange]]) -> str:
    """The figures that changed, case by case, and how many cases have all their figures as before."""
    sections: list[str] = []
    same = 0
    for name, rows in rows_by_case.items():
        changed = [row for row in rows if row.differs]
        if changed:
            sections.append(f"{name}\n{changed_figures(changed)}")
        else:
            same += 1
    if same:
        of = "" if len(rows_by_case) == same else f" of {len(rows_by_case)}"
        noun = "case" if same == 1 and not of else "cases"
        sections.append(f"The figures of {same}{of} {noun} are as before.")
    return "\n\n".join(sections)


def changed_figures(rows: Sequence[MetricChange]) -> str:
    """Figures in both versions, and which paths or lines some of them count now, or no longer."""
    cells: list[Sequence[str]] = []
    for row in rows:
        name, *others = row.cells
        cells.append((f"  {name}", *others))
    head, *lines = columns([("", "before", "now", "change"), *cells]).split("\n")
    table = [head]
    for line, row in zip(lines, rows, strict=True):
        table.append("  ".join(filter(None, (line, member_changes(row), why_not_compared(row)))))
    return "\n".join(table)


def why_not_compared(row: MetricChange) -> str:
    """Why a figure is not compared with the one before, if it is not."""
    return "" if row.comparable else f"not compared: now of {', '.join(row.now.about) or 'no answer'}"


def member_changes(row: MetricChange, minus: str = "-") -> str:
    """The members that a figure counts now, and those that it counts no longer."""
    return ", ".join([*(f"+{name}" for name in row.come), *(f"{minus}{name}" for name in row.gone)])


@frozen(slots=True)
class MetricSpec:
    """Where a figure that is compared between versions is in the JSON of a report.

    ``at`` is a path such as ``ways.count``. A list or an object there is counted, and so are names if it is
    ``named``; of the numbers at ``list.*.count`` the least is taken. ``exact`` is the path of what says that
    no budget cut it short: a truth, or a list of what is undecided. ``each`` is the path of an object that
    has such a figure for each of its members. ``held`` and ``about`` (the ``answers``) are as in ``Metric``.
    """

    measure: str
    at: str
    exact: str = ""
    each: str = ""
    held: bool = False
    about: bool = False
    named: bool = False

    def gauges(self, content: Json) -> Iterator[Metric]:
        """The figure in an answer, or figures of its parts.

        Raises:
            KeyError, TypeError: if the answer is of another form.
        """
        parts = _value_at(content, self.each) if self.each else {"": content}
        for of, part in parts.items():
            value = _value_at(part, self.at)
            exact = _value_at(part, self.exact) if self.exact else True
            members = tuple(map(str, value)) if self.named else ()
            about = tuple(map(str, content["answers"])) if self.about else ()
            whole = exact if isinstance(exact, bool) else not exact
            yield Metric(self.measure, of, _count(value, self.at), whole, self.held, members, about)


@frozen
class MetricsSpec:
    """The part of a game in its figures.

    ``noun`` is what it calls its documents. ``columns`` are those of the table of several, beside title and
    levels, as heads with functions of the figures; there are no ``levels`` in every game. ``page`` is the
    HTML page of several, with findings.
    """

    noun: str
    columns: Mapping[str, Callable[[Any], object]]
    gauges: tuple[MetricSpec, ...]
    page: Callable[[Sequence[Any], Sequence[Any]], str]
    levels: bool = True

    def compared(self, figures: Sequence[Any]) -> str:
        """The figures of several documents (each a ``LevelReport``) beside each other, as text."""
        head = [self.noun, *(("claims", "measures") if self.levels else ()), *self.columns]
        rows = [head]
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
    """The value at a path; ``None`` if a part on the way is missing."""
    name, _, rest = path.partition(".")
    if name == "*":
        return [_value_at(member, rest) for member in content]
    value = content[name]
    return _value_at(value, rest) if rest and value is not None else value


def _count(value: Any, path: str) -> int | None:
    if "*" in path:
        return min(map(_whole, value), default=None)
    if value is None:
        return None
    return len(value) if isinstance(value, list | dict) else _whole(value)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a figure is a number")
    return value
