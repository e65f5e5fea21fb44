"""Clock times, groups, ranges, distances: what a text comes to in clauses against what the reference says of it."""

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.notation import LONE
from casekit.deduce.proofs.prover import needed_instances, prove
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import Source
from casekit.language.formula.nodes import Measure, Scope
from casekit.language.formula.typecheck import Typer
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.formulas import Apply, Constant, Equal, Function, Sort
from casekit.logic.theory import Assertion, Claim, Fact, Law, Theory
from tests.quantifiers import WRITTEN
from tests.reference import Reference

TIMES = ("23:50", "23:55", "00:00", "00:05")
PEOPLE = ("ANNA", "BRUNO", "CLARA")
PLACES = ("suite", "deck", "raft")
GROUPS = {"women": ("ANNA", "CLARA"), "late": ("00:00", "00:05"), "everyone": (*PEOPLE, "nobody")}
DISTANCE = {
    ("suite", "suite"): 0,
    ("deck", "deck"): 0,
    ("raft", "raft"): 0,
    ("suite", "deck"): 1,
    ("deck", "suite"): 2,
}

SUSPECT, TIME, PLACE = Sort("suspect", PEOPLE), Sort("time", TIMES, ordered=True), Sort("location", PLACES)
CULPRIT = Sort("culprit", (*PEOPLE, "nobody"))
FUNCTIONS = {
    "culprit": Function("culprit", (), CULPRIT),
    "left": Function("left", (SUSPECT,), TIME, optional=True),
    "room": Function("room", (SUSPECT, TIME), PLACE),
    "bed": Function("bed", (SUSPECT,), PLACE, optional=True),
    "wet": Function("wet", (TIME,)),
}
SCOPE = Scope(
    (SUSPECT, TIME, PLACE),
    tuple(FUNCTIONS.values()),
    (CULPRIT,),
    groups=GROUPS,
    measures={"steps": Measure("steps", (PLACE, PLACE), DISTANCE)},
)

# --- random formulas, as text --------------------------------------------------------------------

comparisons = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])


@st.composite
def person(draw, scope):
    return draw(st.sampled_from([*PEOPLE, "culprit", *[name for name in scope if name in "XY"] * 4]))


@st.composite
def time(draw, scope, depth=2):
    variables = [name for name in scope if name in "TU"] * 4
    kinds = [*TIMES, *variables, *(["left", "shift"] if depth else [])]
    kind = draw(st.sampled_from(kinds))
    if kind == "left":
        return f"left({draw(person(scope))})"
    if kind == "shift":
        # One that cannot have a value is a mistake, which other tests look at.
        inner = draw(st.sampled_from([*variables, "left(ANNA)", f"left({draw(person(scope))})"]))
        return f"{inner} {draw(st.sampled_from(['+ 5', '- 5', '+ 10', '+ 5 min - 10', '- 15']))} min"
    return kind


@st.composite
def place(draw, scope):
    kind = draw(st.sampled_from(["suite", "deck", "room", "room", "bed"]))
    if kind == "room":
        return f"room({draw(person(scope))}, {draw(time(scope))})"
    return f"bed({draw(person(scope))})" if kind == "bed" else kind


@st.composite
def extent(draw, scope, variable):
    if variable in "XY":
        listed = f"{{ {', '.join(draw(st.lists(person(scope), max_size=2)))} }}"
        return draw(st.sampled_from(["", "", " in women", f" in {listed}"]))
    first, last = draw(time(scope)), draw(time(scope))
    if first in TIMES and last in TIMES and TIMES.index(first) > TIMES.index(last):
        first, last = last, first
    return draw(
        st.sampled_from(
            ["", f" in {first} to {last}", f" in {first} to {last}", f" in {{ {last}, {first} }}", " in late"]
        )
    )


@st.composite
def atom(draw, scope):  # noqa: C901 - a branch for each kind
    match draw(
        st.sampled_from(
            ["time", "time", "next", "none", "room", "steps", "group", "range", "listed", "wet", "different"]
        )
    ):
        case "time":
            return f"{draw(time(scope))} {draw(comparisons)} {draw(time(scope))}"
        case "next":
            return f"just_before({draw(time(scope))}, {draw(time(scope))})"
        case "none":
            sides = (draw(st.one_of(time(scope), place(scope))), "none")
            left, right = sides if draw(st.booleans()) else sides[::-1]
            return f"{left} {draw(st.sampled_from(['=', '!=']))} {right}"
        case "room":
            return f"room({draw(person(scope))}, {draw(time(scope))}) = {draw(place(scope))}"
        case "steps":
            sides = (f"steps({draw(place(scope))}, {draw(place(scope))})", str(draw(st.integers(0, 2))))
            left, right = sides if draw(st.booleans()) else sides[::-1]
            return f"{left} {draw(comparisons)} {right}"
        case "group":
            someone = draw(person(scope))
            return f"{someone} in {draw(st.sampled_from(['women', 'everyone']))}"
        case "range":
            first, last = draw(time(scope)), draw(time(scope))
            if first in TIMES and last in TIMES and TIMES.index(first) > TIMES.index(last):
                first, last = last, first
            return f"{draw(time(scope))} in {first} to {last}"
        case "listed":
            return f"{draw(place(scope))} in {{ {', '.join(draw(st.lists(place(scope), max_size=2)))} }}"
        case "wet":
            return f"wet({draw(time(scope))})"
    terms = st.sampled_from(["left(Z)", "left(Z), left(Z) + 5 min", "bed(Z)", "bed(Z), room(Z, 23:50)"])
    chosen = draw(terms).replace("left(Z) + 5 min", "left(culprit)")
    without = draw(st.sampled_from(["", " except BRUNO", " except culprit", " except women"]))
    return f"all different {chosen} for suspect Z{draw(extent(scope, 'X'))}{without}"


@st.composite
def formula(draw, scope="", depth=2):
    kind = draw(st.sampled_from(["atom", "not", "and", "every", "every", "some"] if depth else ["atom"]))
    match kind:
        case "atom":
            return draw(atom(scope))
        case "not":
            return f"not ({draw(formula(scope, depth - 1))})"
        case "and":
            joint = draw(st.sampled_from(["and", "or", "implies", "iff"]))
            return f"({draw(formula(scope, depth - 1))}) {joint} ({draw(formula(scope, depth - 1))})"
    quantifier = draw(st.sampled_from(WRITTEN))
    variable = draw(st.sampled_from([name for name in "XYTU" if name not in scope]))
    sort = "suspect" if variable in "XY" else "time"
    within = draw(extent(scope, variable))
    without = draw(
        st.sampled_from(
            ["", " except BRUNO", " except women"] if sort == "suspect" else ["", " except 00:00"]
        )
    )
    return f"({quantifier} {sort} {variable}{within}{without}: {draw(formula(scope + variable, depth - 1))})"


# --- the reference, read literally ---------------------------------------------------------------

REFERENCE = Reference(
    {"suspect": PEOPLE, "time": TIMES, "location": PLACES},
    {name: tuple(sort.name for sort in function.arguments) for name, function in FUNCTIONS.items()},
    GROUPS,
    DISTANCE,
)
WORLD_TERMS = {
    (name, *arguments): (
        *(("yes", "no") if function.values is None else function.values.values),
        *(["none"] if function.optional else []),
    )
    for name, function in FUNCTIONS.items()
    for arguments in product(*(sort.values for sort in function.arguments))
}
worlds = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in WORLD_TERMS.items()})


@settings(max_examples=250)
@given(text=formula(), found=st.lists(worlds, min_size=4, max_size=4))
def test_clauses_say_what_the_reference_says(text, found):
    node, problems = parse_lone_formula(Source("", text), LONE)
    assert () == problems
    typed, problems = Typer(SCOPE, Source("", text)).type_formula(node)
    if typed is None:  # two values that are never the same, a time beyond the clock
        assert {problem.code.id for problem in problems} <= {"CK203", "CK206"}
        return
    solver = TheorySolver(Theory((), (), (), (), ()))
    meaning = solver.meaning(typed)
    for world in found:
        given_facts = [
            solver.vocabulary.node((name, arguments), world[name, *arguments])
            for name, arguments in solver.vocabulary
        ]
        assert solver.solve(given_facts)
        model = solver.model()
        expected = REFERENCE.truth(node, world)
        assert (expected is True, expected is False) == tuple(each in model for each in meaning)


@pytest.fixture(scope="module")
def night():
    """A rule that nobody moves more than a zone in five minutes, over 60 times, and where somebody was."""
    clock = Sort("time", tuple(f"{n // 12:02}:{5 * n % 60:02}" for n in range(60)), ordered=True)
    people = Sort("suspect", tuple(f"P{n}" for n in range(12)))
    places = Sort("place", tuple(f"place-{n}" for n in range(24)))
    zones = Sort("zone", tuple(f"zone-{n}" for n in range(10)))
    room = Function("room", (people, clock), places)
    zone = Function(
        "zone", (places,), zones, table={(at,): f"zone-{int(at[6:]) % 10}" for at in places.values}
    )
    table = {pair: abs(int(pair[0][5:]) - int(pair[1][5:])) for pair in product(zones.values, repeat=2)}
    scope = Scope(
        (people, clock, places),
        (room,),
        measures={"steps": Measure("steps", (places, places), table, zone)},
    )
    text = "every suspect X: every time T: steps(room(X, T), room(X, T + 5 min)) <= 1"
    node, _ = parse_lone_formula(Source("", text), LONE)
    typed, problems = Typer(scope, Source("", text)).type_formula(node)
    assert () == problems

    def at(time, place):
        return Equal(Apply(room, (Constant("P0"), Constant(time))), Constant(place))

    return Theory(
        (room,), (Law("travel", typed, 1),), (Claim("seen", "01", at("00:00", "place-0")),), (), ()
    ), at


def test_a_rule_of_travel_over_a_whole_night_can_be_afforded(night):
    theory, at = night
    solver = TheorySolver(theory)
    assert () == solver.refused
    assert "false" == solver.ask(["travel", "seen"], at("00:40", "place-9"))
    assert "open" == solver.ask(["travel", "seen"], at("00:45", "place-9"))


def test_a_proof_takes_the_minutes_of_a_rule_that_it_needs(night):
    theory, _ = night
    goal = Assertion(Fact("room", ("P0", "00:10"), "place-3"), holds=False)
    proof = prove(theory, Limits(), [goal])
    assert (("01",), ("travel", "seen")) == (proof.sources, proof.lines)
    alone = needed_instances(TheorySolver(theory), ["travel", "seen"], [goal])
    assert {("P0", f"00:{minute:02}") for minute in (0, 5, 10)} == {
        arguments for _, arguments in alone.vocabulary
    }
    assert not alone.solve([*alone.assume(["travel", "seen"]), -alone.node(goal)])
