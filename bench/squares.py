"""Squares whose numbers differ in every row and column, streets where everybody has a house, and people who take a step at a time.

A verdict and a proof of one answer, in processor time, beside solvers that are given the same problem and find one solution.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from random import Random
from time import process_time
from typing import Any, NamedTuple

import clingo

from bench.agreement import agree
from bench.measure import Row, Scale, Work, alone
from casekit.deduce.encoding.encoded_theory import Limits
from casekit.deduce.notation import formula
from casekit.deduce.proofs.prover import prove
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.verdicts import analyse
from casekit.logic.formulas import Function, Sort
from casekit.logic.theory import Assertion, Fact, Law, Theory

SIDE, STREET, PEOPLE, HOURS, PLACES = 10, (14, 3), 12, 100, (4, 6)
"""A square, houses and kinds of things in them, and a timetable on a grid of places."""

_TOLD = 0.6
"""The share of a square's numbers that are told."""

_CLUES = 5
"""How many clues of a street there are to a house."""

Cell = tuple[int, int]


class Clue(NamedTuple):
    """That something of one kind is in the same house as something of another, or in the one before it."""

    step: int
    one: Cell
    other: Cell


class Walk(NamedTuple):
    """How many people walk for how many hours between places, each with those within a step of it."""

    people: int
    hours: int
    near: Mapping[int, tuple[int, ...]]


def rows(scale: Scale) -> Iterator[Row]:
    """The verdict on each problem and, where the answer is certain, its proof."""
    side, street, (people, hours, grid) = scale.of(
        (SIDE, STREET, (PEOPLE, HOURS, PLACES)), (4, (4, 2), (2, 4, (2, 2)))
    )
    told, clues, walk = square(side), zebra(*street), Walk(people, hours, steps(*grid))
    cp_model = scale.library("ortools.sat.python.cp_model")
    problems: tuple[tuple[str, Theory, Callable[[], bool], Callable[[], bool]], ...] = (
        (
            f"square of {side} x {side}",
            _asking(square_theory(side, told), f"sq(row-0, col-{side - 2})"),
            partial(_clingo, square_program(side, told)),
            partial(_square_by_cp_sat, side, told, cp_model),
        ),
        (
            f"zebra of {street[0]} x {street[1]}",
            _asking(zebra_theory(*street, clues), "at-0(kind-0-1)"),
            partial(_clingo, zebra_program(*street, clues)),
            partial(_zebra_by_cp_sat, street, clues, cp_model),
        ),
        (
            f"{people} people, {len(walk.near)} places, {hours} hours",
            _asking(walk_theory(walk), "where(person-0, hour-0)"),
            partial(_clingo, walk_program(walk)),
            partial(_walk_by_cp_sat, walk, cp_model),
        ),
    )
    for name, theory, by_clingo, by_cp_sat in problems:
        verdict = analyse(TheorySolver(theory))
        proved = [Assertion(Fact(each.name, (), each.proved)) for each in verdict.elements if each.proved]
        works: dict[str, Work] = {"verdict": partial(_verdict, theory)}
        if proved:
            works["proof"] = partial(prove, theory, Limits(), proved)
        for (work, ours), (peer, ask) in product(
            works.items(), (("clingo", by_clingo), ("CP-SAT", by_cp_sat))
        ):
            if peer == "CP-SAT" and cp_model is None:
                yield alone(f"{name}: {work}", ours, peer)
                continue
            agree(name, verdict.consistent, peer, ask())
            yield scale.compare(f"{name}: {work}", ours, peer, ask, rounds=3, clock=process_time)


def _verdict(theory: Theory) -> object:
    return analyse(TheorySolver(theory))


def _asking(theory: Theory, term: str) -> Theory:
    """A theory with a target that has the value of a term."""
    answer = Function("answer", (), theory.functions[0].values)
    functions = (*theory.functions, answer)
    law = Law("answer", formula(f"answer = {term}", functions), 1)
    return replace(theory, functions=functions, laws=(*theory.laws, law), targets=(answer,))


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


def zebra(houses: int, kinds: int) -> list[Clue]:
    """Clues about who lives where, which one arrangement fits; things are a kind and a number in it."""
    # Not a secret: the same street for everybody.
    chance = Random(1)  # noqa: S311
    street = [chance.sample(range(houses), houses) for _ in range(kinds)]
    things = {(kind, number): at for kind, row in enumerate(street) for number, at in enumerate(row)}
    clues = [
        Clue(there - here, one, other)
        for (one, here), (other, there) in product(things.items(), repeat=2)
        if one[0] != other[0] and there - here in (0, 1)
    ]
    return chance.sample(clues, min(len(clues), _CLUES * houses))


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


def zebra_theory(houses: int, kinds: int, clues: Iterable[Clue]) -> Theory:
    """A street likewise."""
    house = _sort("house", houses)
    sorts = [_sort(f"kind-{kind}", houses) for kind in range(kinds)]
    at = [Function(f"at-{kind}", (sort,), house) for kind, sort in enumerate(sorts)]
    after = Function("after", (house,), house, table={(one,): other for one, other in pairwise(house.values)})
    lines = [
        *(f"all different at-{kind}(X) for kind-{kind} X" for kind in range(kinds)),
        *(
            f"{('{}', 'after({})')[step].format(_thing(one))} = {_thing(other)}"
            for step, one, other in dict.fromkeys(clues)
        ),
    ]
    # Nothing is after the last house, so that whatever something is after is not there.
    laws = tuple(Law(line, formula(line, [*at, after]), 1, total=True) for line in lines)
    return Theory(tuple(at), laws)


def _thing(thing: Cell) -> str:
    kind, number = thing
    return f"at-{kind}(kind-{kind}-{number})"


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


def zebra_program(houses: int, kinds: int, clues: Iterable[Clue]) -> str:
    """A street for clingo."""
    return f"""
        kind(0..{kinds - 1}). n(0..{houses - 1}).
        1 {{ at(K, X, H) : n(H) }} 1 :- kind(K), n(X).
        :- kind(K), n(H), 2 {{ at(K, X, H) : n(X) }}.
    """ + "\n".join(
        f":- at({one[0]}, {one[1]}, H), not at({other[0]}, {other[1]}, H + {step})."
        for step, one, other in clues
    )


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


def _zebra_by_cp_sat(street: Cell, clues: Iterable[Clue], cp_model: Any) -> bool:
    houses, kinds = street
    model = cp_model.CpModel()
    at = {
        thing: model.new_int_var(0, houses - 1, str(thing)) for thing in product(range(kinds), range(houses))
    }
    for kind in range(kinds):
        model.add_all_different(at[kind, number] for number in range(houses))
    for step, one, other in clues:
        model.add(at[other] == at[one] + step)
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
