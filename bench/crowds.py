"""A theory with more minimal refutations than anybody wants to list, all of them known by construction.

The rival can only have done it if enough of each of some random crowds were there, and each source tells that one
person was not. So the minimal refutations are exactly the sets of so many absences from one crowd.
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random

from casekit.logic.formulas import (
    And,
    Apply,
    Constant,
    Equal,
    Function,
    Holds,
    Implies,
    Not,
    Quantified,
    Sort,
    Variable,
)
from casekit.logic.theory import Claim, Law, Theory

PEOPLE, CROWDS, CROWD, ABSENT = 40, 12, 14, 10
"""How many people, crowds, people in a crowd; and how many of a crowd have to be absent to refute the rival."""


@dataclass(frozen=True)
class Dense:
    """The theory, and every minimal refutation of ``S01`` as culprit."""

    theory: Theory
    refutations: frozenset[frozenset[str]]


def dense(seed: int, crowds: int = CROWDS, crowd: int = CROWD, absent: int = ABSENT) -> Dense:
    """The theory that a seed makes, with so many crowds of a size, of which so many have to be absent."""
    # Not a secret: the same theory for everybody.
    chance = Random(seed)  # noqa: S311
    cast = Sort("suspect", tuple(f"S{number:02}" for number in range(PEOPLE)))
    drawn = [sorted(chance.sample(cast.values, crowd)) for _ in range(crowds)]
    culprit = Function("culprit", (), Sort("culprit", ("S00", "S01")))
    there = Function("there", (cast,))
    somebody = Variable("X", cast)

    def present(people: list[str]) -> Quantified:
        outside = tuple(Constant(name) for name in cast.values if name not in people)
        return Quantified("at least", crowd - absent + 1, somebody, outside, Holds(Apply(there, (somebody,))))

    rival = Equal(Apply(culprit), Constant("S01"))
    laws = (Law("crowds", Implies(rival, And(tuple(map(present, drawn)))), 1),)
    claims = tuple(Claim(name, name, Not(Holds(Apply(there, (Constant(name),))))) for name in cast.values)
    known = frozenset(frozenset(names) for people in drawn for names in combinations(people, absent))
    return Dense(Theory((culprit, there), laws, claims, (), (culprit,)), known)
