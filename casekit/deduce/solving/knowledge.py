"""The joint knowledge of some lines of a theory: whether they have a world, and what is so in all of them."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set as AbstractSet
from itertools import islice
from typing import Literal

from casekit.deduce.encoding.ground import Meaning
from casekit.deduce.encoding.vocabulary import NO, NONE, Cases, Key, range_of
from casekit.deduce.solving.budgeted_solver import BudgetedSolver
from casekit.model.logic import Formula, Function
from casekit.model.theory import World

_DOUBTS = 3
"""This many values may remain undecided before a world is taken as it is."""

TruthValue = Literal["true", "false", "open"]
Standing = Literal["true", "false", "void", "open"]


class Knowledge(BudgetedSolver):
    """A theory that is asked what some of its lines say: what a reader of some sources knows, or what the truth fixes.

    Lines are named by their identifiers. Laws of weight 0 always hold and have no selector; naming them changes
    nothing. Lines that come to more than the ``limits`` are left out and listed in ``refused`` with the number
    of their ground instances; naming them changes nothing either.
    """

    def consistent(self, lines: Iterable[str]) -> bool:
        """Whether the lines have a world."""
        return self.solve(self.assume(lines))

    def ask(self, lines: Iterable[str], formula: Formula) -> TruthValue:
        """Whether a formula is true, or false, in every world of the lines in which it is not void.

        ``open`` if neither, and if it is void in all.
        """
        return self.answer(self.assume(lines), self.meaning(formula))

    def answer(self, assumptions: Sequence[int], meaning: Meaning) -> TruthValue:
        """The same for the nodes of a formula, in worlds that satisfy assumptions."""
        can_be_true = self.solve([*assumptions, meaning.true])
        can_be_false = self.solve([*assumptions, meaning.false])
        if can_be_true == can_be_false:
            return "open"
        return "true" if can_be_true else "false"

    def status(self, claim: str) -> Standing:
        """Whether the truth makes a claim true or false; ``open`` if it was refused."""
        return self.standing(self.lines[claim].meaning) if claim in self.lines else "open"

    def standing(self, meaning: Meaning, lines: Iterable[str] | None = None) -> Standing:
        """Whether a formula is true, or false, or void, in every world of the lines, without exception.

        The lines are ``truth_told`` if none are given; if they have no world the answer is ``open``.
        """
        assumptions = self.assume(self.truth_told if lines is None else lines)
        if not self.solve(assumptions):
            return "open"
        if not self.solve([*assumptions, -meaning.true]):
            return "true"
        if not self.solve([*assumptions, -meaning.false]):
            return "false"
        return "open" if any(self.solve([*assumptions, node]) for node in meaning) else "void"

    def values(
        self, lines: Iterable[str], function: Function, arguments: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """The values a function has at some arguments in worlds of the lines, in their declared order.

        Those of a predicate are ``yes`` and ``no``; ``none`` is among those of an optional function. There are no values if the lines
        have no world, or if the function never has a value there.

        Raises:
            ValueError: if the function does not take such arguments.
            OutOfBudgetError: if the question is too hard.
        """
        assumptions = self.assume(lines)
        cases = self._known_cases(function, arguments)
        if cases is None:
            return range_of(function) if self.solve(assumptions) else ()
        possible = self.possible(assumptions, cases.values())
        return tuple(value for value, node in cases.items() if node in possible)

    def possible(self, assumptions: Sequence[int], nodes: Collection[int]) -> AbstractSet[int]:
        """Those of some nodes that are true in a world of the assumptions; each world that is found may show several."""
        wanted, found = frozenset(nodes), set[int]()
        for node in nodes:
            if node not in found and self.solve([*assumptions, node]):
                found |= wanted & self.model()
        return found

    def value(self, lines: Iterable[str], function: Function, arguments: tuple[str, ...] = ()) -> str | None:
        """The value a function has at some arguments in all worlds of the lines, if there is such a value.

        Raises:
            ValueError: if the function does not take such arguments.
            OutOfBudgetError: if the question is too hard.
        """
        assumptions = self.assume(lines)
        cases = self._known_cases(function, arguments)
        if cases is None:
            values = range_of(function)
            return values[0] if len(values) == 1 and self.solve(assumptions) else None
        if not cases or not self.solve(assumptions):
            return None
        model = self.model()
        value = next(value for value, node in cases.items() if node in model)
        return None if self.solve([*assumptions, -cases[value]]) else value

    def _known_cases(self, function: Function, arguments: tuple[str, ...]) -> Cases | None:
        """The values of a function at some arguments; ``None`` if nothing mentions this term.

        Such a term may have any value. It gets no variable, so that worlds do not depend on what was asked before.
        """
        sorts = function.arguments
        if len(arguments) != len(sorts):
            plural = "" if len(sorts) == 1 else "s"
            raise ValueError(f"{function.name} takes {len(sorts)} argument{plural}, not {len(arguments)}")
        for argument, sort in zip(arguments, sorts, strict=True):
            if argument not in sort.values:
                raise ValueError(f"{function.name} takes a {sort.name}, and {argument!r} is not one")
        if function.table is None and function.term(arguments) not in self.vocabulary:
            return None
        return self.vocabulary.cases(function, arguments)

    def fixed(self, lines: Iterable[str]) -> dict[Key, str]:
        """The ground terms that have the same value in all worlds of the lines, sorted, with that value.

        Nothing is fixed if the lines have no world.
        """
        assumptions = self.assume(lines)
        if not self.solve(assumptions):
            return {}
        model = self.model()
        values = {key: self.vocabulary.value(key, model) for key in sorted(self.vocabulary)}
        nodes = {key: self.vocabulary.node(key, value) for key, value in values.items()}
        entailed = self.entailed(assumptions, nodes.values())
        return {key: values[key] for key, node in nodes.items() if node in entailed}

    def first_model(
        self, assumptions: Sequence[int], preferred: Mapping[Key, str] | None = None
    ) -> AbstractSet[int] | None:
        """The true literals of one world that satisfies the assumptions, always the same, or ``None``.

        Of all such worlds it is the first, comparing the ground terms in sorted order and their values in the
        declared one, after the ``preferred`` value of the term, ``none`` and ``no``; values the solver cannot decide
        on within its budget are skipped, and after ``_DOUBTS`` of them the world found so far will do. Where one term
        could have its first value, twice as many are asked for together next time: of thousands most can have theirs.
        """
        wanted = preferred or {}
        orders = {key: self._in_order(key, wanted.get(key)) for key in sorted(self.vocabulary)}
        self._lean_towards(orders)
        held = list(assumptions)
        if not self.solve(held):
            return None
        model = self.model()
        terms = list(orders.values())
        doubts, together = 0, 1
        for number, order in enumerate(terms):
            at = _place(order, model)
            if at and together > 1 and doubts < _DOUBTS:
                best = self.solve_within([*held, *_first_choices(terms[number:], model, together)])
                doubts += best is None
                if best:
                    model, at, together = self.model(), 0, 2 * together
                else:
                    together = 1
            better: bool | None = bool(at)
            while at and better and doubts < _DOUBTS:
                better = self.solve_within([*held, *[-node for node in order[at:]]])
                doubts += better is None
                if better:
                    model = self.model()
                    at = _place(order, model)
                    together = 1 if at else 2
            held.append(order[at])
        return model

    def _in_order(self, key: Key, first: str | None) -> list[int]:
        """The nodes of a term's values, those to be preferred first."""
        cases = self.vocabulary[key]
        values = sorted(cases, key=lambda value: (value != first, value not in (NO, NONE)))
        return [cases[value] for value in values]

    def _lean_towards(self, orders: Mapping[Key, Sequence[int]]) -> None:
        """Let the solver guess the preferred values first, so that few of them have to be asked for."""
        self._flush()
        others = [-node for nodes in orders.values() for node in nodes[1:]]
        self._solver.set_phases([*others, *[nodes[0] for nodes in orders.values()]])

    def world(self, lines: Iterable[str]) -> World | None:
        """One world of the lines, always the same, or ``None`` if there is none."""
        model = self.first_model(self.assume(lines))
        return None if model is None else self.vocabulary.world(model)


def _place(order: Sequence[int], model: AbstractSet[int]) -> int:
    """Which of a term's values it has in a world."""
    return next(place for place, node in enumerate(order) if node in model)


def _first_choices(terms: Sequence[Sequence[int]], model: AbstractSet[int], many: int) -> Sequence[int]:
    """The first values of terms, up to the last of so many that have another one in a world."""
    others = (number for number, order in enumerate(terms) if order[0] not in model)
    last = max(islice(others, many))
    return [order[0] for order in terms[: last + 1]]


def hardest_line(knowledge: Knowledge) -> str | None:
    """The first line about which the solver gives up when the lines are put together one after the other.

    First what everybody knows, then the claims, then the truth; a line that contradicts those before it is
    skipped. ``None`` if each can be decided upon, so that it is another question that was too hard.
    """
    # A solver that has answered nothing else: the same theory gives the same line.
    fresh = knowledge.fresh()
    kept: list[str] = []
    for line in (*fresh.everything, *fresh.truth_alone):
        if line in fresh.selectors:
            answer = fresh.solve_within(fresh.assume([*kept, line]))
            if answer is None:
                return line
            if answer:
                kept.append(line)
    return None
