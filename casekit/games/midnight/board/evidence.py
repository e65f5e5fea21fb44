"""The evidence of a case, from its theory and its prose, as simulated readers use it.

Paths and options are called by their places; sets of them are the bits of numbers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from casekit.deduce.minimal_sources import claims_by_source, smallest_proof
from casekit.games.midnight.board.board import Board
from casekit.games.midnight.board.path_worths import (
    first_worth,
    worths_added_by_contradiction,
    worths_added_by_paragraphs,
)
from casekit.games.midnight.board_figures import ELEMENTS
from casekit.games.midnight.checks.solution import stated_proof_paths
from casekit.games.midnight.document import CaseParagraph, PlacePath
from casekit.games.midnight.theory import case_analysis, metrics
from casekit.tabletop.game_rules import PlayableMystery, bits, shuffled, thinned
from casekit.tabletop.reader_oracle import ReaderOracle, Single, Speech, TableEvidence
from casekit.values import frozen

_REMOVAL_ORDERS = 24
"""The number of orders in which paths are removed until none can go."""

Paragraphs = Sequence[CaseParagraph | None]
"""By path its paragraph; ``None`` if it has none."""


@frozen(eq=False)
class CaseEvidence(TableEvidence):
    """A case as its readers know it, and its board."""

    board: Board


def gather(analysis: case_analysis.CaseAnalysis, board: Board) -> CaseEvidence:
    """Everything that readers of a case go by.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    solver = analysis.solver
    paragraphs = tuple(analysis.case.paragraph_of.get(path) for path in board.paths)
    path_of_paragraph, canonical = _first_paths(paragraphs)
    mystery = mystery_of(analysis, paragraphs)
    speeches = _speeches(analysis, paragraphs, canonical)
    oracles = ReaderOracle(solver.theory, solver.limits, speeches, mystery.options)
    proof = smallest_proof(solver.fresh(), analysis.proved).names if analysis.proved else ()
    needed_for_proof = frozenset(path_of_paragraph[name] for name in proof)
    needed_without_steps = small_set(oracles.crossed, canonical)
    options_by_paragraph = _options_supported_by_hints(analysis, mystery)
    hints = tuple(
        options_by_paragraph.get(paragraph.name, ()) if paragraph else () for paragraph in paragraphs
    )
    words = metrics.words_by_paragraph(analysis)
    stated_proofs = []
    for element, names in stated_proof_paths(analysis):
        paths = sum(1 << path_of_paragraph[name] for name in names)
        stated_proofs.append((ELEMENTS.index(element), paths))
    opening = [PlacePath(number) for number in board.figures.opening]
    return CaseEvidence(
        board=board,
        mystery=mystery,
        oracles=oracles,
        canonical=canonical,
        singles=tuple(_singles(oracles, canonical)),
        hints=hints,
        first=first_worth(analysis.case, board),
        leads=worths_added_by_paragraphs(analysis.case, board, paragraphs, _accused(board, mystery, hints)),
        quarrels=tuple(worths_added_by_contradiction(board, path) for path in range(len(board.paths))),
        words=tuple(words[paragraph.name] if paragraph else 0 for paragraph in paragraphs),
        proofs={
            "perfect": needed_for_proof,
            "steady": needed_without_steps,
            "hasty": needed_without_steps,
        },
        told=tuple(stated_proofs),
        opening=tuple(board.paths.index(path) for path in opening if path in board.paths),
    )


def _first_paths(paragraphs: Paragraphs) -> tuple[dict[str, int], tuple[int, ...]]:
    """The first path to each paragraph, by the paragraph's name and by each path to it.

    A path without a paragraph is its own first path.
    """
    first_path: dict[str, int] = {}
    canonical = []
    for path, paragraph in enumerate(paragraphs):
        canonical.append(first_path.setdefault(paragraph.name, path) if paragraph else path)
    return first_path, tuple(canonical)


def _speeches(
    analysis: case_analysis.CaseAnalysis, paragraphs: Paragraphs, canonical: Sequence[int]
) -> dict[int, Speech]:
    """The words of each paragraph and who says it, by the first path to it."""
    lines = claims_by_source(analysis.solver)
    speeches: dict[int, Speech] = {}
    for path, paragraph in enumerate(paragraphs):
        if paragraph and canonical[path] == path:
            speeches[path] = Speech(paragraph.speaker, tuple(lines.get(paragraph.name, ())))
    return speeches


def _accused(board: Board, mystery: PlayableMystery, hints: Sequence[tuple[int, ...]]) -> list[list[str]]:
    """By path the suspects whom the hints of its paragraph accuse."""
    options: list[str] = []
    for names in mystery.options:
        options += names
    accused = []
    for supported_options in hints:
        names_of_options = [options[place] for place in supported_options]
        accused.append([name for name in names_of_options if name in board.suspects])
    return accused


def mystery_of(analysis: case_analysis.CaseAnalysis, paragraphs: Paragraphs) -> PlayableMystery:
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
    """By path what its paragraph rules out by itself; nothing for a path that is not the first one to it."""
    for path, first in enumerate(canonical):
        if path != first or path not in oracles.speeches:
            yield Single()
            continue
        believed, guarded = oracles.believed(path), oracles.crossed(1 << path)
        contradicting = 0
        for other in oracles.speeches:
            if other != path and oracles.collide(path, other):
                contradicting |= 1 << other
        is_spoken = oracles.speeches[path].speaker is not None
        yield Single(believed | guarded, guarded, contradicting, is_spoken)


def _options_supported_by_hints(
    analysis: case_analysis.CaseAnalysis, mystery: PlayableMystery
) -> Mapping[str, tuple[int, ...]]:
    """By the name of a paragraph the options, as places among all, that its hints support.

    A hint supports what is possible if it is so, unless that is more than half of what is possible anyway.
    """
    solver = analysis.solver
    laws = solver.assume(solver.laws)
    possible_by_element: list[list[tuple[int, int]]] = []
    start = 0
    for target, options in zip(solver.theory.targets, mystery.options, strict=True):
        cases = solver.vocabulary.cases(target, ())
        places = ((start + place, cases[option]) for place, option in enumerate(options) if option in cases)
        possible_by_element.append([(place, node) for place, node in places if solver.solve([*laws, node])])
        start += len(options)
    supported: dict[str, tuple[int, ...]] = {}
    for claim in solver.theory.claims:
        if not claim.hint or claim.id not in solver.lines:
            continue
        is_so = solver.lines[claim.id].meaning.true
        for possible in possible_by_element:
            still_possible = [place for place, node in possible if solver.solve([*laws, node, is_so])]
            if 2 * len(still_possible) <= len(possible):
                supported[claim.source] = (*supported.get(claim.source, ()), *still_possible)
    return supported


def small_set(crossed: Callable[[int], int], paths: Sequence[int]) -> frozenset[int]:
    """A set of paths, none of which can go, that rules out as much as all of them: the smallest of a few.

    ``crossed`` gives what a set of paths rules out; sets are the bits of numbers.
    """
    all_paths = sum(1 << path for path in {*paths})
    goal = crossed(all_paths)
    orders = [shuffled(tuple(bits(all_paths)), attempt) for attempt in range(_REMOVAL_ORDERS)]
    masks = [thinned(all_paths, order, lambda some: crossed(some) == goal) for order in orders]
    return frozenset(bits(min(masks, key=lambda mask: (mask.bit_count(), mask))))
