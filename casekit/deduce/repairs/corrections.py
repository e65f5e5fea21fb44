"""How to correct lines that cannot hold together: the smallest sets of them whose removal restores a world."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from casekit.deduce.repairs.blame import affordable, contradiction, greedy, hitting_set
from casekit.deduce.solving.cores import ALLOWANCE, ROUNDS
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.solving.out_of_budget import OutOfBudgetError

Lines = tuple[str, ...]


class Corrections(NamedTuple):
    """Minimal sets of lines whose removal restores a world, the best first.

    ``complete`` if they are proved to be the first of all such sets; otherwise others may be as good or better.
    """

    sets: tuple[Lines, ...]
    complete: bool


def corrections(
    knowledge: Knowledge, lines: Iterable[str], count: int = 3, rounds: int = ROUNDS
) -> Corrections:
    """The first ``count`` minimal sets of lines without which the others have a world.

    They are ordered by size, then by the sum of their weights, then by the places of their lines. Lines of weight 0
    are never removed: if they contradict each other there is no set. If nothing is wrong the only set is empty.
    There is no set either where it is too hard to find one.
    """
    taking_part = [line for line in dict.fromkeys(lines) if line in knowledge.selectors]
    # A solver that has answered nothing else makes what a given-up search finds depend on the theory alone.
    fresh = knowledge.fresh()
    believed = knowledge.theory.weights
    weights = {line: believed[line] for line in taking_part if believed[line]}
    hard = [line for line in taking_part if line not in weights]
    if not fresh.consistent(hard):
        return Corrections((), complete=True)
    try:
        found, complete = _first(_Mending(fresh, hard, weights, affordable(rounds, weights)), count)
        if not found:
            guess = greedy(fresh, hard, weights)
            found = [] if guess.unseen else [guess.lines]
        for removed in found:
            _check(knowledge, taking_part, removed)
    except OutOfBudgetError:
        return Corrections((), complete=False)
    return Corrections(tuple(found), complete)


def _first(search: "_Mending", count: int) -> tuple[list[Lines], bool]:
    """The first sets a search finds, and whether it got far enough to know that they are the first."""
    found: list[Lines] = []
    for removed in search:
        if len(found) >= count and search.rank(removed)[:2] > search.rank(found[count - 1])[:2]:
            break
        found.append(removed)
        found.sort(key=search.rank)
    return found[:count], not search.given_up


class _Mending:
    """Minimal correction sets by size and weight, as hitting sets of all contradictions met so far."""

    def __init__(
        self, knowledge: Knowledge, hard: Sequence[str], weights: Mapping[str, int], rounds: int
    ) -> None:
        self._knowledge = knowledge
        self._given = knowledge.assume(hard)
        self._weights = weights
        self._place = {line: number for number, line in enumerate(weights)}
        self._rounds = rounds
        self.given_up = False

    def rank(self, removed: Lines) -> tuple[int, int, list[int]]:
        """The key that orders sets."""
        place = self._place
        return len(removed), sum(self._weights[line] for line in removed), [place[line] for line in removed]

    def __iter__(self) -> Iterator[Lines]:
        """The sets; those of one size and weight in no particular order."""
        one_more = sum(self._weights.values()) + 1  # a line more costs more than all weights together
        costs = {line: one_more + weight for line, weight in self._weights.items()}
        cores: list[Lines] = []
        found: list[Lines] = []
        enough = self._knowledge.conflicts + ALLOWANCE
        for _ in range(self._rounds):
            if self._knowledge.conflicts > enough:
                break
            chosen = hitting_set(cores, costs, found)
            if chosen is None:
                return
            core = contradiction(self._knowledge, self._given, self._weights, chosen)
            if core is not None:
                cores.append(core)
                continue
            found.append(tuple(line for line in self._weights if line in chosen))
            yield found[-1]
            if not chosen:
                return
        self.given_up = True


def _check(knowledge: Knowledge, lines: Sequence[str], removed: Lines) -> None:
    """Ask another solver whether the removal restores a world and every line has to go.

    Raises:
        AssertionError: If not, which is a fault of the search.
    """
    gone = set(removed)
    kept = [line for line in lines if line not in gone]
    if not knowledge.consistent(kept):
        raise AssertionError(f"without these there is still no world: {removed}")
    for line in removed:
        if knowledge.consistent([*kept, line]):
            raise AssertionError(f"{line} need not be removed with {removed}")
