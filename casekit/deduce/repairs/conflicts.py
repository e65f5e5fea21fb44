"""Why lines cannot hold together: the smallest contradictory sets, each with the line to blame."""

from collections.abc import Iterable, Mapping, Sequence

from casekit.deduce.repairs.blame import blame
from casekit.deduce.solving.cores import Core, shrunk_core, smallest_core
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.solving.out_of_budget import OutOfBudgetError
from casekit.model.theory import Conflict


def conflicts(knowledge: Knowledge, lines: Iterable[str]) -> tuple[Conflict, ...]:
    """One conflict for each line to blame, in the order of the lines; none if the lines have a world.

    Where very many of thousands of lines are to blame, only some of them get one.

    ``lines`` says which lines take part, for instance ``knowledge.laws``, ``.truth``, ``.everything`` or
    ``.truth_told``. Lines of weight 0 are never blamed; if they contradict each other, the answer is one conflict
    that blames nobody. Each set is checked again with a solver of its own.
    """
    taking_part = [line for line in dict.fromkeys(lines) if line in knowledge.selectors]
    if knowledge.consistent(taking_part):
        return ()
    # A solver that has answered nothing else makes the choice among equals depend on the theory alone.
    fresh = knowledge.fresh()
    weights = knowledge.theory.weights
    hard = [line for line in taking_part if weights[line] == 0]
    if not fresh.consistent(hard):
        core = shrunk_core(fresh, (), {line: (line,) for line in hard})._replace(minimum=False)
        return (_checked(knowledge, core, "", exact=True),)
    weighed = {line: weights[line] for line in taking_part if weights[line]}
    try:
        blamed = blame(fresh, hard, weighed)
        gone = {*blamed.lines, *blamed.unseen}
        kept = [line for line in taking_part if line not in gone]
        cores = [(_smallest(fresh, kept, line, taking_part), line) for line in blamed.lines]
    except OutOfBudgetError:
        # That the lines contradict each other is known; only whom to blame is too hard to say.
        return (_at_hand(knowledge, taking_part, weights),)
    return tuple(_checked(knowledge, core, line, exact=blamed.exact) for core, line in cores)


def _at_hand(knowledge: Knowledge, lines: Sequence[str], weights: Mapping[str, int]) -> Conflict:
    """A contradictory set as the solver comes upon it, which blames the last of its lines of least weight."""
    core = shrunk_core(knowledge, (), {line: (line,) for line in lines})
    blamed = min(reversed(core.names), key=lambda line: weights[line] or sum(weights.values()))
    return Conflict(core.names, blamed, minimum=False, minimal=core.minimal)


def _smallest(fresh: Knowledge, kept: Sequence[str], blamed: str, order: Sequence[str]) -> Core:
    """A smallest contradictory set of the blamed line and others that are kept, in the order of all lines."""
    # A contradiction is a matter of few lines, however many there are.
    core = smallest_core(fresh, fresh.assume((blamed,)), {line: (line,) for line in kept}, many=len(kept))
    found = {*core.names, blamed}
    return core._replace(names=tuple(line for line in order if line in found))


def _checked(knowledge: Knowledge, core: Core, blamed: str, *, exact: bool) -> Conflict:
    lines = core.names
    if knowledge.solve_within(knowledge.assume(lines)):
        raise AssertionError(f"these lines do not contradict each other: {lines}")
    for line in lines if core.minimal else ():
        if knowledge.solve_within(knowledge.assume(other for other in lines if other != line)) is False:
            raise AssertionError(f"{line} does not belong to the contradiction {lines}")
    return Conflict(lines, blamed, core.minimum and exact, core.minimal)
