"""The verdict by a second route: from the typed case to answer set programming, past ``casekit.deduce``.

The program is written with variables, so that clingo grounds it; guards, liars, reported speech and hints are read
from the case once more, by ``docs/language.md``.
"""

from itertools import count
from pathlib import Path

import clingo
import pytest
from hypothesis import given, settings, strategies as st

from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.code_registry import all_codes
from casekit.kit.editions import EditionFinder
from casekit.logic.formulas import (
    NUMBER,
    QUANTIFIERS,
    And,
    Constant,
    Equal,
    Holds,
    Iff,
    Implies,
    JustBefore,
    Not,
    Nothing,
    Or,
    Order,
    Quantified,
    Variable,
)
from tests.overlay import entry_of, examples_of

ROOT = Path(__file__).resolve().parent.parent.parent
CASES = sorted(
    file
    for folder in ("examples", "docs", "tests")
    for file in (ROOT / folder).rglob("*.case")
    if file.is_file() and not {"abbey", "clue", "deception", "nightfall", "plug_in"} & {*file.parts}
)
TARGETS = ("culprit", "motive", "method")
FRAME = """
{ use(L) : line(L) }.
:- use(L), not ok(L).
ok(L) :- line(L), exempt(L).
ok(L) :- line(L), not d(L).
ok(L) :- line(L), not exempt(L), not inverted(L), t(L).
ok(L) :- line(L), not exempt(L), inverted(L), not t(L).
says(L,true) :- line(L), d(L), t(L).
says(L,false) :- line(L), d(L), not t(L).
says(L,nothing) :- line(L), not d(L).
:- f_motive("none"), not f_culprit("nobody").
:- f_culprit("nobody"), not f_motive("none").
:~ hint(L), not ok(L). [1,L]
#defined named/2. #defined exempt/1. #defined inverted/1. #defined hint/1.
d(L) :- top(L,N), dx(N).
t(L) :- top(L,N), tx(N).
#show says/2. #show f_culprit/1. #show f_motive/1. #show f_method/1.
"""
DEFINED = [
    f"#defined {name}/{arity}." for name in ("dx", "tx", "gone", "one", "bad", "has") for arity in range(1, 9)
]


class Program:
    """A case as an answer set program: one answer set a world, once it is fixed which lines are used."""

    def __init__(self, case):
        self.case = case
        self.rules = [FRAME, *DEFINED]
        self.numbers = count(1)
        self.lines = {}  # number of a line: its kind, path, speakers, mode, place
        self.functions()
        for line in case.rules:
            self.line(line, "rule", "rules")
        for line in case.truth:
            self.line(line, "truth", "truth")
        for statement in case.presentation.statements:
            self.line(statement, "given", "presentation", voices(statement), statement.mode)
        for paragraph in case.paragraphs:
            own = () if paragraph.speaker is None else (Constant(paragraph.speaker),)
            for statement in paragraph.statements:
                self.line(statement, "told", paragraph.name, (*own, *voices(statement)), statement.mode)

    def functions(self):
        """Every function has one value at all arguments; a static one has that of its table."""
        for function in self.case.scope.functions:
            name, sorts = predicate(function), function.arguments
            if function.table is not None:
                for arguments, value in function.table.items():
                    self.rules.append(f"{name}({quoted(*arguments, value)}).")
                continue
            values = ("yes", "no") if function.values is None else function.values.values
            values = (*values, "none") if function.optional else values
            arguments = [f"A{place}" for place in range(len(sorts))]
            choice = "; ".join(f"{name}({','.join([*arguments, quoted(value)])})" for value in values)
            body = [self.member(sort, it) for sort, it in zip(sorts, arguments, strict=True)]
            self.rule(f"1 {{ {choice} }} 1", *body)

    def member(self, sort, variable):
        """The literal that lets a variable range over a sort, or over the part of one that a quantifier names."""
        name = " ".join([sort.name, *sort.values])
        self.rules += [f"in({quoted(name, value)})." for value in sort.values]
        return f'in("{name}",{variable})'

    def line(self, line, kind, path, speakers=(), mode="plain"):
        number = next(self.numbers)
        self.lines[number] = (kind, path, speakers, mode, line.place.start)
        top = self.formula(line.formula, {})
        self.rules.append(f"line({number}). top({number},{top}).")
        if mode == "hint":
            self.rules.append(f"hint({number}).")
        *earlier, last = speakers or (None,)
        for speaker in speakers if self.case.liar == "may" else earlier if self.case.liar == "must" else ():
            self.rule(f"exempt({number})", *self.is_culprit(speaker))
        if last is not None and self.case.liar == "must":
            self.rule(f"inverted({number})", *self.is_culprit(last))
        for place, speaker in enumerate(speakers):
            if not isinstance(speaker, Constant):
                value, literals = self.term(speaker, {})
                self.rule(f"named({number},{place})", *literals, f'{value} != "none"')
                self.rule(f"exempt({number})", f"not named({number},{place})")

    def is_culprit(self, speaker):
        """The literals that somebody is the culprit."""
        value, literals = self.term(speaker, {})
        return [*literals, f"f_culprit({value})"]

    def term(self, term, env):
        """An ASP term for the value of a term, and the literals that bind it."""
        match term:
            case Constant(value):
                return f'"{value}"', []
            case Nothing():
                return '"none"', []
            case Variable(name):
                return env[name][0], []
        inner = [self.term(argument, env) for argument in term.arguments]
        result = f"T{next(self.numbers)}"
        call = f"{predicate(term.function)}({','.join([*(value for value, _ in inner), result])})"
        return result, [*(literal for _, literals in inner for literal in literals), call]

    def formula(self, formula, env):
        """The number of a formula and its variables: where ``dx`` and ``tx`` say that it is defined and true."""
        number = next(self.numbers)
        args = "".join(f",{variable}" for variable, _ in env.values())
        here = f"{number}{args}"
        scope = [self.member(sort, variable) for variable, sort in env.values()]
        match formula:
            case Holds(term):
                value, body = self.term(term, env)
                self.rule(f"dx({here})", *scope, *body)
                self.rule(f"tx({here})", *scope, *body, f'{value} = "yes"')
            case Equal(left, right) if Nothing() in (left, right):
                one, body = self.term(left if right == Nothing() else right, env)
                self.rule(f"has({here})", *scope, *body, f'{one} != "none"')
                self.rule(f"dx({here})", *scope)
                self.rule(f"tx({here})", *scope, f"not has({here})")
            case Equal(left, right):
                (one, body), (other, more) = self.term(left, env), self.term(right, env)
                self.rule(f"dx({here})", *scope, *body, *more)
                self.rule(f"tx({here})", *scope, *body, *more, f"{one} = {other}")
            case Order(left, right, sort, strict):
                (one, body), (other, more) = self.term(left, env), self.term(right, env)
                both = [*body, *more, f"place({number},{one},I)", f"place({number},{other},J)"]
                self.rules += [f'place({number},"{value}",{at}).' for at, value in enumerate(sort.values)]
                self.rule(f"dx({here})", *scope, *both)
                self.rule(f"tx({here})", *scope, *both, "I < J" if strict else "I <= J")
            case JustBefore(left, right, sort):
                (one, body), (other, more) = self.term(left, env), self.term(right, env)
                both = [*body, *more, f"place({number},{one},I)", f"place({number},{other},J)"]
                self.rules += [f'place({number},"{value}",{at}).' for at, value in enumerate(sort.values)]
                self.rule(f"dx({here})", *scope, *both)
                self.rule(f"tx({here})", *scope, *both, "I + 1 = J")
            case Quantified():
                self.quantified(formula, env, here, scope)
            case _:
                self.connective(formula, env, here, scope)
        return here

    def connective(self, formula, env, here, scope):
        match formula:
            case Not(part):
                inside = [self.formula(part, env)]
                bodies = [[f"not tx({inside[0]})"]]
            case And(parts):
                inside = [self.formula(part, env) for part in parts]
                bodies = [[f"tx({part})" for part in inside]]
            case Or(parts):
                inside = [self.formula(part, env) for part in parts]
                bodies = [[f"tx({part})"] for part in inside]
            case Implies(left, right):
                inside = [self.formula(left, env), self.formula(right, env)]
                bodies = [[f"not tx({inside[0]})"], [f"tx({inside[1]})"]]
            case Iff(left, right):
                inside = [self.formula(left, env), self.formula(right, env)]
                bodies = [[f"tx({part})" for part in inside], [f"not tx({part})" for part in inside]]
        self.rule(f"dx({here})", *scope, *(f"dx({part})" for part in inside))
        for body in bodies:
            self.rule(f"tx({here})", *scope, *body)

    def quantified(self, formula, env, here, scope):
        sort = formula.variable.sort
        variable = f"V{next(self.numbers)}"
        body = self.formula(formula.body, env | {formula.variable.name: (variable, sort)})
        for term in formula.excluded:
            value, literals = self.term(term, env)
            self.rule(f"gone({here},{value})", *scope, *literals)
        instance = [*scope, self.member(sort, variable), f"dx({body})", f"not gone({here},{variable})"]
        self.rule(f"one({here},{variable})", *instance, f"tx({body})")
        self.rule(f"bad({here})", *instance, f"not tx({body})")
        self.rule(f"dx({here})", *scope)
        counted = f"#count {{ N : one({here},N) }}"
        form, bounds = QUANTIFIERS[formula.quantifier], []
        if form.failures:
            bounds.append(f"not bad({here})")
        else:
            if form.least is not None:
                bounds.append(f"{counted} >= {formula.count if form.least == NUMBER else form.least}")
            if form.most is not None:
                bounds.append(f"{counted} <= {formula.count if form.most == NUMBER else form.most}")
        self.rule(f"tx({here})", *scope, *bounds)

    def rule(self, head, *body):
        self.rules.append(f"{head} :- {', '.join(body)}." if body else f"{head}.")


def predicate(function):
    return "f_" + "".join(
        letter if letter.isalnum() and letter.isascii() else f"_{ord(letter)}_" for letter in function.name
    )


def quoted(*values):
    return ",".join(f'"{value}"' for value in values)


class Worlds:
    """Asks one grounded program about several sets of lines."""

    def __init__(self, case):
        self.program = Program(case)
        self.control = clingo.Control(["--warn=none"])
        self.control.add("base", [], "\n".join(self.program.rules))
        self.control.ground([("base", [])])

    def of(self, *kinds):
        """The lines of some kinds that have force."""
        lines = self.program.lines.items()
        return {number for number, (kind, _, _, mode, _) in lines if kind in kinds and mode != "hint"}

    def solve(self, used, *more, mode="auto", best="ignore", models=0):
        self.control.configuration.solve.enum_mode = mode
        self.control.configuration.solve.opt_mode = best
        self.control.configuration.solve.models = models
        choices = [(clingo.Function("use", [clingo.Number(n)]), n in used) for n in self.program.lines]
        return self.control.solve(assumptions=[*choices, *more], yield_=True)

    def possible(self, used):
        """Everything that is shown in some world of the lines (brave consequences); ``None`` without a world."""
        found = None
        with self.solve(used, mode="brave") as handle:
            for model in handle:
                found = set(model.symbols(shown=True))
        return found

    def count(self, used):
        with self.solve(used) as handle:
            return sum(1 for _ in handle)

    def fewest_hints_broken(self, used, target, value):
        atom = clingo.Function(f"f_{target}", [clingo.String(value)])
        with self.solve(used, (atom, True), best="opt") as handle:
            return min(model.cost[0] if model.cost else 0 for model in handle)

    def verdict(self):
        """The verdict, in the form of the fixture of this name."""
        givens = self.of("rule", "given")
        told = givens | self.of("told")
        with_truth = self.possible(told | self.of("truth"))
        everything = self.possible(told)
        fixed = self.possible(givens | self.of("truth")), self.possible(self.of("truth"))
        values = {}
        for target in TARGETS:
            candidates = next((answers(known, target) for known in fixed if unique(known, target)), [])
            values[target] = candidates[0] if candidates else None
        return {
            "consistent": everything is not None,
            "truth_possible": with_truth is not None,
            "elements": {
                target: self.element(target, values[target], told, everything) for target in TARGETS
            },
            "lies": self.lies(values["culprit"], with_truth),
        }

    def element(self, target, value, used, everything):
        possible = set(answers(everything, target))
        proved = next(iter(possible)) if len(possible) == 1 else None
        rivals = sorted(possible - {value, proved})
        status = "open"
        if proved is not None:
            status = "decided" if value is None else "certain" if value == proved else "contrary"
        elif value in answers(everything, target):
            broken = self.fewest_hints_broken(used, target, value)
            others = [self.fewest_hints_broken(used, target, rival) for rival in rivals]
            status = "supported" if all(broken < other for other in others) else "open"
        return {"value": value, "proved": proved, "status": status, "rivals": rivals}

    def lies(self, culprit, with_truth):
        lines = self.program.case.source.text.splitlines()
        found = []
        for number, (_, path, speakers, mode, start) in self.program.lines.items():
            if culprit is None or Constant(culprit) not in speakers or mode == "hint":
                continue
            said = {str(one.arguments[1]) for one in with_truth or () if is_about(one, number)}
            status = said.pop() if len(said) == 1 and "nothing" not in said else "open"
            if mode == "lie" or status != "true":
                line = lines[self.program.case.source.text.count("\n", 0, start)].strip()
                found.append((path, line, mode == "lie", status))
        return sorted(found)


def voices(statement):
    """Who vouches for a statement, as terms."""
    return tuple(speaker.term for speaker in statement.speakers)


def is_about(atom, number):
    return atom.name == "says" and atom.arguments[0].number == number


def answers(known, target):
    """The values of a target among what is possible."""
    return [one.arguments[0].string for one in known or () if one.name == f"f_{target}"]


def unique(known, target):
    return len(answers(known, target)) == 1


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_every_case_of_the_repository(file, investigate, verdict):
    analysis = investigate(file.read_text(encoding="utf-8"), EditionFinder().of(file.parent))
    assert Worlds(analysis.case).verdict() == verdict(analysis)


def test_every_example_of_the_catalogue_that_reaches_a_verdict(check, verdict):
    entries = map(entry_of, all_codes())
    examples = [each for entry in entries for each in examples_of(entry) if each.kind == "case"]
    analyses = [
        CaseAnalysis(checked.document)
        for each in examples
        if (checked := check(each.text)).verdict is not None
    ]
    assert len(analyses) > len(examples) // 2
    for analysis in analyses:
        assert Worlds(analysis.case).verdict() == verdict(analysis), analysis.case.source.text


def test_the_cases_of_the_repository_are_found():
    assert {"examples", "docs", "tests"} <= {file.relative_to(ROOT).parts[0] for file in CASES}


@settings(max_examples=300)
@given(data=st.data())
def test_random_cases(data, drafts, small_edition, investigate, verdict):
    analysis = investigate(data.draw(drafts).text, small_edition)
    assert Worlds(analysis.case).verdict() == verdict(analysis)


@settings(max_examples=100)
@given(data=st.data())
def test_as_many_worlds_as_a_random_case_has(data, drafts, small_edition, investigate):
    draft = data.draw(drafts)
    worlds = Worlds(investigate(draft.text, small_edition).case)
    assert sum(map(draft.allows, draft.worlds())) == worlds.count(worlds.of("rule", "given"))
