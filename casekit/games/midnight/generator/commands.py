"""Documents that ``casekit new`` starts: a draft, a skeleton of a level, or a half-written case made whole.

What is written of a case stays, and what is missing is proposed. ``made_up_world`` makes up a world in which
what is written is true, and clues to it in the words of the case. Where these cannot decide who did it,
situations of the library come in under names that are free. Which clues are taken is decided as for a whole
skeleton: by counterexample (``clue_selection``).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from casekit.analysis.analyzer import Answered, Findings, ProgressBar
from casekit.analysis.solver_findings import out_of_budget_finding
from casekit.diagnostics import Finding, Source
from casekit.games.midnight import codes
from casekit.games.midnight.checks import completeness
from casekit.games.midnight.document import GAUGES, Edition, Level
from casekit.games.midnight.generator import (
    completion,
    completion_start,
    draft,
    made_up_world,
    plots,
    search,
    situations,
)
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.clue_selection import UndecidedError
from casekit.kit.interface import NewDocument
from casekit.logic.theory import OutOfBudgetError
from casekit.resources import text as text_of
from casekit.values.plurals import counted


def skeleton(title: str, edition: Edition) -> str:
    """The text of a new case with all paths of an edition."""
    return text_of("games/midnight/templates/draft.txt").format(
        title=" ".join(title.split()),
        culprit=edition.suspects[0].name,
        location=edition.locations[0].slug,
        paragraphs="\n".join(f"== {path}  // {edition.about(path)}\nTODO\n" for path in edition.paths),
    )


MOST_WORLDS = 6
"""The number of worlds that are made up before the nearest to the level is taken."""


def complete(
    source: Source,
    edition: Edition,
    library: situations.Library,
    wishes: completion_start.CompletionOptions,
    step: Callable[[str], None],
) -> tuple[completion.CompletedCase | None, Findings]:
    """A case around what is written of it, or why there is none; neither, if nothing is missing.

    The same text and seed always give the same case.
    """
    half = draft.half_written(source, edition)
    problems = (*half.problems, *completeness.no_answers(half.case))
    if problems:
        return None, problems
    try:
        return _nearest(completion_start.CompletionStart(half, library, wishes), step)
    except completion_start.CannotCompleteError as error:
        return None, error.args
    except OutOfBudgetError as error:
        return None, (out_of_budget_finding(CaseAnalysis(half.case), error),)


def _nearest(
    start: completion_start.CompletionStart, step: Callable[[str], None]
) -> tuple[completion.CompletedCase | None, Findings]:
    """The first attempt that reaches the level, or the one that lacks least of it."""
    start.refuse_contradictions()
    if start.is_complete():
        return None, ()
    best: completion.CompletedCase | None = None
    for number in range(1, MOST_WORLDS + 1):
        step(f"world {number}")
        random = Random(f"{start.wishes.seed} {start.level} {number}")  # noqa: S311 - must be found again
        try:
            case = completion.CompletionAttempt(start, random).completed()
        except UndecidedError:
            continue
        except made_up_world.NoWorldError:
            start.refuse(
                f"what is written rules out that this is a case of {start.wishes.ending or 'murder'}",
                "ask for another --ending, or correct the presentation and the rules",
            )
        if best is None or len(case.lacks) < len(best.lacks):
            best = case
        if not best.lacks:
            break
    if best is None:
        start.refuse_for_want_of_room()
    return best, ()


def made(
    title: str, edition: Edition, wanted: Mapping[str, Any], steps: ProgressBar
) -> Answered[NewDocument]:
    """A case with all paths of its edition to write and, if values of all options are ``wanted``, its logic.

    The same seed gives the same text. If no plot of the seed fits the level, the text is the one that lacked
    least, and the finding says what it lacks.
    """
    to_do = f"{len(edition.paths)} paths to write"
    if not wanted:
        return NewDocument(skeleton(title, edition), to_do), ()
    level, seed = wanted["level"], wanted["seed"]
    library, problems, sources = _library(edition, level)
    if library is None:
        return None, problems
    try:
        with steps(search.MOST_TRIES) as step:
            case, rejected = search.generate(
                title, level, wanted["ending"], seed, edition, library, wanted["players"], step
            )
    except search.NoLogicError as error:
        return None, (_slip(error, sources),)
    except plots.SmallEditionError as error:
        message = f"there is no skeleton for this edition: {error}"
        place = Source("--level", level).whole()
        return None, (codes.SMALL_FOR_SKELETON.at(place, message, hint=completion.HINT_FOR_SMALL_EDITION),)
    if case is None:
        return None, (_no_skeleton((), rejected, seed, level),)
    shortfall = (_no_skeleton(case.lacks, rejected, seed, level),) if case.lacks else ()
    return NewDocument(case.text, to_do), shortfall


def completed(
    source: Source, edition: Edition, given: Mapping[str, Any], steps: ProgressBar
) -> Answered[NewDocument]:
    """A half-written case made whole, with what is left to do; ``given`` are options that somebody chose."""
    wishes = completion_start.CompletionOptions(titled(Path(source.name).name.partition(".")[0]), **given)
    library, problems, sources = _library(edition, wishes.level or "amateur")
    if library is None:
        return None, problems
    try:
        with steps(MOST_WORLDS) as step:
            case, problems = complete(source, edition, library, wishes, step)
    except search.NoLogicError as error:
        return None, (_slip(error, sources),)
    if case is None:
        return None, problems
    to_do = f"{counted(len(case.paths), 'path')} to write, {counted(case.clues, 'clue')} proposed"
    if case.lacks:
        to_do += f"; of its level it still misses: {', '.join(case.lacks)} (casekit report says more)"
    return NewDocument(case.text, to_do), problems


def _library(
    edition: Edition, level: Level
) -> tuple[situations.Library | None, Findings, tuple[Source, ...]]:
    """The library in the language of an edition, with its texts, or why it can make nothing of a level."""
    library, problems, sources = situations.library_of(edition.file)
    if library is None:
        return None, problems, sources
    contradiction = _contradiction(edition, level)
    if contradiction:
        return None, contradiction, sources
    return situations.library_in(library, edition.language), (), sources


def titled(stem: str) -> str:
    """The title of a case that has none, by the name of its file."""
    return stem.replace("-", " ").replace("_", " ").strip().title() or "TODO"


_MARKS = re.compile(r"^(?:~|common) ")
_NAMED = re.compile(r"`([^`]+)`")


def _slip(error: search.NoLogicError, sources: Sequence[Source]) -> Finding:
    """The finding on the writer's own situations that are not logic, at the first of the words that show it.

    Raises:
        NoLogicError: if there are none, so that the fault is in what comes with casekit.
    """
    if not sources:
        raise error
    problem = error.problems[0]
    # A line without names to replace is in the file as it is; else a name that casekit does not know is.
    bare = re.escape(_MARKS.sub("", error.line))
    words = (rf"(?<!\w){re.escape(word)}(?!\w)" for word in _NAMED.findall(problem.message))
    for pattern in (bare, *words):
        for source in sources:
            match = re.search(pattern, source.text)
            if match:
                span = source.span(*match.span())
                return codes.INVALID_SITUATION.at(span, problem.message, hint=problem.hint)
    message = f"the situations in this folder give lines that are no logic: {problem.message}"
    return codes.INVALID_SITUATION.at(sources[0].whole(), message, hint=problem.hint)


def _contradiction(edition: Edition, level: Level) -> Findings:
    """Two thresholds of a skeleton that exclude each other, of the edition's and the generator's own."""
    least, most = search.SHARES[level]
    written = edition.levels.get(level, {})
    limits = {"solved_min": least, "solved_max": most, **written}
    limits["culprit_min"] = max(search.LEAST_PROOF, written.get("culprit_min", 0))
    pairs = [*((f"{gauge}_min", f"{gauge}_max") for gauge in GAUGES), ("culprit_min", "proof_max")]
    for low, high in pairs:
        if low in limits and high in limits and limits[low] > limits[high]:
            clauses: list[str] = []
            for name in (low, high):
                owner = "" if limits[name] == written.get(name) else "of a skeleton "
                clauses.append(f"`{name}` {owner}is {limits[name]:g}")
            message = f"nothing fits the level {level}: {' and '.join(clauses)}"
            hint = f"correct `[levels.{level}]` in edition.toml"
            return (codes.NO_SKELETON.at(Source("--level", level).whole(), message, hint=hint),)
    return ()


def _no_skeleton(lacks: Sequence[str], rejected: Mapping[str, int], seed: int, level: Level) -> Finding:
    most_first = sorted(rejected.items(), key=lambda item: (-item[1], item[0]))
    reasons = ", ".join(f"{name} ({count})" for name, count in most_first)
    nearest = f"; the nearest one misses: {', '.join(lacks)}" if lacks else ""
    hint = f"take another seed, such as --seed {seed + 1}, or widen `[levels.{level}]` in edition.toml"
    message = f"no plot of this seed fits the level {level}: {reasons}{nearest}"
    return codes.NO_SKELETON.at(Source("--seed", str(seed)).whole(), message, hint=hint)
