"""Thresholds that the figures of simulated tables are held to, such as ``solved, 4 players >= 0.6``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from casekit.analysis.figures.thresholds import Threshold, threshold_of
from casekit.diagnostics import MisuseError
from casekit.tabletop import simulation_statistics
from casekit.values import frozen

_PLAYERS = re.compile(r"(\d) players")
"""The number of players in a threshold."""

_SEPARATORS_OF_READERS = re.compile(r"[/ +]+")
"""What is between the words of the readers at a table: ``steady/leads + wary``."""


@frozen
class SimulationThreshold:
    """A threshold for the groups of some readers and some number of players."""

    threshold: Threshold
    """The threshold as it is written."""

    measure: str
    """The member of the figures of a group that it holds."""

    readers: tuple[str, ...]
    """The words that the readers of a group must have; empty for all groups."""

    players: int | None
    """The number of players of a group; ``None`` for any number."""

    def concerns(self, group: Mapping[str, Any]) -> bool:
        """Whether it is about a group."""
        words = {group["reader"], *_SEPARATORS_OF_READERS.split(group["reader"])}
        return self.players in (None, group["players"]) and set(self.readers) <= words

    def value(self, group: Mapping[str, Any], earlier: Mapping[str, Any] | None) -> float | None:
        """The figure of a group that is held, or its change; ``None`` if that is not known."""
        now = float(group[self.measure])
        if not self.threshold.of_change:
            return now
        return None if earlier is None else round(now - earlier[self.measure], simulation_statistics.DIGITS)


class MissedSimulationThreshold(NamedTuple):
    """A threshold that is not met."""

    threshold: SimulationThreshold
    """The threshold."""

    reason: str
    """What was found instead, in words."""


def simulation_threshold_of(text: str, measures: Mapping[str, str]) -> SimulationThreshold:
    """The threshold that a text writes.

    Args:
        text: the text.
        measures: the names of what can have a threshold, each with its member of the figures.

    Raises:
        ValueError: if it does not write one; the message says what it may be.
    """
    try:
        threshold = threshold_of(text)
    except MisuseError:
        threshold = None
    if threshold is None or threshold.measure not in measures:
        raise ValueError(
            f"`{text}` is not a threshold: write one as in `{next(iter(measures))}, 4 players >= 0.6`, "
            f"with one of {', '.join(measures)}"
        )
    readers: list[str] = []
    players = None
    for word in (threshold.of or "").split(","):
        number = _PLAYERS.fullmatch(word.strip())
        if number and players is None:
            players = int(number[1])
        elif not number and word.strip():
            readers.append(word.strip())
    return SimulationThreshold(threshold, measures[threshold.measure], tuple(readers), players)


def missed_simulation_thresholds(
    thresholds: Sequence[SimulationThreshold],
    groups: Sequence[Mapping[str, Any]],
    earlier: Sequence[Mapping[str, Any]] = (),
) -> Iterator[MissedSimulationThreshold]:
    """The thresholds that are not met.

    Those for a change hold the groups that were among the ``earlier`` ones too.
    """
    earlier_groups = {(group["players"], group["reader"]): group for group in earlier}
    for threshold in thresholds:
        groups_concerned = [group for group in groups if threshold.concerns(group)]
        if not groups_concerned:
            yield MissedSimulationThreshold(threshold, "there are no such tables in this simulation")
        for group in groups_concerned:
            value = threshold.value(group, earlier_groups.get((group["players"], group["reader"])))
            if value is not None and not threshold.threshold.met(value):
                reason = f"{group['reader']}, {group['players']} players: {value:g}"
                yield MissedSimulationThreshold(threshold, reason)
