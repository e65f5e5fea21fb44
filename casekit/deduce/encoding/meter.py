"""The costs of deduction, in units that are the same on every machine, and how much of it a theory may come to."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

_MOST_TOLD = 10**18


class GroundingTooLargeError(ValueError):
    """A formula comes to more ground instances than the limit allows."""

    def __init__(self, size: int, limit: int) -> None:
        # Python writes out no number of more than some thousand digits.
        self.size = min(size, _MOST_TOLD)
        super().__init__(f"{self.size} ground instances, the limit is {limit}")
        self.limit = limit


class Limits(NamedTuple):
    """How many ground instances one line, and all lines together, may come to."""

    line: int = 100_000
    total: int = 200_000


class LineCost(NamedTuple):
    """The ground instances that a line stands for, counted before any is made, and the clauses made of them."""

    instances: int
    clauses: int = 0


CONFLICTS = 5_000
"""The solver's budget for one step of a search that can do without the answer; a hand-written case needs few."""

EASY = 500
"""A question that takes more conflicts than that may be one about numbers, so that counting helps."""

PATIENCE = 20_000
"""The solver's budget for a question that must be answered: seconds, where a hand-written case takes none."""

ENDURANCE = 30_000
"""All hard questions together may take this many conflicts; from then on only easy ones are answered."""

LEISURE = 15_000
"""After this many conflicts in hard questions those that need no answer are given up as soon as they turn out hard."""

CONFLICT = 1_000
"""A conflict is as much work as this many propagations: the solver learns a clause from it."""


class Meter:
    """The costs of a theory: each of its lines, by identifier, and what all solvers that were asked about it have done.

    ``solving`` counts ``questions``, ``propagations`` and ``conflicts``.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.lines: dict[str, LineCost] = {}
        self.solving: Counter[str] = Counter()
        self._made = 0

    def afford(self, line: str, instances: int) -> None:
        """Charge the instances of a line, before any is made.

        Raises:
            GroundingTooLargeError: if there would be too many.
        """
        self.lines[line] = LineCost(min(instances, _MOST_TOLD))
        left = min(self.limits.line, self.limits.total - self._made)
        if instances > left:
            raise GroundingTooLargeError(instances, left)
        self._made += instances

    def encoded(self, line: str, clauses: int) -> None:
        """Charge the clauses of a line."""
        self.lines[line] = self.lines[line]._replace(clauses=clauses)

    def solved(self, before: Mapping[str, int], after: Mapping[str, int]) -> None:
        """Charge a question, by what its solver had done before it and after."""
        self.solving["questions"] += 1
        for unit in ("propagations", "conflicts"):
            self.solving[unit] += after[unit] - before[unit]

    @property
    def work(self) -> int:
        """The work of the solvers, in propagations."""
        return self.solving["propagations"] + CONFLICT * self.solving["conflicts"]
