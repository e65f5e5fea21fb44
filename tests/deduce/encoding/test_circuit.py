from itertools import product

import pytest
from hypothesis import given, strategies as st
from pysat.solvers import Solver

from casekit.deduce.encoding.circuit import FALSE, TRUE, Circuit


def true_under(circuit, node, assumptions):
    with Solver(name="minisat22", bootstrap_with=circuit.pending) as solver:
        assert solver.solve(assumptions=[*assumptions, node]) != solver.solve(
            assumptions=[*assumptions, -node]
        )
        return solver.solve(assumptions=[*assumptions, node])


@pytest.mark.parametrize("count", range(7))
def test_at_least_counts(count):
    circuit = Circuit()
    nodes = [circuit.fresh() for _ in range(5)]
    gate = circuit.at_least(count, nodes)
    for signs in product((1, -1), repeat=5):
        assumptions = [sign * node for sign, node in zip(signs, nodes, strict=True)]
        assert (signs.count(1) >= count) == true_under(circuit, gate, assumptions)


@given(st.lists(st.sampled_from([TRUE, FALSE, 2, -2, 3]), max_size=6), st.integers(-1, 7))
def test_at_least_counts_constants_and_repetitions(chosen, count):
    circuit = Circuit()
    circuit.fresh(), circuit.fresh()
    gate = circuit.at_least(count, chosen)
    for two, three in product((2, -2), (3, -3)):
        true = sum(node in (TRUE, two, three) for node in chosen)
        assert (true >= count) == true_under(circuit, gate, [two, three])


def test_equal_gates_are_one():
    circuit = Circuit()
    one, other = circuit.fresh(), circuit.fresh()
    assert circuit.all_of((one, other)) == circuit.all_of((other, one, one, TRUE))


@pytest.mark.parametrize(
    ("expected", "parts"),
    [(TRUE, ()), (2, (2, TRUE)), (FALSE, (2, FALSE)), (FALSE, (2, 3, -2)), (FALSE, (FALSE,))],
)
def test_constants_fold(expected, parts):
    circuit = Circuit()
    circuit.fresh(), circuit.fresh()
    assert expected == circuit.all_of(parts)
    assert 1 == len(circuit.pending)


def test_counters_for_the_same_nodes_share_gates():
    circuit = Circuit()
    nodes = [circuit.fresh() for _ in range(12)]
    circuit.at_least(4, nodes)
    size = circuit.size
    circuit.at_least(3, nodes)
    assert size == circuit.size
