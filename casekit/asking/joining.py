"""Steps of a proof joined: what a line says at first sight is given where it is used, not in a step of its own."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from casekit.model.theory import Assertion, Inference, Step, Supposition


@dataclass(frozen=True, slots=True)
class Ground:
    """How something came to be known: by ``lines`` that say it at first sight, by earlier ``steps``, or by both."""

    lines: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class JoinedStep:
    """An inference with those that were joined to it: ``lines`` are its own, ``grounds`` are of what it uses.

    ``read`` are the lines of what was joined to it; ``premises`` the numbers of other steps that all this uses.
    """

    number: int
    lines: tuple[str, ...]
    read: tuple[str, ...]
    premises: tuple[int, ...]
    grounds: Mapping[Assertion, Ground]
    conclusions: tuple[Assertion, ...]


@dataclass(frozen=True, slots=True)
class JoinedSupposition:
    """A supposition of joined steps; ``closing`` is the number of its ``conclusion``."""

    number: int
    supposed: Assertion
    steps: tuple["Joined", ...]
    closing: int
    conclusion: Assertion


Joined = JoinedStep | JoinedSupposition

AtSight = Callable[[str], bool]
"""Whether what follows from a line, and at most one thing more, needs no step of its own."""


def join(steps: Sequence[Step], goal: Collection[Assertion], at_sight: AtSight) -> tuple[Joined, ...]:
    """The steps of a proof, numbered again, without those that only read a line at sight.

    One that finds a part of the goal stays, but is one with the step before it that it rests on, if there is one.
    """
    return tuple(_Joining(goal, at_sight).joined(steps, {}, {}))


class _Joining:
    def __init__(self, goal: Collection[Assertion], at_sight: AtSight) -> None:
        self._goal = goal
        self._at_sight = at_sight
        self._numbers = count(1)

    def joined(
        self, steps: Sequence[Step], known: dict[Assertion, Ground], at: dict[int, Ground]
    ) -> Iterator[Joined]:
        """Steps of one level; ``known`` is what is known there, ``at`` what the old numbers have become."""
        found: list[Joined] = []
        for step in steps:
            if isinstance(step, Supposition):
                found.append(self._supposition(step, known, at))
            elif self._reads(step) and not any(one in self._goal for one in step.conclusions):
                ground = self._ground(step, at)
                at[step.number] = ground
                known.update(dict.fromkeys(step.conclusions, ground))
            elif self._reads(step) and (before := self._before(step, found, at)) is not None:
                found[before] = self._appended(found[before], step)
                at[step.number] = Ground(steps=(found[before].number,))
                known.update(dict.fromkeys(step.conclusions, at[step.number]))
            else:
                found.append(self._step(step, known, at))
        return iter(found)

    def _reads(self, step: Inference) -> bool:
        return (
            bool(step.conclusions)
            and len(step.used) <= 1
            and len(step.lines) == 1
            and self._at_sight(step.lines[0])
        )

    def _ground(self, step: Inference, at: Mapping[int, Ground]) -> Ground:
        earlier = [at[premise] for premise in step.premises]
        lines = [line for ground in earlier for line in ground.lines]
        return Ground(
            tuple(dict.fromkeys((*lines, *step.lines))),
            tuple(sorted({number for ground in earlier for number in ground.steps})),
        )

    def _before(self, step: Inference, found: Sequence[Joined], at: Mapping[int, Ground]) -> int | None:
        """Where among the steps of this level the only one is that a step rests on."""
        ground = self._ground(step, at)
        if len(ground.lines) > 1 or len(ground.steps) != 1:
            return None
        places = [place for place, other in enumerate(found) if other.number == ground.steps[0]]
        return places[0] if places and isinstance(found[places[0]], JoinedStep) else None

    def _appended(self, before: Joined, step: Inference) -> Joined:
        if isinstance(before, JoinedSupposition):
            raise TypeError("a supposition concludes what it supposed, and nothing else")
        return replace(
            before, read=(*before.read, *step.lines), conclusions=(*before.conclusions, *step.conclusions)
        )

    def _step(self, step: Inference, known: dict[Assertion, Ground], at: dict[int, Ground]) -> JoinedStep:
        earlier = [at[premise] for premise in step.premises]
        number = next(self._numbers)
        joined = JoinedStep(
            number,
            step.lines,
            tuple(dict.fromkeys(line for ground in earlier for line in ground.lines)),
            tuple(sorted({one for ground in earlier for one in ground.steps})),
            {one: known[one] for one in step.used},
            step.conclusions,
        )
        self._know(number, step.number, step.conclusions, known, at)
        return joined

    def _supposition(
        self, step: Supposition, known: dict[Assertion, Ground], at: dict[int, Ground]
    ) -> JoinedSupposition:
        inside, number = dict(known), next(self._numbers)
        self._know(number, step.number, (step.supposed,), inside, at)
        steps = tuple(self.joined(step.steps, inside, at))
        closing = next(self._numbers)
        self._know(closing, step.closing, (step.conclusion,), known, at)
        return JoinedSupposition(number, step.supposed, steps, closing, step.conclusion)

    def _know(
        self,
        number: int,
        was: int,
        assertions: Sequence[Assertion],
        known: dict[Assertion, Ground],
        at: dict[int, Ground],
    ) -> None:
        at[was] = Ground(steps=(number,))
        for one in assertions:
            known[one] = at[was]
