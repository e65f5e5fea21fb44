from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from casekit.deduce.encoding.circuit import range_of
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import FALSE, Constant, Equal, Function, Holds, Not, Sort
from casekit.logic.theory import Claim, Fact, Law, Theory

relaxed = settings(max_examples=60)


@relaxed
@given(data=st.data())
def test_consistency_of_any_lines(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    lines = data.draw(st.lists(st.sampled_from(sorted(all_worlds.holds)), unique=True))
    assert bool(all_worlds.of(lines)) == solver.consistent(lines)


@relaxed
@given(data=st.data())
def test_answers_to_questions(data, theories, formulas, brute):
    theory, question = data.draw(theories), data.draw(formulas)
    asked = Law("question", question, 1)
    all_worlds = brute(
        Theory(theory.functions, (*theory.laws, asked), theory.claims, theory.truth, theory.targets)
    )
    solver = TheorySolver(theory)
    results = all_worlds.results(question)
    others = [line for line in all_worlds.everything if line != "question"]
    verdicts = {true for defined, true in map(results.__getitem__, all_worlds.of(others)) if defined}
    expected = "open" if len(verdicts) != 1 else "true" if True in verdicts else "false"
    assert expected == solver.ask(solver.everything, question)


@relaxed
@given(data=st.data())
def test_a_fresh_copy_is_as_if_encoded_anew(data, theories, formulas):
    asked = TheorySolver(data.draw(theories))
    asked.ask(asked.everything, data.draw(formulas))
    asked.circuit.at_least(2, [-node for node in asked.selectors.values()])
    copy, anew = asked.fresh().fresh(), TheorySolver(asked.theory)
    for part in ("size", "gates", "counts", "units", "pending"):
        assert getattr(anew.circuit, part) == getattr(copy.circuit, part)
    assert list(anew.vocabulary.items()) == list(copy.vocabulary.items())
    assert (anew.lines, anew.selectors) == (copy.lines, copy.selectors)
    assert anew.world(anew.everything) == copy.world(copy.everything)
    assert asked.circuit.size >= anew.circuit.size
    copy.circuit.settle(copy.circuit.fresh())
    assert anew.circuit.units == asked.fresh().circuit.units


@relaxed
@given(data=st.data())
def test_status_of_claims_in_the_truth(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    for lines in (None, solver.truth):
        numbers = all_worlds.of([*all_worlds.truth, *all_worlds.claims] if lines is None else lines)
        for claim in theory.claims:
            everywhere = all_worlds.results(claim.formula)
            results = {everywhere[number] for number in numbers}
            if not results or len(results) > 1:
                expected = "open" if not results or any(defined for defined, _ in results) else "void"
            else:
                expected = {(True, True): "true", (True, False): "false"}.get(*results, "void")
            assert expected == solver.standing(solver.lines[claim.id].meaning, lines)


@relaxed
@given(data=st.data())
def test_what_is_fixed(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    worlds = [all_worlds.worlds[number] for number in all_worlds.of(all_worlds.everything)]
    expected = {
        key: worlds[0][key] for key in sorted(solver.vocabulary) if len({w[key] for w in worlds}) == 1
    }
    assert list(expected.items()) == list(solver.fixed(solver.everything).items())


@relaxed
@given(data=st.data())
def test_values_and_the_sole_value(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    for target in theory.targets:
        possible = all_worlds.values(all_worlds.everything, target)
        assert possible == set(solver.values(solver.everything, target))
        expected = next(iter(possible)) if len(possible) == 1 else None
        assert expected == solver.value(solver.everything, target)


@relaxed
@given(data=st.data())
def test_values_of_any_function_at_any_arguments(data, theories, brute, signature):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    lines = data.draw(st.lists(st.sampled_from(sorted(all_worlds.holds)), unique=True))
    worlds = [all_worlds.worlds[number] for number in all_worlds.of(lines)]
    before = sorted(solver.vocabulary)
    for function in signature.functions:
        for arguments in product(*(sort.values for sort in function.arguments)):
            possible = values_in(worlds, function, arguments)
            known = solver.values(lines, function, arguments)
            assert tuple(value for value in range_of(function) if value in possible) == known
            sole = known[0] if len(known) == 1 else None
            assert sole == solver.value(lines, function, arguments)
    assert before == sorted(solver.vocabulary)


def values_in(worlds, function, arguments):
    """The values of a term in some worlds; in each it may have any if no line mentions it."""
    if not worlds:
        return set()
    if function.table is not None:
        return {function.table[arguments]}
    if (function.name, arguments) not in worlds[0]:
        return set(range_of(function))
    return {world[function.name, arguments] for world in worlds}


def test_values_of_a_static_function_with_gaps(signature):
    solver = TheorySolver(Theory(signature.functions))
    floor = Function("floor", (signature.PLACE,), signature.HOUR, table={("suite",): "dawn"})
    assert ("dawn",) == solver.values((), floor, ("suite",))
    assert "dawn" == solver.value((), floor, ("suite",))
    assert () == solver.values((), floor, ("theatre",))
    assert solver.value((), floor, ("theatre",)) is None
    assert ("none",) == solver.values((), replace(floor, optional=True), ("theatre",))


def test_a_function_into_a_sort_of_one_value_has_it_in_every_world(signature):
    sole = Function("sole", (signature.PLACE,), Sort("one", ("this",)))
    solver = TheorySolver(Theory((sole,), (Law("never", FALSE, 1),)))
    assert "this" == solver.value((), sole, ("suite",))
    assert solver.value(("never",), sole, ("suite",)) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "room takes 1 argument, not 0"),
        (("ANNA", "BRUNO"), "room takes 1 argument, not 2"),
        (("suite",), "room takes a suspect, and 'suite' is not one"),
    ],
)
def test_a_term_that_cannot_be_is_a_mistake(arguments, message, signature):
    solver = TheorySolver(Theory(signature.functions))
    for question in (solver.values, solver.value):
        with pytest.raises(ValueError, match=message):
            question((), signature.room, arguments)


@relaxed
@given(data=st.data())
def test_the_world_shown_is_the_first_whatever_was_asked_before(data, theories, brute):
    theory = data.draw(theories)
    all_worlds, solver = brute(theory), TheorySolver(theory)
    for lines in data.draw(
        st.lists(st.lists(st.sampled_from(sorted(all_worlds.holds)), unique=True), max_size=4)
    ):
        solver.consistent(lines)
    keys = sorted(solver.vocabulary)

    def rank(world):
        order = {
            key: sorted(solver.vocabulary[key], key=lambda value: value not in ("no", "none")) for key in keys
        }
        return [order[key].index(world[key]) for key in keys]

    worlds = [all_worlds.worlds[number] for number in all_worlds.of(all_worlds.everything)]
    first = min(worlds, key=rank, default=None)
    expected = None if first is None else tuple(Fact(*key, first[key]) for key in keys)
    assert expected == solver.world(solver.everything)


def test_reading_takes_laws_and_the_claims_of_the_sources_without_hints(signature):
    card = Holds(signature.at(signature.keycard, "ANNA"))
    claims = (
        Claim("one", "01", card),
        Claim("two", "02", card),
        Claim("three", "01", card, hint=True),
    )
    solver = TheorySolver(Theory(signature.functions, (signature.accident,), claims, (), ()))
    assert ("accident", "one") == solver.reading(["01"])
    assert ("accident", "one", "two") == solver.everything


def test_a_builtin_law_holds_even_if_not_named(signature):
    card = Holds(signature.at(signature.keycard, "ANNA"))
    laws = (Law("builtin", card), Law("stated", Not(card), 1))
    solver = TheorySolver(Theory(signature.functions, laws, (), (), ()))
    assert not solver.consistent(["stated"])
    assert solver.consistent([])


def test_a_line_of_truth_without_weight_holds_only_where_named(signature):
    anna = Equal(signature.at(signature.culprit), Constant("ANNA"))
    solver = TheorySolver(Theory(signature.functions, (), (), (Law("truth", anna),), (signature.culprit,)))
    assert ("ANNA", "BRUNO", "victim", "nobody") == solver.values((), signature.culprit)
    assert ("ANNA",) == solver.values(solver.truth, signature.culprit)


def test_two_lines_of_one_name_are_a_mistake(signature):
    card = Holds(signature.at(signature.keycard, "ANNA"))
    with pytest.raises(ValueError, match="two lines are called 'law'"):
        TheorySolver(Theory(signature.functions, (Law("law", card), Law("law", card)), (), (), ()))
