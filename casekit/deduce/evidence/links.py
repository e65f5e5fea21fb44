"""Which ground terms have to do with each other because some line speaks of both."""

from collections.abc import Iterable, Sequence

from casekit.deduce.encoding.vocabulary import Key
from casekit.deduce.solving.knowledge import Knowledge


class Links:
    """Ground terms in classes, joined by the groups of terms that lines mention (union-find)."""

    def __init__(self, groups: Iterable[Sequence[Key]]) -> None:
        self._above: dict[Key, Key] = {}
        for group in groups:
            for term in group:
                self._above.setdefault(term, term)
            for term in group[1:]:
                self._above[self.representative(term)] = self.representative(group[0])

    def representative(self, term: Key) -> Key:
        """The term that stands for all terms linked to this one; itself, if no line mentions it."""
        above = self._above
        while (up := above.get(term, term)) != term:
            above[term] = above[up]
            term = up
        return term


class Bearings:
    """Which targets a ground term bears on, and which terms bear on each other."""

    def __init__(self, groups: Sequence[Sequence[Key]], targets: Sequence[Key]) -> None:
        aims = set(targets)
        split = [
            ([key for key in group if key not in aims], [key for key in group if key in aims])
            for group in groups
        ]
        self._targets = targets
        self._links = Links(facts for facts, _ in split)
        self._reached: dict[Key, set[Key]] = {target: {target} for target in targets}
        for facts, met in split:
            if facts:
                self._reached.setdefault(self._links.representative(facts[0]), set()).update(met)

    def conclusions(self, term: Key) -> list[str]:
        """The names of the targets a term bears on, in their declared order."""
        reached = self._reached.get(self._links.representative(term), ())
        return [name for name, arguments in self._targets if (name, arguments) in reached]


def bearings(knowledge: Knowledge, claims: Iterable[str]) -> Bearings:
    """The graph of what bears on what by the laws and the formulas (not the guards) of some claims."""
    lines = [*knowledge.laws, *claims]
    groups = [knowledge.lines[line].terms for line in lines if line in knowledge.lines]
    return Bearings(groups, [(target.name, ()) for target in knowledge.theory.targets])
