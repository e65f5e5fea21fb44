"""The verdict once more, by answer set programming: another grounding, another solver."""

from itertools import pairwise, product

import clingo
import pytest
from hypothesis import given, settings, strategies as st

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.verdicts import analyse
from casekit.logic.formulas import (
    FALSE,
    NUMBER,
    QUANTIFIERS,
    And,
    Apply,
    Constant,
    Equal,
    Function,
    Holds,
    Implies,
    JustBefore,
    Not,
    Nothing,
    Or,
    Order,
    Quantified,
    Sort,
    Variable,
)
from casekit.logic.theory import Claim, Element, Law, Theory


class Program:
    """An ASP program whose answer sets are the worlds; ``use(line)`` is external."""

    def __init__(self, theory):
        self.theory = theory
        self.rules = ["ok(L) :- line(L,N), not d(N).", "ok(L) :- line(L,N), t(N).", ":- use(L), not ok(L)."]
        self.rules.append("#external use(L) : known(L).")
        self.numbers = {}
        self.count = 0
        for target in theory.targets:
            self.ground_term(target, ())
        self.lines = [line.id for line in (*theory.laws, *theory.truth, *theory.claims)]
        for law in (*theory.laws, *theory.truth):
            self.rules.append(f'known("{law.id}"). line("{law.id}",{self.formula(law.formula, {})}).')
        for claim in theory.claims:
            self.claim(claim)

    def claim(self, claim):
        it, exempt, inverted = (
            self.formula(part, {}) for part in (claim.formula, claim.exempt, claim.inverted)
        )
        name = f'"{claim.id}"'
        self.rules += [
            f"known({name}).",
            f"ok({name}) :- d({exempt}), t({exempt}).",
            f"ok({name}) :- not d({it}).",
            f"turned({name}) :- d({inverted}), t({inverted}).",
            f"ok({name}) :- turned({name}), not t({it}).",
            f"ok({name}) :- not turned({name}), t({it}).",
        ]

    def fresh(self):
        self.count += 1
        return self.count

    def ground_term(self, function, arguments):
        key = (function.name, arguments)
        if key not in self.numbers:
            number = self.numbers[key] = self.fresh()
            values = ["yes", "no"] if function.values is None else list(function.values.values)
            values += ["none"] if function.optional else []
            self.rules.append("1 { " + "; ".join(f'h({number},"{value}")' for value in values) + " } 1.")
        return self.numbers[key]

    def term(self, term, env):
        number = self.fresh()
        match term:
            case Constant(name):
                self.rules.append(f'v({number},"{name}").')
            case Nothing():
                self.rules.append(f'v({number},"none").')
            case Variable(name):
                self.rules.append(f'v({number},"{env[name]}").')
            case Apply(function, arguments):
                inner = [self.term(argument, env) for argument in arguments]
                for values in product(*(sort.values for sort in function.arguments)):
                    body = [f'v({one},"{value}")' for one, value in zip(inner, values, strict=True)]
                    if function.table is not None:
                        self.rules.append(f'v({number},"{function.table[values]}") :- {", ".join(body)}.')
                        continue
                    body.append(f"h({self.ground_term(function, values)},V)")
                    self.rules.append(f"v({number},V) :- {', '.join(body)}.")
        return number

    def formula(self, formula, env):
        number = self.fresh()
        match formula:
            case Holds(term):
                it = self.term(term, env)
                self.rules.append(f'd({number}) :- v({it},_). t({number}) :- v({it},"yes").')
            case Equal(left, right) if Nothing() in (left, right):
                it = self.term(left if right == Nothing() else right, env)
                self.rules.append(
                    f'd({number}). t({number}) :- not has({it}). has({it}) :- v({it},V), V != "none".'
                )
            case Equal(left, right):
                one, other = self.term(left, env), self.term(right, env)
                self.rules.append(
                    f"d({number}) :- v({one},_), v({other},_). t({number}) :- v({one},V), v({other},V)."
                )
            case Order(left, right, sort, strict):
                self.order(number, self.term(left, env), self.term(right, env), sort, "<" if strict else "<=")
            case JustBefore(left, right, sort):
                self.just_before(number, self.term(left, env), self.term(right, env), sort)
            case Quantified():
                self.quantified(number, formula, env)
            case _:
                self.connective(number, formula, env)
        return number

    def order(self, number, one, other, sort, sign):
        self.rules += [f'at({number},"{value}",{place}).' for place, value in enumerate(sort.values)]
        body = f"v({one},A), v({other},B), at({number},A,I), at({number},B,J)"
        self.rules.append(f"d({number}) :- {body}. t({number}) :- {body}, I {sign} J.")

    def just_before(self, number, one, other, sort):
        self.rules += [f'of({number},"{value}").' for value in sort.values]
        self.rules += [f'next({number},"{value}","{after}").' for value, after in pairwise(sort.values)]
        body = f"v({one},A), v({other},B), of({number},A), of({number},B)"
        self.rules.append(f"d({number}) :- {body}. t({number}) :- {body}, next({number},A,B).")

    def connective(self, number, formula, env):
        match formula:
            case Not(part):
                inside = [part]
            case And(parts) | Or(parts):
                inside = parts
            case _:
                inside = [formula.left, formula.right]
        numbers = [self.formula(part, env) for part in inside]
        self.rules.append(f"d({number}) :- {', '.join([f'd({n})' for n in numbers] or ['1=1'])}.")
        match formula:
            case Not():
                bodies = [f"not t({numbers[0]})"]
            case And():
                bodies = [", ".join([f"t({n})" for n in numbers] or ["1=1"])]
            case Or():
                bodies = [f"t({n})" for n in numbers]
            case Implies():
                bodies = [f"not t({numbers[0]})", f"t({numbers[1]})"]
            case _:
                bodies = [f"t({numbers[0]}), t({numbers[1]})", f"not t({numbers[0]}), not t({numbers[1]})"]
        self.rules += [f"t({number}) :- {body}." for body in bodies]

    def quantified(self, number, formula, env):
        excluded = [self.term(term, env) for term in formula.excluded]
        for place, value in enumerate(formula.variable.sort.values):
            body = self.formula(formula.body, env | {formula.variable.name: value})
            self.rules += [f'gone({number},{place}) :- v({term},"{value}").' for term in excluded]
            self.rules.append(f"yes({number},{place}) :- d({body}), t({body}), not gone({number},{place}).")
            self.rules.append(f"bad({number}) :- d({body}), not t({body}), not gone({number},{place}).")
        self.rules.append(f"d({number}).")
        form = QUANTIFIERS[formula.quantifier]
        if form.failures:
            self.rules.append(f"t({number}) :- not bad({number}).")
            return
        bounds, counted = [], f"#count {{ I : yes({number},I) }}"
        if form.least is not None:
            bounds.append(f"{counted} >= {formula.count if form.least == NUMBER else form.least}")
        if form.most is not None:
            bounds.append(f"{counted} <= {formula.count if form.most == NUMBER else form.most}")
        self.rules.append(f"t({number}) :- {', '.join(bounds)}.")

    def solver(self):
        control = clingo.Control(["--warn=none"])
        control.add(
            "base",
            [],
            "\n".join(self.rules) + "\n#defined yes/2. #defined bad/1. #defined gone/2. #defined has/1.",
        )
        control.ground([("base", [])])
        return control


class Worlds:
    """Asks one grounded program about several sets of lines."""

    def __init__(self, theory):
        self.program = Program(theory)
        self.control = self.program.solver()

    def possible(self, lines, target=None, value=None):
        for line in self.program.lines:
            self.control.assign_external(clingo.Function("use", [clingo.String(line)]), line in lines)
        assumptions = []
        if target is not None:
            number = self.program.numbers[target.name, ()]
            assumptions.append((clingo.Function("h", [clingo.Number(number), clingo.String(value)]), True))
        return self.control.solve(assumptions=assumptions).satisfiable

    def values(self, lines, target):
        values = (*target.values.values, "none") if target.optional else target.values.values
        return [value for value in values if self.possible(lines, target, value)]


def agree(theory):
    """Compare all of the verdict but the weighing of hints."""
    solver, worlds = TheorySolver(theory), Worlds(theory)
    verdict = analyse(solver)
    assert worlds.possible(solver.everything) == verdict.consistent
    assert worlds.possible(solver.truth_told) == verdict.truth_possible
    for target, element in zip(theory.targets, verdict.elements, strict=True):
        true = worlds.values(solver.truth, target) or worlds.values(solver.truth_alone, target)
        value = true[0] if len(true) == 1 else None
        possible = worlds.values(solver.everything, target)
        proved = possible[0] if verdict.consistent and len(possible) == 1 else None
        settled = "decided" if value is None else "certain" if value == proved else "contrary"
        assert (proved is not None) == (element.status == settled)
        rivals = tuple(sorted(other for other in possible if other not in {value, proved}))
        assert Element(target.name, value, element.status, rivals, proved) == element


@settings(max_examples=80)
@given(data=st.data())
def test_random_theories(data, theories):
    theory = data.draw(theories)
    laws = tuple(Law(law.id, law.formula, law.weight or 1) for law in theory.laws)
    agree(Theory(theory.functions, laws, theory.claims, theory.truth, theory.targets))


NAMES = ("ANNA", "BRUNO", "CLARA", "DORA", "EMIL", "FRANZ")
CAST = Sort("suspect", NAMES)
CULPRIT = Sort("culprit", (*NAMES, "victim", "nobody"))
DECK = Sort("place", tuple(f"place-{number}" for number in range(9)))
culprit = Function("culprit", (), CULPRIT)
room = Function("room", (CAST,), DECK)
keycard = Function("keycard", (CAST,))
owed = Function("owed", (CAST, CAST))


def ship(order):
    """A case of six suspects in nine places, told by one claim each; ``order`` of them is left out."""
    somebody, other = Variable("X", CAST), Variable("Y", CAST)
    who = Apply(culprit)
    room_of = {name: Apply(room, (Constant(name),)) for name in NAMES}
    laws = (
        Law("scene", Equal(Apply(room, (who,)), Constant("place-0")), 1),
        Law("cards", Quantified("exactly", 2, somebody, (), Holds(Apply(keycard, (somebody,)))), 1),
        Law("card", Holds(Apply(keycard, (who,))), 1),
        Law(
            "alone",
            Quantified(
                "every",
                0,
                somebody,
                (),
                Quantified(
                    "every",
                    0,
                    other,
                    (somebody,),
                    Not(Equal(Apply(room, (somebody,)), Apply(room, (other,)))),
                ),
            ),
            1,
        ),
        Law("debts", Quantified("at most", 1, somebody, (who,), Holds(Apply(owed, (somebody, who)))), 1),
        Law("no accident", Not(Or((Equal(who, Constant("nobody")), Equal(who, Constant("victim"))))), 1),
    )
    claims = [
        Claim(
            f"room {name}",
            f"{name} alibi",
            Equal(room_of[name], Constant(f"place-{place}")),
            Equal(who, Constant(name)),
        )
        for place, name in enumerate(NAMES)
    ]
    claims += [
        Claim("card of CLARA", "01", Holds(Apply(keycard, (Constant("CLARA"),)))),
        Claim(
            "card of DORA",
            "EMIL witness",
            Not(Holds(Apply(keycard, (Constant("DORA"),)))),
            Equal(who, Constant("EMIL")),
        ),
        Claim("debt of BRUNO", "02", Holds(Apply(owed, (Constant("BRUNO"), Constant("DORA"))))),
        Claim("debt of EMIL", "02", Holds(Apply(owed, (Constant("EMIL"), Constant("DORA"))))),
        Claim("room of FRANZ", "03", Not(Equal(room_of["FRANZ"], Constant("place-0")))),
        Claim(
            "someone else",
            "ANNA witness",
            FALSE,
            exempt=Not(Equal(who, Constant("FRANZ"))),
            inverted=Equal(who, Constant("ANNA")),
        ),
    ]
    kept = tuple(claim for number, claim in enumerate(claims) if number != order)
    truth = (Law("truth", Equal(who, Constant("ANNA"))),)
    return Theory((culprit, room, keycard, owed), laws, kept, truth, (culprit,))


@pytest.mark.parametrize("left_out", range(13))
def test_a_larger_case(left_out):
    agree(ship(left_out))
