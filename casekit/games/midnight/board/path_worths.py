"""The worth of paths to readers who follow leads, by what prose names and whom it accuses.

All weights are here, to be fitted against logs of people's games when there are some.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from casekit.games.midnight.board.board import Board
from casekit.games.midnight.checks.prose import words_of_prose
from casekit.games.midnight.document import Case, CasePassage, Location
from casekit.language.suggestions import in_capitals, name_key

WORTH_OF_ANSWER = 4
"""The worth of an answer that nothing points to."""

WORTH_OF_PLACE = 8
"""The worth of a location that nothing points to: places cannot lie."""

# What is added to these.
WORTH_IF_NAMED = 2
"""For the answers of a suspect whom prose names."""

WORTH_IF_LODGER_NAMED = 1
"""For the cabin of such a suspect."""

WORTH_IF_ACCUSED = 5
"""For the answers of a suspect whom a hint accuses."""

WORTH_IF_LODGER_ACCUSED = 7
"""For the cabin of such a suspect."""

WORTH_IF_PLACE_NAMED = 6
"""For a location that prose names."""

WORTH_IF_CONTRADICTED = 5
"""For the answers and the cabin of a suspect whose paragraph is contradicted."""

WORTH_OF_SUITE = 6
"""For the suite, where it happened."""

WORTH_OF_OPENING = 6
"""For the paths that the rules advise to take first, to readers who follow this advice."""

_COMMON_WORDS = re.compile(r"cabins?|rooms?|the|and|of", re.IGNORECASE)
"""Words of locations' names that do not say which one is meant."""

_FEWEST_LETTERS = 4
"""Shorter words of a name are articles and prepositions, in most languages."""

Worths = tuple[int, ...]
"""A number for each path."""


def first_worth(case: Case, board: Board) -> Worths:
    """The worth of each path to somebody who has heard the presentation alone."""
    worths = []
    added_by_presentation = _added_by(case, board, case.presentation, (), None)
    for added, zone in zip(added_by_presentation, board.searched, strict=True):
        worth = added + (WORTH_OF_ANSWER if zone is None else WORTH_OF_PLACE)
        if zone == board.figures.suite:
            worth += WORTH_OF_SUITE
        worths.append(worth)
    return tuple(worths)


def worths_added_by_paragraphs(
    case: Case, board: Board, paragraphs: Sequence[CasePassage | None], accused: Sequence[Sequence[str]]
) -> tuple[Worths, ...]:
    """By path what its paragraph adds to the worth of every path.

    ``accused`` are by path the suspects whom the hints of the paragraph accuse.
    """
    added: list[Worths] = []
    for paragraph, names, speaker in zip(paragraphs, accused, board.asked, strict=True):
        if paragraph is None:
            added.append((0,) * len(board.paths))
        else:
            added.append(_added_by(case, board, paragraph, names, speaker))
    return tuple(added)


def worths_added_by_contradiction(board: Board, path: int) -> Worths:
    """The worth that a contradiction of a path's paragraph adds to every path.

    It adds something to what belongs to the speaker; nothing if the paragraph was found in a place.
    """
    speaker = board.asked[path]
    if speaker is None:
        return (0,) * len(board.paths)
    pairs = zip(board.asked, board.lodger, strict=True)
    return tuple(WORTH_IF_CONTRADICTED if speaker in pair else 0 for pair in pairs)


def _added_by(
    case: Case, board: Board, passage: CasePassage, accused: Sequence[str], speaker: int | None
) -> Worths:
    """The worth that a passage adds to every path, by what it names and whom it accuses."""
    words = words_of_prose(passage)
    named = {index for index, name in enumerate(board.suspects) if name in words and index != speaker}
    suspected = {index for index, name in enumerate(board.suspects) if name in accused}
    # The locations that prose names, by the words of their names that no other location has.
    word_keys = {name_key(word) for word in words}
    places = set()
    for number, own_keys in telling_words(case.edition.locations).items():
        if own_keys & word_keys:
            places.add(f"{number:02}")
    worths = []
    for path, asked, lodger in zip(board.paths, board.asked, board.lodger, strict=True):
        worth = 0
        if asked in named:
            worth += WORTH_IF_NAMED
        if lodger in named:
            worth += WORTH_IF_LODGER_NAMED
        if asked in suspected:
            worth += WORTH_IF_ACCUSED
        if lodger in suspected:
            worth += WORTH_IF_LODGER_ACCUSED
        if str(path) in places:
            worth += WORTH_IF_PLACE_NAMED
        worths.append(worth)
    return tuple(worths)


def telling_words(locations: Sequence[Location]) -> Mapping[int, frozenset[str]]:
    """By number the words of a location's name that no other location has, as ``name_key`` gives them."""
    keys_by_location: dict[int, set[str]] = {}
    uses: Counter[str] = Counter()
    for location in locations:
        words = re.findall(r"[^\W\d_]+", location.name)
        keys = {name_key(word) for word in words if _may_distinguish(word)}
        keys_by_location[location.number] = keys
        uses.update(keys)
    telling: dict[int, frozenset[str]] = {}
    for number, keys in keys_by_location.items():
        telling[number] = frozenset(key for key in keys if uses[key] == 1)
    return telling


def _may_distinguish(word: str) -> bool:
    return len(word) >= _FEWEST_LETTERS and not _COMMON_WORDS.fullmatch(word) and not in_capitals(word)
