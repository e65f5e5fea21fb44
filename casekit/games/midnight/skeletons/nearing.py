"""The changes of one line that bring a case to a level, each measured with its tables: a statement goes, or a true fact comes."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from casekit.deduce.encoding.vocabulary import NO
from casekit.deduce.goals import otherwise, smallest_proof
from casekit.deduce.verdicts import true_facts
from casekit.games.making.distance import MOST_CHANGES, Distance, Shortfall, nearest
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import measure
from casekit.games.midnight.case import Case, CaseParagraph, Level, Statement
from casekit.games.midnight.edition import CasePath
from casekit.games.midnight.skeletons.declared_clues import FactLinks, Facts, declared_clues, line_of
from casekit.games.midnight.skeletons.generating import solved_share
from casekit.games.midnight.skeletons.shortfalls import HeldCase, held_case
from casekit.model.logic import Formula, Not
from casekit.model.theory import OutOfBudgetError

TRIED = 6
"""The number of changes of each sort that are measured for one step."""

_FIRST = 1_000
"""The weight that makes a paragraph come first."""

_SAMPLES = 24
"""The number of readers of a part of the paragraphs who say what else they would need."""

_FEWER_HELPS = frozenset(
    (
        "solved_max",
        "ways_max",
        "robustness_max",
        "thin_min",
        "wrong_min",
        "culprit_min",
        "proof_min",
        "suppositions_min",
        "essential_min",
    )
)
"""Thresholds that are missed because too much is known."""


@dataclass(frozen=True, slots=True)
class Removal:
    """A statement that a paragraph no longer makes."""

    path: str
    statement: Statement

    def told(self, before: HeldCase) -> str:
        """The line to remove, with its place if it has one."""
        place = self.statement.place
        at = f"line {before.inquiry.case.span(place).line}, " if place.start or place.end else ""
        return f"remove {at}`{self.statement.text}`, from {self.path}"

    def as_json(self) -> dict[str, str]:
        """The same for machines."""
        return {"do": "remove", "path": self.path, "line": self.statement.text}

    def apply(self, case: Case) -> Case:
        """The case without it."""
        return _with_statements(
            case, self.path, lambda told: tuple(each for each in told if each != self.statement)
        )


@dataclass(frozen=True, slots=True)
class Addition:
    """A true fact that a paragraph states besides."""

    path: str
    text: str
    formula: Formula

    def told(self, before: HeldCase) -> str:
        """The line to add."""
        del before
        return f"state `{self.text}` in {self.path}"

    def as_json(self) -> dict[str, str]:
        """The same for machines."""
        return {"do": "state", "path": self.path, "line": self.text}

    def apply(self, case: Case) -> Case:
        """The case with it."""
        told = Statement("plain", (), self.formula, "", self.text)
        return _with_statements(case, self.path, lambda before: (*before, told))


Change = Removal | Addition


def candidates(now: HeldCase, random: Random) -> list[Change]:
    """The changes that are worth measuring, by what a case misses."""
    wanted = {_wants_less(each) for each in now.missed}
    found: list[Change] = []
    if True in wanted:
        found += _removals(now)[:TRIED]
    if False in wanted:
        found += _additions(now, random)[:TRIED]
    return found


def _wants_less(missed: Shortfall) -> bool:
    end = "_min" if missed.low else "_max"
    return f"{missed.name.rpartition('_')[0]}{end}" in _FEWER_HELPS


def _removals(now: HeldCase) -> list[Change]:
    """Statements without which the solution still follows, those first that most proofs use."""
    inquiry, figures = now.inquiry, now.figures
    knowledge = inquiry.knowledge
    used: Counter[str] = Counter()
    for ways in (*figures.ways.values(), *(clue.ways for clue in figures.clues)):
        used.update(name for way in ways.sets for name in way)
    used.update(dict.fromkeys(figures.proof.sources if figures.proof else (), 3))
    if any(each.name == "culprit_min" for each in now.missed):
        shortest = smallest_proof(knowledge, {"culprit": figures.answers["culprit"]}).names
        used.update(dict.fromkeys(shortest, _FIRST))
    goal = otherwise(knowledge, figures.answers)
    lines = list(knowledge.claims)
    rest = {name: [other for other in knowledge.everything if other != name] for name in lines}
    free = [name for name in lines if not knowledge.solve([*knowledge.assume(rest[name]), goal])]
    nth: Counter[str] = Counter()
    order: dict[str, tuple[int, int]] = {}
    for name in free:
        path = inquiry.origins[name].path
        # One statement of each paragraph is tried before a second one of any.
        order[name] = (nth[path], -used[path])
        nth[path] += 1
    ranked = sorted(free, key=order.__getitem__)
    by_place = {
        (paragraph.name, one.place): one
        for paragraph in inquiry.case.paragraphs
        for one in paragraph.statements
    }
    found = [(inquiry.origins[name].path, inquiry.origins[name].place) for name in ranked]
    return [Removal(path, by_place[path, place]) for path, place in found if (path, place) in by_place]


def _additions(now: HeldCase, random: Random) -> list[Change]:
    """Facts for paragraphs that say little, those first that rule out most for readers of a part of the case."""
    inquiry, case = now.inquiry, now.inquiry.case
    knowledge = inquiry.knowledge
    facts = Facts(case)
    true = {key: value for key, value in true_facts(knowledge).items() if key in facts.keys}
    idle = set(now.figures.wrong)
    paths = [path for path in case.edition.paths if path in case.paragraph_of]
    spare = [path for path in paths if case.paragraph_of[path].name in idle] or paths
    culprit = now.figures.answers.get("culprit", "")
    clues = declared_clues(case, true, culprit, spare, FactLinks.of(knowledge), random)
    plain = {line_of(key, value): (key, value) for key, value in true.items()}
    worlds = list(_rival_worlds(inquiry, random))
    thin = {
        (assertion.fact.function, assertion.fact.arguments)
        for clue in now.figures.clues
        if clue.thin
        for assertion in clue.conclusions
    }

    def worth(line: str) -> float:
        key, value = plain[line]
        node = knowledge.vocabulary.node(key, value)
        return sum(-node in world for world in worlds) + 3 * (key in thin)

    usable = {(clue.line, clue.path): clue for clue in clues if clue.line in plain}
    known = {line for line, _ in usable}
    power = {line: worth(line) for line in sorted(known)}
    ranked = sorted(usable.values(), key=lambda clue: (-power[clue.line] * clue.weight, clue.line))
    said: Counter[str] = Counter()
    at: Counter[CasePath] = Counter()
    found: list[Change] = []
    for clue in ranked:
        # Not the same fact, or the same paragraph, again and again.
        if power[clue.line] and not said[clue.line] and not at[clue.path]:
            said[clue.line] += 1
            at[clue.path] += 1
            key, value = plain[clue.line]
            found.append(Addition(case.paragraph_of[clue.path].name, clue.line, _formula(facts, key, value)))
    return found


def _formula(facts: Facts, key: tuple[str, tuple[str, ...]], value: str) -> Formula:
    formula = facts.formula(key, value)
    return Not(formula) if value == NO else formula


def _rival_worlds(inquiry: CaseInquiry, random: Random) -> Iterator[frozenset[int]]:
    """Worlds with another solution for readers of some of the paragraphs."""
    knowledge = inquiry.knowledge
    answers = {element.name: element.proved for element in inquiry.verdict.elements if element.proved}
    other = otherwise(knowledge, answers)
    for _ in range(_SAMPLES):
        read = random.sample(list(inquiry.sources), int(len(inquiry.sources) * random.uniform(0.1, 0.6)))
        if knowledge.solve([*knowledge.assume(knowledge.reading(read)), other]):
            yield frozenset(knowledge.model())


def _with_statements(
    case: Case, path: str, change: Callable[[tuple[Statement, ...]], tuple[Statement, ...]]
) -> Case:
    def changed(paragraph: CaseParagraph) -> CaseParagraph:
        if paragraph.name != path:
            return paragraph
        return replace(paragraph, statements=change(paragraph.statements))

    return replace(case, paragraphs=tuple(map(changed, case.paragraphs)))


MOST_STEPS = 1 + MOST_CHANGES * 2 * TRIED
"""The most measurements that are made."""

BUDGET = 400
"""The number of worlds that the search for wrong paths looks at for each change that is tried."""


def distance(
    inquiry: CaseInquiry, level: Level, players: int, budget: int, step: Callable[[str], None]
) -> Distance[HeldCase]:
    """How far a case is from a level, and up to three changes, each the best of those that were measured after the one before.

    Args:
        inquiry: a case whose solution readers can prove.
        level: the level it is held against.
        players: how many detectives are at the simulated tables.
        budget: how many worlds the search for wrong paths may look at.
        step: is called before each change is tried.

    Raises:
        OutOfBudgetError: if a question about the case itself is too hard.
    """
    step("the case as it is")
    after = partial(_after, players, min(budget, BUDGET))
    return nearest(held_case(inquiry, level, players, budget), candidates, after, step)


def _after(players: int, budget: int, now: HeldCase, change: Change, least: float) -> HeldCase | None:
    """A case after a change; ``None`` if it is not nearer than ``least``, its solution no longer follows, or that is too hard to say."""
    inquiry = CaseInquiry(change.apply(now.inquiry.case))
    try:
        elements = inquiry.verdict.elements
        if not inquiry.verdict.consistent or any(element.status != "certain" for element in elements):
            return None
        found = HeldCase(inquiry, now.level, measure(inquiry, budget), None)
        if found.gap >= least:
            return None  # tables can only take it further away, and they cost as much again
        found = replace(found, solved=solved_share(inquiry, players))
    except OutOfBudgetError:
        return None
    return found if found.gap < least else None
