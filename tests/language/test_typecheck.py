import pytest

from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.language.formula.nodes import Scope
from casekit.language.formula.typecheck import Typer
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.formulas import (
    Apply,
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

SUSPECT = Sort("suspect", ("ANNA", "BRUNO"))
PERSON = Sort("person", ("ANNA", "BRUNO", "victim"))
CULPRIT = Sort("culprit", ("ANNA", "BRUNO", "victim", "nobody"))
PLACE = Sort("location", ("suite", "deck"))
HOUR = Sort("hour", ("dusk", "dawn"), ordered=True)
DAY = Sort("day", ("friday", "saturday"), ordered=True)
culprit = Function("culprit", (), CULPRIT)
room = Function("room", (SUSPECT,), PLACE)
bed = Function("bed", (PERSON,), PLACE)
keycard = Function("keycard", (SUSPECT,))
rain = Function("rain")
left = Function("left", (SUSPECT,), HOUR, optional=True)
host = Function("host", (SUSPECT,), SUSPECT)
day = Function("day_of", (), DAY)
SCOPE = Scope(
    (SUSPECT, PERSON, PLACE, HOUR, DAY), (culprit, room, bed, keycard, rain, left, host, day), (CULPRIT,)
)


@pytest.fixture
def typed():
    """The typed formula of a text, and the code and the words of what is wrong with it."""

    def run(text):
        source = Source("x", text)
        node, problems = parse_lone_formula(source, CASE)
        assert () == problems
        formula, problems = Typer(SCOPE, source).type_formula(node)
        assert (formula is None) == bool(problems)
        found = [(p.code.id, text[p.span.start : p.span.end]) for p in problems]
        return formula, found

    return run


ANNA = Constant("ANNA")
X = Variable("X", SUSPECT)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (Holds(Apply(rain)), "rain"),
        (Holds(Apply(keycard, (ANNA,))), "keycard(ANNA)"),
        (Equal(Apply(room, (ANNA,)), Constant("suite")), "room(ANNA) = suite"),
        (Not(Equal(Apply(room, (ANNA,)), Constant("suite"))), "room(ANNA) != suite"),
        (Equal(Constant("suite"), Apply(room, (ANNA,))), "suite = room(ANNA)"),
        (Equal(Apply(left, (ANNA,)), Nothing()), "left(ANNA) = none"),
        (Not(Equal(Nothing(), Apply(left, (ANNA,)))), "none != left(ANNA)"),
        (Order(Apply(left, (ANNA,)), Constant("dawn"), HOUR, strict=True), "left(ANNA) < dawn"),
        (Order(Constant("dawn"), Apply(left, (ANNA,)), HOUR, strict=False), "left(ANNA) >= dawn"),
        (
            Or((Equal(Apply(culprit), ANNA), Equal(Apply(culprit), Constant("nobody")))),
            "culprit in { ANNA, nobody }",
        ),
        (Holds(Apply(keycard, (Apply(host, (ANNA,)),))), "keycard(host(ANNA))"),
        (Equal(Apply(room, (Apply(culprit),)), Constant("suite")), "room(culprit) = suite"),
        (Equal(Apply(bed, (Constant("victim"),)), Constant("suite")), "bed(victim) = suite"),
        (
            Quantified("exactly", 2, X, (Apply(culprit),), Holds(Apply(keycard, (X,)))),
            "exactly 2 suspect X except culprit: keycard(X)",
        ),
        (
            Quantified(
                "every", 0, Variable("P", PERSON), (), Holds(Apply(keycard, (Variable("P", PERSON),)))
            ),
            "every person P: keycard(P)",
        ),
        (Equal(Apply(culprit), Constant("victim")), "culprit = victim"),
    ],
)
def test_formulas_are_typed(expected, text, typed):
    assert (expected, []) == typed(text)


@pytest.mark.parametrize(
    ("code", "place", "text"),
    [
        ("CK201", "rom(ANNA)", "rom(ANNA) = suite"),
        ("CK201", "X", "keycard(X)"),
        ("CK201", "X", "(some suspect X: keycard(X)) and keycard(X)"),
        ("CK201", "ANNA(BRUNO)", "ANNA(BRUNO) = suite"),
        ("CK202", "room", "room = suite"),
        ("CK202", "room(ANNA, BRUNO)", "room(ANNA, BRUNO) = suite"),
        ("CK202", "rain(ANNA)", "rain(ANNA)"),
        ("CK203", "room(ANNA) = BRUNO", "room(ANNA) = BRUNO"),
        ("CK203", "culprit = suite", "not culprit = suite"),
        ("CK203", "room(ANNA) in { suite, BRUNO }", "room(ANNA) in { suite, BRUNO }"),
        ("CK203", "suite", "keycard(suite)"),
        ("CK203", "left(ANNA) < day_of", "left(ANNA) < day_of"),
        ("CK203", "suite", "every suspect X except suite: keycard(X)"),
        ("CK203", "dusk", "room(dusk) = suite"),
        ("CK204", "ANNA", "ANNA"),
        ("CK204", "room(ANNA)", "room(ANNA) and rain"),
        ("CK204", "none", "none"),
        ("CK204", "rain", "rain = rain"),
        ("CK204", "keycard(ANNA)", "room(keycard(ANNA)) = suite"),
        ("CK204", "X", "every suspect X: X"),
        ("CK205", "room(ANNA) < suite", "room(ANNA) < suite"),
        ("CK205", "left(ANNA) > none", "left(ANNA) > none"),
        ("CK206", "victim", "room(victim) = suite"),
        ("CK206", "nobody", "bed(nobody) = suite"),
        ("CK206", "none", "room(none) = suite"),
        ("CK206", "room(ANNA) = none", "room(ANNA) = none"),
        ("CK206", "culprit != none", "culprit != none"),
        ("CK208", "ANNA", "every suspect ANNA: rain"),
        ("CK208", "rain", "every suspect rain: rain"),
        ("CK208", "none", "every suspect none: rain"),
        ("CK208", "hour", "every suspect hour: rain"),
        ("CK208", "X", "every suspect X: some suspect X: keycard(X)"),
        ("CK209", "passenger", "every passenger X: rain"),
    ],
)
def test_a_mistake_is_told_where_it_stands(code, place, text, typed):
    assert (None, [(code, place)]) == typed(text)


def test_a_formula_yields_its_first_mistake_alone(typed):
    assert [("CK201", "a")] == typed("a and b and room(ANNA)")[1]


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        ("write `room`", "rom(ANNA) = suite"),
        ("write `ANNA`", "keycard(Anna)"),
        ("write `suspect`", "every suspekt X: keycard(X)"),
        ("write `room(suspect)`", "room = suite"),
        ("name a suspect", "keycard(suite)"),
    ],
)
def test_the_hint_names_the_nearest(hint, text):
    source = Source("x", text)
    _, (problem,) = Typer(SCOPE, source).type_formula(parse_lone_formula(source, CASE)[0])
    assert hint in problem.hint


@pytest.mark.parametrize(
    "text",
    ["room(culprit) = none", "none != room(culprit)", "room(culprit) in { none }", "left(culprit) = none"],
)
def test_what_may_have_no_value_can_be_compared_with_none(text, typed):
    assert [] == typed(text)[1]


@pytest.mark.parametrize("text", ["room(ANNA) = none", "culprit = none"])
def test_what_always_has_a_value_is_never_none(text, typed):
    assert ["CK206"] == [code for code, _ in typed(text)[1]]


def test_nothing_is_one_of_none(typed):
    assert (Or(()), []) == typed("room(ANNA) in { }")
    assert (None, [("CK201", "foo(ANNA)")]) == typed("foo(ANNA) in { }")


RENAMED = Scope(
    (SUSPECT, PERSON, PLACE, HOUR),
    (culprit, Function("place", (SUSPECT,), PLACE), keycard, left, Function("wet", (PLACE,))),
    (CULPRIT,),
    {"suite": "Luxury suite", "deck": "Promenade deck"},
)


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        ("write `place`, which nothing uses yet", "room(ANNA) = suite"),
        ("write `place`, which nothing uses yet", "suite = room(ANNA)"),
        ("write `wet`, which nothing uses yet", "flooded(suite)"),
        ("write `wet`", "wett(suite)"),
        ("declare it in `== facts`, or correct the name", "flooded(ANNA)"),
        ("declare it in `== facts`, or correct the name", "room(ANNA, BRUNO) = suite"),
        ("declare it in `== facts`, or correct the name", "room(ANNA) = dusk"),
        ("write `deck` (Promenade deck)", "place(ANNA) = promenade"),
        ("write `suite` (Luxury suite); the others are deck", "place(ANNA) = suit"),
    ],
)
def test_what_is_unknown_may_be_a_fact_that_nothing_uses(hint, text):
    source = Source("x", text)
    idle = tuple(function for function in RENAMED.functions if function.name in {"place", "wet"})
    _, (problem,) = Typer(RENAMED, source, idle=lambda: idle).type_formula(
        parse_lone_formula(source, CASE)[0]
    )
    assert hint == problem.hint
