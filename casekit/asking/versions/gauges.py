"""Figures of two versions of a document side by side, and the thresholds that they are held to.

A threshold is written ``ways, motive >= 2``, or ``change of ways >= -1`` where the change counts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_LIMIT = re.compile(
    r"(?P<change>change of\s+)?(?P<measure>[^<>=,]+?)\s*(?:,\s*(?P<of>[^<>=,]+?))?\s*"
    r"(?P<sign>>=|<=)\s*(?P<limit>[+-]?\d{1,6})"
)
_MEASURE = re.compile(r"[a-z]+(?: [a-z]+)*")


class UnknownLimitError(ValueError):
    """A text is not a threshold; the message says how one is written."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A figure of a document that can be compared between its versions.

    ``of`` is the part of the document that it is about, empty for all of it. ``value`` is ``None`` if there is no such
    figure, and the least that it can be unless it is ``exact``. It must not fall if it is ``held``, unless a threshold
    allows it. ``members`` are what it counts, where they have names, and ``about`` the questions that it is about, if these
    are those that have an answer: then it says nothing beside a figure about others.
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
        more = "" if self.exact else "+"
        return "-" if self.value is None else f"{self.value}{more}"


@dataclass(frozen=True, slots=True)
class Limit:
    """A threshold for a figure, or for its change; for all parts of a document if none is named."""

    text: str
    measure: str
    of: str | None
    of_change: bool
    least: bool
    number: int

    def concerns(self, gauge: Gauge) -> bool:
        """Whether it is about a figure."""
        return gauge.measure == self.measure and self.of in (None, gauge.of)

    def met(self, value: int) -> bool:
        """Whether a figure, or a change, is on the right side."""
        return value >= self.number if self.least else value <= self.number


@dataclass(frozen=True, slots=True)
class GaugeRow:
    """A figure in two versions; ``before`` is missing where there is no earlier one."""

    before: Gauge | None
    now: Gauge

    @property
    def comparable(self) -> bool:
        """Whether both figures, if there are two, are about the same questions."""
        return self.before is None or self.before.about == self.now.about

    @property
    def change(self) -> int | None:
        """By how much it changed, if both versions have it, about the same questions."""
        if not self.comparable or self.before is None or self.before.value is None or self.now.value is None:
            return None
        return self.now.value - self.before.value

    @property
    def come(self) -> tuple[str, ...]:
        """The members that are counted now and were not."""
        was = self.before.members if self.before else ()
        return tuple(name for name in self.now.members if name not in was)

    @property
    def gone(self) -> tuple[str, ...]:
        """The members that were counted and are not now."""
        was = self.before.members if self.before else ()
        return tuple(name for name in was if name not in self.now.members)

    @property
    def differs(self) -> bool:
        """Whether the figure changed, or what it counts."""
        before = None if self.before is None else self.before.value
        return before != self.now.value or bool(self.come or self.gone)

    @property
    def certain(self) -> bool:
        """Whether no budget cut either figure short."""
        return self.now.exact and (self.before is None or self.before.exact)

    def __str__(self) -> str:
        if self.before is None or self.before.value is None or not self.change:
            return f"{self.now.name} is {self.now}"
        verb = "fell" if self.change < 0 else "rose"
        return f"{self.now.name} {verb} from {self.before} to {self.now}"

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/report.schema.json`` has it."""
        return {
            "measure": self.now.measure,
            "of": self.now.of,
            "before": None if self.before is None else self.before.value,
            "now": self.now.value,
            "change": self.change,
            "comparable": self.comparable,
            "certain": self.certain,
        }


def limit(text: str) -> Limit:
    """The threshold that a text writes.

    Raises:
        UnknownLimitError: if it does not write one.
    """
    found = _LIMIT.fullmatch(text.strip())
    if not found or not _MEASURE.fullmatch(found["measure"].strip()):
        raise UnknownLimitError(
            f"`{text}` is not a threshold: write one as in `ways >= 2`, `ways, motive >= 2` or `change of ways >= -1`"
        )
    return Limit(
        text.strip(),
        found["measure"].strip(),
        found["of"],
        bool(found["change"]),
        found["sign"] == ">=",
        int(found["limit"]),
    )


def side_by_side(now: Sequence[Gauge], before: Sequence[Gauge] | None) -> tuple[GaugeRow, ...]:
    """The figures of a version, each with the same figure of an earlier one; those that only that one had at the end."""
    earlier = {} if before is None else {gauge.name: gauge for gauge in before}
    rows = [GaugeRow(earlier.pop(gauge.name, None), gauge) for gauge in now]
    gone = [
        GaugeRow(gauge, Gauge(gauge.measure, gauge.of, None, about=gauge.about)) for gauge in earlier.values()
    ]
    return (*rows, *gone)


def missed_limits(limits: Sequence[Limit], rows: Sequence[GaugeRow]) -> Iterator[tuple[str, GaugeRow]]:
    """The thresholds that are not met, each with the figure that misses it.

    A figure that is held must not fall, unless one of the thresholds is about its change.
    """
    for each in limits:
        for row in rows:
            value = row.change if each.of_change else row.now.value
            if each.concerns(row.now) and value is not None and not each.met(value):
                yield each.text, row
    for row in rows:
        change = row.change
        replaced = any(each.of_change and each.concerns(row.now) for each in limits)
        if row.now.held and not replaced and change is not None and change < 0:
            yield f"change of {row.now.name} >= 0", row


def without_figures(limits: Sequence[Limit], gauges: Sequence[Gauge]) -> tuple[Limit, ...]:
    """The thresholds for figures that a document does not have."""
    return tuple(each for each in limits if not any(each.concerns(gauge) for gauge in gauges))


def by_case(content: Any) -> dict[str, Mapping[str, Any]]:
    """The cases of an answer of ``casekit report --json``, by file.

    Raises:
        ValueError, KeyError, TypeError: if it is not one.
    """
    if not isinstance(content, dict):
        raise TypeError("an answer is an object")
    found = {}
    for case in content.get("cases", [content]):
        if not isinstance(case["file"], str) or not isinstance(case["measured"], bool):
            raise TypeError("an answer names each file, and whether it was measured")
        found[case["file"]] = case
    return found
