"""What follows from counting: nothing but what is so, and enough to need no long search."""

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from casekit.deduce.encoding.cardinality import Bound, CountingSystem, tight_spot
from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.proofs.prover import prove
from casekit.deduce.solving.cores import shrunk_core
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import (
    And,
    Apply,
    Constant,
    Equal,
    Function,
    Holds,
    Implies,
    Not,
    Nothing,
    Or,
    Quantified,
    Sort,
    Variable,
)
from casekit.logic.theory import Assertion, Claim, Fact, Law, Theory
from tests.quantifiers import WITH_NUMBER

relaxed = settings(max_examples=40)

CULPRIT = Function("culprit", (), Sort("culprit", ("ANNA", "BRUNO")))
ANNA_DID_IT = Equal(Apply(CULPRIT), Constant("ANNA"))


def words_of(people, keys, *, optional=False):
    """Sorts, functions and variables of a cast and its keys."""
    cast = Sort("person", tuple(f"p{n}" for n in range(people)))
    ring = Sort("key", tuple(f"k{n}" for n in range(keys)))
    return {
        "cab": Function("cab", (cast,), ring, optional=optional),
        "has": Function("has", (cast, ring)),
        "X": Variable("X", cast),
        "Y": Variable("Y", cast),
        "K": Variable("K", ring),
        "people": cast.values,
        "keys": ring.values,
    }


def every(variable, body, *excluded):
    return Quantified("every", 0, variable, excluded, body)


def some(variable, body, *excluded):
    return Quantified("some", 0, variable, excluded, body)


def counted(quantifier, count, variable, body):
    return Quantified(quantifier, count, variable, (), body)


def different(words):
    """All the ways to say that no two people have the same key."""
    x, y, k = words["X"], words["Y"], words["K"]
    mine, yours = Apply(words["cab"], (x,)), Apply(words["cab"], (y,))
    same = Equal(mine, yours)
    has_it = Equal(mine, k)
    return {
        "every every except": every(x, every(y, Not(same), x)),
        "no some except": Quantified("no", 0, x, (), some(y, same, x)),
        "every no except": every(x, Quantified("no", 0, y, (x,), same)),
        "equal keys, one person": every(x, every(y, Implies(same, Equal(x, y)))),
        "exactly 1 like oneself": every(x, counted("exactly", 1, y, same)),
        "at most 1 a key": every(k, counted("at most", 1, x, has_it)),
        "exactly 1 a key": every(k, counted("exactly", 1, x, has_it)),
        "no key twice": Quantified("no", 0, k, (), counted("at least", 2, x, has_it)),
    }


def theory_of(words, laws, claims=(), truth=()):
    return Theory((CULPRIT, words["cab"], words["has"]), laws, claims, truth, (CULPRIT,))


def law(number, formula):
    return Law(f"rule {number}", formula, 1)


# --- contracts: the solver's conflicts, not seconds ----------------------------------------------

TWELVE = words_of(12, 12)


@pytest.mark.parametrize("way", different(TWELVE))
@pytest.mark.parametrize("excluded", ["k11", None])
def test_twelve_people_cannot_share_eleven_keys(way, excluded):
    x = TWELVE["X"]
    last = Not(Equal(Apply(TWELVE["cab"], (x,)), Constant("k11"))) if excluded else Or((ANNA_DID_IT,))
    solver = TheorySolver(theory_of(TWELVE, (law(1, different(TWELVE)[way]), law(2, every(x, last)))))
    assert (excluded is None) == solver.consistent(solver.laws)
    assert solver.conflicts < 3_000


@pytest.mark.parametrize(("people", "allowed", "spared"), [(12, 11, 0), (12, 9, 2), (12, 8, 3)])
def test_some_people_cannot_share_fewer_of_many_rooms(people, allowed, spared):
    words = words_of(people, 24)
    room = Apply(words["cab"], (words["X"],))
    inside = Or(tuple(Equal(room, Constant(f"k{n}")) for n in range(allowed)))
    spare = [Constant(name) for name in words["people"][:spared]]
    laws = (law(1, different(words)["every every except"]), law(2, every(words["X"], inside, *spare)))
    solver = TheorySolver(theory_of(words, laws))
    assert not solver.consistent(solver.laws)
    assert solver.conflicts < 3_000


def hands(cards, sizes, rest):
    """Cards dealt into hands of known sizes, a line each, and the ``rest`` in an envelope."""
    words = words_of(cards, len(sizes) + 1)
    place = Apply(words["cab"], (words["X"],))
    counts = [*sizes, rest]
    return words, [
        counted("exactly", count, words["X"], Equal(place, Constant(f"k{n}")))
        for n, count in enumerate(counts)
    ]


@pytest.mark.parametrize(
    ("cards", "sizes"), [(18, [3] * 5), (21, [3] * 6), (19, [6, 5, 5]), (21, [4, 4, 4, 3, 3])]
)
@pytest.mark.parametrize("wrong", [-1, 0, 1])
def test_hands_add_up_to_the_deck(cards, sizes, wrong):
    words, counts = hands(cards, sizes, cards - sum(sizes) + wrong)
    laws = tuple(law(number, formula) for number, formula in enumerate(counts))
    solver = TheorySolver(theory_of(words, laws))
    assert (wrong == 0) == solver.consistent(solver.laws)
    assert solver.conflicts < 3_000
    if wrong:
        core = shrunk_core(solver, (), {line: (line,) for line in solver.laws})
        assert len(laws) == len(core.names)
        assert core.minimal


def test_keys_as_a_predicate_are_counted_too():
    words = words_of(12, 12)
    has = Holds(Apply(words["has"], (words["X"], words["K"])))
    laws = (
        law(1, every(words["K"], counted("at most", 1, words["X"], has))),
        law(2, every(words["X"], some(words["K"], has))),
        law(3, Not(some(words["X"], Holds(Apply(words["has"], (words["X"], Constant("k3"))))))),
    )
    solver = TheorySolver(theory_of(words, laws))
    assert not solver.consistent(solver.laws)
    assert solver.consistent(["rule 1", "rule 2"])
    assert solver.conflicts < 4_000


def test_values_of_nested_terms_are_counted_too():
    cast, ring = TWELVE["X"].sort, TWELVE["K"].sort
    host = Apply(Function("host", (cast,), cast), (TWELVE["X"],))
    at_host = Apply(TWELVE["cab"], (host,))
    other = Apply(TWELVE["cab"], (Apply(host.function, (TWELVE["Y"],)),))
    apart = every(TWELVE["X"], every(TWELVE["Y"], Not(Equal(at_host, other)), TWELVE["X"]))
    no_last = every(TWELVE["X"], Not(Equal(Apply(TWELVE["cab"], (TWELVE["X"],)), Constant("k11"))))
    theory = Theory(
        (CULPRIT, TWELVE["cab"], host.function), (law(1, apart), law(2, no_last)), (), (), (CULPRIT,)
    )
    solver = TheorySolver(theory)
    assert ("k11",) == ring.values[-1:]
    assert not solver.consistent(solver.laws)
    assert solver.consistent(["rule 2"])
    assert solver.conflicts < 3_000


def test_values_of_a_table_at_a_function_are_counted_too():
    rooms = TWELVE["K"].sort
    zones = Sort("zone", tuple(f"z{n}" for n in range(10)))
    table = {(room,): zones.values[number % 10] for number, room in enumerate(rooms.values)}
    zone = Function("zone", (rooms,), zones, table=table)
    mine, yours = (Apply(zone, (Apply(TWELVE["cab"], (TWELVE[name],)),)) for name in "XY")
    apart = every(TWELVE["X"], every(TWELVE["Y"], Not(Equal(mine, yours)), TWELVE["X"]))
    solver = TheorySolver(theory_of(TWELVE, (law(1, apart),)))
    assert not solver.consistent(solver.laws)
    assert solver.conflicts < 3_000


def test_a_nested_term_has_the_values_of_its_argument_alone():
    """There are two rooms in each of twelve zones, but people have rooms of ten only: twelve cannot be in zones of their own."""
    rooms = Sort("room", tuple(f"r{n}" for n in range(24)))
    zones = Sort("zone", tuple(f"z{n}" for n in range(12)))
    table = {(room,): zones.values[number % 12] for number, room in enumerate(rooms.values)}
    zone = Function("zone", (rooms,), zones, table=table)
    cab = Function("cab", (TWELVE["X"].sort,), Sort("few", (*rooms.values[:10], *rooms.values[12:22])))
    mine, yours = (Apply(zone, (Apply(cab, (TWELVE[name],)),)) for name in "XY")
    apart = every(TWELVE["X"], every(TWELVE["Y"], Not(Equal(mine, yours)), TWELVE["X"]))
    solver = TheorySolver(Theory((CULPRIT, cab), (law(1, apart),), (), (), (CULPRIT,)))
    assert not solver.consistent(solver.laws)
    assert solver.conflicts < 3_000


def test_rows_that_need_all_their_columns_are_a_tight_spot():
    rows = (Bound(1, (11, 12, 13)), Bound(1, (21, 22, 23)), Bound(1, (31, 32, 33, 34)))
    columns = (Bound(1, (11, 21, 31)), Bound(1, (12, 22, 32)), Bound(1, (13, 23, 33)), Bound(1, (34, 35)))
    assert CountingSystem(rows[:2], columns[:2]) == tight_spot(CountingSystem(rows, columns), {-13, -23})
    assert tight_spot(CountingSystem(rows, columns), set()) is None


def test_who_is_left_with_the_last_key_is_proved():
    x = TWELVE["X"]
    key = Equal(Apply(TWELVE["cab"], (x,)), Constant("k0"))
    owner = every(x, Implies(And((key, Equal(x, Constant("p0")))), ANNA_DID_IT))
    laws = (law(1, different(TWELVE)["every every except"]), law(2, owner))
    claims = tuple(
        Claim(f"claim {name}", name, Not(Equal(Apply(TWELVE["cab"], (Constant(name),)), Constant("k0"))))
        for name in TWELVE["people"][1:]
    )
    proof = prove(theory_of(TWELVE, laws, claims), Limits(), [Assertion(Fact("culprit", (), "ANNA"))])
    assert proof is not None
    assert TWELVE["people"][1:] == proof.sources
    assert proof.minimum


# --- nothing but what is so ----------------------------------------------------------------------


@st.composite
def puzzles(draw):
    """Small theories full of counts, guards and values that are excluded."""
    words = words_of(draw(st.integers(2, 3)), draw(st.integers(2, 3)), optional=draw(st.booleans()))
    x, y, k = words["X"], words["Y"], words["K"]
    person = st.sampled_from(words["people"]).map(Constant)
    key = st.sampled_from([*map(Constant, words["keys"]), Nothing()])
    number = st.integers(0, 3)
    quantifier = st.sampled_from(WITH_NUMBER)

    def line():
        value = draw(key)
        mine = Equal(Apply(words["cab"], (x,)), value)
        has = Holds(Apply(words["has"], (x, k)))
        # Brute force can look through few worlds: larger casts have no predicate of two arguments.
        small = len(words["people"]) * len(words["keys"]) <= 4
        match draw(st.sampled_from([0, 1, 4, 2, 3, 5] if small else [0, 1, 4])):
            case 0:
                body = draw(st.sampled_from(list(different(words).values())))
            case 1:
                body = counted(draw(quantifier), draw(number), x, draw(st.sampled_from([mine, Not(mine)])))
            case 2:
                body = every(
                    k, counted(draw(quantifier), draw(number), x, draw(st.sampled_from([has, Not(has)])))
                )
            case 3:
                body = every(x, counted(draw(quantifier), draw(number), k, has))
            case 4:
                body = every(x, Not(mine), draw(person))
            case _:
                both = And((has, Holds(Apply(words["has"], (y, k)))))
                body = every(k, every(x, Quantified("no", 0, y, (x,), both)))
        return Or((ANNA_DID_IT, body)) if draw(st.integers(0, 3)) == 0 else body

    lines = tuple(law(n, line()) for n in range(draw(st.integers(1, 3))))
    claims = tuple(Claim(f"claim {n}", str(n), line()) for n in range(draw(st.integers(0, 2))))
    return theory_of(words, lines, claims)


class Attentive(TheorySolver):
    """Counts before every question, however easy it is."""

    def _ask(self, assumptions, conflicts, enough):
        self._vain_counts = 0
        self._learn_to_count(assumptions)
        return super()._ask(assumptions, conflicts, enough)


@relaxed
@given(theory=puzzles())
def test_counting_adds_nothing_that_is_not_so(theory, brute):
    all_worlds = brute(theory)
    solver = Attentive(theory)
    lines = solver.everything
    subsets = [chosen for size in range(len(lines) + 1) for chosen in combinations(lines, size)]
    for chosen in [*reversed(subsets), *subsets]:
        assert bool(all_worlds.of(chosen)) == solver.consistent(chosen)
        assert all_worlds.values(chosen, CULPRIT) == set(solver.values(chosen, CULPRIT))


@relaxed
@given(theory=puzzles())
def test_contradictions_found_by_counting_are_minimal(theory, brute):
    all_worlds = brute(theory)
    solver = Attentive(theory)
    lines = solver.everything
    if all_worlds.of(lines):
        assert solver.consistent(lines)
        return
    core = shrunk_core(solver, (), {line: (line,) for line in lines})
    assert not all_worlds.of(core.names)
    assert all(all_worlds.of([other for other in core.names if other != line]) for line in core.names)


@relaxed
@given(theory=puzzles())
def test_proofs_found_by_counting_are_the_same(theory):
    goal = [Assertion(Fact("culprit", (), "ANNA"))]
    solver = TheorySolver(theory)
    if not solver.consistent(solver.everything):
        return
    plain = prove(theory, Limits(), goal)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("casekit.deduce.proofs.prover.TheorySolver", Attentive)
        patch.setattr("casekit.deduce.proofs.forward_chaining.TheorySolver", Attentive)
        other = prove(theory, Limits(), goal)
    assert (plain is None) == (other is None)
    if plain is not None:
        assert (len(plain.sources), plain.minimum) == (len(other.sources), other.minimum)


# --- where even that is too much -----------------------------------------------------------------


def test_a_contradiction_that_cannot_be_made_smaller_is_given_as_it_is(monkeypatch):
    words, counts = hands(9, [3, 2], 1)
    laws = tuple(law(number, formula) for number, formula in enumerate([*counts, ANNA_DID_IT]))
    solver = TheorySolver(theory_of(words, laws))
    monkeypatch.setattr(solver, "solve_within", lambda _assumptions: None)
    core = shrunk_core(solver, (), {line: (line,) for line in solver.laws})
    assert not core.minimal
    assert not core.minimum
    assert {"rule 0", "rule 1", "rule 2"} <= set(core.names)
