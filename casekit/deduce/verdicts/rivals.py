"""Rivals: for a value that is not the true one, the world nearest to the truth in which it is so."""

from collections.abc import Iterable, Mapping, Set as AbstractSet

from casekit.deduce.encoding.vocabulary import Key
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.solving.optimum import best_world
from casekit.deduce.solving.out_of_budget import OutOfBudgetError
from casekit.model.logic import Function
from casekit.model.theory import Rival, World


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
