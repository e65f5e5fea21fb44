"""Knights-and-knaves puzzles by clingo and z3, each given them in the form that comes natural to it."""

from collections.abc import Sequence

import clingo
import z3

from bench.puzzles import Statement
from casekit.deduce.solving.theory_solver import TruthValue

Answers = list[TruthValue]


def by_z3(statements: Sequence[Statement]) -> Answers:
    """A solver's answers to whether each person tells the truth, from Python terms on."""
    people = [z3.Bool(f"p{number}") for number in range(len(statements))]

    def term(statement: Statement) -> object:
        operator, *inside = statement
        if operator in {"telling-truth", "lying"}:
            return people[inside[0]] if operator == "telling-truth" else z3.Not(people[inside[0]])
        parts = list(map(term, inside))
        match operator:
            case "not":
                return z3.Not(parts[0])
            case "and":
                return z3.And(parts)
            case "or":
                return z3.Or(parts)
            case "->":
                return z3.Implies(*parts)
        return parts[0] == parts[1]

    solver = z3.SolverFor("QF_FD")
    for person, statement in zip(people, statements, strict=True):
        solver.add(person == term(statement))
    return [
        _answer(solver.check(person) == z3.sat, solver.check(z3.Not(person)) == z3.sat) for person in people
    ]


def by_clingo(statements: Sequence[Statement]) -> Answers:
    """The same by answer set programming, from a program's text on."""
    people = range(len(statements))
    rules = [f"{{ k({person}) }}." for person in people]
    number = 0

    def node(statement: Statement) -> str:
        nonlocal number
        operator, *inside = statement
        if operator in {"telling-truth", "lying"}:
            return f"k({inside[0]})" if operator == "telling-truth" else f"not k({inside[0]})"
        parts = list(map(node, inside))
        number += 1
        name = f"t({number})"
        match operator:
            case "not":
                bodies = [f"not {parts[0]}"]
            case "and":
                bodies = [", ".join(parts)]
            case "or":
                bodies = parts
            case "->":
                bodies = [f"not {parts[0]}", parts[1]]
            case _:
                bodies = [", ".join(parts), ", ".join(f"not {part}" for part in parts)]
        rules.extend(f"{name} :- {body}." for body in bodies)
        return name

    for person, statement in zip(people, statements, strict=True):
        said = node(statement)
        rules.append(f":- k({person}), not {said}. :- not k({person}), {said}.")
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join(rules))
    control.ground([("base", [])])
    asked = [clingo.Function("k", [clingo.Number(person)]) for person in people]
    return [
        _answer(*(control.solve(assumptions=[(atom, value)]).satisfiable for value in (True, False)))
        for atom in asked
    ]


def _answer(can_be_true: object, can_be_false: object) -> TruthValue:
    if bool(can_be_true) == bool(can_be_false):
        return "open"
    return "true" if can_be_true else "false"
