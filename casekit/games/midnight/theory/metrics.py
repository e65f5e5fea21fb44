"""The figures a case is balanced with, and its level by thresholds (rulebook, "Case booklets").

They say how hard it is, how fragile, and where its readers may get stuck. The rulebook's idea of *amateur* is
fewer wrong paths and more ways to find what matters.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

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

ENOUGH_WAYS = 3
"""The independent ways to a conclusion that keep players from getting stuck (designers' three-clue rule)."""

MANY_WAYS = 5
"""The number of ways to an answer after which more are not looked for."""

SETS_TRIED = 20
"""How many sets of paths are tried if the first choice of ways may have missed some."""

WORDS_PER_BAR = 20
"""Words from one bar to the next in a chart of the lengths of paragraphs."""


DEFAULT_THRESHOLDS: Mapping[str, Mapping[str, float]] = {
    "amateur": {"wrong_max": 0.3, "ways_min": 2, "suppositions_max": 1},
    "expert": {"culprit_min": 3, "wrong_max": 0.5},
}
"""The thresholds of a level for which its edition gives none."""

Groups = Mapping[str, Sequence[str]]
"""The claims of each source that has some."""


@frozen(slots=True)
class ProofClue:
    """A conclusion on the way to the solution, and the ways to it for those who know what it rests on."""

    number: int
    """Its step in the proof."""

    conclusions: tuple[theory.Assertion, ...]

    ways: Enumeration
    """Independent sets of paragraphs, each of which shows it."""

    @property
    def thin(self) -> bool:
        """Whether fewer ways than ``ENOUGH_WAYS`` lead to it, as far as was found out."""
        return len(self.ways.sets) < ENOUGH_WAYS


@frozen(slots=True)
class CaseMeasures:
    """The figures of a case.

    All but ``suspicions`` and ``words`` are about elements that readers can prove. Paragraphs are called by
    their names.
    """

    answers: Mapping[str, str]
    """By element the value that readers can prove."""

    paths: int
    """How many paths there are."""

    proof: theory.Proof | None
    """The smallest proof of all answers; ``None`` if there are none."""

    sizes: Mapping[str, int]
    """By element how many paragraphs the smallest proof of it needs."""

    essential: tuple[str, ...]
    """The paragraphs that every proof needs."""

    wrong: tuple[str, ...]
    """The paragraphs that help against no rival."""

    undecided: tuple[str, ...]
    """The paragraphs that may be wrong or not: the budget was spent before that was known."""

    ways: Mapping[str, Enumeration]
    """By element, and for ``solution``, independent sets of paragraphs that prove it."""

    ways_back: tuple[FewestUnread, ...]
    """For each rival the fewest paragraphs that must stay unread for it to be possible again."""

    clues: tuple[ProofClue, ...]
    """The conclusions of the proof that take a path."""

    suspicions: Mapping[str, tuple[str, ...]]
    """By suspect the paragraphs whose hints accuse the suspect, each as often as it has such hints."""

    words: Mapping[str, int]
    """By paragraph how many words it has."""

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
    sorted_paths = membership(solver, answers, budget, useful)
    wrong = {*sorted_paths.wrong}
    if answers:
        wrong.update(name for name in analysis.sources if name not in groups)
    return CaseMeasures(
        answers=answers,
        paths=len(analysis.case.edition.paths),
        proof=proof,
        sizes={name: len(ways[name].sets[0]) if name in ways else 0 for name in answers},
        essential=essential(solver, answers) if answers else (),
        wrong=tuple(name for name in analysis.sources if name in wrong),
        undecided=sorted_paths.undecided,
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
    conclusions_of_step: dict[int, Sequence[theory.Assertion]] = {}
    conclusions: tuple[theory.Assertion, ...]
    for step in proof.steps:
        if isinstance(step, theory.Supposition):
            number, conclusions = step.closing, (step.conclusion,)
        else:
            number, conclusions = step.number, step.conclusions
        cited: set[int] = set()
        for inner_step in theory.every_step((step,)):
            if isinstance(inner_step, theory.Inference):
                cited.update(inner_step.premises)
        premises: list[theory.Assertion] = []
        for premise in sorted(cited):
            premises += conclusions_of_step.get(premise, ())
        conclusions_of_step[number] = conclusions
        denial = -solver.circuit.all_of(map(solver.node, conclusions))
        given = [*laws, *map(solver.node, premises), denial]
        if solver.possible_at_all(given):
            ways = independent_ways(solver, given, groups, ENOUGH_WAYS, SETS_TRIED)
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
    names and who make it so if they did it, again unless they are more than half: if the culprit was at the
    scene, somebody who seems to have been there is suspected.
    """
    is_so = solver.lines[hint.id].meaning.true
    accused = solver.values(solver.laws, culprit, held=[is_so])
    if 2 * len(accused) > len(possible):
        terms = formulas.all_terms(hint.formula)
        named = {term.value for term in terms if isinstance(term, formulas.Constant)}
        cleared = solver.values(solver.laws, culprit, held=[-is_so])
        accused = tuple(name for name in possible if name in named and name not in cleared)
    return accused if 2 * len(accused) <= len(possible) else ()


def words_by_paragraph(analysis: CaseAnalysis) -> dict[str, int]:
    """How many words each paragraph has."""
    counts = {}
    for paragraph in analysis.case.paragraphs:
        counts[paragraph.name] = sum(len(prose.text.split()) for prose in paragraph.prose)
    return counts


def paragraphs_by_length(word_counts: Iterable[int]) -> dict[tuple[int, int], int]:
    """How many paragraphs have 0 to 19 words, 20 to 39, and so on; empty bars between others included."""
    bars = [count // WORDS_PER_BAR for count in word_counts]
    paragraphs: dict[tuple[int, int], int] = {}
    for bar in range(min(bars, default=0), max(bars, default=-1) + 1):
        fewest = bar * WORDS_PER_BAR
        paragraphs[fewest, fewest + WORDS_PER_BAR - 1] = bars.count(bar)
    return paragraphs


def _mean(counts: Sequence[int]) -> float | None:
    return sum(counts) / len(counts) if counts else None


def _share_of_wrong_paths(figures: CaseMeasures) -> float:
    # A paragraph counts for each of the paths that share it.
    return sum(name.count(",") + 1 for name in figures.wrong) / figures.paths


class _Gauge(NamedTuple):
    """A figure that can have a threshold."""

    description: str

    value: Callable[[CaseMeasures], float | None]
    """The figure of a case; ``None`` if there is no proof."""


_GAUGES: Mapping[str, _Gauge] = {
    "wrong": _Gauge("share of wrong paths", _share_of_wrong_paths),
    "essential": _Gauge("essential paths", lambda figures: len(figures.essential)),
    "robustness": _Gauge(
        "paths to leave unread",
        lambda figures: len(figures.robustness.unread) if figures.robustness else None,
    ),
    "proof": _Gauge(
        "paths of the smallest proof",
        lambda figures: len(figures.proof.sources) if figures.proof else None,
    ),
    "culprit": _Gauge(
        "paths of the smallest proof of the culprit", lambda figures: figures.sizes.get("culprit")
    ),
    "ways": _Gauge(
        "ways to a conclusion, on average",
        lambda figures: _mean([len(clue.ways.sets) for clue in figures.clues]),
    ),
    "thin": _Gauge(
        "share of conclusions with few ways",
        lambda figures: _mean([clue.thin for clue in figures.clues]),
    ),
    "suppositions": _Gauge("suppositions inside each other", lambda figures: figures.depth),
    # Simulated tables say that, and no proof does.
    "solved": _Gauge("share of simulated tables that solve it", lambda _: None),
}

LABELS: Mapping[str, str] = {name: gauge.description for name, gauge in _GAUGES.items()}
"""The name of each figure that can have a threshold."""


def measure_level(edition: Edition, figures: CaseMeasures) -> LevelMatch:
    """Hold figures against the thresholds of each level."""
    values = {name: gauge.value(figures) for name, gauge in _GAUGES.items()}
    return LevelMatch({level: tuple(_bounds(edition, level, values)) for level in LEVELS}, values)


def _bounds(edition: Edition, level: str, values: Mapping[str, float | None]) -> Iterator[LevelBound]:
    """The thresholds of a level, each with its figure; their names end in ``_min`` or ``_max``."""
    for name, limit in edition.levels.get(level, DEFAULT_THRESHOLDS[level]).items():
        gauge, _, end = name.rpartition("_")
        least = limit if end == "min" else None
        most = limit if end != "min" else None
        yield LevelBound(name, LABELS[gauge], least, most, values[gauge])
