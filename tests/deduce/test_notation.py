import pytest
from hypothesis import given, strategies as st

from casekit.deduce.notation import FormulaError, formula
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Constant, Equal, Function, Holds, Not, Order, Quantified, Sort, Variable
from casekit.logic.theory import Claim, Law, Theory

PART = Sort("part", ("BRUNO",))


def test_a_formula_over_functions_of_ones_own(signature):
    at = signature.at
    read = {
        "keycard(ANNA)": Holds(at(signature.keycard, "ANNA")),
        "room(ANNA) != suite": Not(Equal(at(signature.room, "ANNA"), Constant("suite"))),
        "left(ANNA) < dawn": Order(at(signature.left, "ANNA"), Constant("dawn"), signature.HOUR, strict=True),
    }
    assert read == {text: formula(text, signature.functions) for text in read}


def test_sorts_beside_those_of_the_functions_can_be_named(signature):
    body = Holds(signature.at(signature.keycard, Variable("X", PART)))
    expected = Quantified("every", 0, Variable("X", PART), (), body)
    assert expected == formula("every part X: keycard(X)", [signature.keycard], [PART])
    with pytest.raises(FormulaError, match="there is no type `part`"):
        formula("every part X: keycard(X)", [signature.keycard])


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("kycard(ANNA)", "nothing is called `kycard` (write `keycard`), in the formula: kycard(ANNA)", 1),
        ("zzz(ANNA)", "nothing is called `zzz`, in the formula: zzz(ANNA)", 1),
        ("every hall X: keycard(X)", "there is no type `hall`, in the formula: every hall X: keycard(X)", 7),
        ("keycard(suite)", "nothing is called `suite`, in the formula: keycard(suite)", 9),
        ("keycard(ANNA", "an opening bracket is not closed (close it before the line ends)", 13),
    ],
)
def test_what_is_no_formula(text, said, column, signature):
    with pytest.raises(FormulaError) as caught:
        formula(text, [signature.keycard])
    assert str(caught.value).startswith(said)
    assert column == caught.value.finding.span.column


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ([Function("f", (Sort("s", ("Miss Scarlet",)),))], "no formula can write the name 'Miss Scarlet'"),
        ([Function("f", (Sort("s", ("1",)),))], "no formula can write the name '1'"),
        ([Function("f", (Sort("s", ("f(x)",)),))], "no formula can write the name 'f\\(x\\)'"),
        ([Function("f", (Sort("s", ("none",)),))], "no formula can write the name 'none'"),
        ([Function("f", (Sort("every", ("a",)),))], "no formula can write the name 'every'"),
        ([Function("not")], "no formula can write the name 'not'"),
        ([Function("f"), Function("f", (PART,))], "two things are called 'f'"),
        ([Function("f", (PART,)), Function("g", (Sort("part", ("a",)),))], "two things are called 'part'"),
        ([Function("BRUNO", (PART,))], "a function and a value are both called 'BRUNO'"),
    ],
)
def test_names_that_formulas_cannot_tell_apart(functions, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        formula("f", functions)


@given(
    truth=st.lists(st.booleans(), min_size=3, max_size=3),
    about=st.lists(st.integers(0, 2), min_size=3, max_size=3),
)
def test_knights_and_knaves(truth, about):
    """Who says of whom that he is a knight or a knave, as somebody who knows would have it said."""
    names = ("ANNA", "BRUNO", "CLARA")
    knight = Function("knight", (Sort("islander", names),))
    claims = []
    for speaker, whom in enumerate(about):
        is_knight = truth[whom] == truth[speaker]  # knights say what is so, knaves the opposite
        text = f"{'' if is_knight else 'not '}knight({names[whom]})"
        lies = formula(f"not knight({names[speaker]})", [knight])
        claims.append(Claim(names[speaker], names[speaker], formula(text, [knight]), inverted=lies))
    solver = TheorySolver(Theory((knight,), claims=tuple(claims)))
    for name, its_truth in zip(names, truth, strict=True):
        possible = solver.values(solver.everything, knight, (name,))
        assert {True: "yes", False: "no"}[its_truth] in possible
        # Turned upside down, the island says the same.
        assert ("yes", "no") == possible


def test_a_puzzle_of_a_grid():
    person = Sort("person", ("ANNA", "BRUNO", "CLARA"))
    hour = Sort("hour", ("nine", "ten", "eleven"), ordered=True)
    drink = Sort("drink", ("tea", "port", "punch"))
    came, drank = Function("came", (person,), hour), Function("drank", (person,), drink)
    texts = (
        "every hour H: exactly 1 person X: came(X) = H",
        "every drink D: exactly 1 person X: drank(X) = D",
        "came(ANNA) < came(BRUNO)",
        "some person X: came(X) = eleven and drank(X) = port",
        "drank(BRUNO) = tea",
    )
    laws = tuple(Law(text, formula(text, [came, drank])) for text in texts)
    solver = TheorySolver(Theory((came, drank), laws))
    expected = {
        "ANNA": ("nine", "punch"),
        "BRUNO": ("ten", "tea"),
        "CLARA": ("eleven", "port"),
    }
    assert expected == {
        name: tuple(solver.value(solver.everything, function, (name,)) for function in (came, drank))
        for name in person.values
    }


def test_a_sort_of_evenly_spaced_times_is_a_clock():
    time = Sort("time", ("23:50", "23:55", "00:00"), ordered=True)
    left = Function("left", (), time)
    typed = formula("left + 5 min = 00:00", [left])
    assert {("23:50",): "23:55", ("23:55",): "00:00"} == typed.left.function.table
