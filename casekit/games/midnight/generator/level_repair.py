"""The shortfalls of a case from a level, and the changes of one line that bring it nearer, each measured with its tables.

A threshold that a skeleton of the level has to meet counts by how much the case misses it. In a change, a statement goes, or a
true fact comes.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, partial
from random import Random

from casekit.analysis.level_report import LevelBound, LevelMatch
from casekit.deduce import minimal_sources as goals, verdicts
from casekit.deduce.encoding.circuit import NO
from casekit.games.midnight.document import LEVELS, Case, CaseParagraph, CasePath, Level, Statement
from casekit.games.midnight.generator import declared_clues, search as generating
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import LABELS, CaseMeasures, measure, measure_level
from casekit.kit.level_distance import MOST_CHANGES, LevelDistance, ThresholdGap, nearest
from casekit.logic import formulas as logic, theory
from casekit.values import frozen, grouped

SHORTCUT = "paths that find the culprit, the lie and what gives it away among them"
SOLVED = LABELS["solved"]

_SHARES = frozenset(("wrong", "thin", "solved"))
_TENTH = 0.1
"""A tenth of all paths or tables weighs as much as one path of a proof, or one way to it."""


@frozen
class MeasuredCase:
    """A case with everything that is held against a level. ``solved`` is the share of tables, ``None`` without a table."""

    inquiry: CaseAnalysis
    level: Level
    figures: CaseMeasures
    solved: float | None

    @cached_property
    def measured(self) -> LevelMatch:
        """Its figures against the thresholds of its edition."""
        return measure_level(self.inquiry.case.edition, self.figures)

    @cached_property
    def missed(self) -> tuple[ThresholdGap, ...]:
        """The thresholds that it misses."""
        return tuple(self._missed())

    @property
    def gap(self) -> float:
        """How far it is from the level; 0 if it is there."""
        return sum(each.gap for each in self.missed)

    @property
    def values(self) -> dict[str, float]:
        """Every figure that can keep it from the level, by its description."""
        gauges = {**self.measured.gauges, "solved": self.solved}
        return {LABELS[name]: value for name, value in gauges.items() if value is not None}

    def _missed(self) -> Iterator[ThresholdGap]:
        for bound in self.measured.missed(self.level):
            if bound.value is not None:
                yield self._short(bound.name, bound.figure, bound.value, bound.limit)
        size = self.figures.sizes.get("culprit")
        bounds = {bound.name for bound in self.measured.missed(self.level)}
        if size is not None and size < generating.LEAST_PROOF and "culprit_min" not in bounds:
            yield self._short("culprit_min", SHORTCUT, size, generating.LEAST_PROOF)
        least, most = generating.share_limits(self.inquiry.case.edition, self.level)
        if self.solved is not None and self.solved < least:
            yield self._short("solved_min", SOLVED, self.solved, least)
        elif self.solved is not None and self.solved > most:
            yield self._short("solved_max", SOLVED, self.solved, most)
        yield from self._too_easy()

    def _short(self, name: str, figure: str, value: float, limit: float) -> ThresholdGap:
        """A missed threshold. A proof of the culprit that is too short is nearer the fewer others are: each has to go."""
        ways = self.figures.ways.get("culprit") if name == "culprit_min" else None
        short = sum(len(way) < limit for way in ways.sets) if ways else 0
        gap = _steps(name, value, limit) + _TENTH * short
        return ThresholdGap(name, figure, value, limit, name.endswith("_min"), gap)

    def _too_easy(self) -> Iterator[ThresholdGap]:
        """A case that meets what an easier level asks is of that level: the nearest of its thresholds has to be missed."""
        for level in LEVELS[: LEVELS.index(self.level)]:
            bounds = self.measured.bounds[level]
            if bounds and all(bound.met for bound in bounds):
                slack, nearest = min(((_slack(bound), bound) for bound in bounds), key=lambda each: each[0])
                yield ThresholdGap(
                    nearest.name,
                    f"{generating.EASIER} ({nearest.figure})",
                    nearest.value or 0,
                    nearest.limit,
                    nearest.name.endswith("_max"),
                    slack,
                    past=True,
                )


def held_case(inquiry: CaseAnalysis, level: Level, players: int, budget: int) -> MeasuredCase:
    """A case held against a level; costs as much as all figures and a simulation.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    return MeasuredCase(inquiry, level, measure(inquiry, budget), generating.solved_share(inquiry, players))


def _slack(bound: LevelBound) -> float:
    """By how much a threshold would have to be missed that is met; the least that is more than none."""
    return (0 if bound.value is None else _steps(bound.name, bound.value, bound.limit)) + _TENTH


def _steps(name: str, value: float, limit: float) -> float:
    return abs(value - limit) / (_TENTH if name.rpartition("_")[0] in _SHARES else 1)


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


@frozen(slots=True)
class StatementChange:
    """A statement that a paragraph no longer makes, or a true fact that it states besides, if it is ``new``."""

    path: str
    statement: Statement
    new: bool = False

    def told(self, before: MeasuredCase) -> str:
        """The line to add, or the one to remove, with its place if it has one."""
        if self.new:
            return f"state `{self.statement.text}` in {self.path}"
        place = self.statement.place
        at = f"line {before.inquiry.case.span(place).line}, " if place.start or place.end else ""
        return f"remove {at}`{self.statement.text}`, from {self.path}"

    def as_json(self) -> dict[str, str]:
        """The same for machines."""
        return {"do": "state" if self.new else "remove", "path": self.path, "line": self.statement.text}

    def apply(self, case: Case) -> Case:
        """The case with it or without it."""

        def changed(paragraph: CaseParagraph) -> CaseParagraph:
            if paragraph.name != self.path:
                return paragraph
            rest = tuple(each for each in paragraph.statements if each != self.statement)
            told = (*paragraph.statements, self.statement) if self.new else rest
            return replace(paragraph, statements=told)

        return replace(case, paragraphs=tuple(map(changed, case.paragraphs)))


def candidates(now: MeasuredCase, random: Random) -> list[StatementChange]:
    """The changes that are worth measuring, by what a case misses."""
    ends = {f"{each.name.rpartition('_')[0]}_{'min' if each.low else 'max'}" for each in now.missed}
    less = _removals(now)[:TRIED] if ends & _FEWER_HELPS else []
    return less + (_additions(now, random)[:TRIED] if ends - _FEWER_HELPS else [])


def _removals(now: MeasuredCase) -> list[StatementChange]:
    """Statements without which the solution still follows, those first that most proofs use."""
    inquiry, figures = now.inquiry, now.figures
    knowledge = inquiry.knowledge
    used: Counter[str] = Counter()
    for ways in (*figures.ways.values(), *(clue.ways for clue in figures.clues)):
        used.update(name for way in ways.sets for name in way)
    used.update(dict.fromkeys(figures.proof.sources if figures.proof else (), 3))
    if any(each.name == "culprit_min" for each in now.missed):
        found = goals.smallest_proof(knowledge, {"culprit": figures.answers["culprit"]})
        used.update(dict.fromkeys(found.names, _FIRST))
    goal = goals.otherwise(knowledge, figures.answers)
    others = {name: [each for each in knowledge.everything if each != name] for name in knowledge.claims}
    free = [name for name, rest in others.items() if not knowledge.solve([*knowledge.assume(rest), goal])]
    by_path = grouped((inquiry.origins[name].path, name) for name in free)
    # One statement of each paragraph is tried before a second one of any.
    order = {name: (nth, -used[path]) for path, names in by_path.items() for nth, name in enumerate(names)}
    by_place = {
        (paragraph.name, one.place): one
        for paragraph in inquiry.case.paragraphs
        for one in paragraph.statements
    }
    ranked = [inquiry.origins[name] for name in sorted(free, key=order.__getitem__)]
    return [
        StatementChange(line.path, by_place[line.path, line.place])
        for line in ranked
        if (line.path, line.place) in by_place
    ]


def _additions(now: MeasuredCase, random: Random) -> list[StatementChange]:
    """Facts for paragraphs that say little, those first that rule out most for readers of a part of the case."""
    inquiry, case = now.inquiry, now.inquiry.case
    knowledge = inquiry.knowledge
    terms = declared_clues.declared_terms(case)
    true = {key: value for key, value in verdicts.true_facts(knowledge).items() if key in terms}
    paths = [path for path in case.edition.paths if path in case.paragraph_of]
    spare = [path for path in paths if case.paragraph_of[path].name in now.figures.wrong] or paths
    culprit = now.figures.answers.get("culprit", "")
    clues = declared_clues.declared_clues(case, true, culprit, spare, knowledge, random)
    plain = {declared_clues.line_of(key, value): (key, value) for key, value in true.items()}
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
    power = {line: worth(line) for line in sorted({line for line, _ in usable})}
    ranked = sorted(usable.values(), key=lambda clue: (-power[clue.line] * clue.weight, clue.line))
    used: set[str | CasePath] = set()
    found: list[StatementChange] = []
    for clue in ranked:
        # Not the same fact, or the same paragraph, again and again.
        if power[clue.line] and used.isdisjoint((clue.line, clue.path)):
            used |= {clue.line, clue.path}
            key, value = plain[clue.line]
            formula = declared_clues.formula_of(terms[key], key, value)
            told = Statement("plain", (), logic.Not(formula) if value == NO else formula, "", clue.line)
            found.append(StatementChange(case.paragraph_of[clue.path].name, told, new=True))
    return found


def _rival_worlds(inquiry: CaseAnalysis, random: Random) -> Iterator[frozenset[int]]:
    """Worlds with another solution for readers of some of the paragraphs."""
    knowledge = inquiry.knowledge
    other = goals.otherwise(knowledge, inquiry.proved)
    for _ in range(_SAMPLES):
        read = random.sample(list(inquiry.sources), int(len(inquiry.sources) * random.uniform(0.1, 0.6)))
        if knowledge.solve([*knowledge.assume(knowledge.reading(read)), other]):
            yield frozenset(knowledge.model())


MOST_STEPS = 1 + MOST_CHANGES * 2 * TRIED
"""The most measurements that are made."""

BUDGET = 400
"""The number of worlds that the search for wrong paths looks at for each change that is tried."""


def distance(
    inquiry: CaseAnalysis, level: Level, players: int, budget: int, step: Callable[[str], None]
) -> LevelDistance[MeasuredCase]:
    """How far a case is from a level, and up to three changes, each the best of those that were measured after the one before.

    Readers can prove its solution. ``players`` are the detectives at the simulated tables, ``budget`` is how many worlds the
    search for wrong paths may look at, and ``step`` is called before each change is tried.

    Raises:
        OutOfBudgetError: if a question about the case itself is too hard.
    """
    step("the case as it is")
    after = partial(_after, players, min(budget, BUDGET))
    return nearest(held_case(inquiry, level, players, budget), candidates, after, step)


def _after(
    players: int, budget: int, now: MeasuredCase, change: StatementChange, least: float
) -> MeasuredCase | None:
    """A case after a change; ``None`` if it is not nearer than ``least``, its solution no longer follows, or that is too hard to say."""
    inquiry = CaseAnalysis(change.apply(now.inquiry.case))
    try:
        elements = inquiry.verdict.elements
        if not inquiry.verdict.consistent or any(element.status != "certain" for element in elements):
            return None
        found = MeasuredCase(inquiry, now.level, measure(inquiry, budget), None)
        if found.gap >= least:
            return None  # tables can only take it further away, and they cost as much again
        found = replace(found, solved=generating.solved_share(inquiry, players))
    except theory.OutOfBudgetError:
        return None
    return found if found.gap < least else None
