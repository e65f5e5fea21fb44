"""The first questions of every check (``docs/proofs.md``, "Definitions"): is a case consistent, is its truth possible, what is certain?

A value that is not the true one has a rival: the world nearest to the truth in which it is so. Where nothing can be said, a line
may be what makes it too hard.
"""

from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet

from casekit.deduce.encoding.vocabulary import Key
from casekit.deduce.solving.cores import best_world
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.logic import Function
from casekit.model.theory import Element, OutOfBudgetError, Rival, Status, Verdict, World


def true_facts(knowledge: Knowledge) -> dict[Key, str]:
    """The ground terms whose values the truth fixes, sorted: with what the claims add, if that is possible.

    None, where that is too hard to say: what readers know does not depend on it.
    """
    for lines in (knowledge.truth_told, knowledge.truth):
        try:
            if fixed := knowledge.fixed(lines):
                return fixed
        except OutOfBudgetError:
            continue
    return {}


def nearest_rival(
    knowledge: Knowledge, target: Function, value: str, truth: Mapping[Key, str]
) -> Rival | None:
    """The nearest world of all lines that gives a target a value, or ``None`` if no world does."""
    node = knowledge.vocabulary.cases(target, ())[value]
    return nearest_world(knowledge, node, value, truth, knowledge.everything)


def nearest_world(
    knowledge: Knowledge,
    node: int,
    value: str,
    truth: Mapping[Key, str],
    lines: Iterable[str],
    like: Mapping[Key, str] | None = None,
) -> Rival | None:
    """The world of some lines in which a node is true and that differs from ``truth`` in the fewest facts.

    ``value`` is what the rival is to be called, ``truth`` is what ``true_facts`` says. Of equally near worlds it is the
    first, comparing terms in sorted order and true values before others, then those of ``like``. ``None`` if there is no
    such world.
    """
    assumptions = [*knowledge.assume(lines), node]
    wishes = [knowledge.vocabulary.node(key, true) for key, true in truth.items()]
    best = best_world(knowledge, assumptions, wishes)
    if best is None:
        return None
    model = knowledge.first_model([*assumptions, best.bound], {**(like or {}), **truth})
    if model is None:
        raise AssertionError("a world that was found has been lost")
    world = knowledge.vocabulary.world(model)
    return Rival(value, world, _changed(world, truth), _lies(knowledge, model), nearest=best.exact)


def _changed(world: World, truth: Mapping[Key, str]) -> World:
    return tuple(
        fact
        for fact in world
        if (true := truth.get((fact.function, fact.arguments))) is not None and true != fact.value
    )


def _lies(knowledge: Knowledge, model: AbstractSet[int]) -> tuple[str, ...]:
    """The claims that are false in a world; hints assert nothing, so they cannot lie."""
    lines = knowledge.lines
    return tuple(
        claim for claim in knowledge.claims if claim in lines and lines[claim].meaning.false in model
    )


def best_supported(knowledge: Knowledge, target: Function, value: str, rivals: Sequence[str]) -> bool:
    """Whether a value of a target lets more hints hold than each rival does.

    Compared are the worlds of all lines that respect most hints, each hint under its guard. A comparison that
    cannot be finished within the solver's budget does not count as support.
    """
    hints = [
        knowledge.lines[claim.id].holds
        for claim in knowledge.theory.claims
        if claim.hint and claim.id in knowledge.lines
    ]
    if not hints:
        return False
    everything = knowledge.assume(knowledge.everything)
    cases = knowledge.vocabulary.cases(target, ())
    true = best_world(knowledge, [*everything, cases[value]], hints)
    if true is None or not true.exact:
        return False
    for rival in rivals:
        other = best_world(knowledge, [*everything, cases[rival]], hints)
        if other is None or not other.exact or other.failed <= true.failed:
            return False
    return True


def analyse(knowledge: Knowledge) -> Verdict:
    """The verdict on a theory."""
    consistent = knowledge.consistent(knowledge.everything)
    return Verdict(
        consistent=consistent,
        truth_possible=_possible(knowledge, knowledge.truth_told),
        elements=tuple(
            _element(knowledge, target, consistent=consistent) for target in knowledge.theory.targets
        ),
    )


def given_solution(knowledge: Knowledge) -> bool:
    """Whether the laws alone leave every target one value, so that nobody has to read anything."""
    targets = knowledge.theory.targets
    return bool(targets) and all(knowledge.value(knowledge.laws, target) is not None for target in targets)


def _possible(knowledge: Knowledge, lines: Iterable[str]) -> bool:
    """Whether the lines are known to have a world; what readers can know does not wait for that."""
    try:
        return knowledge.consistent(lines)
    except OutOfBudgetError:
        return False


def _value(knowledge: Knowledge, lines: Iterable[str], target: Function) -> str | None:
    """The value a target is known to have in all worlds of the lines, if there is such a value."""
    try:
        return knowledge.value(lines, target)
    except OutOfBudgetError:
        return None


def _element(knowledge: Knowledge, target: Function, *, consistent: bool) -> Element:
    # Where the truth contradicts what everybody knows, it still says what the writer holds for true.
    value = _value(knowledge, knowledge.truth, target) or _value(knowledge, knowledge.truth_alone, target)
    if not consistent:
        return Element(target.name, value, "open")
    reader = knowledge.reader_for(len(knowledge.vocabulary.cases(target, ())))
    possible = reader.values(knowledge.everything, target)
    if len(possible) == 1:
        return Element(target.name, value, _proved(value, possible[0]), proved=possible[0])
    rivals = tuple(sorted(other for other in possible if other != value))
    supported = value is not None and best_supported(knowledge, target, value, rivals)
    return Element(target.name, value, "supported" if supported else "open", rivals)


def _proved(true: str | None, proved: str) -> Status:
    """The status of an element of whose value a reader of everything is certain."""
    if true is None:
        return "decided"
    return "certain" if true == proved else "contrary"


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
