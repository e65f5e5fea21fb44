"""Squares whose numbers differ in every row and column, and people who take a step at a time; beside solvers given the same problem."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise, product
from random import Random
from typing import Any, NamedTuple

import clingo

from bench.agreement import agree
from bench.counting import solvable
from bench.measure import Row, Scale, alone
from casekit.deduce.notation import formula
from casekit.model.logic import Function, Sort
from casekit.model.theory import Law, Theory

SIDE, PEOPLE, HOURS, PLACES = 10, 12, 100, (4, 6)
"""A square, and a timetable on a grid of places."""

_TOLD = 0.4
"""The share of a square's numbers that are told."""

Cell = tuple[int, int]


class Walk(NamedTuple):
    """How many people walk for how many hours between places, each with those within a step of it."""

    people: int
    hours: int
    near: Mapping[int, tuple[int, ...]]


def rows(scale: Scale) -> Iterator[Row]:
    """Whether each problem has a solution."""
    side, (people, hours, grid) = scale.of((SIDE, (PEOPLE, HOURS, PLACES)), (4, (2, 4, (2, 2))))
    told, walk = square(side), Walk(people, hours, steps(*grid))
    cp_model = scale.library("ortools.sat.python.cp_model")
    problems: tuple[tuple[str, Theory, Callable[[], bool], Callable[[], bool]], ...] = (
        (
            f"square of {side} x {side}",
            square_theory(side, told),
            partial(_clingo, square_program(side, told)),
            partial(_square_by_cp_sat, side, told, cp_model),
        ),
        (
            f"{people} people, {len(walk.near)} places, {hours} hours",
            walk_theory(walk),
            partial(_clingo, walk_program(walk)),
            partial(_walk_by_cp_sat, walk, cp_model),
        ),
    )
    for name, theory, by_clingo, by_cp_sat in problems:
        ours = partial(solvable, theory)
        for peer, ask in (("clingo", by_clingo), ("CP-SAT", by_cp_sat)):
            if peer == "CP-SAT" and cp_model is None:
                yield alone(name, ours, peer)
                continue
            agree(name, ours(), peer, ask())
            yield scale.compare(name, ours, peer, ask, rounds=3)


def square(side: int) -> dict[Cell, int]:
    """Some cells of a square, with their numbers, that can be completed."""
    # Not a secret: the same square for everybody.
    chance = Random(1)  # noqa: S311
    across, down, numbers = (chance.sample(range(side), side) for _ in range(3))
    return {
        (row, column): numbers[(down[row] + across[column]) % side]
        for row, column in product(range(side), repeat=2)
        if chance.random() < _TOLD
    }


def steps(width: int, height: int) -> dict[int, tuple[int, ...]]:
    """The places of a grid, each with itself and its neighbours."""
    cells = list(product(range(width), range(height)))
    return {
        at: tuple(to for to, (column, row) in enumerate(cells) if abs(column - x) + abs(row - y) <= 1)
        for at, (x, y) in enumerate(cells)
    }


def _sort(name: str, size: int) -> Sort:
    return Sort(name, tuple(f"{name}-{number}" for number in range(size)))


def square_theory(side: int, told: Mapping[Cell, int]) -> Theory:
    """A square in lines as a writer would write them."""
    number = Function("sq", (_sort("row", side), _sort("col", side)), _sort("num", side))
    lines = [
        "every row R: all different sq(R, C) for col C",
        "every col C: all different sq(R, C) for row R",
        *(f"sq(row-{row}, col-{column}) = num-{value}" for (row, column), value in told.items()),
    ]
    return Theory((number,), tuple(Law(line, formula(line, [number]), 1) for line in lines))


def walk_theory(walk: Walk) -> Theory:
    """A timetable likewise."""
    person, hour, place = (
        _sort("person", walk.people),
        _sort("hour", walk.hours),
        _sort("place", len(walk.near)),
    )
    following = Function(
        "next",
        (hour,),
        hour,
        table={(one,): other for one, other in pairwise(hour.values)},
    )
    near = Function(
        "near",
        (place, place),
        table={
            (place.values[at], place.values[to]): "yes" if to in walk.near[at] else "no"
            for at, to in product(walk.near, repeat=2)
        },
    )
    where = Function("where", (person, hour), place)
    lines = [
        "every person P: every hour T: near(where(P, T), where(P, next(T)))",
        *(f"where({one}, hour-0) = place-0" for one in person.values),
    ]
    return Theory((where,), tuple(Law(line, formula(line, [where, near, following]), 1) for line in lines))


def square_program(side: int, told: Mapping[Cell, int]) -> str:
    """A square for clingo."""
    return f"""
        n(0..{side - 1}).
        1 {{ sq(R, C, V) : n(V) }} 1 :- n(R), n(C).
        :- n(R), n(V), 2 {{ sq(R, C, V) : n(C) }}.
        :- n(C), n(V), 2 {{ sq(R, C, V) : n(R) }}.
    """ + "\n".join(f":- not sq({row}, {column}, {value})." for (row, column), value in told.items())


def walk_program(walk: Walk) -> str:
    """A timetable for clingo."""
    pairs = " ".join(f"near({at}, {to})." for at, others in walk.near.items() for to in others)
    return f"""{pairs}
        person(0..{walk.people - 1}). hour(0..{walk.hours - 1}). place(0..{len(walk.near) - 1}).
        1 {{ at(P, T, L) : place(L) }} 1 :- person(P), hour(T).
        :- at(P, T, L), at(P, T + 1, M), not near(L, M).
        :- person(P), not at(P, 0, 0).
    """


def _clingo(program: str) -> bool:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)


def _square_by_cp_sat(side: int, told: Mapping[Cell, int], cp_model: Any) -> bool:
    model = cp_model.CpModel()
    cells = {cell: model.new_int_var(0, side - 1, str(cell)) for cell in product(range(side), repeat=2)}
    for line in range(side):
        model.add_all_different(cells[line, column] for column in range(side))
        model.add_all_different(cells[row, line] for row in range(side))
    for cell, value in told.items():
        model.add(cells[cell] == value)
    return _solved(model, cp_model)


def _walk_by_cp_sat(walk: Walk, cp_model: Any) -> bool:
    model = cp_model.CpModel()
    pairs = [(at, to) for at, others in walk.near.items() for to in others]
    for person in range(walk.people):
        where = [model.new_int_var(0, len(walk.near) - 1, f"{person} {hour}") for hour in range(walk.hours)]
        model.add(where[0] == 0)
        for before, after in pairwise(where):
            model.add_allowed_assignments([before, after], pairs)
    return _solved(model, cp_model)


def _solved(model: Any, cp_model: Any) -> bool:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return bool(solver.solve(model) == cp_model.OPTIMAL)
