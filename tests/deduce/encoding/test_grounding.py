from hypothesis import given, settings, strategies as st

from casekit.deduce.encoding.circuit import FALSE, TRUE
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import (
    And,
    Constant,
    Equal,
    Function,
    Holds,
    Not,
    Nothing,
    Or,
    Order,
    Quantified,
    Sort,
    Variable,
)
from casekit.logic.theory import Theory


def empty(signature):
    return TheorySolver(Theory(signature.functions, (), (), (), ()))


def meaning_in(solver, formula, world):
    """Whether the grounded formula is true, and whether it is false, where the mentioned terms are as in a world."""
    true, false = solver.meaning(formula)
    given_facts = [solver.vocabulary.node(key, world[key]) for key in solver.vocabulary]
    assert solver.solve(given_facts)
    model = solver.model()
    return true in model, false in model


@settings(max_examples=60)
@given(data=st.data())
def test_meaning_agrees_with_the_direct_evaluator(data, formulas, signature, direct):
    formula = data.draw(formulas)
    solver = empty(signature)
    solver.meaning(formula)
    by_name = {function.name: function for function in signature.functions}
    choices = {}
    for name, arguments in solver.vocabulary:
        function = by_name[name]
        values = ("yes", "no") if function.values is None else function.values.values
        choices[name, arguments] = st.sampled_from((*values, "none") if function.optional else values)
    for _ in range(5):
        world = data.draw(st.fixed_dictionaries(choices))
        defined, true = direct(formula, world)
        assert (defined and true, defined and not true) == meaning_in(solver, formula, world)


def test_function_of_nobody_is_undefined(signature):
    formula = Equal(signature.at(signature.room, signature.at(signature.culprit)), Constant("suite"))
    solver = empty(signature)
    world = {("culprit", ()): "nobody", ("room", ("ANNA",)): "suite", ("room", ("BRUNO",)): "suite"}
    assert (False, False) == meaning_in(solver, formula, world)


def test_optional_function_without_value_is_plainly_not_equal(signature):
    formula = Equal(signature.at(signature.left, "BRUNO"), Constant("dawn"))
    solver = empty(signature)
    assert (False, True) == meaning_in(solver, formula, {("left", ("BRUNO",)): "none"})


def test_none_equals_none(signature):
    assert (TRUE, FALSE) == empty(signature).meaning(Equal(Nothing(), Nothing()))


def test_whatever_has_no_value_is_none(signature):
    formula = Equal(signature.at(signature.room, signature.at(signature.culprit)), Nothing())
    rooms = {("room", ("ANNA",)): "suite", ("room", ("BRUNO",)): "suite"}
    for culprit, expected in [("nobody", (True, False)), ("ANNA", (False, True))]:
        solver = empty(signature)
        assert expected == meaning_in(solver, formula, {("culprit", ()): culprit, **rooms})
        assert expected[::-1] == meaning_in(solver, Not(formula), {("culprit", ()): culprit, **rooms})


def test_order_of_no_value_is_undefined(signature):
    formula = Order(signature.at(signature.left, "BRUNO"), Constant("dawn"), signature.HOUR, strict=False)
    solver = empty(signature)
    assert (False, False) == meaning_in(solver, formula, {("left", ("BRUNO",)): "none"})


def test_connectives_need_all_their_parts(signature):
    undefined = Holds(signature.at(signature.keycard, "victim"))
    assert (FALSE, FALSE) == empty(signature).meaning(Or((And(()), undefined)))


def test_quantifiers_pass_over_instances_without_value(signature):
    person = Variable("X", signature.PERSON)
    body = Holds(signature.at(signature.keycard, person))
    solver = empty(signature)
    every = Quantified("every", 0, person, (), body)
    none = Quantified("exactly", 2, person, (), Not(body))
    assert (True, False) == meaning_in(
        solver, every, {("keycard", ("ANNA",)): "yes", ("keycard", ("BRUNO",)): "yes"}
    )
    assert (True, False) == meaning_in(
        solver, none, {("keycard", ("ANNA",)): "no", ("keycard", ("BRUNO",)): "no"}
    )


def test_inner_variable_hides_the_outer_one_and_gives_it_back(signature):
    name = Variable("X", signature.SUSPECT)
    is_anna = Equal(name, Constant("ANNA"))
    inner = Quantified("some", 0, name, (), Equal(name, Constant("BRUNO")))
    formula = Quantified("some", 0, name, (), And((inner, is_anna)))
    assert (TRUE, FALSE) == empty(signature).meaning(formula)


def test_only_mentioned_terms_get_variables(signature):
    solver = empty(signature)
    four = Sort("clock", tuple(f"hour-{n}" for n in range(40)))
    met = Function("met", (four, four, four, four))
    solver.meaning(Holds(signature.at(met, *four.values[:4])))
    assert [("met", four.values[:4])] == list(solver.vocabulary)
    assert solver.circuit.size < 5


def test_static_function_needs_no_variable(signature):
    solver = empty(signature)
    assert TRUE == solver.meaning(Equal(signature.at(signature.zone, "suite"), Constant("zone-1"))).true
    assert [] == list(solver.vocabulary)


def test_function_into_an_empty_sort_has_no_value(signature):
    solver = empty(signature)
    weapon = Function("weapon", (), Sort("weapon", ()))
    assert (FALSE, FALSE) == solver.meaning(Equal(signature.at(weapon), Constant("axe")))
    assert () == solver.world(())
