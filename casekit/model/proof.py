"""Proofs as the deduction core hands them out: steps that each follow from one line and from earlier steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casekit.model.theory import Fact


@dataclass(frozen=True, slots=True, order=True)
class Assertion:
    """That a fact is so or, unless it ``holds``, that it is not."""

    fact: Fact
    holds: bool = True

    def __str__(self) -> str:
        return str(self.fact) if self.holds else f"{self.fact.term} != {self.fact.value}"


@dataclass(frozen=True, slots=True)
class Inference:
    """A step that follows from ``lines`` and from the steps numbered in ``premises``.

    There is one line as a rule. Without any, earlier steps have excluded all values of a term but one, or the term has
    no other and there are no ``premises`` either. Several are together where the search for single steps was given up. ``used`` are the assertions of the earlier steps it
    rests on, sorted. No ``conclusions`` mean a contradiction.
    """

    number: int
    lines: tuple[str, ...]
    premises: tuple[int, ...]
    used: tuple[Assertion, ...]
    conclusions: tuple[Assertion, ...]


@dataclass(frozen=True, slots=True)
class Supposition:
    """A supposition that ends in a contradiction, so that its opposite, the ``conclusion``, holds.

    Steps inside cite the supposition by ``number``, later ones its conclusion by ``closing``.
    """

    number: int
    supposed: Assertion
    steps: tuple["Step", ...]
    closing: int
    conclusion: Assertion


Step = Inference | Supposition


def every_step(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Steps and those inside their suppositions, in the order of their numbers."""
    for step in steps:
        yield step
        if isinstance(step, Supposition):
            yield from every_step(step.steps)


def last_number(steps: Sequence[Step]) -> int:
    """The number of the last of some steps, 0 if there is none."""
    if not steps:
        return 0
    last = steps[-1]
    return last.closing if isinstance(last, Supposition) else last.number


@dataclass(frozen=True, slots=True)
class Proof:
    """Why some assertions hold for a reader of ``sources``: the fewest that suffice, if ``minimum``.

    ``goal`` are the assertions proved, ``lines`` the laws and claims that the steps use. A proof has been verified
    by means other than those that found it. Unless it is ``minimal``, a source may be one that can go:
    that was too hard to say, or the steps are easier to follow with it.
    """

    goal: tuple[Assertion, ...]
    sources: tuple[str, ...]
    minimum: bool
    lines: tuple[str, ...]
    steps: tuple[Step, ...]
    minimal: bool = True
