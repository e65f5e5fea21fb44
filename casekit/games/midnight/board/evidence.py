"""The evidence of a case, from its theory and its prose, and the board as its readers see it.

All weights of paths are here, to be fitted against logs of people's games when there are some.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from casekit.deduce.minimal_sources import claims_by_source, smallest_proof
from casekit.games.midnight.board.board import Board
from casekit.games.midnight.board_figures import ELEMENTS
from casekit.games.midnight.checks.prose import words_of_prose
from casekit.games.midnight.checks.solution import stated_proof_paths
from casekit.games.midnight.document import Case, CaseParagraph, CasePassage, Location, PlacePath
from casekit.games.midnight.theory import case_analysis, metrics
from casekit.language.suggestions import in_capitals, name_key
from casekit.tabletop.game_rules import PlayableMystery, bits, shuffled, thinned
from casekit.tabletop.reader_oracle import ReaderOracle, Single, Speech, TableEvidence
from casekit.values import frozen


@frozen(eq=False)
class CaseEvidence(TableEvidence):
    """A case as its readers know it, and its board."""

    board: Board


WEIGHTS = {
    "nothing": 4,
    "found": 8,
    "named": 2,
    "named_cabin": 1,
    "accused": 5,
    "accused_cabin": 7,
    "place": 6,
    "quarrel": 5,
    "scene": 6,
    "opening": 6,
}
"""The worth of paths.

A path that nothing points to is worth ``nothing``, or ``found`` if it is not an answer: places cannot lie.
"""

_COMMON = re.compile(r"cabins?|rooms?|the|and|of", re.IGNORECASE)
"""Words of locations' names that say nothing of which one is meant."""

_SHORT = 4
"""Shorter words of a name are articles and prepositions, in most languages."""

Row = tuple[int, ...]


def first_worth(case: Case, board: Board) -> Row:
    """The worth of each path to somebody who has heard the presentation: the suite is where it happened."""
    worths = []
    row = _pointed_to(case, board, case.presentation, (), None)
    for pointed_to, place in zip(row, board.searched, strict=True):
        worth = pointed_to + (WEIGHTS["nothing"] if place is None else WEIGHTS["found"])
        if place == board.figures.suite:
            worth += WEIGHTS["scene"]
        worths.append(worth)
    return tuple(worths)


def leads(
    case: Case, board: Board, passages: Sequence[CasePassage | None], accused: Sequence[Sequence[str]]
) -> tuple[Row, ...]:
    """The worth that each paragraph, by path, adds to every path.

    ``accused`` are the suspects whom its hints accuse.
    """
    rows: list[Row] = []
    for passage, names, speaker in zip(passages, accused, board.asked, strict=True):
        if passage is None:
            rows.append((0,) * len(board.paths))
        else:
            rows.append(_pointed_to(case, board, passage, names, speaker))
    return tuple(rows)


def quarrel(board: Board, path: int) -> Row:
    """The worth that a contradiction adds to what belongs to the speaker of a paragraph; 0 for a place."""
    speaker = board.asked[path]
    if speaker is None:
        return (0,) * len(board.paths)
    pairs = zip(board.asked, board.lodger, strict=True)
    return tuple(WEIGHTS["quarrel"] if speaker in pair else 0 for pair in pairs)


def _pointed_to(
    case: Case, board: Board, passage: CasePassage, accused: Sequence[str], speaker: int | None
) -> Row:
    words = words_of_prose(passage)
    named = {index for index, name in enumerate(board.suspects) if name in words and index != speaker}
    suspected = {index for index, name in enumerate(board.suspects) if name in accused}
    # The locations that prose names, by the words of their names that no other location has.
    folded, telling = {name_key(word) for word in words}, telling_words(case.edition.locations)
    places = {f"{number:02}" for number, own in telling.items() if own & folded}
    worths = []
    for path, asked, lodger in zip(board.paths, board.asked, board.lodger, strict=True):
        worth = WEIGHTS["named"] * (asked in named) + WEIGHTS["named_cabin"] * (lodger in named)
        worth += WEIGHTS["accused"] * (asked in suspected) + WEIGHTS["accused_cabin"] * (lodger in suspected)
        worth += WEIGHTS["place"] * (str(path) in places)
        worths.append(worth)
    return tuple(worths)


def telling_words(locations: Sequence[Location]) -> Mapping[int, frozenset[str]]:
    """The words of each location's name that distinguish it from the others."""
    words_of: dict[int, set[str]] = {}
    uses: Counter[str] = Counter()
    for location in locations:
        words = re.findall(r"[^\W\d_]+", location.name)
        words_of[location.number] = {name_key(word) for word in words if _is_telling(word)}
    for keys in words_of.values():
        uses.update(keys)
    telling: dict[int, frozenset[str]] = {}
    for number, keys in words_of.items():
        telling[number] = frozenset(key for key in keys if uses[key] == 1)
    return telling


def _is_telling(word: str) -> bool:
    return len(word) >= _SHORT and not _COMMON.fullmatch(word) and not in_capitals(word)


ATTEMPTS = 24
"""The number of orders in which paths are removed until none can go."""


def gather(analysis: case_analysis.CaseAnalysis, board: Board) -> CaseEvidence:
    """Everything that readers of a case go by.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    solver = analysis.solver
    paragraphs = tuple(analysis.case.paragraph_of.get(path) for path in board.paths)
    first_path, canonical = _first_paths(paragraphs)
    mystery = mystery_of(analysis, paragraphs)
    speeches = _speeches(analysis, paragraphs, canonical)
    oracles = ReaderOracle(solver.theory, solver.limits, speeches, mystery.options)
    proof = smallest_proof(solver.fresh(), analysis.proved).names if analysis.proved else ()
    exact = frozenset(first_path[name] for name in proof)
    needs_no_step = small_set(oracles.crossed, canonical)
    supported = _hints(analysis, mystery)
    hints = tuple(supported.get(paragraph.name, ()) if paragraph else () for paragraph in paragraphs)
    words = metrics.words_by_paragraph(analysis)
    ways = []
    for element, names in stated_proof_paths(analysis):
        ways.append((ELEMENTS.index(element), sum(1 << first_path[name] for name in names)))
    opening = [PlacePath(number) for number in board.figures.opening]
    return CaseEvidence(
        board=board,
        mystery=mystery,
        oracles=oracles,
        canonical=canonical,
        singles=tuple(_singles(oracles, canonical)),
        hints=hints,
        first=first_worth(analysis.case, board),
        leads=leads(analysis.case, board, paragraphs, _accused(board, mystery, hints)),
        quarrels=tuple(quarrel(board, path) for path in range(len(board.paths))),
        words=tuple(words[paragraph.name] if paragraph else 0 for paragraph in paragraphs),
        proofs={"perfect": exact, "steady": needs_no_step, "hasty": needs_no_step},
        told=tuple(ways),
        opening=tuple(board.paths.index(path) for path in opening if path in board.paths),
    )


def _first_paths(paragraphs: Sequence[CaseParagraph | None]) -> tuple[dict[str, int], tuple[int, ...]]:
    """The first path to each paragraph, by its name and by each path; a path without one is its own."""
    first_path: dict[str, int] = {}
    canonical = []
    for path, paragraph in enumerate(paragraphs):
        canonical.append(first_path.setdefault(paragraph.name, path) if paragraph else path)
    return first_path, tuple(canonical)


def _speeches(
    analysis: case_analysis.CaseAnalysis, paragraphs: Sequence[CaseParagraph | None], canonical: Sequence[int]
) -> dict[int, Speech]:
    """The words of each paragraph and who says it, by the first path to it."""
    lines = claims_by_source(analysis.solver)
    speeches: dict[int, Speech] = {}
    for path, paragraph in enumerate(paragraphs):
        if paragraph and canonical[path] == path:
            speeches[path] = Speech(paragraph.speaker, tuple(lines.get(paragraph.name, ())))
    return speeches


def _accused(board: Board, mystery: PlayableMystery, hints: Sequence[Row]) -> list[list[str]]:
    """The suspects whom the hints of each paragraph accuse."""
    options: list[str] = []
    for names in mystery.options:
        options += names
    accused = []
    for supported in hints:
        names_of_options = [options[place] for place in supported]
        accused.append([name for name in names_of_options if name in board.suspects])
    return accused


def mystery_of(
    analysis: case_analysis.CaseAnalysis, paragraphs: Sequence[CaseParagraph | None]
) -> PlayableMystery:
    """The case as its players meet it."""
    options: dict[str, list[str]] = {element: [] for element in ELEMENTS}
    for name, element in analysis.answers.items():
        options[element].append(name)
    texts = []
    for paragraph in paragraphs:
        prose = paragraph.prose if paragraph else ()
        texts.append("\n\n".join(passage.text for passage in prose))
    return PlayableMystery(
        options=tuple(map(tuple, options.values())),
        answers=tuple(map(analysis.value, ELEMENTS)),
        paragraphs=tuple(texts),
    )


def _singles(oracles: ReaderOracle, canonical: Sequence[int]) -> Iterator[Single]:
    for path, first in enumerate(canonical):
        if path != first or path not in oracles.speeches:
            yield Single()
            continue
        believed, guarded = oracles.believed(path), oracles.crossed(1 << path)
        others = (other for other in oracles.speeches if other != path and oracles.collide(path, other))
        spoken = oracles.speeches[path].speaker is not None
        yield Single(believed | guarded, guarded, sum(1 << other for other in others), spoken)


def _hints(analysis: case_analysis.CaseAnalysis, mystery: PlayableMystery) -> Mapping[str, tuple[int, ...]]:
    """The options, as places among all, that the hints of each paragraph support.

    A hint supports what is possible if it is so, unless that is more than half of what is possible anyway.
    """
    solver = analysis.solver
    laws = solver.assume(solver.laws)
    nodes: list[list[tuple[int, int]]] = []
    start = 0
    for target, options in zip(solver.theory.targets, mystery.options, strict=True):
        cases = solver.vocabulary.cases(target, ())
        places = ((start + place, cases[option]) for place, option in enumerate(options) if option in cases)
        nodes.append([(place, node) for place, node in places if solver.solve([*laws, node])])
        start += len(options)
    supported: dict[str, tuple[int, ...]] = {}
    for claim in solver.theory.claims:
        if not claim.hint or claim.id not in solver.lines:
            continue
        so = solver.lines[claim.id].meaning.true
        for possible in nodes:
            kept = [place for place, node in possible if solver.solve([*laws, node, so])]
            if 2 * len(kept) <= len(possible):
                supported[claim.source] = (*supported.get(claim.source, ()), *kept)
    return supported


def small_set(crossing: Callable[[int], int], paths: Sequence[int]) -> frozenset[int]:
    """A set of paths, none of which can go, that rules out as much as all of them: the smallest of a few."""
    everything = sum(1 << path for path in {*paths})
    goal = crossing(everything)
    orders = [shuffled(tuple(bits(everything)), attempt) for attempt in range(ATTEMPTS)]
    masks = [thinned(everything, order, lambda some: crossing(some) == goal) for order in orders]
    return frozenset(bits(min(masks, key=lambda mask: (mask.bit_count(), mask))))
