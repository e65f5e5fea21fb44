"""How far a document is from a level, the changes that bring it nearest, and both as text and as JSON.

Each change is tried, and what comes nearest is taken.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from casekit.values import frozen
from casekit.values.plurals import counted

MOST_CHANGES = 3
"""At most this many changes are looked for."""

EFFECT_DIGITS = 6
"""A figure has changed if it differs within this many digits after the point."""


@frozen(slots=True)
class ThresholdGap:
    """A threshold that a document misses."""

    name: str
    """The name of the threshold in JSON and in settings."""
    figure: str
    """The figure that is held against it, as a description."""
    value: float
    """What the figure is."""
    limit: float
    """What it should be, at least or at most."""
    low: bool
    """Whether it is too low, rather than too high."""
    gap: float
    """By how much, in steps that are comparable between figures."""
    past: bool = False
    """Whether the figure has to get past the limit, rather than to it."""


class MeasuredDocument(Protocol):
    """A document with everything that is held against a level."""

    @property
    def level(self) -> str:
        """The level."""

    @property
    def missed(self) -> Sequence[ThresholdGap]:
        """The thresholds that it misses."""

    @property
    def gap(self) -> float:
        """How far it is from the level; 0 if it is there."""

    @property
    def values(self) -> Mapping[str, float]:
        """Every figure that can keep it from the level, by its description."""


H = TypeVar("H", bound=MeasuredDocument)
H_contra = TypeVar("H_contra", bound=MeasuredDocument, contravariant=True)


class DocumentChange(Protocol[H_contra]):
    """A change of a document."""

    def as_imperative(self, before: H_contra, /) -> str:
        """The thing to do, as an imperative."""

    def as_json(self) -> dict[str, Any]:
        """The same as ``schemas/report.schema.json`` has it, without its effects."""


class FigureChange(NamedTuple):
    """A figure that a change has changed. Its fields are the keys of ``schemas/report.schema.json``."""

    figure: str
    """Its description."""
    before: float
    after: float


@frozen
class Improvement(Generic[H]):
    """A change, with the document before and after it."""

    change: DocumentChange[H]
    before: H
    after: H

    @property
    def effects(self) -> tuple[FigureChange, ...]:
        """The figures that it changes."""
        before, after = self.before.values, self.after.values
        effects: list[FigureChange] = []
        for figure in before:
            if figure not in after:
                continue
            if round(before[figure], EFFECT_DIGITS) != round(after[figure], EFFECT_DIGITS):
                effects.append(FigureChange(figure, before[figure], after[figure]))
        return tuple(effects)

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/report.schema.json`` has it."""
        effects = [effect._asdict() for effect in self.effects]
        return {**self.change.as_json(), "effects": effects}


@frozen
class LevelDistance(Generic[H]):
    """How far a document is from a level, and the changes that bring it nearest, in words and as JSON."""

    start: H
    """The document before any change."""
    steps: tuple[Improvement[H], ...]
    """The changes, each of the document after the one before."""
    tried: int
    """How many changes were tried."""

    @property
    def rest(self) -> Sequence[ThresholdGap]:
        """The thresholds that the document still misses after all changes."""
        return self.steps[-1].after.missed if self.steps else self.start.missed

    def in_words(self, _width: int) -> str:
        """As lines of text, none of which is broken."""
        return "\n".join(self._lines())

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/report.schema.json`` has it."""
        return {
            "level": self.start.level,
            "reached": not self.rest,
            "tried": self.tried,
            "misses": [_gap_as_json(gap) for gap in self.start.missed],
            "changes": [improvement.as_json() for improvement in self.steps],
            "remains": [_gap_as_json(gap) for gap in self.rest],
        }

    def _lines(self) -> Iterator[str]:
        if not self.start.missed:
            yield f"Distance from {self.start.level}: none, it has everything that a skeleton of this level has"
            return
        yield f"Distance from {self.start.level}: {counted(len(self.start.missed), 'figure')} off"
        for gap in self.start.missed:
            yield f"  {_gap_in_words(gap)}"
        yield ""
        if self.steps:
            verb = "brings" if len(self.steps) == 1 else "bring"
            nearer = "nearer" if self.rest else "there"
            yield f"{counted(len(self.steps), 'change')} {verb} it {nearer} ({self.tried} tried)"
        for number, improvement in enumerate(self.steps, 1):
            yield f"  {number}. {improvement.change.as_imperative(improvement.before)}"
            for effect in improvement.effects:
                yield f"       {effect.figure}: {_rounded(effect.before)}, then {_rounded(effect.after)}"
        if self.rest:
            yield f"What remains after {counted(len(self.steps), 'change')} ({self.tried} tried)"
            for gap in self.rest:
                yield f"  {_gap_in_words(gap)}"


C = TypeVar("C", bound=DocumentChange[Any])


def nearest(
    start: H,
    candidates: Callable[[H, Random], Sequence[C]],
    after: Callable[[H, C, float], H | None],
    step: Callable[[str], None],
) -> LevelDistance[H]:
    """How far a document is from a level, and up to ``MOST_CHANGES`` changes that bring it nearer.

    Each change is the best of those that are tried after the one before.

    Args:
        start: the document.
        candidates: changes of a document that are worth trying.
        after: a document after a change, ``None`` if it is not nearer to the level than a gap.
        step: called with a few words before each change is tried.
    """
    now = start
    random = Random(0)  # noqa: S311 - the same document always gets the same answer
    steps: list[Improvement[H]] = []
    tried = 0
    while now.gap and len(steps) < MOST_CHANGES:
        best: Improvement[H] | None = None
        for change in candidates(now, random):
            step(f"change {tried + 1}")
            tried += 1
            then = after(now, change, now.gap if best is None else best.after.gap)
            if then is not None:
                best = Improvement(change, now, then)
        if best is None:
            break
        steps.append(best)
        now = best.after
    return LevelDistance(start, tuple(steps), tried)


def _gap_in_words(gap: ThresholdGap) -> str:
    if gap.past:
        end = "above" if gap.low else "below"
        return f"{gap.figure}: {_rounded(gap.value)}; it has to be {end} {_rounded(gap.limit)}"
    return f"{gap.figure}: {_rounded(gap.value)}, at {'least' if gap.low else 'most'} {_rounded(gap.limit)}"


def _gap_as_json(gap: ThresholdGap) -> dict[str, Any]:
    return {
        "name": gap.name,
        "figure": gap.figure,
        "value": gap.value,
        "limit": gap.limit,
        "at": "least" if gap.low else "most",
    }


def _rounded(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
