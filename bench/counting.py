"""Puzzles about numbers: twelve keys for twelve people, 21 cards in six hands; beside solvers that can count."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import clingo

from bench.agreement import agree
from bench.measure import Row, Scale, alone
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import (
    Apply,
    Constant,
    Equal,
    Function,
    Not,
    Quantified,
    Quantifier,
    Sort,
    Variable,
)
from casekit.logic.theory import Law, Theory


@dataclass(frozen=True)
class Puzzle:
    """How many things each place holds; ``barred`` are places where nothing may be."""

    name: str
    things: int
    holds: Mapping[str, int]
    barred: Sequence[str] = ()
    pairwise: bool = False

    @property
    def free(self) -> list[str]:
        """The places where things may be."""
        return [place for place in self.holds if place not in self.barred]


_KEYS = dict.fromkeys((f"k{number}" for number in range(1, 13)), 1)
_HANDS = dict.fromkeys((f"h{number}" for number in range(1, 7)), 3)

PUZZLES = (
    Puzzle("12 people, 12 keys", 12, _KEYS, pairwise=True),
    Puzzle("12 people, 11 of 12 keys", 12, _KEYS, ("k12",), pairwise=True),
    Puzzle("12 people, 11 of 12 keys, at most 1 each", 12, _KEYS, ("k12",)),
    Puzzle("21 cards, six hands, 3 left", 21, {**_HANDS, "envelope": 3}),
    Puzzle("21 cards, six hands, 4 left", 21, {**_HANDS, "envelope": 4}),
    Puzzle("21 cards, six hands, 2 left", 21, {**_HANDS, "envelope": 2}),
)


def rows(scale: Scale) -> Iterator[Row]:
    """Whether each puzzle has a solution."""
    cp_model = scale.library("ortools.sat.python.cp_model")
    for puzzle in PUZZLES:
        theory = theory_of(puzzle)
        peers: dict[str, Callable[[], bool]] = {}
        if cp_model is None:
            yield alone(f"counting: {puzzle.name}", partial(solvable, theory), "CP-SAT")
        else:
            peers["CP-SAT"] = partial(_cp_sat, puzzle, cp_model)
        # What clingo cannot count it searches through: minutes, where there is no solution.
        if solvable(theory):
            peers["clingo"] = partial(_clingo, puzzle)
        for peer, ask in peers.items():
            agree(puzzle.name, solvable(theory), peer, ask())
            yield scale.compare(f"counting: {puzzle.name}", partial(solvable, theory), peer, ask, rounds=5)


def theory_of(puzzle: Puzzle) -> Theory:
    """A puzzle in lines as a writer would write them."""
    thing = Variable("X", Sort("thing", tuple(f"t{number}" for number in range(puzzle.things))))
    place = Sort("place", tuple(puzzle.holds))
    where = Function("where", (thing.sort,), place)
    there = Apply(where, (thing,))
    formulas = [
        Quantified("every", 0, thing, (), Not(Equal(there, Constant(name)))) for name in puzzle.barred
    ]
    other = Variable("Y", thing.sort)
    if puzzle.pairwise:
        apart = Not(Equal(there, Apply(where, (other,))))
        formulas.append(Quantified("every", 0, thing, (), Quantified("every", 0, other, (thing,), apart)))
    else:
        exactly: Quantifier = "at most" if puzzle.barred else "exactly"
        formulas += [
            Quantified(exactly, count, thing, (), Equal(there, Constant(name)))
            for name, count in puzzle.holds.items()
        ]
    laws = tuple(Law(f"rule {number}", formula, 1) for number, formula in enumerate(formulas))
    return Theory((where,), laws, (), (), ())


def solvable(theory: Theory) -> bool:
    """Whether the lines of a theory have a world; it is grounded for that."""
    solver = TheorySolver(theory)
    return solver.consistent(solver.laws)


def _cp_sat(puzzle: Puzzle, cp_model: Any) -> bool:
    model = cp_model.CpModel()
    at = {
        (thing, place): model.new_bool_var(f"{thing} {place}")
        for thing in range(puzzle.things)
        for place in puzzle.free
    }
    for thing in range(puzzle.things):
        model.add_exactly_one(at[thing, place] for place in puzzle.free)
    for place in puzzle.free:
        count = sum(at[thing, place] for thing in range(puzzle.things))
        model.add(count <= 1) if puzzle.holds is _KEYS else model.add(count == puzzle.holds[place])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return bool(solver.solve(model) == cp_model.OPTIMAL)


def _clingo(puzzle: Puzzle) -> bool:
    control = clingo.Control(["--warn=none"])
    program = [f"thing(0..{puzzle.things - 1}).", *(f"place({place})." for place in puzzle.free)]
    program.append("1 { at(T, P) : place(P) } 1 :- thing(T).")
    if puzzle.pairwise:
        program.append(":- at(T, P), at(U, P), T < U.")
    else:
        relation = ">" if puzzle.holds is _KEYS else "!="
        program += [
            f":- #count {{ T : at(T, {place}) }} {relation} {puzzle.holds[place]}." for place in puzzle.free
        ]
    control.add("base", [], "\n".join(program))
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)
