import pytest

from casekit.deduce.encoding.circuit import ground_size
from casekit.deduce.encoding.encoded_theory import GroundingTooLargeError, Limits
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.verdicts import analyse
from casekit.logic.formulas import (
    FALSE,
    And,
    Constant,
    Equal,
    Function,
    Holds,
    Not,
    Order,
    Quantified,
    Sort,
    Variable,
)
from casekit.logic.theory import Claim, Law, Theory

SUSPECT = Sort("suspect", tuple(f"S{n:02}" for n in range(12)))
culprit = Function("culprit", (), SUSPECT)


def nested(depth, signature, quantifier="every"):
    """A formula of quantifiers one inside the other, over a function of all their variables."""
    variables = [Variable(f"X{n}", SUSPECT) for n in range(depth)]
    formula = Holds(signature.at(Function("met", (SUSPECT,) * depth), *variables))
    for variable in reversed(variables):
        formula = Quantified(quantifier, 0, variable, (), formula)
    return formula


STANDARD = Limits()


def knowledge_of(*formulas, limits=STANDARD):
    laws = tuple(Law(f"law {number}", formula, 1) for number, formula in enumerate(formulas))
    return TheorySolver(Theory((culprit,), laws, (), (), (culprit,)), limits)


def test_five_quantifiers_over_twelve_are_refused_with_their_number(signature):
    solver = knowledge_of(nested(5, signature))
    assert (("law 0", 12**5),) == solver.refused
    assert analyse(solver).consistent


def test_four_quantifiers_over_twelve_are_grounded(signature):
    solver = knowledge_of(nested(4, signature))
    assert () == solver.refused
    assert 12**4 == len(list(solver.vocabulary)) - 1


def test_the_total_is_limited_too(signature):
    solver = knowledge_of(*[nested(2, signature)] * 3, limits=Limits(line=200, total=300))
    assert (("law 2", 144),) == solver.refused


def test_naming_a_refused_line_changes_nothing(signature):
    solver = knowledge_of(
        And((nested(2, signature), Not(nested(2, signature)))), limits=Limits(line=10, total=10)
    )
    assert solver.consistent(("law 0",))


def test_guards_count(signature):
    claim = Claim("claim", "01", And(()), exempt=nested(2, signature))
    solver = TheorySolver(Theory((culprit,), (), (claim,), (), (culprit,)), Limits(line=100, total=100))
    assert ["claim"] == [line for line, _ in solver.refused]


def test_a_question_that_is_too_large_is_refused(signature):
    with pytest.raises(GroundingTooLargeError) as caught:
        knowledge_of().ask((), nested(5, signature))
    assert 12**5 == caught.value.size


def test_a_ground_atom_counts_once(signature):
    assert 1 == ground_size(Equal(signature.at(signature.room, "ANNA"), Constant("suite")))


def test_terms_inside_terms_count_once_a_value(signature):
    host_of_culprit = signature.at(signature.host, signature.at(signature.culprit))
    assert 12 == ground_size(Holds(signature.at(signature.keycard, host_of_culprit)))
    both = Equal(signature.at(signature.room, signature.at(signature.culprit)), Constant("suite"))
    assert 4 == ground_size(both)


def test_functions_of_many_values_count_once_a_value(signature):
    somebody, hour = Variable("X", SUSPECT), Constant("dawn")
    time = signature.at(signature.left, somebody)
    assert 12 * 3 == ground_size(Quantified("every", 0, somebody, (), Equal(time, hour)))
    order = Order(time, hour, signature.HOUR, strict=True)
    assert 12 * (3 + 2) == ground_size(Quantified("every", 0, somebody, (), order))


@pytest.mark.parametrize("turned", [False, True])
def test_a_term_that_is_made_in_two_sizes_counts_with_the_larger(signature, turned):
    """The same name is a variable of few values in one quantifier, and of many in another, so the term has two sizes."""
    few = Sort("few", ("A", "B"))
    left = Function("left", (SUSPECT,), Sort("hour", ("dusk", "night", "dawn"), ordered=True))
    dawn = Constant("dawn")

    def somebody(sort):
        name = Variable("X", sort)
        return Quantified("some", 0, name, (), Equal(signature.at(left, name), dawn))

    # Each has an instance for each name; and beyond one each, as many more as there are further values, or none.
    assert [2 + 2 * 2, 12 + 12 * 2] == [ground_size(somebody(sort)) for sort in (few, SUSPECT)]
    parts = (somebody(SUSPECT), somebody(few)) if turned else (somebody(few), somebody(SUSPECT))
    assert 2 + 12 + 12 * 2 == ground_size(And(parts))


def test_a_thousand_guarded_claims_are_not_too_many(signature):
    crowd = Sort("crowd", tuple(f"C{number:03}" for number in range(100)))
    suspect = Function("culprit", (), crowd)
    claims = tuple(
        Claim(
            f"claim {n}",
            f"source {n}",
            FALSE,
            exempt=Equal(signature.at(suspect), Constant(crowd.values[n % 100])),
        )
        for n in range(3000)
    )
    assert () == TheorySolver(Theory((suspect,), (), claims, (), (suspect,))).refused


def test_counting_costs_the_count(signature):
    hour = Sort("hour", tuple(f"hour-{n}" for n in range(1000)))
    name = Variable("X", hour)
    formula = Quantified("exactly", 500, name, (), Holds(signature.at(Function("rang", (hour,)), name)))
    assert 500_000 == ground_size(formula)
