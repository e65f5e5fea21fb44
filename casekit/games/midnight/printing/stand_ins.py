"""A half-written case with something in the place of each text that is missing, so that its pages can be looked at."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from casekit.games.midnight.case import AnswerOption, Case, CaseParagraph, CasePassage
from casekit.games.midnight.printing.illustrations import picture_of
from casekit.model.passages import Prose

Passage = TypeVar("Passage", bound=CasePassage)

StandIn = Callable[[str], str]
"""From the name of what is missing to the text in its place."""


def filled_in(case: Case, stand_in: StandIn) -> Case:
    """A case that has a text for every path, a presentation, a solution and answers; it is for the eyes of its writer alone.

    A picture that cannot be printed is left out.
    """
    there = tuple(_written(each, each.name, stand_in) for each in case.paragraphs)
    missing = tuple(
        CaseParagraph((Prose(stand_in(str(path))),), paths=(path,))
        for path in case.edition.paths
        if path not in case.paragraph_of
    )
    return replace(
        case,
        presentation=_written(case.presentation, "presentation", stand_in),
        paragraphs=(*there, *missing),
        solution=_written(case.solution, "solution", stand_in),
        motives=case.motives or (AnswerOption("", stand_in("motive")),),
        methods=case.methods or (AnswerOption("", stand_in("method")),),
        illustration="" if picture_of(case, "illustration")[1] else case.illustration,
        emblem="" if picture_of(case, "emblem")[1] else case.emblem,
    )


def _written(passage: Passage, name: str, stand_in: StandIn) -> Passage:
    return passage if passage.prose else replace(passage, prose=(Prose(stand_in(name)),))
