import pytest
from hypothesis import given, settings, strategies as st

from casekit.deduce import source_sets
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.source_sets import independent_ways
from casekit.logic.formulas import Apply, Holds

from .lettered import lettered, minimal

relaxed = settings(max_examples=80)


def most_disjoint(sets):
    """By trying all choices: how many of the sets have nothing in common."""
    if not sets:
        return 0
    first, *others = sets
    beside = [other for other in others if set(first).isdisjoint(other)]
    return max(most_disjoint(others), 1 + most_disjoint(beside))


@relaxed
@given(data=st.data())
def test_random_theories(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    names = [line for line in solver.truth_told if line in solver.selectors]
    every = minimal(all_worlds.of, names)
    found = independent_ways(solver, (), {line: (line,) for line in names})
    assert found.complete
    assert set(found.sets) <= set(every)
    assert most_disjoint(every) == len(found.sets)
    assert sum(map(len, found.sets)) == len({name for way in found.sets for name in way})
    assert sorted(found.sets, key=lambda way: (len(way), [names.index(one) for one in way])) == list(
        found.sets
    )


def sources_with_ways(*groups):
    """Sources named by letters; each group of letters, if all are read, proves the goal that nothing else does."""
    letters = sorted({letter for group in groups for letter in group})
    solver = lettered(groups, letters)
    (solved,) = solver.theory.targets
    doubt = -solver.meaning(Holds(Apply(solved))).true
    return solver, [*solver.assume(("law",)), doubt], {letter: (letter,) for letter in letters}


def test_two_ways_and_none_more():
    # a, and b with c. One of b and c and a have to go: two ways are all.
    assert ((("a",), ("b", "c")), True) == independent_ways(*sources_with_ways("a", "bc", "ab"))


def test_a_greedy_choice_is_undone():
    # The smallest way, ad, would leave no other; abc and def have nothing in common.
    assert ((("a", "b", "c"), ("d", "e", "f")), True) == independent_ways(
        *sources_with_ways("ad", "abc", "def")
    )


def test_three_ways_that_all_meet_are_one():
    # ab, bc, ca: two have to go but every two ways meet. That is proved by looking at them all.
    found = independent_ways(*sources_with_ways("ab", "bc", "ac"))
    assert (1, True) == (len(found.sets), found.complete)


def test_without_a_look_at_all_ways_the_answer_is_not_complete():
    found = independent_ways(*sources_with_ways("ab", "bc", "ac"), seeds=1)
    assert (1, False) == (len(found.sets), found.complete)


def test_without_choices_the_answer_is_not_complete(monkeypatch):
    monkeypatch.setattr(source_sets, "CHOICES", 0)
    found = independent_ways(*sources_with_ways("ad", "abc", "def"))
    assert ((("a", "d"),), False) == found


def test_nothing_to_prove_and_nothing_left_to_prove():
    solver, doubt, groups = sources_with_ways("ab")
    assert ((), True) == independent_ways(solver, doubt, {"a": groups["a"]})
    with pytest.raises(ValueError, match="contradicts itself"):
        independent_ways(solver, [1, -1], groups)


def test_more_ways_than_enough_are_not_looked_for():
    problem = sources_with_ways("a", "b", "cd", "ef")
    assert (("a",), ("b",)) == independent_ways(*problem, enough=2).sets
    assert not independent_ways(*problem, enough=2).complete
    assert 4 == len(independent_ways(*problem, enough=4).sets)
