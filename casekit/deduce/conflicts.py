"""Why lines cannot hold together: the smallest contradictory sets, each with the line to blame."""

from collections.abc import Iterable, Sequence

from casekit.deduce.blame import blame
from casekit.deduce.cores import Core, minimal_core, smallest_core
from casekit.deduce.knowledge import Knowledge
from casekit.model.theory import Conflict


def conflicts(knowledge: Knowledge, lines: Iterable[str]) -> tuple[Conflict, ...]:
    """One conflict for each line to blame, in the order of the lines; none if the lines have a world.

    ``lines`` says which lines take part, for instance ``knowledge.laws``, ``.truth``, ``.everything`` or
    ``.truth_told``. Lines of weight 0 are never blamed; if they contradict each other, the answer is one conflict
    that blames nobody. Each set is checked again with a solver of its own.
    """
    taking_part = [line for line in dict.fromkeys(lines) if line in knowledge.selectors]
    if knowledge.consistent(taking_part):
        return ()
    # A solver that has answered nothing else makes the choice among equals depend on the theory alone.
    fresh = Knowledge(knowledge.theory, knowledge.limits)
    weights = _weights(knowledge)
    hard = [line for line in taking_part if weights[line] == 0]
    if not fresh.consistent(hard):
        core = Core(minimal_core(fresh, (), {line: (line,) for line in hard}), minimum=False)
        return (_checked(knowledge, core, "", exact=True),)
    blamed = blame(fresh, hard, {line: weights[line] for line in taking_part if weights[line]})
    kept = [line for line in taking_part if line not in blamed.lines]
    return tuple(
        _checked(knowledge, _smallest(fresh, kept, line, taking_part), line, exact=blamed.exact)
        for line in blamed.lines
    )


def _weights(knowledge: Knowledge) -> dict[str, int]:
    theory = knowledge.theory
    weights = {line.id: line.weight for line in (*theory.laws, *theory.truth)}
    return weights | {claim.id: claim.weight for claim in theory.claims}


def _smallest(fresh: Knowledge, kept: Sequence[str], blamed: str, order: Sequence[str]) -> Core:
    """A smallest contradictory set of the blamed line and others that are kept, in the order of all lines."""
    # A contradiction is a matter of few lines, however many there are.
    core = smallest_core(fresh, fresh.assume((blamed,)), {line: (line,) for line in kept}, many=len(kept))
    return Core(tuple(line for line in order if line in core.names or line == blamed), core.minimum)


def _checked(knowledge: Knowledge, core: Core, blamed: str, *, exact: bool) -> Conflict:
    lines = core.names
    if knowledge.consistent(lines):
        raise AssertionError(f"these lines do not contradict each other: {lines}")
    for line in lines:
        if not knowledge.consistent(other for other in lines if other != line):
            raise AssertionError(f"{line} does not belong to the contradiction {lines}")
    return Conflict(lines, blamed, core.minimum and exact)
