"""Half-written cases made whole: what is written stays, what is missing is proposed.

Everything that is written is taken as it is. ``declared_clues`` makes up a world in which it is true, and clues to it
in the words of the case; where these cannot decide who did it, situations of the library come in under names that are free.
Which clues are taken is decided as for a whole skeleton: by counterexample (``choosing``).
"""

from collections.abc import Callable
from random import Random

from casekit.asking.obstacles import unfinished
from casekit.diagnostics import Diagnostic, Source
from casekit.games.making.choosing import UndecidedError
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.checks import blocks
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.reading.case_forms import CASE
from casekit.games.midnight.reading.resolve import resolve
from casekit.games.midnight.skeletons.attempt import Attempt, Completed
from casekit.games.midnight.skeletons.declared_clues import NoWorldError
from casekit.games.midnight.skeletons.half_written import HalfWritten
from casekit.games.midnight.skeletons.situations import Library
from casekit.games.midnight.skeletons.starting_point import HopelessError, StartingPoint, Wishes
from casekit.language.document.parsing import parse
from casekit.model.theory import OutOfBudgetError

MOST_TRIES = 6
"""The number of worlds that are made up before the nearest to the level is taken."""

Findings = tuple[Diagnostic, ...]


def complete(
    source: Source, edition: Edition, library: Library, wishes: Wishes, step: Callable[[str], None]
) -> tuple[Completed | None, Findings]:
    """A case around what is written of it, or why there is none; neither, if nothing is missing.

    The same text and seed always give the same case.
    """
    tree, problems = parse(source, CASE)
    resolution = resolve(tree, edition)
    case = resolution.document
    wrong = (*problems, *(resolution.diagnostics if not resolution.understood else ()))
    if "terms" in case.blocks:
        wrong = (*wrong, *blocks.no_answers(case))
    if wrong:
        return None, wrong
    try:
        return _nearest(StartingPoint(HalfWritten(case, tree), library, wishes), step)
    except HopelessError as error:
        return None, error.findings
    except OutOfBudgetError as error:
        return None, (unfinished(CaseInquiry(case), error),)


def _nearest(point: StartingPoint, step: Callable[[str], None]) -> tuple[Completed | None, Findings]:
    """The first attempt that reaches the level, or the one that lacks least of it."""
    point.refuse_what_is_wrong()
    if point.is_complete():
        return None, ()
    best: Completed | None = None
    for number in range(1, MOST_TRIES + 1):
        step(f"world {number}")
        random = Random(f"{point.wishes.seed} {point.level} {number}")  # noqa: S311 - must be found again
        try:
            found = Attempt(point, random).completed()
        except UndecidedError:
            continue
        except NoWorldError:
            ending = point.wishes.ending or "murder"
            point.refuse(
                f"what is written rules out that this is a case of {ending}",
                "ask for another --ending, or correct the presentation and the rules",
                "title",
            )
        if best is None or len(found.lacks) < len(best.lacks):
            best = found
        if not best.lacks:
            break
    if best is None:
        point.no_room()
    return best, ()
