"""The shortfalls of a case from a level, and the changes of one line that bring it nearer, each measured.

A threshold that a skeleton of the level has to meet counts by how much the case misses it. In a change, a
statement goes, or a true fact comes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from random import Random

from casekit.analysis.level_report import LevelBound, LevelMatch
from casekit.deduce import minimal_sources, verdicts
from casekit.deduce.encoding.circuit import NO, Key
from casekit.diagnostics import Place
from casekit.games.midnight.document import LEVELS, Case, CaseParagraph, CasePath, Level, Statement
from casekit.games.midnight.generator import declared_clues, search
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import LABELS, CaseMeasures, measure, measure_level
from casekit.kit.level_distance import MOST_CHANGES, LevelDistance, ThresholdGap, nearest
from casekit.logic import formulas, theory
from casekit.values import frozen, replace
from casekit.values.grouping import grouped

SHORTCUT = "paths that find the culprit, the lie and what gives it away among them"
SOLVED = LABELS["solved"]

_SHARES = frozenset(("wrong", "thin", "solved"))
_TENTH = 0.1
"""A tenth of all paths or tables weighs as much as one path of a proof, or one way to it."""


@frozen
class MeasuredCase:
    """A case with everything that is held against a level.

    ``solved`` is the share of tables that solve it, ``None`` without a table.
    """

    analysis: CaseAnalysis
    level: Level
    figures: CaseMeasures
    solved: float | None

    @cached_property
    def measured(self) -> LevelMatch:
        """Its figures against the thresholds of its edition."""
        return measure_level(self.analysis.case.edition, self.figures)

    @cached_property
    def missed(self) -> tuple[ThresholdGap, ...]:
        """The thresholds that it misses."""
        return tuple(self._missed())

    @property
    def gap(self) -> float:
        """How far it is from the level; 0 if it is there."""
        return sum(threshold.gap for threshold in self.missed)

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
        if size is not None and size < search.LEAST_PROOF and "culprit_min" not in bounds:
            yield self._short("culprit_min", SHORTCUT, size, search.LEAST_PROOF)
        least, most = search.share_limits(self.analysis.case.edition, self.level)
        if self.solved is not None and self.solved < least:
            yield self._short("solved_min", SOLVED, self.solved, least)
        elif self.solved is not None and self.solved > most:
            yield self._short("solved_max", SOLVED, self.solved, most)
        yield from self._too_easy()

    def _short(self, name: str, figure: str, value: float, limit: float) -> ThresholdGap:
        """A missed threshold. A too short proof of the culprit is nearer, the fewer such proofs there are."""
        ways = self.figures.ways.get("culprit") if name == "culprit_min" else None
        short = sum(len(way) < limit for way in ways.sets) if ways else 0
        gap = _steps(name, value, limit) + _TENTH * short
        return ThresholdGap(name, figure, value, limit, name.endswith("_min"), gap)

    def _too_easy(self) -> Iterator[ThresholdGap]:
        """The nearest threshold of each easier level that is met, which has to be missed.

        A case that meets what an easier level asks is of that level.
        """
        for level in LEVELS[: LEVELS.index(self.level)]:
            bounds = self.measured.bounds[level]
            if bounds and all(bound.met for bound in bounds):
                nearest = min(bounds, key=_slack)
                yield ThresholdGap(
                    nearest.name,
                    f"{search.EASIER} ({nearest.figure})",
                    nearest.value or 0,
                    nearest.limit,
                    nearest.name.endswith("_max"),
                    _slack(nearest),
                    past=True,
                )


def held_case(analysis: CaseAnalysis, level: Level, players: int, budget: int) -> MeasuredCase:
    """A case held against a level; costs as much as all figures and a simulation.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    return MeasuredCase(analysis, level, measure(analysis, budget), search.solved_share(analysis, players))


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
    """A statement that a paragraph no longer makes or, if it is ``new``, a true fact that it adds."""

    path: str
    statement: Statement
    new: bool = False

    def told(self, before: MeasuredCase) -> str:
        """The line to add, or the one to remove, with its place if it has one."""
        if self.new:
            return f"state `{self.statement.text}` in {self.path}"
        place = self.statement.place
        at = f"line {before.analysis.case.span(place).line}, " if place.start or place.end else ""
        return f"remove {at}`{self.statement.text}`, from {self.path}"

    def as_json(self) -> dict[str, str]:
        """The same for machines."""
        return {"do": "state" if self.new else "remove", "path": self.path, "line": self.statement.text}

    def apply(self, case: Case) -> Case:
        """The case with it or without it."""

        def changed(paragraph: CaseParagraph) -> CaseParagraph:
            if paragraph.name != self.path:
                return paragraph
            rest = tuple(other for other in paragraph.statements if other != self.statement)
            statements = (*paragraph.statements, self.statement) if self.new else rest
            return replace(paragraph, statements=statements)

        return replace(case, paragraphs=tuple(map(changed, case.paragraphs)))


def candidates(now: MeasuredCase, random: Random) -> list[StatementChange]:
    """The changes that are worth measuring, by what a case misses."""
    ends: set[str] = set()
    for threshold in now.missed:
        gauge, _, _ = threshold.name.rpartition("_")
        ends.add(f"{gauge}_min" if threshold.low else f"{gauge}_max")
    removals = _removals(now)[:TRIED] if ends & _FEWER_HELPS else []
    additions = _additions(now, random)[:TRIED] if ends - _FEWER_HELPS else []
    return removals + additions


def _removals(now: MeasuredCase) -> list[StatementChange]:
    """Statements without which the solution still follows, those first that most proofs use."""
    analysis = now.analysis
    used = _uses_of_paragraphs(now)
    spare = _spare_claims(now)
    by_path = grouped((analysis.origins[name].path, name) for name in spare)
    # One statement of each paragraph is tried before a second one of any.
    order: dict[str, tuple[int, int]] = {}
    for path, names in by_path.items():
        for nth, name in enumerate(names):
            order[name] = nth, -used[path]
    by_place: dict[tuple[str, Place], Statement] = {}
    for paragraph in analysis.case.paragraphs:
        for statement in paragraph.statements:
            by_place[paragraph.name, statement.place] = statement
    changes: list[StatementChange] = []
    for name in sorted(spare, key=order.__getitem__):
        origin = analysis.origins[name]
        if (origin.path, origin.place) in by_place:
            changes.append(StatementChange(origin.path, by_place[origin.path, origin.place]))
    return changes


def _uses_of_paragraphs(now: MeasuredCase) -> Counter[str]:
    """How much each paragraph counts for proofs of the solution, and of what leads to it."""
    figures = now.figures
    used: Counter[str] = Counter()
    for ways in (*figures.ways.values(), *(clue.ways for clue in figures.clues)):
        for way in ways.sets:
            used.update(way)
    if figures.proof:
        used.update(dict.fromkeys(figures.proof.sources, 3))
    if any(threshold.name == "culprit_min" for threshold in now.missed):
        proof = minimal_sources.smallest_proof(now.analysis.solver, {"culprit": figures.answers["culprit"]})
        used.update(dict.fromkeys(proof.names, _FIRST))
    return used


def _spare_claims(now: MeasuredCase) -> list[str]:
    """The claims that can go: without any one of them the solution still follows."""
    solver = now.analysis.solver
    rival = minimal_sources.otherwise(solver, now.figures.answers)
    spare: list[str] = []
    for claim in solver.claims:
        rest = [name for name in solver.everything if name != claim]
        if not solver.solve([*solver.assume(rest), rival]):
            spare.append(claim)
    return spare


def _additions(now: MeasuredCase, random: Random) -> list[StatementChange]:
    """Facts for paragraphs that say little, those first that rule out most for readers of a part."""
    analysis, case = now.analysis, now.analysis.case
    terms = declared_clues.declared_terms(case)
    true = {key: value for key, value in verdicts.true_facts(analysis.solver).items() if key in terms}
    paths = [path for path in case.edition.paths if path in case.paragraph_of]
    wrong = [path for path in paths if case.paragraph_of[path].name in now.figures.wrong]
    culprit = now.figures.answers.get("culprit", "")
    clues = declared_clues.declared_clues(case, true, culprit, wrong or paths, analysis.solver, random)
    fact_of_line = {declared_clues.line_of(key, value): (key, value) for key, value in true.items()}
    usable = {(clue.line, clue.path): clue for clue in clues if clue.line in fact_of_line}
    lines = {clue.line for clue in usable.values()}
    facts = {line: fact_of_line[line] for line in sorted(lines)}
    power = _power_of_facts(now, facts, list(_rival_worlds(analysis, random)))
    ranked = sorted(usable.values(), key=lambda clue: (-power[clue.line] * clue.weight, clue.line))
    used: set[str | CasePath] = set()
    changes: list[StatementChange] = []
    for clue in ranked:
        # Not the same fact, or the same paragraph, again and again.
        if power[clue.line] and used.isdisjoint((clue.line, clue.path)):
            used |= {clue.line, clue.path}
            key, value = facts[clue.line]
            formula = declared_clues.formula_of(terms[key], key, value)
            statement = Statement(
                "plain", (), formulas.Not(formula) if value == NO else formula, "", clue.line
            )
            changes.append(StatementChange(case.paragraph_of[clue.path].name, statement, new=True))
    return changes


def _power_of_facts(
    now: MeasuredCase, facts: Mapping[str, tuple[Key, str]], worlds: Sequence[frozenset[int]]
) -> dict[str, float]:
    """How many rival worlds each fact rules out; a conclusion of the proof with few ways counts more."""
    thin: set[Key] = set()
    for clue in now.figures.clues:
        if clue.thin:
            thin.update((assertion.fact.function, assertion.fact.arguments) for assertion in clue.conclusions)
    power: dict[str, float] = {}
    for line, (key, value) in facts.items():
        node = now.analysis.solver.vocabulary.node(key, value)
        power[line] = sum(-node in world for world in worlds) + 3 * (key in thin)
    return power


def _rival_worlds(analysis: CaseAnalysis, random: Random) -> Iterator[frozenset[int]]:
    """Worlds with another solution for readers of some of the paragraphs."""
    solver = analysis.solver
    other = minimal_sources.otherwise(solver, analysis.proved)
    for _ in range(_SAMPLES):
        read = random.sample(list(analysis.sources), int(len(analysis.sources) * random.uniform(0.1, 0.6)))
        if solver.solve([*solver.assume(solver.reading(read)), other]):
            yield frozenset(solver.model())


MOST_STEPS = 1 + MOST_CHANGES * 2 * TRIED
"""The most measurements that are made."""

BUDGET = 400
"""The number of worlds that the search for wrong paths looks at for each change that is tried."""


def distance(
    analysis: CaseAnalysis, level: Level, players: int, budget: int, step: Callable[[str], None]
) -> LevelDistance[MeasuredCase]:
    """How far a case is from a level, and up to three changes, each the best after the one before.

    Readers can prove its solution. ``players`` are the detectives at the simulated tables, ``budget`` is how
    many worlds the search for wrong paths may look at, and ``step`` is called before each change is tried.

    Raises:
        OutOfBudgetError: if a question about the case itself is too hard.
    """
    step("the case as it is")
    after = partial(_after, players, min(budget, BUDGET))
    return nearest(held_case(analysis, level, players, budget), candidates, after, step)


def _after(
    players: int, budget: int, now: MeasuredCase, change: StatementChange, least: float
) -> MeasuredCase | None:
    """A case after a change, if it is nearer than ``least`` and its solution follows.

    ``None`` otherwise, or where that is too hard to say.
    """
    analysis = CaseAnalysis(change.apply(now.analysis.case))
    try:
        elements = analysis.verdict.elements
        if not analysis.verdict.consistent or any(element.status != "certain" for element in elements):
            return None
        changed = MeasuredCase(analysis, now.level, measure(analysis, budget), None)
        if changed.gap >= least:
            return None  # tables can only take it further away, and they cost as much again
        changed = replace(changed, solved=search.solved_share(analysis, players))
    except theory.OutOfBudgetError:
        return None
    return changed if changed.gap < least else None
