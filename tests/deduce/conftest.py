"""A small signature, random theories over it, and a direct evaluator as the second route to every answer."""

from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from itertools import pairwise, product
from operator import itemgetter
from types import SimpleNamespace

import pytest
from hypothesis import strategies as st

from casekit.logic.formulas import (
    QUANTIFIERS,
    And,
    Apply,
    Constant,
    Equal,
    Function,
    Holds,
    Iff,
    Implies,
    JustBefore,
    Not,
    Nothing,
    Or,
    Order,
    Quantified,
    Sort,
    Variable,
    asserted,
)
from casekit.logic.theory import Claim, Law, Theory
from tests.quantifiers import quantifier_holds

SUSPECT = Sort("suspect", ("ANNA", "BRUNO"))
PERSON = Sort("person", ("ANNA", "BRUNO", "victim"))
CULPRIT = Sort("culprit", ("ANNA", "BRUNO", "victim", "nobody"))
MOTIVE = Sort("motive", ("greed", "spite"))
PLACE = Sort("place", ("suite", "theatre"))
ZONE = Sort("zone", ("zone-1", "zone-2"))
HOUR = Sort("hour", ("dusk", "dawn"), ordered=True)

culprit = Function("culprit", (), CULPRIT)
motive = Function("motive", (), MOTIVE, optional=True)
room = Function("room", (SUSPECT,), PLACE)
keycard = Function("keycard", (SUSPECT,))
left = Function("left", (SUSPECT,), HOUR, optional=True)
host = Function("host", (SUSPECT,), SUSPECT, optional=True)
zone = Function("zone", (PLACE,), ZONE, table={("suite",): "zone-1", ("theatre",): "zone-2"})
FUNCTIONS = (culprit, motive, room, keycard, left, host, zone)

CULPRIT_TERM = Apply(culprit)
ACCIDENT = Law("accident", Iff(Equal(Apply(motive), Nothing()), Equal(CULPRIT_TERM, Constant("nobody"))))


# --- random formulas -----------------------------------------------------------------------------


def _people(draw, allowed, scope, depth):
    options = ["name", *(["culprit"] if "culprit" in allowed else []), *(["variable"] * 3 if scope else [])]
    if depth and "host" in allowed:
        options.append("host")
    match draw(st.sampled_from(options)):
        case "name":
            return Constant(draw(st.sampled_from(SUSPECT.values)))
        case "culprit":
            return CULPRIT_TERM
        case "variable":
            return draw(st.sampled_from(scope))
    return Apply(host, (_people(draw, allowed, scope, depth - 1),))


def _atom(draw, allowed, scope):
    someone = _people(draw, allowed, scope, 1)
    match draw(st.sampled_from(allowed)):
        case "culprit":
            return Equal(CULPRIT_TERM, Constant(draw(st.sampled_from(CULPRIT.values))))
        case "motive":
            return Equal(Apply(motive), _value(draw, MOTIVE))
        case "keycard":
            return Holds(Apply(keycard, (someone,)))
        case "host":
            other = draw(st.sampled_from([Nothing(), _people(draw, allowed, scope, 1)]))
            return Equal(Apply(host, (someone,)), other)
        case "left":
            return _times(draw, allowed, scope, Apply(left, (someone,)))
    here = Apply(room, (someone,))
    if draw(st.booleans()):
        return Equal(Apply(zone, (here,)), Constant(draw(st.sampled_from(ZONE.values))))
    other = Apply(room, (_people(draw, allowed, scope, 1),))
    return Equal(here, draw(st.sampled_from([Constant("suite"), other])))


def _value(draw, sort):
    return draw(st.sampled_from([Nothing(), *map(Constant, sort.values)]))


def _times(draw, allowed, scope, time):
    other = Apply(left, (_people(draw, allowed, scope, 1),))
    against = draw(st.sampled_from([Nothing(), Constant("dusk"), Constant("dawn"), other]))
    if draw(st.booleans()):
        return Equal(time, against)
    sides = (time, against) if draw(st.booleans()) else (against, time)
    if draw(st.booleans()):
        return JustBefore(*sides, HOUR)
    return Order(*sides, HOUR, strict=draw(st.booleans()))


def _formula(draw, allowed, scope=(), depth=2):
    kinds = ["atom", "atom"] if not depth else ["atom", "not", "and", "or", "implies", "iff", "quantified"]
    kind = draw(st.sampled_from(kinds))
    if kind == "atom":
        return _atom(draw, allowed, scope)
    if kind == "quantified":
        return _quantified(draw, allowed, scope, depth)
    one = _formula(draw, allowed, scope, depth - 1)
    if kind == "not":
        return Not(one)
    other = _formula(draw, allowed, scope, depth - 1)
    match kind:
        case "and":
            return And((one, other))
        case "or":
            return Or((one, other))
        case "implies":
            return Implies(one, other)
    return Iff(one, other)


def _quantified(draw, allowed, scope, depth):
    quantifier = draw(st.sampled_from([*QUANTIFIERS]))
    variable = Variable(draw(st.sampled_from("XY")), draw(st.sampled_from([SUSPECT, PERSON, CULPRIT])))
    someone, other = (_people(draw, allowed, scope, 1) for _ in range(2))
    excluded = draw(st.sampled_from([(), (someone,), (someone, other), scope[:1]]))
    inner = (*(other for other in scope if other.name != variable.name), variable)
    count = draw(st.integers(0, 3)) if QUANTIFIERS[quantifier].has_number else 0
    return Quantified(quantifier, count, variable, excluded, _formula(draw, allowed, inner, depth - 1))


@st.composite
def _theories(draw, about=("culprit", "motive")):
    own = st.lists(st.sampled_from(["room", "keycard", "left", "host"]), min_size=1, max_size=2, unique=True)
    allowed = [*about, *draw(own)]
    laws = [ACCIDENT] if draw(st.booleans()) else []
    laws += [
        Law(f"rule {n}", _formula(draw, allowed), draw(st.integers(1, 2)))
        for n in range(draw(st.integers(0, 2)))
    ]
    claims = [_claim(draw, allowed, number) for number in range(draw(st.integers(0, 6)))]
    truth = [Law("truth 0", Equal(CULPRIT_TERM, Constant(draw(st.sampled_from(CULPRIT.values)))), 3)]
    truth += [Law(f"truth {n}", _formula(draw, allowed), 3) for n in range(1, draw(st.integers(1, 3)))]
    return Theory(FUNCTIONS, tuple(laws), tuple(claims), tuple(truth), (culprit, motive))


def _claim(draw, allowed, number):
    speaker = draw(st.sampled_from([None, "ANNA", "BRUNO"]))
    guards = {}
    if speaker:
        accused = Equal(CULPRIT_TERM, Constant(speaker))
        guards = draw(
            st.sampled_from(
                [{"exempt": accused}, {"inverted": accused}, {"exempt": accused, "inverted": accused}]
            )
        )
    elif draw(st.integers(0, 3)) == 0:
        guards = _somebody_s_word(draw, allowed)
    source = f"{speaker} alibi" if speaker else draw(st.sampled_from(["01", "02"]))
    hint = draw(st.integers(0, 3)) == 0
    return Claim(
        f"claim {number}",
        source,
        _formula(draw, allowed),
        **guards,
        hint=hint,
        weight=draw(st.integers(1, 2)),
    )


def _somebody_s_word(draw, allowed):
    """A letter whose author is in question, and may be nobody."""
    author = Apply(host, (_people(draw, allowed, (), 1),))
    is_culprit = asserted(Equal(CULPRIT_TERM, author))
    is_nobody = Not(asserted(Not(Equal(author, Nothing()))))
    return draw(
        st.sampled_from(
            [{"exempt": Or((is_culprit, is_nobody))}, {"exempt": is_nobody, "inverted": is_culprit}]
        )
    )


# --- the direct evaluator ------------------------------------------------------------------------

UNDEFINED = object()


def value(term, world, env):
    match term:
        case Constant(name):
            return name
        case Nothing():
            return "none"
        case Variable(name):
            return env[name]
    arguments = tuple(value(argument, world, env) for argument in term.arguments)
    for argument, sort in zip(arguments, term.function.arguments, strict=True):
        if argument not in sort.values:
            return UNDEFINED
    if term.function.table is not None:
        return term.function.table[arguments]
    return world[term.function.name, arguments]


def evaluate(formula, world, env=None):
    """Whether a formula is defined and whether it is true in a world."""
    env = env or {}
    match formula:
        case Holds(term):
            it = value(term, world, env)
            return it is not UNDEFINED, it == "yes"
        case Equal(one, other):
            sides = value(one, world, env), value(other, world, env)
            if Nothing() in (one, other):
                return True, all(side in (UNDEFINED, "none") for side in sides)
            return UNDEFINED not in sides, sides[0] == sides[1]
        case Order(one, other, sort, strict):
            sides = value(one, world, env), value(other, world, env)
            if not all(side in sort.values for side in sides):
                return False, False
            low, high = map(sort.values.index, sides)
            return True, low < high if strict else low <= high
        case JustBefore(one, other, sort):
            sides = value(one, world, env), value(other, world, env)
            defined = all(side in sort.values for side in sides)
            return defined, defined and sides in pairwise(sort.values)
        case Not(part):
            defined, true = evaluate(part, world, env)
            return defined, not true
        case Quantified():
            return True, _quantifier_holds(formula, world, env)
    inside = formula.parts if isinstance(formula, And | Or) else (formula.left, formula.right)
    results = [evaluate(part, world, env) for part in inside]
    truths = [true for _, true in results]
    return all(defined for defined, _ in results), _connect(formula, truths)


def _connect(formula, truths):
    match formula:
        case And():
            return all(truths)
        case Or():
            return any(truths)
        case Implies():
            return not truths[0] or truths[1]
    return truths[0] == truths[1]


def _quantifier_holds(formula, world, env):
    passed_over = [value(term, world, env) for term in formula.excluded]
    instances = []
    for candidate in formula.variable.sort.values:
        if candidate not in passed_over:
            defined, true = evaluate(formula.body, world, env | {formula.variable.name: candidate})
            instances.append(true if defined else None)
    return quantifier_holds(formula.quantifier, instances, formula.count)


def law_holds(law, world):
    defined, true = evaluate(law.formula, world)
    return true or not defined


def claim_holds(claim, world):
    if all(evaluate(claim.exempt, world)):
        return True
    defined, true = evaluate(claim.formula, world)
    return not defined or true != all(evaluate(claim.inverted, world))


def mentioned(part):
    """The names of the functions in a formula or a part of one, found without asking the program."""
    if isinstance(part, Apply):
        return {part.function.name}.union(*map(mentioned, part.arguments))
    if isinstance(part, tuple):
        return set().union(*map(mentioned, part))
    if is_dataclass(part) and not isinstance(part, Sort):
        return set().union(*(mentioned(getattr(part, field.name)) for field in fields(part)))
    return set()


def in_each(worlds, judge, *formulas):
    """What a judge of formulas says of each world: asked once of those that are alike in what the formulas mention.

    There are thousands of worlds, and most formulas mention so little that they see only a few different ones.
    """
    names = mentioned(formulas)
    keys = [key for key in worlds[0] if key[0] in names]
    seen = itemgetter(*keys) if keys else lambda _: ()
    said = {}
    for world in worlds:
        view = seen(world)
        if view not in said:
            said[view] = judge(world)
        yield said[view]


def functions_in(formulas):
    from casekit.logic.formulas import all_terms

    found = {
        term.function.name: term.function
        for formula in formulas
        for term in all_terms(formula)
        if isinstance(term, Apply)
    }
    return [function for name, function in sorted(found.items()) if function.table is None]


def ground_terms(theory):
    """Every ground term of every function that is mentioned or a target, with its values."""
    lines = (*theory.laws, *theory.truth, *theory.claims)
    formulas = [
        formula
        for line in lines
        for formula in (line.formula, getattr(line, "exempt", And(())), getattr(line, "inverted", And(())))
    ]
    functions = {function.name: function for function in (*theory.targets, *functions_in(formulas))}
    terms = {}
    for function in functions.values():
        values = ("yes", "no") if function.values is None else function.values.values
        for arguments in product(*(sort.values for sort in function.arguments)):
            terms[function.name, arguments] = (*values, "none") if function.optional else values
    return terms


def all_worlds(theory):
    terms = ground_terms(theory)
    return [dict(zip(terms, choice, strict=True)) for choice in product(*terms.values())]


@dataclass
class Brute:
    """All worlds of a theory, and in which of them each line holds."""

    theory: Theory

    def __post_init__(self):
        self.worlds = all_worlds(self.theory)
        self.holds = {
            law.id: self._where(partial(law_holds, law), law.formula)
            for law in (*self.theory.laws, *self.theory.truth)
        }
        self.holds |= {
            claim.id: self._where(partial(claim_holds, claim), claim.formula, claim.exempt, claim.inverted)
            for claim in self.theory.claims
        }
        self.laws = [law.id for law in self.theory.laws]
        self.truth = [*self.laws, *(line.id for line in self.theory.truth)]
        self.claims = [claim.id for claim in self.theory.claims if not claim.hint]
        self.hints = [claim.id for claim in self.theory.claims if claim.hint]
        self.everything = [*self.laws, *self.claims]

    def _where(self, holds, *formulas):
        return {number for number, it in enumerate(in_each(self.worlds, holds, *formulas)) if it}

    def results(self, formula):
        """Whether a formula is defined and true, in each world."""
        return list(in_each(self.worlds, partial(evaluate, formula), formula))

    def of(self, lines):
        """The numbers of the worlds in which lines hold; built-in laws always take part."""
        hard = [law.id for law in self.theory.laws if law.weight == 0]
        return set(range(len(self.worlds))).intersection(*(self.holds[line] for line in (*hard, *lines)))

    def values(self, lines, target):
        return {self.worlds[number][target.name, ()] for number in self.of(lines)}

    def fewest_hints_broken(self, target, its_value):
        worlds = [n for n in self.of(self.everything) if self.worlds[n][target.name, ()] == its_value]
        return min(sum(n not in self.holds[hint] for hint in self.hints) for n in worlds)


@pytest.fixture(scope="session")
def theories():
    """A strategy for small theories over the signature."""
    return _theories()


@pytest.fixture(scope="session")
def aimless_theories():
    """The same, but no formula of theirs mentions a target; only guards and the truth do."""
    return _theories(about=())


@pytest.fixture(scope="session")
def formulas():
    """A strategy for closed formulas over the signature."""
    return st.composite(
        lambda draw: _formula(draw, ["culprit", "motive", "room", "keycard", "left", "host"])
    )()


@pytest.fixture(scope="session")
def brute():
    """Makes the enumeration of all worlds of a theory."""
    return Brute


@pytest.fixture(scope="session")
def direct():
    """The direct evaluator: whether a formula is defined and true in a world given as a mapping."""
    return evaluate


@pytest.fixture(scope="session")
def signature():
    """The functions and sorts of the small signature, by name, and ``at`` to write terms."""

    def at(function, *arguments):
        return Apply(function, tuple(Constant(one) if isinstance(one, str) else one for one in arguments))

    functions = {function.name: function for function in FUNCTIONS}
    sorts = {"SUSPECT": SUSPECT, "PERSON": PERSON, "HOUR": HOUR, "CULPRIT": CULPRIT, "PLACE": PLACE}
    return SimpleNamespace(**functions, **sorts, functions=FUNCTIONS, accident=ACCIDENT, at=at)
