"""Skeletons of a level: plots and clues are made up until one has its measures, in proof and at tables."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from casekit.deduce.minimal_sources import MOST_WORLDS, smallest_proof
from casekit.diagnostics import Finding, Source
from casekit.games.midnight.board.readers import crews_from
from casekit.games.midnight.board_figures import ELEMENTS
from casekit.games.midnight.document import LEVELS, Edition, Level
from casekit.games.midnight.generator import draft as generator_draft, situations
from casekit.games.midnight.generator.plot_clues import Telling, clue_stock
from casekit.games.midnight.generator.plots import Ending, Plot, plot
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.simulation.subject import case_subject
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import LABELS, CaseMeasures, measure, measure_level
from casekit.kit.clue_selection import SelectionLimits, UndecidedError, choose, truthful
from casekit.language.syntax import canonical_form, parser
from casekit.logic.theory import OutOfBudgetError
from casekit.system.executors import Executor
from casekit.tabletop import simulation_runs, simulation_statistics
from casekit.values import frozen
from casekit.values.grouping import grouped

READERS = "perfect/leads"
"""Detectives who go where the text leads them and know what follows: as good as a table of people gets."""


class TrialTables(NamedTuple):
    """Simulated tables that try a case out."""

    tables: int
    seed: int


CHOOSING = TrialTables(48, 1)
"""The tables that choose a case among many."""

CONFIRMING = TrialTables(192, 2)
"""The tables that confirm that the choice was not lucky."""


class ShareLimits(NamedTuple):
    """The least and the largest share of tables that may solve a case."""

    least: float
    most: float


SHARES: Mapping[Level, ShareLimits] = {"amateur": ShareLimits(0.45, 1.0), "expert": ShareLimits(0.05, 0.35)}
"""The limits of a level if the edition does not set them (``solved_min``, ``solved_max``)."""

TOO_FEW = "too few tables solve it"
TOO_MANY = "too many tables solve it"

MOST_TRIES = 30
"""The number of plots that are made up before a seed is refused."""

LEAST_PROOF = 3
"""A lie and what gives it away are two paths: a culprit that is found by less than three is found by luck."""

MEASURES: Mapping[Level, SelectionLimits] = {
    "amateur": SelectionLimits(ways=3, idle=0.1),
    "expert": SelectionLimits(ways=2, idle=0.38),
}
"""How clues are chosen for each level."""

EASIER = "what an easier level asks"


def share_limits(edition: Edition, level: Level) -> ShareLimits:
    """The limits of a level in an edition."""
    own_limits, defaults = edition.levels.get(level, {}), SHARES[level]
    return ShareLimits(
        own_limits.get("solved_min", defaults.least), own_limits.get("solved_max", defaults.most)
    )


def at_the_table(analysis: CaseAnalysis, level: Level, players: int) -> tuple[str, ...]:
    """The fault of the share of tables that solve a case by port; empty if the edition has no table.

    What the choosing tables accept, others have to confirm.
    """
    limits = share_limits(analysis.case.edition, level)
    for trial in (CHOOSING, CONFIRMING):
        solved = solved_share(analysis, players, trial)
        if solved is None:
            return ()
        if solved < limits.least:
            return (TOO_FEW,)
        if solved > limits.most:
            return (TOO_MANY,)
    return ()


def solved_share(analysis: CaseAnalysis, players: int, trial: TrialTables = CHOOSING) -> float | None:
    """The share of simulated tables that solve a case by port; ``None`` if its edition has no table.

    Raises:
        OutOfBudgetError: if a question of a reader is too hard.
    """
    subject, _ = case_subject(analysis, (players,))
    if subject is None:
        return None
    plan = simulation_runs.TablePlan(crews_from(READERS), (players,), trial.tables, trial.seed)
    tally = simulation_runs.play_all(subject.tables, plan, Executor(), lambda _: None).tallies[players, 0]
    return simulation_statistics.share(simulation_runs.solved_at(tally), int(tally["tables"]))


@frozen
class GeneratedCase:
    """A skeleton of a case."""

    text: str
    plot: Plot

    lacks: tuple[str, ...]
    """What it lacks of its level."""


class NoLogicError(Exception):
    """A skeleton is not a case; ``problems`` say why, ``line`` is the one that the first of them is about."""

    def __init__(self, text: str, problems: tuple[Finding, ...]) -> None:
        super().__init__(f"a skeleton is not a case: {problems[:3]}")
        self.problems = problems
        self.line = text.splitlines()[problems[0].span.line - 1].strip()


def generate(
    title: str,
    level: Level,
    ending: Ending,
    seed: int,
    edition: Edition,
    library: situations.Library,
    players: int = 4,
    step: Callable[[str], None] = lambda _: None,
) -> tuple[GeneratedCase | None, Mapping[str, int]]:
    """A skeleton of a level, or the one that lacks least of it, and why others were of no use.

    The same seed always gives the same one. ``players`` are the detectives at the simulated tables; ``step``
    is called before each try.

    Raises:
        SmallEditionError: if the edition or the library is too small for one.
        NoLogicError: if a situation of the library is not logic.
    """
    rejected: Counter[str] = Counter()
    nearest: GeneratedCase | None = None
    empty_case = generator_draft.half_written(Source("skeleton", ""), edition)
    for number in range(1, MOST_TRIES + 1):
        step(f"plot {number}")
        random = Random(f"{seed} {level} {ending} {number}")  # noqa: S311 - must be found again
        plot_tried = plot(level, ending, edition, library, random)
        goal = dict(zip(ELEMENTS, (plot_tried.culprit, plot_tried.motive, plot_tried.method), strict=True))
        draft = generator_draft.CaseDraft(empty_case, plot_tried, goal, " ".join(title.split()), level)
        try:
            skeleton = _skeleton(draft, plot_tried, library, random, players)
        except (UndecidedError, OutOfBudgetError):
            rejected["undecided"] += 1
            continue
        rejected.update(skeleton.lacks)
        if nearest is None or len(skeleton.lacks) < len(nearest.lacks):
            nearest = skeleton
        if not skeleton.lacks:
            break
    return nearest, rejected


def lacking(analysis: CaseAnalysis, level: Level, players: int) -> tuple[str, ...]:
    """The measures of a level that a case misses, in its figures and then at the table."""
    figures = measure(analysis, MOST_WORLDS)
    return misses(figures, level, analysis.case.edition) or at_the_table(analysis, level, players)


def misses(figures: CaseMeasures, level: Level, edition: Edition) -> tuple[str, ...]:
    """The figures that keep a case from being of a level; ``EASIER`` if it would be of an easier one too."""
    measured = measure_level(edition, figures)
    missed = tuple(bound.figure for bound in measured.missed(level))
    if not missed and measured.level is not None and LEVELS.index(measured.level) < LEVELS.index(level):
        return (EASIER,)
    return missed


def _skeleton(
    draft: generator_draft.CaseDraft, plot: Plot, library: situations.Library, random: Random, players: int
) -> GeneratedCase:
    """The skeleton of a plot, with the clues that it takes; what is quick to find out comes first."""
    edition, goal = draft.half.case.edition, draft.goal
    stock = clue_stock(plot, library, edition, random)
    analysis = read(draft.text(stock), edition)
    clue_of_line, _ = clues_by_line(stock, analysis)
    usable = truthful(analysis.solver, clue_of_line)
    chosen_lines = choose(analysis.solver, usable, goal, MEASURES[draft.level], random)
    clues = [clue_of_line[line] for line in chosen_lines]
    proofs = proofs_of(read(draft.text(clues), edition), goal)
    tree, _ = parser.parse(Source("skeleton", draft.text(clues, shown=shown_lines(proofs, goal))), CASE)
    text = canonical_form.format_document(tree, CASE)
    if len(proofs["culprit"]) < LEAST_PROOF:
        return GeneratedCase(text, plot, (LABELS["culprit"],))
    return GeneratedCase(text, plot, lacking(read(text, edition), draft.level, players))


def clues_by_line(clues: Sequence[Telling], analysis: CaseAnalysis) -> tuple[dict[str, Telling], list[str]]:
    """The clues of a text by the identifiers of their lines in its theory, and the lines of other paragraphs.

    A paragraph that says clues says them in their order, and nothing else but hints.
    """
    by_place = {origin.place: name for name, origin in analysis.origins.items()}
    clues_of_path = grouped((clue.path, clue) for clue in clues)
    clue_of_line: dict[str, Telling] = {}
    other_lines: list[str] = []
    for paragraph in analysis.case.paragraphs:
        statements = [statement for statement in paragraph.statements if statement.mode != "hint"]
        lines = [by_place[statement.place] for statement in statements]
        path = paragraph.paths[0]
        if path in clues_of_path:
            clue_of_line |= zip(lines, clues_of_path[path], strict=True)
        else:
            other_lines += lines
    return clue_of_line, other_lines


def proofs_of(analysis: CaseAnalysis, goal: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The fewest paths that show each element of a solution."""
    return {name: smallest_proof(analysis.solver, {name: value}).names for name, value in goal.items()}


def shown_lines(proofs: Mapping[str, tuple[str, ...]], goal: Mapping[str, str]) -> list[str]:
    """Lines of the solution: the fewest paths that show each element."""
    lines: list[str] = []
    for element, value in goal.items():
        by = f" by {', '.join(proofs[element])}" if proofs[element] else ""
        lines.append(f"~ shown {element} = {value}{by}")
    return lines


def read(text: str, edition: Edition) -> CaseAnalysis:
    """A skeleton with its questions open.

    Raises:
        NoLogicError: if it is not a case, which is a fault of what it was made from.
    """
    half = generator_draft.half_written(Source("skeleton", text), edition)
    if half.problems:
        raise NoLogicError(text, half.problems)
    return CaseAnalysis(half.case)
