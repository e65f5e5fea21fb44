"""The figures a case is balanced with, and its level by thresholds (rulebook, "Case booklets").

They say how hard it is, how fragile, and where its readers may get stuck. The rulebook's idea of *amateur* is
fewer wrong paths and more ways to find what matters.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from casekit.analysis.document_analysis import goal_of
from casekit.analysis.level_report import LevelBound, LevelMatch
from casekit.deduce.minimal_sources import (
    FewestUnread,
    claims_by_source,
    essential,
    membership,
    robustness,
    unproved,
)
from casekit.deduce.proofs.prover import prove_known
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.deduce.source_sets import Enumeration, independent_ways
from casekit.games.midnight.document import LEVELS, Edition
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.logic import formulas, theory
from casekit.values import frozen

ENOUGH = 3
"""The independent ways to a conclusion that keep players from getting stuck (designers' three-clue rule)."""

MANY_WAYS = 5
"""The number of ways to an answer after which more are not looked for."""

SETS_TRIED = 20
"""How many sets of paths are tried where the first choice of ways may have missed some."""

STEP = 20
"""Words from one bar to the next where the lengths of paragraphs are shown."""


@frozen(slots=True)
class ProofClue:
    """A conclusion on the way to the solution, and the ways to it for those who know what it rests on.

    ``number`` is its step in the proof.
    """

    number: int
    conclusions: tuple[theory.Assertion, ...]
    ways: Enumeration

    @property
    def thin(self) -> bool:
        """Whether fewer ways than ``ENOUGH`` lead to it, as far as was found out."""
        return len(self.ways.sets) < ENOUGH


@frozen(slots=True)
class CaseMeasures:
    """The figures of a case. All but ``suspicions`` and ``words`` is about elements that readers can prove.

    ``paths`` are how many there are, ``wrong`` and ``undecided`` names of paragraphs. ``suspicions`` are the
    paragraphs whose hints accuse each suspect, a paragraph as often as it has such hints. ``words`` counts
    the words of each paragraph.
    """

    answers: Mapping[str, str]
    paths: int
    proof: theory.Proof | None
    sizes: Mapping[str, int]
    essential: tuple[str, ...]
    wrong: tuple[str, ...]
    undecided: tuple[str, ...]
    ways: Mapping[str, Enumeration]
    ways_back: tuple[FewestUnread, ...]
    clues: tuple[ProofClue, ...]
    suspicions: Mapping[str, tuple[str, ...]]
    words: Mapping[str, int]

    @property
    def robustness(self) -> FewestUnread | None:
        """The cheapest way back of any rival: paths that must stay unread for the solution not to follow."""
        return min(self.ways_back, key=lambda back: len(back.unread), default=None)

    @property
    def complete(self) -> bool:
        """Whether no figure was cut short by a budget; more ways than are counted do not matter."""
        return (
            not self.undecided
            and (self.proof is None or self.proof.minimum)
            and all(ways.complete or len(ways.sets) >= MANY_WAYS for ways in self.ways.values())
            and all(clue.ways.complete or not clue.thin for clue in self.clues)
            and all(back.exact for back in self.ways_back)
        )

    @property
    def depth(self) -> int:
        """The most suppositions inside each other in the proof."""
        return 0 if self.proof is None else theory.nesting(self.proof.steps)


def measure(analysis: CaseAnalysis, budget: int) -> CaseMeasures:
    """Measure a case. ``budget`` is how many worlds the search for wrong paths may look at.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    answers = analysis.proved
    # A solver that has answered nothing else: figures depend on the case alone.
    solver = analysis.solver.fresh()
    groups = claims_by_source(solver)
    proof = prove_known(solver, goal_of(answers)) if answers else None
    ways = _ways_to_answers(solver, groups, answers)
    ways_back = robustness(solver, answers)
    useful = _useful_paths(ways, ways_back)
    sorted_out = membership(solver, answers, budget, useful)
    wrong = {*sorted_out.wrong}
    if answers:
        wrong.update(name for name in analysis.sources if name not in groups)
    return CaseMeasures(
        answers=answers,
        paths=len(analysis.case.edition.paths),
        proof=proof,
        sizes={name: len(ways[name].sets[0]) if name in ways else 0 for name in answers},
        essential=essential(solver, answers) if answers else (),
        wrong=tuple(name for name in analysis.sources if name in wrong),
        undecided=sorted_out.undecided,
        ways=ways,
        ways_back=ways_back,
        clues=tuple(_clues(solver.fresh(), groups, proof)) if proof else (),
        suspicions=suspicions(analysis),
        words=words_by_paragraph(analysis),
    )


def _useful_paths(ways: Mapping[str, Enumeration], ways_back: Iterable[FewestUnread]) -> set[str]:
    """The paths that are known to help: those of ways to answers, and those that keep a rival out."""
    useful: set[str] = set()
    for enumeration in ways.values():
        useful.update(*enumeration.sets)
    for back in ways_back:
        if back.exact:
            useful.update(back.unread)
    return useful


Groups = Mapping[str, Sequence[str]]
"""The claims of each source that has some."""


def _ways_to_answers(
    solver: TheorySolver, groups: Groups, answers: Mapping[str, str]
) -> dict[str, Enumeration]:
    """The ways to each element, and to the whole; none to what is known from the start."""
    ways = {}
    goals: dict[str, Mapping[str, str]] = {name: {name: value} for name, value in answers.items()}
    goals["solution"] = answers
    for name, goal in goals.items():
        # What one search adds to a solver would make the next one slower.
        fresh = solver.fresh()
        given, cases = unproved(fresh, goal)
        if fresh.possible_at_all(given):
            ways[name] = independent_ways(fresh, given, groups, MANY_WAYS, SETS_TRIED, cases)
    return ways


def _clues(solver: TheorySolver, groups: Groups, proof: theory.Proof) -> Iterator[ProofClue]:
    """The conclusions of a proof that take a path, outside suppositions.

    Each has the ways to it for those who know its premises.
    """
    laws = solver.assume(solver.laws)
    known: dict[int, Sequence[theory.Assertion]] = {}
    conclusions: tuple[theory.Assertion, ...]
    for step in proof.steps:
        if isinstance(step, theory.Supposition):
            number, conclusions = step.closing, (step.conclusion,)
        else:
            number, conclusions = step.number, step.conclusions
        cited: set[int] = set()
        for inner in theory.every_step((step,)):
            if isinstance(inner, theory.Inference):
                cited.update(inner.premises)
        premises: list[theory.Assertion] = []
        for premise in sorted(cited):
            premises += known.get(premise, ())
        known[number] = conclusions
        denial = -solver.circuit.all_of(map(solver.node, conclusions))
        given = [*laws, *map(solver.node, premises), denial]
        if solver.possible_at_all(given):
            ways = independent_ways(solver, given, groups, ENOUGH, SETS_TRIED)
            yield ProofClue(number, conclusions, ways)


def suspicions(analysis: CaseAnalysis) -> dict[str, tuple[str, ...]]:
    """The paragraphs whose hints accuse each suspect, in the order of the case."""
    solver, culprit = analysis.solver, analysis.case.scope.function_of_name["culprit"]
    possible = solver.values(solver.laws, culprit)
    accusers: dict[str, list[str]] = {suspect: [] for suspect in analysis.case.edition.suspects_by_name}
    for claim in solver.theory.claims:
        if claim.hint and claim.id in solver.lines:
            for name in _accused(solver, claim, culprit, possible):
                # Accident and suicide are possible too, and no suspects.
                if name in accusers:
                    accusers[name].append(claim.source)
    return {suspect: tuple(sources) for suspect, sources in accusers.items()}


def _accused(
    solver: TheorySolver, hint: theory.Claim, culprit: formulas.Function, possible: Sequence[str]
) -> tuple[str, ...]:
    """Those who may be the culprit if a hint is so.

    If they are more than half of all who may be, it rather clears the others. Then it accuses those whom it
    names and who make it so if they did it, again unless they are more than half: where the culprit was at
    the scene, somebody who seems to have been there is suspected.
    """
    so = solver.lines[hint.id].meaning.true
    accused = solver.values(solver.laws, culprit, held=[so])
    if 2 * len(accused) > len(possible):
        named = {
            term.value for term in formulas.all_terms(hint.formula) if isinstance(term, formulas.Constant)
        }
        cleared = solver.values(solver.laws, culprit, held=[-so])
        accused = tuple(name for name in possible if name in named and name not in cleared)
    return accused if 2 * len(accused) <= len(possible) else ()


def words_by_paragraph(analysis: CaseAnalysis) -> dict[str, int]:
    """How many words each paragraph has."""
    counts = {}
    for paragraph in analysis.case.paragraphs:
        counts[paragraph.name] = sum(len(prose.text.split()) for prose in paragraph.prose)
    return counts


def words_by_step(counts: Iterable[int]) -> dict[tuple[int, int], int]:
    """The number of counts in each step of ``STEP`` words, empty steps between others included."""
    steps = [count // STEP for count in counts]
    return {
        (step * STEP, (step + 1) * STEP - 1): steps.count(step)
        for step in range(min(steps, default=0), max(steps, default=-1) + 1)
    }


DEFAULT_THRESHOLDS: Mapping[str, Mapping[str, float]] = {
    "amateur": {"wrong_max": 0.3, "ways_min": 2, "suppositions_max": 1},
    "expert": {"culprit_min": 3, "wrong_max": 0.5},
}
"""Thresholds of a level that its edition gives none for."""


def _mean(counts: Sequence[int]) -> float | None:
    return sum(counts) / len(counts) if counts else None


def _share_of_wrong_paths(figures: CaseMeasures) -> float:
    # A paragraph counts for each of the paths that share it.
    return sum(name.count(",") + 1 for name in figures.wrong) / figures.paths


_GAUGES: Mapping[str, tuple[str, Callable[[CaseMeasures], float | None]]] = {
    "wrong": ("share of wrong paths", _share_of_wrong_paths),
    "essential": ("essential paths", lambda figures: len(figures.essential)),
    "robustness": (
        "paths to leave unread",
        lambda figures: len(figures.robustness.unread) if figures.robustness else None,
    ),
    "proof": (
        "paths of the smallest proof",
        lambda figures: len(figures.proof.sources) if figures.proof else None,
    ),
    "culprit": ("paths of the smallest proof of the culprit", lambda figures: figures.sizes.get("culprit")),
    "ways": (
        "ways to a conclusion, on average",
        lambda figures: _mean([len(clue.ways.sets) for clue in figures.clues]),
    ),
    "thin": (
        "share of conclusions with few ways",
        lambda figures: _mean([clue.thin for clue in figures.clues]),
    ),
    "suppositions": ("suppositions inside each other", lambda figures: figures.depth),
    # Simulated tables say that, and no proof does.
    "solved": ("share of simulated tables that solve it", lambda _: None),
}
"""The figures that can have a threshold: description and figure, ``None`` for those that no proof has."""

LABELS: Mapping[str, str] = {name: label for name, (label, _) in _GAUGES.items()}
"""The name of each figure that can have a threshold."""


def measure_level(edition: Edition, figures: CaseMeasures) -> LevelMatch:
    """Hold figures against the thresholds of each level."""
    gauges = {name: read(figures) for name, (_, read) in _GAUGES.items()}
    return LevelMatch({level: tuple(_bounds(edition, level, gauges)) for level in LEVELS}, gauges)


def _bounds(edition: Edition, level: str, gauges: Mapping[str, float | None]) -> Iterator[LevelBound]:
    for name, limit in edition.levels.get(level, DEFAULT_THRESHOLDS[level]).items():
        gauge, _, end = name.rpartition("_")
        least, most = (limit, None) if end == "min" else (None, limit)
        yield LevelBound(name, LABELS[gauge], least, most, gauges[gauge])
