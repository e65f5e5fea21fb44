"""The changes of one line that bring a case nearer to a level, each measured.

In a change, a statement goes, or a true fact comes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from casekit.deduce import minimal_sources, verdicts
from casekit.deduce.encoding.circuit import NO, Key
from casekit.diagnostics import Place
from casekit.games.midnight.document import Case, CaseParagraph, CasePath, Level, Statement
from casekit.games.midnight.generator import declared_clues, search
from casekit.games.midnight.generator.made_up_world import declared_terms, formula_of, line_of
from casekit.games.midnight.generator.measured_case import MeasuredCase, held_case
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import measure
from casekit.kit.level_distance import MOST_CHANGES, LevelDistance, nearest
from casekit.logic import formulas, theory
from casekit.values import frozen, replace
from casekit.values.grouping import grouped

CHANGES_TRIED = 6
"""The number of changes of each sort that are measured for one step."""

_USES_OF_SHORT_PROOF = 1_000
"""What a paragraph of a too short proof counts, so that it comes first."""

_USES_OF_SOLUTION = 3
"""What a paragraph of the proof of the solution counts; one of another way counts 1."""

_THIN_CONCLUSION_WORTH = 3
"""The number of worlds that a conclusion with few ways counts more than it rules out."""

_SAMPLED_READERS = 24
"""The number of readers of a part of the paragraphs who say what else they would need."""

_TOO_MUCH_IS_KNOWN = frozenset(
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


MOST_STEPS = 1 + MOST_CHANGES * 2 * CHANGES_TRIED
"""The most measurements that are made."""

MOST_WORLDS_OF_CHANGE = 400
"""The number of worlds that the search for wrong paths looks at for each change that is tried."""


@frozen(slots=True)
class StatementChange:
    """A statement that goes, or one that comes."""

    path: str
    """The name of the paragraph."""

    statement: Statement

    new: bool = False
    """Whether the paragraph adds the statement; else it no longer makes it."""

    def as_imperative(self, before: MeasuredCase) -> str:
        """The line to add, or the one to remove, with its place if it has one."""
        if self.new:
            return f"state `{self.statement.text}` in {self.path}"
        place = self.statement.place
        line = f"line {before.analysis.case.span(place).line}, " if place.start or place.end else ""
        return f"remove {line}`{self.statement.text}`, from {self.path}"

    def as_json(self) -> dict[str, str]:
        """The change for machines."""
        return {"do": "state" if self.new else "remove", "path": self.path, "line": self.statement.text}

    def apply(self, case: Case) -> Case:
        """The case after the change."""

        def changed(paragraph: CaseParagraph) -> CaseParagraph:
            if paragraph.name != self.path:
                return paragraph
            if self.new:
                return replace(paragraph, statements=(*paragraph.statements, self.statement))
            others = tuple(other for other in paragraph.statements if other != self.statement)
            return replace(paragraph, statements=others)

        return replace(case, paragraphs=tuple(map(changed, case.paragraphs)))


def candidates(before: MeasuredCase, random: Random) -> list[StatementChange]:
    """The changes that are worth measuring, by what a case misses."""
    sides_missed: set[str] = set()
    for threshold in before.missed:
        gauge, _, _ = threshold.name.rpartition("_")
        sides_missed.add(f"{gauge}_min" if threshold.low else f"{gauge}_max")
    changes: list[StatementChange] = []
    if sides_missed & _TOO_MUCH_IS_KNOWN:
        changes += _removals(before)[:CHANGES_TRIED]
    if sides_missed - _TOO_MUCH_IS_KNOWN:
        changes += _additions(before, random)[:CHANGES_TRIED]
    return changes


def _removals(before: MeasuredCase) -> list[StatementChange]:
    """Statements without which the solution still follows, those first that most proofs use."""
    analysis = before.analysis
    uses = _uses_of_paragraphs(before)
    spare = _spare_claims(before)
    by_path = grouped((analysis.origins[name].path, name) for name in spare)
    # One statement of each paragraph is tried before a second one of any.
    order: dict[str, tuple[int, int]] = {}
    for path, names in by_path.items():
        for rank, name in enumerate(names):
            order[name] = rank, -uses[path]
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


def _uses_of_paragraphs(before: MeasuredCase) -> Counter[str]:
    """By the name of a paragraph, how much it counts for proofs of the solution, and of what leads to it."""
    figures = before.figures
    uses: Counter[str] = Counter()
    for ways in (*figures.ways.values(), *(clue.ways for clue in figures.clues)):
        for way in ways.sets:
            uses.update(way)
    if figures.proof:
        uses.update(dict.fromkeys(figures.proof.sources, _USES_OF_SOLUTION))
    if any(threshold.name == "culprit_min" for threshold in before.missed):
        proof = minimal_sources.smallest_proof(
            before.analysis.solver, {"culprit": figures.answers["culprit"]}
        )
        uses.update(dict.fromkeys(proof.names, _USES_OF_SHORT_PROOF))
    return uses


def _spare_claims(before: MeasuredCase) -> list[str]:
    """The claims that can go: without any one of them the solution still follows."""
    solver = before.analysis.solver
    rival = minimal_sources.otherwise(solver, before.figures.answers)
    spare: list[str] = []
    for claim in solver.claims:
        other_lines = [name for name in solver.everything if name != claim]
        if not solver.solve([*solver.assume(other_lines), rival]):
            spare.append(claim)
    return spare


def _additions(before: MeasuredCase, random: Random) -> list[StatementChange]:
    """Facts for paragraphs that say little, those first that rule out most for readers of a part."""
    analysis, case = before.analysis, before.analysis.case
    terms = declared_terms(case)
    true_facts = {key: value for key, value in verdicts.true_facts(analysis.solver).items() if key in terms}
    paths = [path for path in case.edition.paths if path in case.paragraph_of]
    wrong_paths = [path for path in paths if case.paragraph_of[path].name in before.figures.wrong]
    culprit = before.figures.answers.get("culprit", "")
    clues = declared_clues.declared_clues(
        case, true_facts, culprit, wrong_paths or paths, analysis.solver, random
    )
    fact_of_line = {line_of(key, value): (key, value) for key, value in true_facts.items()}
    usable = {(clue.line, clue.path): clue for clue in clues if clue.line in fact_of_line}
    lines = {clue.line for clue in usable.values()}
    facts = {line: fact_of_line[line] for line in sorted(lines)}
    power = _power_of_facts(before, facts, list(_rival_worlds(analysis, random)))
    ranked = sorted(usable.values(), key=lambda clue: (-power[clue.line] * clue.weight, clue.line))
    used: set[str | CasePath] = set()
    changes: list[StatementChange] = []
    for clue in ranked:
        # Not the same fact, or the same paragraph, again and again.
        if power[clue.line] and used.isdisjoint((clue.line, clue.path)):
            used |= {clue.line, clue.path}
            key, value = facts[clue.line]
            formula = formula_of(terms[key], key, value)
            if value == NO:
                formula = formulas.Not(formula)
            statement = Statement("plain", (), formula, "", clue.line)
            changes.append(StatementChange(case.paragraph_of[clue.path].name, statement, new=True))
    return changes


def _power_of_facts(
    before: MeasuredCase, facts: Mapping[str, tuple[Key, str]], worlds: Sequence[frozenset[int]]
) -> dict[str, float]:
    """By line how many rival worlds a fact rules out; a conclusion of the proof with few ways counts more."""
    thin_conclusions: set[Key] = set()
    for clue in before.figures.clues:
        if clue.thin:
            facts_concluded = (assertion.fact for assertion in clue.conclusions)
            thin_conclusions.update((fact.function, fact.arguments) for fact in facts_concluded)
    power: dict[str, float] = {}
    for line, (key, value) in facts.items():
        node = before.analysis.solver.vocabulary.node(key, value)
        power[line] = sum(-node in world for world in worlds)
        if key in thin_conclusions:
            power[line] += _THIN_CONCLUSION_WORTH
    return power


def _rival_worlds(analysis: CaseAnalysis, random: Random) -> Iterator[frozenset[int]]:
    """Worlds with another solution for readers of some of the paragraphs."""
    solver = analysis.solver
    other = minimal_sources.otherwise(solver, analysis.proved)
    sources = list(analysis.sources)
    for _ in range(_SAMPLED_READERS):
        read = random.sample(sources, int(len(sources) * random.uniform(0.1, 0.6)))
        if solver.solve([*solver.assume(solver.reading(read)), other]):
            yield frozenset(solver.model())


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
    after = partial(_measured_after, players, min(budget, MOST_WORLDS_OF_CHANGE))
    return nearest(held_case(analysis, level, players, budget), candidates, after, step)


def _measured_after(
    players: int, budget: int, before: MeasuredCase, change: StatementChange, least: float
) -> MeasuredCase | None:
    """A case after a change, if it is nearer than ``least`` and its solution follows.

    ``None`` otherwise, or if that is too hard to say.
    """
    analysis = CaseAnalysis(change.apply(before.analysis.case))
    try:
        elements = analysis.verdict.elements
        if not analysis.verdict.consistent or any(element.status != "certain" for element in elements):
            return None
        changed = MeasuredCase(analysis, before.level, measure(analysis, budget), None)
        if changed.gap >= least:
            return None  # tables can only take it further away, and they cost as much again
        changed = replace(changed, solved=search.solved_share(analysis, players))
    except theory.OutOfBudgetError:
        return None
    return changed if changed.gap < least else None
