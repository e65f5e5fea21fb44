"""The evidence of a case, from its theory and its prose."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from casekit.asking.questions import certain
from casekit.deduce.goals import smallest_proof
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import words_by_paragraph
from casekit.games.midnight.case import CaseParagraph
from casekit.games.midnight.checks.logic.solution import told_ways
from casekit.games.midnight.edition import PlacePath
from casekit.games.midnight.table.board import ELEMENTS, Board
from casekit.games.midnight.table.readers.geography import CaseEvidence
from casekit.games.midnight.table.readers.leads import first_worth, leads, quarrel
from casekit.tabletop.readers.draws import shuffled
from casekit.tabletop.readers.oracles import Oracles, Speech
from casekit.tabletop.readers.table_evidence import Single
from casekit.tabletop.table_rules import Mystery, bits

ATTEMPTS = 24
"""The number of orders in which paths are removed until none can go."""


def gather(inquiry: CaseInquiry, board: Board) -> CaseEvidence:
    """Everything that readers of a case go by.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    case = inquiry.case
    paragraphs = tuple(case.paragraph_of.get(path) for path in board.paths)
    canonical = tuple(_canonical(paragraphs))
    first_path = {paragraph.name: path for path, paragraph in reversed([*enumerate(paragraphs)]) if paragraph}
    mystery = mystery_of(inquiry, paragraphs)
    oracles = Oracles(
        inquiry.knowledge.theory,
        inquiry.knowledge.limits,
        {
            path: _speech(inquiry, paragraph)
            for path, paragraph in enumerate(paragraphs)
            if paragraph and canonical[path] == path
        },
        mystery.options,
    )
    exact = frozenset(first_path[name] for name in _proof(inquiry))
    at_sight = small_set(oracles.at_sight, canonical)
    supported = _hints(inquiry, mystery)
    hints = tuple(supported.get(paragraph.name, ()) if paragraph else () for paragraph in paragraphs)
    accused = [
        [case_option for bit in row if (case_option := _option(mystery, bit)) in board.suspects]
        for row in hints
    ]
    words = words_by_paragraph(inquiry)
    return CaseEvidence(
        board=board,
        mystery=mystery,
        oracles=oracles,
        canonical=canonical,
        singles=tuple(_singles(oracles, canonical)),
        hints=hints,
        first=first_worth(case, board),
        leads=leads(case, board, paragraphs, accused),
        quarrels=tuple(quarrel(board, path) for path in range(len(board.paths))),
        words=tuple(words[paragraph.name] if paragraph else 0 for paragraph in paragraphs),
        proofs={"perfect": exact, "steady": at_sight, "hasty": at_sight},
        told=tuple(
            (ELEMENTS.index(element), sum(1 << first_path[name] for name in names))
            for element, names in told_ways(inquiry)
        ),
        opening=tuple(
            board.paths.index(PlacePath(number))
            for number in board.figures.opening
            if PlacePath(number) in board.paths
        ),
    )


def mystery_of(inquiry: CaseInquiry, paragraphs: Sequence[CaseParagraph | None]) -> Mystery:
    """The case as its players meet it."""
    answers = {
        element: [name for name, about in inquiry.answers.items() if about == element] for element in ELEMENTS
    }
    texts = (
        "\n\n".join(prose.text for prose in paragraph.prose) if paragraph else "" for paragraph in paragraphs
    )
    return Mystery(
        options=tuple(tuple(answers[element]) for element in ELEMENTS),
        answers=tuple(inquiry.value(element) for element in ELEMENTS),
        paragraphs=tuple(texts),
    )


def _canonical(paragraphs: Sequence[CaseParagraph | None]) -> Iterator[int]:
    first: dict[str, int] = {}
    for path, paragraph in enumerate(paragraphs):
        yield path if paragraph is None else first.setdefault(paragraph.name, path)


def _speech(inquiry: CaseInquiry, paragraph: CaseParagraph) -> Speech:
    lines = (
        claim.id
        for claim in inquiry.knowledge.theory.claims
        if claim.source == paragraph.name and not claim.hint
    )
    return Speech(paragraph.speaker, tuple(lines))


def _singles(oracles: Oracles, canonical: Sequence[int]) -> Iterator[Single]:
    for path, first in enumerate(canonical):
        if path != first or path not in oracles.speeches:
            yield Single()
            continue
        sight = oracles.sight
        believed, guarded = sight.believed(path), sight.crossed(1 << path)
        others = (other for other in oracles.speeches if other != path and sight.collide(path, other))
        spoken = oracles.speeches[path].speaker is not None
        yield Single(believed | guarded, guarded, sum(1 << other for other in others), spoken)


def _hints(inquiry: CaseInquiry, mystery: Mystery) -> Mapping[str, tuple[int, ...]]:
    """The options, as places among all, that the hints of each paragraph support.

    A hint supports what is possible if it is so, unless that is more than half of all that is possible anyway.
    """
    knowledge = inquiry.knowledge
    laws = knowledge.assume(knowledge.laws)
    nodes: list[list[tuple[int, int]]] = []
    start = 0
    for target, options in zip(knowledge.theory.targets, mystery.options, strict=True):
        cases = knowledge.vocabulary.cases(target, ())
        places = ((start + place, cases[option]) for place, option in enumerate(options) if option in cases)
        nodes.append([(place, node) for place, node in places if knowledge.solve([*laws, node])])
        start += len(options)
    found: dict[str, tuple[int, ...]] = {}
    for claim in knowledge.theory.claims:
        if claim.hint and claim.id in knowledge.lines:
            so = knowledge.lines[claim.id].meaning.true
            for possible in nodes:
                kept = [place for place, node in possible if knowledge.solve([*laws, node, so])]
                if 2 * len(kept) <= len(possible):
                    found[claim.source] = (*found.get(claim.source, ()), *kept)
    return found


def _option(mystery: Mystery, bit: int) -> str:
    return [option for options in mystery.options for option in options][bit]


def _proof(inquiry: CaseInquiry) -> tuple[str, ...]:
    """The paragraphs of a smallest proof of all that can be proved."""
    answers = certain(inquiry)
    return smallest_proof(inquiry.knowledge.fresh(), answers).names if answers else ()


def small_set(crossing: Callable[[int, int], int], paths: Sequence[int]) -> frozenset[int]:
    """A set of paths, none of which can go, that rules out as much as all of them: the smallest of a few."""
    everything = sum(1 << path for path in {*paths})
    goal = crossing(everything, -1)
    found = [_thinned(crossing, everything, goal, attempt) for attempt in range(ATTEMPTS)]
    return frozenset(bits(min(found, key=lambda mask: (mask.bit_count(), mask))))


def _thinned(crossing: Callable[[int, int], int], mask: int, goal: int, attempt: int) -> int:
    for path in shuffled(tuple(bits(mask)), attempt):
        without = mask & ~(1 << path)
        if crossing(without, -1) == goal:
            mask = without
    return mask
