"""Which paths the paragraphs that somebody has read point to, and how strongly.

All weights are here, to be fitted against logs of people's games when there are some.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casekit.games.midnight.case import Case, CasePassage
from casekit.games.midnight.checks.mentions import mentioned
from casekit.games.midnight.edition import Location
from casekit.games.midnight.table.board import Board


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of paths. One that nothing points to is worth ``nothing``, ``found`` if it is not an answer: places cannot lie."""

    nothing: int = 4
    found: int = 8
    named: int = 2
    named_cabin: int = 1
    accused: int = 5
    accused_cabin: int = 7
    place: int = 6
    quarrel: int = 5
    scene: int = 6
    opening: int = 6


WEIGHTS = Weights()

_COMMON = re.compile(r"cabins?|rooms?|the|and|of", re.IGNORECASE)
"""Words of locations' names that say nothing of which one is meant."""

_SHORT = 4
"""Shorter words of a name are articles and prepositions, in most languages."""

Row = tuple[int, ...]


def first_worth(case: Case, board: Board) -> Row:
    """The worth of each path to somebody who has heard the presentation: the suite is where it happened."""
    row = _pointed_to(case, board, case.presentation, (), None)
    suite = board.figures.suite
    return tuple(
        worth
        + (WEIGHTS.nothing if place is None else WEIGHTS.found)
        + (WEIGHTS.scene if place == suite else 0)
        for worth, place in zip(row, board.searched, strict=True)
    )


def leads(
    case: Case, board: Board, passages: Sequence[CasePassage | None], accused: Sequence[Sequence[str]]
) -> tuple[Row, ...]:
    """The worth that each paragraph, by path, adds to every path; ``accused`` are those whom its hints accuse."""
    return tuple(
        _pointed_to(case, board, passage, names, board.asked[path])
        if passage is not None
        else (0,) * len(board.paths)
        for path, (passage, names) in enumerate(zip(passages, accused, strict=True))
    )


def quarrel(board: Board, path: int) -> Row:
    """The worth that a contradiction adds to whatever belongs to the speaker of a paragraph; 0 for a place."""
    speaker = board.asked[path]
    return tuple(
        WEIGHTS.quarrel if speaker is not None and speaker in (asked, lodger) else 0
        for asked, lodger in zip(board.asked, board.lodger, strict=True)
    )


def _pointed_to(
    case: Case, board: Board, passage: CasePassage, accused: Sequence[str], speaker: int | None
) -> Row:
    words = mentioned(passage)
    named = {index for index, name in enumerate(board.suspects) if name in words and index != speaker}
    suspected = {index for index, name in enumerate(board.suspects) if name in accused}
    # The locations that prose names, by the words of their names that no other location has.
    folded, telling = {word.casefold() for word in words}, telling_words(case.edition.locations)
    places = {f"{number:02}" for number, own in telling.items() if own & folded}
    row = [0] * len(board.paths)
    for path, (asked, lodger) in enumerate(zip(board.asked, board.lodger, strict=True)):
        row[path] += WEIGHTS.named * (asked in named) + WEIGHTS.named_cabin * (lodger in named)
        row[path] += WEIGHTS.accused * (asked in suspected) + WEIGHTS.accused_cabin * (lodger in suspected)
        row[path] += WEIGHTS.place * (str(board.paths[path]) in places)
    return tuple(row)


def telling_words(locations: Sequence[Location]) -> Mapping[int, frozenset[str]]:
    """The words of each location's name that distinguish it from the others."""
    found = {
        location.number: {
            word.casefold()
            for word in re.findall(r"[^\W\d_]+", location.name)
            if len(word) >= _SHORT and not _COMMON.fullmatch(word) and word != word.upper()
        }
        for location in locations
    }
    return {
        number: frozenset(word for word in words if sum(word in others for others in found.values()) == 1)
        for number, words in found.items()
    }
