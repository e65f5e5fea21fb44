from hypothesis import given, settings, strategies as st

from casekit.deduce.solving.cores import group_nodes, grown
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import And, Apply, Constant, Function, Holds, Not, Sort
from casekit.logic.theory import Claim, Law, Theory

relaxed = settings(max_examples=80)

LETTERS = Sort("letter", tuple("abcdef"))
chosen = Function("chosen", (LETTERS,))
some_letters = st.sets(st.sampled_from(LETTERS.values), min_size=1)


def is_chosen(letter):
    return Holds(Apply(chosen, (Constant(letter),)))


@relaxed
@given(
    family=st.lists(some_letters, max_size=6),
    starts=st.lists(some_letters, max_size=6),
)
def test_no_letter_can_join_a_grown_set(family, starts):
    """Not all letters of any set of the family may be chosen; worlds without some letters grow."""
    laws = tuple(
        Law(f"law {number}", Not(And(tuple(map(is_chosen, sorted(one))))))
        for number, one in enumerate(family)
    )
    claims = tuple(Claim(letter, letter, is_chosen(letter)) for letter in LETTERS.values)
    solver = TheorySolver(Theory((chosen,), laws, claims, (), ()))
    nodes = group_nodes(solver, {letter: (letter,) for letter in LETTERS.values})
    for start in starts:
        assert solver.solve([-nodes[letter] for letter in sorted(start)])
        model = solver.model()
        found = grown(solver, (), nodes)
        assert {letter for letter, node in nodes.items() if node in model} <= found
        assert not any(one <= found for one in family)
        assert all(any(one <= found | {letter} for one in family) for letter in nodes if letter not in found)


def test_what_failed_beside_one_set_is_tried_beside_another():
    """Of two letters only one may be chosen, the first that is tried."""
    law = Law("not both", Not(And((is_chosen("a"), is_chosen("b")))))
    claims = tuple(Claim(letter, letter, is_chosen(letter)) for letter in "ab")
    solver = TheorySolver(Theory((chosen,), (law,), claims, (), ()))
    nodes = group_nodes(solver, {"a": ("a",), "b": ("b",)})
    for order in ("ab", "ba", "ab"):
        assert solver.solve([-node for node in nodes.values()])
        assert {order[0]} == grown(solver, (), {letter: nodes[letter] for letter in order})
