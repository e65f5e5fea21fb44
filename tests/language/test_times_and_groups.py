"""Clock times, groups, ranges and numbers in formulas: what they are typed as, and what is wrong with them."""

import pytest

from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.language.formula.nodes import Measure, Scope
from casekit.language.formula.typecheck import Typer
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.formulas import (
    And,
    Apply,
    Constant,
    Equal,
    Function,
    Holds,
    Implies,
    JustBefore,
    Not,
    Or,
    Order,
    Quantified,
    Sort,
    Variable,
    asserted,
)

SUSPECT = Sort("suspect", ("ANNA", "BRUNO", "GRETA"))
CULPRIT = Sort("culprit", (*SUSPECT.values, "nobody"))
PLACE = Sort("location", ("suite", "deck"))
TIME = Sort("time", ("23:50", "23:55", "00:00", "00:05"), ordered=True)
HALF = Sort("half", ("23:30", "00:00"), ordered=True)
HOUR = Sort("hour", ("dusk", "dinner", "dawn"), ordered=True)
culprit = Function("culprit", (), CULPRIT)
room = Function("room", (SUSPECT, TIME), PLACE)
left = Function("left", (SUSPECT,), TIME, optional=True)
ate = Function("ate", (SUSPECT,), HOUR)
rang = Function("rang", (), HALF)
wet = Function("wet", (TIME,))
FUNCTIONS = (culprit, room, left, ate, rang, wet)
STEPS = Measure("steps", (PLACE, PLACE), {("suite", "suite"): 0, ("deck", "deck"): 0, ("suite", "deck"): 2})
SCOPE = Scope(
    (SUSPECT, PLACE, TIME, HALF, HOUR),
    FUNCTIONS,
    (CULPRIT,),
    groups={"women": ("ANNA", "GRETA"), "late": ("00:00", "00:05"), "guests": ("ANNA", "nobody")},
    measures={"steps": STEPS},
    numbered={"1": "suite"},
)
NO_CLOCKS = Scope((SUSPECT, HOUR), (culprit, ate), (CULPRIT,))

ANNA, X = Constant("ANNA"), Variable("X", SUSPECT)
LEFT = Apply(left, (ANNA,))


@pytest.fixture
def typed():
    """The typed formula of a text, and the code, the words and the hint of what is wrong with it."""

    def run(text, scope=SCOPE):
        source = Source("x", text)
        node, problems = parse_lone_formula(source, CASE)
        assert () == problems
        formula, problems = Typer(scope, source).type_formula(node)
        return formula, [(p.code.id, text[p.span.start : p.span.end], p.hint) for p in problems]

    return run


def over(name, sort, *values):
    return Variable(name, Sort(sort.name, values, sort.ordered))


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (Equal(LEFT, Constant("23:50")), "left(ANNA) = 23:50"),
        (Equal(Constant("00:05"), LEFT), "0:05 = left(ANNA)"),
        (Order(LEFT, Constant("00:00"), TIME, strict=True), "left(ANNA) < 00:00"),
        (Order(Constant("00:00"), LEFT, TIME, strict=False), "00:00 <= left(ANNA)"),
        (Order(Apply(rang), Constant("00:00"), HALF, strict=True), "rang < 00:00"),
        (Equal(Apply(rang), LEFT), "rang = left(ANNA)"),
        (Equal(LEFT, Constant("00:00")), "left(ANNA) = 23:50 + 10 min"),
        (Equal(LEFT, Constant("23:55")), "left(ANNA) = 00:05 - 5 min - 5 min"),
        (Holds(Apply(wet, (Constant("00:00"),))), "wet(23:55 + 5 min)"),
        (And((Order(Constant("23:55"), LEFT, TIME, strict=False), Order(LEFT, Constant("00:05"), TIME, strict=False))),
         "left(ANNA) in 23:55 to 00:05"),
        (Or((Equal(LEFT, Constant("00:00")), Equal(LEFT, Constant("00:05")))), "left(ANNA) in late"),
        (Or((Equal(Apply(culprit), ANNA), Equal(Apply(culprit), Constant("nobody")))), "culprit in guests"),
        (Quantified("every", 0, over("T", TIME, "23:55", "00:00"), (), Holds(Apply(wet, (over("T", TIME, "23:55", "00:00"),)))),
         "every time T in 23:55 to 00:00: wet(T)"),
        (Quantified("some", 0, over("H", HOUR, "dusk", "dinner"), (), Equal(Apply(ate, (ANNA,)), over("H", HOUR, "dusk", "dinner"))),
         "some hour H in dusk to dinner: ate(ANNA) = H"),
        (Quantified("no", 0, over("X", SUSPECT, "ANNA", "GRETA"), (ANNA,), Equal(Apply(culprit), over("X", SUSPECT, "ANNA", "GRETA"))),
         "no suspect X in women except ANNA: culprit = X"),
        (Quantified("no", 0, X, (ANNA, Constant("GRETA")), Equal(Apply(culprit), X)), "no suspect X except women: culprit = X"),
        (Quantified("every", 0, X, (), Implies(Or((asserted(Equal(X, Apply(culprit))),)), Equal(X, ANNA))),
         "every suspect X in { culprit }: X = ANNA"),
        (Quantified("every", 0, over("X", SUSPECT), (), Equal(over("X", SUSPECT), ANNA)), "every suspect X in { }: X = ANNA"),
        (Or(()), "steps(suite, deck) in { }"),
        (JustBefore(LEFT, Constant("00:00"), TIME), "just_before(left(ANNA), 00:00)"),
        (JustBefore(Constant("00:00"), LEFT, TIME), "just_before(00:00, left(ANNA))"),
        (JustBefore(Apply(rang), Constant("00:00"), HALF), "just_before(rang, 00:00)"),
        (JustBefore(Apply(ate, (ANNA,)), Constant("dawn"), HOUR), "just_before(ate(ANNA), dawn)"),
        (Quantified("some", 0, over("H", HOUR, *HOUR.values), (), Not(JustBefore(over("H", HOUR, *HOUR.values), Constant("dusk"), HOUR))),
         "some hour H: not just_before(H, dusk)"),
    ],
)  # fmt: skip
def test_formulas_are_typed(typed, expected, text):
    assert (expected, []) == typed(text)


def test_minutes_added_are_a_function_with_no_value_beyond_the_ends(typed):
    formula, _ = typed("wet(left(ANNA) + 10 min)")
    (moved,) = formula.term.arguments
    assert (LEFT,) == moved.arguments
    assert {("23:50",): "00:00", ("23:55",): "00:05"} == moved.function.table


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("steps(suite, deck) <= 2", True),
        ("steps(suite, deck) < 2", False),
        ("2 > steps(suite, deck)", False),
        ("2 = steps(suite, deck)", True),
        ("steps(suite, suite) = 0", True),
        ("steps(suite, deck) != 2", False),
        ("steps(deck, suite) <= 999999999", False),  # there is no way back
        ("steps(deck, suite) > 5", True),
    ],
)
def test_steps_are_a_table(typed, text, yes):
    formula, _ = typed(text)
    values = tuple(argument.value for argument in formula.term.arguments)
    assert yes == (formula.term.function.table[values] == "yes")


def test_all_different_counts_each_value(typed):
    formula, _ = typed("all different left(X) for suspect X in women")
    women, same = over("X", SUSPECT, "ANNA", "GRETA"), formula.variable
    assert TIME.values == same.sort.values
    once = Quantified("at most", 1, women, (), Equal(Apply(left, (women,)), same))
    assert Quantified("every", 0, same, (), once) == formula


def test_several_terms_are_different_from_each_other_too(typed):
    formula, _ = typed("all different left(X), rang for suspect X")
    *once, apart = formula.body.parts
    assert ["at most", "at most"] == [each.quantifier for each in once]
    assert isinstance(apart, Not)


@pytest.mark.parametrize(
    ("code", "at", "hint", "text"),
    [
        ("CK211", "23:52", "`23:50`", "left(ANNA) = 23:52"),
        ("CK211", "11:55", "`23:55`", "left(ANNA) = 11:55"),
        ("CK211", "21:00", "`23:50`", "left(ANNA) < 21:00"),
        ("CK211", "23:55", "`00:00`", "rang = 23:55"),
        ("CK211", "25:00", "from 00:00 to 23:59", "left(ANNA) = 25:00"),
        ("CK211", "23:99", "from 00:00 to 23:59", "left(ANNA) in { 23:99 }"),
        ("CK211", "left(ANNA) + 7 min", "`+ 10 min`", "wet(left(ANNA) + 7 min)"),
        ("CK211", "left(ANNA) - 2 min", "`- 5 min`", "wet(left(ANNA) - 2 min)"),
        ("CK211", "23:57", "`23:55`", "every time T in 23:57 to 00:05: wet(T)"),
        ("CK206", "00:05 + 5 min", "", "left(ANNA) = 00:05 + 5 min"),
        ("CK206", "left(ANNA) + 60 min", "", "wet(left(ANNA) + 60 min)"),
        ("CK206", "rang = none", "`?`", "rang = none"),
        ("CK203", "culprit + 5 min", "`23:50 + 10 min`", "culprit + 5 min = ANNA"),
        ("CK203", "ate(ANNA) = 23:50", "one type", "ate(ANNA) = 23:50"),
        ("CK203", "left(ANNA) < rang", "one type", "left(ANNA) < rang"),
        ("CK203", "23:50", "name a suspect", "room(23:50, 23:50) = suite"),
        ("CK213", "00:00 to 23:55", "`23:55 to 00:00`", "every time T in 00:00 to 23:55: wet(T)"),
        ("CK213", "3 to 1", "`1 to 3`", "steps(suite, deck) in 3 to 1"),
        ("CK213", "dawn to dusk", "`dusk to dawn`", "ate(ANNA) in dawn to dusk"),
        ("CK205", "ANNA to BRUNO", "list the values", "every suspect X in ANNA to BRUNO: culprit = X"),
        ("CK205", "culprit in ANNA to BRUNO", "", "culprit in ANNA to BRUNO"),
        ("CK203", "late", "suspect", "every suspect X in late: culprit = X"),
        ("CK203", "late", "suspect", "every suspect X except late: culprit = X"),
        ("CK203", "culprit in late", "", "culprit in late"),
        ("CK203", "deck", "name a suspect", "every suspect X in { deck }: culprit = X"),
        ("CK201", "womn", "`women`", "culprit in womn"),
        ("CK201", "ANNA", "in { ANNA }", "culprit in ANNA"),
        ("CK201", "step(suite, deck)", "`steps`", "step(suite, deck) <= 2"),
        ("CK203", "women", "`in women`", "culprit = women"),
        ("CK209", "women", "suspect X in women", "every women X: culprit = X"),
        ("CK208", "late", "another letter", "every suspect late: culprit = late"),
        ("CK212", "1", "`suite`", "room(ANNA, 23:50) = 1"),
        ("CK212", "20", "steps(location, location)", "room(ANNA, 23:50) = 20"),
        ("CK212", "20", "", "room(ANNA, 23:50) in { suite, 20 }"),
        ("CK212", "3", "", "wet(3)"),
        ("CK212", "3", "", "1 <= 3"),
        ("CK212", "deck", "as in `steps(suite, deck) <= 2`", "steps(suite, deck) = deck"),
        ("CK212", "steps(suite, deck)", "", "steps(suite, deck)"),
        ("CK212", "steps(suite, deck)", "", "culprit = steps(suite, deck)"),
        ("CK205", "just_before(ANNA, culprit)", "in order", "just_before(ANNA, culprit)"),
        ("CK205", "just_before(none, dusk)", "in order", "just_before(none, dusk)"),
        ("CK203", "just_before(left(ANNA), rang)", "one type", "just_before(left(ANNA), rang)"),
        ("CK211", "23:52", "`23:50`", "just_before(23:52, left(ANNA))"),
        ("CK202", "just_before(dusk)", "`just_before(X, Y)`", "just_before(dusk)"),
        ("CK202", "just_before", "`just_before(X, Y)`", "not just_before"),
        ("CK204", "just_before(dusk, dawn)", "write it alone", "just_before(dusk, dawn) = dusk"),
        ("CK204", "just_before(dusk, dawn)", "write it alone", "just_before(just_before(dusk, dawn), dawn)"),
        ("CK201", "just_befor(dusk, dawn)", "`just_before`", "just_befor(dusk, dawn)"),
        (
            "CK208",
            "just_before",
            "no name may be one of `and`, `at`, ",
            "every hour just_before: ate(ANNA) = just_before",
        ),
        ("CK202", "steps(suite)", "steps(location, location)", "steps(suite) <= 2"),
        ("CK203", "ANNA", "name a location", "steps(ANNA, suite) <= 2"),
        ("CK204", "wet(23:50)", "", "all different wet(23:50) for suspect X"),
        ("CK203", "culprit", "one type", "all different culprit, left(X) for suspect X"),
        ("CK209", "suspct", "`suspect`", "all different left(X) for suspct X"),
    ],
)
def test_mistakes_are_named_in_their_place(typed, code, at, hint, text):
    formula, found = typed(text)
    assert formula is None
    ((actual, place, told),) = found
    assert (code, at) == (actual, place)
    assert hint in told


def test_a_time_without_a_clock_is_a_mistake_of_its_own(typed):
    assert [("CK131", "23:50")] == [found[:2] for found in typed("ate(ANNA) = 23:50", NO_CLOCKS)[1]]


def test_a_function_of_ones_own_may_have_any_name(typed):
    own = Scope((SUSPECT, HOUR), (Function("just_before", (SUSPECT, SUSPECT)),))
    formula, found = typed("just_before(ANNA, BRUNO)", own)
    assert ([], (SUSPECT, SUSPECT)) == (found, formula.term.function.arguments)


def test_a_name_of_the_case_goes_before_a_measure(typed):
    own = Scope(
        SCOPE.sorts, (*FUNCTIONS, Function("steps", (SUSPECT,), HOUR)), (CULPRIT,), measures=SCOPE.measures
    )
    formula, found = typed("steps(ANNA) = dusk", own)
    assert ([], "steps") == (found, formula.left.function.name)
