"""Sources named by letters, which prove something together; and what is minimal, by trying everything."""

from itertools import combinations

from hypothesis import strategies as st

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import And, Apply, Constant, Function, Holds, Implies, Or, Sort
from casekit.logic.theory import Claim, Law, Theory

LETTERS = "abcdefgh"
families = st.lists(st.sets(st.sampled_from(LETTERS), min_size=1), max_size=8)


def lettered(groups, letters=LETTERS):
    """Each group of letters, if all are read, proves ``solved``, which nothing else does."""
    read, solved = Function("read", (Sort("letter", tuple(letters)),)), Function("solved")

    def is_read(letter):
        return Holds(Apply(read, (Constant(letter),)))

    law = Implies(
        Or(tuple(And(tuple(map(is_read, sorted(group)))) for group in groups)), Holds(Apply(solved))
    )
    claims = tuple(Claim(letter, letter, is_read(letter)) for letter in letters)
    return TheorySolver(Theory((read, solved), (Law("law", law, 1),), claims, (), (solved,)))


def smallest(family):
    """The sets of a family that hold none of the others."""
    return {tuple(sorted(one)) for one in family if not any(other < one for other in family)}


def minimal(possible, names):
    """By trying all subsets: the minimal ones that are not possible, in the documented order."""
    found = []
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            if not any(set(one) <= set(chosen) for one in found) and not possible(chosen):
                found.append(chosen)
    return tuple(found)
