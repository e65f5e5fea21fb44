"""The distance of a document from a level, as text and as JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from casekit.games.making.distance import Distance, Shortfall


@dataclass(frozen=True)
class DistanceAnswer:
    """A distance that can put itself into words."""

    distance: Distance[Any]

    def in_words(self, width: int) -> str:
        """As lines of text; ``width`` is not needed, since none is broken."""
        del width
        return "\n".join(self._lines())

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/report.schema.json`` has it."""
        found = self.distance
        return {
            "level": found.start.level,
            "reached": not found.rest,
            "tried": found.tried,
            "misses": [_missed_as_json(each) for each in found.start.missed],
            "changes": [
                {
                    **each.change.as_json(),
                    "effects": [
                        {"figure": figure, "before": before, "after": after}
                        for figure, before, after in each.effects
                    ],
                }
                for each in found.steps
            ],
            "remains": [_missed_as_json(each) for each in found.rest],
        }

    def _lines(self) -> Iterator[str]:
        found = self.distance
        if not found.start.missed:
            yield f"Distance from {found.start.level}: none, it has everything that a skeleton of this level has"
            return
        yield f"Distance from {found.start.level}: {_counted(len(found.start.missed), 'figure')} off"
        yield from (f"  {_missed(each)}" for each in found.start.missed)
        yield ""
        if found.steps:
            yield _headline(found)
        for number, each in enumerate(found.steps, 1):
            yield f"  {number}. {each.change.told(each.before)}"
            yield from (
                f"       {figure}: {_figure(before)}, then {_figure(after)}"
                for figure, before, after in each.effects
            )
        if found.rest:
            yield f"What remains after {_counted(len(found.steps), 'change')} ({found.tried} tried)"
            yield from (f"  {_missed(each)}" for each in found.rest)


def _headline(found: Distance[Any]) -> str:
    count = _counted(len(found.steps), "change")
    verb = "brings" if len(found.steps) == 1 else "bring"
    return f"{count} {verb} it {'nearer' if found.rest else 'there'} ({found.tried} tried)"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _missed(each: Shortfall) -> str:
    if each.past:
        end = "above" if each.low else "below"
        return f"{each.figure}: {_figure(each.value)}; it has to be {end} {_figure(each.limit)}"
    return f"{each.figure}: {_figure(each.value)}, at {'least' if each.low else 'most'} {_figure(each.limit)}"


def _missed_as_json(each: Shortfall) -> dict[str, Any]:
    return {
        "name": each.name,
        "figure": each.figure,
        "value": each.value,
        "limit": each.limit,
        "at": "least" if each.low else "most",
    }


def _figure(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
