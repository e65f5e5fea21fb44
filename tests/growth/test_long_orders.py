"""Long orders and timetables are seen through with hardly a search, and a reader of everything answers as the lines do."""

import pytest

from bench.squares import Walk, steps, walk_theory
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Apply, Function, Order, Sort
from casekit.logic.theory import Law, Theory


def _knowledge(values, *pairs):
    """Things that come one before the other, each at one of some values in order."""
    sort = Sort("hour", tuple(f"v{number}" for number in range(values)), ordered=True)
    at = {name: Function(name, (), sort) for name in {name for pair in pairs for name in pair}}
    laws = tuple(
        Law(f"{one} before {other}", Order(Apply(at[one]), Apply(at[other]), sort, strict=True), weight=1)
        for one, other in pairs
    )
    functions = tuple(at[name] for name in sorted(at))
    return TheorySolver(Theory(functions, laws, targets=functions))


@pytest.mark.parametrize("values", [100, 1_000])
def test_a_circle_of_things_in_order_contradicts_itself_with_hardly_a_search(values):
    circle = _knowledge(values, ("a", "b"), ("b", "a"))
    assert not circle.consistent(circle.everything)
    assert circle.conflicts <= 20  # without the order encoding hundreds, which grow with the values


def test_people_who_take_a_step_at_a_time_are_no_search():
    walk = TheorySolver(walk_theory(Walk(people=6, hours=40, near=steps(4, 6))))
    assert walk.consistent(walk.laws)
    assert walk.conflicts <= 200  # 635, if what is near is seen from one of two places only


def test_a_reader_of_everything_answers_as_the_lines_do():
    chain = _knowledge(4, ("a", "b"), ("b", "c"))
    reader = chain.knowing(chain.everything)
    expected = [("v0", "v1"), ("v1", "v2"), ("v2", "v3")]
    for answers in (
        [chain.values(chain.everything, target) for target in chain.theory.targets],
        [reader.values((), target) for target in chain.theory.targets],
    ):
        assert expected == answers
