"""Nightfall by answer sets: every night that may have been, of which counts who is guilty, who died, and which lines are so."""

from itertools import count

import clingo

from casekit.logic.formulas import (
    And,
    Apply,
    Constant,
    Equal,
    Holds,
    Iff,
    Implies,
    Not,
    Nothing,
    Or,
    Quantified,
)

RULES = """
M { murderer(P): player(P) } M :- murderers(M).
:- murderer(P), seat(P).
{ hanged(P, D): night(D) } 1 :- player(P).
:- hanged(P, _), killed(P, _).
gone(P, N) :- killed(P, D), night(N), D < N.
gone(P, N) :- hanged(P, D), night(N), D < N.
1 { visited(P, H, N): player(H), not gone(H, N) } 1 :- player(P), night(N), not gone(P, N).
{ tried(P, N) } :- murderer(P), night(N), not gone(P, N).
met(P, Q, N) :- visited(P, H, N), visited(Q, H, N), P != Q.
alone(P, N) :- visited(P, _, N), not met(P, _, N).
killed(P, N) :- met(P, Q, N), tried(Q, N), not murderer(P), 1 { met(P, R, N) } 1.
lazy(P, N, W) :- player(P), night(N), window(W), N >= W, not tried(P, D): D = N - W + 1..N.
:- lazy(P, N, W), murderer(P), not gone(P, N).
#show murderer/1. #show killed/2. #show line/1.
#project murderer/1. #project killed/2. #project line/1.
"""


def worlds(evening):
    """What may have been, as far as anybody asks."""
    program = [RULES, f"murderers({evening.murderers.count}). window({evening.attempts.count})."]
    program += [f'player("{name}").' for name in evening.names]
    program += [f"night({night})." for night in evening.nights or (1,)]
    program += [f'seat("{evening.seat}").'] if evening.seat in evening.names else []
    said = _Said(evening)
    program += [f"line({event.number}) :- {said.line(event)}." for event in evening.play]
    control = clingo.Control(["--models=0", "--project", "--warn=none"])
    control.add("\n".join([*program, *said.rules]))
    control.ground()
    with control.solve(yield_=True) as models:
        return [_world(evening, model.symbols(shown=True)) for model in models]


def agrees(_, event, world):
    """Whether a line is so."""
    return event.number in world["lines"]


def _world(evening, shown):
    having = {
        name: [symbol.arguments for symbol in shown if symbol.name == name]
        for name in ("murderer", "killed", "line")
    }
    guilty = {name.string for (name,) in having["murderer"]}
    killed = {name.string: str(night.number) for name, night in having["killed"]}
    return {
        "murderers": ", ".join(name for name in evening.names if name in guilty),
        "lines": {number.number for (number,) in having["line"]},
        **{f"murderer({name})": "yes" if name in guilty else "no" for name in evening.names},
        **{f"died({name})": killed.get(name, "none") for name in evening.names},
    }


class _Said:
    """Lines as bodies of rules, each with the rules that it needs."""

    def __init__(self, evening):
        self.evening, self.rules, self.numbers = evening, [], count(1)

    def line(self, event):
        night = self.evening.days[event.number] or 1
        everybody = self.evening.names
        match type(event).__name__:
            case "Night" if event.move:
                who = event.move.player
                met = [
                    f'{"" if name in event.met else "not "}met("{who}", "{name}", {night})'
                    for name in everybody
                ]
                return ", ".join([f'visited("{who}", "{event.move.where}", {night})', *met])
            case "Dawn" | "Hanging":
                how = "killed" if type(event).__name__ == "Dawn" else "hanged"
                told = [
                    f'{"" if name in event.gone else "not "}{how}("{name}", {night})' for name in everybody
                ]
                told += [
                    f'{"" if event.role == "murderer" else "not "}murderer("{name}")'
                    for name in event.gone
                    if how == "hanged"
                ]
                return ", ".join(told)
            case "SpokenLine":
                return self.either(
                    [
                        self.all([self.of(each.formula, {}) for each in event.statements]),
                        f'murderer("{event.player}")',
                    ]
                )
        return "#true"

    def either(self, bodies):
        head = f"said({next(self.numbers)})"
        self.rules += [f"{head} :- {body}." for body in bodies]
        return head

    def all(self, bodies):
        return self.either([", ".join(bodies) or "#true"])

    def of(self, formula, values):  # noqa: C901 - a shape of formulas in each case
        """An atom, or the negation of one, that holds if a formula does where variables have some values."""
        match formula:
            case Holds(term):
                return self.atom(term.function.name, self.values(term.arguments, values))
            case Equal(Apply(function, arguments), other):
                name = {"died": "killed"}.get(function.name, function.name)
                first, *night = self.values(arguments, values)
                if other == Nothing():
                    return f"not {self.all([self.atom(name, (first, '_', *night))])}"
                (value,) = self.values([other], values)
                return self.atom(name, (first, value, *night))
            case Not(part):
                return f"not {self.all([self.of(part, values)])}"
            case And(parts):
                return self.all([self.of(each, values) for each in parts])
            case Or(parts):
                return self.either([self.of(each, values) for each in parts])
            case Implies(left, right):
                return self.of(Or((Not(left), right)), values)
            case Iff(left, right):
                return self.of(And((Implies(left, right), Implies(right, left))), values)
            case Quantified(quantifier, _, variable, excluded, body):
                out = self.values(excluded, values)
                of_all = [
                    self.of(body, {**values, variable.name: value})
                    for value in variable.sort.values
                    if self.values([Constant(value)], {})[0] not in out
                ]
                match quantifier:
                    case "every":
                        return self.all(of_all)
                    case "some":
                        return self.either(of_all)
                    case "no":
                        return f"not {self.either(of_all)}"
        raise AssertionError(f"this solver knows no {formula}")

    def values(self, terms, values):
        found = [values[each.name] if hasattr(each, "name") else each.value for each in terms]
        return [each if each.isdecimal() else f'"{each}"' for each in found]

    def atom(self, name, arguments):
        if name == "stayed":
            who, night = arguments
            name, arguments = "visited", (who, who, night)
        return f"{name}({', '.join(arguments)})"
