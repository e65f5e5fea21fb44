"""Thresholds that the figures of documents are held to.

A threshold is written ``ways, motive >= 2``, or ``change of ways >= -1`` if the change counts.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casekit.analysis.figures.metric_changes import MetricChange
from casekit.analysis.figures.metrics import Metric
from casekit.diagnostics import MisuseError
from casekit.values import frozen

_THRESHOLD = re.compile(
    r"(?P<change>change of\s+)?(?P<measure>[^<>=,]+?)\s*(?:,\s*(?P<of>[^<>=]+?))?\s*"
    r"(?P<sign>>=|<=)\s*(?P<limit>[+-]?\d{1,6}(?:\.\d{1,6})?)"
)
"""``change of ways, motive >= -1``: the words "change of", the measure, the document's part, the limit."""

_MEASURE = re.compile(r"[a-z]+(?: [a-z]+)*")
"""The name of a measure: words in small letters."""


@frozen(slots=True)
class Threshold:
    """A threshold for a figure, or for its change."""

    text: str
    """The threshold as it is written."""

    measure: str
    """The name of the figure."""

    of: str | None
    """The part of the document that the figure is about, such as a question; ``None`` for any part."""

    of_change: bool
    """Whether it is for the change of the figure since an earlier version."""

    least: bool
    """Whether the figure must be at least the number; else it must be at most that."""

    number: float
    """The limit."""

    def concerns(self, metric: Metric) -> bool:
        """Whether it is about a figure."""
        return metric.measure == self.measure and self.of in (None, metric.of)

    def met(self, value: float) -> bool:
        """Whether a figure, or a change, is on the right side."""
        return value >= self.number if self.least else value <= self.number


class MissedThreshold(NamedTuple):
    """A threshold that is not met."""

    text: str
    """The threshold as it is written."""

    row: MetricChange
    """The figure that misses it."""


def threshold_of(text: str) -> Threshold:
    """The threshold that a text writes.

    Raises:
        MisuseError: if it does not write one.
    """
    match = _THRESHOLD.fullmatch(text.strip())
    if not match or not _MEASURE.fullmatch(match["measure"].strip()):
        raise MisuseError(
            f"`{text}` is not a threshold: write one as in `ways >= 2`, `ways, motive >= 2` "
            "or `change of ways >= -1`"
        )
    return Threshold(
        text=text.strip(),
        measure=match["measure"].strip(),
        of=match["of"],
        of_change=bool(match["change"]),
        least=match["sign"] == ">=",
        number=float(match["limit"]),
    )


def missed_thresholds(
    thresholds: Sequence[Threshold], rows: Sequence[MetricChange]
) -> Iterator[MissedThreshold]:
    """The thresholds that are not met, each with the figure that misses it.

    A figure that is held must not fall, unless one of the thresholds is about its change.
    """
    for threshold in thresholds:
        for row in rows:
            value = row.change if threshold.of_change else row.now.value
            if threshold.concerns(row.now) and value is not None and not threshold.met(value):
                yield MissedThreshold(threshold.text, row)
    for row in rows:
        has_own_threshold = any(
            threshold.of_change and threshold.concerns(row.now) for threshold in thresholds
        )
        has_fallen = row.change is not None and row.change < 0
        if row.now.held and has_fallen and not has_own_threshold:
            yield MissedThreshold(f"change of {row.now.name} >= 0", row)
