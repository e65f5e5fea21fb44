"""The first questions of every check (``docs/proofs.md``, "Definitions").

Is a case consistent, is its truth possible, and what is certain?

A value that is not the true one has a rival: the world nearest to the truth in which it is so. Where nothing
can be said, a line may be what makes it too hard. Cures are true facts that would rule out rivals if a
paragraph stated them.
"""

from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from typing import NamedTuple

from casekit.deduce.encoding.circuit import Key
from casekit.deduce.solving.cores import Core, best_world, check_minimal, smallest_core
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.formulas import Function
from casekit.logic.theory import Cure, Element, Fact, OutOfBudgetError, Rival, Status, Verdict, World


def true_facts(solver: TheorySolver) -> dict[Key, str]:
    """The ground terms whose values the truth fixes, sorted: with what the claims add, if that is possible.

    None, where that is too hard to say: what readers know does not depend on it.
    """
    for lines in (solver.truth_told, solver.truth):
        try:
            if fixed := solver.fixed(lines):
                return fixed
        except OutOfBudgetError:
            continue
    return {}


def nearest_rival(
    solver: TheorySolver, target: Function, value: str, truth: Mapping[Key, str]
) -> Rival | None:
    """The nearest world of all lines that gives a target a value, or ``None`` if no world does."""
    node = solver.vocabulary.cases(target, ())[value]
    return nearest_world(solver, node, value, truth, solver.everything)


def nearest_world(
    solver: TheorySolver,
    node: int,
    value: str,
    truth: Mapping[Key, str],
    lines: Iterable[str],
    like: Mapping[Key, str] | None = None,
) -> Rival | None:
    """The world of some lines in which a node is true and that differs from ``truth`` in the fewest facts.

    ``value`` is what the rival is to be called, ``truth`` is what ``true_facts`` says. Of equally near worlds
    it is the first, comparing terms in sorted order and true values before others, then those of ``like``.
    ``None`` if there is no such world.
    """
    assumptions = [*solver.assume(lines), node]
    wishes = [solver.vocabulary.node(key, true) for key, true in truth.items()]
    best = best_world(solver, assumptions, wishes)
    if best is None:
        return None
    model = solver.first_model([*assumptions, best.bound], {**(like or {}), **truth})
    if model is None:
        raise AssertionError("a world that was found has been lost")
    world = solver.vocabulary.world(model)
    return Rival(value, world, _changed(world, truth), _lies(solver, model), nearest=best.exact)


def _changed(world: World, truth: Mapping[Key, str]) -> World:
    changed: list[Fact] = []
    for fact in world:
        true = truth.get((fact.function, fact.arguments))
        if true is not None and true != fact.value:
            changed.append(fact)
    return tuple(changed)


def _lies(solver: TheorySolver, model: AbstractSet[int]) -> tuple[str, ...]:
    """The claims that are false in a world; hints assert nothing, so they cannot lie."""
    lines = solver.lines
    return tuple(claim for claim in solver.claims if claim in lines and lines[claim].meaning.false in model)


def best_supported(solver: TheorySolver, target: Function, value: str, rivals: Sequence[str]) -> bool:
    """Whether a value of a target lets more hints hold than each rival does.

    Compared are the worlds of all lines that respect most hints, each hint under its guard. A comparison that
    cannot be finished within the solver's budget does not count as support.
    """
    lines = solver.lines
    claims = solver.theory.claims
    hints = [lines[claim.id].holds for claim in claims if claim.hint and claim.id in lines]
    if not hints:
        return False
    everything = solver.assume(solver.everything)
    cases = solver.vocabulary.cases(target, ())
    true = best_world(solver, [*everything, cases[value]], hints)
    if true is None or not true.exact:
        return False
    others = (best_world(solver, [*everything, cases[rival]], hints) for rival in rivals)
    return all(other is not None and other.exact and other.failed > true.failed for other in others)


def analyse(solver: TheorySolver) -> Verdict:
    """The verdict on a theory."""
    consistent = solver.consistent(solver.everything)
    return Verdict(
        consistent=consistent,
        truth_possible=_possible(solver, solver.truth_told),
        elements=tuple(_element(solver, target, consistent=consistent) for target in solver.theory.targets),
    )


def given_solution(solver: TheorySolver) -> bool:
    """Whether the laws alone leave every target one value, so that nobody has to read anything."""
    targets = solver.theory.targets
    return bool(targets) and all(solver.value(solver.laws, target) is not None for target in targets)


def _possible(solver: TheorySolver, lines: Iterable[str]) -> bool:
    """Whether the lines are known to have a world; what readers can know does not wait for that."""
    try:
        return solver.consistent(lines)
    except OutOfBudgetError:
        return False


def _value(solver: TheorySolver, lines: Iterable[str], target: Function) -> str | None:
    """The value a target is known to have in all worlds of the lines, if there is such a value."""
    try:
        return solver.value(lines, target)
    except OutOfBudgetError:
        return None


def _element(solver: TheorySolver, target: Function, *, consistent: bool) -> Element:
    # Where the truth contradicts what everybody knows, it still says what the writer holds for true.
    value = _value(solver, solver.truth, target) or _value(solver, solver.truth_alone, target)
    if not consistent:
        return Element(target.name, value, "open")
    possible = solver.values(solver.everything, target)
    if len(possible) == 1:
        return Element(target.name, value, _proved(value, possible[0]), proved=possible[0])
    rivals = tuple(sorted(other for other in possible if other != value))
    supported = value is not None and best_supported(solver, target, value, rivals)
    return Element(target.name, value, "supported" if supported else "open", rivals)


def _proved(true: str | None, proved: str) -> Status:
    """The status of an element of whose value a reader of everything is certain."""
    if true is None:
        return "decided"
    return "certain" if true == proved else "contrary"


def hardest_line(solver: TheorySolver) -> str | None:
    """The first line about which the solver gives up when the lines are put together one after the other.

    First what everybody knows, then the claims, then the truth; a line that contradicts those before it is
    skipped. ``None`` if each can be decided upon, so that it is another question that was too hard.
    """
    # A solver that has answered nothing else: the same theory gives the same line.
    fresh = solver.fresh()
    kept: list[str] = []
    for line in (*fresh.everything, *fresh.truth_alone):
        if line in fresh.selectors:
            answer = fresh.solve_within(fresh.assume([*kept, line]))
            if answer is None:
                return line
            if answer:
                kept.append(line)
    return None


Pair = tuple[str, str]


class CureSet(NamedTuple):
    """True facts that would rule out rivals.

    ``rivals`` are those left to rule out; ``ranked`` each rule out some rival with nothing else beside them.
    ``closing`` together leave no rival, and none of them can go; what each ``removes`` by itself may be
    nothing. ``minimum`` if no fewer facts would leave no rival, or if not even all together do, so that
    ``closing`` is empty.
    """

    ranked: tuple[Cure, ...]
    closing: tuple[Cure, ...]
    minimum: bool
    rivals: tuple[Pair, ...] = ()


def cures(solver: TheorySolver, verdict: Verdict, count: int = 3, excluded: Sequence[Pair] = ()) -> CureSet:
    """The statements to add: the ``count`` best single facts, and the fewest that settle every element.

    Single facts that rule out more rivals come first, then the order is by name. A cure is a fact that the
    truth fixes and that does not follow from all sources; a target is not a cure. Without a possible truth
    there are no cures. Rivals of an element that the truth leaves open do not count, nor do those that are
    ruled out where the ``excluded`` are stated to be false.
    """
    held = [*solver.assume(solver.everything), *_excluding(solver, excluded)]
    rivals = _rivals_left(solver, verdict, held)
    if not verdict.truth_possible or not rivals:
        return CureSet((), (), minimum=True)
    candidates = _candidates(solver)
    removed = _removed(solver, held, candidates, rivals)
    helpful = [key for key in candidates if removed[key]]
    # Candidates are sorted, and so are those that rule out equally many.
    helpful.sort(key=lambda key: -len(removed[key]))
    core = _closing(solver, candidates, rivals, excluded)
    closing = [key for key, value in candidates.items() if _line((key, value)) in core.names]

    def cure(key: Key, pairs: Sequence[Pair], beside: Sequence[int]) -> Cure:
        sources = _could_carry(solver, key, candidates[key], pairs, [*held, *beside])
        return Cure(Fact(*key, candidates[key]), tuple(removed[key]), sources)

    single = [cure(key, removed[key], ()) for key in helpful[:count]]
    together: list[Cure] = []
    for key in closing:
        others = [solver.vocabulary.node(other, candidates[other]) for other in closing if other != key]
        together.append(cure(key, rivals, others))
    return CureSet(tuple(single), tuple(together), core.minimum, tuple(rivals))


def _rivals_left(solver: TheorySolver, verdict: Verdict, held: Sequence[int]) -> list[Pair]:
    """The rivals of elements with a true value that are possible where nodes are ``held`` true."""
    rivals: list[Pair] = []
    for element in verdict.elements:
        if element.value is None:
            continue
        for rival in element.rivals:
            node = solver.vocabulary.node((element.name, ()), rival)
            if solver.solve([*held, node]):
                rivals.append((element.name, rival))
    return rivals


def _candidates(solver: TheorySolver) -> dict[Key, str]:
    """The terms, targets apart, that the truth fixes and all sources leave open; sorted, with values."""
    known = solver.fixed(solver.everything)
    targets = {(target.name, ()) for target in solver.theory.targets}
    true = true_facts(solver)
    return {key: value for key, value in true.items() if key not in targets and key not in known}


def _excluding(solver: TheorySolver, excluded: Sequence[Pair]) -> list[int]:
    return [-solver.vocabulary.node((name, ()), value) for name, value in excluded]


def _closing(
    solver: TheorySolver, candidates: Mapping[Key, str], rivals: Sequence[Pair], excluded: Sequence[Pair]
) -> Core:
    """A smallest set of facts, by the names of their lines, that leaves no rival; empty if there is none."""
    facts = {_line(fact): solver.vocabulary.node(*fact) for fact in candidates.items()}
    groups = {name: (name,) for name in facts}
    other, held = _with_facts(solver, facts, rivals, excluded)
    if other.solve([*held, *facts.values()]):
        return Core((), minimum=True)
    core = smallest_core(*_with_facts(solver, facts, rivals, excluded), groups, many=len(facts))
    check_minimal(other, held, groups, core.names)
    return core


def _with_facts(
    solver: TheorySolver, facts: Mapping[str, int], rivals: Sequence[Pair], excluded: Sequence[Pair]
) -> tuple[TheorySolver, list[int]]:
    """The same theory in a solver of its own, with a line for each fact; nodes that leave a rival."""
    other = solver.fresh()
    other.selectors.update(facts)
    left = other.circuit.any_of([other.vocabulary.node((name, ()), rival) for name, rival in rivals])
    return other, [*other.assume(solver.everything), *_excluding(other, excluded), left]


def _line(fact: tuple[Key, str]) -> str:
    (name, arguments), value = fact
    return f"cure: {Fact(name, arguments, value)}"


def _removed(
    solver: TheorySolver, held: Sequence[int], candidates: dict[Key, str], pairs: Sequence[Pair]
) -> dict[Key, list[Pair]]:
    """The pairs each candidate would rule out on top of what is held."""
    nodes = {key: solver.vocabulary.node(key, value) for key, value in candidates.items()}
    removed: dict[Key, list[Pair]] = {key: [] for key in candidates}
    for name, rival in pairs:
        impossible = solver.entailed(
            [*held, solver.vocabulary.node((name, ()), rival)], [-node for node in nodes.values()]
        )
        for key, node in nodes.items():
            if -node in impossible:
                removed[key].append((name, rival))
    return removed


def _could_carry(
    solver: TheorySolver, term: Key, value: str, removes: Sequence[Pair], held: Sequence[int]
) -> tuple[str, ...]:
    """The sources that speak of a term or, if none does, of a term that some line mentions together with it.

    Only those are left whose word rules out all rivals of ``removes``: one that may lie if a rival is true
    does not help, nor does one whose claims are all exempt in truth.
    """
    lines = solver.lines
    truth = solver.assume(solver.truth)
    claims = [claim for claim in solver.theory.claims if claim.id in lines]
    exemptions = dict.fromkeys(lines[claim.id].exempt for claim in claims)
    in_force = [node for node in exemptions if solver.solve([*truth, -node])]
    fact = solver.vocabulary.node(term, value)
    rivals = solver.circuit.any_of([solver.vocabulary.node((name, ()), rival) for name, rival in removes])
    trusted: set[int] = set()
    for exempt in in_force:
        if not solver.solve([*held, rivals, solver.circuit.either(exempt, fact)]):
            trusted.add(exempt)
    claims = [claim for claim in claims if lines[claim.id].exempt in trusted]
    about = [claim.source for claim in claims if term in lines[claim.id].terms]
    if not about:
        near: set[Key] = set()
        for line in lines.values():
            if term in line.terms:
                near.update(line.terms)
        about = [claim.source for claim in claims if not near.isdisjoint(lines[claim.id].terms)]
    return tuple(dict.fromkeys(about))
