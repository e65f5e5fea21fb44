from itertools import combinations

from hypothesis import given, settings, strategies as st

from casekit.deduce.conflicts import blame, conflicts, corrections
from casekit.deduce.solving.cores import shrunk_core, smallest_core
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Constant, Equal, Holds, Not, Or
from casekit.logic.theory import Claim, Conflict, Law, Theory

relaxed = settings(max_examples=60)


def weights_of(theory):
    return {line.id: line.weight for line in (*theory.laws, *theory.truth, *theory.claims)}


def cheapest_to_blame(all_worlds, lines, weights):
    """By trying all subsets: of those that restore consistency the cheapest, which spares the earlier lines."""
    may_go = [line for line in lines if weights[line]]
    subsets = [set(chosen) for size in range(len(may_go) + 1) for chosen in combinations(may_go, size)]
    cures = [chosen for chosen in subsets if all_worlds.of([line for line in lines if line not in chosen])]
    return min(cures, key=lambda chosen: (sum(map(weights.get, chosen)), [line in chosen for line in may_go]))


def smallest_size(all_worlds, lines, blamed):
    for size in range(len(lines)):
        for chosen in combinations([line for line in lines if line != blamed], size):
            if not all_worlds.of([*chosen, blamed]):
                return size + 1
    raise AssertionError("no contradiction")


@relaxed
@given(data=st.data())
def test_conflicts_are_smallest_and_blame_the_least(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, weights = brute(theory), weights_of(theory)
    solver = TheorySolver(theory)
    chosen = data.draw(st.sampled_from([solver.laws, solver.truth, solver.everything, solver.truth_told]))
    found = conflicts(solver, chosen)
    lines = [line for line in chosen if line in solver.selectors]
    blamed = cheapest_to_blame(all_worlds, lines, weights)
    assert [line for line in lines if line in blamed] == [conflict.blamed for conflict in found]
    for conflict in found:
        kept = [line for line in lines if line not in blamed or line == conflict.blamed]
        assert set(conflict.lines) <= set(kept)
        assert conflict.blamed in conflict.lines
        assert not all_worlds.of(conflict.lines)
        assert all(
            all_worlds.of([other for other in conflict.lines if other != line]) for line in conflict.lines
        )
        assert conflict.minimum
        assert smallest_size(all_worlds, kept, conflict.blamed) == len(conflict.lines)


@relaxed
@given(data=st.data())
def test_without_budget_conflicts_are_still_minimal(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    lines = [line for line in solver.truth_told if line in solver.selectors]
    if all_worlds.of(lines):
        return
    core = smallest_core(solver, (), {line: (line,) for line in lines}, rounds=0)
    assert (len(core.names) <= 1) == core.minimum
    assert not all_worlds.of(core.names)
    assert all(all_worlds.of([other for other in core.names if other != line]) for line in core.names)
    guess = blame(solver, (), dict.fromkeys(lines, 1), rounds=0)
    kept = [line for line in lines if line not in guess.lines]
    assert not guess.exact
    assert all_worlds.of(kept)
    assert all(not all_worlds.of([*kept, line]) for line in guess.lines)


def cards(signature):
    return [Holds(signature.at(signature.keycard, name)) for name in ("ANNA", "BRUNO")]


def test_the_lighter_line_is_to_blame(signature):
    anna, _ = cards(signature)
    laws = (Law("light", anna, 1), Law("heavy", Not(anna), 2))
    solver = TheorySolver(Theory(signature.functions, laws, (), (), ()))
    assert (Conflict(("light", "heavy"), "light"),) == conflicts(solver, solver.laws)


def test_of_equals_the_later_line_is_to_blame(signature):
    anna, bruno = cards(signature)
    claims = tuple(
        Claim(name, "01", formula, weight=1)
        for name, formula in [("one", anna), ("two", Or((Not(anna), bruno))), ("three", Not(bruno))]
    )
    solver = TheorySolver(Theory(signature.functions, (), claims, (), ()))
    assert (Conflict(("one", "two", "three"), "three"),) == conflicts(solver, solver.everything)


def test_lines_of_no_weight_are_not_blamed(signature):
    anna, _ = cards(signature)
    truth = (Law("one", anna), Law("two", Not(anna)))
    solver = TheorySolver(Theory(signature.functions, (), (), truth, ()))
    assert [""] == [conflict.blamed for conflict in conflicts(solver, solver.truth)]
    assert ("one", "two") == conflicts(solver, solver.truth)[0].lines


def test_a_line_that_contradicts_itself_is_a_conflict_of_one(signature):
    hour = Equal(signature.at(signature.left, "ANNA"), Constant("midday"))
    solver = TheorySolver(Theory(signature.functions, (Law("midday", hour, 1),), (), (), ()))
    assert (Conflict(("midday",), "midday"),) == conflicts(solver, solver.laws)


def test_groups_go_as_a_whole(signature):
    anna, bruno = cards(signature)
    claims = (Claim("1a", "01", anna), Claim("1b", "01", bruno), Claim("2", "02", Not(bruno)))
    solver = TheorySolver(Theory(signature.functions, (), claims, (), ()))
    groups = {"01": ("1a", "1b"), "02": ("2",)}
    assert ("01", "02") == smallest_core(solver, (), groups).names
    assert ("01",) == shrunk_core(solver, [-solver.lines["1a"].holds], groups).names


def test_of_thousands_of_contradicting_lines_some_are_told_after_few_questions(signature, monkeypatch):
    asked = []
    solve = TheorySolver._ask

    def count(self, assumptions, conflicts, enough):
        asked.append(len(assumptions))
        return solve(self, assumptions, conflicts, enough)

    monkeypatch.setattr(TheorySolver, "_ask", count)
    anna, bruno = cards(signature)
    formulas = [anna, Not(anna), bruno, Not(bruno)] * 600
    laws = tuple(Law(f"line {number:04}", formula, 1) for number, formula in enumerate(formulas))
    solver = TheorySolver(Theory(signature.functions, laws, (), (), ()))
    found = conflicts(solver, solver.laws)
    assert found
    assert all(len(conflict.lines) == 2 for conflict in found)
    assert () == corrections(solver, solver.laws).sets
    assert len(asked) < len(laws)
